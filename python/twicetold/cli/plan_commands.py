"""The commands for before a run: what it will take, and what it looks like on a small encyclopedia."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from twicetold.cli.app import judge_and_choose, without_a_run
from twicetold.cli.options import Force, Json, Quiet


@judge_and_choose()
def plan(
    similarity: Annotated[
        float | None, typer.Option(help="Lowest similarity of a near-duplicate pair; 0.8, or that of the preset.")
    ] = None,
    recall: Annotated[
        float | None, typer.Option(help="Share of the near-duplicate pairs to find; 0.99, or that of the preset.")
    ] = None,
    measure: Annotated[
        str, typer.Option(help="Measure: edit, jaccard, or cosine for vectors; `edit`, or that of the preset.")
    ] = "",
    shingle: Annotated[int | None, typer.Option(help="Characters of a shingle; automatic if left out.")] = None,
    sentences: Annotated[str, typer.Option(help="Number of sentences, such as `135.8M`.")] = "1M",
    characters: Annotated[int, typer.Option(help="Mean length of a sentence.")] = 144,
    dump_bytes: Annotated[str, typer.Option(help="Unpacked size of the bzip2 dump, such as `42GB`.")] = "0",
    workers: Annotated[int, typer.Option("--workers", "-j", help="Worker threads; 0 uses all cores.")] = 0,
    memory: Annotated[str, typer.Option(help="Most memory to use before data goes to disk.")] = "4GB",
    preset: Annotated[
        str, typer.Option(help="Settings of a paper: ayhan2013, weissman2015, meng2018, zhang2010, wu2011.")
    ] = "",
    bands: Annotated[int | None, typer.Option(help="Number of MinHash bands; needs --rows.")] = None,
    rows: Annotated[int | None, typer.Option(help="Hash functions of each band; needs --bands.")] = None,
    draws: Annotated[str, typer.Option(help="Use M signatures of K functions drawn from N: N,K,M[,seed].")] = "",
    chart: Annotated[Path | None, typer.Option(help="Write the S-curve to an .html, .png or .svg file.")] = None,
    json: Json = False,
    force: Force = False,
) -> None:
    """Choose settings before a run: what share of the near-duplicates they find, and what that costs.

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
    finder = command.find_planned_finder(wanted)
    if finder != "minhash":
        render = command.render_projection if finder == "projection" else command.render_exact_join
        print(render(wanted, json, chart), end="")
        return
    planned = command.build_plan(wanted)
    if chart:
        command.write_chart(planned, chart, force)
    print(command.render_plan(planned, json), end="")


@without_a_run()
def demo(
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder for the encyclopedia and the run.")] = Path(
        "demo"
    ),
    sentences: Annotated[int, typer.Option(help="Number of sentences in the encyclopedia.")] = 20_000,
    history: Annotated[
        bool, typer.Option("--history", help="Plant a wiki with every revision, and trace who copied what.")
    ] = False,
    pages: Annotated[int, typer.Option(help="With --history: number of pages, with 30 revisions each.")] = 100,
    seed: Annotated[int, typer.Option(help="Seed for the random text of the encyclopedia.")] = 1,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Write a small encyclopedia with planted duplicates, search it, and check that they are found.

    Example: `twicetold demo -o demo`
    """
    if history:
        from twicetold.demo.history_command import run_history_demo

        raise typer.Exit(0 if run_history_demo(output, pages, seed, quiet=quiet, as_json=json) else 2)
    from twicetold.demo import command as demonstration

    right = demonstration.run_demo(output, sentences, seed, quiet=quiet, as_json=json)
    raise typer.Exit(0 if right else 2)
