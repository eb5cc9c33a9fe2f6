"""Arrow tables as data frames, for those who have pandas or polars."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from twicetold.errors import MissingPackage


def convert_to_pandas(table: pa.Table) -> Any:
    """Convert a table to a data frame of pandas. Whole numbers with gaps stay whole."""
    try:
        import pandas  # type: ignore[import-untyped,import-not-found,unused-ignore]
    except ImportError:
        raise MissingPackage("pandas", "") from None
    return table.to_pandas(types_mapper={pa.uint32(): pandas.UInt32Dtype()}.get)


def convert_to_polars(table: pa.Table) -> Any:
    """Convert a table to a data frame of polars."""
    try:
        import polars  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        raise MissingPackage("polars", "") from None
    return polars.DataFrame(table)
