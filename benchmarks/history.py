"""`python -m benchmarks.history`: how much of a planted history is found: copies, directions, contradictions."""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from pathlib import Path

from twicetold import history
from twicetold.demo.history import PlantedHistory
from twicetold.demo.history_score import score_contradictions, score_copies


def main() -> None:
    """Plant a history, trace it, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=2_000)
    parser.add_argument("--revisions", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        truth = PlantedHistory(given.pages, given.revisions, given.seed).write(folder)
        began = time.monotonic()
        run = history(Path(folder) / "history.xml", Path(folder) / "run", progress=False)
        seconds = time.monotonic() - began
        size = (Path(folder) / "history.xml").stat().st_size
        print(f"{given.pages:,} pages, {given.revisions:,} revisions, {size / 1e6:,.0f} MB, seed {given.seed}")
        for name, value in {**score_copies(run, truth), **score_contradictions(run, truth)}.items():
            print(f"{name:<36}{value:,.4f}" if isinstance(value, float) else f"{name:<36}{value:,}")
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(f"{'seconds':<36}{seconds:,.1f}\n{'peak MB, with the generator':<36}{most / 1024:,.0f}")


if __name__ == "__main__":
    main()
