"""The Python API: the public names, and a run without a folder."""

import gc
import subprocess
import sys

import pytest

import twicetold
from twicetold.errors import SettingsError


def test_the_public_names_are_these():
    assert sorted(twicetold.__all__) == [
        "DocumentSettings",
        "HistorySettings",
        "Index",
        "InputError",
        "Machine",
        "MissingPackage",
        "PassageSettings",
        "Reading",
        "Run",
        "RunError",
        "SentenceSettings",
        "SettingsError",
        "SplitSettings",
        "ThreadSettings",
        "TwicetoldError",
        "cluster",
        "compare_passages",
        "documents",
        "history",
        "passages",
        "sentences",
        "split",
        "threads",
        "unique",
    ]
    assert all(hasattr(twicetold, name) for name in twicetold.__all__)


def test_the_functions_do_not_import_pandas():
    """It takes longer than all the rest, and pyarrow's datasets bring it along."""
    code = "import sys, twicetold; twicetold.cluster; sys.exit('pandas' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_split_gives_tables_and_leaves_nothing_behind(dump):
    run = twicetold.split(dump, workers=1)
    folder = run.folder
    assert run.sentences["text"][0].as_py() == "Lake Orrin is a lake in Norland."
    assert run.rejects.num_rows == 0
    assert folder.is_dir()
    del run
    gc.collect()
    assert not folder.exists()


def test_an_unknown_setting_is_an_error_with_the_nearest(dump):
    with pytest.raises(SettingsError, match="unknown setting: `langage`"):
        twicetold.split(dump, langage="de")
