"""Streams that are closed, full or gone; signals at random moments; locales and names of any bytes."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterator

from tests.attack.corpora import JOBS, build_command
from tests.attack.workshop import Workshop

PRINTING = ("show s-sentences", "export s-sentences", "analyse s-sentences", "split texts.jsonl", "plan", "--help",
            "apply s-documents --dry-run", "contradictions s-sentences --format csv", "gather threads.jsonl")  # fmt: skip
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def attack_streams(shop: Workshop) -> Iterator[None]:
    """Print to a stream that is full, closed, or whose reader is gone."""
    tally = shop.open_tally("A stream that fails is one line", "standard output that is full, closed, or has no reader")
    for job in ("sentences", "documents"):
        shop.run(*build_command(job, f"s-{job}"))
    while True:
        for command in PRINTING:
            for stream, codes in ((_fill_output, (2,)), (_close_output, (2,)), (_leave_output, (0,))):
                ended = shop.run(*command.split(), prepare=stream)
                tally.count += 1
                tally.failures += [f"{command}, {stream.__name__}: {each}" for each in ended.list_faults(codes)]
                yield


def attack_with_signals(shop: Workshop) -> Iterator[None]:
    """Interrupt jobs: they say so, and the same command continues to the same digest."""
    tally = shop.open_tally(
        "An interruption keeps what is finished", "SIGINT, SIGTERM, SIGHUP at a random moment of a job"
    )
    while True:
        for job in JOBS:
            if not shop.read_digest(f"i-{job}"):
                shop.run(*build_command(job, f"i-{job}"))
            shutil.rmtree(shop.folder / "stopped", ignore_errors=True)
            number = shop.random.choice(SIGNALS)
            wait = shop.random.uniform(0.02, 0.6)
            ended = shop.run(*build_command(job, "stopped"), kill_after=wait, number=number)
            tally.count += 1
            faults = ended.list_faults((0, 130))
            if ended.code == 130 and "stopped" not in ended.err:
                faults.append("no word")
            shop.run(*build_command(job, "stopped"))
            if shop.read_digest("stopped") != shop.read_digest(f"i-{job}"):
                faults.append("another digest")
            tally.failures += [f"{job}, {number.name} after {wait:.2f} s: {fault}" for fault in faults]
            yield


def attack_names(shop: Workshop) -> Iterator[None]:
    """Read and write under names of random bytes."""
    tally = shop.open_tally("Paths are bytes", "file and folder names of random bytes, read and written")
    while True:
        name = bytes(shop.random.choice([*range(1, 47), *range(48, 256)]) for _ in range(shop.random.randint(1, 40)))
        folder = os.fsencode(shop.folder) + b"/n\xff" + name
        os.makedirs(folder + b"/in")  # noqa: PTH103
        for suffix in (b".jsonl", b".txt", b".csv"):
            with open(folder + b"/in/x" + name + suffix, "wb") as file:  # noqa: PTH123
                file.write(
                    b'{"text": "One sentence that is long enough to count."}\n'
                    if suffix == b".jsonl"
                    else b"id,text\n1,A\n"
                )
        given = os.fsdecode(folder)
        for command in (("documents", f"{given}/in", "-o", f"{given}/run"), ("show", f"{given}/run"),
                        ("apply", f"{given}/run", "-o", f"{given}/clean")):  # fmt: skip
            ended = shop.run(*command)
            tally.count += 1
            tally.failures += [f"{name!r}, {command[0]}: {fault}" for fault in ended.list_faults((0, 1))]
        shutil.rmtree(folder)
        yield


def _fill_output() -> None:
    os.dup2(os.open("/dev/full", os.O_WRONLY), 1)


def _close_output() -> None:
    os.close(1)
    sys.stdout = sys.__stdout__ = None  # type: ignore[assignment,misc]


def _leave_output() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    os.dup2(writing, 1)
