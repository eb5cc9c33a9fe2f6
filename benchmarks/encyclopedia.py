"""Writes the planted encyclopedia at any size, for measurements; `twicetold demo` also searches it.

python -m benchmarks.encyclopedia --sentences 1000000 --seed 1 -o folder [--jsonl] [--no-truth] [--bz2]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from twicetold.demo import PlantedCorpus


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.encyclopedia",
        description="Writes an encyclopedia with known duplicates, and the truth about them.",
        epilog="example: python -m benchmarks.encyclopedia --sentences 20000 --seed 1 -o planted",
    )
    parser.add_argument("--sentences", type=int, default=20_000, help="size in sentences (20000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, another encyclopedia (1)")
    parser.add_argument("--duplicate-share", type=float, default=0.026, help="share of sentences in clusters (0.026)")
    parser.add_argument("-o", "--output", type=Path, required=True, help="folder to write to")
    parser.add_argument("--jsonl", action="store_true", help="write encyclopedia.jsonl (plain text), no dump")
    parser.add_argument("--no-truth", action="store_true", help="leave out the truth tables")
    parser.add_argument("--bz2", action="store_true", help="compress the dump")
    options = parser.parse_args(arguments)
    try:
        planted = PlantedCorpus(options.sentences, options.seed, options.duplicate_share)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if options.jsonl:
        print(planted.write_jsonl(options.output / "encyclopedia.jsonl"))
    else:
        print(planted.write(options.output, compress="bz2" if options.bz2 else None, truth=not options.no_truth))
    return 0


if __name__ == "__main__":
    sys.exit(main())
