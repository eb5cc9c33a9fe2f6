"""The web addresses that a thread links to: two questions that point to the same pages are often about one thing."""

from __future__ import annotations

import re

import pyarrow as pa

# Without the scheme, `www.` and what follows `#`; a full stop behind an address is not part of it.
_ADDRESS = re.compile(r"https?://(?:www\.)?([^\s<>\"'()\[\]#]*[^\s<>\"'()\[\]#.,;:!?/])", re.IGNORECASE)


def list_addresses(*columns: pa.Array) -> pa.Array:
    """The addresses in the texts of each row, a line each, sorted."""
    rows = zip(*(column.to_pylist() for column in columns), strict=True)
    found = (sorted({address for text in texts for address in _ADDRESS.findall(text)}) for texts in rows)
    return pa.array(["\n".join(addresses) for addresses in found], pa.string())
