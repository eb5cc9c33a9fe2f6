"""Files that appear whole or not at all, and what identifies a file."""

from __future__ import annotations

import errno
import fcntl
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pyarrow as pa

from twicetold.errors import RunError
from twicetold.memory.files import name_memory_file
from twicetold.tables.files import sync_file, sync_folder
from twicetold.text.paths import store_path

SAMPLED_OVER_BYTES = 1 << 30
FULL_DISK_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@contextmanager
def publish_file(path: Path) -> Iterator[Path]:
    """Give a path to write to. If the block succeeds, the file is synced and gets its name in one step."""
    part = path.with_name(f".{path.name}.part")
    try:
        yield part
        move_into_place(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def move_into_place(part: Path, path: Path) -> None:
    sync_file(part)
    part.replace(path)
    sync_folder(path.parent)


@contextmanager
def explain_read_errors(path: Path) -> Iterator[None]:
    """Turn a failure to read a table into an error that names its file and says what to do."""
    try:
        yield
    except (pa.ArrowException, OSError) as error:
        hint = "run the command that made it again: damaged tables are made again"
        raise RunError(f"`{path}` is missing or damaged: {error}", hint) from None


def lock_folder(folder: Path, hint: str = "wait for it, or give -o another folder") -> IO[str]:
    lock = (folder / ".lock").open("a", encoding="utf-8")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise RunError(f"`{folder}` is in use by another twicetold process", hint) from None
    return lock


def identify_input(path: str) -> dict[str, Any]:
    """Identify an input by its path, its size and a hash (of 64 samples if it is over 1 GiB).

    Data from memory has a name instead of a path, and `memory` true: the same data is the same input in every process.
    """
    file = Path(path)
    if not file.is_file():
        return {"path": store_path(path)}
    named: dict[str, Any] = {"path": store_path(path)}
    if memory := name_memory_file(path):
        named = {"path": memory, "memory": True}
    size = file.stat().st_size
    if size <= SAMPLED_OVER_BYTES:
        return {**named, "bytes": size, "hash": f"sha256:{hash_file(file)}"}
    samples = hashlib.sha256()
    with file.open("rb") as stream:
        for sample in range(64):
            stream.seek((size - (1 << 20)) * sample // 63)
            samples.update(stream.read(1 << 20))
    return {**named, "bytes": size, "hash": f"sha256-of-64-samples:{samples.hexdigest()}"}


def hash_file(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
