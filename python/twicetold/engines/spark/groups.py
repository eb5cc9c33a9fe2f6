"""Groups in rows that come in order, batch after batch."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.spark.blocks import Batches
from twicetold.tables.batches import Batch


def complete_groups(batches: Batches, by: Sequence[str]) -> Batches:
    """The same rows; what may go on in the next batch is held back until that is known."""
    waiting: list[Batch] = []
    for batch in batches:
        if not batch.num_rows:
            continue
        last = max(_count_last_group(batch, by), 1)
        if last < batch.num_rows:
            yield pa.concat_batches([*waiting, batch.slice(0, batch.num_rows - last)])
            waiting = [batch.slice(batch.num_rows - last)]
        elif waiting and not _has_same_group(waiting[-1], batch, by):
            yield pa.concat_batches(waiting)
            waiting = [batch]
        else:
            waiting.append(batch)
    if waiting:
        yield pa.concat_batches(waiting)


def mark_group_starts(batch: Batch, by: Sequence[str]) -> pa.Array:
    """Whether a row is of another group than the one before it; the first always is."""
    begins = pa.repeat(pa.scalar(False), batch.num_rows - 1)
    for name in by:
        column = _view_comparable(batch, name)
        begins = pc.or_(begins, pc.not_equal(column.slice(1), column.slice(0, batch.num_rows - 1)))
    return pa.concat_arrays([pa.array([True]), begins])


def _count_last_group(batch: Batch, by: Sequence[str]) -> int:
    """How many rows at the end are alike."""
    alike = pa.repeat(pa.scalar(True), batch.num_rows)
    for name in by:
        column = _view_comparable(batch, name)
        alike = pc.and_(alike, pc.equal(column, column[-1]))
    return int(pc.sum(alike).as_py())


def _has_same_group(before: Batch, batch: Batch, by: Sequence[str]) -> bool:
    return all(_view_comparable(before, name)[-1] == _view_comparable(batch, name)[0] for name in by)


def _view_comparable(batch: Batch, name: str) -> pa.Array:
    """A column as values that are equal where their rows are: NaN to NaN, null to null, lists by what is in them."""
    column, field = batch[name], batch.schema.field(name)
    if field.nullable or pa.types.is_nested(field.type):
        return pa.array(_kernels.encode_row_keys(batch.select([name]), [name]), pa.binary())
    return column.view(pa.int64()) if column.type == pa.float64() else column
