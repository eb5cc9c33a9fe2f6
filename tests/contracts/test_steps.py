"""What every cleaner and splitter on the menu must do, whatever the text."""

import pickle

import pyarrow as pa
import pytest
from benchmarks.cases import build_document

from twicetold import _kernels, registry
from twicetold.cleaners.base import CleanDocuments
from twicetold.splitter import SplitIntoSentences
from twicetold.tables.reading import BLOCKS

AWKWARD = [
    "",
    " \n\t ",
    "One. Two.",
    "湖很小。他问：“安全吗？”没有人回答。",
    "nul \0 and \ufffe and \u2028 and \u202e right to left",
    "{{[[<ref>''{|<!--&amp;" * 50,
    "<script>alert(1)</script><p>Shown &lt;b&gt; here.",
    "e\u0301 combining, 👩‍👩‍👧 joined, \u00ad soft, \ufeff mark.",
    "A " + "very " * 2000 + "long sentence. " + "x" * 5000,
    "# Title\r\n\r\nFirst line.\r\nSecond line.\rThird line.",
]


@pytest.fixture(params=registry.list_names("cleaner"))
def cleaner(request):
    return registry.load_class("cleaner", request.param)()


@pytest.fixture
def splitter():
    return SplitIntoSentences()


def documents(texts=AWKWARD, markup="plain"):
    return pa.concat_batches(
        [build_document(text, markup, document=str(number), title=f"T{number}") for number, text in enumerate(texts)]
    )


def same(one, two):
    """Whether two batches hold the same; for Arrow alone, what is not a number is not even itself."""
    return one.equals(two) or (one.schema.equals(two.schema) and repr(one.to_pylist()) == repr(two.to_pylist()))


def check_step(step, batch):
    """The promises of a step, on one batch."""
    result = step(batch)
    assert result.schema.equals(step.schema), "the declared columns are the real ones"
    assert same(step(batch), result), "the same input gives the same output"
    assert same(pickle.loads(pickle.dumps(step))(batch), result), "it survives pickling"
    assert step(batch.slice(0, 0)).num_rows == 0, "an empty batch gives an empty batch"
    for cut in range(1, batch.num_rows):
        parts = [step(batch.slice(0, cut)), step(batch.slice(cut))]
        assert same(pa.concat_batches(parts), result), f"cutting the batch at {cut} changes nothing"


def test_a_cleaner_keeps_the_promises_of_a_step(cleaner):
    check_step(cleaner, documents())


@pytest.mark.parametrize("markup", registry.list_names("cleaner"))
def test_a_splitter_keeps_the_promises_of_a_step(splitter, markup):
    check_step(splitter, documents(markup=markup))


@pytest.mark.parametrize("markup", registry.list_names("cleaner"))
def test_the_short_way_to_sentences_gives_the_same_as_the_one_by_blocks(markup):
    by_blocks = _kernels.split_sentences(CleanDocuments()(documents(markup=markup)), "")
    assert SplitIntoSentences()(documents(markup=markup)).equals(by_blocks)


def test_the_cleaning_step_keeps_them_for_every_markup():
    batches = [
        build_document("A '''b''' <i>c</i>.", markup, document=markup) for markup in registry.list_names("cleaner")
    ]
    check_step(CleanDocuments(), pa.concat_batches(batches))
    check_step(CleanDocuments("plain"), pa.concat_batches(batches))


def test_rejected_and_skipped_records_have_no_blocks():
    batch = pa.concat_batches(
        [build_document("x", "plain", status="rejected"), build_document("y", "plain", status="skipped")]
    )
    assert CleanDocuments()(batch).equals(pa.RecordBatch.from_pylist([], BLOCKS))


def test_pieces_lead_back_to_the_document(cleaner):
    for text in AWKWARD:
        for block in cleaner(build_document(text, "plain"))["blocks"][0].as_py():
            clean = block["text"].encode()
            pieces = block["pieces"]
            assert not clean or pieces[0]["text"] == 0
            ends = [piece["text"] for piece in pieces[1:]] + [len(clean)]
            for piece, end in zip(pieces, ends, strict=True):
                copied = clean[piece["text"] : end].decode()
                assert piece["end"] <= len(text)
                if piece["end"] == piece["source"]:
                    assert text[piece["source"] : piece["source"] + len(copied)] == copied


def test_sentences_stand_where_they_say(splitter):
    for text in AWKWARD:
        for row in splitter(build_document(text, "plain")).to_pylist():
            assert text[row["start"] : row["end"]] == row["text"]
            assert row["text"].strip() == row["text"] != ""


def test_every_visible_character_of_plain_text_is_in_one_sentence(splitter):
    for text in AWKWARD[:7]:
        rows = splitter(build_document(text, "plain")).to_pylist()
        assert [row["position"] for row in rows] == list(range(len(rows)))
        covered = [at for row in rows for at in range(row["start"], row["end"])]
        assert len(covered) == len(set(covered))
        left = {at for at, character in enumerate(text) if character.isalnum()} - set(covered)
        assert not left
