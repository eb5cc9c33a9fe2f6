"""The options of the Python functions, as types for mypy and editors. Written by `python -m docs.generate.options`."""

from __future__ import annotations

from typing import Literal, TypedDict

from twicetold.jobs.threads.settings import Aspect


class SharedOptions(TypedDict, total=False):
    """The options of every job."""

    reader: str
    """Format of the input; `auto` goes by suffix and first bytes. One of: mediawiki, jsonl, csv, parquet, text, html,
    tei, alto, page, hocr, warc, wikiextractor, stackexchange."""
    id: str
    """JSONL, CSV, Parquet: field with the id; automatic if empty (`id`, `docid`)."""
    title: str
    """JSONL, CSV, Parquet: field with the title; automatic if empty."""
    date: str
    """JSONL, CSV, Parquet: field with the date; automatic if empty (`timestamp`, `date`)."""
    strict: bool
    """Stop at the first record that cannot be read."""
    batch_bytes: int
    """Bytes of text in a batch. It does not change the results."""
    document_bytes: int
    """Larger documents, in bytes, are rejected."""
    bomb_ratio: int
    """A compressed file is refused if it unpacks to more than this many times its size (see `bomb_floor`)."""
    bomb_floor: int
    """Bytes that a compressed file may always unpack to, whatever its size."""
    record_bytes: int
    """A file is read no further after this many bytes in which no record ends."""
    workers: int
    """Worker threads; 0 uses all cores."""
    memory_bytes: int
    """Most memory to use, such as `2GB`; half of the machine's by default."""


class ComparisonOptions(SharedOptions, total=False):
    """The options of every job that compares."""

    ignore_case: bool
    """Treat texts that differ only in case as identical."""
    ignore_punctuation: bool
    """Treat texts that differ only in punctuation as identical."""
    winnow_window: int
    """Feature `winnow`: of this many successive shingles the one with the lowest hash is kept."""
    winnow_of: Literal["words", "characters"]
    """Feature `winnow`: what shingles are made of."""
    idf_range: tuple[float, ...] | list[float]
    """Feature `imatch`: lowest and highest inverse document frequency of the words that count. 0 is a word in every
    text, 1 a word in a single one."""
    lexicons: int
    """Feature `imatch`: number of random parts of the lexicon, each with its own hash; 0 is none."""
    lexicon_share: float
    """Feature `imatch`: share of the words in each of the random parts of the lexicon."""
    antecedents: str
    """Feature `spotsigs`: number of the most frequent words to use as antecedents, or a list: `a,an,the,is`."""
    spot_distance: int
    """Feature `spotsigs`: take every n-th word after an antecedent."""
    spot_chain: int
    """Feature `spotsigs`: words after an antecedent in a signature; 2 or 3 for whole documents."""
    vectors: str
    """Feature `vectors`: `hashed` (words), `hashed-grams`, `wordllama`, `minilm`, or a file of word vectors."""
    dimensions: int
    """Feature `vectors`: dimensions of hashed vectors."""
    averaging: Literal["mean", "sif"]
    """Feature `vectors` with a file: `mean` counts all words equally, `sif` counts rare ones more."""
    lookup: Literal["words", "stems"]
    """Feature `vectors` with a file: look up the words of a text, or as in the paper their English `stems`, without
    stop words and numbers."""
    stemming: str
    """Feature `stems`: language of the Snowball stemmer; `none` keeps words as they are."""
    word_weights: str
    """Features `weighted`, `stems`, `grams`: a file of `token<TAB>factor` with learned weights."""
    signatures: Literal["bands", "draws"]
    """MinHash: `bands` of independent hash functions, or `draws` from a fixed set as in the papers."""
    rows: int
    """MinHash bands: hash functions of each band; 0 is automatic."""
    bands: int
    """MinHash bands: number of bands; 0 is automatic."""
    functions: int
    """MinHash draws: number of hash functions to draw from (N)."""
    drawn: int
    """MinHash draws: hash functions drawn for each key (K)."""
    draws: int
    """MinHash draws: keys of each text (M)."""
    bits: int
    """MinHash draws: bits of a hash value."""
    signature_bits: int
    """Projection: random planes, one bit of a signature each (D)."""
    permutations: int
    """Projection: orders of the signature's bits (Q); 0 is automatic."""
    prefix_bits: int
    """Projection: leading signature bits that must be equal; 0 is automatic."""
    sort_window: int
    """Projection: compare this many neighbours in sorted order, as in the paper (B), instead of equal prefixes; 0 is
    off."""
    hamming: int
    """Projection: signature bits in which candidates may differ (T); 0 is automatic."""
    seed: int
    """Seed of hash functions, random planes and their orders."""
    recall: float
    """Share of the true pairs that the finder is tuned to find."""
    bucket_limit: int
    """MinHash: of the texts that share a key compare only this many, the first, as in the paper; 0 compares all (see
    `crowd`)."""
    crowd: int
    """If more texts than this share a key, each is compared only with the first and with its neighbours (`window`)."""
    window: int
    """Neighbours that a text is compared with, where too many texts share a key (`crowd`)."""
    partition: Literal["document", "term"]
    """Join: split the work by `document` (block against block) or by `term` (posting list by posting list)."""
    cap: int
    """Join by term: most pairs that one posting list may give; 0 sets no limit."""


class SplitOptions(SharedOptions, total=False):
    """The options of `split`."""

    text: str
    """JSONL, CSV, Parquet: field with the text; automatic if empty (`text`, `body`)."""
    encoding: str
    """Encoding of text and HTML files that do not declare one."""
    cleaner: str
    """How markup is removed; `auto` chooses by the format of the input. One of: wikitext, html, fragment, plain."""
    language: str
    """Language of the texts, a code such as `de`; detected for each document if empty."""
    namespaces: tuple[int, ...] | list[int]
    """Wiki dump: namespaces to read, such as `0,4`, or `all`."""
    revisions: Literal["latest", "first", "all"]
    """History dump: which revisions of a page to read."""


class SentenceOptions(ComparisonOptions, total=False):
    """The options of `sentences`."""

    text: str
    """JSONL, CSV, Parquet: field with the text; automatic if empty (`text`, `body`)."""
    encoding: str
    """Encoding of text and HTML files that do not declare one."""
    cleaner: str
    """How markup is removed; `auto` chooses by the format of the input. One of: wikitext, html, fragment, plain."""
    language: str
    """Language of the texts, a code such as `de`; detected for each document if empty."""
    namespaces: tuple[int, ...] | list[int]
    """Wiki dump: namespaces to read, such as `0,4`, or `all`."""
    revisions: Literal["latest", "first", "all"]
    """History dump: which revisions of a page to read."""
    vector: str
    """JSONL, Parquet: field with a list of numbers; records are then compared by these vectors."""
    blocks: tuple[str, ...] | list[str]
    """Blocks whose sentences are compared, separated by commas, or `all`."""
    min_characters: int
    """Ignore shorter sentences. A Chinese or Japanese character counts as three."""
    min_aside: int
    """Ignore shorter sentences outside prose and lists, where short texts such as a publisher's name repeat often."""
    finder: str
    """How candidates are found. `join` and `scan` find all matches; `projection` and `scan` compare vectors. One of:
    minhash, join, scan, projection."""
    feature: str
    """What represents a text in a comparison. One of: characters, words, winnow, imatch, spotsigs, vectors, weighted,
    stems, grams."""
    shingle: int
    """Characters or words of a shingle; 0 is automatic."""
    similarity: float
    """Lowest similarity of the pairs that the finder is tuned to find; 0 uses the threshold."""
    min_length: int
    """Compare texts of at least this many shingles; 0 is about 40 characters. Shorter ones match only if identical."""
    max_length: int
    """Compare texts of at most this many shingles; 0 sets no limit. Longer ones match only if identical."""
    outside: Literal["identical", "discard"]
    """Texts shorter than `min_length` or longer than `max_length`: they match if `identical`, or the job can `discard`
    them as in the papers."""
    measure: str
    """Similarity measure; all but `edit` and `jaccard` need `--finder join`, or vectors. One of: edit, jaccard, cosine,
    dice, containment, angular."""
    threshold: float
    """Lowest similarity of a match."""
    cohesion: float
    """Lowest similarity of a member to the core of its cluster; 0 uses the threshold."""
    relation: Literal["any", "across", "within"]
    """Report repetitions anywhere, only `across` several documents, or only `within` one."""
    document_limit: int
    """A cluster in more documents than this is not counted for pairs of documents."""
    unit: Literal["sentence", "paragraph", "line"]
    """What is compared: sentences, the lines of a file, or its paragraphs, which blank lines separate."""
    aliases: str
    """A CSV file with two names of one thing on each line: changing one to the other contradicts nothing."""


class PassageOptions(ComparisonOptions, total=False):
    """The options of `passages`."""

    text: str
    """JSONL, CSV, Parquet: field with the text; automatic if empty (`text`, `body`)."""
    encoding: str
    """Encoding of text and HTML files that do not declare one."""
    cleaner: str
    """How markup is removed; `auto` chooses by the format of the input. One of: wikitext, html, fragment, plain."""
    language: str
    """Language of the texts, a code such as `de`; detected for each document if empty."""
    namespaces: tuple[int, ...] | list[int]
    """Wiki dump: namespaces to read, such as `0,4`, or `all`."""
    revisions: Literal["latest", "first", "all"]
    """History dump: which revisions of a page to read."""
    series: str
    """Field that names the series of a document; passages within one series are ignored. `folder` and `source` take it
    from the file, `none` ignores series."""
    blocks: tuple[str, ...] | list[str]
    """Blocks whose sentences are compared, separated by commas, or `all`."""
    min_characters: int
    """Ignore shorter sentences. A Chinese or Japanese character counts as three."""
    min_aside: int
    """Ignore shorter sentences outside prose and lists, where short texts such as a publisher's name repeat often."""
    finder: str
    """How candidates are found. `join` and `scan` find all matches; `projection` and `scan` compare vectors. One of:
    minhash, join, scan, projection."""
    feature: str
    """What represents a text in a comparison. One of: characters, words, winnow, imatch, spotsigs, vectors, weighted,
    stems, grams."""
    shingle: int
    """Characters or words of a shingle; 0 is automatic."""
    similarity: float
    """Lowest similarity of the pairs that the finder is tuned to find; 0 uses the threshold."""
    min_length: int
    """Compare texts of at least this many shingles; 0 is about 40 characters. Shorter ones match only if identical."""
    max_length: int
    """Compare texts of at most this many shingles; 0 sets no limit. Longer ones match only if identical."""
    measure: str
    """Similarity measure; all but `edit` and `jaccard` need `--finder join`, or vectors. One of: edit, jaccard, cosine,
    dice, containment, angular."""
    threshold: float
    """Lowest similarity of a match."""
    cohesion: float
    """Lowest similarity of a member to the core of its cluster; 0 uses the threshold."""
    pairs: str
    """A file with two documents on each line: only these pairs are compared."""
    by: Literal["words", "sentences"]
    """Locate passages word by word, or as runs of matching `sentences`, as in the paper."""
    exact: str
    """Find only what is repeated to the letter: every stretch of this many characters (`100`) or words (`20w`)."""
    noise: Literal["auto", "none", "ocr"]
    """Wrong letters, as scanners make them: `ocr` also compares letter by letter; `auto` estimates the noise."""
    min_sentences: int
    """By sentences: matching sentences in the shortest run."""
    max_gap: int
    """Sentences that may lie between two matching ones, on either side."""
    extend: bool
    """By sentences: move both ends of a passage to the last word that matches."""
    min_passage: int
    """Characters of the shortest passage. A Chinese or Japanese character counts as three."""
    evidence: float
    """How certain a passage must be, in units like standard deviations: 4 finds more, 6 errs less."""
    consistency: float
    """Share of the best passage's match rate that other passages of the same pair must reach; 0 accepts all."""
    summary_evidence: float
    """How certain a summary must be, in units as for `evidence`; 0 looks for none."""
    thorough: int
    """Compare two documents word by word if they have at most this many pairs of sentences; -1 is automatic."""
    run_words: int
    """Compare documents that share a run of this many words; 0 is automatic: 6, or 3 with `--against`."""
    run_window: int
    """Look up one of this many successive runs of words; 0 is automatic: 6, or 1 with `--against`."""
    boilerplate: int
    """A sentence in more documents than this is boilerplate; 0 is automatic: 25, or half of a few documents."""
    keep_boilerplate: bool
    """List boilerplate as a passage where two documents also share something else."""
    families: bool
    """Gather passages into families: one text with all its copies, its best text and their order."""


class DocumentOptions(ComparisonOptions, total=False):
    """The options of `documents`."""

    text: str
    """JSONL, CSV, Parquet: field with the text; automatic if empty (`text`, `body`)."""
    encoding: str
    """Encoding of text and HTML files that do not declare one."""
    cleaner: str
    """How markup is removed; `auto` chooses by the format of the input. One of: wikitext, html, fragment, plain."""
    language: str
    """Language of the texts, a code such as `de`; detected for each document if empty."""
    namespaces: tuple[int, ...] | list[int]
    """Wiki dump: namespaces to read, such as `0,4`, or `all`."""
    revisions: Literal["latest", "first", "all"]
    """History dump: which revisions of a page to read."""
    finder: str
    """How candidates are found. `auto` is `minhash`, or for measures other than Jaccard `join`, or for vectors
    `projection`. One of: minhash, join, scan, projection."""
    feature: str
    """What represents a text in a comparison. One of: characters, words, winnow, imatch, spotsigs, vectors, weighted,
    stems, grams."""
    shingle: int
    """Characters or words of a shingle; 0 is automatic."""
    similarity: float
    """Lowest similarity of the pairs that the finder is tuned to find; 0 uses the threshold."""
    min_length: int
    """Compare texts of at least this many shingles; 0 is about 40 characters. Shorter ones match only if identical."""
    max_length: int
    """Compare texts of at most this many shingles; 0 sets no limit. Longer ones match only if identical."""
    measure: str
    """Similarity measure. `auto` is `jaccard`, or for vectors `cosine`; `containment` is the share of the shorter
    document in the longer one. One of: auto, jaccard, cosine, dice, containment, angular."""
    threshold: float
    """Lowest similarity of a match."""
    keep: str
    """Which document of a cluster is kept: `longest`, `newest`, `oldest`, `first`, `FIELD:max` or `FIELD:min`; `all`
    removes none."""
    prefer: str
    """Keep these before all others, the first before the next: `source=books,news`, or another field."""
    locate: Literal["against", "always", "never"]
    """Locate in both texts what two documents share: with `--against` only, always, or never."""
    max_gap: int
    """Sentences that may lie between two matching ones, on either side."""
    min_passage: int
    """Characters of the shortest passage. A Chinese or Japanese character counts as three."""
    evidence: float
    """How certain a passage must be, in units like standard deviations: 4 finds more, 6 errs less."""
    consistency: float
    """Share of the best passage's match rate that other passages of the same pair must reach; 0 accepts all."""


class ThreadOptions(ComparisonOptions, total=False):
    """The options of `threads`."""

    question: str
    """JSONL, CSV, Parquet: field with the question; automatic if empty (`question`, `title`)."""
    description: str
    """JSONL, CSV, Parquet: field with the text that explains the question."""
    answer: str
    """JSONL, CSV, Parquet: field with the answer."""
    finder: Literal["join", "minhash", "projection"]
    """How candidates are found: `join` finds all; `minhash` is for sets, `projection` for vectors."""
    threshold: float
    """Lowest score of a match; 0: by `--precision`, or 0.5 with `--compare fields`."""
    compare: Literal["whole", "fields"]
    """What matches are found by: `whole` threads, as they are ranked for suggestions, or `fields`, each as the options
    for fields say."""
    weights: tuple[float, ...] | list[float]
    """Weights of question, description and answer in the score; only their proportions count."""
    missing: Literal["share", "zero"]
    """If one of two threads lacks a field: `share` out its weight among the other fields, or as in the paper count a
    similarity of `zero`."""
    question_feature: str
    """What represents a question in a comparison, with parameters if any: `spotsigs:antecedents=the,a`. One of:
    characters, words, winnow, imatch, spotsigs, vectors, weighted, stems, grams."""
    question_shingle: int
    """Characters or words of a shingle of a question; 0 is automatic."""
    question_measure: str
    """Similarity measure for questions; vectors need `angular` or `cosine`. One of: jaccard, cosine, dice, containment,
    angular."""
    description_feature: str
    """What represents a description in a comparison, with parameters if any: `spotsigs:antecedents=the,a`. One of:
    characters, words, winnow, imatch, spotsigs, vectors, weighted, stems, grams."""
    description_shingle: int
    """Characters or words of a shingle of a description; 0 is automatic."""
    description_measure: str
    """Similarity measure for descriptions; vectors need `angular` or `cosine`. One of: jaccard, cosine, dice,
    containment, angular."""
    answer_feature: str
    """What represents an answer in a comparison, with parameters if any: `spotsigs:antecedents=the,a`. One of:
    characters, words, winnow, imatch, spotsigs, vectors, weighted, stems, grams."""
    answer_shingle: int
    """Characters or words of a shingle of an answer; 0 is automatic."""
    answer_measure: str
    """Similarity measure for answers, of which one may contain the other; vectors need `angular` or `cosine`. One of:
    jaccard, cosine, dice, containment, angular."""
    aspects: tuple[Aspect, ...] | list[Aspect]
    """Compare fields in this way instead of by the options for each field:
    `FIELD:FEATURE[:SHINGLE[:MEASURE[:WEIGHT[:FILE]]]]`, such as `question:stems:0:jaccard:0.4`. Fields are also `tags`
    and `links` (web addresses), as in `tags:words:1:jaccard:0.2`. May be repeated."""
    keep_index: bool
    """Keep the table `terms`, so that `--against` with this run starts at once."""
    top: int
    """Threads to suggest for each thread, the most similar first; 0: none."""
    precision: float
    """Share of matches that should be right: it chooses the threshold, by the chance pairs of this forum."""
    meaning: Literal["none", "minilm", "wordllama"]
    """Compare also what questions mean, by the model of a package: `minilm` (extra `minilm`) or `wordllama` (extra
    `embeddings`)."""
    pair_threshold: float
    """Lowest score of a duplicate among labelled pairs, for `evaluate`; `tune` writes it. 0 is automatic."""


class HistoryOptions(ComparisonOptions, total=False):
    """The options of `history`."""

    text: str
    """JSONL, CSV, Parquet: field with the text; automatic if empty (`text`, `body`)."""
    encoding: str
    """Encoding of text and HTML files that do not declare one."""
    cleaner: str
    """How markup is removed; `auto` chooses by the format of the input. One of: wikitext, html, fragment, plain."""
    language: str
    """Language of the texts, a code such as `de`; detected for each document if empty."""
    namespaces: tuple[int, ...] | list[int]
    """Wiki dump: namespaces to read, such as `0,4`, or `all`."""
    blocks: tuple[str, ...] | list[str]
    """Blocks whose sentences are compared, separated by commas, or `all`."""
    min_characters: int
    """Ignore shorter sentences. A Chinese or Japanese character counts as three."""
    min_aside: int
    """Ignore shorter sentences outside prose and lists, where short texts such as a publisher's name repeat often."""
    finder: str
    """How candidates are found. `join` and `scan` find all matches; `projection` and `scan` compare vectors. One of:
    minhash, join, scan, projection."""
    feature: str
    """What represents a text in a comparison. One of: characters, words, winnow, imatch, spotsigs, vectors, weighted,
    stems, grams."""
    shingle: int
    """Characters or words of a shingle; 0 is automatic."""
    similarity: float
    """Lowest similarity of the pairs that the finder is tuned to find; 0 uses the threshold."""
    min_length: int
    """Compare texts of at least this many shingles; 0 is about 40 characters. Shorter ones match only if identical."""
    max_length: int
    """Compare texts of at most this many shingles; 0 sets no limit. Longer ones match only if identical."""
    outside: Literal["identical", "discard"]
    """Texts shorter than `min_length` or longer than `max_length`: they match if `identical`, or the job can `discard`
    them as in the papers."""
    measure: str
    """Similarity measure; all but `edit` and `jaccard` need `--finder join`, or vectors. One of: edit, jaccard, cosine,
    dice, containment, angular."""
    threshold: float
    """Lowest similarity of a match."""
    cohesion: float
    """Lowest similarity of a member to the core of its cluster; 0 uses the threshold."""
    relation: Literal["any", "across", "within"]
    """Report repetitions anywhere, only `across` several documents, or only `within` one."""
    document_limit: int
    """A cluster in more documents than this is not counted for pairs of documents."""
    template_text: str
    """Wiki dump: templates whose parameters hold prose, separated by commas, or `all` that begin a line."""
    min_confidence: float
    """Lowest confidence of a copy event; below it the answer is `none`."""
    editors: bool
    """Include names of editors and their comments in tables and pages."""
    addresses: bool
    """Include the addresses of unregistered editors."""
