"""What every step from matches to kinds and contradictions must do, whatever the text."""

from itertools import pairwise

import pyarrow as pa
from tests.contracts.test_cluster_steps import members
from tests.contracts.test_steps import check_step
from tests.runs.sentence_rows import TEXTS, check_grouped, grouped

from twicetold.jobs.sentences.contradictions import (
    MergeDisagreements,
    build_contradictions,
    choose_newer,
    fill_missing_dates,
    keep_drift_matches,
    keep_unique_dates,
    list_drift_documents,
    rank_drift_matches,
    select_document_dates,
)
from twicetold.jobs.sentences.document_pairs import PAIR_NAMES
from twicetold.jobs.sentences.kinds import add_cluster_kinds, add_match_kinds, choose_leading_kinds, weigh_kinds
from twicetold.jobs.sentences.matches import (
    CLUSTER_MATCHES,
    add_shared_counts,
    convert_match_rows,
    convert_pair_rows,
    keep_cluster_matches,
    keep_sentence_bridges,
    list_variant_texts,
    order_match_sides,
)
from twicetold.jobs.sentences.neighbours import (
    MEMBERS_OF_DOCUMENTS,
    NEIGHBOUR_COLUMNS,
    NO_VOICE,
    add_neighbours,
    count_neighbours,
)
from twicetold.jobs.sentences.tables import (
    MATCH_KIND_COLUMNS,
    MATCHES_WITH_CONTEXT,
    SENTENCE_CLUSTERS,
    SENTENCE_DOCUMENT_PAIRS,
    SENTENCE_MATCHES,
)
from twicetold.tables.matching import UNIT_MATCHES
from twicetold.tables.reading import DOCUMENTS


def named_pairs():
    """Matches as the last stage joins them: inside one cluster, between two, with one alone, with both alone."""
    sides = [(0, 0), (0, 1), (1, None), (None, 0), (None, None)]
    rows = []
    for at, (left, right) in enumerate(sides):
        row = {"left": at, "right": at + 9, "left_text": "a", "right_text": "b", "similarity": 0.9}
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
        [
            *UNIT_MATCHES,
            *(pa.field(f"{side}_{name}", kind) for side in ("left", "right") for name, kind in kinds.items()),
        ]
    )
    return pa.RecordBatch.from_pylist(rows, schema)


def test_every_match_is_inside_a_cluster_or_a_bridge():
    check_step(order_match_sides, named_pairs())
    turned = order_match_sides(named_pairs())
    check_step(keep_cluster_matches, turned)
    check_step(keep_sentence_bridges, turned)
    assert keep_cluster_matches(turned).num_rows == 1
    bridges = keep_sentence_bridges(turned).to_pylist()
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
    check_grouped(list_variant_texts, placed(), ("cluster",))
    first = list_variant_texts(placed()).to_pylist()[0]
    own = [row for row in placed().to_pylist() if (row["cluster"], row["variant"]) == (0, 0)]
    assert (first["voice"], first["text"], first["copies"]) == (0, own[0]["text"], len(own))


def placed():
    """Members of clusters with what stands around them, in order of their clusters."""
    documents = grouped(members().select(MEMBERS_OF_DOCUMENTS.names), ("document", "title"))
    return grouped(add_neighbours(documents), ("cluster",))


def copied(*places):
    """Members: document, position, cluster and variant of each."""
    rows = [
        {"document": document, "title": "T", "position": position, "cluster": cluster, "variant": variant}
        | dict.fromkeys(("section", "block", "text"), "")
        for document, position, cluster, variant in places
    ]
    return pa.RecordBatch.from_pylist(rows, MEMBERS_OF_DOCUMENTS)


def test_a_member_knows_what_is_near_it_in_its_document_alone():
    found = copied(("1", 4, 7, 0), ("1", 5, 8, 1), ("1", 8, 9, 0), ("1", 9, 2, 0), ("2", 5, 8, 0))
    check_grouped(add_neighbours, grouped(found, ("document", "title")), ("document", "title"))
    rows = add_neighbours(found).to_pylist()
    around = [[row[each.name] for each in NEIGHBOUR_COLUMNS] for row in rows]
    none = NO_VOICE
    assert around[0] == [none, none, none, (8 << 32) + 1, none, none]
    assert around[1] == [7 << 32, none, none, none, none, 9 << 32]
    assert around[4] == [none] * 6


def test_neighbours_of_both_sides_are_identical_or_near():
    voice = {"a": 7 << 32, "b": (7 << 32) + 1, "c": 8 << 32, "-": NO_VOICE}
    sides = {"left": "a-c-b-", "right": "ba-a--"}
    names = [each.name for each in NEIGHBOUR_COLUMNS]
    row = {f"{side}_{name}": voice[at] for side, text in sides.items() for name, at in zip(names, text, strict=True)}
    batch = pa.RecordBatch.from_pylist([row], pa.schema([pa.field(name, pa.uint64()) for name in row]))
    assert {name: column.to_pylist() for name, column in count_neighbours(batch).items()} == {
        "neighbours_identical": [1],  # a before both; b stands behind the left one alone
        "neighbours_near": [1],  # b behind the left one, a of its cluster behind the right one
    }


def inside():
    """Matches between three documents, two of them between the same two; the last two documents share nothing else."""
    rows = []
    for at, (left, right) in enumerate([("1", "2"), ("1", "2"), ("1", "3"), ("2", "3")]):
        row = {"cluster": at, "left_document": left, "left_title": "T", "right_document": right, "right_title": "T"}
        row |= {"left_position": at, "right_position": at + 1, "left": 2 * at, "right": 2 * at + 1}
        rows.append(row | {"similarity": 0.9, "cluster_pairs": 1})
    return pa.RecordBatch.from_pylist(rows, pa.schema([*CLUSTER_MATCHES, MATCHES_WITH_CONTEXT.field("cluster_pairs")]))


def test_a_match_hears_what_its_documents_share_besides():
    pairs = [("1", "T", "2", "T", 7, 4), ("1", "T", "3", "T", 1, 0), ("7", "T", "8", "T", 9, 9)]
    pairs = [dict(zip(SENTENCE_DOCUMENT_PAIRS.names, row, strict=True)) for row in pairs]
    documents = pa.RecordBatch.from_pylist(pairs, SENTENCE_DOCUMENT_PAIRS)
    check_step(convert_match_rows, inside())
    check_step(convert_pair_rows, documents)
    met = grouped(
        pa.concat_batches([convert_match_rows(inside()), convert_pair_rows(documents)]), (*PAIR_NAMES, "is_match")
    )
    check_grouped(add_shared_counts, met, PAIR_NAMES)
    shared = add_shared_counts(met).to_pylist()
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
        row = {"cluster": at % 2, "similarity": 0.9}
        for side, text in (("left", one), ("right", two)):
            row |= {f"{side}_{name}": "T" for name in ("document", "title", "section", "block")}
            row |= {f"{side}_position": at, f"{side}_text": text, f"{side}_copies": at + 1}
        counts = {"identical_shared": 3, "near_shared": 2, "cluster_pairs": 5}
        places = {"neighbours_identical": at % 3, "neighbours_near": 1, "distance": at, "repeats": 2}
        rows.append(row | counts | places)
    return pa.RecordBatch.from_pylist(rows, MATCHES_WITH_CONTEXT)


def test_every_match_gets_a_kind_and_its_changes_stand_where_they_say():
    check_step(add_match_kinds, told())
    classified = add_match_kinds(told())
    for row in classified.to_pylist():
        assert row["kind"] in ("identical", "template", "copyedit", "drift", "reference", "other")
        assert 0 <= row["confidence"] <= 1
        assert bool(row["drift"]) == (row["kind"] == "drift")
        for change in row["changes"]:
            for side in ("left", "right"):
                assert row[f"{side}_text"][change[f"{side}_start"] : change[f"{side}_end"]] == change[side]
    check_step(keep_drift_matches, classified)
    assert keep_drift_matches(classified).num_rows == classified["kind"].to_pylist().count("drift")


def votes(*rows):
    schema = pa.schema([SENTENCE_MATCHES.field(name) for name in ("cluster", "kind", "confidence")])
    return weigh_kinds(pa.RecordBatch.from_pylist([dict(zip(schema.names, row, strict=True)) for row in rows], schema))


def test_the_kind_of_a_cluster_is_the_one_with_most_confidence():
    voted = votes(
        (0, "copyedit", 0.9), (0, "template", 0.5), (0, "template", 0.6), (1, "copyedit", 0.7), (1, "drift", 0.7)
    )
    check_grouped(choose_leading_kinds, voted, ("cluster",))
    leading = [tuple(row.values()) for row in choose_leading_kinds(voted).to_pylist()]
    assert leading == [(0, "template", 0.3), (1, "drift", 0.35)]  # 0.55 * 0.55 and 0.7 * 0.5


def test_a_cluster_without_a_match_is_identical():
    row = {"size": 2, "documents": 2, "variants": 1, "similarity": 1.0, "example": "A"}
    kinds = [{"cluster": 0, "kind": None, "confidence": None}, {"cluster": 1, "kind": "drift", "confidence": 0.9}]
    batch = pa.RecordBatch.from_pylist(
        [row | kind for kind in kinds], pa.schema([each.with_nullable(True) for each in SENTENCE_CLUSTERS])
    )
    check_step(add_cluster_kinds, batch)
    assert add_cluster_kinds(batch)["kind"].to_pylist() == ["identical", "drift"]


def dated(*rows):
    names = ("document", "title", "revision", "timestamp", "url")
    schema = pa.schema([DOCUMENTS.field(name) for name in names])
    return select_document_dates(
        pa.RecordBatch.from_pylist([dict(zip(names, row, strict=True)) for row in rows], schema)
    )


def test_a_date_is_known_only_where_one_document_has_the_name():
    found = dated(("1", "A", "7", "2020", "u"), ("2", "A", "8", "2021", ""), ("1", "A", "9", "2022", "u"))
    rows = grouped(found, ("hash",))
    check_grouped(keep_unique_dates, rows, ("hash",))
    assert sorted(keep_unique_dates(rows)["timestamp"].to_pylist()) == ["", "2021"]


def test_contradictions_are_numbered_matches_with_their_changes_and_dates():
    drifting = keep_drift_matches(
        pa.RecordBatch.from_arrays(
            [*told().columns, *add_match_kinds(told()).select(MATCH_KIND_COLUMNS.names).columns],
            schema=add_match_kinds.schema,
        ).set_column(
            add_match_kinds.schema.get_field_index("kind"),
            add_match_kinds.schema.field("kind"),
            pa.repeat("drift", told().num_rows),
        )
    )
    check_step(rank_drift_matches, drifting)
    ranked = rank_drift_matches(drifting)
    asked = list_drift_documents(drifting)
    assert asked.schema.equals(list_drift_documents.schema)
    assert set(asked["hash"].to_pylist()) == {*ranked["left"].to_pylist(), *ranked["right"].to_pylist()}
    known = [pa.array([value] * ranked.num_rows, pa.string()) for value in ("7", "2020", "u", None, None, None)]
    names = [f"{side}_{name}" for side in ("left", "right") for name in ("revision", "timestamp", "url")]
    joined = pa.RecordBatch.from_arrays([*ranked.columns, *known], names=[*ranked.schema.names, *names])
    check_step(fill_missing_dates, joined)
    placed = grouped(fill_missing_dates(joined), ("doubt", "rarity"))
    numbers = pa.array(range(placed.num_rows), pa.uint32())
    numbered = pa.RecordBatch.from_arrays([numbers, *placed.columns], names=["contradiction", *placed.schema.names])
    check_step(build_contradictions, numbered)
    found = build_contradictions(numbered).to_pylist()
    order = [(-round(100 * row["confidence"]), -row["left_copies"] - row["right_copies"]) for row in found]
    assert order == sorted(order)
    assert {(row["left_timestamp"], row["right_timestamp"], row["newer"]) for row in found} == {("2020", "", "")}
    assert {row["listed"] for row in found} <= {True, False}
    for by in (("cluster", "fact"), ("documents", "fact")):
        merged = MergeDisagreements(by)(grouped(placed, by))
        assert merged.schema.equals(placed.schema)
        assert 0 < merged.num_rows <= placed.num_rows


def test_the_newer_side_is_the_one_with_the_later_date():
    left, right = pa.array(["2020", "2021", "2021", ""]), pa.array(["2021", "2020", "2021", "2020"])
    assert choose_newer(left, right).to_pylist() == ["right", "left", "", ""]
