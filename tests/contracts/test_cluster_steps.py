"""What every step from matches to clusters must do, whatever the text."""

from itertools import pairwise

import pyarrow as pa
import pytest
from tests.contracts.test_steps import check_step
from tests.runs.sentence_rows import (
    FAR,
    NEAR,
    ORIGIN,
    SETS,
    TEXTS,
    check_grouped,
    feature_named,
    grouped,
    sentences,
    units,
)

from twicetold.config import Folding
from twicetold.features.words import Words
from twicetold.jobs.sentences.document_pairs import (
    PAIR_NAMES,
    PairDocuments,
    count_shared_clusters,
    order_document_pairs,
)
from twicetold.jobs.sentences.kinds import choose_cluster_examples
from twicetold.jobs.sentences.members import HashSentences, label_sentences
from twicetold.jobs.sentences.tables import SENTENCE_MEMBERS, SENTENCE_MEMBERS_BY_PLACE
from twicetold.matching.clusters.cohere import BreakChains, link_matches, link_units
from twicetold.matching.clusters.members import (
    KeepClusteredUnits,
    number_unit_variants,
    select_label_hashes,
    summarise_unit_clusters,
)
from twicetold.matching.similarity import Comparison
from twicetold.tables.matching import COMPONENT_LINKS, COMPONENTS, UNIT_MATCHES, UNITS


@pytest.fixture(params=SETS)
def feature(request):
    return feature_named(request.param)


# ---- clusters ----


def links(feature):
    """Three components, the first of them a chain: as matches, as units with their texts, and as what both become."""
    chained = NEAR.replace("over", "up")
    components = [[ORIGIN, NEAR, chained, chained.replace("lake", "tarn")], ["aaaa bb", "aaaa bc"], [FAR, FAR[:-1]]]
    matches, units, first = [], [], 0
    for texts in components:
        units += [{"unit": first + at, "text": text, "component": first} for at, text in enumerate(texts)]
        for at, (one, two) in enumerate(pairwise(texts)):
            (edit,) = Comparison(feature, "edit").compare_sides(pa.array([one]), pa.array([two])).to_pylist()
            pair = {"left": first + at, "right": first + at + 1}
            matches.append(pair | {"similarity": edit, "component": first})
        first += len(texts)
    component = COMPONENTS.field("component")
    matched = pa.RecordBatch.from_pylist(matches, pa.schema([*UNIT_MATCHES, component]))
    placed = pa.RecordBatch.from_pylist(units, pa.schema([UNITS.field("unit"), UNITS.field("text"), component]))
    both = pa.concat_batches([link_matches(matched), link_units(placed)])
    return matched, placed, grouped(both, ("component",))


def test_matches_and_units_become_links(feature):
    matched, placed, both = links(feature)
    check_step(link_matches, matched)
    check_step(link_units, placed)
    assert link_matches(matched)["similarity"].equals(matched["similarity"])
    assert both.num_rows == matched.num_rows + placed.num_rows


def test_breaking_chains_keeps_the_promises_of_a_grouped_step(feature):
    *_, matches = links(feature)
    check_grouped(BreakChains(feature, "edit", 0.5), matches, ("component",))
    together, apart = (BreakChains(feature, "edit", bound)(matches) for bound in (0.5, 0.94))
    assert len(set(together["core"].to_pylist())) == 3
    assert together.num_rows == 8
    assert apart.num_rows < 8


@pytest.mark.parametrize("measure", ["cosine", "dice", "containment"])
def test_a_cluster_is_held_by_the_measure_that_was_asked_for(measure):
    """Of texts that contain each other the Jaccard similarity is low, which says nothing of such a match."""
    texts = ["the lake froze", "the lake froze over in the winter of that year"]
    rows = [{"component": 0, "left": at, "right": at, "similarity": 1.0, "text": text} for at, text in enumerate(texts)]
    shared, sizes = 3, (3, 9)  # words; `the` is there twice
    exact = {"cosine": shared / 27**0.5, "dice": 2 * shared / sum(sizes)}.get(measure, 1.0)
    rows.append({"component": 0, "left": 0, "right": 1, "similarity": exact, "text": ""})
    step = BreakChains(Words(1), measure, 0.45)
    found = step(grouped(pa.RecordBatch.from_pylist(rows, COMPONENT_LINKS), ("component",)))
    assert found["core"].to_pylist() == [0, 0]
    assert found["similarity"].to_pylist() == pytest.approx([exact, exact])


def clustered(relation="any"):
    """Units with their cores, as the stage `clusters` joins them: units 0 and 1 together, others alone."""
    found = units()
    cores = [
        {"core": 0, "similarity": 0.9} if unit < 2 else {"core": None, "similarity": None}
        for unit in range(found.num_rows)
    ]
    columns = [
        pa.array([row["core"] for row in cores], pa.uint32()),
        pa.array([row["similarity"] for row in cores], pa.float64()),
    ]
    schema = pa.schema([*UNITS, pa.field("core", pa.uint32()), pa.field("similarity", pa.float64())])
    return pa.RecordBatch.from_arrays([*found.columns, *columns], schema=schema)


@pytest.mark.parametrize(("relation", "alone"), [("any", 1), ("across", 1), ("within", 0)])
def test_a_unit_alone_is_a_cluster_by_its_copies(relation, alone):
    check_step(KeepClusteredUnits(relation), clustered())
    found = KeepClusteredUnits(relation)(clustered())
    own = units().filter(pa.array([row["copies"] > 1 for row in units().to_pylist()]))["unit"].to_pylist()
    expected = {0, 1, *(own if alone else [])}
    assert set(found["unit"].to_pylist()) == expected


def test_heads_and_variants_keep_the_promises_of_a_grouped_step():
    batch = KeepClusteredUnits("any")(clustered())
    rows = grouped(batch, ("core", "document", "title", "position"))
    check_grouped(summarise_unit_clusters, rows, ("core",))
    check_grouped(number_unit_variants, rows, ("core",))
    assert sum(summarise_unit_clusters(rows)["size"].to_pylist()) == sum(batch["copies"].to_pylist())
    check_step(select_label_hashes, labels())


def labels():
    schema = select_label_hashes.schema
    columns = {
        "unit": pa.uint32(),
        "cluster": pa.uint32(),
        "variant": pa.uint32(),
        "high": pa.uint64(),
        "low": pa.uint64(),
        "check": pa.uint64(),
    }
    rows = [dict.fromkeys(columns, at) for at in range(3)]
    batch = pa.RecordBatch.from_pylist(
        rows, pa.schema([pa.field(name, kind, nullable=False) for name, kind in columns.items()])
    )
    assert set(schema.names) <= {*columns, "label_low", "label_check"}
    return batch


def members():
    rows = [
        dict.fromkeys(SENTENCE_MEMBERS.names, "")
        | {
            "cluster": at // 3,
            "document": str(at % 3),
            "position": at,
            "start": 0,
            "end": 1,
            "variant": at % 2,
            "text": text,
        }
        for at, text in enumerate(TEXTS)
    ]
    return grouped(pa.RecordBatch.from_pylist(rows, SENTENCE_MEMBERS_BY_PLACE), ("cluster",))


def test_the_steps_over_members_keep_the_promises_of_a_grouped_step():
    check_grouped(choose_cluster_examples, members(), ("cluster",))
    check_grouped(PairDocuments(100), members(), ("cluster",))
    assert PairDocuments(2)(members()).num_rows == 0  # each cluster stands in three
    pairs = grouped(PairDocuments(100)(members()), PAIR_NAMES)
    check_grouped(count_shared_clusters, pairs, PAIR_NAMES)
    check_step(order_document_pairs, count_shared_clusters(pairs))
    together = [
        row
        for row in count_shared_clusters(pairs).to_pylist()
        if (row["left_document"], row["right_document"]) == ("0", "2")
    ]
    assert (
        together[0]["shared"] == together[0]["identical"] == members().num_rows // 3
    )  # variants go 0, 1, 0 or 1, 0, 1
    assert not any(row["identical"] for row in count_shared_clusters(pairs).to_pylist() if row["left_document"] == "1")


def test_only_a_sentence_whose_every_hash_agrees_is_labelled():
    marked = HashSentences(Folding(min_characters=1))(sentences([ORIGIN, NEAR, FAR]))
    low = [row["low"] + (at == 1) for at, row in enumerate(marked.to_pylist())]
    check = [row["check"] - (at == 2) for at, row in enumerate(marked.to_pylist())]
    zeros = pa.array([0] * 3, pa.uint32())
    columns = {
        "cluster": zeros,
        "variant": zeros,
        "label_low": pa.array(low, pa.uint64()),
        "label_check": pa.array(check, pa.uint64()),
    }
    schema = pa.schema(
        [*marked.schema, *(pa.field(name, column.type, nullable=False) for name, column in columns.items())]
    )
    joined = pa.RecordBatch.from_arrays([*marked.columns, *columns.values()], schema=schema)
    check_step(label_sentences, joined)
    assert label_sentences(joined)["text"].to_pylist() == [ORIGIN]
