"""Places of records in their files: `line 17`, `row 3`."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc


def parse_place_numbers(places: pa.Array) -> pa.Array:
    """`line 17` -> 17; 0 where a place has no number at its end."""
    found = pc.extract_regex(places, r"(?P<number>[0-9]{1,18})$")
    return pc.fill_null(pc.struct_field(found, "number").cast(pa.uint64()), 0)
