"""The script that writes the planted encyclopedia at any size."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.encyclopedia import main


def test_the_command_writes_what_it_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--sentences", "200", "-o", str(tmp_path / "a"), "--no-truth"]) == 0
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["encyclopedia.xml"]
    assert main(["--sentences", "200", "-o", str(tmp_path / "b"), "--jsonl"]) == 0
    assert [path.name for path in (tmp_path / "b").iterdir()] == ["encyclopedia.jsonl"]
    assert main(["--sentences", "0", "-o", str(tmp_path / "c")]) == 2
    assert "sentences must be at least 1" in capsys.readouterr().err
