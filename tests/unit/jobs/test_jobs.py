"""What a job must be, and what one gets that says no more than it must: one folder and one line of the menu."""

import re
from pathlib import Path

import pytest

import twicetold as package
from twicetold import registry
from twicetold.engines.local import Local
from twicetold.errors import SettingsError
from twicetold.jobs.base import Findings, Job, find_job, list_jobs_with, load_job
from twicetold.jobs.front import read_and_split
from twicetold.jobs.split.settings import SplitSettings
from twicetold.label.keys import choose_keys
from twicetold.report.frame import style_kinds
from twicetold.run import Run

ROOT = Path(package.__file__).parent
NAMES = registry.list_names("job")
OPTIONAL = ("flow", "page", "evaluator", "tuner", "remover")

# The menu, the Python functions and what they take; the demo, the plan and the index are of sentences.
MAY_NAME_JOBS = {
    *("__init__.py", "api.py", "options.py", "registry.py", "demo/command.py"),
    *("plan/presets.py", "plan/projection_show.py"),
    *("cli/index_commands.py", "index/documents.py", "index/query.py"),
    *("index/jobs/sentences.py", "index/jobs/documents.py"),
}


class LinesJob(Job):
    """The sentences as they are: as little as a job can be."""

    name = "lines"
    result_tables = ("sentences",)

    def run_stages(self, stages):
        stages.make("front", lambda: read_and_split(stages.inputs.searched, stages.settings, stages.engine))
        return stages.count_rows("sentences")

    def describe_findings(self, run):
        return Findings([f"{run.facts['results']['sentences']} lines"])


@pytest.fixture
def lines_run(tmp_path, monkeypatch):
    """The folder of a run of a job that another package has put on the menu."""
    monkeypatch.setitem(registry.MENU["job"], "lines", f"{__name__}:LinesJob")
    (tmp_path / "a.txt").write_text("The lake froze over in the winter. Nobody crossed it.")
    job, settings = load_job("lines"), SplitSettings()
    inputs = job.find_inputs([str(tmp_path / "a.txt")], settings)
    job.run(inputs, tmp_path / "run", settings, Local(settings.machine))
    return tmp_path / "run"


def test_a_job_that_says_no_more_is_shown_and_exported(twicetold, lines_run):
    out, _ = twicetold("show", lines_run, "--details")
    assert re.search(r"^sentences +2$", out, re.MULTILINE)
    out, _ = twicetold("export", lines_run)
    assert out.count("\n") == 2
    assert "sentences" in Run(lines_run)._repr_html_()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("report",), "is a run of the job `lines`, not `sentences` or `passages` or `documents` or `threads`"),
        (("evaluate", "--truth", "truth.csv"), "is a run of the job `lines`, not `sentences`"),
        (("apply", "-o", "out"), "is a run of the job `lines`, not `sentences` or `passages` or `documents`"),
        (("label",), "is a run of the job `lines`, not `sentences` or `passages` or `threads`"),
        (("show", "--largest", "2"), "a run of `lines` has no view --largest\nhint: leave it out for a summary"),
        (("show", "--kind", "drift"), "a run of `lines` has no kinds"),
        (("analyse",), "none of the analyses"),
    ],
)
def test_what_it_does_not_have_is_said(twicetold, lines_run, arguments, said):
    command, *options = arguments
    assert said in twicetold(command, lines_run, *options, code=2)[1]


@pytest.mark.parametrize("part", OPTIONAL)
def test_what_it_does_not_have_is_said_in_python_too(lines_run, part):
    with pytest.raises(SettingsError, match=f"the job `lines` has no {part}"):
        load_job("lines").load_part(part)


@pytest.mark.parametrize("part", OPTIONAL)
def test_every_part_that_a_job_names_is_there(part):
    for name in list_jobs_with(part):
        assert callable(load_job(name).load_part(part))


def test_a_run_of_a_job_that_is_not_installed_has_none(lines_run, monkeypatch):
    monkeypatch.delitem(registry.MENU["job"], "lines")
    assert find_job(Run(lines_run)) is None


def test_what_can_be_labelled_has_a_name_and_answers_of_its_own():
    assert list_jobs_with("labelled") == ["sentences", "passages", "threads"]
    for job in map(load_job, list_jobs_with("labelled")):
        sets = [each() for each in job.load_labelled()]
        assert len({each.name for each in sets}) == len(sets)
        for each in sets:
            names = [answer.name for answer in each.answers]
            assert len({*names}) == len(names) == len(choose_keys(names))
            assert not each.refusal or each.refusal in names
            assert all(answer.meaning for answer in each.answers)


def test_the_jobs_that_can_be_tuned_and_applied():
    assert list_jobs_with("tuner") == ["sentences", "threads"]
    assert list_jobs_with("remover") == ["sentences", "passages", "documents"]


@pytest.mark.parametrize("name", NAMES)
def test_a_job_goes_by_its_name_and_its_kinds_can_be_told_apart(name):
    job = load_job(name)
    assert job.name == name
    assert not {*job.result_tables} & {*job.temporary_tables}
    for values in zip(*((kind.name, kind.meaning, kind.colour) for kind in job.kinds), strict=True):
        assert len({*values}) == len(values)
    assert style_kinds(job.kinds).count("--kind: #") == len(job.kinds)


@pytest.mark.parametrize(("name", "page"), [("sentences", "kinds.md"), ("passages", "passages.md")])
def test_every_kind_is_in_the_docs(name, page):
    text = (ROOT.parents[1] / "docs" / page).read_text()
    assert [kind.name for kind in load_job(name).kinds if f"| `{kind.name}` |" not in text] == []


def test_only_the_menu_and_the_functions_name_a_job():
    names = re.compile(rf"twicetold\.jobs\.({'|'.join(NAMES)})\b|twicetold\.jobs import ({'|'.join(NAMES)})")
    found = {
        str(path.relative_to(ROOT))
        for path in ROOT.rglob("*.py")
        if path.relative_to(ROOT).parts[:2] not in [("jobs", name) for name in NAMES] and names.search(path.read_text())
    }
    assert found <= MAY_NAME_JOBS
