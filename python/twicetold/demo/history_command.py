"""`twicetold demo --history`: writes a planted wiki with its history, traces it, and says what was found."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from twicetold.api import history
from twicetold.demo.history import PlantedHistory
from twicetold.demo.history_score import score_contradictions, score_copies
from twicetold.errors import SettingsError
from twicetold.views.base import ShowOptions
from twicetold.views.command import show_run_view

REVISIONS_PER_PAGE = 30
LEAST_F1 = 0.95


def run_history_demo(folder: Path, pages: int, seed: int, quiet: bool = False, as_json: bool = False) -> bool:
    """Whether nearly all planted copies are found, and hardly anything else."""
    if folder.is_dir() and any(folder.iterdir()) and not (folder / "truth_history.json").is_file():
        raise SettingsError(f"`{folder}` is not empty and not a demo", "give -o a new folder")
    truth = PlantedHistory(pages, REVISIONS_PER_PAGE * pages, seed).write(folder)
    run = history(folder / "history.xml", folder / "run", force=True, progress=False if quiet else None)
    figures = score_copies(run, truth) | score_contradictions(run, truth)
    if as_json:
        print(json.dumps({name.replace(" ", "_"): value for name, value in figures.items()}))
    elif not quiet:
        trees = sorted(run.clusters.to_pylist(), key=lambda row: (-row["copies"], row["cluster"]))
        print(f"{folder}/history.xml: {pages:,} pages, {REVISIONS_PER_PAGE * pages:,} revisions")
        for name, value in figures.items():
            print(f"  {name}: {value:,.3f}" if isinstance(value, float) else f"  {name}: {value:,}")
        if trees:
            show_run_view(run.folder, ShowOptions(tree=trees[0]["cluster"]))
        print(f"everything is in {folder}/run; try: twicetold show {folder}/run", file=sys.stderr)
    return figures["F1"] >= LEAST_F1
