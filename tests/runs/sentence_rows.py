"""Rows that the steps of the sentence job are tried on, and the promises of a step over groups."""

import pickle

import pyarrow as pa

from tests.contracts.test_steps import AWKWARD
from twicetold import registry
from twicetold.config import Finding, Folding
from twicetold.features.base import load_feature
from twicetold.matching.fold import IdentifySentences, fold_identical_sentences
from twicetold.tables.matching import PAIRS, UNITS
from twicetold.tables.reading import SENTENCES

ORIGIN = "The lake froze over in the winter of 1905, and nobody crossed it."
NEAR = "The lake froze over in the winter of 1906, and nobody crossed it."
FAR = "A tarn is what the people of the mountains call a very small lake."
TEXTS = [*AWKWARD, ORIGIN, ORIGIN.upper(), ORIGIN, NEAR, FAR]


SETS = [name for name in registry.list_names("feature") if name != "vectors"]


def feature_named(name):
    """A feature of the menu that is ready for use, by which NEAR is near to ORIGIN."""
    options = {"winnow_of": "characters", "lexicons": 40, "lexicon_share": 0.1, "antecedents": "the", "spot_chain": 1}
    feature = load_feature(Finding(feature=name, shingle=3, **options))
    return feature.fit_to_lexicon([], 0) if feature.needs_lexicon else feature


def sentences(texts=TEXTS):
    rows = [
        dict.fromkeys(SENTENCES.names, "")
        | {"document": str(at % 3), "title": "T", "block": "prose", "position": at, "start": 0, "end": 1, "text": text}
        for at, text in enumerate(texts)
    ]
    return pa.RecordBatch.from_pylist(rows, SENTENCES)


def grouped(batch, by, number=None):
    """The rows as an engine's `group` hands them to a step."""
    ordered = pa.Table.from_batches([batch]).sort_by([(name, "ascending") for name in order(batch, by)])
    (rows,) = ordered.combine_chunks().to_batches() or [batch.slice(0, 0)]
    if number is None:
        return rows
    seen: dict[tuple, int] = {}
    numbers = [seen.setdefault(tuple(row[name] for name in by), len(seen)) for row in rows.to_pylist()]
    return pa.RecordBatch.from_arrays(
        [pa.array(numbers, pa.uint32()), *rows.columns],
        schema=pa.schema([pa.field(number, pa.uint32(), nullable=False), *rows.schema]),
    )


def order(batch, by):
    plain = [each.name for each in batch.schema if not pa.types.is_list(each.type)]
    return [*by, *(name for name in plain if name not in by)]


def units(texts=TEXTS):
    return fold_identical_sentences(
        grouped(IdentifySentences(Folding(min_characters=1))(sentences(texts)), ("high", "low"), "unit")
    )


def paired(texts=TEXTS):
    """Every two units with their texts, as a join would give them."""
    rows = units(texts).to_pylist()
    pairs = [
        {"left": one["unit"], "right": two["unit"], "left_text": one["text"], "right_text": two["text"]}
        for at, one in enumerate(rows)
        for two in rows[at + 1 :]
    ]
    texts_of_both = [UNITS.field("text").with_name(f"{side}_text") for side in ("left", "right")]
    return pa.RecordBatch.from_pylist(pairs, pa.schema([*PAIRS, *texts_of_both]))


def check_grouped(step, batch, by):
    """The promises of a step over groups: a batch may be cut wherever a group ends."""
    result = step(batch)
    assert result.schema.equals(step.schema), "the declared columns are the real ones"
    assert step(batch).equals(result), "the same input gives the same output"
    assert pickle.loads(pickle.dumps(step))(batch).equals(result), "it survives pickling"
    assert step(batch.slice(0, 0)).num_rows == 0, "an empty batch gives an empty batch"
    keys = list(zip(*(batch[name].to_pylist() for name in by), strict=True))
    ends = [at for at in range(1, len(keys)) if keys[at] != keys[at - 1]]
    assert ends, "there are several groups to cut between"
    for cut in ends:
        parts = [step(batch.slice(0, cut)), step(batch.slice(cut))]
        if result.schema.names == ["name", "count"]:
            assert tallied(*parts) == tallied(result)
        else:
            assert pa.concat_batches(parts).equals(result), f"cutting the batch at {cut} changes nothing"


def tallied(*tables):
    total = {}
    for row in (row for table in tables for row in table.to_pylist()):
        total[row["name"]] = total.get(row["name"], 0) + row["count"]
    return total
