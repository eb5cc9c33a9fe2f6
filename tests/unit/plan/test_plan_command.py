"""`twicetold plan`: options in, text, JSON and charts out."""

import json
from pathlib import Path

import pytest

from twicetold.jobs.stages import build_finder
from twicetold.jobs.threads.aspects import compute_recall, settle_aspects
from twicetold.jobs.threads.settings import ThreadSettings
from twicetold.plan import Corpus, DrawScheme, Hardware, Target, choose_plan, evaluate_scheme, render_plan_text
from twicetold.plan.presets import list_presets, load_preset


def test_it_prints_the_cheapest_plan(twicetold):
    out, _ = twicetold("plan", "--workers", 2)
    assert out == render_plan_text(choose_plan(0.8, 0.99, "edit"))


def test_every_option_reaches_the_plan(twicetold):
    options = "--similarity .9 --recall .95 --measure jaccard --shingle 8 --sentences 135.8M --characters 120"
    out, _ = twicetold("plan", *options.split(), "--dump-bytes", "42GB", "--workers", 8, "--memory", "2GiB")
    corpus = Corpus(135_800_000, 120, 42_000_000_000)
    assert out == render_plan_text(
        choose_plan(0.9, 0.95, "jaccard", shingle=8, corpus=corpus, hardware=Hardware(8, 2 << 30))
    )


def test_a_preset_is_the_paper_as_its_code_drew(twicetold):
    out, _ = twicetold("plan", "--preset", "weissman2015", "--measure", "jaccard", "--similarity", 0.9, "--workers", 2)
    assert out == render_plan_text(evaluate_scheme(DrawScheme(20, 10, 10, 1123456), Target(0.9), 12))
    assert "is found in   90.8 % of cases  (asked: 99.0 %)" in out


@pytest.mark.parametrize("preset", list_presets())
def test_every_preset_plans_what_its_job_runs(twicetold, preset):
    facts, settings = json.loads(twicetold("plan", "--preset", preset, "--json")[0]), load_preset(preset)
    assert facts["similarity"] == settings.matching.threshold
    if isinstance(settings, ThreadSettings):
        aspects = settle_aspects(settings)
        assert facts["recall"] == compute_recall(aspects)
        assert [own["scheme"] for own in facts["compared"].values()] == [
            each.finder.facts["scheme"] for each in aspects
        ]
        return
    ran = build_finder(settings, 1_000_000).facts
    assert round(facts["recall"], 4) == ran["recall"]
    scheme = facts["scheme"]["name"] if "scheme" in facts else facts["compared"]["sentence"]["scheme"]
    assert scheme == ran["scheme"]
    assert facts.get("measure", settings.matching.measure) == settings.matching.measure


@pytest.mark.parametrize(("preset", "shingle"), [("ayhan2013", 10), ("weissman2015", 12)])
def test_a_preset_plans_with_the_shingles_of_its_paper(twicetold, preset, shingle):
    assert json.loads(twicetold("plan", "--preset", preset, "--json")[0])["shingle"] == shingle
    assert json.loads(twicetold("plan", "--preset", preset, "--shingle", 7, "--json")[0])["shingle"] == 7


def test_given_bands_are_evaluated_and_not_chosen(twicetold):
    facts = json.loads(twicetold("plan", "--bands", 14, "--rows", 8, "--measure", "jaccard", "--json")[0])
    assert facts["scheme"] == {"name": "14 bands of 8 rows (112 functions)", "rows": 8, "bands": 14}
    assert (round(facts["recall"], 3), facts["is_enough"], facts["shingle"]) == (0.924, False, 12)


def test_given_draws_are_evaluated_with_their_seed(twicetold):
    facts = json.loads(twicetold("plan", "--draws", "20,10,5,7", "--json")[0])
    assert facts["scheme"]["name"] == "5 draws of 10 from 20 functions (seed 7)"
    at = {round(row["jaccard"], 2): row for row in facts["curve"]}
    assert at[0.9]["found"] < at[0.9]["formula"]


def test_json_adds_up(twicetold):
    facts = json.loads(twicetold("plan", "--json", "--dump-bytes", "1GB")[0])
    assert facts["seconds"] == pytest.approx(sum(stage["seconds"] for stage in facts["stages"]))
    assert [stage["name"] for stage in facts["stages"]][:2] == ["unpack", "split"]
    assert facts["recall"] >= facts["recall_asked"] == 0.99


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--similarity", "1.5"], "`similarity` must be between 0 and 1, not 1.5"),
        (["--similarity", "nan"], "`similarity` must be between 0 and 1, not nan"),
        (["--recall", "1"], "`recall` must be above 0 and below 1, not 1"),
        (["--measure", "dice"], "unknown measure: `dice`"),
        (["--measure", "dice", "--bands", "3", "--rows", "3"], "unknown measure: `dice`"),
        (["--measure", "cosine", "--bands", "3", "--rows", "3"], "`--bands` does not work with `--measure cosine`"),
        (["--preset", "wu2011", "--recall", "0.9"], "`--recall` does not work with `--preset wu2011`"),
        (["--preset", "meng2018", "--measure", "edit"], "`meng2018` compares by `cosine`, not `edit`"),
        (["--measure", "cosine", "--chart", "plan.html"], "`--chart` does not work with `--measure cosine`"),
        (["--sentences", "many"], "`many` is not a number"),
        (["--sentences", "0"], "`--sentences`: 0 is out of range"),
        (["--sentences", "9" * 4000], "out of range"),
        (["--characters", "0"], "`--characters`: 0 is out of range"),
        (["--shingle", "0"], "`--shingle`: 0 is out of range"),
        (["--workers", "-1"], "`--workers`: -1 is out of range"),
        (["--memory", "0"], "`--memory`: 0 is out of range"),
        (["--memory", "4 parsecs"], "`4 parsecs` is not a number"),
        (["--bands", "4"], "`--bands` and `--rows` must be given together"),
        (["--bands", "0", "--rows", "4"], "`--bands`: 0 is out of range"),
        (["--bands", "4", "--rows", "4", "--draws", "1,1,1"], "more than one scheme"),
        (["--preset", "broder1997"], "unknown preset: `broder1997`"),
        (["--draws", "20,10"], "`--draws 20,10` is not three or four numbers"),
        (["--draws", "20,ten,10"], "`--draws 20,ten,10` is not three or four numbers"),
        (["--draws", "1000000000,10,10"], "out of range"),
        (["--draws", "1000,1000,1000"], "1000000 is out of range"),
        (["--recall", "0.999999999", "--similarity", "0.02"], "no bands find"),
        (["--chart", "plan.pdf"], "cannot be written in this format"),
        (["--chart", "nowhere/plan.html"], "`nowhere` is not a folder"),
    ],
)
def test_nonsense_is_told_with_a_way_out(twicetold, options, said):
    out, errors = twicetold("plan", *options, code=2)
    assert said in errors
    assert "hint: " in errors
    assert out == ""


@pytest.mark.parametrize("suffix", ["html", "svg", "png"])
def test_a_chart_is_written_whole_and_not_over_another(twicetold, suffix):
    pytest.importorskip("vl_convert")
    chart = Path(f"plan.{suffix}")
    out, _ = twicetold("plan", "--chart", chart)
    assert out.startswith("threshold")
    assert chart.stat().st_size > 1000
    assert [each.name for each in Path().iterdir()] == [chart.name]
    _, errors = twicetold("plan", "--chart", chart, code=2)
    assert f"`{chart}` exists" in errors
    twicetold("plan", "--chart", chart, "--force")


def test_help_has_an_example(twicetold):
    assert "twicetold plan --similarity 0.8" in twicetold("plan", "--help")[0]
