"""Plans looked into and changed, before they are run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any

import pyarrow as pa

from twicetold.engines.plan import Table
from twicetold.engines.sources import Components, Joined, Source, Union


@dataclass(frozen=True)
class Renamed:
    """The same columns under other names."""

    schema: pa.Schema

    def __call__(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        return pa.RecordBatch.from_arrays(batch.columns, schema=self.schema)


def named(lookup: pa.Schema, source: Joined, column: str) -> pa.Schema:
    """The columns of a lookup as they are called once they stand beside `column`."""
    if source.table.schema.field(column).type != lookup.field(source.key).type:
        raise TypeError(f"`{column}` and `{source.key}` cannot meet: they are of two types")
    several = len(source.on) > 1
    return pa.schema(
        [each.with_name(f"{column}_{each.name}") if several and each.name != source.key else each for each in lookup]
    )


def components_in(table: Table) -> Iterator[Components]:
    if isinstance(table.source, Components):
        yield table.source
    for each in table.source.inputs:
        yield from components_in(each)


def with_sources(table: Table, known: dict[Source, Source]) -> Table:
    """The same plan with some of its sources in place of others."""
    source = table.source
    if source in known:
        return Table(known[source], table.steps)
    changed: dict[str, Any] = {}
    for each in fields(source) if source.inputs else ():  # type: ignore[arg-type]
        value = getattr(source, each.name)
        if isinstance(value, Table):
            changed[each.name] = with_sources(value, known)
        elif isinstance(source, Union):
            changed[each.name] = tuple(with_sources(one, known) for one in value)
    return Table(replace(source, **changed) if changed else source, table.steps)  # type: ignore[type-var]


def leaves(source: Source) -> Iterator[Source]:
    if not source.inputs:
        yield source
    for table in source.inputs:
        yield from leaves(table.source)
