"""How the columns of a table are written down."""

from __future__ import annotations

import pyarrow as pa


def define_table(**columns: pa.DataType) -> pa.Schema:
    """None of them is ever null."""
    return pa.schema([pa.field(name, kind, nullable=False) for name, kind in columns.items()])


def define_sides(**columns: pa.DataType) -> list[pa.Field]:
    """The columns of both sides of a pair: `left_text` and `right_text`."""
    return [field.with_name(f"{side}_{field.name}") for side in ("left", "right") for field in define_table(**columns)]
