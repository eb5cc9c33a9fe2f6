"""`python -m benchmarks.history_origins DUMP`: where sentences of an article come from, beside WikiWho (from PyPI).

DUMP is `pages-meta-history` of one article. The origin of a sentence of the last revision is compared with the origins
that WikiWho gives for its words; where the two differ, the texts of both revisions say which of them had the words.
CPU seconds are those of one process: WikiWho gets texts that are in memory, ours reads the XML as well, unpacked.
"""

from __future__ import annotations

import argparse
import gc
import lzma
import re
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch
from xml.etree import ElementTree

from twicetold import history
from twicetold.jobs.flow import Stages

_WORD = re.compile(r"[^\W_]+")
_LINK_TARGET = re.compile(r"\[\[[^\]|]*\|")
NEAR = 12  # words that may be between two words of a sentence: targets of links, footnotes
LOCATED = 0.8  # share of a sentence's words that must be found among WikiWho's
LOST = 0.1  # share of the words in a row that may differ in a revision that has the sentence
STOOD = 0.8  # share of the words in a row that the revision before an origin cannot have
Revision = dict[str, Any]


def write_head(source: Path, target: Path, wanted: int) -> None:
    """Write the first revisions of a dump as a dump of its own."""
    count = 0
    with source.open("rb") if source.suffix == ".xml" else lzma.open(source) as lines, target.open("wb") as out:
        for line in lines:
            count += b"<revision>" in line
            if count > wanted:
                break
            out.write(line)
        if count > wanted:
            out.write(b"  </page>\n</mediawiki>\n")


def read_revisions(path: Path) -> Iterator[Revision]:
    """The revisions of a dump as WikiWho takes them."""
    for _, element in ElementTree.iterparse(path):
        if element.tag.endswith("}revision"):
            space = element.tag.removesuffix("revision")
            text, comment = element.findtext(f"{space}text") or "", element.findtext(f"{space}comment")
            found = {"revid": int(element.findtext(f"{space}id") or 0), "*": text, "userid": 0, "user": ""}
            found["timestamp"] = element.findtext(f"{space}timestamp")
            found |= {"comment": comment} if comment else {}
            yield found | ({"minor": ""} if element.find(f"{space}minor") is not None else {})
            element.clear()


def trace_with_wikiwho(revisions: Sequence[Revision]) -> tuple[list[tuple[str, int]], float]:
    """The words of the last revision, each with the revision that WikiWho says it is from, and the CPU seconds."""
    from WikiWho.utils import iter_rev_tokens
    from WikiWho.wikiwho import Wikiwho

    began = time.process_time()
    article = Wikiwho("article")
    article.analyse_article(revisions)
    seconds = time.process_time() - began
    tokens = iter_rev_tokens(article.revisions[article.ordered_revisions[-1]])
    return [(each.value, each.origin_rev_id) for each in tokens if _WORD.search(each.value)], seconds


def trace_with_ours(path: Path) -> tuple[list[dict[str, Any]], dict[str, float]]:
    """The rows of `lives` that the last revision has, and the CPU seconds of each stage: the middle of five runs."""
    runs: list[dict[str, float]] = []
    make = Stages.make

    def make_and_time(self: Any, name: str, *arguments: Any) -> Any:
        began = time.process_time()
        made = make(self, name, *arguments)
        runs[-1][name] = time.process_time() - began
        return made

    for _ in range(6):  # the first pays for imports
        runs.append({})
        with patch.object(Stages, "make", make_and_time):
            run = history(path, progress=False, workers=1)
    seconds = {name: median(each[name] for each in runs[1:]) for name in runs[0]}
    return [row for row in run.lives.to_pylist() if row["alive"]], seconds


def locate_words(words: Sequence[str], tokens: Sequence[str], places: dict[str, list[int]]) -> list[int]:
    """The places of a sentence's words among the tokens of the revision, as many as are found near each other."""
    best: list[int] = []
    for start in places.get(words[0], []):
        found, at = [], start
        for word in words:
            near = next((place for place in range(at, min(at + NEAR, len(tokens))) if tokens[place] == word), None)
            if near is not None:
                found.append(near)
                at = near + 1
        best = max(best, found, key=len)
    return best


def list_runs(words: Sequence[str]) -> set[tuple[str, ...]]:
    """Every three words in a row."""
    return set(zip(words, words[1:], words[2:], strict=False))


def compare_origins(lives: list[dict[str, Any]], tokens: list[tuple[str, int]], revisions: list[Revision]) -> None:
    """Print how often the two agree, by several rules, and whose revision has the words where they do not."""
    order = {each["revid"]: number for number, each in enumerate(revisions)}
    values = [value for value, _ in tokens]
    places: dict[str, list[int]] = defaultdict(list)
    for place, value in enumerate(values):
        places[value].append(place)
    starts = {row["life"]: order[int(row["revision"])] for row in lives}
    counts: Counter[str] = Counter()
    for row in lives:
        words = _WORD.findall(row["text"].lower())
        found = locate_words(words, values, places) if words else []
        if len(found) < max(LOCATED * len(words), 1):
            counts["not found among WikiWho's words"] += 1
            continue
        counts["compared"] += 1
        origins = Counter(order[tokens[place][1]] for place in found)
        commonest = {number for number, count in origins.items() if count == max(origins.values())}
        own = order[int(row["origin_revision"])]
        counts["origin = the commonest of its words"] += own in commonest
        counts["origin = that of one of its words"] += own in origins
        counts["first revision of the exact sentence = the newest of its words"] += starts[row["life"]] == max(origins)
        wanted = list_runs(words)
        if has_words(wanted, revisions, min(commonest) - 1):
            counts["WikiWho's is impossible: the revision before it has the words"] += 1
        else:
            counts["WikiWho's is possible"] += 1
            counts["... and it is our origin, of these"] += own in commonest
        counts["ours is impossible"] += has_words(wanted, revisions, own - 1)
        if own not in commonest:
            counts[judge_difference(words, revisions, own, min(commonest))] += 1
    for name, count in counts.items():
        of = "WikiWho's is possible" if name.endswith("of these") else "compared"
        print(f"{name:<70}{count:>6,}{count / max(counts[of], 1):>8.3f}")


def has_words(wanted: set[tuple[str, ...]], revisions: list[Revision], number: int) -> bool:
    """Whether a revision has nearly all words of a sentence, in their order."""
    return number >= 0 and bool(wanted) and measure_share(wanted, revisions[number]) >= STOOD


def measure_share(wanted: set[tuple[str, ...]], revision: Revision) -> float:
    """The share of runs of words that a revision has, the targets of its links left out."""
    text = _LINK_TARGET.sub("", revision["*"].lower())
    return len(wanted & list_runs(_WORD.findall(text))) / max(len(wanted), 1)


def judge_difference(words: Sequence[str], revisions: list[Revision], ours: int, theirs: int) -> str:
    """Whether the older of two revisions has the words of a sentence, as many in a row as the newer one."""
    wanted = list_runs(words)
    shares = [measure_share(wanted, revisions[number]) for number in (ours, theirs)]
    has_all = shares[ours > theirs] >= shares[ours < theirs] - LOST
    if has_all:
        return f"... they differ, and the older revision has the words: {'ours' if ours < theirs else 'theirs'}"
    return "... they differ, and the older revision has fewer of the words"


def main() -> None:
    """Run both on the same revisions and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dump", type=Path)
    parser.add_argument("--revisions", type=int, default=2_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "history.xml"
        write_head(given.dump, path, given.revisions)
        revisions = list(islice(read_revisions(path), given.revisions))
        while len(revisions) > 1 and len(revisions[-1]["*"]) < len(revisions[-2]["*"]) / 2:
            revisions.pop()  # WikiWho has no words for a revision that blanked the page
        write_head(given.dump, path, len(revisions))
        # What this script holds is no work of either: without this, the collector of garbage walks it again and again.
        gc.freeze()
        lives, stages = trace_with_ours(path)
        tokens, seconds = trace_with_wikiwho(revisions)
    size = sum(len(each["*"].encode()) for each in revisions) / 1e6
    print(f"{len(revisions):,} revisions, {size:,.0f} MB of text, {len(lives):,} sentences in the last one")
    front, whole = stages["front"], sum(stages.values())
    print(
        f"WikiWho {seconds:.2f} CPU s; ours: reading and walking {front:.2f}, all {whole:.2f}: "
        f"{seconds / front:.0f} and {seconds / whole:.0f} times as fast"
    )
    compare_origins(lives, tokens, revisions)


if __name__ == "__main__":
    main()
