"""What settings cost: bytes between stages, seconds and peak memory for a number of sentences.

Arithmetic over a table of rates. A rate is for one core, and work is taken to spread over the cores evenly, so an
estimate is right to a factor of two, and better for comparing settings than for promising a time.
"""

from __future__ import annotations

from dataclasses import dataclass

from twicetold.plan.schemes import Scheme

KEY_BYTES = 12  # a key of 8 and a sentence number of 4
FOLD_BYTES = 60  # beside the text: a hash of 16, document, title, position, and what sorting takes
PAIR_BYTES = 8  # two sentence numbers
PARENT_BYTES = 4  # of each sentence in the union-find, which has to stay in memory


@dataclass(frozen=True)
class Rates:
    """How much one core does in a second. Replace single ones by what your machine does: `Rates(bzip2_bytes=40e6)`.

    The defaults were measured with this package on one core of a small machine with AVX-512 (see `docs/scale.md`).
    """

    bzip2_bytes: float = 21.5e6  # unpacked
    split_bytes: float = 140e6  # cleaning and splitting into sentences
    fold_bytes: float = 160e6  # normalising, hashing, sorting
    shingles: float = 2e9  # hashed
    updates: float = 15e9  # of a minimum by one function for one shingle, in 32 bits
    keys: float = 26e6  # grouped and paired
    candidates: float = 1.4e6  # fetched and verified
    clustered_sentences: float = 1.5e6  # sentences looked up, told their cluster and written
    disk_bytes: float = 500e6  # of the whole machine, written and read again


@dataclass(frozen=True)
class Corpus:
    """What is to be searched. `characters` is the mean of a sentence: 144 in English Wikipedia, of 40 and more."""

    sentences: int = 1_000_000
    characters: int = 144
    dump_bytes: int = 0  # unpacked bytes of a bzip2 dump that the sentences come from; 0 for none

    @property
    def text_bytes(self) -> int:
        return self.sentences * self.characters


@dataclass(frozen=True)
class Hardware:
    """What it is to be searched on."""

    cores: int = 2
    memory_bytes: int = 4_000_000_000  # a stage that needs more goes to disk
    rates: Rates = Rates()


@dataclass(frozen=True)
class Stage:
    """One stage: what it computes and what it leaves for the next."""

    name: str
    seconds: float
    bytes: int  # of intermediate data
    memory_bytes: int
    on_disk: bool  # whether the intermediate data is over the memory allowed


@dataclass(frozen=True)
class Estimate:
    """All stages, in order."""

    stages: tuple[Stage, ...]

    @property
    def seconds(self) -> float:
        return sum(stage.seconds for stage in self.stages)

    @property
    def bytes(self) -> int:
        return sum(stage.bytes for stage in self.stages)

    @property
    def memory_bytes(self) -> int:
        """Of the largest stage: one follows the other."""
        return max(stage.memory_bytes for stage in self.stages)


def count_shingles(characters: float, shingle: int) -> float:
    """Shingles of a text: `(144, 5)` -> 140"""
    return max(1.0, characters - shingle + 1)


def estimate_finding_seconds(scheme: Scheme, shingle: int, candidates: float, characters: int, rates: Rates) -> float:
    """Core seconds for one sentence, from its text to verified matches: what `choose_plan` makes least.

    Hash its shingles, update every function with each, group its keys, verify its candidates (each is shared by two).
    `(BandScheme(8, 14), 12, 0, 144, Rates())` -> 5.0e-6: 0.2 hashing, 4.0 updates, 0.8 keys.
    """
    shingles = count_shingles(characters, shingle)
    return (
        shingles / rates.shingles
        + shingles * scheme.functions / rates.updates
        + scheme.keys / rates.keys
        + candidates / 2 / rates.candidates
    )


def estimate_stages(scheme: Scheme, shingle: int, candidates: float, corpus: Corpus, hardware: Hardware) -> Estimate:
    """Stage by stage. `candidates` is how many each sentence has, the true ones included."""
    rates, cores, sentences = hardware.rates, hardware.cores, corpus.sentences
    shingles = sentences * count_shingles(corpus.characters, shingle)
    pairs = sentences * candidates / 2

    def estimate_stage(name: str, core_seconds: float, intermediate: float, resident: float = 0) -> Stage:
        on_disk = intermediate + resident > hardware.memory_bytes
        disk_seconds = intermediate / rates.disk_bytes if on_disk else 0.0
        held = max(resident, min(intermediate + resident, hardware.memory_bytes))
        return Stage(name, core_seconds / cores + disk_seconds, int(intermediate), int(held), on_disk)

    stages = [
        estimate_stage("fold", corpus.text_bytes / rates.fold_bytes, corpus.text_bytes + FOLD_BYTES * sentences),
        estimate_stage(
            "keys",
            shingles / rates.shingles + shingles * scheme.functions / rates.updates,
            KEY_BYTES * scheme.keys * sentences,
        ),
        estimate_stage("candidates", scheme.keys * sentences / rates.keys, PAIR_BYTES * pairs),
        estimate_stage("verify", pairs / rates.candidates, corpus.text_bytes),
        estimate_stage("cluster", sentences / rates.clustered_sentences, 0, PARENT_BYTES * sentences),
    ]
    if corpus.dump_bytes:
        stages = [
            estimate_stage("unpack", corpus.dump_bytes / rates.bzip2_bytes, 0),
            estimate_stage("split", corpus.dump_bytes / rates.split_bytes, corpus.text_bytes),
            *stages,
        ]
    return Estimate(tuple(stages))
