"""Rows that stand together, as one row with lists."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.tables.batches import Batch
from twicetold.tables.matching import NUMBER_LIST

SCORE_LIST = pa.list_(pa.field("item", pa.float64(), nullable=False))


def group_into_lists(batch: Batch, by: tuple[str, ...], names: dict[str, str]) -> dict[str, pa.Array]:
    """Rows that are alike in `by`, which stand together, as one: the columns `by`, and lists of the others."""
    if not batch.num_rows:
        return {
            **{name: batch[name] for name in by},
            **{new: pa.array([], _choose_list_type(batch[old])) for old, new in names.items()},
        }
    rows = batch.num_rows
    changes = None
    for name in by:
        differs = pc.not_equal(batch[name].slice(1), batch[name].slice(0, rows - 1))
        changes = differs if changes is None else pc.or_(changes, differs)
    starts = (
        pc.add(pc.indices_nonzero(changes), 1).cast(pa.int32()) if changes is not None else pa.array([], pa.int32())
    )
    offsets = pa.concat_arrays([pa.array([0], pa.int32()), starts, pa.array([rows], pa.int32())])
    firsts = offsets.slice(0, len(offsets) - 1)
    found = {name: batch[name].take(firsts) for name in by}
    for old, new in names.items():
        kind = _choose_list_type(batch[old])
        found[new] = pa.ListArray.from_arrays(offsets, batch[old].cast(kind.value_type), type=kind)
    return found


def _choose_list_type(column: pa.Array) -> pa.DataType:
    return SCORE_LIST if pa.types.is_floating(column.type) else NUMBER_LIST


def sum_by_list(values: pa.Array, lists: pa.Array) -> pa.Array:
    """The sum of as many values as each list has, one list after the other."""
    ends = pc.cumulative_sum(pc.list_value_length(lists)).cast(pa.int64())
    totals = pc.cumulative_sum(values.cast(pa.int64())).take(pc.subtract(ends, 1))
    before = pa.concat_arrays([pa.array([0], pa.int64()), totals.slice(0, max(len(totals) - 1, 0))])
    return pc.subtract(totals, before.slice(0, len(totals)))
