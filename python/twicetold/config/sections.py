"""Every setting and its default: a frozen dataclass for each section of a settings file."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Reading:
    """How files become documents."""

    reader: str = "auto"  # a name from the menu, or told by suffix and first bytes
    id_field: str = ""  # JSONL, CSV, Parquet: which field holds what; "" guesses
    text_field: str = ""
    title_field: str = ""
    question_field: str = ""  # ... of threads, which have a question ...
    description_field: str = ""  # ... what is said to explain it ...
    answer_field: str = ""  # ... and an answer
    vector_field: str = ""  # JSONL, Parquet: a vector of the record, a list of numbers; "" is none
    series: str = ""  # ... what a document is a part of; `folder` or `source`: of its file; `none`
    encoding: str = "utf-8"  # of text and HTML files
    cleaner: str = "auto"  # a name from the menu, or as the reader says
    language: str = ""  # what the input is written in; "" as the input says, else guessed for each document
    namespaces: tuple[int, ...] = (0,)  # of a wiki dump; none for all
    revisions: str = "latest"  # of a history dump: latest, first, all
    strict: bool = False  # stop at the first record that cannot be read
    batch_bytes: int = 1 << 20
    document_bytes: int = 128 << 20  # a larger document is rejected
    bomb_ratio: int = 2_000  # a packed file may unpack to this many times its size ...
    bomb_floor: int = 1 << 30  # ... beyond this many bytes

    @property
    def fields(self) -> tuple[str, str, str, str]:
        """Which fields hold the id, the text, the title and the series, as the kernels take them; "" guesses."""
        return self.id_field, self.text_field, self.title_field, self.series_field

    @property
    def thread_fields(self) -> tuple[str, str, str, str, str, str]:
        """The same for threads: id, question, title, series, description, answer."""
        rest = self.title_field, self.series_field, self.description_field, self.answer_field
        return self.id_field, self.question_field, *rest

    @property
    def series_field(self) -> str:
        """The field with the series; "" guesses."""
        return "" if self.series in ("none", "folder", "source") else self.series

    @property
    def limits(self) -> tuple[int, int, int, int]:
        """As the kernels take them."""
        return self.batch_bytes, self.document_bytes, self.bomb_ratio, self.bomb_floor


@dataclass(frozen=True)
class Folding:
    """Which sentences count, and which of them are the same."""

    blocks: tuple[str, ...] = ("prose", "list", "caption", "reference", "footer")  # none for all
    min_characters: int = 16  # shorter ones are no sentences; a Chinese or Japanese character counts three
    min_aside: int = 40  # the same outside prose and lists, where "Oxford University Press." repeats all the time
    ignore_case: bool = True
    ignore_punctuation: bool = False


@dataclass(frozen=True)
class Finding:
    """How candidates are found. What is 0 is chosen: by what `similarity` and `recall` ask for, at the least cost."""

    finder: str = "minhash"
    feature: str = "characters"
    shingle: int = 0  # characters or words of a shingle
    winnow_window: int = 3  # winnow: shingles in a row of which the least is kept
    winnow_of: str = "words"  # ... or characters
    idf_range: tuple[float, ...] = (0.1, 1.0)  # imatch: which words count; 0 is a word of all units, 1 of one
    lexicons: int = 0  # ... random parts of those, each with a hash of its own
    lexicon_share: float = 0.5  # ... and how many of the words are in each part
    antecedents: str = "100"  # spotsigs: how many of the most frequent words, or which: `a,an,the,is`
    spot_distance: int = 1  # ... which of the words after one: all, or every second ...
    spot_chain: int = 1  # ... and how many; for whole documents 2 or 3
    vectors: str = "hashed"  # vectors: of hashed words, or hashed-grams; or a file of word vectors; or wordllama
    dimensions: int = 256  # ... of hashed ones
    averaging: str = "mean"  # ... of a file: all words alike; or sif, rare ones more
    stemming: str = "english"  # stems: the algorithm of Snowball; none leaves words as they are
    word_weights: str = ""  # weighted, stems, grams: a file with a factor for some tokens
    signatures: str = "bands"  # or draws, as in the papers
    rows: int = 0  # bands: functions of a key
    bands: int = 0  # ... and keys of a unit
    functions: int = 20  # draws: N functions,
    drawn: int = 10  # K of them for a key,
    draws: int = 10  # M keys of a unit,
    bits: int = 60  # of a function's values
    signature_bits: int = 256  # projection: D random planes,
    permutations: int = 0  # Q orders of their bits,
    prefix_bits: int = 0  # of which so many are alike,
    sort_window: int = 0  # or sorted by them all, B units in a row, as in the paper
    hamming: int = 0  # that differ in at most T bits
    seed: int = 1123456
    similarity: float = 0.0  # which pairs are to be found; 0 is the threshold
    recall: float = 0.99  # ... and what share of them
    min_length: int = 0  # in shingles; 0 is about 40 characters. Shorter units are only folded.
    max_length: int = 0  # 0 is no limit
    crowd: int = 500  # a key shared by more units makes a star and a window, not all pairs
    window: int = 16
    partition: str = "document"  # join: block against block; or term: posting list by posting list
    cap: int = 0  # join by term: most pairs of a posting list; 0 is no limit


@dataclass(frozen=True)
class Matching:
    """Which candidates become matches, and what holds a cluster together."""

    measure: str = "edit"  # or jaccard; of vectors cosine
    threshold: float = 0.8
    cohesion: float = 0.0  # least similarity of a member to its cluster's core; 0 is the threshold
    relation: str = "any"  # across: only what stands in more than one document; within: in one
    document_limit: int = 100  # a cluster in more documents makes no document pairs


@dataclass(frozen=True)
class Locating:
    """How passages are located. The defaults are those that every figure in `docs/passages.md` was made with."""

    against: tuple[str, ...] = ()  # files, folders, globs: only what the others share with these is looked for
    pairs: str = ""  # a file with two documents a line: only these are compared
    by: str = "words"  # or sentences: runs of sentence matches alone, as in the paper
    min_sentences: int = 3  # by sentences: a shorter run is chance
    max_gap: int = 4  # how many sentences may stand between two that match, on either side
    extend: bool = True  # by sentences: both ends go on to the last word that matches, or stop short of the first
    min_passage: int = 120  # characters (a Chinese one counts three): a passage shorter on one side is none
    evidence: float = 5.0  # how sure a passage must be, like standard deviations: 4 finds more, 6 errs less
    consistency: float = 0.5  # it must match at least this share of what the pair's best passage does; 0 for any
    summary_evidence: float = 6.0  # how sure a summary must be; 0 looks for none
    thorough: int = -1  # two documents with no more pairs of sentences are searched word by word; -1 is chosen
    run_words: int = 0  # documents are compared that have runs of so many words in common; 0 is 6, or 3 against others
    run_window: int = 0  # of so many runs in a row one is looked up; 0 is 6, or 1 against others
    boilerplate: int = 0  # what stands in more documents than this is boilerplate; 0 is 25, or half of all of few
    keep_boilerplate: bool = True  # list it where two documents share it besides


@dataclass(frozen=True)
class Aspect:
    """One aspect of a field in which two threads are compared."""

    field: str  # question, description, answer
    feature: str = "words"  # what stands for it, a name from the menu
    shingle: int = 0  # 0 is the feature's usual length
    measure: str = "jaccard"
    weight: float = 1.0  # below 0 it counts against
    source: str = ""  # of weighted, stems, grams: a file of word weights; of vectors: where they are from


@dataclass(frozen=True)
class Threading:
    """How threads are compared: field by field, and by a score that weighs the fields."""

    weights: tuple[float, ...] = (0.4, 0.2, 0.4)  # of question, description, answer; only their proportion counts
    least_score: float = 0.5  # of a match: what `--threshold` is for this job
    thread_finder: str = "join"  # or minhash, projection: what `--finder` is for this job
    question_feature: str = "words"  # what stands for a field, a name from the menu
    question_shingle: int = 3  # 0 is the feature's usual length
    question_measure: str = "jaccard"
    description_feature: str = "words"
    description_shingle: int = 3
    description_measure: str = "jaccard"
    answer_feature: str = "words"
    answer_shingle: int = 3
    answer_measure: str = "containment"  # of two answers one may say all of the other, and more
    aspects: tuple[Aspect, ...] = ()  # instead of weights, features and measures: any number for a field


@dataclass(frozen=True)
class Keeping:
    """How whole documents are compared, and which of those alike stays."""

    document_threshold: float = 0.8  # the least similarity of a match: what `--threshold` is for this job
    document_finder: str = ""  # what `--finder` is; "" is minhash, or join where minhash has no way
    document_feature: str = "words"  # what stands for a document, a name from the menu
    document_shingle: int = 5
    document_measure: str = ""  # "" is jaccard; of vectors cosine
    document_recall: float = 0.999  # what share of matches minhash or projection should find; more costs little here
    document_crowd: int = 5_000  # a key shared by more documents makes a star and a window, not all pairs
    document_partition: str = "term"  # of the join; by document, a long text would stand in dozens of cells
    keep: str = "longest"  # newest, oldest, first, FIELD:max, FIELD:min; all-but-none marks no one to go
    prefer: str = ""  # FIELD=A,B: those stay before all others, A before B
    locate: str = "against"  # say where in both texts the overlap stands: with `against` others; always; never


@dataclass(frozen=True)
class Machine:
    """What of this machine may be used. Nothing here changes an answer."""

    threads: int = 0  # 0 is all cores
    memory_bytes: int = 0  # 0 is half of what the machine has

    @property
    def workers(self) -> int:
        if self.threads:
            return self.threads
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

    @property
    def memory(self) -> int:
        """Bytes that a job may use."""
        return self.memory_bytes or _machine_memory() // 2


@dataclass(frozen=True)
class Settings:
    """Everything a job needs to know besides its inputs."""

    reading: Reading = field(default_factory=Reading)
    folding: Folding = field(default_factory=Folding)
    finding: Finding = field(default_factory=Finding)
    matching: Matching = field(default_factory=Matching)
    locating: Locating = field(default_factory=Locating)
    threading: Threading = field(default_factory=Threading)
    keeping: Keeping = field(default_factory=Keeping)
    machine: Machine = field(default_factory=Machine)


def _machine_memory() -> int:
    """Bytes of this machine, or of the container it is."""
    pages = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    try:
        limit = Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii").strip()
        return min(pages, int(limit))
    except (OSError, ValueError):
        return pages
