"""Units, candidates, matches and clusters, as the stages that all jobs share hand them on."""

from __future__ import annotations

import pyarrow as pa

from twicetold.tables.columns import define_table

NUMBER_LIST = pa.list_(pa.field("item", pa.uint64(), nullable=False))

# A sentence that counts, in its normal form; `high` and `low` are the halves of its 128-bit hash.
IDENTIFIED_SENTENCES = define_table(
    high=pa.uint64(),
    low=pa.uint64(),
    text=pa.string(),
    document=pa.string(),
    title=pa.string(),
    position=pa.uint32(),
)

# A distinct text and where it first stands. Units are numbered in the order of their hashes, so that a number does not
# depend on who read what first.
UNITS = define_table(
    unit=pa.uint32(),
    high=pa.uint64(),
    low=pa.uint64(),
    check=pa.uint64(),  # another hash of the text
    text=pa.string(),
    copies=pa.uint32(),  # how many sentences it stands for
    collided=pa.uint32(),  # sentences of the same hash but another text, left out
    documents=NUMBER_LIST,  # a hash of the document of each copy, sorted
    document=pa.string(),
    title=pa.string(),
    position=pa.uint32(),
)

# Where a unit first stands.
UNIT_PLACES = pa.schema([UNITS.field(name) for name in ("unit", "document", "title", "position")])

# Words of the corpus that a feature must know, and how many units each is in.
LEXICON = define_table(word=pa.string(), units=pa.uint32())

# The table `lexicon` of a run whose vectors stand in its input (GIVEN): the vector of each text that has one.
TEXT_VECTORS = define_table(text=pa.string(), vector=pa.binary())

KEYS = define_table(key=pa.uint64(), unit=pa.uint32())

# The counts of a unit's letters, packed into two numbers: they show that two units cannot match.
UNIT_LETTERS = define_table(unit=pa.uint32(), letters=pa.uint64(), others=pa.uint64())

# A long text with all its keys, and a byte of each minimum behind them.
SKETCHES = define_table(unit=pa.uint32(), keys=NUMBER_LIST, sketch=pa.binary())

PAIRS = define_table(left=pa.uint32(), right=pa.uint32())

# Candidates whose similarity was computed and reaches the threshold.
UNIT_MATCHES = define_table(
    left=pa.uint32(),
    right=pa.uint32(),
    similarity=pa.float64(),  # by the measure of the run
)

COMPONENTS = define_table(unit=pa.uint32(), component=pa.uint32())

# The matches of a component.
MATCH_LINKS = pa.schema([COMPONENTS.field("component"), *UNIT_MATCHES])

# What a component is made of: its matches, and its units (`left` = `right`) with their texts, each text once.
COMPONENT_LINKS = define_table(
    component=pa.uint32(), left=pa.uint32(), right=pa.uint32(), similarity=pa.float64(), text=pa.string()
)

# Which cluster a unit is in, told by its core, and how similar it is to that core, or the lowest in the cluster.
UNIT_CORES = define_table(unit=pa.uint32(), core=pa.uint32(), similarity=pa.float64())

# A unit of a cluster: `core` first, then what orders it there.
CLUSTERED_UNITS = define_table(
    core=pa.uint32(),
    document=pa.string(),
    title=pa.string(),
    position=pa.uint32(),
    unit=pa.uint32(),
    high=pa.uint64(),
    low=pa.uint64(),
    check=pa.uint64(),
    copies=pa.uint32(),
    documents=NUMBER_LIST,
    similarity=pa.float64(),
)

# A cluster before it has its number; `order` is least for the largest.
CLUSTER_HEADS = define_table(
    order=pa.uint64(),
    document=pa.string(),
    title=pa.string(),
    position=pa.uint32(),
    core=pa.uint32(),
    size=pa.uint32(),
    documents=pa.uint32(),
    variants=pa.uint32(),
    similarity=pa.float64(),
)

# A unit of a numbered cluster, and its first member.
UNIT_LABELS = define_table(
    unit=pa.uint32(),
    cluster=pa.uint32(),
    variant=pa.uint32(),
    high=pa.uint64(),
    low=pa.uint64(),
    check=pa.uint64(),
    document=pa.string(),
    title=pa.string(),
    position=pa.uint32(),
)
