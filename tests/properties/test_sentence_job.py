"""The sentence job on random small corpora gives what the plain slow version in `reference.py` gives."""

import json
import tempfile
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import kernels as reference
from tests.support.examples import examples

import twicetold
from twicetold.config import Finding, Folding, Machine, Matching
from twicetold.engines.local import Local
from twicetold.jobs.sentences.flow import (
    build_kind_tables,
    build_summary_tables,
)
from twicetold.jobs.sentences.job import SentencesJob
from twicetold.jobs.sentences.members import collect_members
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.sentences.tables import ALIASES, SENTENCE_CLUSTERS, SENTENCE_MEMBERS
from twicetold.jobs.stages import build_finder, cluster_units, fold_sentences, match_units
from twicetold.tables.reading import DOCUMENTS, SENTENCES

WORDS = [
    "the",
    "lake",
    "froze",
    "over",
    "in",
    "1905",
    "1906",
    "and",
    "nobody",
    "crossed",
    "it",
    "on",
    "foot",
    "Örrin",
    "ﬁsh",
]
HAN = ["湖很小", "没有人", "回答", "他问"]
EXTRA = ["", " ", "\u00ad", "\u00a0", "e\u0301", "Σ", "ς", "İ", "ＡＢ", "—", "'", "!", "\u200b"]
RESULT = SentencesJob.result_tables


@st.composite
def texts(draw):
    """Sentences of few words, and copies of them: as they are, in capitals, edited once and again, so that chains form."""
    origins = draw(
        st.lists(st.lists(st.sampled_from(WORDS), min_size=3, max_size=9).map(" ".join), min_size=1, max_size=4)
    )
    origins += draw(st.lists(st.lists(st.sampled_from(HAN), min_size=2, max_size=6).map("".join), max_size=1))
    made = []
    for origin in origins:
        text = origin
        for change in draw(st.lists(st.sampled_from(["same", "upper", "edit", "edit", "extra"]), max_size=7)):
            made.append(text)
            at = draw(st.integers(0, len(text)))
            if change == "upper":
                made.append(text.upper())
            elif change == "extra":
                text = text[:at] + draw(st.sampled_from(EXTRA)) + text[at:]
            elif change == "edit":  # of the last one, so that A resembles B, B resembles C, and Z resembles A no more
                text = text[:at] + draw(st.sampled_from("abkz湖 ")) + text[at + draw(st.integers(0, 3)) :]
        made.append(text)
    return draw(st.permutations(made))


@st.composite
def corpora(draw):
    """Rows of `sentences`: several documents, two of which may have one number but never one title."""
    rows = []
    for text in draw(texts()):
        document = draw(st.sampled_from(["1", "10", "2", "é"]))
        title = draw(st.sampled_from(["A", "B"]))
        block = draw(st.sampled_from(["prose", "prose", "prose", "list", "heading"]))
        row = {"document": document, "title": title, "section": "", "block": block, "position": len(rows)}
        rows.append(row | {"start": 2 * len(rows), "end": 2 * len(rows) + 1, "text": text})
    return rows


@st.composite
def any_settings(draw):
    """SentenceSettings under which MinHash finds every pair that matches (a miss: less than once in 10^9)."""
    measure = draw(st.sampled_from(["edit", "jaccard"]))
    threshold = draw(st.sampled_from([0.7, 0.8, 0.9] if measure == "edit" else [0.3, 0.5, 0.8]))
    crowd = draw(st.sampled_from([2, 1000]))
    finding = Finding(
        feature=draw(st.sampled_from(["characters", "characters", "words"])) if measure == "jaccard" else "characters",
        shingle=draw(st.integers(1, 2) if measure == "edit" else st.integers(1, 5)),
        rows=1,
        bands=128,
        min_length=draw(st.sampled_from([0, 1, 1, 8])),
        max_length=draw(st.sampled_from([0, 0, 30])),
        crowd=crowd,
        window=1000,
    )
    matching = Matching(
        measure,
        threshold,
        draw(st.sampled_from([0.0, 0.0, 0.6, 0.95])),
        draw(st.sampled_from(["any", "any", "across", "within"])),
        draw(st.sampled_from([100, 2])),
    )
    folding = Folding(
        blocks=draw(st.sampled_from([("prose", "list"), ()])),
        min_characters=draw(st.sampled_from([1, 16])),
        min_aside=draw(st.sampled_from([0, 40])),
        ignore_case=draw(st.booleans()),
        ignore_punctuation=draw(st.booleans()),
    )
    return SentenceSettings(folding=folding, finding=finding, matching=matching, machine=Machine(workers=1))


DATES = pa.schema([DOCUMENTS.field(name) for name in ("document", "title", "revision", "timestamp", "url")])


def in_memory(rows, asked):
    """The stages of the job `sentences` after the splitter, on tables in memory."""
    engine = Local(asked.machine)
    kept = {"sentences": pa.Table.from_pylist(rows, SENTENCES), "documents": DATES.empty_table()}
    kept["aliases"] = ALIASES.empty_table()

    def load(name):
        return engine.load_rows(kept[name])

    kept |= engine.collect({"units": fold_sentences(load("sentences"), asked, engine)})
    finder = build_finder(asked, kept["units"].num_rows)
    kept |= engine.collect(match_units(load("units"), finder, asked, engine))
    kept |= engine.collect(cluster_units(load("units"), load("verified"), finder, asked, engine, keep_places=True))
    kept |= engine.collect(collect_members(load, asked.folding, engine))
    kept |= engine.collect(build_kind_tables(load, asked, engine))
    kept |= engine.collect(build_summary_tables(load, engine))
    return kept


def compare(found, expected):
    for name in RESULT:
        rows = found[name].to_pylist()
        assert [dict(sorted(row.items())) for row in rows] == [dict(sorted(row.items())) for row in expected[name]], (
            name
        )


@pytest.mark.slow
@examples(300)
@given(corpora(), any_settings())
def test_the_fast_way_gives_what_all_pairs_give(rows, asked):
    compare(in_memory(rows, asked), reference.job(rows, asked, asked.finding.shingle))


@examples(60)
@given(corpora(), any_settings(), st.integers(2, 4), st.integers(0, 2))
def test_of_a_crowd_fewer_pairs_are_compared_and_the_rest_follows_from_those(rows, asked, crowd, window):
    asked = replace(asked, finding=replace(asked.finding, crowd=crowd, window=window, bands=2))
    found = in_memory(rows, asked)
    text = found["units"]["text"].to_pylist()
    pairs = {(text[pair["left"]], text[pair["right"]]) for pair in found["verified"].to_pylist()}
    compare(found, reference.job(rows, asked, asked.finding.shingle, pairs))


@examples(60)
@given(texts(), any_settings())
def test_texts_in_memory_get_the_same_clusters(given_texts, asked):
    matching = replace(asked.matching, relation="any")  # they are all of one document
    asked = replace(asked, matching=matching, folding=replace(asked.folding, blocks=(), min_aside=0))
    rows = [
        dict.fromkeys(SENTENCES.names, "") | {"position": at, "start": 0, "end": 0, "text": text}
        for at, text in enumerate(given_texts)
    ]
    expected = reference.job(rows, asked, asked.finding.shingle)
    found = twicetold.cluster(given_texts, settings=asked)
    labels = {row["position"]: row["cluster"] for row in expected["members"]}
    assert found.labels.to_pylist() == [labels.get(at) for at in range(len(given_texts))]
    pairs = [
        (row["left_position"], row["right_position"], row["similarity"])
        for name in ("matches", "bridges")
        for row in expected[name]
    ]
    assert sorted(tuple(row.values()) for row in found.matches.to_pylist()) == sorted(pairs)


@examples(12)
@given(st.lists(texts(), min_size=1, max_size=5), any_settings())
def test_files_on_disk_too(documents, asked):
    asked = replace(asked, machine=Machine(workers=2))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "documents.jsonl"
        lines = [
            json.dumps({"id": str(at), "title": f"T{at % 2}", "text": "\n\n".join(f"{text}." for text in each)})
            for at, each in enumerate(documents)
        ]
        path.write_text("\n".join(lines), encoding="utf-8")
        run = twicetold.sentences(path, Path(folder) / "run", settings=asked)
        documents = run.documents.to_pylist()
        expected = reference.job(run.sentences.to_pylist(), asked, asked.finding.shingle, documents=documents)
        compare({name: run.read_table(name) for name in RESULT}, expected)
        assert run.facts["results"]["matches"] == len(expected["matches"])
        assert sum(run.facts["results"]["sizes"].values()) == len(expected["clusters"])


def test_the_reference_itself_on_a_chain_one_can_read():
    """Each letter changed is a tenth; the fourth is three tenths from the first, and the core is the second or third."""
    chain = ["abcdefghij", "abcdefghiX", "abcdefghYX", "abcdefgZYX"]
    rows = [
        dict.fromkeys(SENTENCES.names, "") | {"document": str(at), "block": "prose", "position": 0, "text": text}
        for at, text in enumerate(chain)
    ]
    asked = SentenceSettings(
        folding=Folding(min_characters=1), finding=Finding(min_length=1), matching=Matching(threshold=0.85)
    )
    found = reference.job(rows, asked, 2)
    assert [row["size"] for row in found["clusters"]] == [3]
    assert [(row["left_document"], row["right_document"], row["similarity"]) for row in found["matches"]][1] == (
        "1",
        "2",
        0.9,
    )
    assert len(found["bridges"]) == 1
    assert reference.edit_similarity("kitten", "sitting") == 4 / 7
    assert reference.jaccard("abcd", "bcde", "characters", 2) == 0.5
    assert set(SENTENCE_CLUSTERS.names) == set(found["clusters"][0])
    assert set(SENTENCE_MEMBERS.names) == set(found["members"][0])
