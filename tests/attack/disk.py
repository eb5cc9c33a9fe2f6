"""A disk that is full from a random write on: one line, exit code 2, and the same command finishes once there is space."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.attack.corpora import JOBS, build_command
from tests.attack.workshop import HANG_SECONDS, Ended, Workshop

START = "from twicetold.__main__ import start; start()"
SMALL_MEMORY = ("--memory", "400MB")


def build_library(folder: Path) -> Path | None:
    """Compile `full_disk.c`; None where there is no C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler or not sys.platform.startswith("linux"):
        return None
    library = folder / "full_disk.so"
    source = Path(__file__).with_name("full_disk.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    return library


def attack_disk(shop: Workshop) -> Iterator[None]:
    """Let a random write of a job be the first that fails, then give the same command again."""
    tally = shop.open_tally("A full disk is one line", "every write from a random one on fails, then the same command")
    library = build_library(shop.folder)
    if library is None:
        return
    writes: dict[str, int] = {}
    while True:
        for job in JOBS:
            whole = f"d-{job}"
            if job not in writes:
                run_preloaded(shop, library, build_command(job, whole), -1)
                writes[job] = int((shop.folder / "count").read_text(encoding="utf-8"))
            shutil.rmtree(shop.folder / "full", ignore_errors=True)
            before = shop.hash_files("texts.jsonl", "threads.jsonl", "history.jsonl")
            after = shop.random.randrange(max(writes[job], 1))
            ended = run_preloaded(shop, library, build_command(job, "full"), after)
            tally.count += 1
            faults = ended.list_faults((0, 2))
            if ended.code == 2 and "No space left" not in ended.err:
                faults.append(f"the reason is missing: {ended.err[-300:]!r}")
            again = shop.run(*build_command(job, "full"))
            faults += [f"again: {fault}" for fault in again.list_faults((0,))]
            if shop.read_digest("full") != shop.read_digest(whole):
                faults.append("another digest")
            if shop.hash_files("texts.jsonl", "threads.jsonl", "history.jsonl") != before:
                faults.append("an input was altered")
            tally.failures += [f"{job}, write {after} of {writes[job]}: {fault}" for fault in faults]
            yield


def run_preloaded(shop: Workshop, library: Path, command: list[str], after: int) -> Ended:
    """Run a command of which so many writes succeed; -1 for all, which are counted."""
    changed = {"LD_PRELOAD": str(library), "FULL_DISK_AFTER": str(after), "FULL_DISK_COUNT": str(shop.folder / "count")}
    return shop.run_program([sys.executable, "-c", START, *command], changed, HANG_SECONDS)
