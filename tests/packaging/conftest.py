"""Fixtures: the wheel and the source distribution of this tree, and an environment in which nothing else is installed."""

import os
import subprocess
import sys
import venv
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """`built.wheel` and `built.source`: seconds after `make setup`; where nothing is compiled yet, minutes."""
    folder = tmp_path_factory.mktemp("dist")
    made = subprocess.run(
        [ROOT / "tools/wheels", "--here", folder],
        env=os.environ | {"PYTHON": sys.executable},
        capture_output=True,
        text=True,
    )
    assert made.returncode == 0, made.stderr
    (wheel,) = folder.glob("*.whl")
    (source,) = folder.glob("*.tar.gz")
    return SimpleNamespace(wheel=wheel, source=source)


@pytest.fixture(scope="session")
def environment(built, tmp_path_factory):
    """The programs of an environment with the wheel and what it requires, no extra; not even pip."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    programs = folder / "bin"
    install = [sys.executable, "-m", "pip", "--python", programs / "python", "install", "--quiet", built.wheel]
    done = subprocess.run(install, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return programs


@pytest.fixture
def start(environment, tmp_path):
    """`start("twicetold", "demo")` -> what it printed and what it said on stderr, in an empty directory."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}

    def run(program, *arguments, code=0):
        done = subprocess.run(
            [environment / program, *arguments], cwd=tmp_path, env=clean, capture_output=True, text=True, timeout=280
        )
        assert "Traceback" not in done.stderr, done.stderr
        assert done.returncode == code, done.stderr
        return done.stdout, done.stderr

    return run
