"""Two processes on one run folder, and inputs that change while they are read."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator

from tests.attack.corpora import JOBS, build_command
from tests.attack.workshop import Workshop


def attack_folder(shop: Workshop) -> Iterator[None]:
    """Start the same job twice on one folder: one does the work, the other is refused or continues after it."""
    tally = shop.open_tally("One run, one process", "the same job started twice on one run folder")
    while True:
        for job in JOBS:
            if not shop.read_digest(f"o-{job}"):
                shop.run(*build_command(job, f"o-{job}"))
            shutil.rmtree(shop.folder / "shared", ignore_errors=True)
            first = shop.start(*build_command(job, "shared"), name="first")
            time.sleep(shop.random.uniform(0, 0.4))
            second = shop.start(*build_command(job, "shared"), name="second")
            ended = [shop.wait_for(first), shop.wait_for(second)]
            tally.count += 1
            faults = [fault for each in ended for fault in each.list_faults((0, 2))]
            if not any(each.code == 0 for each in ended):
                faults.append("neither finished")
            if shop.read_digest("shared") != shop.read_digest(f"o-{job}"):
                faults.append("another digest")
            tally.failures += [f"{job}: {fault}" for fault in faults]
            yield


def attack_inputs(shop: Workshop) -> Iterator[None]:
    """Append to, cut or replace an input while a job reads it: an answer or an error, and the same command says so."""
    tally = shop.open_tally("Inputs may change", "an input cut, replaced or appended to while a job reads it")
    whole = (shop.folder / "texts.jsonl").read_bytes()
    while True:
        for job in ("sentences", "documents", "passages"):
            path = shop.folder / "moving.jsonl"
            path.write_bytes(whole)
            shutil.rmtree(shop.folder / "moved", ignore_errors=True)
            child = shop.start(job, "moving.jsonl", "-o", "moved")
            time.sleep(shop.random.uniform(0, 0.3))
            cut = shop.random.randrange(len(whole))
            path.write_bytes(shop.random.choice([whole[:cut], whole + whole[:cut], b"", whole[cut:]]))
            ended = shop.wait_for(child)
            tally.count += 1
            tally.failures += [f"{job}: {fault}" for fault in ended.list_faults((0, 1, 2))]
            again = shop.run(job, "moving.jsonl", "-o", "moved")
            tally.failures += [f"{job}, again: {fault}" for fault in again.list_faults((0, 1, 2))]
            yield
