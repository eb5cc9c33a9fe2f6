"""Units, candidates, matches and clusters, as the stages that all jobs share hand them on."""

from __future__ import annotations

import pyarrow as pa

from twicetold.schema.columns import table

NUMBERS = pa.list_(pa.field("item", pa.uint64(), nullable=False))

# A sentence that counts, in its normal form; `high` and `low` are the halves of its 128-bit hash.
IDENTIFIED = table(
    high=pa.uint64(),
    low=pa.uint64(),
    text=pa.string(),
    document=pa.string(),
    title=pa.string(),
    position=pa.uint32(),
)

# A distinct text and where it first stands. Units are numbered in the order of their hashes, so that a number does not
# depend on who read what first.
UNITS = table(
    unit=pa.uint32(),
    high=pa.uint64(),
    low=pa.uint64(),
    check=pa.uint64(),  # another hash of the text
    text=pa.string(),
    copies=pa.uint32(),  # how many sentences it stands for
    collided=pa.uint32(),  # sentences of the same hash but another text, left out
    documents=NUMBERS,  # a hash of the document of each copy, sorted
    document=pa.string(),
    title=pa.string(),
    position=pa.uint32(),
)

# Words of the corpus that a feature must know, and how many units each is in.
LEXICON = table(word=pa.string(), units=pa.uint32())

# The table `lexicon` of a run whose vectors stand in its input (GIVEN): the vector of each text that has one.
OF_TEXTS = table(text=pa.string(), vector=pa.binary())

KEYS = table(key=pa.uint64(), unit=pa.uint32())

# A long text with all its keys, and a byte of each minimum behind them.
SKETCHES = table(unit=pa.uint32(), keys=NUMBERS, sketch=pa.binary())

PAIRS = table(left=pa.uint32(), right=pa.uint32())

# Candidates whose similarity was computed and reaches the threshold.
VERIFIED = table(
    left=pa.uint32(),
    right=pa.uint32(),
    jaccard=pa.float64(),
    edit_similarity=pa.float64(),
)

COMPONENTS = table(unit=pa.uint32(), component=pa.uint32())

# What a component is made of: its matches, and its units (`left` = `right`) with their texts, each text once.
LINKS = table(component=pa.uint32(), left=pa.uint32(), right=pa.uint32(), similarity=pa.float64(), text=pa.string())

# Which cluster a unit is in, told by its core.
CORES = table(unit=pa.uint32(), core=pa.uint32(), similarity=pa.float64())

# A unit of a cluster: `core` first, then what orders it there.
CLUSTERED = table(
    core=pa.uint32(),
    document=pa.string(),
    title=pa.string(),
    position=pa.uint32(),
    unit=pa.uint32(),
    high=pa.uint64(),
    low=pa.uint64(),
    check=pa.uint64(),
    copies=pa.uint32(),
    documents=NUMBERS,
    similarity=pa.float64(),
)

# A cluster before it has its number; `order` is least for the largest.
HEADS = table(
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
LABELS = table(
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
