"""No output replaces an input of the run, or a folder that holds one: not by --force, links, `..` or hard links."""

import json
import os

import pytest

import twicetold

TEXT = '{{"id": "{0}", "text": "The lake of Orrin is ninety metres deep at the old pier in the north of the land."}}\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two sets that were compared, the run, a truth, and other ways to spell the inputs."""
    folder = tmp_path_factory.mktemp("kept")
    (folder / "reference").mkdir()
    (folder / "reference" / "known.jsonl").write_text(TEXT.format("k"), encoding="utf-8")
    (folder / "new.jsonl").write_text(TEXT.format("n") + TEXT.format("m"), encoding="utf-8")
    lines = [json.dumps({"id": str(number), "text": f"{number} " * 300}) for number in range(9)]
    (folder / "large.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (folder / "truth.csv").write_text("left,right,duplicate\nn,m,1\n", encoding="utf-8")
    (folder / "settings.toml").write_text("", encoding="utf-8")
    os.link(folder / "new.jsonl", folder / "hard.jsonl")
    (folder / "soft.jsonl").symlink_to("new.jsonl")
    (folder / "link").symlink_to("reference")
    (folder / "sub").mkdir()
    monkey = os.getcwd()  # noqa: PTH109
    os.chdir(folder)
    try:
        twicetold.documents("new.jsonl", "run", against="reference")
        twicetold.documents("new.jsonl", "alone")
        twicetold.documents("large.jsonl", "large")
    finally:
        os.chdir(monkey)
    return folder


def read_everything(folder):
    """The bytes of every file that a command could lose."""
    wanted = (each for each in sorted(folder.rglob("*")) if each.is_file() and each.name != ".lock")
    return {str(each): each.read_bytes() for each in wanted}


@pytest.mark.parametrize(
    "arguments",
    [
        "apply run -o reference --force",
        "apply run -o link --force",
        "apply run -o sub/../reference --force",
        "apply run -o . --force",
        "apply run -o run --force",
        "export run -o new.jsonl --force",
        "export run -o hard.jsonl --force",
        "export run -o soft.jsonl --force",
        "export run -o reference/known.jsonl --force",
        "export run -o run/members.parquet --force",
        "report run -o new.jsonl --force",
        "analyse run sizes -o run/run.json --force",
        "evaluate alone --truth truth.svg -o truth.svg --force",
        "tune new.jsonl --truth settings.toml -o settings.toml --force",
        "split new.jsonl -o hard.jsonl --force",
        "split new.jsonl --rejects soft.jsonl --force",
        "gather new.jsonl -o new.jsonl --force",
        "documents new.jsonl --against reference -o reference --force",
        "documents new.jsonl -o . --force",
        "documents new.jsonl -o new.jsonl --force",
        "sentences new.jsonl --config settings.toml -o settings.toml",
        "demo -o reference",
    ],
)
def test_no_output_replaces_an_input(forked, folder, arguments):
    (folder / "truth.svg").write_bytes((folder / "truth.csv").read_bytes())
    before = read_everything(folder)
    ended = forked.run(arguments.split(), folder)
    assert ended.code == 2, ended.err
    assert read_everything(folder) == before


def test_an_output_beside_the_inputs_is_written(forked, folder):
    assert forked.run(["export", "run", "-o", "sub/members.jsonl"], folder).code == 0
    assert forked.run(["apply", "run", "-o", "sub/clean"], folder).code == 0
    assert (folder / "sub" / "clean" / "new.jsonl").is_file()


def test_apply_on_a_full_disk_says_so(forked, folder):
    """A file larger than the limit of the process is refused as by a full disk."""
    ended = forked.run(["apply", "large", "-o", "full"], folder, file_bytes=1000)
    assert ended.code == 2
    assert "File too large" in ended.err
    assert "free some space" in ended.err
    assert "repair" not in ended.err
    assert not (folder / "full").exists()
