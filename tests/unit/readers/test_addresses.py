"""Inputs at an address, on fsspec's file system in memory."""

from __future__ import annotations

import io
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import fsspec
import pytest

import twicetold
from twicetold.errors import InputError
from twicetold.readers.addresses import list_addressed_files, open_address

LINES = b'{"id": "a", "text": "The old mill of Norland burned down twice."}\n' * 3


@pytest.fixture
def stored() -> Iterator[Any]:
    system = fsspec.filesystem("memory")
    for name in ("in/b.jsonl", "in/deep/c.jsonl", "in/.hidden.jsonl", "a.jsonl"):
        system.pipe_file(f"/box/{name}", LINES)
    yield system
    system.store.clear()


def test_a_folder_ends_with_a_slash_and_holds_what_is_below_it(stored: Any) -> None:
    assert list_addressed_files("memory://box/in/") == ["memory://box/in/b.jsonl", "memory://box/in/deep/c.jsonl"]


def test_a_glob_names_files(stored: Any) -> None:
    assert list_addressed_files("memory://box/*") == ["memory://box/a.jsonl"]
    assert list_addressed_files("memory://box/**/*.jsonl") == [
        *("memory://box/a.jsonl", "memory://box/in/b.jsonl", "memory://box/in/deep/c.jsonl")
    ]


@pytest.mark.parametrize("address", ["memory://box/a.jsonl", "https://x.org/list?page=*", "https://x.org/list/"])
def test_other_addresses_name_one_file_and_are_not_looked_up(address: str) -> None:
    assert list_addressed_files(address) is None


@pytest.mark.parametrize("address", ["memory://box/none/", "memory://box/*.xml"])
def test_an_address_with_nothing_behind_it_is_an_error(stored: Any, address: str) -> None:
    with pytest.raises(InputError, match="no file"):
        list_addressed_files(address)


def test_a_missing_file_is_an_error_that_tells_how_to_name_a_folder(stored: Any) -> None:
    with pytest.raises(InputError, match="no such file") as caught:
        open_address("memory://box/in/x.jsonl")
    assert "end the address of a folder with `/`" in caught.value.hint


def test_a_glob_reads_every_file_once(stored: Any) -> None:
    run = twicetold.split(["memory://box/in/", "memory://box/**/*.jsonl"])
    assert run.count_rows("sentences") == 9


def test_an_error_of_any_class_becomes_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    class LostConnection(Exception):
        pass

    def fail(*_: str) -> Any:
        raise LostConnection("the endpoint\ndid not answer")

    monkeypatch.setattr(fsspec, "open", fail)
    with pytest.raises(InputError, match="`ab://a`: the endpoint did not answer"):
        open_address("ab://a")


def test_a_connection_that_is_lost_ends_the_job_with_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    class HalfFile(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            part = super().read(size)
            if not part:
                raise RuntimeError("connection reset")
            return part

    monkeypatch.setattr(fsspec, "open", lambda *_: SimpleNamespace(open=lambda: HalfFile(LINES)))
    with pytest.raises(InputError, match=r"`ab://half.jsonl`, line 1.*connection reset"):
        twicetold.split("ab://half.jsonl")
