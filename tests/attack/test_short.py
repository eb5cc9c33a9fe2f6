"""The short attack, as `make attack` without a time: every promise is tried, and nothing fails."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow


def test_the_short_attack_finds_nothing():
    command = [sys.executable, "-m", "tests.attack", "--short", "--seed", "25"]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("\n") > 10
