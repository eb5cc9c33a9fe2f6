"""What every analysis on the menu must do, whatever the run holds."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.runs import analyses as analysed

from twicetold import registry
from twicetold.analyses import charts, command
from twicetold.analyses.base import Analysis
from twicetold.run import finished

NAMES = registry.list_names("analysis")
RUNS = ("planted", "hostile", "empty")
MOST_ROWS = 400

pytestmark = pytest.mark.parametrize("name", NAMES)


@pytest.fixture(scope="module")
def made():
    return {}


@pytest.fixture
def runs(name, made, tmp_path_factory):
    """`runs("hostile")` -> such a run of the job that the analysis is for."""

    def run(kind):
        folder = registry.MENU["analysis"][name].split(".")[2]  # of an analysis that only one job has
        job = folder if folder in ("passages", "threads", "history") else "run"
        if (job, kind) not in made:
            make = getattr(analysed, f"{kind}_{job}")
            made[job, kind] = make(tmp_path_factory.mktemp(kind))
        return made[job, kind]

    return run


def analysis_of(name) -> Analysis:
    return registry.load_class("analysis", name)()


def test_it_asks_a_question(name):
    analysis = analysis_of(name)
    assert isinstance(analysis, Analysis)
    assert re.fullmatch(r"[A-Z].*[^?]\?", analysis.question)
    assert analysis.title
    assert not analysis.title.endswith((".", "?"))


def test_a_planted_run_answers_it(name, runs):
    analysis = analysis_of(name)
    table = analysis.compute_table(runs("planted"))
    assert 0 < table.num_rows <= MOST_ROWS
    assert analysis.describe_finding(table)


@pytest.mark.parametrize("kind", RUNS)
def test_the_columns_are_those_it_declares_and_none_is_null(name, runs, kind):
    table = analysis_of(name).compute_table(runs(kind))
    assert table.schema == analysis_of(name).schema
    assert not sum(column.null_count for column in table.columns)
    table.validate(full=True)


@pytest.mark.parametrize("kind", RUNS)
def test_the_same_run_gives_the_same_answer_however_it_is_read(name, runs, kind, monkeypatch):
    first = analysis_of(name).compute_table(runs(kind))
    for rows in (1, 3, 1000):
        monkeypatch.setattr(finished, "BATCH_ROWS", rows)
        assert analysis_of(name).compute_table(runs(kind)) == first


@pytest.mark.parametrize("kind", RUNS)
def test_its_chart_is_well_formed_svg_that_names_its_question(name, runs, kind):
    drawn = charts.render_svg(analysis_of(name).build_chart(runs(kind)))
    root = ElementTree.fromstring(drawn)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert analysis_of(name).title in drawn
    tags = {each.tag.rpartition("}")[2] for each in root.iter()}
    assert tags <= {"svg", "g", "path", "line", "text", "rect", "defs", "clipPath", "tspan", "linearGradient", "stop"}
    assert len(drawn) < 300_000


class Scripts(HTMLParser):
    """Counts what a browser would take for elements."""

    def __init__(self):
        super().__init__()
        self.tags = []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)


@pytest.mark.parametrize("kind", ["hostile", "empty"])
def test_its_page_runs_nothing_but_its_own_scripts(name, runs, kind):
    page = charts.render_html(analysis_of(name).build_chart(runs(kind)))
    parser = Scripts()
    parser.feed(page)
    assert parser.tags.count("script") == 2
    assert "img" not in parser.tags
    spec = page.rpartition('vegaEmbed("#chart", ')[2].partition(")</script>")[0]
    assert json.loads(spec)["description"] == analysis_of(name).question


def test_nothing_in_a_chart_could_end_a_script_in_a_notebook(name, runs):
    spec = json.dumps(analysis_of(name).build_chart(runs("hostile")).to_dict(), ensure_ascii=False)
    assert "</" not in spec
    assert "<!" not in spec
    assert "<script" not in spec


def test_it_is_printed_without_control_characters(name, runs, capsys):
    command.analyse_run(runs("hostile").folder, name)
    out = capsys.readouterr().out
    assert analysis_of(name).question in out
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", out)


def test_it_is_documented(name):
    page = (Path(__file__).parents[2] / "docs" / "analyses.md").read_text(encoding="utf-8")
    assert f"## {name}\n" in page
    assert analysis_of(name).question in page
