"""Columns of a run, read in pieces: what analyses of members need to know of the cluster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.run import Run
from twicetold.run.finished import scan_table
from twicetold.tables.batches import Batch


def read_cluster_column(run: Run, column: str) -> pa.Array:
    """A number of each cluster, at the place of the cluster's own: four bytes for each, 4 MB for a million."""
    batches = [batch[column] for batch in scan_table(run, "clusters", columns=[column])]
    return pa.chunked_array(batches, pa.uint32()).combine_chunks()


def iterate_whole_clusters(run: Run, columns: Sequence[str]) -> Iterator[pa.Table]:
    """Members in tables that no cluster is cut by, so that each can be counted alone. Memory is that of the largest."""
    waiting: list[Batch] = []
    for batch in scan_table(run, "members", columns=["cluster", *columns]):
        if waiting and waiting[0]["cluster"][0] == batch["cluster"][-1]:
            waiting.append(batch)
            continue
        last = pc.equal(batch["cluster"], batch["cluster"][-1])
        before = [*waiting, batch.filter(pc.invert(last))]
        if any(each.num_rows for each in before):
            yield pa.Table.from_batches(before)
        waiting = [batch.filter(last)]
    if waiting:
        yield pa.Table.from_batches(waiting)


def hash_documents(rows: Batch) -> pa.Array:
    """A number for the document of each row, which its id alone does not tell: two files may use the same."""
    return _kernels.hash_documents(rows, "document", "title")
