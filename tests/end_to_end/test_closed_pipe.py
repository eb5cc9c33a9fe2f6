"""Who stops reading, as `head` does, ends a command quietly."""

import pytest

import twicetold


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a finished run, and a truth about it."""
    folder = tmp_path_factory.mktemp("folder")
    text = "The lake of Orrin is ninety metres deep at the old pier in the north.\n"
    (folder / "a.txt").write_text(text, encoding="utf-8")
    (folder / "b.txt").write_text(text.replace("ninety", "eighty"), encoding="utf-8")
    (folder / "truth.csv").write_text("member,label\na.txt:0,1\nb.txt:0,1\n", encoding="utf-8")
    twicetold.sentences([folder / "a.txt", folder / "b.txt"], folder / "run")
    return folder


@pytest.mark.parametrize(
    "arguments",
    [
        "show run",
        "show run --json",
        "export run",
        "analyse run",
        "contradictions run",
        "evaluate run --truth truth.csv",
        "split a.txt",
        "plan",
        "--help",
    ],
)
def test_a_reader_that_is_gone_is_no_failure(forked, folder, arguments):
    ended = forked.run(arguments.split(), folder, reader_is_gone=True)
    assert ended.code == 0, ended.err
    assert "Exception ignored" not in ended.err


def test_what_was_wrong_is_still_told(forked, folder):
    ended = forked.run(["show", "nothing"], folder, reader_is_gone=True)
    assert ended.code == 2
    assert "error: " in ended.err
