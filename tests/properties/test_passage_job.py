"""The job `passages` on random small corpora: by sentences what the plain version gives, by words what must always hold."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import passage_job as reference_passage_job
from tests.runs.passage_stages import in_memory, planted
from tests.support.examples import examples

from twicetold.config import Finding, Locating, Machine, Matching
from twicetold.jobs.passages.settings import PassageSettings

RESULT = ("passages", "document_pairs", "matches", "boilerplate")
SIDES = ("left", "right")
VOCABULARY = (
    "harbour mayor ledger granite orchard pewter lantern miller Örrin salted herring quay winter chapel toll prisoner "
    "resin larva cocoon spring railway cylinder palace peddler crown glass cog tax fire hill village stable horse 1587"
)
WORDS = VOCABULARY.split()
SENTENCE = st.lists(st.sampled_from(WORDS), min_size=7, max_size=12).map(lambda words: " ".join(words) + ".")
HAN = st.lists(st.sampled_from(list("茶叶最早从云南的山区经过马帮运到拉萨")), min_size=16, max_size=24).map("".join)
SHORT = st.sampled_from(["Yes.", "See below.", "茶。"])


@st.composite
def texts(draw, pool):
    """Sentences of a document: stretches of the pool, some of them edited, and a few of its own."""
    made = []
    for _ in range(draw(st.integers(1, 4))):
        first = draw(st.integers(0, len(pool) - 1))
        for text in pool[first : first + draw(st.integers(1, 5))]:
            change = draw(st.sampled_from(["same", "same", "same", "edit", "upper", "own", "short", "merge"]))
            if change == "edit":
                at = draw(st.integers(0, len(text)))
                text = text[:at] + draw(st.sampled_from(["x", "1588", " so "])) + text[at + draw(st.integers(0, 6)) :]
            made += [draw(SENTENCE)] if change == "own" else [draw(SHORT), text] if change == "short" else []
            made += [] if change == "short" else [text.upper() if change == "upper" else text]
            if change == "merge" and len(made) > 1:
                made[-2:] = [" ".join(made[-2:])]
    return made


@st.composite
def corpora(draw, alike=False):
    """Works as the reference takes them: 2 to 7 documents from one pool of sentences; two may be `alike` in name."""
    pool = draw(st.lists(st.one_of(SENTENCE, SENTENCE, SENTENCE, HAN), min_size=3, max_size=9))
    works = []
    for number in range(draw(st.integers(2, 7))):
        start, sentences = draw(st.integers(0, 3)), []
        # Of the pool, or all that one or two others say, or a part of each of all: copies, pages, a collection.
        before = [[each["text"] for each in work["sentences"]] for work in works]
        ways = [before[-1], before[-1] + before[0], [each for own in before for each in own[:2]]] if before else []
        for text in draw(st.one_of(texts(pool), *map(st.just, ways))):
            block = draw(st.sampled_from(["prose"] * 18 + ["list", "heading"]))
            sentences.append({"text": text, "start": start, "end": start + len(text), "block": block})
            start += len(text) + draw(st.integers(0, 3))
        name = draw(st.sampled_from(["a", "b", "é"])) + ("" if alike else str(number))
        own = {"document": name, "title": "T", "source": "s", "place": str(number)}
        works.append(
            own
            | {
                "is_against": draw(st.booleans()),
                "kin": draw(st.sampled_from([0, 0, 0, 0, 5, 2**63])),
                "sentences": sentences,
            }
        )
    return works


@st.composite
def any_settings(draw):
    measure = draw(st.sampled_from(["edit", "jaccard"]))
    locating = Locating(
        against=draw(st.sampled_from([(), ("them",)])),
        by="sentences",
        extend=False,
        min_sentences=draw(st.integers(1, 3)),
        max_gap=draw(st.integers(0, 3)),
        min_passage=draw(st.sampled_from([0, 0, 60, 120])),
        thorough=0,
        boilerplate=draw(st.sampled_from([1, 2, 3, 25, 25])),
    )
    finding = Finding(finder="join", shingle=draw(st.integers(1, 3)), min_length=draw(st.sampled_from([0, 1])))
    matching = Matching(measure, draw(st.sampled_from([0.6, 0.8])))
    return PassageSettings(finding=finding, matching=matching, locating=locating, machine=Machine(workers=1))


@pytest.mark.slow
@examples(200)
@given(st.booleans().flatmap(corpora), any_settings())
def test_the_fast_way_gives_what_all_pairs_of_sentences_give(works, asked):
    found, expected = in_memory(works, asked), reference_passage_job.job(works, asked, asked.finding.shingle)
    for name in RESULT:
        rows = [dict(sorted(row.items())) for row in found[name].to_pylist()]
        for row in rows:
            row.pop("form", None)  # its rules are tested in Rust
        assert rows == [dict(sorted(row.items())) for row in expected[name]], name


@examples(60)
@given(corpora(), any_settings(), st.sampled_from([0, 1, 100]), st.booleans())
def test_passages_by_words_lie_in_their_documents_and_not_over_each_other(works, asked, least, everywhere):
    how = replace(asked.locating, by="words", thorough=2**62 if everywhere else 0, min_passage=least, evidence=2.0)
    asked = replace(asked, locating=how)
    by_name = {work["document"]: work["sentences"] for work in works}
    rows = in_memory(works, asked)["passages"].to_pylist()
    for row in rows:
        check_places(row, by_name, max(least, 1))
        fewer = min(row[f"{side}_last"] - row[f"{side}_first"] + 1 for side in SIDES)
        assert 0 < row["sentences"] <= fewer, row
        assert 0 <= row["similarity"] <= 1
    for one, two in combinations(rows, 2):
        if all(one[f"{side}_document"] == two[f"{side}_document"] for side in SIDES):
            assert not all(reference_passage_job.meets(one, two, side) for side in SIDES)


@examples(30)
@given(corpora(), any_settings())
def test_extended_runs_stay_inside_their_documents(works, asked):
    rows = in_memory(works, replace(asked, locating=replace(asked.locating, extend=True)))["passages"].to_pylist()
    for row in rows:
        check_places(row, {work["document"]: work["sentences"] for work in works}, 1)


def check_places(row, by_name, least):
    for side in SIDES:
        own = by_name[row[f"{side}_document"]]
        first, last = own[row[f"{side}_first"]], own[row[f"{side}_last"]]
        assert first["start"] <= row[f"{side}_start"] < first["end"]
        assert last["start"] < row[f"{side}_end"] <= last["end"]
        texts = " ".join(each["text"] for each in own[row[f"{side}_first"] : row[f"{side}_last"] + 1])
        more = 2 * len(reference_passage_job.HAN.findall(texts))  # a Chinese character counts three
        assert row[f"{side}_end"] - row[f"{side}_start"] + more >= least
        assert 0 < row[f"{side}_share"] <= 1


DISTINCT = st.lists(st.lists(st.sampled_from(WORDS), min_size=8, max_size=12, unique=True), min_size=14, max_size=14)


@examples(60)
@given(DISTINCT, st.integers(3, 6), st.integers(0, 3), st.integers(0, 3))
def test_a_verbatim_copy_is_found_whole(drawn, length, before, after):
    """Words are told apart by document and sentence, so that nothing but the planted copy is shared."""
    pool = [" ".join(f"{word}{at}" for word in words) + "." for at, words in enumerate(drawn)]
    copied, rest = pool[:length], pool[length:]
    left = rest[:before] + copied + rest[before : before + after]
    right = rest[6:8] + copied + rest[8 : 8 + max(14 - length - 8, 0)]
    works = [planted("l", left), planted("r", right, True)]
    for against in ((), ("them",)):
        asked = PassageSettings(
            locating=Locating(against=against, boilerplate=4, thorough=0), machine=Machine(workers=1)
        )
        (row,) = in_memory(works, asked)["passages"].to_pylist()
        for side, own, at in (("left", works[0], before), ("right", works[1], 2)):
            start, end = own["sentences"][at]["start"], own["sentences"][at + length - 1]["end"]
            assert abs(row[f"{side}_start"] - start) <= 3, side
            assert abs(row[f"{side}_end"] - end) <= 3, side


@pytest.mark.slow
@examples(40)
@given(DISTINCT, st.integers(0, 6), st.integers(3, 4), st.booleans())
def test_what_stands_between_two_copies_costs_neither(drawn, between, length, swapped):
    """Few sentences between them may join them; they never take the place of one."""
    pool = [" ".join(f"{word}{at}" for word in words) + "." for at, words in enumerate(drawn)]
    one, two, other = pool[:length], pool[length : 2 * length], pool[8 : 8 + between]
    works = [planted("l", [*one, *other, *two]), planted("r", [*two, *one] if swapped else [*one, *two])]
    rows = in_memory(works, PassageSettings(locating=Locating(boilerplate=4, thorough=0)))["passages"].to_pylist()
    for side, work in zip(SIDES, works, strict=True):
        inside = {at for row in rows for at in range(row[f"{side}_start"], row[f"{side}_end"])}
        for each in work["sentences"]:
            if each["text"] in one + two:
                assert len(inside & set(range(each["start"], each["end"]))) >= each["end"] - each["start"] - 3
