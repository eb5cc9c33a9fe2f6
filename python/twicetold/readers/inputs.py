"""What a user names, as files and their readers: paths, globs, folders, `-` for stdin, addresses such as `s3://...`.

A file's reader is told by `--reader`, else by its suffix and its first bytes together; see `_chosen` for who wins. The
suffixes are the readers' own, so a new reader is known here by its line in `registry.py`. The result is sorted and
holds each file once, whatever the order of the arguments.
"""

from __future__ import annotations

import difflib
import glob
import io
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import BinaryIO, cast

from twicetold import _kernels, registry
from twicetold.config import Reading
from twicetold.errors import InputError
from twicetold.memory.files import name_memory_file
from twicetold.readers.addresses import is_address, list_addressed_files, open_address
from twicetold.readers.pipes import is_pipe, open_pipe, open_stdin
from twicetold.text.paths import show_path
from twicetold.text.plurals import format_count

PACKINGS = (".bz2", ".gz", ".zst", ".xz", ".lzma", ".7z")
LONGEST_NAME_BYTES = 255  # of a file or folder; asking for a longer one is an error of its own
HEAD_BYTES = 1 << 14
STDIN_HEADS = (1 << 14, 1 << 18, 1 << 22)  # a block of bzip2 may be packed into a megabyte
# Formats whose first bytes cannot be mistaken: they win over a suffix. The rest (html, csv, text) only fill in for one.
CERTAIN_FORMATS = frozenset(
    {"mediawiki", "stackexchange", "wikiextractor", "warc", "parquet", "jsonl", "tei", "alto", "page", "hocr"}
)
# Suffixes that many formats share: they tell nothing without the first bytes.
SHARED_SUFFIXES = (".xml",)
_PERMISSION_HINT = "give yourself the right to read it, or leave it out"


@dataclass(frozen=True)
class Input:
    """A file and the name of its reader. An `empty` one (0 bytes) is no error: it becomes a rejected row when read."""

    reader_name: str
    path: str
    empty: bool = False
    folder: str = ""  # the folder that holds everything that was given: ids that are made from paths begin below it


class Inputs(list[Input]):
    """The files found, sorted by path. `ignored` counts the files in folders and globs that no reader knows."""

    ignored: int = 0


def find_inputs(paths: Sequence[str], reading: Reading, beside: Sequence[str] = ()) -> Inputs:
    """Every file that `paths` name, once, with its reader; an InputError for what is not there or not known.

    `beside` are other paths of the same command: ids of their files must differ from the ids of these.
    """
    if not paths:
        raise InputError("no input given", "name files, folders or globs, or `-` for stdin")
    suffixes = _map_suffixes()
    folder = find_common_folder([*paths, *beside])
    by_file: dict[str, Input] = {}
    ignored: set[str] = set()
    for given in paths:
        named, gathered = _list_files(given)
        known = 0
        for path in named:
            found = _identify_input(path, reading, suffixes, gathered)
            found = found and replace(found, folder=folder)
            key = resolve_path(path)
            if found is None:
                ignored.add(key)
                continue
            known += 1
            by_file[key] = min(found, by_file.get(key, found), key=_sort_key)
        if not known:
            raise InputError(
                f"`{given}`: no known format among {format_count(len(named), 'file')}",
                f"known suffixes are {', '.join(sorted(suffixes))}; to read the files as they are: `--reader text`",
            )
    inputs = Inputs(sorted(by_file.values(), key=_sort_key))
    inputs.ignored = len(ignored)
    return inputs


def open_source(path: str) -> str | BinaryIO:
    """What to read a path from: itself where the disk has it, else a stream (stdin, or fsspec's for `s3://...`)."""
    if path == "-":
        return cast(BinaryIO, open_stdin())
    if is_address(path):
        return open_address(path)
    return cast(BinaryIO, open_pipe(path)) if is_pipe(path) else path


def open_unpacked(path: str, reading: Reading) -> BinaryIO:
    """The unpacked bytes of a path; a damaged packing gives what can be decoded, then an OSError that says so."""
    return _unpack_source(open_source(path), reading)


def _unpack_source(source: str | BinaryIO, reading: Reading) -> BinaryIO:
    return cast(BinaryIO, _kernels.open_unpacked(source, 1, reading.bomb_ratio, reading.bomb_floor))


def format_path(path: str) -> str:
    r"""A path as a table can hold it: bytes of a name that are not UTF-8 become `\xe9`, data from memory `memory`."""
    return name_memory_file(path) or show_path(path)


def name_file(path: str, folder: str) -> str:
    """The id of a file: its path below `folder`, `essays/on_war.txt`; an address and stdin are named as they are."""
    if not folder or is_elsewhere(path) or name_memory_file(path):
        return format_path(path)
    return Path(format_path(os.path.relpath(path, folder))).as_posix()


def name_stem(path: str) -> str:
    """A file's name without folders and suffixes: `essays/on_war.txt.gz` -> `on_war`."""
    name = PurePath(format_path(path)).name
    for packing in PACKINGS:
        name = name.removesuffix(packing)
    return PurePath(name).stem


def find_common_folder(paths: Sequence[str]) -> str:
    """The folder that holds everything that is given: a folder given alone is that folder itself; "" for addresses.

    Ids below it do not depend on where the command was typed, and two files never have the same.
    """
    named = [
        each
        for given in paths
        if given and not is_elsewhere(given) and not name_memory_file(given)
        for each in (sorted(glob.glob(given, recursive=True)) or [given])  # noqa: PTH207
    ]
    folders = [os.path.abspath(each if os.path.isdir(each) else os.path.dirname(each)) for each in named]  # noqa: PTH100, PTH112, PTH120
    return os.path.commonpath(folders) if folders else ""


def _sort_key(found: Input) -> str:
    return found.path


def _map_suffixes() -> dict[str, str]:
    """Suffix to reader. Of two readers with the same suffix the first on the menu has it."""
    suffixes: dict[str, str] = {}
    for name in registry.list_names("reader"):
        for suffix in registry.load_class("reader", name).suffixes:
            suffixes.setdefault(suffix, name)
    return suffixes


def is_elsewhere(path: str) -> bool:
    """Whether a path is stdin, a pipe or an address: nothing that the disk has."""
    return path == "-" or is_address(path) or is_pipe(path)


def resolve_path(path: str) -> str:
    """What tells a file from others, however it was named."""
    return path if is_elsewhere(path) else os.path.realpath(path)


def _list_files(given: str) -> tuple[list[str], bool]:
    """The files behind one argument, and whether they were gathered (a folder, a glob) rather than named one by one."""
    if is_elsewhere(given):
        listed = list_addressed_files(given) if is_address(given) else None
        return listed or [given], listed is not None
    longest = max(map(len, os.fsencode(given).split(b"/")))
    if longest > LONGEST_NAME_BYTES or "\0" in given or ("\n" in given and not os.path.lexists(given)):
        hint = "this looks like a text; in Python texts are given by name, `texts=[...]`"
        raise InputError(f"`{' '.join(given[:60].split())} ...`: no such file or folder", hint)
    path = os.path.normpath(given) if given else given
    if given and Path(path).is_dir():
        files = list(_walk_folder(path, set()))
        if not files:
            raise InputError(f"`{given}`: the folder contains no files", "hidden files and folders are ignored")
        return files, True
    if os.path.lexists(path):  # also a link to nothing, which is told as that
        return [path], False
    if glob.has_magic(path):
        matches = glob.glob(path, recursive=True)  # noqa: PTH207
        if not matches:
            raise InputError(f"`{given}`: no file matches", "`*` stays within one folder; `**/*.jsonl` goes into all")
        return [
            file for match in matches for file in (_walk_folder(match, set()) if Path(match).is_dir() else [match])
        ], True
    raise InputError(f"`{given}`: no such file or folder", _suggest_nearest(path))


def _walk_folder(folder: str, seen: set[str]) -> Iterator[str]:
    """The files under a folder. Links to folders are followed, each folder once; hidden ones are left out."""
    real = os.path.realpath(folder)
    if real in seen:
        return
    seen.add(real)
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        raise InputError(f"`{folder}`: {error.strerror}", _PERMISSION_HINT) from error
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if entry.is_dir():
            yield from _walk_folder(entry.path, seen)
        elif entry.is_file():
            yield entry.path


def _suggest_nearest(path: str) -> str:
    missing = Path(path)
    try:
        names = {each.name: each for each in missing.parent.iterdir()}
    except OSError:
        return f"there is no folder `{missing.parent}` either"
    close = difflib.get_close_matches(missing.name, names, n=1)
    return f"did you mean `{names[close[0]]}`?" if close else "check the name and where you are"


def _identify_input(path: str, reading: Reading, suffixes: dict[str, str], gathered: bool) -> Input | None:
    """A file with its reader; None for a gathered file that no reader knows."""
    empty = False
    if path == "-":
        if sys.stdin is None or sys.stdin.isatty() or not open_stdin().peek(1):
            raise InputError("stdin is empty", "pipe a file in, as in `zcat posts.jsonl.gz | twicetold ... -`")
    elif not is_address(path):
        empty = _is_empty(path)
    if reading.reader != "auto":
        registry.load_class("reader", reading.reader)  # an unknown name is told here, with the nearest
        return Input(reading.reader, path, empty)
    by_suffix = _find_reader_by_suffix(path, suffixes)
    if empty:
        return Input(by_suffix or "text", path, True) if by_suffix or not gathered else None
    reader = _choose_reader(
        by_suffix,
        _detect_format(path, by_suffix, reading),
        shared=path.lower().endswith(_add_packings(SHARED_SUFFIXES)),
    )
    if gathered and reader not in CERTAIN_FORMATS and not by_suffix:
        return None
    if reader is None or reader not in registry.list_names("reader"):
        if gathered:
            return None
        available = ", ".join(sorted(registry.list_names("reader")))
        raise InputError(
            f"`{format_path(path)}`: unknown format" + (f" (looks like {reader})" if reader else ""),
            f"name one of {available}: `--reader text` reads the file as it is",
        )
    return Input(reader, path)


def _add_packings(suffixes: Iterable[str]) -> tuple[str, ...]:
    return tuple(suffix + packing for suffix in suffixes for packing in ("", *PACKINGS))


def _find_reader_by_suffix(path: str, suffixes: dict[str, str]) -> str | None:
    name = path.lower()
    for packing in PACKINGS:
        name = name.removesuffix(packing)
    return next((reader for suffix, reader in suffixes.items() if name.endswith(suffix)), None)


def _is_empty(path: str) -> bool:
    """Whether a file has 0 bytes; a pipe never counts as empty. A file that may not be read is told here."""
    try:
        empty = Path(path).stat().st_size == 0 and Path(path).is_file()
    except OSError as error:
        raise InputError(
            f"`{format_path(path)}`: {error.strerror}", "the file is a broken link, or was removed"
        ) from error
    if not os.access(path, os.R_OK):
        raise InputError(f"`{format_path(path)}`: permission denied", _PERMISSION_HINT)
    return empty


def _detect_stdin_format(reading: Reading) -> str | None:
    """The format of stdin: a packed stream may have to be looked at for a whole block before it tells anything."""
    for size in STDIN_HEADS:
        packed = open_stdin().peek(size)
        try:
            told = _kernels.detect_format(_unpack_source(io.BytesIO(packed), reading).read(HEAD_BYTES))
        except OSError:  # cut within the first block: look further
            told = None
        if told or len(packed) < size:
            return told
    return None


def _detect_format(path: str, by_suffix: str | None, reading: Reading) -> str | None:
    """The format that a file's first unpacked bytes tell.

    A remote file with a suffix of its own is not opened for it, nor is a pipe, which could be read only once.
    """
    if is_address(path) and by_suffix and not path.lower().endswith(_add_packings(SHARED_SUFFIXES)):
        return by_suffix
    if is_pipe(path) or (not is_elsewhere(path) and not Path(path).is_file()):
        return by_suffix
    try:
        if path == "-":
            return _detect_stdin_format(reading)
        head = open_unpacked(path, reading).read(HEAD_BYTES)
    except OSError:  # a damaged packing: the suffix alone decides, and the reader says what is wrong
        return by_suffix
    return _kernels.detect_format(head)


def _choose_reader(by_suffix: str | None, detected: str | None, *, shared: bool) -> str | None:
    """The reader, from what the suffix and the first bytes say.

    The bytes win when they are certain (a `.txt` that begins with `<doc id=` is wikiextractor's, a `.xml` of JSON
    lines is jsonl) and when the suffix is one that formats share; otherwise the suffix, and without one the bytes.
    """
    if detected in CERTAIN_FORMATS or by_suffix is None:
        return detected
    if shared:
        return detected if detected not in (None, "text", "csv") else None
    return by_suffix
