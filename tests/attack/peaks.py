"""Peak memory of every job on an input and on one 16 times as large, under one limit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.attack.corpora import JOBS, build_command, write_corpora
from tests.attack.workshop import Workshop

LIMIT_BYTES = 600 << 20
TIMES = 16


def attack_memory(shop: Workshop) -> Iterator[None]:
    """Measure both sizes; above the limit is a failure."""
    tally = shop.open_tally("Bounded memory", f"peak of a job on N and on {TIMES} N, `--memory {LIMIT_BYTES >> 20}MB`")
    places = {size: shop.folder / f"size-{size}" for size in (1, TIMES)}
    for size, folder in places.items():
        folder.mkdir()
        write_corpora(folder, shop.seed, 200 * size)
    while True:
        for job in JOBS:
            peaks = [_measure_peak(shop, job, folder) for folder in places.values()]
            tally.count += 2
            if max(peaks) > LIMIT_BYTES:
                tally.failures.append(f"{job}: {peaks[0] >> 20} MB and {peaks[1] >> 20} MB")
            yield


def _measure_peak(shop: Workshop, job: str, folder: Path) -> int:
    name, file, *rest = build_command(job, f"peak-{folder.name}-{job}")
    return shop.run(name, folder / file, *rest, "--memory", f"{LIMIT_BYTES >> 20}MB", "--force").peak_bytes
