"""What the engines have in common: a table is a plan, noted down verb by verb and run when its rows are asked for.

Equal plans are equal values, so an engine sees what tables have in common and computes that once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from twicetold.engines.base import Step
from twicetold.engines.sources import Components, Files, Grouped, Held, Joined, Saved, Source, Union
from twicetold.engines.steps import Select
from twicetold.readers.base import Reader

Chain = tuple[Callable[[Any], Any], ...]


@dataclass(frozen=True)
class Table:
    """A source and the steps that its batches go through."""

    source: Source
    steps: tuple[Step, ...] = ()

    @property
    def schema(self) -> pa.Schema:
        return self.steps[-1].schema if self.steps else self.source.schema


class Planner:
    """The verbs that only note down; see `base.Engine`."""

    def read(self, sources: Sequence[tuple[Reader, str]]) -> Table:
        return Table(Files(tuple(sources)))

    def load(self, path: Path) -> Table:
        return Table(Saved(path))

    def table(self, rows: pa.Table) -> Table:
        return Table(Held(rows))

    def map(self, table: Table, step: Step) -> Table:
        source = table.source
        if isinstance(source, Saved) and not table.steps and isinstance(step, Select):
            return Table(Saved(source.path, tuple(step.schema.names)))  # the others are not even read
        return Table(table.source, (*table.steps, step))

    def group(
        self, table: Table, by: Sequence[str], step: Step, *, number: str | None = None, distinct: bool = False
    ) -> Table:
        return Table(Grouped(table, tuple(by), number, distinct), (step,))

    def join(
        self, table: Table, lookup: Table, on: Sequence[str], key: str, *, keep: bool = False, shared: bool = False
    ) -> Table:
        return Table(Joined(table, lookup, tuple(on), key, keep, shared))

    def union(self, *tables: Table) -> Table:
        return Table(Union(tables))

    def components(self, pairs: Table) -> Table:
        return Table(Components(pairs))


def apply_chains(chains: Sequence[Chain], batch: pa.RecordBatch) -> list[Any]:
    """The batch through each chain; what chains begin with in common is done once."""
    done: dict[Chain, Any] = {(): batch}
    for chain in chains:
        for end in range(1, len(chain) + 1):
            if chain[:end] not in done:
                done[chain[:end]] = chain[end - 1](done[chain[: end - 1]])
    return [done[chain] for chain in chains]
