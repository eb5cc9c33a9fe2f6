"""Fixtures: a small dump with every construct the front end knows, and a reader that gives rows made up by a test."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pyarrow as pa
import pytest

from tests.support.examples import register_profiles
from twicetold.config import Reading
from twicetold.readers.base import DocumentBatchBuilder, Split

register_profiles()

# What `make test-quick` leaves to `make test`: commands, scripts, whole pages, and every job, feature and chart in turn.
SLOW_FOLDERS = ("end_to_end", "tools")
SLOW_FILES = (
    *("test_every_job.py", "test_feature_menu.py", "test_analysis_menu.py"),
    *("test_examples.py", "test_examples_folder.py", "test_site.py"),
)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """By whole files, in the order in which they are collected."""
    from tests.support.sharing import ByFile

    config.option.loadscopereorder = False
    return ByFile(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests by what they need. Where processes share the tests, those with Spark come first: they take longest."""
    from tests.support.sharing import needs_spark

    for item in items:
        folder = item.path.relative_to(config.rootpath / "tests").parts[0]
        if needs_spark(item.path):
            item.add_marker(pytest.mark.spark)
        if folder in ("browser", "packaging"):
            item.add_marker(folder)
        if folder in SLOW_FOLDERS or item.path.name in SLOW_FILES:
            item.add_marker(pytest.mark.slow)
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: not needs_spark(item.path))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fail-on-skip", action="store_true", help="fail if a test is skipped: all they need is there")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """With `--fail-on-skip`, as `make test` has it, a run with a skipped test has failed."""
    if session.config.option.fail_on_skip and _count_skipped(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    skipped = _count_skipped(config)
    if config.option.fail_on_skip and skipped:
        terminalreporter.write_line(f"FAILED: {skipped} skipped, and --fail-on-skip was given", red=True)


def _count_skipped(config: pytest.Config) -> int:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return len(reporter.stats.get("skipped", ())) if reporter else 0


@dataclass(frozen=True)
class Made:
    """A reader of texts that stand in the test itself; a text of None is a record that cannot be read."""

    texts: tuple[str | None, ...] = ()
    rows_per_batch: int = 2
    reading: Reading = field(default_factory=Reading)
    threads: int = 1
    suffixes: ClassVar[tuple[str, ...]] = ()
    markup: ClassVar[str] = "plain"

    def split_file(self, path: str, split_bytes: int) -> list[Split]:
        return [Split(path)]

    def read(self, split: Split) -> Iterator[pa.RecordBatch]:
        rows = DocumentBatchBuilder(split.path, self.markup, 1 << 30, 1 << 30)
        for number, text in enumerate(self.texts):
            if text is None:
                yield from rows.reject(place=f"record {number}", reason="made so", excerpt="...")
            else:
                yield from rows.add(document=str(number), text=text, place=f"record {number}", title=f"Text {number}")
            if number % self.rows_per_batch == self.rows_per_batch - 1:
                yield from rows.flush()
        yield from rows.flush()


@pytest.fixture
def made():
    return Made


PAGES = """\
<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">
  <siteinfo>
    <sitename>Norland</sitename><dbname>norwiki</dbname><base>https://nor.example/wiki/Main_Page</base>
    <case>first-letter</case>
    <namespaces><namespace key="0" case="first-letter" /><namespace key="1" case="first-letter">Talk</namespace>
    <namespace key="6" case="first-letter">File</namespace></namespaces>
  </siteinfo>
  <page>
    <title>Lake Orrin</title><ns>0</ns><id>7</id>
    <revision><id>70</id><timestamp>2013-04-01T00:00:00Z</timestamp>
      <contributor><username>Ada</username><id>3</id></contributor>
      <model>wikitext</model><format>text/x-wiki</format>
      <text bytes="300" sha1="x" xml:space="preserve">'''Lake Orrin''' is a lake in [[Norland]]. It is {{convert|12.5|km|mi}} long &amp; deep.&lt;ref&gt;Hale, ''Lakes'', p. 4.&lt;/ref&gt; Dr. Korn measured it in 1901.

== History ==
The lake froze in 1905. Nobody crossed it.
* The first crossing was made on foot.

== See also ==
* [[Tarn]]</text></revision>
  </page>
  <page><title>Orrin</title><ns>0</ns><id>8</id><redirect title="Lake Orrin" />
    <revision><id>71</id><timestamp>2013-04-01T00:00:00Z</timestamp><text xml:space="preserve">#REDIRECT [[Lake Orrin]]</text></revision></page>
  <page><title>Talk:Lake Orrin</title><ns>1</ns><id>9</id>
    <revision><id>72</id><timestamp>2013-04-01T00:00:00Z</timestamp><text xml:space="preserve">Is this right?</text></revision></page>
  <page><title>Tarn</title><ns>0</ns><id>10</id>
    <revision><id>73</id><timestamp>2013-04-02T00:00:00Z</timestamp><contributor><ip>10.0.0.1</ip></contributor>
    <text xml:space="preserve" bytes="20">A '''tarn''' is a small lake. 湖很小。</text></revision></page>
</mediawiki>
"""


@pytest.fixture
def dump(tmp_path):
    """A dump of four pages, two of them articles."""
    path = tmp_path / "pages.xml"
    path.write_text(PAGES, encoding="utf-8")
    return path
