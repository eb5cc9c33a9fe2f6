"""The scripts in `examples/` run as they are, and print what they find."""

import json
import subprocess
import sys

import pytest

from tests.docs import notebook
from tests.docs.pages import ROOT
from tests.docs.running import agrees

FINDINGS = {
    "wikipedia.py": "Both say when Lake Orrin was dammed: 1931",
    "corpus.py": "remove first | repeats `again`",
    "forum.py": "cluster 0: thread 2",
    "text_reuse.py": "Before the railway reached the coast",
}


@pytest.mark.parametrize("name", FINDINGS)
def test_an_example_finds_what_it_plants(name):
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / name], capture_output=True, text=True, timeout=100, check=True
    )
    assert FINDINGS[name] in done.stdout


def test_every_example_is_tried_here():
    assert {path.name for path in (ROOT / "examples").glob("*.py")} == set(FINDINGS)


def test_the_notebook_runs_and_shows_what_its_cells_give(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    stored = json.loads(notebook.FILE.read_text(encoding="utf-8"))
    for cell, outputs in notebook.run_cells(stored):
        shown = [notebook.list_texts(cell["outputs"]), notebook.list_texts(outputs)]
        for one, other in zip(*shown, strict=True):
            assert agrees(one, other), f"{notebook.join(cell['source'])}\ngives\n{other}\nbut the notebook shows\n{one}"
