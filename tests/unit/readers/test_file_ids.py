"""Ids that are made from paths: the same wherever the command is typed, and never the same for two files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import twicetold
from twicetold.config import Reading
from twicetold.readers.inputs import find_inputs, name_file

TEXTS = {"a.txt": "The mill by the lake was built in the year of the storm.", "b/a.txt": "Nobody has seen the well."}


@pytest.fixture
def essays(tmp_path: Path) -> Path:
    for folder in ("essays", "sources"):
        for name, text in TEXTS.items():
            path = tmp_path / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return tmp_path


def ids(*paths: Path | str, beside: tuple[str, ...] = ()) -> list[str]:
    given = [str(path) for path in paths]
    return sorted(name_file(each.path, each.folder) for each in find_inputs(given, Reading(), beside))


def test_an_id_is_the_path_below_the_folder_that_was_given(essays: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ids(essays / "essays") == ["a.txt", "b/a.txt"]
    assert ids(essays / "essays" / "b" / "a.txt") == ["a.txt"]
    monkeypatch.chdir(essays / "essays" / "b")
    assert ids("..") == ids("../../essays") == ids("../*") == ["a.txt", "b/a.txt"]


def test_files_of_two_folders_never_have_the_same_id(essays: Path) -> None:
    both = ["essays/a.txt", "essays/b/a.txt", "sources/a.txt", "sources/b/a.txt"]
    assert ids(essays / "essays", essays / "sources") == both
    assert ids(essays / "essays", beside=(str(essays / "sources"),)) == both[:2]


def test_a_digest_does_not_depend_on_the_working_directory(essays: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (essays / "essays" / "c.jsonl").write_text(json.dumps({"text": TEXTS["a.txt"]}), encoding="utf-8")
    whole = twicetold.sentences(essays / "essays")
    monkeypatch.chdir(essays / "essays")
    here = twicetold.sentences(".")
    assert here.digest == whole.digest
    assert sorted(here.documents["document"].to_pylist()) == ["a.txt", "b/a.txt", "c.jsonl:1"]
