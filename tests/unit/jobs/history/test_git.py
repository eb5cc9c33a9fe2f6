"""A git repository as a history: files are pages, commits are revisions, renames are followed."""

import os
import subprocess

import pytest

import twicetold
from twicetold.errors import InputError
from twicetold.jobs.history.git import is_repository

LAKE = "The lake froze over in the winter of 1905, and nobody crossed it on foot."
MILL = "An old mill of grey stone stands on the hill above the water of the lake."


@pytest.fixture
def repository(tmp_path):
    folder = tmp_path / "repository"
    folder.mkdir()

    hours = iter(range(24))

    def git(*arguments):
        names = ["-c", "user.name=Ann", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        day = {"GIT_COMMITTER_DATE": f"2020-01-01T{next(hours):02}:00:00Z"} if "commit" in arguments else {}
        subprocess.run(["git", "-C", folder, *names, *arguments], check=True, capture_output=True, env=os.environ | day)

    def commit(message):
        git("add", "-A")
        git("commit", "-m", message)

    git("init")
    (folder / "lake.md").write_text(f"# Lake\n\n{LAKE}\n\n{MILL}\n")
    (folder / "code.py").write_text(f'"""{LAKE}"""\n')
    commit("first")
    git("mv", "lake.md", "orrin.md")
    commit("renamed")
    (folder / "district.md").write_text(f"# District\n\n{MILL}\n")
    commit("copied from orrin.md")
    (folder / "orrin.md").write_text(f"# Lake\n\n{LAKE.replace('1905', '1911')}\n\n{MILL}\n")
    commit("year")
    (folder / "district.md").unlink()
    commit("not needed")
    return folder


def test_pages_follow_renames_and_copies_are_found(repository):
    assert is_repository(str(repository))
    run = twicetold.history(repository)
    assert sorted(run.pages["document"].to_pylist()) == ["district.md", "orrin.md"]
    lives = {(row["document"], row["text"]): row for row in run.lives.to_pylist()}
    assert lives["orrin.md", LAKE]["comment"] == "first"
    assert lives["orrin.md", LAKE]["end_comment"] == "year"
    assert not lives["district.md", MILL]["alive"]
    (event,) = run.events.to_pylist()
    assert (event["kind"], event["source_document"], event["target_comment"]) == (
        "copy",
        "orrin.md",
        "copied from orrin.md",
    )
    assert event["target_editor"] == "Ann"


def test_a_repository_without_commits_says_so(tmp_path):
    subprocess.run(["git", "init", tmp_path / "empty"], check=True, capture_output=True)
    with pytest.raises(InputError, match="git says"):
        twicetold.history(tmp_path / "empty")
