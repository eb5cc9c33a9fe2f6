"""An index has the digest of a run over the documents that are there, whatever was added, changed and removed before."""

import pyarrow as pa
import pytest
from benchmarks.index_kills import write_text
from hypothesis import given
from hypothesis import strategies as st
from tests.support.examples import examples

import twicetold
from twicetold.finders import minhash
from twicetold.index import Index, building, changes, keys, merging, segments
from twicetold.plan import estimate
from twicetold.tables.matching import UNIT_MATCHES

SETTINGS = (
    {},
    {"unit": "paragraph"},
    {"crowd": 2, "window": 1},
    {"relation": "across"},
    {"measure": "jaccard", "threshold": 0.7},
)


def compute_batch_digest(documents, options):
    return twicetold.sentences(documents, **options, workers=1).digest


IDS = st.integers(0, 11)
TEXTS = st.integers(0, 40)
ADDITIONS = st.dictionaries(IDS, TEXTS, min_size=1, max_size=8)
OPERATIONS = st.one_of(
    st.tuples(st.just("add"), ADDITIONS),
    st.tuples(st.just("remove"), st.lists(IDS, min_size=1, max_size=4)),
    st.tuples(st.sampled_from(["settle", "compact", "reopen", "check"]), st.none()),
)


def apply_operation(index, documents, what, value, options):
    """Do the same to an index and to a dict; gives the index, which may have been opened again."""
    if what == "add":
        texts = {str(key): write_text(number) for key, number in value.items()}
        changes = index.add(texts)
        assert (changes.replaced, changes.added) == (len(texts.keys() & documents), len(texts.keys() - documents))
        documents.update(texts)
    elif what == "remove":
        ids = {str(key) for key in value}
        assert index.remove(map(str, value)) == len(ids & documents.keys())
        for each in ids:
            documents.pop(each, None)
    elif what == "reopen":
        index.close()
        return Index(index.folder)
    elif what == "check":
        if documents:
            assert index.digest() == compute_batch_digest(documents, options)
    else:
        getattr(index, what)()
    return index


@examples(12)
@given(operations=st.lists(OPERATIONS, max_size=8), options=st.sampled_from(SETTINGS))
def test_the_digest_is_that_of_a_run(tmp_path_factory, operations, options):
    index = Index.create(tmp_path_factory.mktemp("index") / "index", **options, workers=1)
    documents = {}
    first = ("add", {0: 1, 1: 2, 2: 3, 3: 4})
    for what, value in (first, *operations, ("check", None)):
        index = apply_operation(index, documents, what, value, options)
    index.check()
    index.close()


def test_keys_are_planned_again_when_the_number_of_texts_crosses_a_size_class(tmp_path, monkeypatch):
    monkeypatch.setattr(estimate, "LEAST_SIZE_CLASS", 4)
    minhash._plan_keys.cache_clear()
    with Index.create(tmp_path / "index", workers=1) as index:
        check_growth_and_decline(index)
    minhash._plan_keys.cache_clear()  # what was planned for so few texts must not be used elsewhere


def check_growth_and_decline(index):
    documents, generations = {}, []
    for start, end in ((0, 4), (4, 12), (12, 60)):
        added = {str(number): write_text(number) for number in range(start, end)}
        index.add(added)
        documents |= added
        assert index.digest() == compute_batch_digest(documents, {})
        generations.append(index.manifest.generation)
    for start in range(0, 56, 28):
        ids = [str(number) for number in range(start, start + 28)]
        index.remove(ids)
        for each in ids:
            del documents[each]
        assert index.digest() == compute_batch_digest(documents, {})
        generations.append(index.manifest.generation)
    assert generations[-1] > generations[2] > generations[0]


def test_files_of_many_small_batches_give_the_same_answer(tmp_path, monkeypatch):
    for module, name in (
        *((segments, name) for name in ("SENTENCES_TOGETHER", "SENTENCE_BATCHES")),
        *((building, name) for name in ("SENTENCES_TOGETHER", "ROWS_TOGETHER")),
        *(
            (keys, "TEXTS_IN_A_BATCH"),
            (keys, "MATCHES_AT_A_TIME"),
            (building, "TEXTS_IN_A_BATCH"),
            (merging, "KEYS_AT_A_TIME"),
        ),
        (changes, "PACK_BYTES"),
    ):
        monkeypatch.setattr(module, name, 3)
    options = {"crowd": 4, "window": 1}
    documents = {str(number): write_text(number) for number in range(60)}
    with Index.create(tmp_path / "index", **options, workers=1) as index:
        for start in range(0, 60, 20):
            index.add({each: documents[each] for each in list(documents)[start : start + 20]})
            index.settle()
        assert index.digest() == compute_batch_digest(documents, options)
        index.remove([str(number) for number in range(0, 60, 7)])
        documents = {each: text for each, text in documents.items() if int(each) % 7}
        index.compact()
        index.check()
        assert index.digest() == compute_batch_digest(documents, options)
        for each, text in list(documents.items())[:10]:
            found = index.query(text, 100)
            places = {place["document"] for match in found for place in match.places}
            assert each in places or len(places) >= 10


@pytest.mark.parametrize(("options", "kept"), [({}, 1), ({"bands": 1, "rows": 40}, 0)])
def test_a_match_whose_texts_share_no_whole_key_is_dropped(tmp_path, options, kept):
    with Index.create(tmp_path / "index", **options, workers=1) as index:
        for year in (1801, 1802):
            index.add({str(year): f"The bridge of Norland was built in {year} by the engineer Ada Korn."})
            index.settle()
        matches = pa.Table.from_pylist([{"left": 0, "right": 1, "similarity": 0.98}], UNIT_MATCHES)
        assert keys.drop_chance_matches(matches, index.segments, index.plan).num_rows == kept


def test_a_query_finds_what_a_run_matches(tmp_path):
    documents = {str(number): write_text(number) for number in range(40)}
    run = twicetold.sentences(documents, workers=1)
    rows = run.matches.to_pylist()
    with Index.create(tmp_path / "index", workers=1) as index:
        index.add(documents)
        index.settle()
        texts = {(row["document"], row["position"]): row["text"] for row in run.sentences.to_pylist()}
        for row in rows[:20]:
            left, right = (texts[row[f"{side}_document"], row[f"{side}_position"]] for side in ("left", "right"))
            (found,) = [match for match in index.query(left, 100) if match.text == right]
            assert found.similarity == row["similarity"]
            assert all(match.similarity >= 0.8 for match in index.query(left, 100))


def test_a_record_that_comes_twice_counts_as_it_was_last(tmp_path):
    (tmp_path / "texts.jsonl").write_text(
        '{"id": 1, "text": "The lake of Norland froze over in the winter of 1801."}\n'
        '{"id": 2, "text": "The lake of Norland froze over in the winter of 1802."}\n'
        '{"id": 1, "text": "The mill of Soria was moved up the hill in 1931."}\n'
    )
    with Index.create(tmp_path / "index") as index:
        changes = index.add(str(tmp_path / "texts.jsonl"))
        digest = index.digest()
    assert (changes.added, changes.replaced, changes.repeated) == (2, 0, 1)
    last = {
        "1": "The mill of Soria was moved up the hill in 1931.",
        "2": "The lake of Norland froze over in the winter of 1802.",
    }
    assert digest == twicetold.sentences(last).digest


@pytest.mark.parametrize("options", [{"finder": "join"}, {"bucket_limit": 20}, {"revisions": "all"}])
def test_settings_with_which_the_promise_cannot_be_kept_are_refused(tmp_path, options):
    with pytest.raises(twicetold.SettingsError):
        Index.create(tmp_path / "index", **options)
    assert not (tmp_path / "index").exists()
