"""`python -m replication`: every table and figure has a state, and a run without data writes every page."""

import re
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
import yaml
from replication.ayhan2013 import citations, consecutive, edit_distance, false_positives
from replication.minhash.first_paper import FAMILY, count_rules_of_000, pack_folded
from replication.minhash.multiply_shift import Family, pack_whole
from replication.registry import PAPERS, find_paper
from replication.runs import group_documents
from replication.source import Source
from replication.threads import read_semeval_answers
from replication.weissman2015.recall import compute_curves
from replication.zhang2010 import documents, passages
from tests.docs.pages import ROOT

from replication import __main__ as command
from replication import base, pages

# The tables and figures that the papers have; 001 has a figure of two parts.
NUMBERED = {
    "000": {"Figure": 4, "Table": 2},
    "001": {"Figure": 2, "Table": 1},
    "002": {"Figure": 2, "Table": 6},
    "003": {"Figure": 9, "Table": 2},
    "004": {"Figure": 11, "Table": 3},
}


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.preset)
def test_every_table_and_figure_of_a_paper_has_an_entry(paper):
    names = {re.sub(r",.*", "", entry.name) for entry in paper.entries}
    for sort, count in NUMBERED[paper.number].items():
        assert {f"{sort} {number}" for number in range(1, count + 1)} <= names
    assert len({entry.name for entry in paper.entries}) == len(paper.entries)


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.preset)
def test_an_entry_has_an_experiment_or_says_why_not_and_no_experiment_is_without_an_entry(paper):
    for entry in paper.entries:
        assert bool(entry.experiment) or entry.why
        assert entry.state in base.STATES
    assert {entry.experiment for entry in paper.entries} - {""} == {each.name for each in paper.experiments}
    for experiment in paper.experiments:
        module, _, function = experiment.function.partition(":")
        assert callable(getattr(import_module(module), function))
    assert find_paper(paper.number) is find_paper(paper.preset) is paper


def test_the_state_of_an_entry_follows_from_the_run():
    experiment = base.Experiment("one", "One", "a:b", ("x.csv",))
    done = {"one": base.Outcome(experiment, ("text",))}
    planted = {"one": base.Outcome(experiment, ("text",), is_planted=True)}
    lacking = {"one": base.Outcome(experiment, missing=("x.csv",))}
    entry = base.Entry("Table 1", "something", "one", base.REPLICATED)
    assert base.state_entry(entry, done) == (base.REPLICATED, "")
    assert base.state_entry(entry, planted) == (base.OTHER_DATA, "planted text")
    assert base.state_entry(entry, lacking) == (base.NOT_RUN, "missing: `x.csv`")
    assert base.state_entry(base.Entry("Figure 1", "a picture", why="a diagram"), {}) == (base.CANNOT, "a diagram")


def test_a_folder_without_the_files_gives_rows_that_say_so(tmp_path):
    source = Source(tmp_path, tmp_path / "scratch")
    done = command.run_paper(find_paper("004"), source)
    states = {name: (state, remark) for name, _, state, remark, _ in done.list_states()}
    assert states["Table 2"][0] == base.NOT_RUN
    assert "enwiki-articles" in states["Table 2"][1]
    assert states["Figure 5"][0] == base.OTHER_DATA


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The pages of a run without data, on little planted text."""
    folder = tmp_path_factory.mktemp("pages")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(false_positives, "LENGTHS", (5, 12, 15))
        patch.setattr(consecutive, "LENGTHS", (1, 3))
        patch.setattr(documents, "PLANTED_SIZES", (50,))
        for module in (consecutive, passages):
            patch.setattr(module, "DOCUMENTS", 60)
        command.main(["-o", str(folder), "--planted-sentences", "2000", "--no-spark"])
    return folder


@pytest.mark.timeout(600)
def test_a_run_without_data_writes_every_page_and_its_charts(written):
    assert {path.name for path in written.glob("*.md")} == {
        "index.md",
        "wikipedia.md",
        *(f"{paper.preset}.md" for paper in PAPERS),
    }
    index = (written / "index.md").read_text(encoding="utf-8")
    rows = [line for line in index.splitlines() if line.startswith("| [00")]
    assert sum(len(paper.entries) for paper in PAPERS) == len(rows)
    for page in written.glob("*.md"):
        text = page.read_text(encoding="utf-8")
        shown = re.findall(r"\((charts/[^)#]+)#only-(light|dark)\)", text)
        assert all((written / name).exists() for name, _ in shown)
        assert "None" not in text
    assert len(list((written / "charts").iterdir())) >= 40


@pytest.mark.timeout(600)
def test_a_chart_has_the_ink_of_its_page(written):
    light, dark = (
        (written / f"charts/weissman2015-figure-1-left-{each}.svg").read_text() for each in ("light", "dark")
    )
    assert "#333333" in light
    assert "#dddddd" in dark
    assert "currentColor" not in light + dark


def test_the_pages_of_the_site_are_those_that_the_command_writes():
    names = {f"replication/{name}.md" for name in ("index", *pages.PAGES, *(paper.preset for paper in PAPERS))}
    nav = str(yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"])
    assert set(re.findall(r"replication/[\w-]+\.md", nav)) == names
    assert {f"replication/{path.name}" for path in (ROOT / "docs" / "replication").glob("*.md")} == names


def test_a_paper_that_there_is_not_is_refused(capsys):
    with pytest.raises(SystemExit):
        command.main(["smith1999"])
    assert "smith1999" in capsys.readouterr().err


def test_the_bounds_of_figure_1_are_those_that_the_paper_prints():
    lower, upper = edit_distance.bound_jaccard(0.05, 0.2)
    assert (round(lower, 2), round(upper, 2)) == (0.58, 0.65)
    assert edit_distance.measure_pair("a" * 100, "a" * 100) == (0.1, 0.0, 1.0)


TEXTS = [
    "The old mill by the river was sold in 1905 to a family from the north of the county, who closed it.",
    "The old mill by the river was sold in 1906 to a family from the north of the county, who closed it.",
    "Nobody crossed the frozen lake on foot in that winter, although the ice was said to carry a loaded cart.",
]


@pytest.mark.parametrize("length", [5, 8, 12, 15])
@pytest.mark.parametrize("folded", [True, False])
def test_the_minima_by_numpy_are_those_of_the_plain_hash_family(length, folded):
    family = Family(bits=64)
    packing = pack_folded if folded else pack_whole
    plain = [
        family.compute_minima(packing(text[at : at + length].encode()) for at in range(len(text) - length + 1))
        for text in TEXTS
    ]
    found = false_positives.compute_minima(TEXTS, length, folded, family)
    assert found.tolist() == plain
    assert found.dtype == np.uint64


def test_pairs_of_figure_2_are_good_or_bad_by_edit_distance(monkeypatch):
    monkeypatch.setattr(false_positives, "LENGTHS", (12,))
    counted = false_positives.count_pairs(TEXTS)
    assert counted["every byte kept", 8, 12] == (1, 0)


def test_the_rules_of_the_first_paper_count_clusters_by_hand():
    counted = count_rules_of_000([*TEXTS, TEXTS[2], "too short"])
    for packing in ("as published", "packed whole"):
        found = counted[packing]
        assert found["clusters"] == 2
        assert found["pairs"] == 2
        assert found["sentences in clusters"] == 4
        assert found["distinct sentences in them"] == 3
        assert found["clusters of two, per cent"] == 100.0
        assert found["largest cluster"] == 2
    assert pack_folded(b"abcdabcd") == (0x64636261,)
    assert (FAMILY.bits, FAMILY.signature_length, FAMILY.signatures) == (30, 8, 10)


def test_the_curves_have_the_figures_of_the_fixture():
    curves = compute_curves()[10]
    assert curves["exact"][45] == pytest.approx(0.9081, abs=1e-4)
    assert curves["formula"][45] == pytest.approx(0.9863, abs=1e-4)


def test_groups_of_articles_are_linked_by_what_they_share():
    pairs = [
        {"left_document": left, "right_document": right, "shared": shared}
        for left, right, shared in (("a", "b", 9), ("b", "c", 6), ("d", "e", 7), ("e", "f", 2))
    ]
    assert group_documents(pairs, 5) == [["a", "b", "c"], ["d", "e"]]
    assert group_documents(pairs, 8) == [["a", "b"]]


def test_citations_are_addresses_and_numbers():
    page = '<text xml:space="preserve">{{cite|url=http://A.org/b/ |isbn=0-12345678-9 |doi=10.1/x}}</text>'
    assert citations.find_citations(page) == {"http://a.org/b", "isbn 0-12345678-9", "doi 10.1/x"}


def test_threads_with_answers_are_paired_by_the_question_that_they_match(tmp_path):
    related = [("R1", "PerfectMatch", "Good"), ("R2", "PerfectMatch", "Good"), ("R3", "Irrelevant", "Good")]
    related += [("R4", "Relevant", "Good"), ("R5", "PerfectMatch", "Bad")]
    asked = "".join(
        f'<OrgQuestion ORGQ_ID="Q1"><Thread THREAD_SEQUENCE="{name}">'
        f'<RelQuestion RELQ_ID="{name}" RELQ_RELEVANCE2ORGQ="{relevance}"><RelQSubject>s</RelQSubject></RelQuestion>'
        f'<RelComment RELC_RELEVANCE2RELQ="{good}"><RelCText>answer</RelCText></RelComment></Thread></OrgQuestion>'
        for name, relevance, good in related
    )
    path = Path(tmp_path) / "semeval.xml"
    path.write_text(f"<xml>{asked}</xml>", encoding="utf-8")
    assert read_semeval_answers(path).pairs == [("R1", "R2", 1), ("R1", "R3", 0), ("R2", "R3", 0)]
