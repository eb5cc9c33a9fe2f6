"""Our jobs stage by stage against the floor of each, in one run:

    python -m benchmarks.stages [TEXTS] [--dump DUMP] [--documents 50k] [--for-sentences 5k] [--results FILE]

TEXTS is Parquet or JSON lines with `text` (and `document`), or lines; without it, and without a dump, the planted
encyclopedia. Seconds are those of `run.json`, of each stage the best of the rounds. The floors are made of limits that
`benches/floors` measures on the same texts, at the settings of the run. Prints a Markdown table; `--results` enters
the rows and the limits into the JSON of the benchmark.
"""

from __future__ import annotations

import argparse
import bz2
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa

from benchmarks import limits, results, texts
from benchmarks.stage_floors import Source, rows_of
from benchmarks.stages_table import limits_table, stages_table

PLANTED_SENTENCES = 50_000
DUMP_BYTES = 64 << 20  # of a dump, enough to measure on
PACKINGS = {".bz2": "bzip2", ".gz": "gzip", ".zst": "zstd"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts", nargs="?", help="documents: Parquet or JSON lines with `text`, or lines")
    parser.add_argument("--dump", help="a dump for `split`: .xml, .xml.bz2, .jsonl.zst ...")
    parser.add_argument("--documents", default="1B", help="no more documents than this: 5k")
    parser.add_argument("--for-sentences", default="1B", help="no more documents than this for `sentences`")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--results", type=Path, help="the JSON to enter the rows into")
    options = parser.parse_args()

    from twicetold.plan import parse_count

    with tempfile.TemporaryDirectory(prefix="twicetold-") as name:
        folder = Path(name)
        documents = written(options.texts, folder / "documents.jsonl", parse_count(options.documents))
        some = written(options.texts, folder / "some.jsonl", parse_count(options.for_sentences))
        dump = Path(options.dump) if options.dump else planted_dump(folder)
        data = described(options.texts, documents, some, dump)
        rows, measured = measure(documents, some, dump, folder, options.rounds)
    print(stages_table(rows), limits_table(measured), sep="\n\n")
    if options.results:
        enter(options.results, rows, measured, data)


def described(given: str | None, documents: Path, some: Path, dump: Path) -> dict[str, Any]:
    """What the stages are measured on, and how busy the machine was: on a busy one their seconds are too many."""
    return {
        "what": f"{Path(given).name if given else 'the planted encyclopedia'}, and {dump.name} for `split`",
        "count": lines_of(documents),
        "count_for_sentences": lines_of(some),
        "megabytes": documents.stat().st_size / 1e6,
        "load_at_the_start": round(os.getloadavg()[0], 1),
    }


def lines_of(path: Path) -> int:
    with path.open("rb") as file:
        return sum(1 for _ in file)


def enter(path: Path, rows: list[dict[str, Any]], measured: dict[str, limits.Limits], data: dict[str, Any]) -> None:
    """Into the results of the benchmark; the rest of them stays."""
    found = results.read(path) if path.exists() else results.Results()
    machine = found.machine | {"limits": {name: asdict(limit) for name, limit in measured.items()}}
    results.write(replace(found, machine=machine, data=found.data | {"stages": data}, stages=rows), path)


def measure(
    documents: Path, some: Path, dump: Path, folder: Path, rounds: int
) -> tuple[list[dict[str, Any]], dict[str, limits.Limits]]:
    """The rows of all three jobs, and the limits by what they were measured on."""
    of_sentences = run("sentences", some, folder, rounds)
    of_documents = run("documents", documents, folder, rounds)
    of_split = run("split", dump, folder, rounds)
    sentences = folder / "sentences" / "sentences.parquet"
    measured = {
        "sentences": measured_on(texts.read_rows(str(sentences)), folder / "sentences.txt", of_sentences),
        "documents": measured_on(texts.read_rows(str(documents)), folder / "documents.txt", of_documents),
        "dump": measured_as_is(dump, folder / "dump.txt"),
    }
    jobs = (
        (of_split, dump, "dump"),
        (of_sentences, some, "sentences"),
        (of_documents, documents, "documents"),
    )
    rows = [row for facts, path, name in jobs for row in rows_of(facts, source_of(path), measured[name])]
    return rows, measured


def written(path: str | None, target: Path, count: int) -> Path:
    """The documents as JSON lines, which every job reads alike."""
    if path is None:
        from twicetold.demo import PlantedCorpus

        pages = PlantedCorpus(sentences=PLANTED_SENTENCES, seed=1).generate_pages()
        found = ((page.title, page.text) for page in pages)
    else:
        found = ((document, text) for document, text in texts.read_rows(path))
    with target.open("w", encoding="utf-8", newline="\n") as file:
        for number, (document, text) in enumerate(islice(found, count)):
            file.write(json.dumps({"id": document or str(number), "text": text}, ensure_ascii=False) + "\n")
    return target


def planted_dump(folder: Path) -> Path:
    """The planted encyclopedia as Wikipedia packs its dumps."""
    from twicetold.demo import PlantedCorpus

    PlantedCorpus(sentences=PLANTED_SENTENCES, seed=1).write(str(folder / "planted"))
    dump = folder / "encyclopedia.xml.bz2"
    dump.write_bytes(bz2.compress((folder / "planted" / "encyclopedia.xml").read_bytes()))
    return dump


def run(job: str, path: Path, folder: Path, rounds: int) -> dict[str, Any]:
    """The `run.json` of the last round, with the least seconds of each stage over all rounds."""
    command = [sys.executable, "-m", "twicetold", job, str(path), "-o", str(folder / job), "--force", "--quiet"]
    every = []
    for _ in range(rounds):
        done = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
        if done.returncode > 1:  # 1 is finished with rejects
            raise SystemExit(f"`twicetold {job}` failed")
        every.append(json.loads((folder / job / "run.json").read_text(encoding="utf-8")))
    return fastest(every)


def fastest(every: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The last, each stage with the least of all its seconds."""
    stages = {
        name: entry | {"seconds": min(facts["stages"][name]["seconds"] for facts in every)}
        for name, entry in every[-1]["stages"].items()
    }
    return every[-1] | {"stages": stages}


def measured_on(rows: Any, path: Path, facts: dict[str, Any]) -> limits.Limits:
    """The limits for the distinct normal forms of texts, at the settings that a run chose."""
    forms = dict.fromkeys(texts.normalise(text) for _, text in rows)
    texts.save([form for form in forms if form], path)
    chosen = facts["results"]
    by = "words" if chosen["feature"] == "words" else "characters"
    found = limits.measured(path, by=by, **{by: chosen["shingle"]}, rows=chosen["rows"], bands=chosen["bands"])
    path.unlink()
    return found


def measured_as_is(path: Path, target: Path) -> limits.Limits:
    """The limits for the beginning of a dump, its markup included: how fast it unpacks depends on that."""
    with unpacked(path) as stream:
        target.write_text(stream.read(DUMP_BYTES).decode("utf-8", "replace"), encoding="utf-8", newline="\n")
    found = limits.measured(target)
    target.unlink()
    return found


def source_of(path: Path) -> Source:
    """How large a file is, packed and unpacked."""
    packing = PACKINGS.get(path.suffix, "")
    stored = path.stat().st_size
    if not packing:
        return Source(stored, stored)
    with unpacked(path) as stream:
        return Source(stored, sum(map(len, iter(lambda: stream.read(1 << 20), b""))), packing)


def unpacked(path: Path) -> Any:
    """The bytes of a file, in whichever of the packings."""
    return pa.input_stream(str(path), compression="detect")


if __name__ == "__main__":
    main()
