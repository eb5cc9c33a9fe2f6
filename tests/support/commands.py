"""The command line in this process: a new one takes longer to start than most commands to finish."""

import sys

import pytest

from twicetold.cli import main


def run_main(arguments, monkeypatch, captured, code=0):
    """Run `twicetold ARGUMENTS`, which must end with this exit code; gives what it printed, and what it said on stderr."""
    monkeypatch.setattr(sys, "argv", ["twicetold", *map(str, arguments)])
    with pytest.raises(SystemExit) as ended:
        main()
    said = captured.readouterr()
    assert ended.value.code == code, said.err
    assert "Traceback" not in said.err
    return said.out, said.err
