"""The report of a run of `threads` without a browser: what is on the page, what is escaped, what is left out."""

import json

import pytest
from tests.runs.threads import hostile, pairs_of, threads_run
from tests.support.html_pages import build_pages

import twicetold
from twicetold.jobs.threads import page_clusters
from twicetold.report.command import ReportLimits
from twicetold.run import Run

LONG = "The lake is deep, and nobody knows how deep it is in the middle. "


@pytest.fixture
def page(tmp_path):
    """`page()` -> the page of a run made of the given threads and matches."""
    return build_pages(tmp_path, threads_run)


def test_a_page_has_figures_fields_clusters_bridges_and_charts(page):
    made = page()
    for words in (
        "threads.jsonl: 2 questions are asked more than once",
        "6 of 7 threads (86 %) ask what another asks, in 2 clusters; the largest has 4 threads.",
        "85.7 %",
        "a match has a similarity of at least 0.35",
        "question words of 1, jaccard 0.40 6 0.61",
        "description words of 1, jaccard 0.20 1 0.67",
        "answer words of 1, containment 0.40 3 1.00",
        "4× threads How deep is Lake Orrin? How deep is Lake Orrin really? lowest similarity 0.38 1 bridge cluster 0",
        "similarity 0.92 to the core question 0.83 × 0.4 description missing: the other has none left out answer 1.00 × 0.4",
        "Matches between two clusters",
        "Who owns the boat house? cluster 1 How deep is the boat house? cluster 0 0.38 – – 0.38",
        "How similar are the threads that match, overall and by each field?",
        "Every pair of threads whose similarity reaches 0.35 was found",
        "Digest 0123456789abcdef",
    ):
        assert words.replace(" ", "") in made.text.replace(" ", ""), words
    assert not made.unbalanced


def test_threads_are_links_where_the_site_is_known(page):
    links = {given["href"] for given in page().all("a", **{"class": "title"})}
    assert links == {f"https://lakes.example/q/{name}" for name in "abcdeg"}
    assert not page(url="javascript:alert('{}')").all("a", **{"class": "title"})


def test_a_cluster_tells_its_size_and_its_lowest_score_to_the_filters(page):
    items = [given for given in page().all("details") if "cluster" in given["class"]]
    assert [(given["data-size"], given["data-score"]) for given in items] == [("4", "0.375000"), ("2", "0.833333")]


def test_what_differs_from_the_core_is_marked(tmp_path):
    run = Run(threads_run(tmp_path / "run"))
    first, second = page_clusters.read_thread_clusters(run, 10)
    description = first.threads[1].fields[1]
    assert [[part.text for part in side if part.kind] for side in description.sides] == [["dive"], ["swim"]]
    assert [thread.place["document"] for thread in first.threads] == ["b", "c", "g"]
    assert [field.missing for field in second.threads[0].fields] == ["", "the right one has none", "the left one has none"]  # fmt: skip


def test_long_texts_and_large_clusters_are_cut_and_it_is_said(page):
    many = {str(number): (f"How deep is it, {number}?", LONG * 100, "") for number in range(12)}
    matches = [(0, "0", str(number), 0.9, 1.0, None, 0.93) for number in range(1, 12)]
    made = page(many, matches, [("0", tuple(many))])
    for words in ("and 3 threads more", "and 5,800 more characters: twicetold show RUN --pair with both ids"):
        assert words.replace(" ", "") in made.text.replace(" ", ""), words


def test_only_so_many_clusters_and_only_links_to_these(page):
    many = {str(number): (f"How deep is lake {number}?", "", "") for number in range(8)}
    made = page(many, *pairs_of(many, bridges=[("0", "2"), ("0", "7")]), wanted=ReportLimits(clusters=2))
    assert "4 clusters, 2 of them here" in made.text
    assert {given["href"] for given in made.all("a") if given["href"].startswith("#cluster-")} == {"#cluster-0", "#cluster-1"}  # fmt: skip
    assert "none of them on this page" in page(many, *pairs_of(many), wanted=ReportLimits(clusters=0)).text


def test_a_page_without_room_links_to_nothing_that_is_not_there(page, monkeypatch):
    monkeypatch.setattr("twicetold.report.frame.LEAST_BYTES", 6_000)
    monkeypatch.setattr("twicetold.report.clusters.CLUSTER_BYTES", 0)
    many = {str(number): (f"How deep is lake {number}?", LONG, "") for number in range(8)}
    made = page(many, *pairs_of(many, bridges=[("0", "7"), ("1", "3")]))
    ids = {given["id"] for given in made.all("details") if "cluster" in given["class"]}
    assert 0 < len(ids) < 4
    assert {given["href"][1:] for given in made.all("a") if given["href"].startswith("#cluster-")} <= ids


def test_a_run_that_found_nothing_has_a_page(page):
    made = page(matches=[], stars=[])
    assert "No question is asked twice: no two of 7 threads" in made.text
    assert "No two threads match." in made.text
    assert "No question is asked twice." in page({}, [], []).text


def test_hostile_text_is_only_text(page):
    made = page(*hostile())
    assert len(made.all("script")) == 1
    assert not made.all("img")
    assert not made.unbalanced


def test_the_same_run_gives_the_same_bytes(tmp_path):
    run = threads_run(tmp_path / "run")
    for name in ("one.html", "two.html"):
        Run(run).report(tmp_path / name)
    assert (tmp_path / "one.html").read_bytes() == (tmp_path / "two.html").read_bytes()
    assert b"/somewhere" not in (tmp_path / "one.html").read_bytes()


def test_a_ranked_run_leads_with_likely_duplicates_and_links_to_them(tmp_path):
    """Fields are not compared alone there, so nothing is said of each."""
    row = {"description": "I want to dive there.", "url": "https://lakes.example/q/1"}
    rows = [
        {"id": "1", "question": "How deep is Lake Orrin?"} | row,
        {"id": "2", "question": "How deep is Lake Orrin really?"} | row | {"url": "javascript:alert(2)"},
        {"id": "3", "question": "Who owns the boat house in Besk?"},
    ]
    (tmp_path / "threads.jsonl").write_text("".join(json.dumps(each) + "\n" for each in rows))
    twicetold.threads(tmp_path / "threads.jsonl", tmp_path / "run", progress=False)
    Run(tmp_path / "run").report(tmp_path / "page.html")
    text = (tmp_path / "page.html").read_text()
    assert text.index('id="likely"') < text.index('id="clusters"')
    assert '<a href="#likely">' in text
    likely = text[text.index('id="likely"') : text.index('id="clusters"')]
    assert likely.count('href="https://lakes.example/q/1"') == 1
    assert "javascript:" not in likely
    assert "Threads are compared as wholes" in text
    assert "not compared<" not in text
