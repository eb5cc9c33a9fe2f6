"""How `pytest -n 2` shares the tests out: by whole files, those with Spark to one process.

What a file prepares is made once, and there is one Spark. Done by a scheduler of our own: the marks of `--dist loadgroup` say
nothing under pytest 9.2 (pytest-xdist issue 1386).
"""

from functools import cache
from pathlib import Path

from xdist.scheduler import LoadScopeScheduling

WHOLE = ("tests/browser", "tests/packaging")  # folders whose files share what is slow to prepare


class ByFile(LoadScopeScheduling):
    """`tests/unit/run/test_run.py::test_a[1]` -> `tests/unit/run/test_run.py`."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        if needs_spark(self.config.rootpath / file):
            return "spark"
        folder = file.rpartition("/")[0]
        return folder if folder in WHOLE else file


@cache
def needs_spark(file: Path) -> bool:
    """Whether a file has tests that start Spark."""
    return "tests.support.spark" in file.read_text(encoding="utf-8")
