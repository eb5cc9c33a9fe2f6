"""What the repository says of itself in several places is the same in all of them."""

import re
import tomllib

from tests.docs.pages import ROOT
from twicetold import __version__
from twicetold.config.options import list_settings_classes
from twicetold.run.resume import RUN_FORMAT


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_citation_has_the_version_and_the_papers_of_all_presets():
    citation = read("CITATION.cff")
    assert re.findall(r"^version: (.+)$", citation, re.MULTILINE) == [__version__]
    presets = {name for kind in list_settings_classes() for name in kind.presets}
    assert set(re.findall(r"The preset `(\w+)`", citation)) == presets


def test_ci_runs_every_python_that_the_package_names():
    project = tomllib.loads(read("pyproject.toml"))["project"]
    named = [line.rpartition(" ")[2] for line in project["classifiers"] if re.search(r":: 3\.\d+$", line)]
    (matrix,) = re.findall(r"python: \[(.+)\]", read(".github/workflows/ci.yml"))
    assert re.findall(r"3\.\d+", matrix) == named
    assert project["requires-python"] == f">={named[0]}"


def test_the_stability_page_names_the_run_format():
    assert f"This version reads and writes format {RUN_FORMAT}." in read("docs/stability.md")
