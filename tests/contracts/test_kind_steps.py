"""What every step from matches to kinds and contradictions must do, whatever the text."""

from itertools import pairwise

import pyarrow as pa
from tests.contracts.sentence_rows import TEXTS, check_grouped, grouped
from tests.contracts.test_cluster_steps import members
from tests.contracts.test_steps import check_step

from twicetold.schema import CLUSTERS, DOCUMENT_PAIRS, DOCUMENTS, MATCHES, TOLD, VERIFIED
from twicetold.stages.sentences.classify import Classify, Leading, Named
from twicetold.stages.sentences.contradictions import (
    Asked,
    Contradictions,
    Dated,
    Drifting,
    Once,
    Placed,
    Ranked,
    newer,
)
from twicetold.stages.sentences.document_pairs import NAMES
from twicetold.stages.sentences.matches import (
    INSIDE,
    Between,
    Bridges,
    DocumentsMet,
    Inside,
    MatchesMet,
    Shared,
    Turned,
    Voices,
)


def named_pairs():
    """Matches as the last stage joins them: inside one cluster, between two, with one alone, with both alone."""
    sides = [(0, 0), (0, 1), (1, None), (None, 0), (None, None)]
    rows = []
    for at, (left, right) in enumerate(sides):
        row = {"left": at, "right": at + 9, "left_text": "a", "right_text": "b", "jaccard": 0.5, "edit_similarity": 0.9}
        row |= {"left_document": "2" if at % 2 else "1", "left_title": "T", "left_position": at}
        row |= {
            "right_document": "1",
            "right_title": "T",
            "right_position": 7,
            "left_cluster": left,
            "right_cluster": right,
            "left_variant": None if left is None else 1,
            "right_variant": None if right is None else 2,
        }
        rows.append(row)
    kinds = {"document": pa.string(), "title": pa.string(), "position": pa.uint32()}
    kinds |= {"cluster": pa.uint32(), "variant": pa.uint32()}
    schema = pa.schema(
        [*VERIFIED, *(pa.field(f"{side}_{name}", kind) for side in ("left", "right") for name, kind in kinds.items())]
    )
    return pa.RecordBatch.from_pylist(rows, schema)


def test_every_match_is_inside_a_cluster_or_a_bridge():
    check_step(Turned(), named_pairs())
    turned = Turned()(named_pairs())
    check_step(Inside(), turned)
    check_step(Between(), turned)
    check_step(Bridges(), Between()(turned))
    assert Inside()(turned).num_rows == 1
    bridges = Bridges()(Between()(turned)).to_pylist()
    assert [(row["left_cluster"], row["right_cluster"]) for row in bridges] == [
        (1, 0),
        (1, None),
        (0, None),
        (None, None),
    ]
    order = [
        (row["left_document"], row["left_position"], row["right_document"], row["right_position"])
        for row in turned.to_pylist()
    ]
    assert all((one, two) <= (three, four) for one, two, three, four in order)


def test_a_voice_is_a_variant_by_its_first_member():
    check_grouped(Voices(), members(), ("cluster",))
    first = Voices()(members()).to_pylist()[0]
    own = [row for row in members().to_pylist() if (row["cluster"], row["variant"]) == (0, 0)]
    assert (first["voice"], first["text"], first["copies"]) == (0, own[0]["text"], len(own))


def inside():
    """Matches between three documents, two of them between the same two; the last two documents share nothing else."""
    rows = []
    for at, (left, right) in enumerate([("1", "2"), ("1", "2"), ("1", "3"), ("2", "3")]):
        row = {"cluster": at, "left_document": left, "left_title": "T", "right_document": right, "right_title": "T"}
        row |= {"left_position": at, "right_position": at + 1, "left": 2 * at, "right": 2 * at + 1}
        rows.append(row | {"jaccard": 0.5, "edit_similarity": 0.9, "cluster_pairs": 1})
    return pa.RecordBatch.from_pylist(rows, pa.schema([*INSIDE, TOLD.field("cluster_pairs")]))


def test_a_match_hears_what_its_documents_share_besides():
    pairs = [("1", "T", "2", "T", 7, 4), ("1", "T", "3", "T", 1, 0), ("7", "T", "8", "T", 9, 9)]
    pairs = [dict(zip(DOCUMENT_PAIRS.names, row, strict=True)) for row in pairs]
    documents = pa.RecordBatch.from_pylist(pairs, DOCUMENT_PAIRS)
    check_step(MatchesMet(), inside())
    check_step(DocumentsMet(), documents)
    met = grouped(pa.concat_batches([MatchesMet()(inside()), DocumentsMet()(documents)]), (*NAMES, "is_match"))
    check_grouped(Shared(), met, NAMES)
    shared = Shared()(met).to_pylist()
    assert [
        (row["left_document"], row["right_document"], row["identical_shared"], row["near_shared"]) for row in shared
    ] == [
        ("1", "2", 4, 2),
        ("1", "2", 4, 2),
        ("1", "3", 0, 0),
        ("2", "3", 0, 0),
    ]


def told():
    """Every awkward text against every next one, as matches of two clusters."""
    rows = []
    for at, (one, two) in enumerate(pairwise(TEXTS)):
        row = {"cluster": at % 2, "jaccard": 0.5, "edit_similarity": 0.9}
        for side, text in (("left", one), ("right", two)):
            row |= {f"{side}_{name}": "T" for name in ("document", "title", "section", "block")}
            row |= {f"{side}_position": at, f"{side}_text": text, f"{side}_copies": at + 1}
        rows.append(row | {"identical_shared": 3, "near_shared": 2, "cluster_pairs": 5})
    return pa.RecordBatch.from_pylist(rows, TOLD)


def test_every_match_gets_a_kind_and_its_changes_stand_where_they_say():
    check_step(Classify(), told())
    classified = Classify()(told())
    for row in classified.to_pylist():
        assert row["kind"] in ("identical", "template", "copyedit", "drift", "reference", "other")
        assert 0 <= row["confidence"] <= 1
        assert bool(row["drift"]) == (row["kind"] == "drift")
        for change in row["changes"]:
            for side in ("left", "right"):
                assert row[f"{side}_text"][change[f"{side}_start"] : change[f"{side}_end"]] == change[side]
    check_step(Drifting(), classified)
    assert Drifting()(classified).num_rows == classified["kind"].to_pylist().count("drift")


def votes(*rows):
    schema = pa.schema([MATCHES.field(name) for name in ("cluster", "kind", "confidence")])
    return pa.RecordBatch.from_pylist([dict(zip(schema.names, row, strict=True)) for row in rows], schema)


def test_the_kind_of_a_cluster_is_the_one_with_most_confidence():
    voted = votes(
        (0, "copyedit", 0.9), (0, "template", 0.5), (0, "template", 0.6), (1, "copyedit", 0.7), (1, "drift", 0.7)
    )
    check_grouped(Leading(), voted, ("cluster",))
    leading = [tuple(row.values()) for row in Leading()(voted).to_pylist()]
    assert leading == [(0, "template", 0.55), (1, "drift", 0.5)]


def test_a_cluster_without_a_match_is_identical():
    row = {"size": 2, "documents": 2, "variants": 1, "similarity": 1.0, "example": "A"}
    kinds = [{"cluster": 0, "kind": None, "confidence": None}, {"cluster": 1, "kind": "drift", "confidence": 0.9}]
    batch = pa.RecordBatch.from_pylist(
        [row | kind for kind in kinds], pa.schema([each.with_nullable(True) for each in CLUSTERS])
    )
    check_step(Named(), batch)
    assert Named()(batch)["kind"].to_pylist() == ["identical", "drift"]


def dated(*rows):
    names = ("document", "title", "revision", "timestamp", "url")
    schema = pa.schema([DOCUMENTS.field(name) for name in names])
    return Dated()(pa.RecordBatch.from_pylist([dict(zip(names, row, strict=True)) for row in rows], schema))


def test_a_date_is_known_only_where_one_document_has_the_name():
    found = dated(("1", "A", "7", "2020", "u"), ("2", "A", "8", "2021", ""), ("1", "A", "9", "2022", "u"))
    rows = grouped(found, ("hash",))
    check_grouped(Once(), rows, ("hash",))
    assert sorted(Once()(rows)["timestamp"].to_pylist()) == ["", "2021"]


def test_contradictions_are_numbered_matches_with_their_changes_and_dates():
    drifting = Drifting()(
        pa.RecordBatch.from_arrays(
            [*told().columns, *Classify()(told()).select(MATCHES.names[7:]).columns], schema=Classify.schema
        ).set_column(
            Classify.schema.get_field_index("kind"), Classify.schema.field("kind"), pa.repeat("drift", told().num_rows)
        )
    )
    check_step(Ranked(), drifting)
    ranked = Ranked()(drifting)
    asked = Asked()(drifting)
    assert asked.schema.equals(Asked.schema)
    assert set(asked["hash"].to_pylist()) == {*ranked["left"].to_pylist(), *ranked["right"].to_pylist()}
    known = [pa.array([value] * ranked.num_rows, pa.string()) for value in ("7", "2020", "u", None, None, None)]
    names = [f"{side}_{name}" for side in ("left", "right") for name in ("revision", "timestamp", "url")]
    joined = pa.RecordBatch.from_arrays([*ranked.columns, *known], names=[*ranked.schema.names, *names])
    check_step(Placed(), joined)
    placed = grouped(Placed()(joined), Placed.schema.names)
    numbers = pa.array(range(placed.num_rows), pa.uint32())
    numbered = pa.RecordBatch.from_arrays([numbers, *placed.columns], names=["contradiction", *placed.schema.names])
    check_step(Contradictions(), numbered)
    found = Contradictions()(numbered).to_pylist()
    order = [(-(round(100 * row["confidence"]) // 5), -row["left_copies"] - row["right_copies"]) for row in found]
    assert order == sorted(order)
    assert {(row["left_timestamp"], row["right_timestamp"], row["newer"]) for row in found} == {("2020", "", "")}


def test_the_newer_side_is_the_one_with_the_later_date():
    left, right = pa.array(["2020", "2021", "2021", ""]), pa.array(["2021", "2020", "2021", "2020"])
    assert newer(left, right).to_pylist() == ["right", "left", "", ""]
