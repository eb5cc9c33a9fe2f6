"""The report of a run of `documents` without a browser: what is on the page, what is escaped, what is left out."""

import pytest
from tests.runs.documents import DOCUMENTS, LAKE, OTHERS, chain, documents_run, families, hostile
from tests.support.html_pages import build_pages

from twicetold.jobs.documents import page_clusters, variants
from twicetold.report.command import ReportLimits
from twicetold.report.stretches import MOST_STRETCHES, find_differences, split_into_stretches
from twicetold.run import Run


@pytest.fixture
def page(tmp_path):
    """`page()` -> the page of a run on the given documents."""
    return build_pages(tmp_path, documents_run)


def has(made, *phrases):
    for words in phrases:
        assert words.replace(" ", "") in made.text.replace(" ", ""), words
    assert not made.unbalanced


def test_a_page_has_figures_clusters_who_stays_and_why(page):
    has(
        page(),
        "corpus.jsonl: 3 of 6 documents (50 %) repeat another",
        "3 of 6 documents (50 %) repeat another and can be removed; 3 are kept.",
        "removed 50.0 % documents read 6 documents kept 3 documents removed 3 documents in clusters 5 clusters 2",
        "A match has a jaccard of at least 0.6 by words of 5, computed from both texts.",
        "Kept of each cluster: longest.",
        "3× documents The lake again 2 removed 2 distinct texts lowest similarity 0.867 cluster 0",
        "kept longest of 3 (545 characters)",
        "A lake edited run-0-input/corpus.jsonl, line 3 removed similarity 0.867 545 characters 2020-01-01",
        "removed the same text",
        "Every pair that reaches the threshold was found.",
        "run-0-input/corpus.jsonl 6 3",
        "twicetold apply RUN --dry-run",
        "No match goes from one cluster to another.",
    )


def test_a_cluster_tells_its_size_and_its_lowest_similarity_to_the_filters(page):
    items = [given for given in page().all("details") if "cluster" in given["class"]]
    assert [(given["data-size"], given["data-score"]) for given in items] == [("3", "0.866667"), ("2", "0.971014")]


def test_only_what_differs_is_marked_with_what_stands_around_it(tmp_path):
    first, second = page_clusters.read_document_clusters(Run(documents_run(tmp_path / "run")), 10)
    edited, copy = first.members
    ((left, right),) = edited.differs.shown
    assert [part.text for part in left if part.kind] == ["storm"]
    assert [part.text for part in right if part.kind] == ["flood"]
    assert left[0].text.startswith("…")
    assert len(left[0].text) < 100
    assert copy.differs is None
    assert [part.text for part in second.members[0].differs.shown[0][1] if part.kind] == ["noon"]
    assert first.text.shown.startswith("the lake lies north")


def test_against_another_set_the_page_says_what_stands_there_and_where(page):
    made = page(DOCUMENTS, OTHERS)
    has(
        made,
        "test.jsonl in corpus.jsonl: 3 of 6 documents (50 %)",
        "3 of 6 documents (50 %) of corpus.jsonl repeat 1 of 1 document (100 %) of test.jsonl.",
        "4× documents Question 1 3 removed",
        "kept stands in --against",
        "0 to 539, 99 % 0 to 539, 99 % 0.992 The lake lies north",
        "All documents of the other set are kept.",
        "documents searched 6 of them repeat the other set 3",
        "overlaps located",
    )
    twice = [*OTHERS, {"id": "t2", "title": "Question 2", "text": OTHERS[0]["text"].replace("mill,", "barn,")}]
    assert "repeats 2 of 2 documents (100 %)" in page(DOCUMENTS[:1], twice).text
    assert "None of 3 documents repeats one of 1 document" in page(DOCUMENTS[3:], OTHERS).text


def test_bridges_lead_from_cluster_to_cluster(page):
    made = page(list(chain()), keep="score:max")
    has(made, "0.709 2 run-0-input/corpus.jsonl, line 3 and 3 run-0-input/corpus.jsonl, line 4 in no cluster")
    assert "#cluster-0" in {given["href"] for given in made.all("a")}


def test_titles_are_links_where_the_input_has_addresses(page):
    links = {given["href"] for given in page().all("a", **{"class": "title"})}
    assert links == {"https://lakes.example/1", "https://lakes.example/2"}


def test_many_and_long_differences_are_cut_and_it_is_said(page):
    text = " ".join(f"word{number}" for number in range(3_000))
    edited = " ".join(f"other{number}" if number % 100 == 7 else f"word{number}" for number in range(3_000))
    has(page([{"id": "1", "text": text}, {"id": "2", "text": edited}]), "and 24 more places")
    longer = f"{text} {LAKE * 8}"
    has(page([{"id": "1", "text": text}, {"id": "2", "text": longer}]), "Long ones are cut.")


def test_what_the_run_does_not_have_of_long_texts_is_said(page, monkeypatch):
    monkeypatch.setattr(variants, "VARIANT_CHARACTERS", 400)
    has(page(), "Nothing in what the run has of both. The last 145 characters were not compared here.")


def test_a_large_cluster_shows_those_least_like_the_first(page, tmp_path):
    words = [f"word{number}" for number in range(200)]
    versions = [" ".join([*words[number:], *words[:number]][number:]) for number in range(20)]
    made = page([{"id": f"v{number}", "text": text} for number, text in enumerate(versions)], keep="first")
    has(made, "and 7 documents more: twicetold show RUN --cluster 0", "19 removed 20 distinct texts")
    (cluster,) = page_clusters.read_document_clusters(Run(tmp_path / "run-0"), 10)
    assert [each.row["document"] for each in cluster.members] == [f"v{number}" for number in range(19, 7, -1)]
    assert sum(each.differs is not None for each in cluster.members) == variants.VARIANT_LIMIT


def test_only_so_many_clusters_and_the_page_says_so(page):
    made = page(list(families(4)), wanted=ReportLimits(clusters=2))
    assert "4 clusters, 2 of them here" in made.text
    assert "none of them on this page" in page(list(families(2)), wanted=ReportLimits(clusters=0)).text


def test_a_page_without_room_links_to_nothing_that_is_not_there(page, monkeypatch):
    monkeypatch.setattr("twicetold.report.frame.LEAST_BYTES", 9_000)
    monkeypatch.setattr("twicetold.report.clusters.CLUSTER_BYTES", 0)
    made = page([*families(6), *chain()], keep="first")
    ids = {given["id"] for given in made.all("details") if "cluster" in given["class"]}
    assert 0 < len(ids) < 7
    assert {given["href"][1:] for given in made.all("a") if given["href"].startswith("#cluster-")} <= ids


def test_a_run_that_found_nothing_has_a_page(page):
    has(page(DOCUMENTS[-1:]), "No document repeats another; 1 document read.", "No two documents match.")


def test_hostile_text_is_only_text(page):
    made = page(list(hostile()))
    assert len(made.all("script")) == 1
    assert not made.all("img")
    assert not made.all("a", **{"class": "title"})
    assert not made.unbalanced


def test_the_same_run_gives_the_same_bytes_without_a_path_of_the_disk(tmp_path):
    run = documents_run(tmp_path / "run", keep="first")
    for name in ("one.html", "two.html"):
        Run(run).report(tmp_path / name)
    assert (tmp_path / "one.html").read_bytes() == (tmp_path / "two.html").read_bytes()
    assert str(tmp_path).encode() not in (tmp_path / "one.html").read_bytes()


def test_a_run_of_before_there_were_texts_in_it_has_a_page(tmp_path):
    run = Run(documents_run(tmp_path / "run"))
    del run.facts["stages"]["variants"]
    first, _ = page_clusters.read_document_clusters(run, 10)
    assert first.members[0].differs is None
    assert first.text.shown == ""


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([], []),
        ([("=", "the same")], []),
        ([("-", "a"), ("+", "b")], [[("-", "a"), ("+", "b")]]),
        ([("=", "a long way to "), ("-", "go")], [[("=", "…to "), ("-", "go")]]),
        ([("-", "a"), ("=", " so "), ("+", "b")], [[("-", "a"), ("=", " so "), ("+", "b")]]),
        ([("-", "a"), ("=", " so far "), ("+", "b")], [[("-", "a"), ("=", " so…")], [("=", "…ar "), ("+", "b")]]),
        ([("-", "a"), ("=", "so "), ("=", "far away")], [[("-", "a"), ("=", "so…")]]),
    ],
)
def test_stretches_are_what_differs_and_a_little_around_it(found, expected):
    assert split_into_stretches(found, 3) == expected


def test_no_more_than_a_few_stretches_are_shown():
    left = " ".join(f"word{number}" for number in range(2_000))
    right = " ".join("x" if number % 50 == 3 else f"word{number}" for number in range(2_000))
    found = find_differences(left, right)
    assert len(found.shown) <= MOST_STRETCHES
    assert len(found.shown) + found.left_out == 40
    assert find_differences(left, left).shown == []
