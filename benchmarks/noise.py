"""Passages in noisy text: `python -m benchmarks.noise FOLDER [--rates 0,5,10,15,20] [--documents 200] [--noise auto]`.

FOLDER holds clean texts. `noise_corpus.py` plants passages in half of them and adds noise to the targets, or to both
sides; then `twicetold passages` is run on the targets with `--against` the sources, and on all documents as one
collection. Printed are plagdet with its parts, how the job treated the text, and CPU seconds of the whole command. In
one collection what the texts share besides the planted passages counts as wrong.

With `--peers PYTHON`, RETSim (`unisim`) is run by that Python, and with `--passim FOLDER`, a checkout of
dasmiq/passim, passim as well; `noise_peers.py` says how.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pyarrow.parquet as pq

from benchmarks.noise_corpus import DOCUMENTS, NoiseCorpus, add_noise_to_corpus, choose_texts, plant_passages
from benchmarks.noise_peers import PASSIM_WAYS, Found, find_by_passim, find_by_retsim
from twicetold.evaluate.truth import PassageSpans
from twicetold.jobs.passages.plagdet import Plagdet, compute_plagdet

COLUMNS = ["left_document", "right_document", "left_start", "left_end", "right_start", "right_end", "kind"]


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    rate: int
    noisy: str
    way: str
    found: Plagdet
    cpu_seconds: float
    treated: str = ""

    def __str__(self) -> str:
        noise = f"{self.rate} %, {self.noisy}" if self.rate else "none"
        own = self.found
        figures = (own.score, own.precision, own.recall, own.granularity)
        return " | ".join(
            ["", noise, self.way, *(f"{each:.3f}" for each in figures), self.treated, f"{self.cpu_seconds:.1f}", ""]
        ).strip()


def measure_corpus(corpus: NoiseCorpus, rate: int, noisy: str, options: list[str]) -> Iterator[Row]:
    """The rows of one corpus."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        corpus.write(folder)
        against = [str(folder / "targets.jsonl"), "--against", str(folder / "sources.jsonl")]
        for way, inputs in {"against": against, "one collection": [str(folder / "all.jsonl")]}.items():
            out = folder / way.replace(" ", "-")
            seconds = run_command(["passages", *inputs, *options, "--quiet", "-o", str(out)])
            facts = json.loads((out / "run.json").read_text(encoding="utf-8"))
            yield Row(rate, noisy, way, judge_run(out, corpus), seconds, facts["results"]["noise"]["treated_as"])


def measure_peers(corpus: NoiseCorpus, rate: int, noisy: str, python: str, passim: str) -> Iterator[Row]:
    """The rows of other tools on one corpus."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        corpus.write(folder)
        for way, settings in PASSIM_WAYS.items() if passim else ():
            found, seconds = find_by_passim(python, passim, folder / "all.jsonl", settings)
            yield Row(rate, noisy, way, judge_passages(found, corpus), seconds)
        found, seconds = find_by_retsim(python, folder / "targets.jsonl", folder / "sources.jsonl")
        yield Row(rate, noisy, "RETSim, windows of 512", judge_passages(found, corpus), seconds)


def run_command(arguments: list[str]) -> float:
    """Run our own command; gives its CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "twicetold", *arguments], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def judge_run(folder: Path, corpus: NoiseCorpus) -> Plagdet:
    """Compare the passages of a run with those that were planted."""
    found: dict[tuple[str, str], list[PassageSpans]] = defaultdict(list)
    for row in pq.read_table(folder / "passages.parquet", columns=COLUMNS).to_pylist():
        if row["kind"] == "boilerplate":
            continue
        left, right = ((row[f"{side}_start"], row[f"{side}_end"]) for side in ("left", "right"))
        documents, spans = (row["left_document"], row["right_document"]), (left, right)
        if documents[0].startswith("s"):
            documents, spans = documents[::-1], spans[::-1]
        found[documents].append(PassageSpans(*spans))
    return judge_passages(found, corpus)


def judge_passages(found: Found, corpus: NoiseCorpus) -> Plagdet:
    """Compare passages of targets and sources with those that were planted."""
    cases: Found = {}
    for each in corpus.planted:
        spans = PassageSpans(each.target_span, each.source_span)
        cases.setdefault((f"t{each.target}", f"s{each.source}"), []).append(spans)
    return compute_plagdet((cases.get(pair, []), found.get(pair, [])) for pair in sorted({*cases, *found}))


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rates", default="0,5,10,15,20", help="wrong characters in a hundred")
    parser.add_argument("--documents", type=int, default=DOCUMENTS)
    parser.add_argument("--noise", default="auto", help="as the command has it")
    parser.add_argument("--series", default="none", help="as the command has it; sources and targets are two series")
    parser.add_argument("--peers", default="", help="a Python that has unisim, and what passim needs")
    parser.add_argument("--passim", default="", help="a checkout of dasmiq/passim")
    asked = parser.parse_args(arguments)
    clean = plant_passages(choose_texts(asked.folder, asked.documents))
    size = sum(map(len, [*clean.sources, *clean.targets])) / 1e6
    print(f"{len(clean.sources)} sources, {len(clean.targets)} targets, {size:.1f} million characters, ", end="")
    print(f"{len(clean.planted)} planted passages\n")
    print("| noise | way | plagdet | precision | recall | granularity | treated as | CPU s |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    options = ["--noise", asked.noise, "--series", asked.series]
    for rate in map(int, asked.rates.split(",")):
        for noisy in ("targets", "both sides") if rate else ("none",):
            corpus = add_noise_to_corpus(clean, rate / 100, noisy == "both sides")
            for row in measure_corpus(corpus, rate, noisy, options):
                print(row, flush=True)
            for row in measure_peers(corpus, rate, noisy, asked.peers, asked.passim) if asked.peers else ():
                print(row, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
