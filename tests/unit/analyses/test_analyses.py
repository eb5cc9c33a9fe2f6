"""What the analyses count, held to plain counting; the command `analyse`; a run in a notebook."""

import csv
import io
import json
import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from tests.runs import analyses as analysed
from tests.runs.threads import threads_run
from tests.unit.conftest import TABLES, write_run

from twicetold import registry
from twicetold.analyses import charts, copied_documents, sizes, templates
from twicetold.analyses.base import list_suitable_analyses
from twicetold.analyses.columns import iterate_whole_clusters
from twicetold.errors import MissingPackage
from twicetold.jobs.sentences.kinds import SENTENCE_KIND_NAMES
from twicetold.run import Run
from twicetold.run.finished import open_finished_run
from twicetold.run.notebook import render_summary_html


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return analysed.planted_run(tmp_path_factory.mktemp("planted"))


def answer(name, run):
    return registry.load_class("analysis", name)().compute_table(run).to_pylist()


def name_of(row, side=""):
    return row[f"{side}document"], row[f"{side}title"]


# ---- counted plainly ----


def test_sizes_count_every_cluster_and_every_member(run):
    rows = answer("sizes", run)
    assert {row["least"]: row["clusters"] for row in rows} == Counter(run.clusters["size"].to_pylist())
    assert sum(row["members"] for row in rows) == run.count_rows("members")
    assert rows[-1]["up_to"] == 1


def test_many_sizes_are_told_in_ranges_that_lose_none(monkeypatch):
    monkeypatch.setattr(sizes, "EXACT_SIZES", 3)
    rows = list(sizes._group_into_ranges({2: 5, 3: 4, 4: 3, 5: 1, 9: 1, 15: 1, 16: 2}))
    assert [(row["least"], row["most"], row["clusters"]) for row in rows] == [
        (2, 2, 5),
        (3, 3, 4),
        (4, 4, 3),
        (5, 5, 1),
        (9, 15, 2),
        (16, 16, 2),
    ]
    assert sum(row["members"] for row in rows) == 2 * 5 + 3 * 4 + 4 * 3 + 5 + 9 + 15 + 32


def test_kinds_count_every_cluster_once(run):
    rows = answer("kinds", run)
    clusters = run.clusters.to_pylist()
    assert [row["kind"] for row in rows] == list(SENTENCE_KIND_NAMES)
    for row in rows:
        assert row["clusters"] == sum(each["kind"] == row["kind"] for each in clusters)
        assert row["members"] == sum(each["size"] for each in clusters if each["kind"] == row["kind"])
    assert sum(row["share"] for row in rows) == pytest.approx(1)


def test_document_pairs_are_the_first_of_the_run(run):
    assert answer("document_pairs", run) == run.document_pairs.to_pylist()[:20]


def copied_plainly(run):
    """How each member is copied: `{(document, title, position): "near"}`"""
    clusters, variants = defaultdict(set), defaultdict(set)
    members = run.members.to_pylist()
    for row in members:
        clusters[row["cluster"]].add(name_of(row))
        variants[row["cluster"], row["variant"]].add(name_of(row))
    return {
        (*name_of(row), row["position"]): "identical"
        if len(variants[row["cluster"], row["variant"]]) > 1
        else "near"
        if len(clusters[row["cluster"]]) > 1
        else "within"
        for row in members
    }


def test_copied_sentences_are_counted_by_block_and_by_where_else_they_stand(run):
    plainly = copied_plainly(run)
    compared = run.facts["settings"]["sentences"]["blocks"]
    expected = defaultdict(Counter)
    for row in run.sentences.to_pylist():
        if row["block"] in compared:
            for block in ("all", row["block"]):
                expected[block]["sentences"] += 1
                expected[block][plainly.get((*name_of(row), row["position"]), "once")] += 1
    rows = answer("copied", run)
    assert rows[0]["block"] == "all"
    assert {row["block"] for row in rows} == set(expected)
    for row in rows:
        counted = expected[row["block"]]
        assert [row[name] for name in ("sentences", "identical", "near", "within")] == [
            counted[name] for name in ("sentences", "identical", "near", "within")
        ]
        assert row["copied"] == (row["identical"] + row["near"]) / row["sentences"]
    assert rows[0]["identical"] > 0
    assert rows[0]["near"] > 0


@pytest.mark.parametrize("at_once", [4_000_000, 7])
def test_the_most_copied_documents_are_so_however_many_passes_it_takes(run, at_once, monkeypatch):
    monkeypatch.setattr(copied_documents, "DOCUMENTS_PER_PASS", at_once)
    monkeypatch.setattr(copied_documents, "PENDING_ROWS", at_once)
    copied = Counter(place[:2] for place, how in copied_plainly(run).items() if how != "within")
    lengths = Counter(map(name_of, run.sentences.to_pylist()))
    rows = answer("copied_documents", run)
    assert [row["copied"] for row in rows] == sorted(copied.values(), reverse=True)[:20]
    for row in rows:
        assert (row["copied"], row["sentences"]) == (copied[name_of(row)], lengths[name_of(row)])
    assert rows == sorted(rows, key=lambda row: (-row["copied"], row["document"], row["title"]))


def test_a_copied_document_names_who_shares_most_with_it(run):
    pairs = run.document_pairs.to_pylist()
    for row in answer("copied_documents", run):
        own = [pair for pair in pairs if name_of(row) in (name_of(pair, "left_"), name_of(pair, "right_"))]
        assert row["shared"] == max((pair["shared"] for pair in own), default=0)
        titles = {
            pair[f"{side}_title"] for pair in own if pair["shared"] == row["shared"] for side in ("left", "right")
        }
        assert row["shared_with"] in titles | {""}


def test_lengths_count_every_cluster(run):
    rows = answer("lengths", run)
    assert sum(row["clusters"] for row in rows) == run.count_rows("clusters")
    identical = sum(each["similarity"] == 1 for each in run.clusters.to_pylist())
    assert sum(row["identical"] for row in rows) == identical
    assert sum(row["under 0.80"] for row in rows) == 0


def test_templates_are_the_largest_of_that_kind(run):
    rows = answer("templates", run)
    largest = [each["cluster"] for each in run.clusters.to_pylist() if each["kind"] == "template"]
    assert [row["cluster"] for row in rows] == largest[:20]


def test_a_frame_leaves_open_what_most_copies_change():
    text = "Orrin is a lake in Norland."
    assert templates.mark_slots(text, [[(0, 5), (19, 26)], [(0, 5)]]) == "[…] is a lake in […]."
    assert templates.mark_slots(text, [[(0, 5)]] * 9 + [[(11, 15)]]) == "[…] is a lake in Norland."
    assert templates.mark_slots(text, []) == text
    assert templates.mark_slots(text, [[(0, 999)], [(50, 60)]]) == "[…]"


def test_a_frame_is_made_of_the_first_text_s_matches(tmp_path):
    tables = dict(TABLES)
    kind, rows = TABLES["clusters"]
    tables["clusters"] = (kind, [(0, 4, 3, 3, "template", *rows[0][5:]), rows[1]])
    (row,) = answer("templates", open_finished_run(write_run(tmp_path / "run", tables)))
    assert row["frame"] == "The […] froze over in the winter of […]."


@pytest.mark.parametrize("rows", [1, 3, 7, 10_000])
def test_no_cluster_is_cut(run, rows, monkeypatch):
    monkeypatch.setattr("twicetold.run.finished.BATCH_ROWS", rows)
    tables = list(iterate_whole_clusters(run, ["variant"]))
    seen = [set(table["cluster"].to_pylist()) for table in tables]
    assert sum(map(len, seen)) == len(set().union(*seen)) == run.count_rows("clusters")
    assert sum(table.num_rows for table in tables) == run.count_rows("members")
    assert all(table.num_rows for table in tables)


# ---- charts ----


def test_a_chart_takes_its_colours_from_the_page_and_has_its_own_in_a_file(run, tmp_path):
    chart = run.charts.kinds()
    assert "currentColor" in charts.render_svg(chart)
    charts.save_chart(chart, tmp_path / "kinds.svg")
    alone = (tmp_path / "kinds.svg").read_text()
    assert "currentColor" not in alone
    assert 'fill="white"' in alone
    assert charts.render_png(chart).startswith(b"\x89PNG")


def test_a_long_label_of_letters_that_are_two_for_a_browser_is_drawn():
    package = charts.import_altair()
    bars = package.Chart(package.Data(values=[{"name": "\U0001f600" * 200, "n": 1}]))
    assert "<svg" in charts.render_svg(bars.mark_bar().encode(x="n:Q", y="name:N"))


def test_a_chart_is_the_same_every_time(run):
    assert charts.render_svg(run.charts.lengths()) == charts.render_svg(run.charts.lengths())


def test_a_page_asks_nothing_of_the_network(run):
    head = charts.render_html(run.charts.sizes()).partition("<script>")[0]
    assert "Content-Security-Policy\" content=\"default-src 'none';" in head
    assert not re.search(r"(src|href)=", head)


# ---- the command ----


def test_without_a_name_every_question_is_asked(twicetold, run):
    out, errors = twicetold("analyse", run.folder)
    for name in list_suitable_analyses(run):
        assert f"{name}: {registry.load_class('analysis', name).question}\n" in out
    assert errors == ""


def test_with_a_name_its_table_is_printed_whole(twicetold, run):
    out, _ = twicetold("analyse", run.folder, "kinds")
    assert [line.split()[0] for line in out.splitlines()[3:]] == ["kind", *SENTENCE_KIND_NAMES]
    rows = [json.loads(line) for line in twicetold("analyse", run.folder, "kinds", "--json")[0].splitlines()]
    assert rows == [{"analysis": "kinds", **row} for row in answer("kinds", run)]


def test_a_file_has_the_table_or_the_chart_as_it_ends(twicetold, run):
    for suffix, begins in (("svg", b"<svg"), ("png", b"\x89PNG"), ("html", b"<!DOCTYPE html>")):
        twicetold("analyse", run.folder, "sizes", "-o", f"sizes.{suffix}")
        assert Path(f"sizes.{suffix}").read_bytes().startswith(begins)
    twicetold("analyse", run.folder, "kinds", "-o", "kinds.json")
    assert json.loads(Path("kinds.json").read_text()) == answer("kinds", run)
    twicetold("analyse", run.folder, "kinds", "-o", "kinds.csv")
    rows = list(csv.DictReader(io.StringIO(Path("kinds.csv").read_text())))
    assert [int(row["clusters"]) for row in rows] == [row["clusters"] for row in answer("kinds", run)]
    assert "exists" in twicetold("analyse", run.folder, "kinds", "-o", "kinds.csv", code=2)[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["sises"], "unknown analysis: `sises`\nhint: did you mean `sizes`?"),
        (["sizes", "-o", "sizes.pdf"], "does not name a format\nhint: end it in .svg"),
        (["-o", "sizes.svg"], "`-o` works only with one analysis\nhint: name one of sizes"),
    ],
)
def test_nonsense_is_told_with_a_way_out(twicetold, run, arguments, said):
    assert said in twicetold("analyse", run.folder, *arguments, code=2)[1]


def test_a_run_is_asked_only_what_it_has_the_tables_for(twicetold, sentence_run):
    out, errors = twicetold("analyse", sentence_run)
    assert "sizes: " in out
    assert "copied: " not in out  # that run has no table of sentences
    assert errors == ""


def test_a_chart_without_its_package_says_what_to_install(run, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "altair", None)
    with pytest.raises(MissingPackage, match="altair"):
        run.charts.sizes()
    assert answer("sizes", run)


# ---- notebooks ----


def test_a_run_shows_itself(run):
    shown = run._repr_html_()
    assert f'<td style="text-align:left">{run.count_rows("clusters"):,}</td>' in shown
    assert run.digest[:16] in shown


def test_whatever_a_run_is_called_it_is_shown_as_text(tmp_path):
    evil = '"><script>alert(1)<\x1b\u202e'
    folder = tmp_path / "run"
    write_run(folder, inputs=[{"path": evil}, {"path": evil}, {}, "odd", {"path": "d"}], job=evil, digest=evil)
    shown = render_summary_html(Run(folder))
    assert "<script" not in shown
    assert "\x1b" not in shown
    assert shown.count("&lt;script&gt;") == 4
    assert "and 1 more" in shown


def test_an_unfinished_run_shows_itself_too(tmp_path):
    assert "not finished" in Run(write_run(tmp_path / "run", digest=None))._repr_html_()


def test_charts_are_listed_and_named(run):
    assert set(dir(run.charts)) == set(list_suitable_analyses(run))
    assert run.charts.sizes.__doc__ == "How many clusters are there of each size?"
    assert "sizes" in repr(run.charts)
    with pytest.raises(AttributeError, match="no chart `size`; there are sizes"):
        _ = run.charts.size


# ---- threads ----


def test_scores_are_counted_in_steps_field_by_field(tmp_path):
    """Scores .917, .833, .8, .786, .375, .375, as a run made by hand has them; a missing field is not counted."""
    rows = answer("scores", Run(threads_run(tmp_path / "run")))
    told = [(row["compared"], row["least"], row["matches"]) for row in rows]
    assert [row[1:] for row in told if row[0] == "similarity"] == [(0.35, 2), (0.75, 1), (0.8, 2), (0.9, 1)]
    assert [row[1:] for row in told if row[0] == "description"] == [(0.65, 1)]
    assert [row[1:] for row in told if row[0] == "answer"] == [(0.95, 3)]
    assert sum(row["share"] for row in rows) == pytest.approx(4)


def test_a_run_of_threads_answers_what_its_tables_can(twicetold, tmp_path):
    run = threads_run(tmp_path / "run")
    out, errors = twicetold("analyse", run)
    assert [line.partition(":")[0] for line in out.splitlines() if "?" in line] == ["sizes", "scores"]
    assert "1 of 6 matches have a similarity of at least 0.9" in out
    assert errors == ""
    _, errors = twicetold("analyse", run, "kinds", code=2)
    assert "the analysis `kinds` does not suit" in errors
    assert dir(Run(run).charts) == ["scores", "sizes"]


def test_passages_are_counted_by_length_by_document_and_by_year(tmp_path):
    run = analysed.planted_passages(tmp_path)
    passages = run.count_rows("passages")
    assert passages == 8
    assert sum(row["passages"] for row in answer("passage_lengths", run)) == passages
    assert [row["characters"] for row in answer("shared_text", run)] == run.document_pairs["characters"].to_pylist()
    assert {row["partners"] for row in answer("most_quoted", run)} == {1}
    later = Counter(str(max(1860 + number % 6, 1860 + (number + 1) % 6)) for number in range(0, 16, 2))
    assert {row["year"]: row["passages"] for row in answer("passage_dates", run)} == later


def test_repeated_questions_are_counted_by_year(tmp_path):
    run = analysed.planted_threads(tmp_path)
    rows = answer("question_dates", run)
    assert [row["year"] for row in rows] == [str(year) for year in range(2010, 2017)]
    assert sum(row["threads"] for row in rows) == 60
    assert sum(row["repeated"] for row in rows) == run.count_rows("members")
