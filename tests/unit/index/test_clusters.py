"""The clusters of an index are those of a run, and their names and events follow them from state to state."""

import os
import random
from collections import Counter, defaultdict

import pyarrow as pa
import pytest
from benchmarks.index_kills import KilledIndex, write_text
from hypothesis import given
from hypothesis import strategies as st
from tests.support.examples import examples
from tests.unit.index.test_same_answer import OPERATIONS, SETTINGS, apply_operation

import twicetold
from twicetold.finders import minhash
from twicetold.index import Index
from twicetold.index.clusters.changed import TEXTS, find_live_rows
from twicetold.index.clusters.record import group_texts
from twicetold.plan import estimate
from twicetold.tables.batches import build_batch


def list_batch_clusters(documents, options):
    """The places of each cluster of a run."""
    members = twicetold.sentences(documents, **options, workers=1).members.to_pylist()
    clusters = defaultdict(set)
    for row in members:
        clusters[row["cluster"]].add((row["document"], row["position"]))
    return sorted(map(sorted, clusters.values()))


def list_named_texts(index):
    """The copies of the texts of each cluster, by name."""
    index.clusters()
    return dict(group_texts(index._record.read_texts()))


def list_named_clusters(index):
    """The places of each cluster, by name."""
    found = {}
    for name, texts in list_named_texts(index).items():
        columns = [pa.array(column, pa.uint64()) for column in zip(*texts, strict=True)]
        rows = find_live_rows(index.segments, build_batch(columns, TEXTS), 1 << 30)
        assert len(rows) == sum(texts.values())
        found[name] = sorted((row["document"], row["position"]) for row in rows)
    return found


def replay(events):
    """The copies of the texts of each cluster, as the events alone tell it."""
    clusters, homes, born = {}, {}, set()
    for number, event in enumerate(events, 1):
        assert event.sequence == number
        texts = clusters.setdefault(event.cluster, Counter())
        if event.event in ("born", "merged", "grew"):
            assert (event.event == "born") == (event.cluster not in born)
            born.add(event.cluster)
            texts.update(event.texts)
            for text in event.texts:
                assert homes.setdefault(text, event.cluster) == event.cluster
        else:
            texts.subtract(event.texts)
            assert min(texts.values()) >= 0
            for text in [text for text, copies in texts.items() if not copies]:
                del texts[text], homes[text]
        assert event.size == texts.total()
        if event.event == "died":
            assert not texts
        if not texts:
            del clusters[event.cluster]
    return clusters


def check_clusters(index, documents, options):
    named = list_named_clusters(index)
    assert sorted(named.values()) == (list_batch_clusters(documents, options) if documents else [])
    known = {
        name: {f"{text[0]:016x}{text[1]:016x}": copies for text, copies in texts.items()}
        for name, texts in list_named_texts(index).items()
    }
    assert replay(index.events()) == known
    summaries = list(index.clusters())
    assert {each.cluster: each.size for each in summaries} == {name: len(places) for name, places in named.items()}
    assert [each.size for each in summaries] == sorted((each.size for each in summaries), reverse=True)


@examples(12)
@given(operations=st.lists(OPERATIONS, max_size=8), options=st.sampled_from(SETTINGS))
def test_clusters_and_replayed_events_are_those_of_a_run(tmp_path_factory, operations, options):
    index = Index.create(tmp_path_factory.mktemp("index") / "index", **options, workers=1)
    documents = {}
    for what, value in (("add", {0: 1, 1: 2, 2: 3, 3: 4}), *operations):
        index = apply_operation(index, documents, what, value, options)
        if what == "check":
            check_clusters(index, documents, options)
    check_clusters(index, documents, options)
    index.check()
    index.close()


def test_clusters_are_those_of_a_run_when_other_keys_are_planned(tmp_path, monkeypatch):
    monkeypatch.setattr(estimate, "LEAST_SIZE_CLASS", 4)
    minhash._plan_keys.cache_clear()
    with Index.create(tmp_path / "index", workers=1) as index:
        documents = {}
        for start, end in ((0, 4), (4, 60)):
            added = {str(number): write_text(number) for number in range(start, end)}
            index.add(added)
            documents |= added
            check_clusters(index, documents, {})
        for ids in ([str(number) for number in range(50)], ["50", "51", "52", "53"]):
            index.remove(ids)
            for each in ids:
                del documents[each]
            check_clusters(index, documents, {})
        before = index.manifest
        index.digest()
        assert index.manifest.live_units == before.live_units
    minhash._plan_keys.cache_clear()  # what was planned for so few texts must not be used elsewhere


def test_a_kill_loses_no_event_and_repeats_none(tmp_path):
    killed, chosen = KilledIndex(tmp_path / "index"), random.Random(os.getpid())
    for _ in range(3):
        killed.kill_writer(chosen)
        killed.check(with_digest=False)
        with Index(killed.folder) as index:
            check_clusters(index, killed.documents, {})


MILL = "The old mill of Norland was built in 1802 by the engineer Ada Korn."
LAKE = "The lake of Norland froze over in the winter of 1801."


def list_events(index, since):
    return [(each.event, each.cluster, each.size, each.others) for each in index.events(since)]


def test_a_cluster_keeps_its_name_and_a_name_is_never_used_again(tmp_path):
    with Index.create(tmp_path / "index", workers=1) as index:
        index.add({"1": MILL, "2": MILL})
        assert list_events(index, 0) == [("born", 1, 2, [])]
        index.add({"3": MILL, "4": f"{LAKE} {LAKE}"})
        assert list_events(index, 1) == [("born", 2, 2, []), ("grew", 1, 3, [])][::-1]
        index.remove(["1"])
        (event,) = index.events(3)
        assert (event.event, event.cluster, event.size, event.removed) == ("shrank", 1, 2, ["1"])
        index.compact()
        index.remove(["2"])
        assert list_events(index, 4) == [("died", 1, 0, [])]
        index.add({"2": MILL})
        assert list_events(index, 5) == [("born", 3, 2, [])]
        assert [each.cluster for each in index.clusters()] == [2, 3]
        (text,) = index.cluster(3).texts
        assert (text.text, text.copies, [place["document"] for place in text.places]) == (MILL, 2, ["3", "2"])
        for name in (0, 1, 4):
            with pytest.raises(twicetold.RunError):
                index.cluster(name)


def test_a_document_that_changes_elsewhere_touches_no_cluster(tmp_path):
    with Index.create(tmp_path / "index", workers=1) as index:
        index.add({"1": f"{MILL} It burned down twice before the war began.", "2": MILL})
        index.add({"1": f"The town has another mill today, by the river. {MILL}"})
        assert list_events(index, 0) == [("born", 1, 2, [])]


def test_an_index_that_is_open_elsewhere_shows_the_events_of_its_state(tmp_path):
    with Index.create(tmp_path / "index", workers=1) as index:
        index.add({"1": MILL, "2": MILL})
        index.settle()
        reader = Index(tmp_path / "index")
        index.remove(["2"])
        index.settle()
        assert list_events(reader, 0) == [("born", 1, 2, [])]
        reader.refresh()
        assert list_events(reader, 1) == [("died", 1, 0, [])]
