"""Resolvers take a component in parts and within little memory, and find what they find in one that is held whole."""

import random
import tempfile

import pyarrow as pa
import pytest

from twicetold.features.characters import Characters
from twicetold.matching.clusters.cohere import BreakChains
from twicetold.matching.clusters.keep_first import KeepFirst
from twicetold.tables.matching import COMPONENT_LINKS, MATCH_LINKS

WORDS = ["the", "village", "of", "lies", "in", "northern", "district", "near", "old", "river", "had", "inhabitants"]


@pytest.fixture(scope="module")
def links():
    """A component of two, one of 260 units in which nearly every two match, and one of three, in order."""
    chances = random.Random(25)
    rows = [(0, 0, 0, 1.0, "a b"), (0, 0, 1, 0.9, ""), (0, 1, 1, 1.0, "a b c")]
    for unit in range(2, 262):
        words = [word if chances.random() < 0.8 else f"x{chances.randrange(40)}" for word in WORDS]
        rows.append((2, unit, unit, 1.0, " ".join(words)))
        rows += [
            (2, unit, other, chances.uniform(0.8, 1), "") for other in range(unit + 1, 262) if chances.random() < 0.9
        ]
    rows += [(262, unit, unit, 1.0, f"z {unit}") for unit in (262, 263, 264)]
    rows += [(262, 262, 263, 0.8, ""), (262, 263, 264, 0.85, "")]
    return pa.RecordBatch.from_pylist(
        [dict(zip(COMPONENT_LINKS.names, row, strict=True)) for row in sorted(rows)], COMPONENT_LINKS
    )


def resolve(resolver, links, rows, memory_bytes):
    parts = [links.slice(start, rows) for start in range(0, links.num_rows, rows)]
    with tempfile.TemporaryDirectory() as folder:
        return pa.Table.from_batches(list(resolver.resolve_parts(parts, memory_bytes, folder))).to_pylist()


@pytest.mark.parametrize("measure", ["edit", "jaccard"])
@pytest.mark.parametrize("cohesion", [0.5, 0.84, 0.95])
def test_a_component_that_spills_has_the_same_clusters(links, measure, cohesion):
    breaker = BreakChains(Characters(3), measure, cohesion)
    held = resolve(breaker, links, links.num_rows, 1 << 30)
    spilled = resolve(breaker, links, 1000, 1)
    assert len(held) > 100
    assert sorted(held, key=lambda row: row["unit"]) == sorted(spilled, key=lambda row: row["unit"])


def test_keeping_the_first_does_not_depend_on_the_parts(links):
    matches = pa.RecordBatch.from_pylist(
        [{name: row[name] for name in MATCH_LINKS.names} for row in links.to_pylist() if row["text"] == ""], MATCH_LINKS
    )
    assert resolve(KeepFirst(), matches, 7, 1) == resolve(KeepFirst(), matches, matches.num_rows, 1)
