"""The command `sentences`."""

from __future__ import annotations

from typing import Annotated

import typer

from twicetold.cli.app import app
from twicetold.cli.options import (
    ALL_BLOCKS,
    Averaging,
    Blocks,
    Cleaner,
    Config,
    Dimensions,
    Encoding,
    EngineName,
    Feature,
    Finder,
    Force,
    IdField,
    IgnorePunctuation,
    Language,
    Master,
    Measure,
    Memory,
    MinLength,
    Namespaces,
    NewRun,
    Partition,
    Paths,
    Quiet,
    Reader,
    Recall,
    Resume,
    Revisions,
    Shingle,
    SparkConf,
    Strict,
    TextField,
    Threads,
    TitleField,
    VectorField,
    Vectors,
)
from twicetold.cli.settings import relation_of, settings_of, wish_of


@app.command()
def sentences(
    context: typer.Context,
    paths: Paths,
    output: NewRun,
    threshold: Annotated[float, typer.Option(help="The least similarity of a match.")] = 0.8,
    measure: Measure = "edit",
    cohesion: Annotated[float, typer.Option(help="... of a member to its cluster's core; 0 is the threshold.")] = 0.0,
    within: Annotated[bool, typer.Option("--within", help="Only repetitions inside one document.")] = False,
    across: Annotated[bool, typer.Option("--across", help="Only repetitions in more than one document.")] = False,
    blocks: Blocks = ALL_BLOCKS,
    min_length: MinLength = 0,
    max_length: Annotated[int, typer.Option(help="In shingles; 0 is no limit.")] = 0,
    ignore_punctuation: IgnorePunctuation = False,
    preset: Annotated[str, typer.Option(help="A paper's settings: weissman2015, ayhan2013, meng2018.")] = "",
    similarity: Annotated[float, typer.Option(help="Which pairs are to be found; 0 is the threshold.")] = 0.0,
    recall: Recall = 0.99,
    finder: Finder = "minhash",
    partition: Partition = "document",
    cap: Annotated[int, typer.Option(help="By term: most pairs of a posting list; 0 is no limit.")] = 0,
    feature: Feature = "characters",
    shingle: Shingle = 0,
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
    vectors: Vectors = "hashed",
    dimensions: Dimensions = 256,
    averaging: Averaging = "mean",
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
    resume: Resume = False,
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """Near-duplicate sentences: verified matches, clusters, and which documents share them.

    A run that was stopped goes on where it stopped when the same command is given again.

    Example: `twicetold sentences simplewiki.xml.bz2 -o run`, then `twicetold show run`
    """
    given = dict(locals())
    from twicetold.commands import sentences as command

    told = {"relation": relation_of(within, across)} if within or across else {}
    settings = settings_of(context, given, told=told)
    raise typer.Exit(1 if command.run(paths, wish_of(given, settings)) else 0)
