"""The steps that locate overlaps of documents, and those that keep texts for the report, are steps."""

import pyarrow as pa
import pytest
from tests.contracts.sentence_rows import FAR, NEAR, ORIGIN, check_grouped, grouped
from tests.contracts.test_steps import AWKWARD, check_step, documents

from twicetold import registry
from twicetold.config import Locating
from twicetold.finders.join_steps import TEXTS
from twicetold.schema import ALIKE
from twicetold.splitters.sentences import Sentences
from twicetold.stages.documents import overlapping, variants
from twicetold.stages.documents.overlap_steps import PAIRED, SHORT, Overlap
from twicetold.stages.documents.resembling import LABELS
from twicetold.stages.placing import NONE, Placed

STORY = f"{ORIGIN} {FAR} The ferry landed at the old pier every evening. The miller came down for his letters. "
OTHER = (
    "Nobody knows who built the tower; a priest who came through the valley on foot says it is older than his church."
)
_COUNT = pa.uint32()


def labels():
    """Two clusters; in the second the core's text stands twice, once in `--against`."""
    rows = [
        (0, 4, 4, 4, 1, 3, 0, 1.0), (0, 5, 5, 4, 1, 3, 1, 0.9), (0, 9, 4, 4, 1, 3, 0, 1.0),
        (1, 0, 0, 0, 0, 3, 0, 1.0), (1, 1, 0, 0, 0, 3, 0, 1.0), (1, 7, 7, 0, 1, 3, 1, 0.8),
    ]  # fmt: skip
    return pa.RecordBatch.from_pylist([dict(zip(LABELS.names, row, strict=True)) for row in rows], LABELS)


def test_who_goes_is_paired_with_its_core_and_nobody_of_the_other_set_is():
    check_step(overlapping.Gone(), labels())
    assert overlapping.Gone()(labels()).to_pylist() == [
        {"cluster": 0, "left": 5, "right": 4},
        {"cluster": 0, "left": 9, "right": 4},
        {"cluster": 1, "left": 7, "right": 0},
    ]


def test_a_match_is_turned_so_that_the_one_that_stays_is_on_the_right():
    schema = Placed(ALIKE).schema
    placed = pa.RecordBatch.from_pylist(
        [dict(zip(schema.names, (NONE, 0, NONE, 4, 8, 0.9), strict=True))] * 2, schema=schema
    )
    check_step(overlapping.Turned(), placed)
    assert overlapping.Turned()(placed).to_pylist()[0] == {"cluster": NONE, "left": 8, "right": 4}


def pairs(*rows):
    return pa.RecordBatch.from_pylist([dict(zip(PAIRED.names, row, strict=True)) for row in rows], PAIRED)


def test_each_pair_comes_once():
    rows = grouped(pairs((0, 2, 1), (0, 3, 1), (0, 2, 1), (1, 2, 1)), PAIRED.names)
    check_grouped(overlapping.Once(PAIRED), rows, PAIRED.names)
    assert overlapping.Once(PAIRED)(rows).num_rows == 3
    for side in ("left", "right"):
        check_step(overlapping.Numbers(side), rows)


def placed(texts, markup="plain"):
    """Documents that stand each at a place of its own."""
    batch = documents(texts, markup)
    places = pa.array([f"line {at}" for at in range(batch.num_rows)])
    return batch.set_column(batch.schema.get_field_index("place"), batch.schema.field("place"), places)


def wanted(batch):
    known = pa.RecordBatch.from_arrays(
        [pa.arange(0, batch.num_rows).cast(_COUNT), *[batch[name] for name in ("source", "place", "revision")]],
        names=["number", "source", "place", "revision"],
    )
    check_step(overlapping.Wanted(), known)
    return overlapping.Wanted()(known)


def test_of_two_documents_with_one_key_the_first_is_wanted():
    rows = wanted(placed(["a", "a", "b"]))
    twice = grouped(pa.concat_batches([rows, rows]), ("key",))
    check_grouped(overlapping.First(overlapping.WANTED), twice, ("key",))
    keys = overlapping.First(overlapping.WANTED)(twice)["key"].to_pylist()
    assert len(keys) == len(set(keys))


def joined(texts, markup="plain"):
    """Documents that found their numbers, as the join gives them."""
    batch = placed(texts, markup)
    check_step(overlapping.Keyed(), batch)
    keyed, found = overlapping.Keyed()(batch), wanted(batch)
    assert keyed["key"].equals(found["key"])
    columns = [*keyed.columns, *found.columns[1:]]
    return pa.RecordBatch.from_arrays(columns, schema=pa.schema([*keyed.schema, *list(found.schema)[1:]]))


@pytest.mark.parametrize("markup", registry.names("cleaner"))
def test_documents_that_are_wanted_become_sentences(markup):
    check_step(overlapping.Cut(Sentences()), joined(AWKWARD, markup))


def test_a_document_that_only_shares_the_key_is_left_out():
    rows = joined([ORIGIN, NEAR])
    other = rows.set_column(rows.schema.get_field_index("wanted_place"), "wanted_place", pa.array(["line 0", "line 7"]))
    assert overlapping.Cut(Sentences())(other)["number"].to_pylist() == [0]


def met(texts, couples):
    """Pairs of works with both texts, as the join gives them."""
    works = {row["number"]: row for row in overlapping.Cut(Sentences())(joined(texts)).to_pylist()}
    rows = [
        {"cluster": 0, "left": left, "right": right}
        | {f"left_{name}": value for name, value in works[left].items() if name != "number"}
        | {f"right_{name}": value for name, value in works[right].items() if name != "number"}
        for left, right in couples
    ]
    both = [each.with_name(f"{side}_{each.name}") for side in ("left", "right") for each in list(overlapping.CUT)[1:]]
    return pa.RecordBatch.from_pylist(rows, pa.schema([*PAIRED, *both]))


TOLD = [STORY * 2, STORY * 2, f"{OTHER} {STORY} And so on.", NEAR, f"{ORIGIN} It is cold there.", AWKWARD[3], "x" * 9]


def test_overlaps_keep_the_promises_of_a_step():
    couples = [(one, two) for one in range(len(TOLD)) for two in range(one + 1, len(TOLD))]
    check_step(Overlap(), met(TOLD, couples))


def test_the_same_text_overlaps_from_end_to_end_and_a_part_where_it_stands():
    whole, part = Overlap()(met(TOLD, [(0, 1), (2, 0)])).to_pylist()
    assert (whole["left_start"], whole["left_end"], whole["similarity"]) == (0, len(TOLD[0].strip()), 1.0)
    assert (whole["left_share"], whole["right_share"]) == (1.0, 1.0)
    assert TOLD[2][part["left_start"] : part["left_end"]].startswith(STORY.strip()[:60])
    assert whole["excerpt"].startswith(ORIGIN)


def test_short_texts_that_are_known_to_be_alike_overlap_too():
    (found,) = Overlap()(met(TOLD, [(4, 3)])).to_pylist()
    assert SHORT <= found["characters"] < Locating.min_passage
    assert TOLD[4][found["left_start"] : found["left_end"]].startswith("The lake froze over in the winter of")
    assert found["excerpt"].startswith("The lake froze over in the winter of")


def test_the_texts_of_a_page_are_the_core_and_those_least_like_it(monkeypatch):
    check_step(variants.Texts(), labels())
    texts = variants.Texts()(labels())
    assert texts["unit"].to_pylist() == [4, 5, 0, 7]
    check_grouped(variants.Chosen(), grouped(texts, ("cluster",)), ("cluster",))
    monkeypatch.setattr(variants, "VARIANTS", 1)
    rows = [(9, 3, 2, 0.9), (8, 3, 0, 1.0), (7, 3, 1, 0.95)]
    many = pa.RecordBatch.from_pylist(
        [dict(zip(variants.Texts.schema.names, row, strict=True)) for row in rows], variants.Texts.schema
    )
    assert variants.Chosen()(grouped(many, ("cluster",)))["unit"].to_pylist() == [8, 9]


def test_a_long_text_is_cut_and_its_length_is_kept(monkeypatch):
    monkeypatch.setattr(variants, "CHARACTERS", 3)
    batch = pa.RecordBatch.from_arrays(
        [pa.array([1, 2], _COUNT), pa.array(["été!", "ab"]), *[pa.array([0, 1], _COUNT)] * 2],
        schema=pa.schema([*TEXTS, *list(variants.Texts.schema)[1:3]]),
    )
    check_step(variants.Beginning(), batch)
    assert [(row["text"], row["length"]) for row in variants.Beginning()(batch).to_pylist()] == [("été", 4), ("ab", 2)]
