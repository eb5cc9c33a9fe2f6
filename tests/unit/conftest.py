"""Fixtures: the command line in this process."""

import sys

import pytest

from twicetold.cli import main


@pytest.fixture
def twicetold(tmp_path, monkeypatch, capsys):
    """`twicetold("plan", "--json")` -> what it printed, and what it said on stderr; in an empty directory."""
    place = tmp_path / "here"
    place.mkdir()
    monkeypatch.chdir(place)

    def run(*arguments, code=0):
        monkeypatch.setattr(sys, "argv", ["twicetold", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        assert ended.value.code == code, said.err
        return said.out, said.err

    return run
