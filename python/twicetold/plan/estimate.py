"""What settings cost: bytes between stages, seconds and peak memory for a number of sentences.

Arithmetic over a table of rates. A rate is for one core, and work is taken to spread over the cores evenly, so an
estimate is right to a factor of two, and better for comparing settings than for promising a time.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from twicetold.plan.schemes import DrawScheme, Scheme

KEY_BYTES = 12  # a key of 8 and a sentence number of 4
FOLD_BYTES = 60  # beside the text: a hash of 16, document, title, position, and what sorting takes
PASS_BYTES = 36 * 10**9  # of keys on disk at a time: more are computed in several passes over the texts
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
    candidates: float = 1.4e6  # fetched and verified, where most are soon given up
    checks: float = 110e6  # of two units with a common key, by their letters
    possible: float = 1e6  # candidates that letters do not rule out, fetched and verified
    stored_sentences: float = 1e6  # that candidates are looked up in
    read_bytes: float = 1e9  # of texts, read again for the next keys
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


LEAST_SIZE_CLASS = 4**5  # sentences; smaller corpora get the keys of this class


def find_size_class(sentences: int) -> int:
    """The power of 4 that is not below a number of sentences, at least 1024: `5000` -> 16384

    Bands are chosen by class: the same keys find the same candidates, so that a corpus can grow, up to the next class,
    without being compared again.
    """
    bits = (max(sentences, 1) - 1).bit_length()
    return max(1 << (bits + bits % 2), LEAST_SIZE_CLASS)


def find_typical_size(sentences: int) -> int:
    """The size that bands are chosen for, the geometric middle of a class: `5000` and `16000` -> 8192"""
    return max(find_size_class(sentences) // 2, LEAST_SIZE_CLASS)


@dataclass(frozen=True)
class Hardware:
    """What it is to be searched on."""

    cores: int = 2
    memory_bytes: int = 4_000_000_000  # a stage that needs more goes to disk
    rates: Rates = Rates()


@dataclass(frozen=True)
class Candidates:
    """How many units a unit shares a key with, the true ones included; and with how many its text is compared."""

    every: float
    possible: float | None = None  # where letters rule out the others; else all are compared

    @property
    def compared(self) -> float:
        return self.every if self.possible is None else self.possible

    def estimate_seconds(self, rates: Rates) -> float:
        """Core seconds to compare them."""
        if self.possible is None:
            return self.every / rates.candidates
        return self.every / rates.checks + self.possible / rates.possible


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
    def disk_bytes(self) -> int:
        """Of the stages that go to disk, all together."""
        return sum(stage.bytes for stage in self.stages if stage.on_disk)

    @property
    def memory_bytes(self) -> int:
        """Of the largest stage: one follows the other."""
        return max(stage.memory_bytes for stage in self.stages)


def count_passes(scheme: Scheme, sentences: int) -> int:
    """In how many parts keys are computed: those of one part, on disk at a time, take at most PASS_BYTES."""
    if isinstance(scheme, DrawScheme):
        return 1
    return min(max(math.ceil(KEY_BYTES * scheme.keys * sentences / PASS_BYTES), 1), scheme.keys)


def count_shingles(characters: float, shingle: int) -> float:
    """Shingles of a text: `(144, 5)` -> 140"""
    return max(1.0, characters - shingle + 1)


def estimate_finding_seconds(
    scheme: Scheme, shingle: int, candidates: Candidates, characters: int, rates: Rates
) -> float:
    """Core seconds for one sentence, from its text to verified matches: what `choose_plan` makes least.

    Hash its shingles, update every function with each, group its keys, check its candidates and verify those that may
    match (each is shared by two).
    """
    shingles = count_shingles(characters, shingle)
    return (
        shingles / rates.shingles
        + shingles * scheme.functions / rates.updates
        + scheme.keys / rates.keys
        + candidates.estimate_seconds(rates) / 2
    )


def estimate_stages(
    scheme: Scheme, shingle: int, candidates: Candidates, corpus: Corpus, hardware: Hardware
) -> Estimate:
    """Stage by stage. Keys go through the disk in passes, and each pass reads the texts again."""
    rates, cores, sentences = hardware.rates, hardware.cores, corpus.sentences
    shingles = sentences * count_shingles(corpus.characters, shingle)
    pairs = sentences * candidates.compared / 2
    passes = count_passes(scheme, sentences)
    key_bytes = KEY_BYTES * scheme.keys * sentences

    def estimate_stage(
        name: str, core_seconds: float, intermediate: float, resident: float = 0, times: int = 1
    ) -> Stage:
        on_disk = intermediate + resident > hardware.memory_bytes
        disk_seconds = times * intermediate / rates.disk_bytes if on_disk else 0.0
        held = max(resident, min(intermediate + resident, hardware.memory_bytes))
        return Stage(name, core_seconds / cores + disk_seconds, int(intermediate), int(held), on_disk)

    stages = [
        estimate_stage("fold", corpus.text_bytes / rates.fold_bytes, corpus.text_bytes + FOLD_BYTES * sentences),
        estimate_stage(
            "keys",
            passes * (corpus.text_bytes / rates.read_bytes + shingles / rates.shingles)
            + shingles * scheme.functions / rates.updates,
            key_bytes / passes,
            times=passes,
        ),
        estimate_stage("candidates", scheme.keys * sentences / rates.keys, PAIR_BYTES * pairs),
        estimate_stage(
            "verify",
            sentences * (candidates.estimate_seconds(rates) / 2 + 1 / rates.stored_sentences),
            corpus.text_bytes,
        ),
        estimate_stage("cluster", sentences / rates.clustered_sentences, 0, PARENT_BYTES * sentences),
    ]
    if corpus.dump_bytes:
        stages = [
            estimate_stage("unpack", corpus.dump_bytes / rates.bzip2_bytes, 0),
            estimate_stage("split", corpus.dump_bytes / rates.split_bytes, corpus.text_bytes),
            *stages,
        ]
    return Estimate(tuple(stages))
