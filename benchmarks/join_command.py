"""The exact join as a command, by document and by term, from JSON lines to a run folder under a memory limit:

    python -m benchmarks.join_command TEXTS.jsonl [--memory 500MB]

Both must leave the same digest. Prints time, peak memory, and what Eq. 2 and Eq. 3 of the paper ruled out.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

from benchmarks.command import PROGRAM, SETTINGS
from benchmarks.measure import measure


def told(texts: str, folder: Path, partition: str, memory: str) -> str:
    """One run, in a line."""
    output = folder / f"run-{partition}"
    given = "--finder", "join", "--partition", partition, "--memory", memory, "--blocks", "all"
    arguments = "command", PROGRAM, "sentences", texts, "-o", str(output), *SETTINGS, *given
    got = measure("benchmarks.command_work", *arguments, rounds=1)
    facts = json.loads((output / "run.json").read_text(encoding="utf-8"))
    crowds = facts["results"]["crowds"]
    pruned = f"of {crowds['pairs']} pairs Eq. 2 pruned {crowds['pruned_by_eq2']}, Eq. 3 {crowds['pruned_by_eq3']}"
    times = f"{got.seconds:.2f} s, {got.cpu_seconds:.2f} CPU s, {got.result:.0f} MB"
    return f"by {partition}: {times}, {facts['results']['matches']} matches, digest {facts['digest'][:12]}; {pruned}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts", help="JSON lines")
    parser.add_argument("--memory", default="500MB")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for partition in ("document", "term"):
            print(told(options.texts, Path(folder), partition, options.memory), flush=True)


if __name__ == "__main__":
    main()
