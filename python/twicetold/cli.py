"""The command line: parse, call the API, print. Data goes to stdout, everything else to stderr.

Exit codes: 0 clean, 1 finished with rejects, 2 failed.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from twicetold._kernels import VERSION
from twicetold.errors import TwicetoldError
from twicetold.terminal import visible

app = typer.Typer(
    help="Where does a body of text repeat itself, and do the copies still agree?",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)

Paths = Annotated[list[str], typer.Argument(help="Files, folders, globs, or `-` for stdin.", show_default=False)]
RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="The folder that a job left.", show_default=False)]
Output = Annotated[str, typer.Option("-o", "--output", help="A `.parquet` or `.jsonl` file, `-`, or a run folder.")]
Reader = Annotated[str, typer.Option(help="The input's format, when suffix and first bytes do not tell it.")]
IdField = Annotated[str, typer.Option(help="JSONL, CSV, Parquet: the field with the id.")]
TextField = Annotated[str, typer.Option(help="... with the text.")]
TitleField = Annotated[str, typer.Option(help="... with the title.")]
Cleaner = Annotated[str, typer.Option(help="wikitext, html or plain; `auto` is what the format says.")]
Language = Annotated[str, typer.Option(help="A code such as `de`; otherwise what the input says, else a guess.")]
Namespaces = Annotated[str, typer.Option(help="Of a wiki dump, by number: `0,4`; `all`.")]
Revisions = Annotated[str, typer.Option(help="Of a history dump: latest, first or all.")]
Encoding = Annotated[str, typer.Option(help="Of text files.")]
Strict = Annotated[bool, typer.Option("--strict", help="Stop at the first record that cannot be read.")]
Threads = Annotated[int, typer.Option(help="0 is all cores.")]
Config = Annotated[Path | None, typer.Option(help="A TOML file with settings; options go before it.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite what is there.")]
Memory = Annotated[str, typer.Option(help="The most to use: `2GB`; otherwise half of what the machine has.")]
EngineName = Annotated[str, typer.Option("--engine", help="What runs it: local (this machine) or spark.")]
Master = Annotated[str, typer.Option(help="Spark's: `local[4]`, `spark://host:7077`, `yarn`; otherwise this machine.")]
SparkConf = Annotated[
    list[str] | None, typer.Option(help="A setting of Spark, as `spark.executor.memory=8g`; any number of them.")
]
Json = Annotated[bool, typer.Option("--json", help="For machines: JSON, an object to a line.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no summary.")]


@app.callback(invoke_without_command=True)
def root(version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    if version:
        print(f"twicetold {VERSION}")
        raise typer.Exit


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
    preset: Annotated[str, typer.Option(help="A paper's settings: weissman2015, ayhan2013.")] = "",
    similarity: Annotated[float, typer.Option(help="Which pairs are to be found; 0 is the threshold.")] = 0.0,
    recall: Annotated[float, typer.Option(help="... and what share of them.")] = 0.99,
    finder: Annotated[str, typer.Option(help="How candidates are found: minhash, or join (all of them).")] = "minhash",
    partition: Annotated[str, typer.Option(help="Of the join: by document or by term.")] = "document",
    feature: Annotated[str, typer.Option(help="What stands for a sentence: characters or words.")] = "characters",
    shingle: Annotated[int, typer.Option(help="How many of them in a row; 0 is chosen.")] = 0,
    signatures: Annotated[str, typer.Option(help="bands, or draws as in the papers.")] = "bands",
    rows: Annotated[int, typer.Option(help="Functions of a band; 0 is chosen.")] = 0,
    bands: Annotated[int, typer.Option(help="Bands; 0 is chosen.")] = 0,
    functions: Annotated[int, typer.Option(help="Draws: N functions,")] = 20,
    drawn: Annotated[int, typer.Option(help="K of them,")] = 10,
    draws: Annotated[int, typer.Option(help="M times,")] = 10,
    bits: Annotated[int, typer.Option(help="of so many bits.")] = 60,
    seed: Annotated[int, typer.Option(help="Of the functions.")] = 1123456,
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
    """Near-duplicate sentences: verified matches, clusters, and which documents share them.

    A run that was stopped goes on where it stopped when the same command is given again.

    Example: `twicetold sentences simplewiki.xml.bz2 -o run`, then `twicetold show run`
    """
    from twicetold import sentences_command
    from twicetold.engine_wanted import EngineWanted

    options = {
        "threshold": threshold,
        "measure": measure,
        "cohesion": cohesion,
        "relation": _relation(within, across),
        "blocks": () if blocks == "all" else tuple(blocks.split(",")),
        "min_length": min_length,
        "max_length": max_length,
        "ignore_punctuation": ignore_punctuation,
        "similarity": similarity,
        "recall": recall,
        "finder": finder,
        "partition": partition,
        "feature": feature,
        "shingle": shingle,
        "signatures": signatures,
        "rows": rows,
        "bands": bands,
        "functions": functions,
        "drawn": drawn,
        "draws": draws,
        "bits": bits,
        "seed": seed,
        "reader": reader,
        "id_field": id_field,
        "text_field": text_field,
        "title_field": title_field,
        "cleaner": cleaner,
        "language": language,
        "namespaces": _namespaces(namespaces),
        "revisions": revisions,
        "encoding": encoding,
        "strict": strict,
        "threads": threads,
        "memory_bytes": _bytes(memory),
    }
    settings = _settings(config, options, preset)
    wanted = EngineWanted(engine, master, tuple(spark_conf or ()))
    rejected = sentences_command.run(paths, output, settings, wanted, resume=resume, force=force, quiet=quiet)
    raise typer.Exit(1 if rejected else 0)


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
    from twicetold import split_command

    options = {
        "reader": reader,
        "id_field": id_field,
        "text_field": text_field,
        "title_field": title_field,
        "cleaner": cleaner,
        "language": language,
        "namespaces": _namespaces(namespaces),
        "revisions": revisions,
        "encoding": encoding,
        "strict": strict,
        "threads": threads,
    }
    settings = _settings(config, options)
    summary = split_command.split_to(paths, output, format, rejects, settings, force=force, quiet=quiet)
    raise typer.Exit(1 if summary.rejected else 0)


@app.command()
def show(
    run: RunFolder,
    cluster: Annotated[int | None, typer.Option(help="One cluster: every member, and what sets them apart.")] = None,
    largest: Annotated[int | None, typer.Option(help="So many of the largest clusters.")] = None,
    random: Annotated[int | None, typer.Option(help="So many clusters, drawn at random.")] = None,
    seed: Annotated[int, typer.Option(help="Another seed, other clusters.")] = 1,
    document: Annotated[str | None, typer.Option(help="A title or id: its repeated sentences.")] = None,
    search: Annotated[str | None, typer.Option(help="The repeated sentences with all these words.")] = None,
    limit: Annotated[int | None, typer.Option(help="Show at most so many of each.")] = None,
    json: Json = False,
) -> None:
    """What a finished run of `sentences` found: a summary, or a closer look.

    Example: `twicetold show run --cluster 17`
    """
    from twicetold.show import command

    wanted = command.Wanted(cluster, largest, random, seed, document, search, limit)
    command.show(run, wanted, json)


@app.command()
def export(
    run: RunFolder,
    table: Annotated[
        str, typer.Option(help="members, clusters, matches, document_pairs, bridges, or another of the run.")
    ] = "members",
    format: Annotated[str, typer.Option(help="jsonl, csv, parquet or wikiduper; otherwise as -o ends.")] = "",
    output: Annotated[str, typer.Option("-o", "--output", help="A file, or `-`.")] = "-",
    force: Force = False,
    quiet: Quiet = False,
) -> None:
    """A table of a finished run for other programs.

    Example: `twicetold export run --table clusters -o clusters.csv`
    """
    from twicetold import export_command

    rows = export_command.export(run, table, format, output, force=force)
    if output != "-" and not quiet:
        print(f"{rows:,} rows of {table} in {output}", file=sys.stderr)


@app.command()
def plan(
    similarity: Annotated[float, typer.Option(help="Which pairs count as near-duplicates: at least so similar.")] = 0.8,
    recall: Annotated[float, typer.Option(help="What share of them is to be found.")] = 0.99,
    measure: Annotated[str, typer.Option(help="What similarity is of: edit or jaccard.")] = "edit",
    shingle: Annotated[int | None, typer.Option(help="Characters of a shingle; otherwise chosen.")] = None,
    sentences: Annotated[str, typer.Option(help="How many: `135.8M`.")] = "1M",
    characters: Annotated[int, typer.Option(help="Mean length of a sentence.")] = 144,
    dump_bytes: Annotated[str, typer.Option(help="Unpacked size of the bzip2 dump they come from: `42GB`.")] = "0",
    threads: Threads = 0,
    memory: Annotated[str, typer.Option(help="A stage that needs more goes to disk.")] = "4GB",
    preset: Annotated[str, typer.Option(help="A paper's settings: ayhan2013 or weissman2015.")] = "",
    bands: Annotated[int | None, typer.Option(help="With --rows: signatures of their own functions.")] = None,
    rows: Annotated[int | None, typer.Option(help="Functions of each band.")] = None,
    draws: Annotated[str, typer.Option(help="N,K,M[,seed]: M signatures of K functions drawn from N.")] = "",
    chart: Annotated[Path | None, typer.Option(help="An `.html`, `.png` or `.svg` file for the S-curve.")] = None,
    json: Json = False,
    force: Force = False,
) -> None:
    """Which settings find what share of the near-duplicates, and at what cost, before anything is run.

    Example: `twicetold plan --similarity 0.8 --recall 0.99 --sentences 135.8M --dump-bytes 42GB`
    """
    from twicetold import plan_command

    wanted = plan_command.Wanted(
        similarity=similarity,
        recall=recall,
        measure=measure,
        shingle=shingle,
        sentences=sentences,
        characters=characters,
        dump_bytes=dump_bytes,
        threads=threads,
        memory=memory,
        preset=preset,
        bands=bands,
        rows=rows,
        draws=draws,
    )
    planned = plan_command.plan_for(wanted)
    if chart:
        plan_command.write_chart(planned, chart, force)
    print(plan_command.shown(planned, json), end="")


@app.command()
def demo(
    output: Annotated[
        Path, typer.Option("-o", "--output", help="Where to put the encyclopedia and what is found.")
    ] = Path("demo"),
    sentences: Annotated[int, typer.Option(help="How large an encyclopedia.")] = 20_000,
    seed: Annotated[int, typer.Option(help="Another seed, another encyclopedia.")] = 1,
    quiet: Quiet = False,
) -> None:
    """A small planted encyclopedia, written and read end to end, and checked against what was planted.

    Example: `twicetold demo -o demo`
    """
    from twicetold import demo as demonstration

    right = demonstration.run(output, sentences, seed, quiet=quiet)
    raise typer.Exit(0 if right else 2)


def _settings(config: Path | None, options: dict[str, Any], preset: str = "") -> Any:
    """The settings file, then the preset, with every option on top that is not at its default."""
    from twicetold.config import Settings, default_of, from_toml, with_options, with_preset

    given = {name: value for name, value in options.items() if value != default_of(name)}
    settings = from_toml(config) if config else Settings()
    return with_options(with_preset(settings, preset) if preset else settings, given)


def _bytes(text: str) -> int:
    from twicetold.plan import parse_bytes

    return parse_bytes(text) if text else 0


def _relation(within: bool, across: bool) -> str:
    if within and across:
        raise TwicetoldError("`--within` and `--across` together leave nothing out", "give one of them, or neither")
    return "within" if within else "across" if across else "any"


def _namespaces(text: str) -> tuple[int, ...]:
    if text == "all":
        return ()
    try:
        return tuple(int(number) for number in text.split(","))
    except ValueError:
        raise TwicetoldError(f"`--namespaces {text}` is not a list of numbers", "for example 0,4 or all") from None


def main() -> NoReturn:
    """Runs the CLI; what a user can cause is told in two lines, without a traceback."""
    try:
        app()
    except TwicetoldError as error:
        _fail(error.message, error.hint)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except KeyboardInterrupt:
        _fail("interrupted", "run the same command again: a run folder goes on where it stopped", code=130)
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        hint = "free some space and run the same command again: finished stages are kept" if full else ""
        where = f"`{error.filename}`: " if error.filename else ""
        _fail(f"{where}{error.strerror or error}", hint)
    sys.exit(0)


def _fail(message: str, hint: str, code: int = 2) -> NoReturn:
    for name, text in (("error", message), ("hint", hint)):
        if text:
            print("\n".join(visible(line) for line in f"{name}: {text}".split("\n")), file=sys.stderr)
    sys.exit(code)
