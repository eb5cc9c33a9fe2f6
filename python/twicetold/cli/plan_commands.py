"""The commands for before a run: what it will take, and what it looks like on a small encyclopedia."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from twicetold.cli.app import judge_and_choose, without_a_run
from twicetold.cli.options import Force, Json, Quiet


@judge_and_choose()
def plan(
    similarity: Annotated[float, typer.Option(help="Which pairs count as near-duplicates: at least so similar.")] = 0.8,
    recall: Annotated[float, typer.Option(help="What share of them is to be found.")] = 0.99,
    measure: Annotated[str, typer.Option(help="What similarity is of: edit, jaccard; of vectors cosine.")] = "edit",
    shingle: Annotated[int | None, typer.Option(help="Characters of a shingle; otherwise chosen.")] = None,
    sentences: Annotated[str, typer.Option(help="How many: `135.8M`.")] = "1M",
    characters: Annotated[int, typer.Option(help="Mean length of a sentence.")] = 144,
    dump_bytes: Annotated[str, typer.Option(help="Unpacked size of the bzip2 dump they come from: `42GB`.")] = "0",
    workers: Annotated[int, typer.Option("--workers", "-j", help="Worker threads; 0 uses all cores.")] = 0,
    memory: Annotated[str, typer.Option(help="A stage that needs more goes to disk: `4GB`.")] = "4GB",
    preset: Annotated[str, typer.Option(help="A paper's settings: ayhan2013, weissman2015, meng2018.")] = "",
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
    from twicetold.plan import command

    wanted = command.PlanOptions(
        similarity=similarity,
        recall=recall,
        measure=measure,
        shingle=shingle,
        sentences=sentences,
        characters=characters,
        dump_bytes=dump_bytes,
        workers=workers,
        memory=memory,
        preset=preset,
        bands=bands,
        rows=rows,
        draws=draws,
    )
    if measure == "cosine":
        print(command.render_projection(wanted, json, chart), end="")
        return
    planned = command.build_plan(wanted)
    if chart:
        command.write_chart(planned, chart, force)
    print(command.render_plan(planned, json), end="")


@without_a_run()
def demo(
    output: Annotated[
        Path, typer.Option("-o", "--output", help="Where to put the encyclopedia and what is found.")
    ] = Path("demo"),
    sentences: Annotated[int, typer.Option(help="How large an encyclopedia.")] = 20_000,
    seed: Annotated[int, typer.Option(help="Another seed, another encyclopedia.")] = 1,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """A small planted encyclopedia, written and read end to end, and checked against what was planted.

    Example: `twicetold demo -o demo`
    """
    from twicetold.demo import command as demonstration

    right = demonstration.run_demo(output, sentences, seed, quiet=quiet, as_json=json)
    raise typer.Exit(0 if right else 2)
