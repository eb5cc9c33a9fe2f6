"""The groups of settings that several jobs share, each a frozen dataclass that stages and kernels take.

A job has a group with its own defaults, and may leave settings out (`jobs/<job>/settings.py`).
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from twicetold.config.declare import setting
from twicetold.text.quantities import parse_bytes

THREAD_FIELDS = ("question_field", "description_field", "answer_field")
BLOCK_NAMES = ("prose", "list", "table", "caption", "reference", "heading", "code", "footer")
COMPARED_BLOCKS = ("prose", "list", "caption", "reference", "footer")


@dataclass(frozen=True)
class Reading:
    """How files become documents."""

    reader: str = setting("auto", "Format of the input; `auto` goes by suffix and first bytes.", "Input", menu="reader")
    id_field: str = setting("", "JSONL, CSV, Parquet: field with the id; automatic if empty (`id`, `docid`).", "Input")
    text_field: str = setting(
        "", "JSONL, CSV, Parquet: field with the text; automatic if empty (`text`, `body`).", "Input", common=True
    )
    title_field: str = setting("", "JSONL, CSV, Parquet: field with the title; automatic if empty.", "Input")
    date_field: str = setting(
        "", "JSONL, CSV, Parquet: field with the date; automatic if empty (`timestamp`, `date`).", "Input"
    )
    question_field: str = setting(
        "",
        "JSONL, CSV, Parquet: field with the question; automatic if empty (`question`, `title`).",
        "Input",
        common=True,
        shared=False,
    )
    description_field: str = setting(
        "", "JSONL, CSV, Parquet: field with the text that explains the question.", "Input", common=True, shared=False
    )
    answer_field: str = setting("", "JSONL, CSV, Parquet: field with the answer.", "Input", common=True, shared=False)
    vector_field: str = setting(
        "",
        "JSONL, Parquet: field with a list of numbers; records are then compared by these vectors.",
        "Input",
        shared=False,
    )
    series: str = setting(
        "",
        "Field that names the series of a document; passages within one series are ignored. "
        "`folder` and `source` take it from the file, `none` ignores series.",
        "Input",
        shared=False,
    )
    encoding: str = setting("utf-8", "Encoding of text and HTML files that do not declare one.", "Input")
    cleaner: str = setting(
        "auto", "How markup is removed; `auto` chooses by the format of the input.", "Input", menu="cleaner"
    )
    language: str = setting(
        "", "Language of the texts, a code such as `de`; detected for each document if empty.", "Input", common=True
    )
    namespaces: tuple[int, ...] = setting((0,), "Wiki dump: namespaces to read, such as `0,4`, or `all`.", "Input")
    revisions: str = setting(
        "latest", "History dump: which revisions of a page to read.", "Input", choices=("latest", "first", "all")
    )
    strict: bool = setting(False, "Stop at the first record that cannot be read.", "Input")
    batch_bytes: int = setting(1 << 20, "Bytes of text in a batch. It does not change the results.", "Input", least=1)
    document_bytes: int = setting(128 << 20, "Larger documents, in bytes, are rejected.", "Input", least=1)
    bomb_ratio: int = setting(
        2_000,
        "A compressed file is refused if it unpacks to more than this many times its size (see `bomb_floor`).",
        "Input",
        least=1,
    )
    bomb_floor: int = setting(
        1 << 30, "Bytes that a compressed file may always unpack to, whatever its size.", "Input", least=0
    )
    record_bytes: int = setting(
        4 << 30, "A file is read no further after this many bytes in which no record ends.", "Input", least=1
    )

    @property
    def fields(self) -> tuple[str, str, str, str, str]:
        """Which fields hold the id, text, title, series and date of a record, as the kernels take them; "" guesses."""
        return self.id_field, self.text_field, self.title_field, self.series_field, self.date_field

    @property
    def thread_fields(self) -> tuple[str, str, str, str, str, str, str]:
        """Which fields hold the id, question, title, series, date, description and answer of a thread."""
        rest = self.title_field, self.series_field, self.date_field, self.description_field, self.answer_field
        return self.id_field, self.question_field, *rest

    @property
    def revision_fields(self) -> tuple[str, ...]:
        """Which fields hold the page, text, title, series and date of a revision; three more mark it as one."""
        return *self.fields, "", "", ""

    @property
    def series_field(self) -> str:
        """The field with the series; "" guesses."""
        return "" if self.series in ("none", "folder", "source") else self.series

    @property
    def limits(self) -> tuple[int, int, int, int, int]:
        """As the kernels take them."""
        return self.batch_bytes, self.document_bytes, self.bomb_ratio, self.bomb_floor, self.record_bytes


@dataclass(frozen=True)
class Folding:
    """Which sentences count, and which of them are the same."""

    blocks: tuple[str, ...] = setting(
        COMPARED_BLOCKS,
        "Blocks whose sentences are compared, separated by commas, or `all`.",
        "Matching",
        choices=BLOCK_NAMES,
    )
    min_characters: int = setting(
        16, "Ignore shorter sentences. A Chinese or Japanese character counts as three.", "Matching", least=0
    )
    min_aside: int = setting(
        40,
        "Ignore shorter sentences outside prose and lists, where short texts such as a publisher's name repeat often.",
        "Matching",
        least=0,
    )
    ignore_case: bool = setting(True, "Treat texts that differ only in case as identical.", "Matching")
    ignore_punctuation: bool = setting(False, "Treat texts that differ only in punctuation as identical.", "Matching")


@dataclass(frozen=True)
class Finding:
    """How candidates are found. What is 0 is chosen automatically, at the lowest cost for `similarity` and `recall`."""

    finder: str = setting(
        "minhash",
        "How candidates are found. `join` and `scan` find all matches; `projection` and `scan` compare vectors.",
        "Finder",
        common=True,
        menu="finder",
    )
    feature: str = setting("characters", "What represents a text in a comparison.", "Features", menu="feature")
    shingle: int = setting(0, "Characters or words of a shingle; 0 is automatic.", "Features", least=0)
    winnow_window: int = setting(
        3,
        "Feature `winnow`: of this many successive shingles the one with the lowest hash is kept.",
        "Features",
        least=1,
    )
    winnow_of: str = setting(
        "words", "Feature `winnow`: what shingles are made of.", "Features", choices=("words", "characters")
    )
    idf_range: tuple[float, ...] = setting(
        (0.1, 1.0),
        "Feature `imatch`: lowest and highest inverse document frequency of the words that count. "
        "0 is a word in every text, 1 a word in a single one.",
        "Features",
    )
    lexicons: int = setting(
        0,
        "Feature `imatch`: number of random parts of the lexicon, each with its own hash; 0 is none.",
        "Features",
        least=0,
    )
    lexicon_share: float = setting(
        0.5, "Feature `imatch`: share of the words in each of the random parts of the lexicon.", "Features"
    )
    antecedents: str = setting(
        "100",
        "Feature `spotsigs`: number of the most frequent words to use as antecedents, or a list: `a,an,the,is`.",
        "Features",
    )
    spot_distance: int = setting(
        1, "Feature `spotsigs`: take every n-th word after an antecedent.", "Features", least=1
    )
    spot_chain: int = setting(
        1,
        "Feature `spotsigs`: words after an antecedent in a signature; 2 or 3 for whole documents.",
        "Features",
        least=1,
    )
    vectors: str = setting(
        "hashed",
        "Feature `vectors`: `hashed` (words), `hashed-grams`, `wordllama`, `minilm`, or a file of word vectors.",
        "Features",
        is_file=True,
    )
    dimensions: int = setting(256, "Feature `vectors`: dimensions of hashed vectors.", "Features", least=8, most=4096)
    averaging: str = setting(
        "mean",
        "Feature `vectors` with a file: `mean` counts all words equally, `sif` counts rare ones more.",
        "Features",
        choices=("mean", "sif"),
    )
    lookup: str = setting(
        "words",
        "Feature `vectors` with a file: look up the words of a text, or as in the paper their English `stems`, "
        "without stop words and numbers.",
        "Papers",
        choices=("words", "stems"),
    )
    stemming: str = setting(
        "english", "Feature `stems`: language of the Snowball stemmer; `none` keeps words as they are.", "Features"
    )
    word_weights: str = setting(
        "",
        "Features `weighted`, `stems`, `grams`: a file of `token<TAB>factor` with learned weights.",
        "Features",
        is_file=True,
    )
    signatures: str = setting(
        "bands",
        "MinHash: `bands` of independent hash functions, or `draws` from a fixed set as in the papers.",
        "Finder",
        choices=("bands", "draws"),
    )
    rows: int = setting(0, "MinHash bands: hash functions of each band; 0 is automatic.", "Finder", least=0)
    bands: int = setting(0, "MinHash bands: number of bands; 0 is automatic.", "Finder", least=0)
    functions: int = setting(20, "MinHash draws: number of hash functions to draw from (N).", "Papers", least=1)
    drawn: int = setting(10, "MinHash draws: hash functions drawn for each key (K).", "Papers", least=1)
    draws: int = setting(10, "MinHash draws: keys of each text (M).", "Papers", least=1)
    bits: int = setting(60, "MinHash draws: bits of a hash value.", "Papers")
    signature_bits: int = setting(
        256, "Projection: random planes, one bit of a signature each (D).", "Finder", least=1, most=256
    )
    permutations: int = setting(
        0, "Projection: orders of the signature's bits (Q); 0 is automatic.", "Finder", least=0, most=2000
    )
    prefix_bits: int = setting(
        0, "Projection: leading signature bits that must be equal; 0 is automatic.", "Finder", least=0, most=32
    )
    sort_window: int = setting(
        0,
        "Projection: compare this many neighbours in sorted order, as in the paper (B), instead of equal prefixes; "
        "0 is off.",
        "Papers",
        least=0,
        most=1 << 16,
    )
    hamming: int = setting(
        0, "Projection: signature bits in which candidates may differ (T); 0 is automatic.", "Finder", least=0
    )
    seed: int = setting(1123456, "Seed of hash functions, random planes and their orders.", "Finder")
    similarity: float = setting(
        0.0,
        "Lowest similarity of the pairs that the finder is tuned to find; 0 uses the threshold.",
        "Finder",
        least=0,
        most=1,
    )
    recall: float = setting(
        0.99, "Share of the true pairs that the finder is tuned to find.", "Finder", least=0, most=1
    )
    min_length: int = setting(
        0,
        "Compare texts of at least this many shingles; 0 is about 40 characters. Shorter ones match only if identical.",
        "Finder",
        least=0,
    )
    max_length: int = setting(
        0,
        "Compare texts of at most this many shingles; 0 sets no limit. Longer ones match only if identical.",
        "Finder",
        least=0,
    )
    outside: str = setting(
        "identical",
        "Texts shorter than `min_length` or longer than `max_length`: they match if `identical`, "
        "or the job can `discard` them as in the papers.",
        "Papers",
        choices=("identical", "discard"),
    )
    bucket_limit: int = setting(
        0,
        "MinHash: of the texts that share a key compare only this many, the first, as in the paper; "
        "0 compares all (see `crowd`).",
        "Papers",
        least=0,
    )
    crowd: int = setting(
        500,
        "If more texts than this share a key, each is compared only with the first and with its neighbours (`window`).",
        "Finder",
        least=0,
    )
    window: int = setting(
        16, "Neighbours that a text is compared with, where too many texts share a key (`crowd`).", "Finder", least=0
    )
    partition: str = setting(
        "document",
        "Join: split the work by `document` (block against block) or by `term` (posting list by posting list).",
        "Finder",
        choices=("document", "term"),
    )
    cap: int = setting(
        0, "Join by term: most pairs that one posting list may give; 0 sets no limit.", "Finder", least=0
    )


@dataclass(frozen=True)
class Matching:
    """Which candidates become matches, and what holds a cluster together."""

    measure: str = setting(
        "edit",
        "Similarity measure; all but `edit` and `jaccard` need `--finder join`, or vectors.",
        "Matching",
        common=True,
        compares=("texts", "sets", "vectors"),
    )
    threshold: float = setting(0.8, "Lowest similarity of a match.", "Matching", common=True, least=0, most=1)
    cohesion: float = setting(
        0.0,
        "Lowest similarity of a member to the core of its cluster; 0 uses the threshold.",
        "Matching",
        least=0,
        most=1,
    )
    relation: str = setting(
        "any",
        "Report repetitions anywhere, only `across` several documents, or only `within` one.",
        "Matching",
        choices=("any", "across", "within"),
        common=True,
    )
    document_limit: int = setting(
        100, "A cluster in more documents than this is not counted for pairs of documents.", "Matching", least=0
    )


@dataclass(frozen=True)
class Locating:
    """How passages are located. The defaults are those that every figure in `docs/passages.md` was made with."""

    against: tuple[str, ...] = setting(
        (),
        "Files, folders or globs to compare the inputs against, instead of with each other. May be repeated.",
        "Input",
        common=True,
        repeated=True,
    )
    pairs: str = setting(
        "", "A file with two documents on each line: only these pairs are compared.", "Input", is_file=True
    )
    by: str = setting(
        "words",
        "Locate passages word by word, or as runs of matching `sentences`, as in the paper.",
        "Passages",
        common=True,
        choices=("words", "sentences"),
    )
    exact: str = setting(
        "",
        "Find only what is repeated to the letter: every stretch of this many characters (`100`) or words (`20w`).",
        "Passages",
        common=True,
    )
    noise: str = setting(
        "auto",
        "Wrong letters, as scanners make them: `ocr` also compares letter by letter; `auto` estimates the noise.",
        "Passages",
        common=True,
        choices=("auto", "none", "ocr"),
    )
    min_sentences: int = setting(3, "By sentences: matching sentences in the shortest run.", "Passages", least=1)
    max_gap: int = setting(4, "Sentences that may lie between two matching ones, on either side.", "Passages", least=0)
    extend: bool = setting(True, "By sentences: move both ends of a passage to the last word that matches.", "Passages")
    min_passage: int = setting(
        120,
        "Characters of the shortest passage. A Chinese or Japanese character counts as three.",
        "Passages",
        least=0,
        common=True,
    )
    evidence: float = setting(
        5.0,
        "How certain a passage must be, in units like standard deviations: 4 finds more, 6 errs less.",
        "Passages",
        least=0,
    )
    consistency: float = setting(
        0.5,
        "Share of the best passage's match rate that other passages of the same pair must reach; 0 accepts all.",
        "Passages",
        least=0,
        most=1,
    )
    summary_evidence: float = setting(
        6.0, "How certain a summary must be, in units as for `evidence`; 0 looks for none.", "Passages", least=0
    )
    thorough: int = setting(
        -1,
        "Compare two documents word by word if they have at most this many pairs of sentences; -1 is automatic.",
        "Passages",
        least=-1,
    )
    run_words: int = setting(
        0,
        "Compare documents that share a run of this many words; 0 is automatic: 6, or 3 with `--against`.",
        "Passages",
        least=0,
    )
    run_window: int = setting(
        0,
        "Look up one of this many successive runs of words; 0 is automatic: 6, or 1 with `--against`.",
        "Passages",
        least=0,
    )
    boilerplate: int = setting(
        0,
        "A sentence in more documents than this is boilerplate; 0 is automatic: 25, or half of a few documents.",
        "Passages",
        least=0,
    )
    keep_boilerplate: bool = setting(
        True, "List boilerplate as a passage where two documents also share something else.", "Passages"
    )
    families: bool = setting(
        True, "Gather passages into families: one text with all its copies, its best text and their order.", "Passages"
    )


@dataclass(frozen=True)
class Machine:
    """What of this machine may be used. Nothing here changes a result."""

    workers: int = setting(
        0, "Worker threads; 0 uses all cores.", "Machine", common=True, least=0, option=("--workers", "-j")
    )
    memory_bytes: int = setting(
        0,
        "Most memory to use, such as `2GB`; half of the machine's by default.",
        "Machine",
        common=True,
        least=0,
        option=("--memory",),
        parse=parse_bytes,
    )

    @property
    def worker_count(self) -> int:
        """The number of worker threads, where 0 is counted out."""
        if self.workers:
            return self.workers
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

    @property
    def memory(self) -> int:
        """Bytes that a job may use."""
        return self.memory_bytes or _measure_machine_memory() // 2


@cache
def _measure_machine_memory() -> int:
    """Bytes of this machine, or of the container it is."""
    pages = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    try:
        limit = Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii").strip()
        return min(pages, int(limit))
    except (OSError, ValueError):
        return pages
