"""A clock that jumps while a job runs: backwards by a day, forwards by years, to 1970; the digest does not know of it."""

from __future__ import annotations

import random
import shutil
import time
from collections.abc import Callable, Iterator

from tests.attack.corpora import JOBS, build_command
from tests.attack.workshop import Workshop

JUMPS = (-86_400.0, -1.0, 3.0e8, -2.0e9)


def attack_clock(shop: Workshop) -> Iterator[None]:
    """Let the clock of the process jump at random calls."""
    tally = shop.open_tally(
        "The clock may jump", "a clock that jumps back and forth by seconds to decades during a job"
    )
    while True:
        for job in JOBS:
            if not shop.read_digest(f"c-{job}"):
                shop.run(*build_command(job, f"c-{job}"))
            shutil.rmtree(shop.folder / "jumped", ignore_errors=True)
            chances = random.Random(shop.random.random())
            ended = shop.run(*build_command(job, "jumped"), prepare=lambda chances=chances: disturb_clock(chances))
            tally.count += 1
            faults = ended.list_faults((0,))
            if shop.read_digest("jumped") != shop.read_digest(f"c-{job}"):
                faults.append("another digest")
            tally.failures += [f"{job}: {fault}" for fault in faults]
            yield


def disturb_clock(chances: random.Random) -> None:
    """Replace the clock of the day in this process; the monotonic clock cannot jump."""
    right: Callable[[], float] = time.time

    def read_wrong_time() -> float:
        return max(right() + chances.choice(JUMPS), 0.0)

    time.time = read_wrong_time
    time.time_ns = lambda: int(read_wrong_time() * 1e9)
