"""Fixtures: one Chromium for all tests of a session, and the page of a run opened in it."""

import pytest

from tests.browser.chromium import Chromium
from tests.runs.report import written
from twicetold.report.command import write_report


@pytest.fixture(scope="session")
def chromium(tmp_path_factory):
    browser = Chromium(tmp_path_factory.mktemp("profile"))
    yield browser
    browser.close()


@pytest.fixture
def made():
    """Makes the run that is reported; the tests of another job have another."""
    return written


@pytest.fixture
def opened(chromium, tmp_path, made):
    """`opened()` -> the browser with a report open in it. In the end nothing may have complained or left the page."""

    def build(*arguments, width=1280, fragment="", scheme="light", wanted=None, **options):
        write_report(made(tmp_path / "run", *arguments, **options), tmp_path / "report.html", wanted)
        chromium.resize(width, 900)
        chromium.prefer(scheme)
        chromium.open(tmp_path / "report.html", fragment)
        return chromium

    yield build
    assert chromium.complaints == []
    assert chromium.requests == [(tmp_path / "report.html").as_uri()]
