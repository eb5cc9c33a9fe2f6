"""The attacks in turn, so that each has its share of the time, and the table of what was tried."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, redirect_stdout
from pathlib import Path

from tests.attack.clock import attack_clock
from tests.attack.corpora import write_corpora
from tests.attack.damage import attack_runs
from tests.attack.disk import attack_disk
from tests.attack.hostile import attack_readers
from tests.attack.kills import attack_jobs, attack_spark
from tests.attack.mutants import attack_formats, attack_strange_runs
from tests.attack.outputs import attack_inputs_by_outputs
from tests.attack.peaks import attack_memory
from tests.attack.sharing import attack_folder, attack_inputs
from tests.attack.streams import attack_names, attack_streams, attack_with_signals
from tests.attack.workshop import Tally, Workshop, import_everything

SHORT_SECONDS = 45.0
FAILURES_SHOWN = 40
DOCUMENTS = 40  # few, so that starting a command takes most of its time and thousands of them fit into an hour
Attack = Callable[[Workshop], Iterator[None]]
# Each attack, and its share of the time.
ATTACKS: dict[Attack, float] = {
    attack_jobs: 40,
    attack_runs: 40,
    attack_readers: 10,
    attack_formats: 8,
    attack_strange_runs: 8,
    attack_streams: 6,
    attack_with_signals: 8,
    attack_names: 4,
    attack_folder: 6,
    attack_inputs: 4,
    attack_inputs_by_outputs: 4,
    attack_memory: 5,
    attack_disk: 8,
    attack_clock: 3,
}
SPARK_SHARE = 20.0  # in the long version


def run_attacks(attacks: Mapping[Attack, float], seconds: float, seed: int) -> list[Tally]:
    """Run every attack at least once, and for its share of the time; Ctrl-C ends early, and what was counted is given."""
    import_everything()
    with ExitStack() as folders:
        shops, running = {}, {}
        for attack in attacks:
            folder = folders.enter_context(tempfile.TemporaryDirectory(prefix="twicetold-attack-"))
            shops[attack] = Workshop(Path(folder), seed)
            write_corpora(shops[attack].folder, seed, DOCUMENTS)
            running[attack] = attack(shops[attack])
        spent = dict.fromkeys(attacks, 0.0)
        try:
            while running and (sum(spent.values()) < seconds or not all(spent.values())):
                attack = min(running, key=lambda each: spent[each] / attacks[each])
                began = time.monotonic()
                if next(running[attack], attack) is attack:  # it cannot be run on this machine
                    del running[attack]
                spent[attack] += time.monotonic() - began
        except KeyboardInterrupt:
            pass
        return [tally for shop in shops.values() for tally in shop.tallies]


def render_table(tallies: list[Tally]) -> str:
    rows = [f"| {each.promise} | {each.tried} | {each.count:,} | {len(each.failures):,} |" for each in tallies]
    return "\n".join(["| promise | what was tried | how often | failures |", "| --- | --- | ---: | ---: |", *rows])


def main() -> int:
    """Print the table, and then what failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.attack")
    parser.add_argument("--short", action="store_true", help="at most 90 seconds; this is the default")
    parser.add_argument("--hours", type=float, help="how long; with Spark")
    parser.add_argument("--no-spark", action="store_true", help="leave Spark out")
    parser.add_argument("--only", action="append", help="the name of an attack, such as `attack_jobs`; may be repeated")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    wanted = parser.parse_args()
    seconds = SHORT_SECONDS if wanted.hours is None else wanted.hours * 3600
    with redirect_stdout(sys.stderr):
        print(f"seed {wanted.seed}")
    has_spark = wanted.hours is not None and not wanted.no_spark
    attacks = ATTACKS | ({attack_spark: SPARK_SHARE} if has_spark else {})
    chosen = {each: share for each, share in attacks.items() if each.__name__ in (wanted.only or [each.__name__])}
    tallies = run_attacks(chosen, seconds, wanted.seed)
    print(render_table(tallies))
    failures = [f"{each.promise}: {failure}" for each in tallies for failure in each.failures]
    print("\n".join(failures[:FAILURES_SHOWN]), file=sys.stderr)
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
