"""What every step of the job `passages` must do: each is tried on the rows that the job gave it."""

import inspect
import sys
from dataclasses import dataclass, field, replace
from typing import Any

import pyarrow as pa
import pytest
from benchmarks.cases import build_document
from tests.contracts.test_steps import AWKWARD, check_step, documents
from tests.oracles.alignment import Align, Document, alignable
from tests.runs.essays import NOTICE, essay
from tests.runs.passage_stages import in_memory, planted
from tests.runs.sentence_rows import check_grouped, tallied

from twicetold.config import Folding, Locating, Machine
from twicetold.engines.local import Local
from twicetold.jobs.passages import boilerplate as places
from twicetold.jobs.passages import families, links, pair_documents, windows
from twicetold.jobs.passages.settings import PassageSettings
from twicetold.jobs.passages.tables import POINTS
from twicetold.matching import document_sentences
from twicetold.matching.document_sentences import GatherSentences, ListOccurrences, list_sentences
from twicetold.splitter import SplitIntoSentences
from twicetold.tables.reading import SENTENCES

PASSAGES = sys.modules["twicetold.jobs.passages.locate"]


@dataclass(frozen=True, eq=False)
class Seen:
    """A step that keeps the batches it was given."""

    step: Any
    by: tuple[str, ...] = ()
    batches: list[pa.RecordBatch] = field(default_factory=list)

    @property
    def schema(self):
        return self.step.schema

    def __call__(self, batch):
        self.batches.append(batch)
        return self.step(batch)


class Watched(Local):
    """An engine that keeps what each step was given."""

    def map(self, table, step):
        return super().map(table, self._seen(Seen(step)))

    def group(self, table, by, step, **how):
        return super().group(table, by, self._seen(Seen(step, tuple(by))), **how)

    def _seen(self, step):
        self.__dict__.setdefault("steps", []).append(step)
        return step


def shelf():
    """Copies, an edited one, a whole one, parts of three in one, and what stands in all."""
    notice = NOTICE.split(". ", 1)
    edited = [each.replace(" ", " too ", 1) for each in essay(2)]
    texts = {
        "a": essay(1), "b": [*essay(20, 3), *essay(1)[2:6]], "c": essay(2), "d": edited, "e": [*essay(3), *essay(3)[:3]],
        "f": [*essay(1)[:3], *essay(2)[:3], *essay(3)[:3]],
    }  # fmt: skip
    return [planted(name, [*own, *notice], name > "d", 7 if name in "ab" else 0) for name, own in texts.items()]


def watched():
    """Every step with the rows it was given, of several ways through the job."""
    ways = {
        "words": Locating(boilerplate=4, thorough=0),
        "sentences": Locating(by="sentences", boilerplate=4, thorough=0),
    }
    ways["against"] = replace(ways["words"], against=("them",), keep_boilerplate=False, thorough=2**62)
    for name, how in ways.items():
        engine = Watched(Machine(workers=1))
        in_memory(shelf(), PassageSettings(locating=how, machine=engine.machine), engine)
        for seen in engine.steps:
            if seen.batches and type(seen.step).__module__ in (
                "twicetold.matching.document_sentences",
                "twicetold.jobs.passages.boilerplate",
                "twicetold.jobs.passages.pair_documents",
                "twicetold.jobs.passages.locate",
                "twicetold.jobs.passages.windows",
                "twicetold.jobs.passages.links",
                "twicetold.jobs.passages.families",
            ):
                yield pytest.param(seen, id=f"{name}-{type(seen.step).__name__}")


WATCHED = list(watched())


@pytest.mark.parametrize("seen", WATCHED)
def test_a_step_keeps_the_promises_of_a_step(seen):
    batch = max(seen.batches, key=lambda batch: batch.num_rows)
    if seen.by:
        check_grouped(seen.step, batch, seen.by)
    elif seen.schema.names == ["name", "count"]:
        assert seen.step(batch).schema.equals(seen.schema)
        assert tallied(seen.step(batch.slice(0, 3)), seen.step(batch.slice(3))) == tallied(seen.step(batch))
    else:
        check_step(seen.step, batch.slice(0, 40))
    assert hash(seen.step) == hash(replace(seen.step))


def test_every_step_of_the_job_was_tried_on_rows():
    tried = {
        type(param.values[0].step) for param in WATCHED if max(each.num_rows for each in param.values[0].batches) > 1
    }
    steps = {
        each
        for module in (document_sentences, places, pair_documents, windows, links, families, PASSAGES)
        for each in vars(module).values()
        if inspect.isclass(each) and each.__module__ == module.__name__ and hasattr(each, "schema")
    }
    assert {each.__name__ for each in steps - tried} == {"GatherSentences"}, "it has tests of its own"


# ---- documents with their sentences ----


@pytest.mark.parametrize("series", ["", "none", "folder", "source"])
def test_gathering_keeps_the_promises_of_a_step(series):
    check_step(GatherSentences(SplitIntoSentences(), frozenset({"x"}), series), documents())


def test_gathered_and_spread_again_are_the_sentences():
    split = SplitIntoSentences()
    for markup in ("plain", "html", "wikitext"):
        gathered = GatherSentences(split)(documents(markup=markup))
        assert list_sentences(gathered).equals(split(documents(markup=markup)))
        for cut in range(gathered.num_rows + 1):
            parts = [list_sentences(gathered.slice(0, cut)), list_sentences(gathered.slice(cut))]
            assert pa.concat_batches(parts).equals(list_sentences(gathered))


def test_only_documents_that_were_read_and_have_a_sentence_are_gathered():
    rows = [build_document(AWKWARD[2], "plain", document=name, status=name) for name in ("read", "skipped", "rejected")]
    found = GatherSentences(SplitIntoSentences())(
        pa.concat_batches([*rows, build_document("  ", "plain", document="blank")])
    )
    assert found["document"].to_pylist() == ["read"]


def test_the_side_and_the_series_of_a_document_are_told_by_its_file():
    rows = [
        build_document("One. Two.", "plain", document=str(at), source=source, series=series)
        for at, (source, series) in enumerate([("a/x", "s"), ("a/y", ""), ("b/x", "s")])
    ]

    def told(series):
        found = GatherSentences(SplitIntoSentences(), frozenset({"a/y"}), series)(pa.concat_batches(rows))
        assert found["is_against"].to_pylist() == [False, True, False]
        return found["kin"].to_pylist()

    one, none, same = told("")
    assert one == same != 0 == none
    assert told("field") == told("")
    assert told("none") == [0, 0, 0]
    assert [len(set(told("folder"))), len(set(told("source")))] == [2, 3]


def test_occurrences_are_the_sentences_that_count():
    every = GatherSentences(SplitIntoSentences())(documents([AWKWARD[2], AWKWARD[9], " ".join(essay(1))]))
    numbered = every.add_column(
        0, pa.field("number", pa.uint32(), nullable=False), pa.array(range(len(every)), pa.uint32())
    )
    check_step(ListOccurrences(Folding(min_characters=1)), numbered)
    long = ListOccurrences(Folding())(numbered)
    assert long["number"].to_pylist() == [2] * 8
    texts = [row["text"] for row in list_sentences(every).to_pylist() if row["document"] == "2"]
    assert long["length"].to_pylist() == [len(text.encode()) for text in texts]
    assert SENTENCES.field("position").type == long["position"].type


def test_aligning_two_documents_keeps_the_promises_of_a_step():
    sides = [Document.of([(text, 0, len(text)) for text in essay(number)]) for number in (1, 2)]
    check_step(Align(), alignable([(sides[0], sides[1]), (sides[0], sides[0]), (Document.of([]), sides[1])]))


def test_pairs_are_kept_by_what_they_have_in_common_themselves():
    """Hundreds of pairs in one batch: a grouping that hands sums back in an order of its own once mixed them up."""
    lengths = {(left, right): (left * 7919 + right * 104729) % 200 for left in range(40) for right in range(40, 60)}
    rows = [
        {"left": left, "right": right, "left_position": at, "right_position": at, "similarity": 1.0, "length": length}
        for (left, right), length in lengths.items()
        for at in range(1 + (left + right) % 3)
    ]
    paired = pair_documents.GroupPointsByPair(90.0)(pa.RecordBatch.from_pylist(rows, POINTS))
    kept = set(zip(paired["left"].to_pylist(), paired["right"].to_pylist(), strict=True))
    assert kept == {pair for pair, length in lengths.items() if length * (1 + sum(pair) % 3) >= 90}
