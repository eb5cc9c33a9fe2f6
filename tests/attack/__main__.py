"""The attacks in turn, each with its share of the time, and the table of what was tried."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from pathlib import Path

from tests.attack.clock import attack_clock
from tests.attack.corpora import write_corpora
from tests.attack.damage import attack_runs
from tests.attack.disk import attack_disk
from tests.attack.hostile import attack_readers
from tests.attack.kills import attack_jobs, attack_spark
from tests.attack.outputs import attack_inputs_by_outputs
from tests.attack.peaks import attack_memory
from tests.attack.sharing import attack_folder, attack_inputs
from tests.attack.streams import attack_names, attack_streams, attack_with_signals
from tests.attack.workshop import Tally, Workshop, import_everything

SHORT_SECONDS = 45.0
FAILURES_SHOWN = 40
# Each attack, and its share of the time.
ATTACKS: dict[Callable[[Workshop], Iterator[None]], float] = {
    attack_jobs: 30,
    attack_runs: 20,
    attack_readers: 14,
    attack_streams: 6,
    attack_with_signals: 8,
    attack_names: 4,
    attack_folder: 6,
    attack_inputs: 4,
    attack_inputs_by_outputs: 4,
    attack_memory: 4,
    attack_disk: 8,
    attack_clock: 2,
}
SPARK_SHARE = 20.0  # in the long version


def run_attacks(seconds: float, seed: int, with_spark: bool = False) -> list[Tally]:
    """Run every attack at least once, and for its share of the time."""
    import_everything()
    attacks = ATTACKS | ({attack_spark: SPARK_SHARE} if with_spark else {})
    tallies: list[Tally] = []
    for attack, share in attacks.items():
        with tempfile.TemporaryDirectory(prefix="twicetold-attack-") as folder:
            shop = Workshop(Path(folder), seed)
            write_corpora(shop.folder, seed)
            end = time.monotonic() + seconds * share / sum(attacks.values())
            for _ in attack(shop):
                if time.monotonic() >= end:
                    break
            tallies += shop.tallies
    return tallies


def render_table(tallies: list[Tally]) -> str:
    rows = [f"| {each.promise} | {each.tried} | {each.count:,} | {len(each.failures):,} |" for each in tallies]
    return "\n".join(["| promise | what was tried | how often | failures |", "| --- | --- | ---: | ---: |", *rows])


def main() -> int:
    """Print the table, and then what failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.attack")
    parser.add_argument("--short", action="store_true", help="at most 90 seconds; this is the default")
    parser.add_argument("--hours", type=float, help="how long; with Spark")
    parser.add_argument("--no-spark", action="store_true", help="leave Spark out")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    wanted = parser.parse_args()
    seconds = SHORT_SECONDS if wanted.hours is None else wanted.hours * 3600
    with redirect_stdout(sys.stderr):
        print(f"seed {wanted.seed}")
    tallies = run_attacks(seconds, wanted.seed, wanted.hours is not None and not wanted.no_spark)
    print(render_table(tallies))
    failures = [f"{each.promise}: {failure}" for each in tallies for failure in each.failures]
    print("\n".join(failures[:FAILURES_SHOWN]), file=sys.stderr)
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
