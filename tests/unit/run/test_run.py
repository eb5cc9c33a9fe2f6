"""The run folder: what is finished is kept, what is damaged is noticed, two runs are never mixed."""

import json

import pytest

from twicetold.config import Machine, Reading, convert_to_dict
from twicetold.engines.local import Local
from twicetold.errors import RunError
from twicetold.jobs.split.settings import SplitSettings
from twicetold.readers.outcomes import DropDocumentTexts, KeepRejects
from twicetold.run import Run, publish_file
from twicetold.run.finished import open_finished_run


class Counting(Local):
    """The local engine, counting how often it was asked to save."""

    saves = 0

    def save(self, tables, passing=()):
        self.saves += 1
        return super().save(tables, passing)


@pytest.fixture
def engine():
    return Counting(Machine(workers=1))


def work(folder, engine, made, texts=("One.", None, "Two."), settings=None, force=False):
    """A run of two stages."""

    def tables():
        documents = engine.read([(made(texts), "made")])
        return {
            "documents": engine.map(documents, DropDocumentTexts()),
            "rejects": engine.map(documents, KeepRejects()),
        }

    settings = convert_to_dict(settings or SplitSettings())
    with Run.open(folder, job="test", settings=settings, inputs=[], force=force) as run:
        run.run_stage("first", lambda: {"documents": tables()["documents"]}, engine)
        run.run_stage("second", lambda: {"rejects": tables()["rejects"]}, engine)
        return run.finish("documents", "rejects")


def test_a_run_says_what_it_holds(tmp_path, engine, made):
    run = work(tmp_path / "run", engine, made)
    assert run.documents["document"].to_pylist() == ["0", "2"]
    assert run.rejects.to_pylist() == [{"source": "made", "place": "record 1", "reason": "made so", "excerpt": "..."}]
    facts = json.loads((tmp_path / "run" / "run.json").read_text())
    assert facts["stages"]["first"]["tables"]["documents"]["rows"] == 2
    assert facts["digest"] == run.digest
    assert Run(tmp_path / "run").digest == run.digest


def test_a_finished_run_is_not_made_again(tmp_path, engine, made):
    first = work(tmp_path / "run", engine, made)
    again = work(tmp_path / "run", engine, made)
    assert (engine.saves, again.digest) == (2, first.digest)


@pytest.mark.parametrize("harm", ["flip", "cut", "remove"])
def test_a_damaged_table_is_noticed_and_made_again(tmp_path, engine, made, harm):
    digest = work(tmp_path / "run", engine, made).digest
    table = tmp_path / "run" / "documents.parquet"
    data = bytearray(table.read_bytes())
    if harm == "remove":
        table.unlink()
    else:
        data[len(data) // 2] ^= 1
        table.write_bytes(data if harm == "flip" else data[:-3])
    run = work(tmp_path / "run", engine, made)
    assert run.digest == digest
    assert engine.saves == 4  # the damaged stage and the one after it


def test_a_stage_that_was_renamed_but_not_entered_is_made_again(tmp_path, engine, made):
    digest = work(tmp_path / "run", engine, made).digest
    facts = json.loads((tmp_path / "run" / "run.json").read_text())
    del facts["stages"]["second"], facts["digest"], facts["checksum"]
    (tmp_path / "run" / "run.json").write_text(json.dumps(facts))
    assert work(tmp_path / "run", engine, made).digest == digest
    assert engine.saves == 3


def test_other_settings_are_refused_but_other_threads_and_batches_are_not(tmp_path, engine, made):
    digest = work(tmp_path / "run", engine, made).digest
    assert work(tmp_path / "run", engine, made, settings=SplitSettings(Reading(batch_bytes=9))).digest == digest
    assert work(tmp_path / "run", engine, made, settings=SplitSettings(machine=Machine(workers=2))).digest == digest
    other = SplitSettings(Reading(language="de"))
    with pytest.raises(RunError, match="`language` was '' and is now 'de'") as caught:
        work(tmp_path / "run", engine, made, settings=other)
    assert "--force" in caught.value.hint
    assert (
        work(tmp_path / "run", engine, made, settings=other, force=True).facts["settings"]["reading"]["language"]
        == "de"
    )


@pytest.mark.parametrize("format", [1, 3, None])
def test_a_run_of_another_format_is_refused(tmp_path, engine, made, format):
    digest = work(tmp_path / "run", engine, made).digest
    facts = json.loads((tmp_path / "run" / "run.json").read_text())
    (tmp_path / "run" / "run.json").write_text(json.dumps(facts | {"format": format}))
    for opening in (Run, open_finished_run, lambda folder: work(folder, engine, made)):
        with pytest.raises(RunError, match=rf"another version of twicetold \(format {format}, this version reads 2\)"):
            opening(tmp_path / "run")
    assert work(tmp_path / "run", engine, made, force=True).digest == digest


def test_a_folder_that_is_not_a_run_is_left_alone(tmp_path, engine, made):
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_text("Dear")
    with pytest.raises(RunError, match="not empty and not a run"):
        work(tmp_path / "letters", engine, made)
    with pytest.raises(RunError, match=r"no run\.json"):
        Run(tmp_path / "letters")


def test_a_run_that_was_killed_as_it_began_begins_again(tmp_path, engine, made):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / ".lock").touch()
    (tmp_path / "run" / ".run.json.part").write_text('{"job": "te')
    assert work(tmp_path / "run", engine, made).is_finished
    assert not (tmp_path / "run" / ".run.json.part").exists()


def test_two_processes_cannot_use_one_folder(tmp_path):
    settings = convert_to_dict(SplitSettings())
    held = Run.open(tmp_path / "run", job="test", settings=settings, inputs=[])
    with held, pytest.raises(RunError, match="in use by another"):
        Run.open(tmp_path / "run", job="test", settings=settings, inputs=[])
    with Run.open(tmp_path / "run", job="test", settings=settings, inputs=[]):
        pass


def test_an_unfinished_run_has_no_digest(tmp_path):
    with Run.open(tmp_path / "run", job="test", settings=convert_to_dict(SplitSettings()), inputs=[]) as run:
        with pytest.raises(RunError, match="not finished"):
            _ = run.digest
        with pytest.raises(RunError, match="no table `clusters`"):
            run.read_table("clusters")


def test_changed_inputs_are_refused(tmp_path):
    settings = convert_to_dict(SplitSettings())
    file = tmp_path / "input.txt"
    file.write_text("One.")
    with Run.open(tmp_path / "run", job="test", settings=settings, inputs=[str(file)]) as run:
        run.finish()
    file.write_text("Two.")
    with pytest.raises(RunError, match="other inputs"):
        Run.open(tmp_path / "run", job="test", settings=settings, inputs=[str(file)])


def test_nothing_stands_under_its_name_before_it_is_complete(tmp_path):
    file = tmp_path / "table.parquet"

    def fail():
        with publish_file(file) as part:
            part.write_text("half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert list(tmp_path.iterdir()) == []
    with publish_file(file) as part:
        part.write_text("whole")
    assert file.read_text() == "whole"


def test_a_stage_that_fails_leaves_no_half_written_table(tmp_path, made):
    class Full(Local):
        def save(self, tables, passing=frozenset()):
            for part in tables:
                part.write_text("half")
            raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        work(tmp_path / "run", Full(Machine(workers=1)), made)
    assert sorted(each.name for each in (tmp_path / "run").iterdir()) == [".lock", "run.json"]


def test_a_changed_run_json_is_damaged(tmp_path, engine, made):
    work(tmp_path / "run", engine, made)
    path = tmp_path / "run" / "run.json"
    written = path.read_text(encoding="utf-8")
    changed = written.replace('"rows": 2', '"rows": 3')
    assert changed != written
    path.write_text(changed, encoding="utf-8")
    for opening in (Run, open_finished_run, lambda folder: work(folder, engine, made)):
        with pytest.raises(RunError, match=r"run\.json` is damaged: its checksum is wrong"):
            opening(tmp_path / "run")


@pytest.mark.parametrize("name", ["../precious", "/precious", ".hidden", "", "a/b", 7])
@pytest.mark.parametrize("place", ["cleared", "tables"])
def test_a_run_of_strangers_names_no_file_outside_its_folder(tmp_path, engine, made, name, place):
    work(tmp_path / "run", engine, made)
    (tmp_path / "precious.parquet").write_bytes(b"mine")
    path = tmp_path / "run" / "run.json"
    facts = json.loads(path.read_text(encoding="utf-8"))
    del facts["checksum"]
    if place == "cleared":
        facts["cleared"] = [name]
    else:
        facts["stages"]["first"]["tables"] |= {name if isinstance(name, str) else "7 8": {}}
    path.write_text(json.dumps(facts), encoding="utf-8")
    with pytest.raises(RunError, match="names a table that no run has"):
        work(tmp_path / "run", engine, made)
    assert (tmp_path / "precious.parquet").exists()


@pytest.mark.parametrize("facts", ['{"format": 2}', '{"format": 2, "stages": [1]}', "[" * 100_000, '{"stages": 1e999'])
def test_what_is_no_run_json_is_one_error(tmp_path, facts):
    (tmp_path / "run.json").write_text(facts, encoding="utf-8")
    with pytest.raises(RunError, match=r"run\.json` is damaged"):
        Run(tmp_path)
