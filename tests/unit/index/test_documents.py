"""An index of whole documents has the digest, and the clusters, of a run of `documents` over what is left."""

import random
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.examples import examples
from tests.unit.index.test_clusters import list_named_clusters, list_named_texts, replay
from tests.unit.index.test_same_answer import OPERATIONS

import twicetold
from twicetold.index import Index

SETTINGS = (
    {},
    {"threshold": 0.6},
    {"keep": "first"},
    {"keep": "length:min", "threshold": 0.7},
    {"crowd": 2, "window": 1, "threshold": 0.6},
    {"rows": 2, "bands": 20, "threshold": 0.6},
)
WORDS = (
    "mill",
    "lake",
    "town",
    "Norland",
    "Orrin",
    "Soria",
    "bridge",
    "harbour",
    "winter",
    "engineer",
    "snow",
    "built",
)


def write_document(number):
    """A text that resembles that of some other numbers, and repeats some."""
    chosen = random.Random(number % 17)
    words = [chosen.choice(WORDS) for _ in range(60)]
    for _ in range(number % 5):
        words[random.Random(number).randrange(60)] = f"word{number % 7}"
    return " ".join(words)


def apply_operation(index, documents, what, value):
    if what == "add":
        texts = {str(key): write_document(number) for key, number in value.items()}
        index.add(texts)
        for key, text in texts.items():
            documents.pop(key, None)
            documents[key] = text
    elif what == "remove":
        index.remove(map(str, value))
        for each in value:
            documents.pop(str(each), None)
    elif what == "reopen":
        index.close()
        return Index(index.folder)
    elif what in ("settle", "compact"):
        getattr(index, what)()
    return index


def check_documents(index, documents, options):
    if not documents:
        assert list_named_clusters(index) == {}
        return
    run = twicetold.documents(documents, **options, workers=1)
    assert index.digest() == run.digest
    clusters = defaultdict(list)
    for row in run.members.to_pylist():
        clusters[row["cluster"]].append((row["document"], 0))
    assert sorted(list_named_clusters(index).values()) == sorted(map(sorted, clusters.values()))
    known = {
        name: {f"{text[0]:016x}{text[1]:016x}": copies for text, copies in texts.items()}
        for name, texts in list_named_texts(index).items()
    }
    assert replay(index.events()) == known


@examples(12)
@given(operations=st.lists(OPERATIONS, max_size=6), options=st.sampled_from(SETTINGS))
def test_the_digest_and_the_clusters_are_those_of_a_run(tmp_path_factory, operations, options):
    index = Index.create(tmp_path_factory.mktemp("index") / "index", "documents", **options, workers=1)
    documents = {}
    for what, value in (("add", {0: 1, 1: 2, 2: 18, 3: 4, 4: 21}), *operations):
        index = apply_operation(index, documents, what, value)
        if what == "check":
            check_documents(index, documents, options)
    check_documents(index, documents, options)
    index.check()
    index.close()


def test_a_query_finds_the_documents_that_resemble_a_text(tmp_path):
    with Index.create(tmp_path / "index", "documents", threshold=0.6) as index:
        index.add({"a": write_document(3), "b": write_document(3), "c": write_document(9)})
        (match,) = index.query(write_document(20))
        assert (match.kind, match.copies) == ("similar", 2)
        assert {place["document"] for place in match.places} == {"a", "b"}
        (match,) = index.query(write_document(9))
        assert (match.kind, match.similarity, match.places[0]["document"]) == ("identical", 1.0, "c")


def test_an_export_is_a_run_over_its_own_file(tmp_path):
    with Index.create(tmp_path / "index", "documents") as index:
        index.add({str(number): write_document(number) for number in range(20)})
        index.remove(["3"])
        digest = index.digest()
        run = index.export(tmp_path / "run")
        assert index.digest() == digest
    assert run.digest == twicetold.documents(tmp_path / "run" / "documents.jsonl").digest
    assert run.facts["results"]["removed"] > 0


@pytest.mark.parametrize("options", [{"keep": "score:max"}, {"locate": "always"}, {"measure": "containment"}])
def test_settings_with_which_the_promise_cannot_be_kept_are_refused(tmp_path, options):
    with pytest.raises(twicetold.SettingsError):
        Index.create(tmp_path / "index", "documents", **options)
    assert not (tmp_path / "index").exists()
