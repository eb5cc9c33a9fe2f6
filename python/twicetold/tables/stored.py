"""A stored table: a Parquet file, or a folder of them where several processes wrote it.

`matches.parquet/` holds `part-000000.parquet` and so on, whose rows follow one another, and `_manifest.json`, which has
the rows, bytes, checksum and row hashes of each. Readers of Parquet that take a folder pass over names that begin with
`_`.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from twicetold.tables.files import compute_checksum, sync_file, sync_folder
from twicetold.tables.row_sums import RowSum

MANIFEST_NAME = "_manifest.json"
_CHECKING_THREADS = 8


@dataclass(frozen=True)
class StoredPart:
    """A file of a table, as the process that wrote it describes it; `total` is the sum of its row hashes in hex."""

    rows: int
    bytes: int
    checksum: str
    total: str = ""  # not summed where it is ""


def write_folder(folder: Path, parts: Sequence[tuple[str, StoredPart]]) -> None:
    """Make a table of files that are written and synced already; their places are given in the order of the rows."""
    folder.mkdir()
    named = []
    for number, (path, part) in enumerate(parts):
        name = f"part-{number:06}.parquet"
        _link_file(Path(path), folder / name)
        named.append({"name": name, **asdict(part)})
    manifest = folder / MANIFEST_NAME
    manifest.write_text(json.dumps({"parts": named}, indent=1), encoding="utf-8")
    sync_file(manifest)
    sync_folder(folder)


def _link_file(path: Path, place: Path) -> None:
    """Give a file a second name, since two tables may share it; copy it where the file system has no links."""
    try:
        os.link(path, place)
    except OSError:
        shutil.copyfile(path, place)
        sync_file(place)


def list_table_files(path: Path) -> list[Path]:
    """The Parquet files of a table, in the order of its rows."""
    if not path.is_dir():
        return [path]
    parts = sorted(path.glob("part-*.parquet"))
    if not parts:
        raise FileNotFoundError(f"`{path}` has no part files")
    return parts


def describe_table(path: Path) -> dict[str, Any]:
    """What `run.json` says of a table besides its rows."""
    if not path.is_dir():
        return {"bytes": path.stat().st_size, "checksum": compute_checksum(path)}
    manifest = path / MANIFEST_NAME
    parts = [part for _, part in _read_parts(path)]
    return {"bytes": sum(part.bytes for part in parts), "checksum": compute_checksum(manifest), "parts": len(parts)}


def is_table_whole(path: Path, facts: dict[str, Any]) -> bool:
    """Whether a table is as `describe_table` described it."""
    try:
        if not path.is_dir():
            return path.stat().st_size == facts["bytes"] and bool(compute_checksum(path) == facts["checksum"])
        if compute_checksum(path / MANIFEST_NAME) != facts["checksum"]:
            return False
        with ThreadPoolExecutor(_CHECKING_THREADS) as threads:
            return all(list(threads.map(_is_part_whole, _read_parts(path))))
    except FileNotFoundError:
        return False


def _is_part_whole(named: tuple[Path, StoredPart]) -> bool:
    path, part = named
    return path.stat().st_size == part.bytes and compute_checksum(path) == part.checksum


def read_row_sum(path: Path) -> RowSum | None:
    """The sum over all rows, where those who wrote the parts summed them."""
    parts = [part for _, part in _read_parts(path)] if path.is_dir() else []
    if not parts or not all(part.total for part in parts):
        return None
    return sum((RowSum(part.rows, int(part.total, 16)) for part in parts), RowSum())


def _read_parts(folder: Path) -> Iterator[tuple[Path, StoredPart]]:
    manifest = json.loads((folder / MANIFEST_NAME).read_text(encoding="utf-8"))
    for part in manifest["parts"]:
        yield folder / Path(part["name"]).name, StoredPart(part["rows"], part["bytes"], part["checksum"], part["total"])


def remove_table(path: Path) -> None:
    """Remove a table, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def move_table(part: Path, path: Path) -> None:
    """Give a table its name, synced, in place of one that may be there."""
    if part.is_dir() or path.is_dir():
        remove_table(path)
    if not part.is_dir():
        sync_file(part)
    part.replace(path)
    sync_folder(path.parent)
