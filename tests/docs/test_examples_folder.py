"""The scripts in `examples/` run as they are, and print what they find."""

import subprocess
import sys

import pytest

from tests.docs.pages import ROOT

FINDINGS = {
    "wikipedia.py": "1931 / 1937 cannot both hold",
    "corpus.py": "remove first | repeats `again`",
    "forum.py": "cluster 0: thread 2",
    "text_reuse.py": "Before the railway reached the coast",
    "notebook.py": "cluster of each text: [0, 0, None]",
}


@pytest.mark.parametrize("name", FINDINGS)
def test_an_example_finds_what_it_plants(name):
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / name], capture_output=True, text=True, timeout=100, check=True
    )
    assert FINDINGS[name] in done.stdout


def test_every_example_is_tried_here():
    assert {path.name for path in (ROOT / "examples").glob("*.py")} == set(FINDINGS)
