"""The wheel in an environment with nothing but what it requires: it works, and what an extra would bring is asked for."""

import json
import tomllib

import pytest
from tests.packaging.conftest import ROOT

pytestmark = pytest.mark.timeout(1800)  # what is not compiled yet is compiled first

FROZE = "The lake froze over in the winter of 1905, and nobody dared to cross it before the spring."
TEXT = f"{FROZE} Something else was said between the two. {FROZE.replace('1905', '1906')}\n"
EXTRAS = {
    "charts": ["plan", "--chart", "plan.svg"],
    "embeddings": ["sentences", "a.txt", "-o", "run", "--finder", "projection", "--vectors", "wordllama"],
    "minilm": ["sentences", "a.txt", "-o", "run", "--finder", "projection", "--vectors", "minilm"],
    "remote": ["sentences", "s3://bucket/a.txt", "-o", "run"],
    "serve": ["serve", "index"],
    "spark": ["sentences", "a.txt", "-o", "run", "--engine", "spark"],
    "tune": ["tune", "a.txt", "--truth", "pairs.csv"],
    "web": ["sentences", "page.html", "-o", "run"],
}
OF_DEVELOPERS = {"bench", "dev", "docs"}
BROUGHT_BY_EXTRAS = [
    "altair",
    "fastwarc",
    "fsspec",
    "numpy",
    "pandas",
    "pyspark",
    "resiliparse",
    "scipy",
    "starlette",
    "uvicorn",
    "wordllama",
]


@pytest.fixture
def given(start, tmp_path):
    """`start`, where there is a text in which a sentence stands twice, as plain text and as a page."""
    (tmp_path / "a.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "page.html").write_text(f"<p>{TEXT}</p>", encoding="utf-8")
    (tmp_path / "pairs.csv").write_text("left,right,duplicate\n1,2,1\n", encoding="utf-8")
    return start


def test_nothing_that_an_extra_brings_is_installed(start):
    program = f"from importlib.util import find_spec; print([name for name in {BROUGHT_BY_EXTRAS} if find_spec(name)])"
    assert start("python", "-c", program)[0] == "[]\n"


def test_the_demo_finds_what_was_planted(start, tmp_path):
    start("twicetold", "demo", "-o", "demo", "--sentences", "5000")
    assert list(tmp_path.glob("demo/**/run.json"))


def test_a_job_can_be_run_shown_and_reported(given, tmp_path):
    given("twicetold", "sentences", "a.txt", "-o", "run")
    assert "1906" in given("twicetold", "show", "run", "--cluster", "0")[0]
    given("twicetold", "analyse", "run")
    given("twicetold", "report", "run", "-o", "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "1906" in page
    assert "pip install 'twicetold[charts]'" in page.replace("&#39;", "'")


def test_a_job_can_be_run_from_python(given):
    program = f"""
import json, twicetold
found = twicetold.cluster([{FROZE!r}, {FROZE.replace("1905", "1906")!r}, "Another."])
print(json.dumps([twicetold.sentences("a.txt").matches.num_rows, found.labels.to_pylist()]))
"""
    assert json.loads(given("python", "-c", program)[0]) == [1, [0, 0, None]]


@pytest.mark.parametrize("extra", EXTRAS)
def test_what_needs_an_extra_says_which(given, extra):
    said = given("twicetold", *EXTRAS[extra], code=2)[1]
    assert "is not installed" in said
    assert f"pip install 'twicetold[{extra}]'" in said


def test_every_extra_that_users_have_is_tried_here():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(project["optional-dependencies"]) - OF_DEVELOPERS == set(EXTRAS)
