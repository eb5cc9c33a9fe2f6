"""Other names: the kernel against its slow version, the user's file, and that two names of one thing never contradict."""

from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contracts.test_steps import check_step
from tests.oracles.aliases import find_text_aliases

import twicetold
from twicetold import _kernels
from twicetold.errors import InputError
from twicetold.jobs.sentences.alias_file import read_alias_file
from twicetold.jobs.sentences.aliases import find_page_aliases, find_sentence_aliases
from twicetold.tables.reading import DOCUMENTS, SENTENCES

WORDS = [
    *("Orrin", "Ørrin", "orrinberg", "Orrinbeu", "Lake", "lake", "of", "the", "The", "and", "for", "WWF", "LO", "OLs"),
    *(
        "also",
        "known",
        "as",
        "formerly",
        "officially",
        "or",
        "called",
        "is",
        "was",
        "in",
        "J.",
        "Vale's",
        "1905",
        "a.k.a.",
    ),
    *("(", ")", "(also", ",", ";", '"', "-", "Quill-Vale", "World", "Wide", "Fund", "AKA", "now"),
]


def sentences(texts, block="prose"):
    row = {"document": "1", "title": "T", "section": "", "block": block, "start": 0, "end": 0}
    rows = [row | {"position": at, "text": text} for at, text in enumerate(texts)]
    return pa.RecordBatch.from_pylist(rows, SENTENCES)


def found(text):
    rows = _kernels.find_sentence_aliases(sentences([text])).to_pylist()
    return [(row["name"], row["other_name"], row["how"]) for row in rows]


@given(st.lists(st.sampled_from(WORDS), max_size=24).map(" ".join))
def test_the_kernel_finds_what_the_slow_version_finds(text):
    assert found(text) == find_text_aliases(text)


@pytest.mark.parametrize(
    ("text", "alias"),
    [
        ("It is run by the Lake and River Fund (LRF) alone.", ("Lake and River Fund", "LRF", "abbreviation")),
        ("Burrin, also known as Myan, is a land.", ("Burrin", "Myan", "marked")),
        ("Norden (formerly Fjordoil) drills.", ("Norden", "Fjordoil", "marked")),
        ("The Ostra, or Odra, is a river.", ("Ostra", "Odra", "or")),
        ("Orrinberg (Orrinbeu) fought.", ("Orrinberg", "Orrinbeu", "bracket")),
    ],
)
def test_a_sentence_gives_another_name(text, alias):
    assert found(text) == find_text_aliases(text) == [alias]


def documents(*rows):
    empty = {field.name: 0 if pa.types.is_integer(field.type) else "" for field in DOCUMENTS}
    return pa.RecordBatch.from_pylist([empty | row for row in rows], DOCUMENTS)


def test_pages_give_names_by_redirects_links_bold_type_and_titles():
    pages = documents(
        {"title": "Fjordoil", "text": "Norden", "status": "skipped", "reason": "redirect"},
        {"title": "Norden (firm)", "text": "'''Norden''' or '''Nor Oil''' is of [[Tessia|Dunland]].", "status": "read"}
        | {"markup": "wikitext"},
        {"title": "Orrin", "text": "[[Tessia|Dunland]]", "status": "read", "markup": "plain"},
    )
    check_step(find_page_aliases, pages.slice(0, 1))
    rows = [tuple(row.values()) for row in find_page_aliases(pages).to_pylist()]
    assert sorted(rows) == [
        ("Norden", "Fjordoil", "redirect", 1),
        ("Norden", "Nor Oil", "bold", 1),
        ("Norden (firm)", "Norden", "title", 1),
        ("Tessia", "Dunland", "link", 1),
    ]


def test_mentions_of_a_batch_are_counted_and_code_is_not_read():
    text = "Norden (formerly Fjordoil) drills."
    counted = find_sentence_aliases(sentences([text, text])).to_pylist()
    assert [row["count"] for row in counted] == [2]
    assert find_sentence_aliases(sentences([text], "code")).num_rows == 0


def test_a_file_of_aliases_may_have_a_header(tmp_path):
    path = tmp_path / "names.csv"
    path.write_text('name,other_name\n"Norden, Inc.",Fjordoil\n\nOrrin,Dun\n', encoding="utf-8-sig")
    rows = read_alias_file(str(path)).to_pylist()
    assert [(row["name"], row["other_name"], row["how"]) for row in rows] == [
        ("Norden, Inc.", "Fjordoil", "given"),
        ("Orrin", "Dun", "given"),
    ]
    assert read_alias_file("").num_rows == 0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"Norden\n", "line 1: two names are wanted"),
        (b"a,b\nc,\n", "line 2: two names"),
        (b"\xff,\xfe", "is not UTF-8"),
    ],
)
def test_a_bad_file_of_aliases_is_an_error_with_its_line(tmp_path, content, said):
    path = tmp_path / "names.csv"
    path.write_bytes(content)
    with pytest.raises(InputError, match=said):
        read_alias_file(str(path))
    with pytest.raises(InputError, match="No such file"):
        read_alias_file(str(tmp_path / "none.csv"))


SAID = "{} is the present minister of oil of Tessia and ended a long quarrel of the two ministries there."
TWO = [
    {"id": "1", "title": "Tessia", "text": SAID.format("Ada Korn")},
    {"id": "2", "title": "Economy of Tessia", "text": SAID.format("Ida Fell")},
]
TELLING = {
    "id": "3",
    "title": "Ida Fell",
    "text": "Ida Fell, formerly known as Ada Korn, is an engineer who drills for oil.",
}


def find_match(run):
    (row,) = run.matches.to_pylist()
    return row["kind"], row["why"]


def test_two_names_of_one_thing_never_contradict(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    plain = twicetold.sentences(TWO, output="plain", progress=False)
    assert find_match(plain)[0] == "drift"
    kind, why = find_match(twicetold.sentences([*TWO, TELLING], output="told", progress=False))
    assert (kind, why) == ("copyedit", 'same subject "Tessia"; Ada Korn and Ida Fell are two names of one thing')
    Path("names.csv").write_text("Ida Fell,Ada Korn\n", encoding="utf-8")
    given_run = twicetold.sentences(TWO, output="given", aliases="names.csv", progress=False)
    assert find_match(given_run) == (kind, why)
    assert given_run.aliases.to_pylist() == [{"name": "Ida Fell", "other_name": "Ada Korn", "how": "given", "count": 1}]
    assert given_run.digest != plain.digest
