"""The commands that make a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from twicetold.cli.app import app
from twicetold.cli.options import (
    AnswerField,
    Cleaner,
    Config,
    DescriptionField,
    Encoding,
    EngineName,
    Force,
    IdField,
    Language,
    Master,
    Memory,
    Namespaces,
    Output,
    Paths,
    QuestionField,
    Quiet,
    Reader,
    Revisions,
    SparkConf,
    Strict,
    TextField,
    Threads,
    TitleField,
    VectorField,
    bytes_of,
    namespaces_of,
    relation_of,
    settings_of,
)


@app.command()
def sentences(
    paths: Paths,
    output: Annotated[Path, typer.Option("-o", "--output", help="The run folder.", show_default=False)],
    threshold: Annotated[float, typer.Option(help="The least similarity of a match.")] = 0.8,
    measure: Annotated[
        str, typer.Option(help="By which: edit, jaccard; with join also cosine, dice, overlap, containment.")
    ] = "edit",
    cohesion: Annotated[float, typer.Option(help="... of a member to its cluster's core; 0 is the threshold.")] = 0.0,
    within: Annotated[bool, typer.Option("--within", help="Only repetitions inside one document.")] = False,
    across: Annotated[bool, typer.Option("--across", help="Only repetitions in more than one document.")] = False,
    blocks: Annotated[str, typer.Option(help="Which blocks count; `all`.")] = "prose,list,caption,reference,footer",
    min_length: Annotated[
        int, typer.Option(help="In shingles; 0 is about 40 characters. Shorter ones only as identical.")
    ] = 0,
    max_length: Annotated[int, typer.Option(help="In shingles; 0 is no limit.")] = 0,
    ignore_punctuation: Annotated[
        bool, typer.Option("--ignore-punctuation", help="Texts that differ only so are one.")
    ] = False,
    preset: Annotated[str, typer.Option(help="A paper's settings: weissman2015, ayhan2013, meng2018.")] = "",
    similarity: Annotated[float, typer.Option(help="Which pairs are to be found; 0 is the threshold.")] = 0.0,
    recall: Annotated[float, typer.Option(help="... and what share of them.")] = 0.99,
    finder: Annotated[
        str,
        typer.Option(help="How candidates are found: minhash, join (all of them); of vectors projection, scan (all)."),
    ] = "minhash",
    partition: Annotated[str, typer.Option(help="Of the join: by document or by term.")] = "document",
    cap: Annotated[int, typer.Option(help="By term: most pairs of a posting list; 0 is no limit.")] = 0,
    feature: Annotated[
        str,
        typer.Option(
            help="What stands for a sentence: characters, words, winnow, imatch, spotsigs, "
            "weighted, stems, grams, vectors."
        ),
    ] = "characters",
    shingle: Annotated[int, typer.Option(help="Characters or words in a row; 0 is chosen.")] = 0,
    winnow_window: Annotated[int, typer.Option(help="Winnow: shingles in a row of which the least is kept.")] = 3,
    winnow_of: Annotated[str, typer.Option(help="... of words or characters.")] = "words",
    idf_range: Annotated[
        tuple[float, float], typer.Option(help="I-Match: which words count; 0 is in all sentences, 1 in one.")
    ] = (0.1, 1.0),
    lexicons: Annotated[int, typer.Option(help="... random parts of those, each with a hash of its own,")] = 0,
    lexicon_share: Annotated[float, typer.Option(help="... that hold this share of them.")] = 0.5,
    antecedents: Annotated[
        str, typer.Option(help="SpotSigs: how many of the most frequent words, or which: a,an,the,is.")
    ] = "100",
    spot_distance: Annotated[int, typer.Option(help="... every n-th word after one,")] = 1,
    spot_chain: Annotated[int, typer.Option(help="... and how many.")] = 1,
    vectors: Annotated[
        str, typer.Option(help="Vectors: hashed, hashed-grams, wordllama, or a file of word vectors;")
    ] = "hashed",
    dimensions: Annotated[int, typer.Option(help="... of hashed ones,")] = 256,
    averaging: Annotated[str, typer.Option(help="... of a file's: mean or sif.")] = "mean",
    stemming: Annotated[str, typer.Option(help="Stems: the language, as `german`; `none` leaves words.")] = "english",
    word_weights: Annotated[
        str, typer.Option(help="Weighted, stems, grams: a file of `token<TAB>factor`, learned weights.")
    ] = "",
    signatures: Annotated[str, typer.Option(help="bands, or draws as in the papers.")] = "bands",
    rows: Annotated[int, typer.Option(help="Functions of a band; 0 is chosen.")] = 0,
    bands: Annotated[int, typer.Option(help="Bands; 0 is chosen.")] = 0,
    functions: Annotated[int, typer.Option(help="Draws: N functions,")] = 20,
    drawn: Annotated[int, typer.Option(help="K of them,")] = 10,
    draws: Annotated[int, typer.Option(help="M times,")] = 10,
    bits: Annotated[int, typer.Option(help="of so many bits.")] = 60,
    signature_bits: Annotated[int, typer.Option(help="Projection: random planes, a bit each; at most 256.")] = 256,
    permutations: Annotated[int, typer.Option(help="... orders of the bits; 0 is chosen;")] = 0,
    prefix_bits: Annotated[int, typer.Option(help="... of which so many are alike; 0 is chosen;")] = 0,
    sort_window: Annotated[int, typer.Option(help="... or so many in a row, sorted, as in the paper;")] = 0,
    hamming: Annotated[int, typer.Option(help="... and how many bits may differ; 0 is chosen.")] = 0,
    seed: Annotated[int, typer.Option(help="Of the functions.")] = 1123456,
    reader: Reader = "auto",
    id_field: IdField = "",
    text_field: TextField = "",
    title_field: TitleField = "",
    vector_field: VectorField = "",
    cleaner: Cleaner = "auto",
    language: Language = "",
    namespaces: Namespaces = "0",
    revisions: Revisions = "latest",
    encoding: Encoding = "utf-8",
    strict: Strict = False,
    threads: Threads = 0,
    memory: Memory = "",
    config: Config = None,
    engine: EngineName = "local",
    master: Master = "",
    spark_conf: SparkConf = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the settings that the folder was begun with.")
    ] = False,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Near-duplicate sentences: verified matches, clusters, and which documents share them.

    A run that was stopped goes on where it stopped when the same command is given again.

    Example: `twicetold sentences simplewiki.xml.bz2 -o run`, then `twicetold show run`
    """
    given = dict(locals())
    from twicetold.commands import sentences as sentences_command
    from twicetold.commands.engine_wanted import EngineWanted
    from twicetold.commands.job import Wish

    settings = settings_of(
        given,
        relation=relation_of(within, across),
        blocks=() if blocks == "all" else tuple(blocks.split(",")),
        namespaces=namespaces_of(namespaces),
        memory_bytes=bytes_of(memory),
    )
    wanted = EngineWanted(engine, master, tuple(spark_conf or ()))
    wish = Wish(output, settings, wanted, resume, force, quiet)
    raise typer.Exit(1 if sentences_command.run(paths, wish) else 0)


@app.command()
def passages(
    paths: Paths,
    output: Annotated[Path, typer.Option("-o", "--output", help="The run folder.", show_default=False)],
    against: Annotated[
        list[str] | None, typer.Option(help="Files, folders, globs: only what the others share with these.")
    ] = None,
    pairs: Annotated[str, typer.Option(help="A file with two documents a line: only these are compared.")] = "",
    series: Annotated[
        str, typer.Option(help="A field: what two documents of one series share does not count; folder, source, none.")
    ] = "",
    by: Annotated[str, typer.Option(help="words, or sentences: runs of matching sentences alone.")] = "words",
    min_sentences: Annotated[int, typer.Option(help="By sentences: the least in a row.")] = 3,
    max_gap: Annotated[int, typer.Option(help="Sentences that may stand between two that match.")] = 4,
    extend: Annotated[bool, typer.Option(help="By sentences: to the last word that matches.")] = True,
    min_passage: Annotated[int, typer.Option(help="Characters of the shortest passage.")] = 120,
    evidence: Annotated[float, typer.Option(help="How sure one must be: 4 finds more, 6 errs less.")] = 5.0,
    consistency: Annotated[float, typer.Option(help="... as a share of the pair's best; 0 for any.")] = 0.5,
    summary_evidence: Annotated[float, typer.Option(help="How sure a summary must be; 0 looks for none.")] = 6.0,
    thorough: Annotated[
        int, typer.Option(help="Word by word, where two documents have so few pairs of sentences; -1 is chosen.")
    ] = -1,
    boilerplate: Annotated[
        int, typer.Option(help="What stands in more documents; 0 is 25, or half of all of few.")
    ] = 0,
    keep_boilerplate: Annotated[bool, typer.Option(help="List it where two documents share more.")] = True,
    run_words: Annotated[int, typer.Option(help="Words in a row that bring two documents together; 0 is chosen,")] = 0,
    run_window: Annotated[int, typer.Option(help="of which one in so many is looked up.")] = 0,
    threshold: Annotated[float, typer.Option(help="The least similarity of two sentences.")] = 0.8,
    measure: Annotated[
        str, typer.Option(help="By which: edit, jaccard; with join also cosine, dice, overlap, containment.")
    ] = "edit",
    finder: Annotated[
        str,
        typer.Option(help="How sentences are found: minhash, join (all of them); of vectors projection, scan (all)."),
    ] = "minhash",
    partition: Annotated[str, typer.Option(help="Of the join: by document or by term.")] = "document",
    feature: Annotated[str, typer.Option(help="What stands for a sentence: characters, words ...")] = "characters",
    shingle: Annotated[int, typer.Option(help="How many of them in a row; 0 is chosen.")] = 0,
    vectors: Annotated[
        str, typer.Option(help="Vectors: hashed, hashed-grams, wordllama, or a file of word vectors;")
    ] = "hashed",
    dimensions: Annotated[int, typer.Option(help="... of hashed ones,")] = 256,
    averaging: Annotated[str, typer.Option(help="... of a file's: mean or sif.")] = "mean",
    recall: Annotated[float, typer.Option(help="The share of sentence matches to be found.")] = 0.99,
    preset: Annotated[str, typer.Option(help="A paper's settings: zhang2010.")] = "",
    blocks: Annotated[str, typer.Option(help="Which blocks count; `all`.")] = "prose,list,caption,reference,footer",
    reader: Reader = "auto",
    id_field: IdField = "",
    text_field: TextField = "",
    title_field: TitleField = "",
    cleaner: Cleaner = "auto",
    language: Language = "",
    namespaces: Namespaces = "0",
    revisions: Revisions = "latest",
    encoding: Encoding = "utf-8",
    strict: Strict = False,
    threads: Threads = 0,
    memory: Memory = "",
    config: Config = None,
    engine: EngineName = "local",
    master: Master = "",
    spark_conf: SparkConf = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the settings that the folder was begun with.")
    ] = False,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Passages that two documents share, located to the character in both: copies, quotations, summaries.

    Example: `twicetold passages essays --against sources -o run`, then `twicetold show run`
    """
    given = dict(locals())
    from twicetold.commands import passages as passages_command
    from twicetold.commands.engine_wanted import EngineWanted
    from twicetold.commands.job import Wish

    settings = settings_of(
        given,
        against=tuple(against or ()),
        blocks=() if blocks == "all" else tuple(blocks.split(",")),
        namespaces=namespaces_of(namespaces),
        memory_bytes=bytes_of(memory),
    )
    wanted = EngineWanted(engine, master, tuple(spark_conf or ()))
    wish = Wish(output, settings, wanted, resume, force, quiet)
    raise typer.Exit(1 if passages_command.run(paths, wish) else 0)


@app.command()
def split(
    paths: Paths,
    output: Output = "-",
    format: Annotated[str, typer.Option(help="On stdout: text or jsonl.")] = "text",
    rejects: Annotated[
        Path | None, typer.Option(help="A `.parquet` or `.jsonl` file for what could not be read.")
    ] = None,
    reader: Reader = "auto",
    id_field: IdField = "",
    text_field: TextField = "",
    title_field: TitleField = "",
    cleaner: Cleaner = "auto",
    language: Language = "",
    namespaces: Namespaces = "0",
    revisions: Revisions = "latest",
    encoding: Encoding = "utf-8",
    strict: Strict = False,
    threads: Threads = 0,
    config: Config = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """The sentences of any input, each with its title, section, block and place.

    Example: `twicetold split simplewiki.xml.bz2 -o sentences.parquet`
    """
    given = dict(locals())
    from twicetold.commands import split as split_command

    settings = settings_of(given, namespaces=namespaces_of(namespaces))
    summary = split_command.split_to(paths, output, format, rejects, settings, force=force, quiet=quiet)
    raise typer.Exit(1 if summary.rejected else 0)


@app.command()
def gather(
    paths: Paths,
    output: Annotated[str, typer.Option("-o", "--output", help="A `.parquet` or `.jsonl` file, or `-`.")] = "-",
    truth: Annotated[
        Path | None, typer.Option(help="A `.csv` file for the pairs that the site itself calls duplicates.")
    ] = None,
    rejects: Annotated[
        Path | None, typer.Option(help="A `.parquet` or `.jsonl` file for what could not be read.")
    ] = None,
    reader: Reader = "auto",
    id_field: IdField = "",
    question_field: QuestionField = "",
    description_field: DescriptionField = "",
    answer_field: AnswerField = "",
    strict: Strict = False,
    threads: Threads = 0,
    memory: Memory = "",
    config: Config = None,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """The question-and-answer threads of any input, each with its question, description and answer as plain text.

    Example: `twicetold gather ai.stackexchange.com.7z -o threads.jsonl --truth pairs.csv`
    """
    given = dict(locals())
    from twicetold.commands import gather as gather_command

    settings = settings_of(given, memory_bytes=bytes_of(memory))
    outputs = gather_command.Outputs(output, truth, rejects)
    summary = gather_command.gather_to(paths, outputs, settings, force=force, quiet=quiet)
    raise typer.Exit(1 if summary.rejected else 0)
