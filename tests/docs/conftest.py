"""The site, built once."""

import shutil
import subprocess
import sys

import pytest
from docs.generate.__main__ import write_pages

from tests.docs.pages import ROOT


def build(folder):
    """Builds the site of a folder that has `mkdocs.yml` and `docs`, as `make docs` does; gives what that says."""
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)


@pytest.fixture(scope="session")
def sources(tmp_path_factory):
    """What the site is made of: the pages that people wrote, and those made from the code."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copy(ROOT / "mkdocs.yml", folder)
    shutil.copytree(ROOT / "docs", folder / "docs", ignore=shutil.ignore_patterns("reference", "generate"))
    write_pages(folder / "docs" / "reference")
    return folder


@pytest.fixture(scope="session")
def site(sources):
    done = build(sources)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No issues found" in done.stdout + done.stderr
    return sources / "site"
