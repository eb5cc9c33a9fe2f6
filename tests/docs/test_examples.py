"""The examples of README, guides and other pages run, and print what the pages show."""

import re
import shutil

import pytest

from tests.docs.pages import ENVIRONMENT, blocks, name_of, outside, pages
from tests.docs.running import Failed, agrees, check_page
from tests.docs.samples import write_samples

NOT_RUN = (
    14  # blocks that need a cluster, a terminal, an hour, or what is not ours to pass on; none shall be added lightly
)
WITH_BLOCKS = [
    page
    for page in pages()
    if any(block.runs for block in blocks(page.read_text(encoding="utf-8")))
    and ENVIRONMENT not in page.read_text(encoding="utf-8")
]


@pytest.fixture(scope="module")
def samples(tmp_path_factory):
    folder = tmp_path_factory.mktemp("samples")
    write_samples(folder)
    return folder


@pytest.mark.parametrize("page", WITH_BLOCKS, ids=name_of)
def test_the_examples_of_a_page_run_and_print_what_it_shows(page, samples, tmp_path, monkeypatch):
    folder = tmp_path / "reader"
    shutil.copytree(samples, folder)
    monkeypatch.chdir(folder)
    check_page(page.read_text(encoding="utf-8"))


def test_few_blocks_are_not_run():
    kept = [
        (name_of(page), block.said)
        for page in pages()
        for block in blocks(page.read_text(encoding="utf-8"))
        if block.mark == "not run"
    ]
    assert len(kept) <= NOT_RUN, kept


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_no_command_stands_where_it_would_not_be_run(page):
    """A command in an indented block, or in a fence of no language, would never be tried."""
    text = page.read_text(encoding="utf-8")
    assert not re.findall(r"^    (?:\.venv/bin/)?twicetold .*", outside(text), re.MULTILINE)
    known = {"sh", "python", "text", "json", "csv", "toml", "xml", "markdown"}
    assert {block.language for block in blocks(text)} <= known
    hidden = [block.text for block in blocks(text) if block.language != "sh" and not block.mark]
    assert not [text for text in hidden if re.search(r"^twicetold [a-z]+ (?!RUN)", text, re.MULTILINE)]


BROKEN = {
    "a command that fails": "```sh\ntwicetold show nowhere\n```\n",
    "an option that is gone": "```sh\ntwicetold plan --sentenses 1M\n```\n",
    "code that raises": "```python\nimport twicetold\ntwicetold.sentenses\n```\n",
    "output that is another": "```sh\ntwicetold --version\n```\n\n```text\ntwicetold 0.0.0-other\n```\n",
    "a pipe that fails": "```sh\ntwicetold --version | grep nothing\n```\n",
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_an_example_that_no_longer_works_fails(text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Failed):
        check_page(text)


def test_what_is_shown_may_differ_in_times_and_leave_lines_out():
    assert agrees("one\n...\nlast 0.3 s", "one\ntwo\nthree\nlast 12.5 s\n")
    assert not agrees("one\n...\nlast", "one\ntwo\n")
    assert not agrees("one 3 rows", "one 4 rows")
