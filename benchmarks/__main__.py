"""The benchmark, whole: `python -m benchmarks [TASK ...] [--size 1m]`. `--help` has the tasks.

Ours and the peers on the same files in the same run, each piece of work a process of its own, in turns, best of three.
Two sizes, N and 16 N (`--size` is the larger). Prints Markdown; `--json` has all figures. Peers come from
`pip install 'twicetold[bench]'`; two live in environments that are made when first needed. Texts come from Debian's
documentation packages, or from `--file`.
"""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import replace
from pathlib import Path

from benchmarks import machine, results, tables
from benchmarks.running import Pace
from benchmarks.tasks import base

CACHE = Path(__file__).parent / ".cache"


def asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tasks", nargs="*", metavar="TASK", help=f"of {', '.join(base.MENU)}; all where none is given")
    parser.add_argument("--size", help="of the larger case: 50k, 1m; of the front end MB of XML")
    parser.add_argument("--smaller", help="the other case, a sixteenth if not given")
    parser.add_argument("--file", action="append", default=[], help="Parquet, JSON lines or text; a dump for front-end")
    parser.add_argument("--only", default="", help="contenders by the beginnings of their names: twicetold,rensa")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--patience", type=float, default=60, help="seconds after which one round is enough")
    parser.add_argument("--timeout", type=float, default=300, help="the most seconds for one piece of work")
    parser.add_argument("--cache", type=Path, default=CACHE, help="folder for texts, truths and the results")
    parser.add_argument("--json", type=Path, help="where the results go; `results.json` of the cache if not given")
    given = parser.parse_args()
    unknown = [name for name in given.tasks if name not in base.MENU]
    if unknown:
        parser.error(f"unknown task: `{unknown[0]}`; there are {', '.join(base.MENU)}")
    return given


def main() -> None:
    options = asked()
    path = options.json or options.cache / "results.json"
    found = results.Results(machine.facts(), machine.versions(), machine.today())
    for name in options.tasks or base.MENU:
        task, data = one(name, options)
        found = replace(found, tasks=found.tasks | {name: task}, data=found.data | data, versions=machine.versions())
        results.write(found, path)  # after each: a later one may take hours
        print(tables.render_table(name, task), flush=True)


def one(name: str, options: argparse.Namespace) -> tuple[results.Task, dict[str, object]]:
    """A task, and what it says of its data."""
    from twicetold.plan import parse_count

    size = parse_count(options.size or base.usual_size(name))
    pace = Pace(options.rounds, options.patience, options.timeout)
    only = tuple(filter(None, options.only.split(",")))
    with tempfile.TemporaryDirectory() as folder:
        given = base.Given(options.cache, Path(folder), size, pace, tuple(options.file), only)
        given.smallest = parse_count(options.smaller) if options.smaller else 0
        return base.run(name, given), given.data


if __name__ == "__main__":
    main()
