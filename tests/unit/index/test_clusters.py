"""The clusters of an index are those of a run, and their names and events follow them from state to state."""

from collections import Counter, defaultdict

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st
from tests.support.examples import examples
from tests.unit.index.test_same_answer import OPERATIONS, SETTINGS, apply_operation

import twicetold
from twicetold.index import Index
from twicetold.index.clusters.changed import TEXTS, find_live_rows
from twicetold.index.clusters.record import group_texts
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
