"""The report without a browser: what is on the page, what is escaped, what is left out, and that it is always the same."""

import re

import pyarrow as pa
import pytest
from tests.runs.report import CLUSTERS, HOSTILE, hostile_clusters, written
from tests.support.html_pages import build_pages

from twicetold import registry
from twicetold.analyses.base import Analysis
from twicetold.errors import MissingPackage, RunError, SettingsError
from twicetold.jobs.sentences.page_choice import divide_room
from twicetold.report import charts, frame
from twicetold.report.command import ReportLimits, write_report
from twicetold.report.corpus import name_files
from twicetold.report.differences import ShortenedText, mark_differences, swap_sides
from twicetold.report.links import keep_web_url
from twicetold.report.svg import clean_svg
from twicetold.run import Run


@pytest.fixture
def page(tmp_path):
    """`page()` -> the page of a run made of the given clusters."""
    return build_pages(tmp_path, written)


def test_a_page_has_figures_contradictions_clusters_pairs_and_the_way_to_the_rest(page):
    made = page(rejects=[("lakes.xml", "byte 17", "no text", "<page>")])
    for words in (
        "lakes.xml: 4 repeated sentences, 1 contradiction",
        "9 of 1,200 sentences (0.8 %) are repeated, in 4 clusters",
        "1 contradiction: two sentences make the same claim",
        "date 1905 or 1906",
        "93 % sure",
        "2013-04-01 newer",
        "because of The lake froze over",
        "Lake Orrin Part 0 sentence 1",
        "the same frame, said of another subject",
        "Every match was compared",
        "find 99.1 %",
        "byte 17 no text <page>",
        "twicetold export RUN --table members",
        "Digest 0123456789abcdef",
    ):
        assert words.replace(" ", "") in made.text.replace(" ", ""), words
    assert not made.unbalanced


def test_differences_are_marked_on_both_sides(page):
    made = page()
    assert ("mark", {"class": "change-date fact", "title": "date, disagrees"}) in made.elements
    assert ("del", {"class": "change-wording", "title": "wording"}) in made.elements
    assert ("ins", {"class": "change-wording", "title": "wording"}) in made.elements


def test_of_two_facts_neither_is_struck_out(page):
    made = page(CLUSTERS[:1])
    assert len(made.all("mark", **{"class": "change-date fact"})) == 4
    assert len(made.all("del")) == len(made.all("ins")) == 1  # what the page says of them


def test_what_else_differs_is_told_under_the_facts(page):
    texts = [("7", "Lake", "The cold lake froze in 1905."), ("8", "Tarn", "The lake froze over in 1906.")]
    changes = [change("cold ", "", (4, 9, 4, 4), "removal"), change("", "over ", (20, 20, 15, 20), "addition")]
    changes = [{**each, "disagrees": False} for each in changes] + [change("1905", "1906", (23, 27, 23, 27), "date")]
    made = page([("drift", texts)], changes=changes)
    assert "date 1905 or 1906" in made.text
    assert "Also differs only the first has cold only the second has over" in made.text


def test_titles_are_links_to_the_web_and_to_nothing_else(page):
    assert page().all("a", href="https://example.org/wiki/7")
    for url in ("javascript:alert(1)//{}", "data:text/html,{}", "file:///etc/passwd", " https://example.org", "//evil"):
        assert all(given["href"].startswith("#") for given in page(url=url).all("a")), url


def test_nothing_that_a_text_holds_becomes_markup(page, tmp_path):
    made = page(
        hostile_clusters(),
        url="https://example.org/\"><script>alert('{}')</script>",
        rejects=[(text[:900], text[:900], text[:900], text[:900]) for text in HOSTILE],
        inputs=[{"path": text[:900], "hash": text[:900]} for text in HOSTILE],
        settings={text[:50]: {text[:50]: text[:50]} for text in HOSTILE},
    )
    assert len(made.all("script")) == len(made.all("style")) == 1
    assert not made.unbalanced
    assert not [name for name, _ in made.elements if name in ("img", "iframe", "object", "link", "base")]
    assert not [name for _, given in made.elements for name in given if name.startswith("on") or name == "style"]
    assert "{{ 7 * 7 }}" in made.text
    raw = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029]", raw)
    assert len(raw) < 2_000_000


def test_a_policy_lets_only_the_page_s_own_script_and_style_run(page):
    (policy,) = page().all("meta", **{"http-equiv": "Content-Security-Policy"})
    assert re.fullmatch(
        r"default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; img-src data:; "
        r"base-uri 'none'; form-action 'none'",
        policy["content"],
    )


def test_the_same_run_gives_the_same_bytes_wherever_it_lies(tmp_path):
    pages = []
    for place in ("one", "other/deep"):
        write_report(written(tmp_path / place / "run"), tmp_path / "report.html", force=True)
        pages.append((tmp_path / "report.html").read_bytes())
    assert pages[0] == pages[1]
    assert str(tmp_path).encode() not in pages[0]
    assert b"/somewhere" not in pages[0]


def test_a_run_without_repetitions_is_told_as_one(page):
    made = page([], results={"sentences": 1200})
    assert "No sentence is repeated; 1,200 sentences read." in made.text
    assert "No sentence is repeated." in made.text
    assert "No two documents share a sentence." in made.text
    assert "Every record could be read." in made.text


def test_a_run_without_contradictions_says_so(page):
    made = page(CLUSTERS[1:])
    assert "No two repeated sentences contradict each other." in made.text
    assert not made.all("article")
    assert made.all("details", id="cluster-2")


def test_a_run_of_an_older_make_has_a_page_without_what_it_lacks(page):
    made = page(left_out=("contradictions", "documents", "matches", "document_pairs", "rejects"))
    assert made.all("details", id="cluster-0")
    assert not made.all("a", href="https://example.org/wiki/7")


def test_no_clusters_and_no_contradictions_leave_the_figures(page):
    made = page(wanted=ReportLimits(clusters=0, contradictions=0))
    assert not made.all("details", **{"data-kind": "drift"})
    assert "There are 4, none of them on this page: twicetold show RUN" in made.text
    assert "There are 1, none of them on this page: twicetold contradictions RUN" in made.text


def test_a_limit_keeps_every_kind_and_says_how_many_there_are(page):
    many = [
        (kind, [(str(n), "T", f"{kind} {n}."), (f"{n}b", "U", f"{kind} {n}.")])
        for kind in ("other", "reference", "identical")
        for n in range(40)
    ]
    made = page(many, wanted=ReportLimits(clusters=9))
    assert [len(made.all("details", **{"data-kind": kind})) for kind in ("other", "reference", "identical")] == [
        3,
        3,
        3,
    ]
    assert "Of 120 clusters the page has 9" in made.text
    assert "40 clusters, 3 of them here" in made.text


def test_only_the_first_of_a_kind_are_seen_before_one_asks_for_more(page):
    made = page([("identical", [(str(n), "T", f"Text {n}."), ("x", "U", f"Text {n}.")]) for n in range(30)])
    items = made.all("details", **{"data-kind": "identical"})
    assert len(items) == 30
    assert sum("hidden" in given for given in items) == 10


def test_a_cluster_of_many_members_shows_some_and_says_how_to_see_all(page):
    many = [(str(n), f"Title {n}", f"Text number {n % 12} of a cluster.") for n in range(600)]
    made = page([("template", many)])
    assert "8 of 12 variants are here. All members: twicetold show RUN --cluster 0" in made.text
    assert "and 45 more" in made.text
    assert len(made.all("li")) < 60


def test_large_texts_are_cut_and_the_page_stays_small(page, tmp_path, monkeypatch):
    monkeypatch.setattr(frame, "LEAST_BYTES", 50_000)
    large = [
        (kind, [("a", "T", f"{n} " + "word " * 20_000), ("b", "U", f"{n}. " + "word " * 20_000)])
        for n in range(15)
        for kind in ("copyedit", "drift")
    ]
    made = page(large, wanted=ReportLimits(clusters=30, contradictions=15))
    assert "more characters: twicetold show RUN --cluster 0" in made.text
    there = [len(made.all("details", **{"data-kind": kind})) for kind in ("copyedit", "drift")]
    assert 3 < there[0] < 15
    assert there[0] in (there[1], there[1] - 1)
    assert f"Of 30 clusters the page has {sum(there)}" in made.text
    assert f"The first {len(made.all('article'))} of 15 are here." in made.text
    assert (tmp_path / "report.html").stat().st_size < 400_000


def test_a_file_that_is_there_is_kept_unless_forced(twicetold, tmp_path):
    run = written(tmp_path / "run")
    _, said = twicetold("report", run)
    assert "report.html" in said
    _, said = twicetold("report", run, code=2)
    assert "`report.html` exists" in said
    twicetold("report", run, "--force", "--clusters", "0")
    assert (
        "`--clusters` must be 0 or more, not -1" in twicetold("report", run, "--force", "--clusters", "-1", code=2)[1]
    )


def test_the_api_writes_the_same_page(twicetold, tmp_path):
    run = written(tmp_path / "run")
    twicetold("report", run, "-o", tmp_path / "by-command.html")
    assert Run(run).report(tmp_path / "by-api.html").read_bytes() == (tmp_path / "by-command.html").read_bytes()


def test_the_run_s_own_files_are_never_overwritten(tmp_path):
    run = written(tmp_path / "run")
    with pytest.raises(SettingsError, match="part of the run itself"):
        write_report(run, run / "run.json", force=True)


def test_only_a_finished_run_of_sentences_has_a_report(tmp_path):
    with pytest.raises(RunError, match="job `split`"):
        write_report(written(tmp_path / "run", job="split"), tmp_path / "report.html")


def test_what_was_given_apart_from_the_defaults_stands_out(page):
    made = page(settings={"sentences": {"threshold": 0.9, "measure": "edit"}})
    assert "0.9 default 0.8" in made.text
    assert "default edit" not in made.text


@pytest.mark.parametrize(
    ("asked", "most", "given"),
    [
        ({"a": 2, "b": 90, "c": 50}, 30, {"a": 2, "b": 14, "c": 14}),
        ({"a": 2, "b": 3}, 100, {"a": 2, "b": 3}),
        ({"a": 5, "b": 5, "c": 5}, 7, {"a": 3, "b": 2, "c": 2}),
        ({"a": 5, "b": 0}, 0, {"a": 0, "b": 0}),
    ],
)
def test_room_is_shared_out_evenly_and_what_is_not_needed_goes_on(asked, most, given):
    assert divide_room(asked, most) == given


@pytest.mark.parametrize("url", ["http://a.org/b?c=d#e", "HTTPS://a.org/ü"])
def test_addresses_of_the_web_are_links(url):
    assert keep_web_url(url) == url


@pytest.mark.parametrize("url", ["", "https://", "https:///x", "ftp://a.org", "https://a.org/<b>", "http://[::1", "https://a.org/\n", "https://a.org/" + "x" * 3000])  # fmt: skip
def test_other_addresses_are_not(url):
    assert keep_web_url(url) == ""


def change(left, right, places, kind="number"):
    names = ("left_start", "left_end", "right_start", "right_end")
    return {"kind": kind, "left": left, "right": right, "disagrees": True} | dict(zip(names, places, strict=True))


def shown(parts):
    return ["".join(f"[{part.text}]" if part.kind else part.text for part in side) for side in parts]


def test_changes_are_marked_where_they_stand():
    given = [change("1905", "06", (3, 7, 3, 5)), change("", "!", (8, 8, 6, 7), "addition")]
    assert shown(mark_differences(ShortenedText("in 1905."), ShortenedText("in 06.!"), given)) == [
        "in [1905].",
        "in [06].[!]",
    ]


def test_changes_that_do_not_fit_the_texts_give_way_to_words():
    given = [change("1905", "1906", (0, 4, 0, 4))]
    assert shown(mark_differences(ShortenedText("in 1905."), ShortenedText("in 1906."), given)) == [
        "in [1905].",
        "in [1906].",
    ]


def test_changes_behind_the_cut_are_left_out():
    given = [change("1905", "1906", (5_000, 5_004, 5_000, 5_004))]
    assert (
        shown(mark_differences(ShortenedText.cut_text("a" * 6_000), ShortenedText.cut_text("a" * 6_000), given))
        == ["a" * 4_000] * 2
    )


def test_a_match_told_the_other_way_round_is_the_same():
    given = [change("", "!", (8, 8, 6, 7), "addition")]
    assert swap_sides(given)[0]["kind"] == "removal"
    assert swap_sides(swap_sides(given)) == given


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" onload="x()">{}</svg>'


def test_a_drawing_keeps_what_draws_and_drops_the_rest():
    inside = (
        '<defs><clipPath id="clip0"><rect width="1"/></clipPath></defs><g clip-path="url(#clip0)" style="fill:red">'
        '<text fill="currentColor">a &lt;b&gt;</text><script>x()</script><a href="javascript:x()"><rect/></a>'
        '<rect fill="url(https://evil)"/><foreignObject><b/></foreignObject><image href="https://evil"/></g>'
    )
    drawn = str(clean_svg(SVG.format(inside), "sizes", 'Sizes "of" <all>'))
    assert 'clip-path="url(#sizes-clip0)"' in drawn
    assert 'id="sizes-clip0"' in drawn
    assert "a &lt;b&gt;" in drawn
    assert 'role="img" aria-label="Sizes &quot;of&quot; &lt;all&gt;"' in drawn
    for gone in ("script", "onload", "style", "evil", "foreignObject", "href"):
        assert gone not in drawn


@pytest.mark.parametrize("svg", ["<svg", "<b/>", "<!DOCTYPE x [<!ENTITY a 'b'>]>" + SVG, SVG.format("x" * 300_000)])
def test_what_is_no_drawing_or_too_large_is_none(svg):
    assert clean_svg(svg, "sizes", "Sizes") is None


class Sizes(Analysis):
    """An analysis as the menu has them."""

    reads = {"clusters": ("size",)}  # noqa: RUF012
    title = "Sizes"
    question = "How large are clusters?"

    def compute_table(self, run):
        return pa.table({"size": [2000, 4, 3, 2, 1], "example": ["<b>" + "x" * 300] * 5})

    def draw_table(self, table):
        raise NotImplementedError

    def build_chart_from_table(self, table, *, has_title=True):
        return SVG.format("<title>drawn</title>")


@pytest.fixture
def on_the_menu(monkeypatch):
    """`on_the_menu(draw)`: the one analysis there is, and how it is drawn."""

    def put(draw):
        monkeypatch.setitem(registry.MENU, "analysis", {"sizes": f"{__name__}:Sizes"})
        monkeypatch.setattr(charts, "render_svg", draw)

    return put


def test_an_analysis_has_a_section_with_its_question_chart_and_table(page, on_the_menu):
    on_the_menu(lambda chart: chart)
    made = page()
    assert "How large are clusters?" in made.text
    assert made.all("svg", role="img", **{"aria-label": "Sizes"})
    assert "2,000" in made.text
    assert "<b>xxx" in made.text


def test_a_chart_of_fewer_than_five_points_is_only_a_table(page, on_the_menu, monkeypatch):
    on_the_menu(lambda chart: chart)
    monkeypatch.setattr(Sizes, "compute_table", lambda self, run: pa.table({"size": [2000]}))
    made = page()
    assert not made.all("svg", role="img")
    assert "2,000" in made.text


def test_an_analysis_that_the_run_has_no_tables_for_has_no_section(page, on_the_menu, monkeypatch):
    on_the_menu(lambda chart: chart)
    monkeypatch.setattr(Sizes, "reads", {"clusters": ("colour",)})
    assert "How large are clusters?" not in page().text


def test_without_the_package_for_charts_the_report_says_so(page, on_the_menu):
    def draw(chart):
        raise MissingPackage("altair", "charts")

    on_the_menu(draw)
    made = page()
    assert "No chart: the package `altair` is not installed. With pip install 'twicetold[charts]'" in made.text
    assert "2,000" in made.text


@pytest.mark.parametrize(
    ("paths", "name"),
    [
        (["/a/lakes.xml"], "lakes.xml"),
        (["/a/essays/1.txt", "/a/essays/2.txt", "/a/essays/3.txt"], "essays"),
        (["/a/essays/1.txt", "/a/essays/2.txt", "/a/essays/old/2.txt"], "essays"),
        (["/a/one.jsonl", "/a/two.jsonl"], "one.jsonl and two.jsonl"),
        (["1.txt", "2.txt", "3.txt"], "3 files"),
        (["memory"], "your texts"),
        ([], "this run"),
    ],
)
def test_a_few_files_are_called_by_their_names_and_many_by_their_folder(paths, name):
    assert name_files(paths) == name
