"""Outputs that name an input, by every spelling: refused, and nothing is lost."""

from __future__ import annotations

import os
from collections.abc import Iterator

from tests.attack.corpora import build_command
from tests.attack.workshop import Workshop


def attack_inputs_by_outputs(shop: Workshop) -> Iterator[None]:
    """Write over inputs and their folders, through links, `..` and hard links."""
    tally = shop.open_tally(
        "No output replaces an input", "outputs that name an input or its folder, by links and `..`"
    )
    home = shop.folder / "home"
    (home / "in").mkdir(parents=True)
    texts = (shop.folder / "texts.jsonl").read_bytes()
    (home / "in" / "texts.jsonl").write_bytes(texts)
    os.link(home / "in" / "texts.jsonl", home / "hard.jsonl")
    (home / "soft.jsonl").symlink_to("in/texts.jsonl")
    (home / "link").symlink_to("in")
    shop.run("documents", "home/in/texts.jsonl", "-o", "home-run")
    shop.run(*build_command("sentences", "other-run"))
    files = [
        "home/in/texts.jsonl",
        "home/hard.jsonl",
        "home/soft.jsonl",
        "home/link/../in/texts.jsonl",
        "./home/in/../in/texts.jsonl",
    ]
    folders = ["home", "home/in", "home/link", "home/link/../in", "./home/../home/in", ".", "home-run"]
    while True:
        before = shop.hash_files("home", "home-run")
        file, folder = shop.random.choice(files), shop.random.choice(folders)
        for command in (
            ["export", "home-run", "-o", file, "--format", "jsonl"],
            ["report", "home-run", "-o", file],
            ["split", "home/in/texts.jsonl", "-o", file],
            ["apply", "home-run", "-o", folder],
            ["documents", "home/in/texts.jsonl", "-o", folder if folder != "home-run" else "home"],
        ):
            ended = shop.run(*command, "--force")
            tally.count += 1
            faults = ended.list_faults((2,))
            if shop.hash_files("home", "home-run") != before:
                faults.append("an input was lost or altered")
            tally.failures += [f"{' '.join(command)}: {fault}" for fault in faults]
            yield
