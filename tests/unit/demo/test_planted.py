"""The planted corpus: the same bytes each time, a truth that holds, and nothing alike that was not planted."""

from __future__ import annotations

import bz2
import hashlib
import json
import re
from collections import Counter, defaultdict
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any
from xml.etree import ElementTree

import pyarrow.parquet as pq
import pytest
from tests.oracles.kernels import edit_similarity

from twicetold.demo import PlantedCorpus, PlantedPage
from twicetold.demo.layout import Layout
from twicetold.demo.measures import MARKUP
from twicetold.demo.names import build_core_name
from twicetold.demo.plants.members import MemberPlace, derive_member_text
from twicetold.demo.similarity import compute_edit_similarity

Rows = list[dict[str, Any]]
TABLES = ("sentences", "clusters", "pairs", "passages", "near_misses")
CORPUS = PlantedCorpus(sentences=20_000, seed=1)


class Truth:
    """The tables of a corpus, read back."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        tables = {name: pq.read_table(folder / f"truth_{name}.parquet").to_pylist() for name in TABLES}
        self.sentences: Rows = tables["sentences"]
        self.clusters: Rows = tables["clusters"]
        self.pairs: Rows = tables["pairs"]
        self.passages: Rows = tables["passages"]
        self.near_misses: Rows = tables["near_misses"]
        self.prose: dict[str, list[str]] = defaultdict(list)
        for row in self.sentences:
            if row["position"] >= 0:
                self.prose[row["document"]].append(row["text"])


@pytest.fixture(scope="module")
def truth(tmp_path_factory: pytest.TempPathFactory) -> Truth:
    folder = tmp_path_factory.mktemp("planted")
    CORPUS.write(folder)
    return Truth(folder)


@pytest.fixture(scope="module")
def articles() -> list[PlantedPage]:
    return [page for page in CORPUS.generate_pages() if page.paragraphs]


def read_as_text(wikitext: str) -> str:
    """The prose of an article: a cleaner for just the constructs the generator emits."""
    text = wikitext.split("\n== See also")[0].split("\n== References")[0]
    text = re.sub(r"<!--.*?-->", "", text)
    text = re.sub(r"<ref[^>]*/>|<ref[^>]*>.*?</ref>", "", text)
    text = re.sub(r"\A\{\{Infobox.*?\n\}\}\n", "", text, flags=re.S)
    text = re.sub(r"\{\|.*?\|\}\n", "", text, flags=re.S)
    text = re.sub(r"\[\[File:.*?\]\]\]\]|\[\[File:(?:\[\[[^\]]*\]\]|[^\]])*\]\]\n", "", text)
    text = re.sub(r"^==.*==$", "", text, flags=re.M)
    rendered = {markup: plain for plain, markup in MARKUP.items()}
    text = re.sub(r"\{\{[^{}]*\}\}", lambda match: rendered[match.group()], text)
    text = re.sub(r"\[\[(?:[^|\]]*\|)?([^\]]*)\]\]", r"\1", text)
    text = text.replace("&nbsp;", " ").replace("'''", "").replace("''", "")
    return " ".join(re.sub(r"^\* ", "", text, flags=re.M).split())


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    first = PlantedCorpus(sentences=1_500, seed=7).write(tmp_path / "a", truth=False).read_bytes()
    again = PlantedCorpus(sentences=1_500, seed=7).write(tmp_path / "b", truth=False).read_bytes()
    assert first == again


def test_another_seed_gives_other_pages() -> None:
    ours = {
        text for page in PlantedCorpus(1_000, 1).generate_pages() for paragraph in page.paragraphs for text in paragraph
    }
    theirs = {
        text for page in PlantedCorpus(1_000, 2).generate_pages() for paragraph in page.paragraphs for text in paragraph
    }
    assert not ours & theirs


def test_seed_one_is_the_same_on_every_machine() -> None:
    """A change of words or frames changes this digest: put the new one here, and say so in the changelog."""
    everything = "".join(page.wikitext for page in PlantedCorpus(sentences=1_000, seed=1).generate_pages())
    assert hashlib.sha256(everything.encode()).hexdigest() == (
        "7ea12ec995b0d45e96b9f3ca5c87f612682d482c29d0535e3f7d3143e2d72997"
    )


def test_the_corpus_has_exactly_the_sentences_asked_for() -> None:
    for wanted in (1, 37, 1_000, 2_345):
        assert (
            sum(len(paragraph) for page in PlantedCorpus(wanted).generate_pages() for paragraph in page.paragraphs)
            == wanted
        )


def test_no_two_pages_share_a_title_or_an_id() -> None:
    pages = list(CORPUS.generate_pages())
    assert len({page.title for page in pages}) == len({page.id for page in pages}) == len(pages)
    assert len({build_core_name(number) for number in range(100_000)}) == 100_000


def test_the_truth_is_what_the_wikitext_reads_as(articles: list[PlantedPage], truth: Truth) -> None:
    for page in articles:
        sentences = truth.prose[str(page.id)]
        assert sentences == [text for paragraph in page.paragraphs for text in paragraph]
        assert read_as_text(page.wikitext) == " ".join(sentences)


def test_the_wikitext_holds_every_construct_a_cleaner_must_know(articles: list[PlantedPage]) -> None:
    everything = "\n".join(page.wikitext for page in articles)
    marks = [
        "'''",
        "[[",
        "|thumb|",
        "{{convert|",
        "{{circa|",
        "{{GBP|",
        "<ref>",
        '<ref name="',
        '" />',
        "\n== ",
        "\n* ",
    ]
    marks += ["{{Infobox ", "[[Category:", "&nbsp;", "{| class", "<!--", "{{reflist}}", "[https://"]
    for mark in marks:
        assert mark in everything, mark


def test_the_dump_is_well_formed_and_complete(truth: Truth, articles: list[PlantedPage]) -> None:
    root = ElementTree.parse(truth.folder / "encyclopedia.xml").getroot()
    name = "{http://www.mediawiki.org/xml/export-0.11/}"
    pages = root.findall(f"{name}page")
    assert root.get("version") == "0.11"
    assert len(root.findall(f"{name}siteinfo/{name}namespaces/{name}namespace")) >= 16
    aliases = sum(row["plant"] == "alias" for row in truth.pairs)
    assert Counter(page.findtext(f"{name}ns") for page in pages) == {"0": 1_040 + aliases, "14": 20, "1": 20}
    assert sum(page.find(f"{name}redirect") is not None for page in pages) == 40 + aliases
    texts = {page.findtext(f"{name}id"): page.findtext(f"{name}revision/{name}text") for page in pages}
    assert all(texts[str(page.id)] == page.wikitext for page in articles)


def test_a_compressed_dump_holds_the_same_bytes(tmp_path: Path) -> None:
    plain = PlantedCorpus(sentences=300).write(tmp_path, truth=False)
    packed = PlantedCorpus(sentences=300).write(tmp_path, compress="bz2", truth=False)
    assert bz2.decompress(packed.read_bytes()) == plain.read_bytes()


def test_the_clusters_have_the_members_they_promise(truth: Truth) -> None:
    members = Counter(row["cluster"] for row in truth.sentences if row["cluster"] >= 0)
    assert members == {row["cluster"]: row["size"] for row in truth.clusters}
    assert len(truth.pairs) == sum(row["size"] - 1 for row in truth.clusters)
    roles = Counter((row["cluster"], row["role"]) for row in truth.sentences)
    assert all(roles[row["cluster"], "original"] == 1 for row in truth.clusters)


def test_shares_and_sizes_are_those_of_wikipedia(truth: Truth) -> None:
    planted = sum(row["cluster"] >= 0 for row in truth.sentences)
    assert planted / 20_000 == pytest.approx(0.026, abs=0.002)
    kinds = Counter(row["kind"] for row in truth.clusters)
    share = {kind: count / len(truth.clusters) for kind, count in kinds.items()}
    assert share["identical"] == pytest.approx(0.45, abs=0.06)
    assert share["template"] == pytest.approx(0.30, abs=0.06)
    assert share["copyedit"] == pytest.approx(0.14, abs=0.04)
    assert share["drift"] == pytest.approx(0.06, abs=0.03)
    assert share["other"] == pytest.approx(0.05, abs=0.03)
    assert 0.003 <= share["reference"] <= 0.03
    sizes = [row["size"] for row in truth.clusters]
    assert sum(size == 2 for size in sizes) / len(sizes) == pytest.approx(0.74, abs=0.05)
    assert sum(size <= 10 for size in sizes) / len(sizes) >= 0.985


def test_the_largest_cluster_grows_with_the_corpus() -> None:
    assert 30_000 < Layout(100_000_000, 0.026).tail[0] < 50_000


def test_sentences_have_the_lengths_of_wikipedia(truth: Truth) -> None:
    texts = [text for texts in truth.prose.values() for text in texts]
    lengths = sorted(map(len, texts))
    words = [len(word.strip('.,;"()')) for text in texts[:5_000] for word in text.split()]
    assert fmean(lengths) == pytest.approx(125, abs=12)
    assert pstdev(lengths) == pytest.approx(60, abs=12)
    assert fmean(lengths) > lengths[len(lengths) // 2]
    assert lengths[20] >= 30
    assert lengths[-20] <= 500
    assert fmean(words) == pytest.approx(4.9, abs=0.3)


def test_copies_are_as_alike_as_recorded_and_alike_enough(truth: Truth) -> None:
    for row in truth.pairs:
        assert row["edit_similarity"] == compute_edit_similarity(row["left_text"], row["right_text"])
        assert row["edit_similarity"] >= 0.8, row
        assert (row["kind"] == "identical") == (row["left_text"] == row["right_text"])


def test_drift_differs_in_exactly_the_recorded_values(truth: Truth) -> None:
    drift = [row for row in truth.pairs if row["kind"] == "drift"]
    assert len(drift) >= 8
    for row in drift:
        change, *others = row["changes"]
        assert len(others) == (row["plant"] == "dated-update")
        if others:
            continue
        assert change["kind"] in ("number", "date", "name", "place")
        assert change["left"] != change["right"]
        assert row["left_text"].count(change["left"]) == row["right_text"].count(change["right"]) == 1
        assert row["left_text"].replace(change["left"], change["right"]) == row["right_text"]


def test_a_template_names_the_subject_of_each_article(truth: Truth) -> None:
    titles = {row["document"]: row["title"] for row in truth.sentences}
    for row in truth.pairs:
        if row["kind"] == "template" and not row["plant"]:
            subject = row["changes"][0]
            assert (subject["left"], subject["right"]) == (titles[row["left_document"]], titles[row["right_document"]])
            assert subject["left"] in row["left_text"]
            assert subject["right"] in row["right_text"]


def test_facts_name_their_subject_and_differ_as_planted(truth: Truth, articles: list[PlantedPage]) -> None:
    titles = {str(page.id): page.title for page in articles}
    facts = [row for row in truth.pairs if row["plant"]]
    counts = Counter(row["plant"] for row in facts)
    assert counts["contradiction"] >= 5
    assert min(counts[name] for name in ("dated-update", "alias", "parallel")) >= 2
    for row in facts:
        left, right = titles[row["left_document"]], titles[row["right_document"]]
        subject = min(left, right, key=len)
        if row["left_text"].count(subject) + row["right_text"].count(subject) < (1 if row["plant"] == "alias" else 2):
            assert row["plant"] == "contradiction", "only one within a passage does not name its subject"
            continue
        assert {left, right} <= {subject, f"History of {subject}"}
        assert (left == right) == (row["plant"] == "parallel")
        assert len(row["changes"]) == {"dated-update": 2, "parallel": 2}.get(row["plant"], 1)


def test_an_alias_is_told_by_the_first_sentence_a_redirect_and_a_link(truth: Truth) -> None:
    pages = list(CORPUS.generate_pages())
    redirects = {page.title: page.redirect for page in pages if page.redirect}
    for row in truth.pairs:
        if row["plant"] == "alias":
            (change,) = row["changes"]
            name, alias = sorted((change["left"], change["right"]), key=lambda each: each in redirects)
            assert redirects[alias] == name
            assert any(f"'''{name}''' ('''{alias}''')" in page.wikitext for page in pages)
            assert any(f"[[{name}|{alias}]]" in page.wikitext for page in pages)


def test_references_are_cited_and_not_prose(truth: Truth, articles: list[PlantedPage]) -> None:
    wikitext = {str(page.id): page.wikitext for page in articles}
    cited = [row for row in truth.sentences if row["position"] < 0]
    kinds = {row["cluster"]: row["kind"] for row in truth.clusters}
    assert cited
    for row in cited:
        assert kinds[row["cluster"]] == "reference"
        assert row["text"] in wikitext[row["document"]].split("== References ==")[1]


def test_passages_lie_where_the_truth_says(truth: Truth) -> None:
    assert len(truth.passages) >= 6
    for row in truth.passages:
        left = truth.prose[row["left_document"]][row["left_first"] : row["left_last"] + 1]
        right = truth.prose[row["right_document"]][row["right_first"] : row["right_last"] + 1]
        assert row["left_document"] != row["right_document"]
        matches = [(a, b) for a in left for b in right if compute_edit_similarity(a, b) >= 0.8]
        assert len(matches) == row["sentences"] >= 3
        assert matches[0] == (left[0], right[0])
        assert matches[-1] == (left[-1], right[-1])
        assert (row["kind"] == "identical") == (left == right)


def test_near_misses_stay_below_the_threshold(truth: Truth) -> None:
    assert len(truth.near_misses) == 40
    for row in truth.near_misses:
        assert row["edit_similarity"] == compute_edit_similarity(row["left_text"], row["right_text"])
        assert 0.55 <= row["edit_similarity"] <= 0.75


def test_nothing_is_alike_that_was_not_planted(truth: Truth) -> None:
    """Sentences at 0.8 share runs of words; those that share four runs of three are compared."""
    rows = [row for row in truth.sentences if row["position"] >= 0][:8_000]
    by_words: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, row in enumerate(rows):
        words = row["text"].split()
        for gram in {tuple(words[start : start + 3]) for start in range(len(words) - 2)}:
            by_words[gram].append(number)
    shared: Counter[tuple[int, int]] = Counter()
    for numbers in by_words.values():
        if len(numbers) <= 60:
            shared.update((a, b) for place, a in enumerate(numbers) for b in numbers[:place])
    for (a, b), count in shared.items():
        left, right = rows[a], rows[b]
        if count >= 4 and not left["cluster"] == right["cluster"] >= 0:
            assert compute_edit_similarity(left["text"], right["text"]) < 0.8, (left["text"], right["text"])


def test_json_lines_hold_the_plain_text(tmp_path: Path) -> None:
    path = PlantedCorpus(sentences=500).write_jsonl(tmp_path / "corpus.jsonl")
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    pages = [page for page in PlantedCorpus(sentences=500).generate_pages() if page.paragraphs]
    assert [(record["id"], record["title"], record["text"]) for record in records] == [
        (str(page.id), page.title, page.text) for page in pages
    ]


def test_a_dense_corpus_still_finds_room_for_everything(tmp_path: Path) -> None:
    PlantedCorpus(sentences=4_000, seed=3, duplicate_share=0.3).write(tmp_path)
    planted = sum(row["cluster"] >= 0 for row in Truth(tmp_path).sentences)
    assert planted / 4_000 == pytest.approx(0.3, abs=0.03)


def test_the_similarity_agrees_with_the_plain_algorithm() -> None:
    pages = PlantedCorpus(sentences=60).generate_pages()
    texts = [text[:60] for page in pages for paragraph in page.paragraphs for text in paragraph][:12]
    for left in [*texts, "a"]:
        for right in [*texts, "a"]:
            assert compute_edit_similarity(left, right) == edit_similarity(left, right)


def test_a_text_with_few_small_edits_still_gets_a_copy_for_every_member():
    """Here two edits exist in all; a third copy was once looked for without end."""
    text = "Xaver " + "q" * 75 + ", zz."
    copies = [derive_member_text(text, MemberPlace(1, 7, "copyedit", 4, number, "")) for number in range(4)]
    assert len(set(copies)) == 4
    assert all(compute_edit_similarity(text, each) >= 0.9 for each in copies)
