"""Which cluster keeps a name: the rule, by examples that can be checked by hand, and what it promises of any two states."""

from hypothesis import given
from hypothesis import strategies as st
from tests.support.examples import examples

from twicetold.index.clusters.naming import describe_changes, name_clusters


def count(**copies):
    return {(ord(text), 0): number for text, number in copies.items()}


def test_the_largest_part_keeps_the_name():
    before = {1: count(a=1, b=1, c=1, d=1, e=1)}
    assert name_clusters(before, {"x": count(a=1, b=1), "y": count(c=1, d=1, e=1)}, 2) == {"y": 1, "x": 2}


def test_of_parts_that_share_as_many_members_the_one_with_the_lowest_text_keeps_it():
    before = {1: count(a=1, b=1, c=1, d=1)}
    assert name_clusters(before, {"x": count(c=1, d=1), "y": count(a=1, b=1)}, 2) == {"y": 1, "x": 2}


def test_of_clusters_that_merge_the_largest_gives_its_name_then_the_lowest():
    now = {"x": count(a=1, b=1, c=1, d=1, e=1)}
    assert name_clusters({4: count(a=1, b=1), 7: count(c=1, d=1, e=1)}, now, 8) == {"x": 7}
    assert name_clusters({7: count(a=1, b=1), 4: count(c=1, d=1)}, now, 8) == {"x": 4}


def test_members_count_and_not_texts():
    before = {1: count(a=9, b=1, c=1)}
    assert name_clusters(before, {"x": count(a=9, d=1), "y": count(b=1, c=1)}, 2) == {"x": 1, "y": 2}


def test_a_merge_and_a_split_name_the_others():
    before = {1: count(a=1, b=1), 2: count(c=1, d=1, e=1), 3: count(f=1, g=1)}
    now = {2: count(a=1, b=1, c=1, d=2), 4: count(e=1, h=1), 3: count(f=1, g=1)}
    assert [(each.event, each.cluster, each.size, each.others) for each in describe_changes(before, now)] == [
        ("died", 1, 0, [2]),
        ("split", 2, 2, [4]),
        ("merged", 2, 5, [1]),
        ("born", 4, 2, [2]),
    ]


STATES = st.dictionaries(st.integers(0, 9), st.tuples(st.integers(0, 4), st.integers(1, 3)))


def gather(state, offset):
    clusters = {}
    for text, (cluster, copies) in state.items():
        clusters.setdefault(cluster + offset, {})[text, 0] = copies
    return clusters


@examples(100)
@given(STATES, STATES)
def test_changes_lead_from_one_state_to_the_next(old, new):
    before, cores = gather(old, 1), gather(new, 0)
    names = name_clusters(before, cores, 6)
    assert names.keys() == cores.keys()
    assert len(set(names.values())) == len(names)
    unnamed = sorted(name for name in names.values() if name > 5)
    assert unnamed == list(range(6, 6 + len(unnamed)))
    now = {names[core]: texts for core, texts in cores.items()}
    clusters = {name: dict(texts) for name, texts in before.items()}
    for change in describe_changes(before, now):
        texts = clusters.setdefault(change.cluster, {})
        sign = 1 if change.event in ("born", "merged", "grew") else -1
        for text, copies in change.texts.items():
            texts[text] = texts.get(text, 0) + sign * copies
        clusters[change.cluster] = {text: copies for text, copies in texts.items() if copies}
        assert sum(clusters[change.cluster].values()) == change.size
    assert {name: texts for name, texts in clusters.items() if texts} == now
