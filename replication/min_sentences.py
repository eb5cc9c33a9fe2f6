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

REPLACED_SHARE = 0.1  # the share of the words that is replaced in an edited passage
LONGEST_PASSAGE = 10  # sentences of a planted passage
PAPER_SETTINGS = {
    "finder": "join",
    "feature": "words",
    "shingle": 4,
    "measure": "jaccard",
    "max_gap": 0,
    "extend": False,
}
OWN_SETTINGS = {"feature": "characters", "measure": "edit"}
WAYS = {
    f"{name}, {threshold}": {**settings, "threshold": threshold}
    for name, settings in (("4 words, Jaccard", PAPER_SETTINGS), ("characters, edit", OWN_SETTINGS))
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


def read_texts(path: str) -> dict[str, str]:
    """Read the documents of a file."""
    found = {}
    for file in find_inputs([path], SplitSettings().reading):
        for batch in build_reader(file, SplitSettings()).read(Split(file.path)):
            rows = batch.filter(pc.equal(batch["status"], "read")).select(["document", "text"]).to_pylist()
            found.update({row["document"]: row["text"] for row in rows})
    return found


def run_passages(texts: dict[str, str], folder: Path, **options: Any) -> twicetold.Run:
    """Run the job `passages` on documents."""
    path = folder / "documents.jsonl"
    with path.open("w", encoding="utf-8") as file:
        file.writelines(
            json.dumps({"id": name, "text": text}, ensure_ascii=False) + "\n" for name, text in texts.items()
        )
    return twicetold.passages(str(path), by="sentences", min_passage=0, **options)


def remove_overlapping(texts: dict[str, str], folder: Path) -> tuple[dict[str, str], twicetold.Run]:
    """Drop documents that share two matching sentences in a row with another; return the rest, and a run on them."""
    while True:
        run = run_passages(texts, folder, min_sentences=2, threshold=0.8)
        left = set(run.passages["left_document"].to_pylist())
        if not left:
            return texts, run
        texts = {name: text for name, text in texts.items() if name not in left}


def list_sentence_spans(run: twicetold.Run) -> dict[str, list[tuple[int, int]]]:
    """List the spans of the sentences of running text in each document."""
    found: dict[str, list[tuple[int, int]]] = {}
    columns = ["document", "block", "start", "end"]
    for row in run.sentences.select(columns).to_pylist():
        if row["block"] == "prose" and row["end"] - row["start"] > 10:
            found.setdefault(row["document"], []).append((row["start"], row["end"]))
    return {name: spans for name, spans in found.items() if len(spans) > LONGEST_PASSAGE}


def plant_passages(texts: dict[str, str], places: dict[str, list[tuple[int, int]]]) -> Sample:
    """Insert into each document a passage of one to ten sentences from another; edit every other passage."""
    draw = random.Random(SEED)
    names = list(places)
    plans, counts = [], {}
    for target, source in enumerate(draw.sample(range(len(names)), len(names))):
        if source != target:
            count = target % LONGEST_PASSAGE + 1
            counts[target] = count
            plans.append(plan_passage(texts, places, (names[source], names[target]), (source, target), count, draw))
    kept = {plan.target: plan for plan in without_clash(plans)}
    changed = {name: inserted(texts[name], kept.get(number)) for number, name in enumerate(names)}
    cases: dict[Pair, list[PassageSpans]] = {}
    lengths = {}
    for plan in kept.values():
        planted = placed(plan, kept.get(plan.source)).place
        pair, place = order_sides((names[plan.source], names[plan.target]), planted)
        cases.setdefault(pair, []).append(place)
        lengths[pair, place] = counts[plan.target]
    return Sample(changed, cases, lengths, {name: texts[name] for name in names})


def plan_passage(
    texts: dict[str, str],
    places: dict[str, list[tuple[int, int]]],
    pair: Pair,
    numbers: tuple[int, int],
    count: int,
    draw: random.Random,
) -> Plan:
    spans = places[pair[0]]
    first = draw.randrange(len(spans) - count)
    stretch = spans[first][0], spans[first + count - 1][1]
    text = texts[pair[0]][slice(*stretch)]
    form = "edited" if numbers[1] // LONGEST_PASSAGE % 2 else "verbatim"
    text = edited(text, texts[pair[1]], draw, REPLACED_SHARE) if form == "edited" else text
    return Plan(form, *numbers, stretch, draw.choice(places[pair[1]])[1], "\n\n", text, "\n\n")


def order_sides(pair: Pair, place: PassageSpans) -> tuple[Pair, PassageSpans]:
    return (pair, place) if pair[0] < pair[1] else ((pair[1], pair[0]), PassageSpans(place.right, place.left))


def list_passages(run: twicetold.Run) -> dict[Pair, list[PassageSpans]]:
    """List the passages of a run, except boilerplate, which is not reuse."""
    found: dict[Pair, list[PassageSpans]] = {}
    for row in run.passages.filter(pc.not_equal(run.passages["kind"], "boilerplate")).to_pylist():
        place = PassageSpans(*((row[f"{side}_start"], row[f"{side}_end"]) for side in SIDES))
        pair, place = order_sides((row["left_document"], row["right_document"]), place)
        found.setdefault(pair, []).append(place)
    return found


def score_passages(sample: Sample, found: dict[Pair, list[PassageSpans]], least: int = 1) -> Plagdet:
    """Compute the measures over the planted passages of at least `least` sentences."""
    pairs = sorted(sample.cases.keys() | found.keys())
    cases = ([each for each in sample.cases.get(pair, []) if sample.lengths[pair, each] >= least] for pair in pairs)
    return compute_plagdet(zip(cases, (found.get(pair, []) for pair in pairs), strict=True))


@dataclass(frozen=True)
class WayScore:
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
    """Draw documents by a seed, drop those that already share text, and plant passages in the others.

    With `longest`, only documents of a tenth of that many characters up to that many are drawn.
    """
    fitting = [name for name, text in texts.items() if not longest or longest / 10 <= len(text) <= longest]
    names = random.Random(SEED).sample(sorted(fitting), min(count, len(fitting)))
    kept, run = remove_overlapping({name: texts[name] for name in names}, folder)
    return plant_passages(kept, list_sentence_spans(run))


def score_ways(
    sample: Sample, folder: Path, ways: Mapping[str, Mapping[str, Any]], lengths: Sequence[int]
) -> Iterator[WayScore]:
    """Run the job for every way of matching and every number of sentences."""
    for way, options in ways.items():
        for least in lengths:
            found = list_passages(run_passages(sample.texts, folder, min_sentences=least, **options))
            every, long = score_passages(sample, found), score_passages(sample, found, 3)
            yield WayScore(way, least, every.detections, every.precision, every.recall, long.recall, every.granularity)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m replication.min_sentences", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("file", help="documents, in anything that twicetold reads")
    parser.add_argument("--documents", type=int, default=600)
    parser.add_argument("--longest", type=int, default=20_000, help="characters of a document; a tenth is the least")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as place:
        sample = prepare_sample(read_texts(given.file), Path(place), given.documents, given.longest)
        alone = sum(
            map(len, list_passages(run_passages(sample.before, Path(place), min_sentences=1, threshold=0.8)).values())
        )
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
    best = (max((each for each in scores if each.way == way), key=lambda each: each.f1) for way in WAYS)
    print("best", "; ".join(f"{each.way}: {each.least} ({each.f1:.3f})" for each in best))
    return 0


if __name__ == "__main__":
    sys.exit(main())
