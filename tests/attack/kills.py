"""SIGKILL at random moments of every job: the same command must end with the same digest."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence

from tests.attack.corpora import FAMILIES, JOBS, build_command
from tests.attack.workshop import Tally, Workshop

MOST_KILLS = 4  # of one run, before it may finish
KILLED = (*JOBS, FAMILIES)
INPUTS = ("texts.jsonl", "threads.jsonl", "history.jsonl", "pages.jsonl")


def attack_jobs(shop: Workshop, jobs: Sequence[str] = KILLED) -> Iterator[None]:
    """Kill every job again and again; each step is a run that was killed a few times and then finished."""
    tally = shop.open_tally("Kill it at any moment", "SIGKILL at a random moment of a job, then the same command")
    seconds = {job: shop.run(*build_command(job, f"clean-{job}")).seconds for job in jobs}
    digests = {job: shop.read_digest(f"clean-{job}") for job in jobs}
    inputs = shop.hash_files(*INPUTS)
    while True:
        for job in jobs:
            shutil.rmtree(shop.folder / "killed", ignore_errors=True)
            for _ in range(shop.random.randint(1, MOST_KILLS)):
                wait = shop.random.uniform(0, seconds[job])
                killed = shop.run(*build_command(job, "killed"), kill_after=wait)
                tally.count += killed.code == -signal.SIGKILL
                if killed.code != -signal.SIGKILL:  # it was faster than before
                    seconds[job] = 0.7 * seconds[job] + 0.3 * killed.seconds
                    shutil.rmtree(shop.folder / "killed", ignore_errors=True)
            ended = shop.run(*build_command(job, "killed"))
            tally.failures += [f"{job}: {fault}" for fault in ended.list_faults((0,))]
            _compare(shop, tally, job, digests[job])
            if shop.hash_files(*INPUTS) != inputs:
                tally.failures.append(f"{job}: an input was altered")
            yield


def attack_spark(shop: Workshop, job: str = "documents") -> Iterator[None]:
    """The same on Spark: the driver and its workers are one group of processes, and are killed together."""
    tally = shop.open_tally(
        "Kill it at any moment, on Spark", "SIGKILL of driver and workers at a random moment, then the same command"
    )
    digest = shop.read_digest(f"clean-{job}") or _make_digest(shop, job)
    command = [sys.executable, "-c", "from twicetold.cli import main; main()", *build_command(job, "spark")]
    command += ["--engine", "spark", "--master", "local[1]", "--quiet"]
    while True:
        shutil.rmtree(shop.folder / "spark", ignore_errors=True)
        for seconds in (*(shop.random.uniform(2, 25) for _ in range(MOST_KILLS)), None):
            started = subprocess.Popen(command, cwd=shop.folder, stderr=subprocess.PIPE, start_new_session=True)
            if seconds is not None:
                time.sleep(seconds)
                is_running = started.poll() is None
                tally.count += is_running
                if is_running:
                    os.killpg(started.pid, signal.SIGKILL)
            _, said = started.communicate(timeout=600)
        if started.returncode:
            tally.failures.append(f"spark: exit code {started.returncode}: {said[-200:]!r}")
        _compare(shop, tally, "spark", digest, "spark")
        yield


def _make_digest(shop: Workshop, job: str) -> str:
    shop.run(*build_command(job, f"clean-{job}"))
    return shop.read_digest(f"clean-{job}")


def _compare(shop: Workshop, tally: Tally, job: str, digest: str, run: str = "killed") -> None:
    if not digest or shop.read_digest(run) != digest:
        tally.failures.append(f"{job}: the digest is {shop.read_digest(run)[:16]!r}, not {digest[:16]!r}")
