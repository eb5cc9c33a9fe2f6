"""How long sentences and disagreements last, and who copies: by hand."""

import pytest
from tests.runs.history import DAM, MILL, NEW_DAM, REVISIONS, history_run, revision

from twicetold.analyses.base import list_suitable_analyses, load_analysis
from twicetold.jobs.history.analyse_contradictions import list_disagreements
from twicetold.jobs.history.analyse_flow import find_area
from twicetold.jobs.history.survival import LifetimeCounts, estimate_share
from twicetold.run.finished import open_finished_run


@pytest.fixture
def answer(tmp_path):
    def answer(name, revisions=REVISIONS):
        return (
            load_analysis(name).compute_table(open_finished_run(history_run(tmp_path / "run", revisions))).to_pylist()
        )

    return answer


def test_what_is_still_there_counts_until_today():
    counts = LifetimeCounts()
    for days, is_ended in ((1, True), (2, False), (3, True)):
        counts.add(days, is_ended)
    assert [(each.share, each.at_risk) for each in counts.estimate([0, 1, 2, 3, 4])] == [
        (1.0, 3), (pytest.approx(2 / 3), 3), (pytest.approx(2 / 3), 2), (0.0, 1),
    ]  # fmt: skip
    assert counts.find_median() == 3
    assert LifetimeCounts().find_median() is None


def test_a_share_of_none_has_an_interval():
    assert estimate_share(0, 10) == (0.0, 0.0, pytest.approx(0.2775, abs=1e-4))
    assert estimate_share(0, 0) == (0.0, 0.0, 1.0)


def node(page, life, start, text, end="", parent=None, changes=()):
    relation = "edit" if parent and parent[0] == page else "copy" if parent else "root"
    document, own = parent or ("", 0)
    return {
        "cluster": 0, "document": page, "life": life, "timestamp": start, "text": text, "end_timestamp": end, "alive": not end,
        "relation": relation, "parent_document": document, "parent_life": own, "changes": list(changes),
    }  # fmt: skip


def test_a_disagreement_lasts_until_a_fact_is_changed_again():
    nodes = [
        node("A", 0, "2010-01-01", "in 1905", end="2010-03-01"),
        node("B", 0, "2010-02-01", "in 1905", end="2010-04-01", parent=("A", 0)),
        node("A", 1, "2010-03-01", "in 1911", parent=("A", 0), changes=["date: 1905 -> 1911"]),
        node("B", 1, "2010-04-01", "still in 1905", end="2010-05-01", parent=("B", 0), changes=["addition: (nothing) -> still"]),
        node("B", 2, "2010-05-01", "still in 1911", parent=("B", 1), changes=["date: 1905 -> 1911"]),
    ]  # fmt: skip
    assert list(list_disagreements(nodes)) == [("2010-03-01", "2010-05-01")]
    assert list(list_disagreements(nodes[:3])) == [("2010-03-01", "2010-04-01")]


def test_edits_that_copy_are_counted_by_editor(answer):
    rows = {row["editors"]: (row["edits"], row["copying"]) for row in answer("copying_editors")}
    assert rows == {"new": (3, 0), "experienced": (2, 1)}


def test_copied_sentences_are_followed_apart_from_others(answer):
    rows = {(row["sentences"], row["days"]): row for row in answer("sentence_survival")}
    assert rows["copied", 0]["at_risk"] == 2
    assert rows["original", 0]["at_risk"] == 3  # an edited sentence goes on
    assert rows["original", 365]["share"] == 1.0


def test_who_gives_and_takes(answer):
    assert [(row["title"], row["given"], row["taken"]) for row in answer("giving_pages")] == [
        ("Lake Orrin", 2, 0), ("Norland", 0, 2),
    ]  # fmt: skip


def test_what_came_in_each_year(answer):
    assert [(row["year"], row["sentences"], row["copied"]) for row in answer("copying_years")] == [
        ("2009", 5, 2), ("2011", 2, 0),
    ]  # fmt: skip


def test_parts_of_a_wiki(answer):
    assert (find_area("Talk:Lake", True), find_area("css/color", False), find_area("Lake", False)) == (
        "Talk", "css", "(main)",
    )  # fmt: skip
    rows = [
        revision("css/dam", 1, "2010-01-01", f"{DAM} {MILL}"),
        revision("html/dam", 2, "2010-02-01", f"{DAM} {MILL}", comment="from [[css/dam]]"),
    ]
    assert [(row["source"], row["target"], row["sentences"]) for row in answer("area_flow", rows)] == [
        ("css", "html", 2)
    ]


def test_a_history_has_six_analyses_of_its_own(tmp_path):
    run = open_finished_run(history_run(tmp_path / "run", [*REVISIONS, revision("C", 9, "2012-01-01", NEW_DAM)]))
    assert list_suitable_analyses(run)[-6:] == [
        "copying_editors", "sentence_survival", "contradiction_life", "giving_pages", "area_flow", "copying_years",
    ]  # fmt: skip
