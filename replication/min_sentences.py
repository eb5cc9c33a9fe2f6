"""How many sentences make a passage: `python -m replication.min_sentences FILE [--documents N] [--longest N]`.

The paper on partial duplicates keeps runs of at least three matching sentences. Here runs of one to five are tried, on
documents of FILE (anything that twicetold reads) with planted passages of one to ten sentences, verbatim or edited.

What counts as what: first the job runs without planting, and a document with a run of two or more matching sentences is
left out, until there is none. So what is still found besides the planted passages are single sentences that are alike
by chance, and they count as wrong. Precision, recall and F1 are those of characters, as plagdet defines them: each
passage counts the same. The last line is `best` and the F1 for each of the settings.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow.compute as pc
from benchmarks.planting import SEED, Plan, edited, inserted, placed, without_clash

import twicetold
from twicetold.evaluate.truth import PassageSpans
from twicetold.jobs.front import build_reader
from twicetold.jobs.passages.plagdet import Plagdet, compute_plagdet
from twicetold.jobs.split.settings import SplitSettings
from twicetold.readers.base import Split
from twicetold.readers.inputs import find_inputs

REPLACED = 0.1  # of the words of an edited passage
LONGEST = 10  # sentences of a planted passage
PAPER = {"finder": "join", "feature": "words", "shingle": 4, "measure": "jaccard", "max_gap": 0, "extend": False}
OURS = {"feature": "characters", "measure": "edit"}
WAYS = {
    f"{name}, {threshold}": {**settings, "threshold": threshold}
    for name, settings in (("4 words, Jaccard", PAPER), ("characters, edit", OURS))
    for threshold in (0.9, 0.8)
}
SIDES = ("left", "right")

Pair = tuple[str, str]


@dataclass(frozen=True)
class Sample:
    """Documents by name, the planted passages of every two of them, and how many sentences each passage has."""

    texts: dict[str, str]
    cases: dict[Pair, list[PassageSpans]]
    lengths: dict[tuple[Pair, PassageSpans], int]
    before: dict[str, str] = field(default_factory=dict)  # the documents without the passages


def read(path: str) -> dict[str, str]:
    """The documents of a file."""
    found = {}
    for file in find_inputs([path], SplitSettings().reading):
        for batch in build_reader(file, SplitSettings()).read(Split(file.path)):
            rows = batch.filter(pc.equal(batch["status"], "read")).select(["document", "text"]).to_pylist()
            found.update({row["document"]: row["text"] for row in rows})
    return found


def run(texts: dict[str, str], folder: Path, **options: Any) -> twicetold.Run:
    """The job on these documents."""
    path = folder / "documents.jsonl"
    with path.open("w", encoding="utf-8") as file:
        file.writelines(
            json.dumps({"id": name, "text": text}, ensure_ascii=False) + "\n" for name, text in texts.items()
        )
    return twicetold.passages(str(path), by="sentences", min_passage=0, **options)


def without_runs(texts: dict[str, str], folder: Path) -> tuple[dict[str, str], twicetold.Run]:
    """The documents that have no two matching sentences in a row with another, and a run of the job on them."""
    while True:
        done = run(texts, folder, min_sentences=2, threshold=0.8)
        left = set(done.passages["left_document"].to_pylist())
        if not left:
            return texts, done
        texts = {name: text for name, text in texts.items() if name not in left}


def sentences_of(done: twicetold.Run) -> dict[str, list[tuple[int, int]]]:
    """Where the sentences of running text stand in each document."""
    found: dict[str, list[tuple[int, int]]] = {}
    columns = ["document", "block", "start", "end"]
    for row in done.sentences.select(columns).to_pylist():
        if row["block"] == "prose" and row["end"] - row["start"] > 10:
            found.setdefault(row["document"], []).append((row["start"], row["end"]))
    return {name: own for name, own in found.items() if len(own) > LONGEST}


def plant(texts: dict[str, str], places: dict[str, list[tuple[int, int]]]) -> Sample:
    """Each document with a passage of another in it, of one to ten sentences, every other one edited."""
    draw = random.Random(SEED)
    names = list(places)
    plans, counts = [], {}
    for target, source in enumerate(draw.sample(range(len(names)), len(names))):
        if source != target:
            count = target % LONGEST + 1
            counts[target] = count
            plans.append(planned(texts, places, (names[source], names[target]), (source, target), count, draw))
    kept = {plan.target: plan for plan in without_clash(plans)}
    changed = {name: inserted(texts[name], kept.get(number)) for number, name in enumerate(names)}
    cases: dict[Pair, list[PassageSpans]] = {}
    lengths = {}
    for plan in kept.values():
        own = placed(plan, kept.get(plan.source)).place
        pair, place = ordered((names[plan.source], names[plan.target]), own)
        cases.setdefault(pair, []).append(place)
        lengths[pair, place] = counts[plan.target]
    return Sample(changed, cases, lengths, {name: texts[name] for name in names})


def planned(
    texts: dict[str, str],
    places: dict[str, list[tuple[int, int]]],
    pair: Pair,
    numbers: tuple[int, int],
    count: int,
    draw: random.Random,
) -> Plan:
    own = places[pair[0]]
    first = draw.randrange(len(own) - count)
    stretch = own[first][0], own[first + count - 1][1]
    text = texts[pair[0]][slice(*stretch)]
    form = "edited" if numbers[1] // LONGEST % 2 else "verbatim"
    text = edited(text, texts[pair[1]], draw, REPLACED) if form == "edited" else text
    return Plan(form, *numbers, stretch, draw.choice(places[pair[1]])[1], "\n\n", text, "\n\n")


def ordered(pair: Pair, place: PassageSpans) -> tuple[Pair, PassageSpans]:
    return (pair, place) if pair[0] < pair[1] else ((pair[1], pair[0]), PassageSpans(place.right, place.left))


def detected(done: twicetold.Run) -> dict[Pair, list[PassageSpans]]:
    """The passages of a run; what it calls boilerplate it does not call reuse."""
    found: dict[Pair, list[PassageSpans]] = {}
    for row in done.passages.filter(pc.not_equal(done.passages["kind"], "boilerplate")).to_pylist():
        place = PassageSpans(*((row[f"{side}_start"], row[f"{side}_end"]) for side in SIDES))
        pair, place = ordered((row["left_document"], row["right_document"]), place)
        found.setdefault(pair, []).append(place)
    return found


def scored(sample: Sample, found: dict[Pair, list[PassageSpans]], least: int = 1) -> Plagdet:
    """The measure, over cases of at least so many sentences."""
    pairs = sorted(sample.cases.keys() | found.keys())
    cases = ([each for each in sample.cases.get(pair, []) if sample.lengths[pair, each] >= least] for pair in pairs)
    return compute_plagdet(zip(cases, (found.get(pair, []) for pair in pairs), strict=True))


@dataclass(frozen=True)
class Score:
    """How well one way of matching locates the planted passages, with runs of at least `least` sentences."""

    way: str
    least: int
    passages: int
    precision: float
    recall: float
    recall_of_long: float  # of passages of three sentences or more
    granularity: float

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def prepare_sample(texts: dict[str, str], folder: Path, count: int, longest: int = 0) -> Sample:
    """Documents drawn by a seed, without those that share text already, with planted passages.

    With `longest`, only documents of a tenth of that many characters up to that many are drawn.
    """
    fitting = [name for name, text in texts.items() if not longest or longest / 10 <= len(text) <= longest]
    names = random.Random(SEED).sample(sorted(fitting), min(count, len(fitting)))
    kept, done = without_runs({name: texts[name] for name in names}, folder)
    return plant(kept, sentences_of(done))


def score_ways(
    sample: Sample, folder: Path, ways: Mapping[str, Mapping[str, Any]], lengths: Sequence[int]
) -> Iterator[Score]:
    """Run the job for every way of matching and every number of sentences."""
    for way, options in ways.items():
        for least in lengths:
            found = detected(run(sample.texts, folder, min_sentences=least, **options))
            every, long = scored(sample, found), scored(sample, found, 3)
            yield Score(way, least, every.detections, every.precision, every.recall, long.recall, every.granularity)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m replication.min_sentences", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("file", help="documents, in anything that twicetold reads")
    parser.add_argument("--documents", type=int, default=600)
    parser.add_argument("--longest", type=int, default=20_000, help="characters of a document; a tenth is the least")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as place:
        sample = prepare_sample(read(given.file), Path(place), given.documents, given.longest)
        alone = sum(map(len, detected(run(sample.before, Path(place), min_sentences=1, threshold=0.8)).values()))
        print(f"{len(sample.texts)} documents, {len(sample.lengths)} planted; {alone} single sentences alike by chance")
        print("| matching | min_sentences | passages | precision | recall | of 3 and more | F1 | granularity |")
        print("| --- | --- | --- | --- | --- | --- | --- | --- |")
        scores = []
        for each in score_ways(sample, Path(place), WAYS, range(1, 6)):
            scores.append(each)
            print(
                f"| {each.way} | {each.least} | {each.passages} | {each.precision:.3f} | {each.recall:.3f} | "
                f"{each.recall_of_long:.3f} | {each.f1:.3f} | {each.granularity:.3f} |",
                flush=True,
            )
    best = (max((own for own in scores if own.way == way), key=lambda own: own.f1) for way in WAYS)
    print("best", "; ".join(f"{own.way}: {own.least} ({own.f1:.3f})" for own in best))
    return 0


if __name__ == "__main__":
    sys.exit(main())
