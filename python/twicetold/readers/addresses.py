"""Inputs at an address, such as `s3://bucket/part-*.jsonl`: what it names, and its bytes. fsspec does the work.

Its packages raise errors of their own classes. They become ours here: an `InputError` where a file cannot be opened,
and an `OSError` where a connection is lost later. That ends a job: half a file would be a wrong answer.
"""

from __future__ import annotations

import glob
import io
import re
from typing import Any, BinaryIO, cast

from twicetold.errors import InputError, MissingPackage

BUFFER_BYTES = 1 << 16
_HINT = "check the address, the network, and the rights that fsspec has there"
_SCHEME_HINTS = {
    "hdfs": "hdfs:// needs Hadoop's libhdfs where it is read; webhdfs://host:9870/path or a mounted folder does not",
}
# `?` belongs to their addresses, and a path that ends with `/` is a page.
_SCHEMES_WITHOUT_FOLDERS = ("http", "https")


def is_address(path: str) -> bool:
    return re.match(r"[A-Za-z][A-Za-z0-9+.-]+://", path) is not None


def list_addressed_files(given: str) -> list[str] | None:
    """The files behind a glob or behind a folder that ends with `/`; None if the address names one file.

    `s3://bucket/in/` -> `["s3://bucket/in/a.jsonl", "s3://bucket/in/b.jsonl.gz"]`
    """
    is_folder = given.endswith("/")
    if _find_scheme(given) in _SCHEMES_WITHOUT_FOLDERS or not (is_folder or glob.has_magic(given)):
        return None
    _import_fsspec()
    from fsspec.core import url_to_fs

    try:
        system, path = url_to_fs(given)
        found = system.find(path) if is_folder else [each for each in system.glob(path) if system.isfile(each)]
    except Exception as error:
        raise _build_error(given, error) from error
    # What fsspec takes off an address is its beginning: `s3://`, or `webhdfs://host:9870`.
    start = given.rstrip("/").removesuffix(path.rstrip("/"))
    files = sorted(start + each for each in found if not each.rsplit("/", 1)[-1].startswith("."))
    if not files:
        what = "there are no files in this folder" if is_folder else "no file matches"
        raise InputError(f"`{given}`: {what}", "check the address; hidden files are ignored")
    return files


def open_address(address: str) -> BinaryIO:
    """The bytes of the file at an address."""
    fsspec = _import_fsspec()
    try:
        stream = fsspec.open(address, "rb").open()
    except Exception as error:
        raise _build_error(address, error) from error
    return cast(BinaryIO, io.BufferedReader(RemoteStream(stream), BUFFER_BYTES))


class RemoteStream(io.RawIOBase):
    """A file of fsspec whose errors are `OSError`s, whatever classes its packages have for them."""

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__()
        self._stream = stream

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return self._stream.seekable()

    def readinto(self, buffer: Any) -> int:
        try:
            read = self._stream.read(len(buffer))
        except Exception as error:
            raise OSError(f"the file could not be read on: {_describe_error(error)}") from error
        buffer[: len(read)] = read
        return len(read)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._stream.seek(offset, whence)

    def tell(self) -> int:
        return self._stream.tell()

    def close(self) -> None:
        self._stream.close()
        super().close()


def _find_scheme(address: str) -> str:
    return address.partition(":")[0].lower()


def _import_fsspec() -> Any:
    try:
        import fsspec
    except ImportError:
        raise MissingPackage("fsspec", "remote") from None
    return fsspec


def _build_error(address: str, error: Exception) -> InputError:
    hint = _SCHEME_HINTS.get(_find_scheme(address), _HINT)
    if not isinstance(error, FileNotFoundError) or glob.has_magic(address):
        return InputError(f"`{address}`: {_describe_error(error)}", hint)
    if address.endswith("/"):
        return InputError(f"`{address}`: no such folder", hint)
    return InputError(f"`{address}`: no such file", f"{hint}; end the address of a folder with `/`")


def _describe_error(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
