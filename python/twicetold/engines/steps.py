"""What a step is, and the steps that know nothing of text: rows as they are, some of their columns, sums.

A step is called with a batch and gives a batch of a declared schema: a function under `make_step`, or a frozen
dataclass where it has settings. It keeps nothing between calls and does not care where a batch was cut, so every
engine may cut, order and spread batches as it likes; the step of a `group` may rely on one thing: no group is cut.
"""

from __future__ import annotations

import tempfile
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce, update_wrapper
from typing import Any, ClassVar, Protocol, TypeAlias

import pyarrow as pa

from twicetold.tables.batches import Batch, build_batch, build_batch_of_rows, concat_batches
from twicetold.tables.reading import TALLY

# The last of a chain may be a function that gives something else than a batch: what a kernel takes, for example.
Chain: TypeAlias = tuple[Callable[[Any], Any], ...]


class Step(Protocol):
    """A function over a batch, as a value: it pickles, and equal steps give equal answers."""

    @property
    def schema(self) -> pa.Schema:
        """The columns it gives."""
        ...

    def __call__(self, batch: Batch, /) -> Batch: ...


class FunctionStep:
    """A function over a batch with the schema that it gives. It is pickled by its name, so it must be of a module."""

    def __init__(self, function: Callable[[Batch], Batch], schema: pa.Schema) -> None:
        update_wrapper(self, function)
        self.function = function
        self.schema = schema

    def __call__(self, batch: Batch) -> Batch:
        return self.function(batch)

    def __reduce__(self) -> str:
        return self.function.__qualname__

    def __repr__(self) -> str:
        return self.function.__qualname__


def make_step(schema: pa.Schema) -> Callable[[Callable[[Batch], Batch]], FunctionStep]:
    """Make a step of a function that gives batches of this schema."""
    return lambda function: FunctionStep(function, schema)


class GroupResolver(ABC):
    """A step of `group` for groups that may be larger than memory: its sorted rows come in parts that may cut one."""

    schema: ClassVar[pa.Schema]

    @abstractmethod
    def resolve_parts(self, parts: Iterable[Batch], memory_bytes: int, folder: str) -> Iterator[Batch]:
        """Yield the result of the groups, using at most `memory_bytes` and temporary files in `folder`."""

    def __call__(self, batch: Batch) -> Batch:
        """Resolve groups that are in memory."""
        return concat_batches(list(self.resolve_parts([batch], _HELD_BYTES, tempfile.gettempdir())))


_HELD_BYTES = 1 << 30  # for groups that are in memory anyway


@dataclass(frozen=True)
class PassRows:
    """The rows as they come: what a group is sorted for."""

    schema: pa.Schema

    def __call__(self, batch: Batch) -> Batch:
        return batch


@dataclass(frozen=True)
class SelectColumns:
    """Some columns, or all of them in another order."""

    schema: pa.Schema

    def __call__(self, batch: Batch) -> Batch:
        return batch.select(self.schema.names)


@dataclass(frozen=True)
class CountGroupRows:
    """Each group once with its number of rows, as the last column of `schema`; the rest is what it was grouped by."""

    schema: pa.Schema

    def __call__(self, batch: Batch) -> Batch:
        by = self.schema.names[:-1]
        counted = pa.Table.from_batches([batch]).group_by(by, use_threads=False).aggregate([([], "count_all")])
        columns = [counted[name].combine_chunks() for name in by]
        count = counted["count_all"].combine_chunks().cast(self.schema.field(-1).type)
        return build_batch([*columns, count], self.schema)


@dataclass(frozen=True)
class SumGroupCounts:
    """Each group once with the sum of its counts, the last column of `schema`.

    With `CountGroupRows` over the batches before it, a group of any size comes as a row for each batch.
    """

    schema: pa.Schema

    def __call__(self, batch: Batch) -> Batch:
        *by, count = self.schema.names
        summed = pa.Table.from_batches([batch]).group_by(by, use_threads=False).aggregate([(count, "sum")])
        columns = [summed[name].combine_chunks() for name in by]
        total = summed[f"{count}_sum"].combine_chunks().cast(self.schema.field(-1).type)
        return build_batch([*columns, total], self.schema)


def apply_chains(chains: Sequence[Chain], batch: Batch) -> list[Any]:
    """Return what each chain makes of the batch; what chains begin with in common is done once."""
    if len(chains) == 1:
        return [reduce(lambda made, step: step(made), chains[0], batch)]
    done: dict[Chain, Any] = {(): batch}
    for chain in chains:
        for end in range(1, len(chain) + 1):
            if chain[:end] not in done:
                done[chain[:end]] = chain[end - 1](done[chain[: end - 1]])
    return [done[chain] for chain in chains]


def build_tally(**counts: int) -> Batch:
    """Counts as rows of TALLY, those of 0 left out."""
    rows = [{"name": name, "count": count} for name, count in counts.items() if count]
    return build_batch_of_rows(rows, TALLY)


def index_pair_values(pairs: Batch, name: str) -> tuple[pa.Array, pa.Array, pa.Array]:
    """What `join` with `shared` gives: the values of a column, each once, and the places of both sides among them."""
    left, right = pairs[f"left_{name}"], pairs[f"right_{name}"]
    if isinstance(left.type, pa.DictionaryType):
        return left.dictionary, left.indices, right.indices
    both = pa.concat_arrays([pairs["left"], pairs["right"]]).dictionary_encode()
    rows = pa.table({"place": both.indices, "row": pa.arange(0, len(both))})
    first = rows.group_by("place", use_threads=False).aggregate([("row", "min")]).sort_by("place")["row_min"]
    values = pa.concat_arrays([left, right]).take(first.combine_chunks())
    return values, both.indices.slice(0, len(left)), both.indices.slice(len(left))


def sum_tallies(tally: pa.Table) -> dict[str, int]:
    """A tally summed up by name."""
    counted: Counter[str] = Counter()
    for name, count in zip(tally["name"].to_pylist(), tally["count"].to_pylist(), strict=True):
        counted[name] += count
    return dict(counted)
