"""Flipped bytes and cut files in a finished run: noticed and made again, or refused with a word."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

from tests.attack.corpora import JOBS, build_command
from tests.attack.workshop import Workshop

LOOKING = (["show", "hurt"], ["export", "hurt"], ["analyse", "hurt"], ["report", "hurt", "-o", "page.html", "--force"])
LOOKS = 0.4  # of the damaged runs are looked at before they are made again


def attack_runs(shop: Workshop) -> Iterator[None]:
    """Damage a file of a finished run, look at the run, and give the same command again."""
    tally = shop.open_tally(
        "Damage is noticed", "a flipped byte, a cut or a missing file in a run, then the same command"
    )
    looked = shop.open_tally("A damaged run is an error", "`show`, `export`, `analyse` and `report` of a damaged run")
    while True:
        for job in JOBS:
            if not shop.read_digest(f"whole-{job}"):
                shop.run(*build_command(job, f"whole-{job}"))
            digest = shop.read_digest(f"whole-{job}")
            shutil.rmtree(shop.folder / "hurt", ignore_errors=True)
            shutil.copytree(shop.folder / f"whole-{job}", shop.folder / "hurt")
            name = _hurt_file(shop)
            if shop.random.random() < LOOKS:
                command = shop.random.choice(LOOKING)
                looked.count += 1
                looked.failures += [f"{job}, {name}, {command[0]}: {each}" for each in shop.run(*command).list_faults()]
            ended = shop.run(*build_command(job, "hurt"))
            tally.count += 1
            tally.failures += [f"{job}, {name}: {fault}" for fault in ended.list_faults((0, 2))]
            if ended.code == 2 and "run.json" not in name:
                tally.failures.append(f"{job}, {name}: not made again: {ended.err[-200:]!r}")
            if ended.code == 0 and shop.read_digest("hurt") != digest:
                tally.failures.append(f"{job}, {name}: another digest")
            yield


def _hurt_file(shop: Workshop) -> str:
    """Flip a bit, cut the file or remove it; gives what was done."""
    path = shop.random.choice(sorted(each for each in (shop.folder / "hurt").iterdir() if each.name != ".lock"))
    data = bytearray(path.read_bytes())
    how = shop.random.choices(("flip", "cut", "missing"), (8, 2, 1))[0]
    at = shop.random.randrange(max(len(data), 1))
    if how == "missing":
        path.unlink()
    elif how == "cut" or not data:
        path.write_bytes(data[:at])
    else:
        data[at] ^= 1 << shop.random.randrange(8)
        path.write_bytes(data)
    return f"{path.name} {how} at {at}"
