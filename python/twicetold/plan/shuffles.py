"""What the sentence job moves between machines: every exchange of rows, counted from the columns that it carries.

On Spark rows travel as blocks of Arrow, packed by lz4. So the bytes of an exchange are its rows, times the width of
their columns, times what packing leaves of each column. The widths and shares are those of English Wikipedia, measured
on 6,213 articles; `benchmarks.spark_growth` measures what really goes over, and the two agree within a tenth.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pyarrow as pa

from twicetold import schema
from twicetold.plan.choose import Plan
from twicetold.stages import clustering, folding
from twicetold.stages.sentences.document_pairs import PairDocuments
from twicetold.stages.sentences.matches import INSIDE, MatchesMet, Shared

# As the engine has them (`engines/spark/`), which needs packages that a plan does without; a test holds them together.
ALONE_BYTES = 32 << 20  # a table of no more is read by every task, not sent
ALONE_PAIRS = 1 << 23  # matches of no more become components in one task
BUCKET_BYTES = 32 << 20  # of rows in global order that go to one task, or more where there are few partitions
CHUNK_BYTES = 32 << 20  # of rows that a task reads and cuts into blocks, a block for each partition

ROUNDS = 4  # that components take: clusters are small. A chain of a million units takes 13.

# Bytes of the strings that travel besides texts, in the mean.
WIDTHS = {"document": 4.2, "title": 14.2, "section": 15.4, "block": 5.0, "kind": 8.0}

# What lz4 leaves of a column, where rows stand as they were read (beside others of their document) and where they do
# not. Of all others, hashes and numbers of units, it leaves everything.
PACKED = {
    "text": (0.67, 0.71),
    "document": (0.55, 0.88),
    "title": (0.29, 0.74),
    "section": (0.29, 0.75),
    "block": (0.44, 0.45),
    "position": (0.21, 0.72),
    "copies": (0.01, 0.02),
    "documents": (0.85, 0.94),
}
FEW, MANY = 8, 200  # partitions with which the two were measured


@dataclass(frozen=True)
class Rows:
    """So many rows of these columns. `as_read`: in the order of the input, where neighbours are of one document."""

    count: float
    columns: pa.Schema
    as_read: bool = False


@dataclass(frozen=True)
class Exchange:
    """Rows that go to other tasks, those of all sides by the same key."""

    stage: str
    what: str
    sides: tuple[Rows, ...]
    in_order: bool = False  # to ranges of keys: of small tables the engine makes fewer than there are partitions

    def raw_bytes(self, characters: float) -> float:
        """As a task has them in memory."""
        return sum(rows.count * row_bytes(rows.columns, characters) for rows in self.sides)

    def shuffled_bytes(self, characters: float, partitions: int) -> float:
        """As they lie on disk between the tasks."""
        if self.in_order:
            partitions = max(min(int(self.raw_bytes(characters) / BUCKET_BYTES), partitions), 1) + 1
        return sum(_shuffled(rows, characters, partitions) for rows in self.sides)


def _shuffled(rows: Rows, characters: float, partitions: int) -> float:
    raw = rows.count * row_bytes(rows.columns, characters)
    spread = 1.0 if not rows.as_read else min(max(math.log(partitions / FEW) / math.log(MANY / FEW), 0.0), 1.0)
    packed = sum(rows.count * _width(each, characters) * _left(each.name, spread) for each in rows.columns)
    blocks = min(max(raw / CHUNK_BYTES, 1) * partitions, rows.count)
    return packed + blocks * HEADER_BYTES * len(rows.columns)


HEADER_BYTES = 40  # of a block, for each column, packed


def row_bytes(columns: pa.Schema, characters: float) -> float:
    """A row in Arrow: `(schema.KEYS, 144)` -> 12; of a unit's number and text 152."""
    return sum(_width(each, characters) for each in columns)


def _width(column: pa.Field, characters: float) -> float:
    if pa.types.is_list(column.type):
        return 4 + 8  # an offset, and one value: few units have copies
    if not pa.types.is_string(column.type):
        return float(column.type.bit_width / 8)
    name = _stem(column.name)
    return 4 + (characters if name == "text" else WIDTHS[name])


def _left(name: str, spread: float) -> float:
    near, far = PACKED.get(_stem(name), (1.0, 1.0))
    return near + (far - near) * spread


def _stem(name: str) -> str:
    """`left_text` -> `text`"""
    stem = name.removeprefix("left_").removeprefix("right_").removeprefix("label_")
    return "text" if stem == "example" else stem


@dataclass(frozen=True)
class Amounts:
    """How many rows there are of everything."""

    sentences: float  # that count
    units: float
    keys: float
    meetings: float  # candidates as often as they share a key
    candidates: float
    matches: float
    matched: float  # units in matches
    clustered: float  # units in clusters
    clusters: float
    members: float
    document_pairs: float  # as often as they share a cluster


# Of all sentences of English Wikipedia: those that count and the distinct among them (6,213 articles); pairs, members,
# their distinct texts and clusters as the papers found them among 135.8M.
COUNTED, DISTINCT = 0.982, 0.978
MATCHES, MEMBERS, CLUSTERED, CLUSTERS = 0.141, 0.0258, 0.0174, 0.0085
MEETINGS = 2.0  # of two documents, for each cluster (6,213 articles)


def amounts(plan: Plan) -> Amounts:
    """What a plan's sentences will come to, if they repeat themselves as Wikipedia does."""
    sentences = plan.corpus.sentences
    units, matches = DISTINCT * sentences, MATCHES * sentences
    chance = units * plan.chance_candidates / 2
    return Amounts(
        COUNTED * sentences,
        units,
        units * plan.scheme.keys,
        chance + matches * plan.scheme.keys,
        chance + matches,
        matches,
        CLUSTERED * sentences,
        CLUSTERED * sentences,
        CLUSTERS * sentences,
        MEMBERS * sentences,
        MEETINGS * CLUSTERS * sentences,
    )


def exchanges(found: Amounts, characters: float, alone_bytes: float = ALONE_BYTES) -> tuple[Exchange, ...]:
    """All that is sent, in order. What is looked up in, or put in order, and is small stays where it is."""

    def is_sent(exchange: Exchange, decides: Rows | None) -> bool:
        return decides is None or decides.count * row_bytes(decides.columns, characters) > alone_bytes

    return tuple(exchange for exchange, decides in _every(found) if is_sent(exchange, decides))


def _every(found: Amounts) -> Iterator[tuple[Exchange, Rows | None]]:
    """Each exchange, and the rows that decide by their size whether it takes place."""
    for stage, verb, what, *sides in _moves(found):
        decides = {"group": None, "order": sides[0], "join": sides[-1]}[verb]
        yield Exchange(stage, what, tuple(sides), verb == "order"), decides


Move = tuple[str, str, str, Rows] | tuple[str, str, str, Rows, Rows]


def _moves(found: Amounts) -> list[Move]:
    """Stage, verb, what, and the rows. In a join, the table that is looked up in comes last."""
    units, matches, clustered = found.units, found.matches, found.clustered
    texts = Rows(units, _columns(schema.UNITS, "unit", "text"))
    firsts = Rows(units, _columns(schema.UNITS, "unit", "document", "title", "position"))
    components = Rows(found.matched, schema.COMPONENTS)
    numbers = Rows(clustered, _columns(schema.LABELS, "unit", "cluster"))
    members = Rows(found.members, schema.PLACED)
    left = _beside(schema.PAIRS, texts.columns, "left")
    links = _columns(schema.LINKS, "component", "left", "right", "similarity")
    return [
        ("units", "order", "sentences", Rows(found.sentences, schema.IDENTIFIED, as_read=True)),
        ("matches", "group", "keys", Rows(found.keys, schema.KEYS)),
        ("matches", "join", "candidates, left texts", Rows(found.meetings, schema.PAIRS), texts),
        ("matches", "join", "candidates, right texts", Rows(found.candidates, left), texts),
        *_rounds(found),
        ("clusters", "join", "matches, components", Rows(matches, schema.VERIFIED), components),
        ("clusters", "join", "texts, components", texts, components),
        ("clusters", "group", "components", Rows(matches, links), Rows(found.matched, schema.LINKS)),
        ("clusters", "join", "units, cores", Rows(units, clustering._PLACED_UNITS), Rows(found.matched, schema.CORES)),
        ("clusters", "group", "clusters", Rows(clustered, schema.CLUSTERED)),
        ("clusters", "order", "clusters by size", Rows(found.clusters, schema.HEADS)),
        ("clusters", "join", "units, cluster numbers", Rows(clustered, clustering.Variants.schema), numbers),
        (
            "members",
            "join",
            "sentences, clusters",
            Rows(found.sentences, folding.Marked.schema, as_read=True),
            Rows(clustered, clustering.Looked.schema),
        ),
        ("members", "order", "members", members),
        *_kinds(found, firsts, members),
        ("tables", "group", "kinds", Rows(matches, _columns(schema.MATCHES, "cluster", "kind", "confidence"))),
        ("tables", "group", "examples", members),
        ("tables", "order", "clusters", Rows(found.clusters, schema.CLUSTERS)),
    ]


def _kinds(found: Amounts, firsts: Rows, members: Rows) -> list[Move]:
    """What a match is told by comes to it: places, clusters, what its documents share, texts."""
    pairs = Rows(found.document_pairs, PairDocuments.schema)
    numbers = Rows(found.clustered, _columns(schema.LABELS, "unit", "cluster", "variant"))
    voices = Rows(found.clustered, schema.VOICES)
    named = _beside(schema.VERIFIED, firsts.columns, "left")
    both = _beside(named, firsts.columns, "right")
    half = _beside(Shared.schema, voices.columns, "left")

    def of(columns: pa.Schema) -> Rows:
        return Rows(found.matches, columns)

    return [
        ("kinds", "group", "members", members),
        ("kinds", "group", "pairs of documents", pairs),
        ("kinds", "order", "pairs of documents", pairs),
        ("kinds", "join", "matches, left places", of(schema.VERIFIED), firsts),
        ("kinds", "join", "matches, right places", of(named), firsts),
        ("kinds", "join", "matches, left clusters", of(both), numbers),
        ("kinds", "join", "matches, right clusters", of(_beside(both, numbers.columns, "left")), numbers),
        ("kinds", "group", "matches by cluster", of(_columns(schema.LINKED, "cluster"))),
        ("kinds", "join", "matches, cluster sizes", of(INSIDE), Rows(found.clusters, _columns(schema.TOLD, "cluster"))),
        ("kinds", "group", "matches by documents", of(MatchesMet.schema), pairs),
        ("kinds", "group", "members' texts", members),
        ("kinds", "join", "matches, left texts", of(Shared.schema), voices),
        ("kinds", "join", "matches, right texts", of(half), voices),
        ("kinds", "order", "matches", of(schema.TOLD)),
    ]


def _rounds(found: Amounts) -> Sequence[Move]:
    """In each round every pair travels both ways, then once more."""
    if found.matches <= ALONE_PAIRS:
        return []
    return [("clusters", "group", f"pairs, {ROUNDS} rounds", Rows(3 * ROUNDS * found.matched, schema.PAIRS))]


def _columns(table: pa.Schema, *names: str) -> pa.Schema:
    return pa.schema([table.field(name) for name in names])


def _beside(table: pa.Schema, lookup: pa.Schema, side: str) -> pa.Schema:
    """The columns of a table with those of what it looked up; the key is the first of them."""
    return pa.schema([*table, *[each.with_name(f"{side}_{each.name}") for each in list(lookup)[1:]]])
