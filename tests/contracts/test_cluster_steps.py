"""What every step from matches to clusters must do, whatever the text."""

from itertools import pairwise

import pyarrow as pa
import pytest
from tests.contracts.sentence_rows import (
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
from tests.contracts.test_steps import check_step

from twicetold import _kernels
from twicetold.config import Folding
from twicetold.features.words import Words
from twicetold.schema import COMPONENTS, LINKS, MEMBERS, PLACED, UNITS, VERIFIED
from twicetold.stages import verify
from twicetold.stages.clustering import (
    BreakChains,
    Clustered,
    Heads,
    Looked,
    MatchLinks,
    UnitLinks,
    Variants,
)
from twicetold.stages.folding import Labelled, Marked
from twicetold.stages.sentences.classify import Examples
from twicetold.stages.sentences.document_pairs import NAMES, Counted, Ordered, PairDocuments


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
            pair = {"left": first + at, "right": first + at + 1, "left_text": one, "right_text": two}
            (edit,) = _kernels.judge(
                pa.RecordBatch.from_pylist([pair], verify.TEXTS), feature.kernel, "edit", 0.0, 0.0
            )[1].to_pylist()
            matches.append(
                {
                    "left": pair["left"],
                    "right": pair["right"],
                    "jaccard": 0.5,
                    "edit_similarity": edit,
                    "component": first,
                }
            )
        first += len(texts)
    component = COMPONENTS.field("component")
    matched = pa.RecordBatch.from_pylist(matches, pa.schema([*VERIFIED, component]))
    placed = pa.RecordBatch.from_pylist(units, pa.schema([UNITS.field("unit"), UNITS.field("text"), component]))
    both = pa.concat_batches([MatchLinks("edit")(matched), UnitLinks()(placed)])
    return matched, placed, grouped(both, ("component",))


def test_matches_and_units_become_links(feature):
    matched, placed, both = links(feature)
    check_step(MatchLinks("edit"), matched)
    check_step(UnitLinks(), placed)
    assert set(MatchLinks("jaccard")(matched)["similarity"].to_pylist()) == {0.5}
    assert both.num_rows == matched.num_rows + placed.num_rows


def test_breaking_chains_keeps_the_promises_of_a_grouped_step(feature):
    *_, matches = links(feature)
    check_grouped(BreakChains(feature, "edit", 0.5), matches, ("component",))
    together, apart = (BreakChains(feature, "edit", bound)(matches) for bound in (0.5, 0.94))
    assert len(set(together["core"].to_pylist())) == 3
    assert together.num_rows == 8
    assert apart.num_rows < 8


@pytest.mark.parametrize("measure", ["cosine", "dice", "overlap", "containment"])
def test_a_cluster_is_held_by_the_measure_that_was_asked_for(measure):
    """Of texts that contain each other the Jaccard similarity is low, which says nothing of such a match."""
    texts = ["the lake froze", "the lake froze over in the winter of that year"]
    rows = [{"component": 0, "left": at, "right": at, "similarity": 1.0, "text": text} for at, text in enumerate(texts)]
    rows.append({"component": 0, "left": 0, "right": 1, "similarity": 0.3, "text": ""})
    shared, sizes = 3, (3, 9)  # words; `the` is there twice
    exact = {"cosine": shared / 27**0.5, "dice": 2 * shared / sum(sizes)}.get(measure, 1.0)
    step = BreakChains(Words(1), measure, 0.45)
    found = step(grouped(pa.RecordBatch.from_pylist(rows, LINKS), ("component",)))
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
    check_step(Clustered(relation), clustered())
    found = Clustered(relation)(clustered())
    own = units().filter(pa.array([row["copies"] > 1 for row in units().to_pylist()]))["unit"].to_pylist()
    expected = {0, 1, *(own if alone else [])}
    assert set(found["unit"].to_pylist()) == expected


def test_heads_and_variants_keep_the_promises_of_a_grouped_step():
    batch = Clustered("any")(clustered())
    rows = grouped(batch, ("core", "document", "title", "position"))
    check_grouped(Heads(), rows, ("core",))
    check_grouped(Variants(), rows, ("core",))
    assert sum(Heads()(rows)["size"].to_pylist()) == sum(batch["copies"].to_pylist())
    check_step(Looked(), labels())


def labels():
    schema = Looked.schema
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
        dict.fromkeys(MEMBERS.names, "")
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
    return grouped(pa.RecordBatch.from_pylist(rows, PLACED), ("cluster",))


def test_the_steps_over_members_keep_the_promises_of_a_grouped_step():
    check_grouped(Examples(), members(), ("cluster",))
    check_grouped(PairDocuments(100), members(), ("cluster",))
    assert PairDocuments(2)(members()).num_rows == 0  # each cluster stands in three
    pairs = grouped(PairDocuments(100)(members()), NAMES)
    check_grouped(Counted(), pairs, NAMES)
    check_step(Ordered(), Counted()(pairs))
    together = [
        row for row in Counted()(pairs).to_pylist() if (row["left_document"], row["right_document"]) == ("0", "2")
    ]
    assert (
        together[0]["shared"] == together[0]["identical"] == members().num_rows // 3
    )  # variants go 0, 1, 0 or 1, 0, 1
    assert not any(row["identical"] for row in Counted()(pairs).to_pylist() if row["left_document"] == "1")


def test_only_a_sentence_whose_every_hash_agrees_is_labelled():
    marked = Marked(Folding(min_characters=1))(sentences([ORIGIN, NEAR, FAR]))
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
    check_step(Labelled(), joined)
    assert Labelled()(joined)["text"].to_pylist() == [ORIGIN]
