"""Pages of a wiki whose history was read: a page with many revisions is one document, in every count."""

from __future__ import annotations

from collections.abc import Iterable

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.run import Run


def count_pages(run: Run) -> int:
    """The number of pages of a run that read every revision of them; 0 for other runs."""
    if run.facts["settings"].get("reading", {}).get("revisions") != "all" or "documents" not in run.tables:
        return 0
    return count_changes(batch["document"] for batch in run.read_batches("documents"))


def count_changes(columns: Iterable[pa.Array]) -> int:
    """How often the value changes in columns that follow each other: revisions of a page stand together in a dump."""
    changes, last = 0, None
    for column in columns:
        values = pc.run_end_encode(column).values
        if len(values):
            changes += len(values) - (values[0].as_py() == last)
            last = values[-1].as_py()
    return changes
