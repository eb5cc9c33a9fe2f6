"""The steps of the exact join keep the promises of a step."""

import pickle
from collections import Counter

import pyarrow as pa
import pytest
from tests.contracts.test_steps import AWKWARD, check_step
from tests.runs.sentence_rows import FAR, NEAR, ORIGIN, check_grouped, grouped, tallied, units

from twicetold import _kernels
from twicetold.engines.steps import SelectColumns
from twicetold.features.characters import Characters
from twicetold.features.words import Words
from twicetold.finders import join
from twicetold.finders import join_steps as steps
from twicetold.finders.join_sizes import UnitSizes
from twicetold.measures.base import list_measures


@pytest.fixture(params=list_measures("texts", "sets"))
def compared(request):
    return steps.JoinComparison(Characters(3), (1, 2**32, 0), request.param, 0.6)


def texts():
    copies = [f"{ORIGIN[:at]}{at}{ORIGIN[at:]}" for at in range(0, 60, 7)]
    return SelectColumns(steps.UNIT_TEXTS)(units([*AWKWARD[:6], ORIGIN, NEAR, FAR, *copies]))


def counted(compared, *batches, bits=16, classes=False, shared=b""):
    seen = [steps.BucketFeatures(compared, shared, bits)(batch) for batch in batches]
    step = steps.SumBuckets(not classes)
    table = step(grouped(pa.concat_batches(seen), ("chunk",)))
    return steps.fill_bucket_table(iter([(table,)]), (1 << bits) // (1 if classes else 8))


@pytest.mark.parametrize("classes", [False, True])
def test_what_is_counted_does_not_depend_on_where_batches_are_cut(compared, classes):
    rows = texts()
    whole = counted(compared, rows, classes=classes)
    assert counted(compared, rows.slice(0, 3), rows.slice(3, 4), rows.slice(7), classes=classes) == whole
    assert any(whole[0])
    assert whole[1].units == sum(bool(text) for text in rows["text"].to_pylist())
    assert counted(compared, rows.slice(0, 0)) == (bytes(1 << 13), UnitSizes())
    step = steps.SumBuckets(not classes)
    check_grouped(step, grouped(steps.BucketFeatures(compared, b"", 18)(rows), ("chunk",)), ("chunk",))


def test_cells_and_their_matches_keep_the_promises_of_steps(compared):
    rows = texts()
    shared, sizes = counted(compared, rows)
    blocks = tuple((size, size, 2) for size, _ in sizes.counts)
    cells = steps.PlaceUnitsInCells(compared, shared, blocks)
    check_step(cells, rows)
    groups = grouped(cells(rows), ("cell",))
    check_found(steps.JoinCells(compared), groups, "cell")


def test_postings_and_their_pairs_keep_the_promises_of_steps(compared):
    rows = texts()
    shared, sizes = counted(compared, rows)
    classes, _ = counted(compared, rows, classes=True)
    postings = steps.ListPostings(compared, shared, classes, 4, sizes.count_up_to(17))
    check_step(postings, rows)
    groups = grouped(postings(rows), ("key",))
    check_found(steps.PairPostings(compared.measure, compared.threshold, 0), groups, "key")


def test_a_list_of_fifty_thousand_units_is_cut_so_that_no_task_pairs_up_much_of_it():
    """All have one word in common and another alone: without the cut, one task had all 1.25 billion pairs."""
    count, partitions = 50_000, 200
    compared = steps.JoinComparison(Words(1), (1, 2**32, 0), "jaccard", 0.1)
    columns = [pa.array(range(count), pa.uint32()), pa.array([f"common own{unit}" for unit in range(count)])]
    rows = pa.RecordBatch.from_arrays(columns, schema=steps.UNIT_TEXTS)
    shared, sizes = counted(compared, rows, bits=24)
    classes, _ = counted(compared, rows, bits=join.CLASS_BITS.stop - 1, classes=True, shared=shared)
    assert sizes.pairs == 1_249_975_000
    posted = steps.ListPostings(compared, shared, classes, join.CROWD_UNITS, 0)(rows)
    lists = pa.Table.from_batches([posted]).group_by(["key", "side"]).aggregate([([], "count_all")]).to_pylist()
    assert max(each["count_all"] for each in lists) < 1.2 * join.CROWD_UNITS, "of each side"
    assert sum(each["count_all"] for each in lists) < 30 * count

    tasks = _kernels.assign_buckets(posted, ["key"], partitions, None)
    task_of = dict(zip(posted["key"].to_pylist(), tasks.to_pylist(), strict=True))
    sides = {}
    for each in lists:
        sides.setdefault(each["key"], {})[each["side"]] = each["count_all"]
    pairs = Counter()
    for key, own in sides.items():
        pairs[task_of[key]] += own.get(0, 0) * (own.get(0, 0) - 1) // 2 + own.get(1, 0) * own.get(2, 0)
    assert pairs.total() >= sizes.pairs, "every two of them meet"
    assert max(pairs.values()) < sizes.pairs // 25, "in one of many tasks"


def check_found(step, groups, by):
    """Cut between groups, it finds the same pairs in the same order, and counts that sum up to the same."""
    found = step(groups)
    assert found.schema.equals(step.schema)
    assert (pickle.loads(pickle.dumps(step)), hash(step)) == (step, hash(pickle.loads(pickle.dumps(step))))
    assert step(groups.slice(0, 0)).num_rows == 0
    keys = groups[by].to_pylist()
    for cut in [at for at in range(1, len(keys)) if keys[at] != keys[at - 1]][::7]:
        parts = [step(groups.slice(0, cut)), step(groups.slice(cut))]
        assert pa.concat_batches([steps.select_candidate_pairs(each) for each in parts]).equals(
            steps.select_candidate_pairs(found)
        )
        assert tallied(*map(steps.select_candidate_counts, parts)) == tallied(steps.select_candidate_counts(found))
    assert steps.select_candidate_pairs(found).num_rows > 0
    check_step(steps.select_candidate_pairs, found.slice(0, 9))


def test_sums_of_the_whole_table_come_out_under_their_names(compared):
    sums = steps.build_totals(steps.JOIN_CELLS, 2**40 + 7, 5, 2**40 + 1).combine_chunks().to_batches()[0]
    told = tallied(steps.select_candidate_counts(steps.JoinCells(compared)(sums)))
    assert told == {"pairs": 2**40 + 7, "pruned_by_eq2": 5, "pruned_by_eq3": 2**40 + 1}
