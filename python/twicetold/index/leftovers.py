"""The files of an index that no manifest names: what a killed writer left, and what readers may still read."""

from __future__ import annotations

import fcntl
import os
import shutil
from pathlib import Path

from twicetold.index.clusters.record import CLUSTERS_FOLDER
from twicetold.index.manifest import Manifest

READERS_FILE = ".readers"
SEGMENTS_FOLDER = "segments"
ANSWER_PREFIX = ".answer-"  # of a run that is made for its digest


def name_log(number: int) -> str:
    return f"log-{number:06}"


def note_reader(folder: Path) -> int:
    """Say that this process reads an index, so that no writer removes what it may read; gives an open file.

    It is closed with the index. It is taken before the manifest is read: what that names is there from then on.
    """
    try:
        opened = os.open(folder / READERS_FILE, os.O_RDONLY)
    except OSError:
        Manifest.read(folder)  # raises an error if this is not an index
        raise
    fcntl.flock(opened, fcntl.LOCK_SH)
    return opened


def remove_unfinished_files(folder: Path, manifest: Manifest) -> None:
    """Remove what no manifest has named: nobody can read it, and a new segment may get the number of an old one."""
    for path in (folder / SEGMENTS_FOLDER).iterdir():
        if path.name > f"{manifest.serial:06}":
            shutil.rmtree(path)
    for path in folder.glob(f"{ANSWER_PREFIX}*"):
        shutil.rmtree(path)


def remove_leftovers(folder: Path, manifest: Manifest, presence: int) -> None:
    """Remove files that the manifest does not name, unless another process may still read them."""
    try:
        fcntl.flock(presence, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        # Where the lock cannot be changed, it may be lost.
        fcntl.flock(presence, fcntl.LOCK_SH)
        return
    try:
        _remove_unnamed_files(folder, manifest)
    finally:
        fcntl.flock(presence, fcntl.LOCK_SH)


def _remove_unnamed_files(folder: Path, manifest: Manifest) -> None:
    known = {segment.name: segment for segment in manifest.segments}
    for path in (folder / SEGMENTS_FOLDER).iterdir():
        if path.name not in known:
            shutil.rmtree(path)
            continue
        for file in path.iterdir():
            if file.name not in known[path.name].files:
                file.unlink()
    for path in folder.glob("log-*"):
        if path.name != manifest.log:
            path.unlink()
    layers = {layer.name for layer in manifest.clusters.layers}
    for path in (folder / CLUSTERS_FOLDER).glob("*"):
        if path.name not in layers:
            path.unlink()
