"""What a report costs: `python -m benchmarks.report [--clusters 100000] [--run RUN]`

Makes the page of a run (a synthetic one of so many clusters, or one that is there) in a process of its own, at the
defaults and with 5,000 clusters, and opens it in Chromium. Seconds are of the processor, so that a busy machine does
not count: for the page, of its process; for the browser, of the thread that reads and draws it.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any

KINDS = ("drift", "copyedit", "template", "reference", "identical")
SIZES = ((1_000, 300), (5_000, 2_000))  # clusters and contradictions
MAKE = "import sys; from twicetold.cli import main; sys.argv[0] = 'twicetold'; main()"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clusters", type=int, default=100_000)
    parser.add_argument("--run", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="twicetold-") as folder:
        place = Path(folder)
        run = given.run or place / "run"
        if not given.run:
            # In a process of its own: what this one holds would count as the peak of those it starts.
            writer = get_context("spawn").Process(target=write, args=(run, given.clusters))
            writer.start()
            writer.join()
        print(
            "| clusters | contradictions | MB | seconds | peak MB | seconds in Chromium |\n| --- " + "| --- " * 5 + "|"
        )
        for clusters, contradictions in SIZES:
            seconds, peak = made(run, place / "report.html", clusters, contradictions)
            size = (place / "report.html").stat().st_size / 1e6
            shown = opened(place / "report.html", place / "profile")
            print(f"| {clusters:,} | {contradictions:,} | {size:.1f} | {seconds:.1f} | {peak:.0f} | {shown:.2f} |")


def write(folder: Path, clusters: int) -> None:
    """The synthetic run."""
    import_module("tests.runs.report").written(folder, synthetic(clusters))


def synthetic(number: int) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """Clusters of three members of 120 characters, in 5,000 documents."""
    return [_cluster(each, KINDS[each % len(KINDS)]) for each in range(number)]


def _cluster(number: int, kind: str) -> tuple[str, list[tuple[str, str, str]]]:
    says = (
        f"In the year {number} the town of {number * 7 % 1000} houses had {number % 997} people, and its lake froze in"
    )
    ends = ("winter.",) * 3 if kind == "identical" else ("1905.", "1906.", "winter.")
    places = (number % 5_000, (number * 3 + 1) % 5_000, (number * 5 + 1) % 5_000)
    return kind, [(str(place), f"Town {place}", f"{says} {end}") for place, end in zip(places, ends, strict=True)]


def made(run: Path, page: Path, clusters: int, contradictions: int) -> tuple[float, float]:
    """Seconds of the processor, and the most memory in MB."""
    options = ["--clusters", clusters, "--contradictions", contradictions, "-o", page, "--force", "--quiet"]
    command = [sys.executable, "-c", MAKE, "report", str(run), *map(str, options)]
    _, status, used = os.wait4(os.posix_spawn(sys.executable, command, os.environ), 0)
    if status:
        raise SystemExit("the report was not made")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def opened(page: Path, profile: Path) -> float:
    """Seconds of the processor that the page's thread takes until all is read and drawn; of three times the least."""
    browser: Any = import_module("tests.browser.chromium").Chromium(profile)
    browser.resize(1280, 900)
    browser.ask("Performance.enable", timeDomain="threadTicks")
    seconds = []
    for _ in range(3):
        browser.open(page)
        metrics = browser.ask("Performance.getMetrics")["metrics"]
        seconds.append(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))
    browser.close()
    return float(min(seconds))


if __name__ == "__main__":
    main()
