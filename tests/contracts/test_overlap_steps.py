"""The steps that locate overlaps of documents, and those that keep texts for the report, are steps."""

import pyarrow as pa
import pytest
from tests.contracts.test_steps import AWKWARD, check_step, documents
from tests.runs.sentence_rows import FAR, NEAR, ORIGIN, check_grouped, grouped

from twicetold import registry
from twicetold.config import Locating
from twicetold.finders.join_steps import UNIT_TEXTS
from twicetold.jobs.documents import overlaps, variants
from twicetold.jobs.documents.overlap_steps import OVERLAP_PAIRS, SHORT_CHARACTERS, LocateOverlaps
from twicetold.jobs.documents.similar_documents import DOCUMENT_LABELS
from twicetold.matching.clusters.matches import AddMatchClusters
from twicetold.splitter import SplitIntoSentences
from twicetold.tables.matching import UNIT_MATCHES

STORY = f"{ORIGIN} {FAR} The ferry landed at the old pier every evening. The miller came down for his letters. "
OTHER = (
    "Nobody knows who built the tower; a priest who came through the valley on foot says it is older than his church."
)
_COUNT = pa.uint32()


def labels():
    """Two clusters; in the second the core's text stands twice, once in `--against`."""
    rows = [
        (0, 4, 4, 4, False, 3, 0, 1.0), (0, 5, 5, 4, False, 3, 1, 0.9), (0, 9, 4, 4, False, 3, 0, 1.0),
        (1, 0, 0, 0, True, 3, 0, 1.0), (1, 1, 0, 0, True, 3, 0, 1.0), (1, 7, 7, 0, False, 3, 1, 0.8),
    ]  # fmt: skip
    return pa.RecordBatch.from_pylist(
        [dict(zip(DOCUMENT_LABELS.names, row, strict=True)) for row in rows], DOCUMENT_LABELS
    )


def test_who_goes_is_paired_with_its_core_and_nobody_of_the_other_set_is():
    check_step(overlaps.pair_removed_documents, labels())
    assert overlaps.pair_removed_documents(labels()).to_pylist() == [
        {"cluster": 0, "left": 5, "right": 4},
        {"cluster": 0, "left": 9, "right": 4},
        {"cluster": 1, "left": 7, "right": 0},
    ]


def test_a_match_is_turned_so_that_the_one_that_stays_is_on_the_right():
    schema = AddMatchClusters(UNIT_MATCHES).schema
    placed = pa.RecordBatch.from_pylist(
        [dict(zip(schema.names, (None, 0, None, 4, 8, 0.9), strict=True))] * 2, schema=schema
    )
    check_step(overlaps.turn_document_matches, placed)
    assert overlaps.turn_document_matches(placed).to_pylist()[0] == {"cluster": None, "left": 8, "right": 4}


def pairs(*rows):
    return pa.RecordBatch.from_pylist([dict(zip(OVERLAP_PAIRS.names, row, strict=True)) for row in rows], OVERLAP_PAIRS)


def test_each_pair_comes_once():
    rows = grouped(pairs((0, 2, 1), (0, 3, 1), (0, 2, 1), (1, 2, 1)), OVERLAP_PAIRS.names)
    check_grouped(overlaps.DropRepeatedRows(OVERLAP_PAIRS), rows, OVERLAP_PAIRS.names)
    assert overlaps.DropRepeatedRows(OVERLAP_PAIRS)(rows).num_rows == 3
    for side in ("left", "right"):
        check_step(overlaps.ListPairDocuments(side), rows)


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
    check_step(overlaps.key_documents_to_read, known)
    return overlaps.key_documents_to_read(known)


def test_of_two_documents_with_one_key_the_first_is_wanted():
    rows = wanted(placed(["a", "a", "b"]))
    twice = grouped(pa.concat_batches([rows, rows]), ("key",))
    check_grouped(overlaps.KeepFirstOfKey(overlaps.DOCUMENTS_TO_READ), twice, ("key",))
    keys = overlaps.KeepFirstOfKey(overlaps.DOCUMENTS_TO_READ)(twice)["key"].to_pylist()
    assert len(keys) == len(set(keys))


def joined(texts, markup="plain"):
    """Documents that found their numbers, as the join gives them."""
    batch = placed(texts, markup)
    check_step(overlaps.key_read_documents, batch)
    keyed, found = overlaps.key_read_documents(batch), wanted(batch)
    assert keyed["key"].equals(found["key"])
    columns = [*keyed.columns, *found.columns[1:]]
    return pa.RecordBatch.from_arrays(columns, schema=pa.schema([*keyed.schema, *list(found.schema)[1:]]))


@pytest.mark.parametrize("markup", registry.list_names("cleaner"))
def test_documents_that_are_wanted_become_sentences(markup):
    check_step(overlaps.SplitKeyedDocuments(SplitIntoSentences()), joined(AWKWARD, markup))


def test_a_document_that_only_shares_the_key_is_left_out():
    rows = joined([ORIGIN, NEAR])
    other = rows.set_column(rows.schema.get_field_index("wanted_place"), "wanted_place", pa.array(["line 0", "line 7"]))
    assert overlaps.SplitKeyedDocuments(SplitIntoSentences())(other)["number"].to_pylist() == [0]


def met(texts, couples):
    """Pairs of works with both texts, as the join gives them."""
    works = {
        row["number"]: row for row in overlaps.SplitKeyedDocuments(SplitIntoSentences())(joined(texts)).to_pylist()
    }
    rows = [
        {"cluster": 0, "left": left, "right": right}
        | {f"left_{name}": value for name, value in works[left].items() if name != "number"}
        | {f"right_{name}": value for name, value in works[right].items() if name != "number"}
        for left, right in couples
    ]
    both = [
        each.with_name(f"{side}_{each.name}")
        for side in ("left", "right")
        for each in list(overlaps.PAIRED_SENTENCE_LISTS)[1:]
    ]
    return pa.RecordBatch.from_pylist(rows, pa.schema([*OVERLAP_PAIRS, *both]))


TOLD = [STORY * 2, STORY * 2, f"{OTHER} {STORY} And so on.", NEAR, f"{ORIGIN} It is cold there.", AWKWARD[3], "x" * 9]


def test_overlaps_keep_the_promises_of_a_step():
    couples = [(one, two) for one in range(len(TOLD)) for two in range(one + 1, len(TOLD))]
    check_step(LocateOverlaps(), met(TOLD, couples))


def test_the_same_text_overlaps_from_end_to_end_and_a_part_where_it_stands():
    whole, part = LocateOverlaps()(met(TOLD, [(0, 1), (2, 0)])).to_pylist()
    assert (whole["left_start"], whole["left_end"], whole["similarity"]) == (0, len(TOLD[0].strip()), 1.0)
    assert (whole["left_share"], whole["right_share"]) == (1.0, 1.0)
    assert TOLD[2][part["left_start"] : part["left_end"]].startswith(STORY.strip()[:60])
    assert whole["excerpt"].startswith(ORIGIN)


def test_short_texts_that_are_known_to_be_alike_overlap_too():
    (found,) = LocateOverlaps()(met(TOLD, [(4, 3)])).to_pylist()
    assert SHORT_CHARACTERS <= found["characters"] < Locating.min_passage
    assert TOLD[4][found["left_start"] : found["left_end"]].startswith("The lake froze over in the winter of")
    assert found["excerpt"].startswith("The lake froze over in the winter of")


def test_the_texts_of_a_page_are_the_core_and_those_least_like_it(monkeypatch):
    check_step(variants.list_cluster_variants, labels())
    texts = variants.list_cluster_variants(labels())
    assert texts["unit"].to_pylist() == [4, 5, 0, 7]
    check_grouped(variants.choose_cluster_variants, grouped(texts, ("cluster",)), ("cluster",))
    monkeypatch.setattr(variants, "VARIANT_LIMIT", 1)
    rows = [(9, 3, 2, 0.9), (8, 3, 0, 1.0), (7, 3, 1, 0.95)]
    many = pa.RecordBatch.from_pylist(
        [dict(zip(variants.list_cluster_variants.schema.names, row, strict=True)) for row in rows],
        variants.list_cluster_variants.schema,
    )
    assert variants.choose_cluster_variants(grouped(many, ("cluster",)))["unit"].to_pylist() == [8, 9]


def test_a_long_text_is_cut_and_its_length_is_kept(monkeypatch):
    monkeypatch.setattr(variants, "VARIANT_CHARACTERS", 3)
    batch = pa.RecordBatch.from_arrays(
        [pa.array([1, 2], _COUNT), pa.array(["été!", "ab"]), *[pa.array([0, 1], _COUNT)] * 2],
        schema=pa.schema([*UNIT_TEXTS, *list(variants.list_cluster_variants.schema)[1:3]]),
    )
    check_step(variants.cut_variant_texts, batch)
    assert [(row["text"], row["length"]) for row in variants.cut_variant_texts(batch).to_pylist()] == [
        ("été", 4),
        ("ab", 2),
    ]
