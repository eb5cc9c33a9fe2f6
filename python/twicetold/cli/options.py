"""Options that several commands share, each said once. What is a command's own stands with the command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from twicetold.config import Folding

# ---- what is read, and how ----

Paths = Annotated[list[str], typer.Argument(help="Files, folders, globs, or `-` for stdin.", show_default=False)]
Reader = Annotated[str, typer.Option(help="The input's format, when suffix and first bytes do not tell it.")]
IdField = Annotated[str, typer.Option(help="JSONL, CSV, Parquet: the field with the id.")]
TextField = Annotated[str, typer.Option(help="... with the text.")]
TitleField = Annotated[str, typer.Option(help="... with the title.")]
VectorField = Annotated[
    str, typer.Option(help="JSONL, Parquet: ... with a vector of the record; it is then compared by that.")
]
QuestionField = Annotated[str, typer.Option(help="Of threads in JSONL, CSV, Parquet: the field with the question,")]
DescriptionField = Annotated[str, typer.Option(help="... with what explains it,")]
AnswerField = Annotated[str, typer.Option(help="... with the answer.")]
Cleaner = Annotated[str, typer.Option(help="wikitext, html or plain; `auto` is what the format says.")]
Language = Annotated[str, typer.Option(help="A code such as `de`; otherwise what the input says, else a guess.")]
Namespaces = Annotated[str, typer.Option(help="Of a wiki dump, by number: `0,4`; `all`.")]
Revisions = Annotated[str, typer.Option(help="Of a history dump: latest, first or all.")]
Encoding = Annotated[str, typer.Option(help="Of text files.")]
Strict = Annotated[bool, typer.Option("--strict", help="Stop at the first record that cannot be read.")]
Blocks = Annotated[str, typer.Option(help="Which blocks count; `all`.")]
ALL_BLOCKS = ",".join(Folding().blocks)
IgnorePunctuation = Annotated[bool, typer.Option("--ignore-punctuation", help="Texts that differ only so are one.")]

# ---- what is compared, and by what ----

Measure = Annotated[
    str, typer.Option(help="By which: edit, jaccard; with join also cosine, dice, overlap, containment.")
]
Feature = Annotated[
    str,
    typer.Option(
        help="What stands for a sentence: characters, words, winnow, imatch, spotsigs, weighted, stems, grams, vectors."
    ),
]
Shingle = Annotated[int, typer.Option(help="Characters or words in a row; 0 is chosen.")]
Vectors = Annotated[str, typer.Option(help="Vectors: hashed, hashed-grams, wordllama, or a file of word vectors;")]
Dimensions = Annotated[int, typer.Option(help="... of hashed ones,")]
Averaging = Annotated[str, typer.Option(help="... of a file's: mean or sif.")]
MinLength = Annotated[int, typer.Option(help="In shingles; 0 is about 40 characters. Shorter ones only as identical.")]
Finder = Annotated[
    str,
    typer.Option(help="How candidates are found: minhash, join (all of them); of vectors projection, scan (all)."),
]
Partition = Annotated[str, typer.Option(help="Of the join: by document or by term.")]
Recall = Annotated[float, typer.Option(help="The share of matches to be found.")]

# ---- where it runs, and what it leaves ----

RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="The folder that a job left.", show_default=False)]
NewRun = Annotated[Path, typer.Option("-o", "--output", help="The run folder.", show_default=False)]
Output = Annotated[str, typer.Option("-o", "--output", help="A `.parquet` or `.jsonl` file, `-`, or a run folder.")]
RejectsFile = Annotated[
    Path | None, typer.Option("--rejects", help="A `.parquet` or `.jsonl` file for what could not be read.")
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the settings that the folder was begun with.")]
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
