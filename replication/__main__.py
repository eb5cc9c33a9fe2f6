"""`python -m replication [PAPER] [--data FOLDER] [-o docs/replication]`: the tables and figures of the five papers.

PAPER is a preset (`ayhan2013`), a number (`000`) or `wikipedia`; without one all are run. The index is always
written. FOLDER holds the data; without it the experiments run on planted text.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import machine

from replication.base import Experiment, Outcome, Paper
from replication.pages import PAGES, Conditions, PaperOutcomes, write_index, write_paper
from replication.registry import PAPERS, find_paper
from replication.source import PLANTED_SENTENCES, Source
from replication.wikipedia import write_wikipedia
from twicetold import __version__

DOCS = Path(__file__).parent.parent / "docs" / "replication"


def check_experiment(experiment: Experiment, source: Source) -> Outcome:
    """The outcome of an experiment before it runs: which files are missing, or that planted text replaces them."""
    missing = source.list_missing(experiment.needs)
    is_planted = source.is_planted and experiment.is_planted and bool(experiment.needs)
    return Outcome(experiment, missing=() if is_planted else missing, is_planted=is_planted)


def run_experiment(experiment: Experiment, source: Source) -> Outcome:
    """Run an experiment, unless files that it needs are missing."""
    outcome = check_experiment(experiment, source)
    if outcome.missing:
        return outcome
    module, _, function = experiment.function.partition(":")
    began = time.perf_counter()
    parts = tuple(getattr(import_module(module), function)(source))
    return replace(outcome, parts=parts, seconds=time.perf_counter() - began)


def run_paper(paper: Paper, source: Source) -> PaperOutcomes:
    """Run all experiments of a paper, one after another."""
    outcomes = {}
    for experiment in paper.experiments:
        outcome = run_experiment(experiment, source)
        result = "not run: no data" if outcome.missing else f"{outcome.seconds:.1f} s"
        print(f"{paper.preset}: {experiment.title}: {result}", file=sys.stderr, flush=True)
        outcomes[experiment.name] = outcome
    return PaperOutcomes(paper, outcomes)


def describe_machine() -> str:
    """`2 cores with 23.5 GB of memory`"""
    facts = machine.facts()
    return f"{facts['threads']} cores with {facts['memory_gb']} GB of memory"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m replication", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("paper", nargs="?", help=f"one of {', '.join(each.preset for each in PAPERS)}, or 000 to 004")
    parser.add_argument("--data", type=Path, help="folder with the data; without it planted text is used")
    parser.add_argument("-o", "--output", type=Path, default=DOCS, help="folder for the pages")
    parser.add_argument("--planted-sentences", type=int, default=PLANTED_SENTENCES, help="size of the planted text")
    parser.add_argument("--no-spark", action="store_true", help="leave out what needs Spark")
    given = parser.parse_args(arguments)
    papers = [find_paper(given.paper)] if given.paper not in (None, *PAGES) else list(PAPERS)
    if None in papers:
        parser.error(f"unknown paper: `{given.paper}`")
    if given.data is not None and not given.data.is_dir():
        parser.error(f"`{given.data}` is not a folder")
    conditions = Conditions(
        machine.today(), describe_machine(), __version__, "" if given.data is None else "--data FOLDER"
    )
    given.output.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="replication-") as scratch:
        source = Source(given.data, Path(scratch), given.planted_sentences, not given.no_spark)
        if given.paper in (None, *PAGES):
            print(write_wikipedia(source, given.output, conditions), flush=True)
        if given.paper not in PAGES:
            for paper in papers:
                print(write_paper(run_paper(paper, source), given.output, conditions), flush=True)
        # The state of an entry depends on the files alone, so the index is right whichever papers were run.
        every = [
            PaperOutcomes(paper, {each.name: check_experiment(each, source) for each in paper.experiments})
            for paper in PAPERS
        ]
        print(write_index(every, given.output, conditions))
    return 0


if __name__ == "__main__":
    sys.exit(main())
