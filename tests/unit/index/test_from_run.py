"""An index that is made from a finished run has the run's digest and goes on as if its documents had been added."""

import json

import pytest
from benchmarks.index_kills import write_text
from tests.support.spark import small_session
from tests.unit.index.test_clusters import check_clusters
from tests.unit.index.test_same_answer import SETTINGS

import twicetold
from twicetold.engines.spark import Spark
from twicetold.errors import InputError, RunError, SettingsError
from twicetold.index import Index, from_run
from twicetold.index.building import SegmentBuilder
from twicetold.index.keys import KeyPairer

FIRST = {str(number): write_text(number) for number in range(30)}


def write_documents(folder, documents=FIRST):
    path = folder / "documents.jsonl"
    lines = (json.dumps({"id": key, "text": text}) for key, text in documents.items())
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def check_index(index, run):
    """The index must have the run's digest now, and after changes the digest and clusters of a run over what is left."""
    assert index.digest() == run.digest
    check_clusters(index, FIRST, {})
    documents = dict(FIRST)
    for number in range(25, 40):
        documents[str(number)] = write_text(number + 100)
    index.add({key: text for key, text in documents.items() if int(key) >= 25})
    index.remove(["3", "4"])
    del documents["3"], documents["4"]
    assert index.digest() == twicetold.sentences(documents).digest
    check_clusters(index, documents, {})
    index.check()


@pytest.mark.parametrize("options", [each for each in SETTINGS if "relation" not in each])
def test_an_index_from_a_run_has_its_digest(tmp_path, options):
    run = twicetold.sentences(write_documents(tmp_path), output=tmp_path / "run", **options)
    assert run.facts["results"]["matches"] > 5
    with Index.create_from_run(tmp_path / "index", tmp_path / "run") as index:
        assert index.digest() == run.digest
        check_clusters(index, FIRST, options)
        index.remove(["1", "2"])
        left = {key: text for key, text in FIRST.items() if key not in ("1", "2")}
        assert index.digest() == twicetold.sentences(left, **options).digest


def test_it_goes_on_from_there(tmp_path):
    run = twicetold.sentences(write_documents(tmp_path), output=tmp_path / "run")
    with Index.create_from_run(tmp_path / "index", tmp_path / "run") as index:
        check_index(index, run)


@pytest.mark.spark
def test_a_run_of_spark_becomes_an_index(tmp_path):
    run = twicetold.sentences(write_documents(tmp_path), output=tmp_path / "run", engine=Spark(small_session()))
    with Index.create_from_run(tmp_path / "index", tmp_path / "run") as index:
        check_index(index, run)


def test_nothing_is_split_or_compared_again(tmp_path, monkeypatch):
    run = twicetold.sentences(write_documents(tmp_path), output=tmp_path / "run")

    def refuse(*_):
        raise AssertionError("computed again")

    for owner, name in ((SegmentBuilder, "_split"), (SegmentBuilder, "_verify_pairs"), (KeyPairer, "pair")):
        monkeypatch.setattr(owner, name, refuse)
    with Index.create_from_run(tmp_path / "index", tmp_path / "run") as index:
        assert index.digest() == run.digest


def refuse_run(tmp_path, error, words):
    with pytest.raises(error, match=words):
        Index.create_from_run(tmp_path / "index", tmp_path / "run")
    assert not (tmp_path / "index").exists()


@pytest.mark.parametrize(
    ("options", "words"), [({"relation": "across"}, "only some of the matches"), ({"finder": "join"}, "--finder join")]
)
def test_settings_that_no_index_has_are_refused(tmp_path, options, words):
    twicetold.sentences(write_documents(tmp_path), output=tmp_path / "run", **options)
    refuse_run(tmp_path, SettingsError, words)


def test_inputs_that_changed_are_refused(tmp_path):
    twicetold.sentences(write_documents(tmp_path), output=tmp_path / "run")
    write_documents(tmp_path, {**FIRST, "1": "Another text."})
    refuse_run(tmp_path, InputError, "has changed")


def test_a_run_from_memory_is_refused(tmp_path):
    twicetold.sentences(FIRST, output=tmp_path / "run")
    refuse_run(tmp_path, RunError, "from data in memory")


def test_two_documents_of_one_id_are_refused(tmp_path):
    path = write_documents(tmp_path)
    path.write_text(path.read_text(encoding="utf-8") * 2, encoding="utf-8")
    twicetold.sentences(path, output=tmp_path / "run")
    refuse_run(tmp_path, RunError, "two documents of .* have the id `0`")


def test_a_run_with_other_keys_is_refused(tmp_path, monkeypatch):
    run = twicetold.sentences(write_documents(tmp_path), output=tmp_path / "run")
    run.facts["results"]["scheme"] = "3 bands of 3 rows"
    monkeypatch.setattr(from_run, "open_finished_run", lambda *_: run)
    refuse_run(tmp_path, SettingsError, "made with other keys")
