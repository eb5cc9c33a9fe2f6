"""Every command, option, setting, table, column and name on the menu is documented, and these tests can fail."""

import re
import tomllib

import pytest
from docs.generate import commands, markdown, settings, tables
from docs.generate import names as menu
from docs.generate.__main__ import PAGES

from tests.docs.names import expected, stale, undocumented
from tests.docs.pages import GENERATED, ROOT, blocks, outside, pages
from twicetold import registry


@pytest.fixture(scope="module")
def reference():
    return {name: page() for name, page in PAGES.items()}


def test_every_name_is_documented(reference):
    assert undocumented(reference) == []


@pytest.mark.parametrize("name", PAGES)
def test_the_committed_reference_is_current(reference, name):
    """If not: `python -m docs.generate`."""
    assert (GENERATED / name).read_text(encoding="utf-8") == reference[name]


def test_all_sorts_of_names_are_asked_for():
    names = list(expected())
    assert {page for page, _, _ in names} == set(PAGES)
    wanted = {
        ("commands.md", "apply", "--dry-run"),
        ("commands.md", "threads", ""),
        ("settings.md", "sentences", "threshold"),
        ("tables.md", "sentences.matches", "similarity"),
        ("tables.md", "documents.members", "why"),
        ("names.md", "finder", "join"),
        ("python.md", "", "cluster"),
    }
    assert wanted <= set(names)
    assert len(names) > 500


REMOVED = [
    ("commands.md", r"\| `--dry-run` \|.*\n", ("commands.md", "apply", "--dry-run")),
    ("commands.md", r"### plan\n", ("commands.md", "plan", "")),
    ("settings.md", r"\| `document_limit` \|.*\n", ("settings.md", "sentences", "document_limit")),
    ("tables.md", r"\| `repeats` \|.*\n", ("tables.md", "documents.members", "repeats")),
    ("tables.md", r"### contradictions\n", ("tables.md", "sentences.contradictions", "newer")),
    ("names.md", r"\| `spotsigs` \|.*\n", ("names.md", "feature", "spotsigs")),
    ("python.md", r"\| `RunError` \|.*\n", ("python.md", "", "RunError")),
    ("python.md", r"### cluster\n", ("python.md", "", "cluster")),
]


@pytest.mark.parametrize(("page", "pattern", "name"), REMOVED, ids=lambda it: it[2] if isinstance(it, tuple) else "")
def test_a_name_that_is_removed_from_the_pages_is_missed(reference, page, pattern, name):
    without, count = re.subn(pattern, "", reference[page])
    assert count
    assert name in undocumented({**reference, page: without})


def test_a_name_without_a_meaning_is_missed(reference):
    text = reference["settings.md"]
    emptied = re.sub(r"(\| `threshold` \| .*\|) .* \|\n", rf"\1 {markdown.UNKNOWN} |\n", text, count=1)
    assert emptied != text
    assert ("settings.md", "sentences", "threshold") in undocumented({**reference, "settings.md": emptied})


def test_a_column_a_setting_and_a_name_that_nobody_has_told_are_missed(monkeypatch):
    """As when somebody adds one to the code alone."""
    monkeypatch.setitem(registry.MENU["feature"], "unheard", "twicetold.features.words:Words")
    monkeypatch.setattr(tables, "find_meaning", lambda *_: "")
    monkeypatch.setattr(settings, "find_meaning", lambda *_: "")
    made = {"names.md": menu.build_page(), "tables.md": tables.build_page(), "settings.md": settings.build_page()}
    missing = undocumented(made)
    assert ("names.md", "feature", "unheard") in missing
    assert ("tables.md", "sentences.clusters", "size") in missing
    assert ("tables.md", "sentences.clusters", "") in missing
    assert ("settings.md", "sentences", "threshold") in missing


def test_no_meaning_is_of_something_that_is_gone():
    assert stale() == []


def test_every_command_has_an_example_that_runs():
    text = "\n".join(block.text for page in pages() for block in blocks(page.read_text("utf-8")) if block.runs)
    assert [name for name in commands.load_commands() if f"twicetold {name} " not in text] == []


@pytest.mark.parametrize("family", registry.MENU)
def test_every_name_stands_on_the_page_of_its_family(family):
    text = (ROOT / "docs" / menu.describe_family(family)["page"]).read_text(encoding="utf-8")
    assert [
        name for name in registry.list_names(family) if f"`{name}`" not in text and f"## {name}\n" not in text
    ] == []


COMMAND = re.compile(r"(?:\.venv/bin/)?twicetold ([a-z]+)\b(.*)")


def commands_on(page):
    """Commands in running text and in blocks, those that are not run among them."""
    text = page.read_text(encoding="utf-8")
    lines = [
        line
        for block in blocks(text)
        if block.language == "sh"
        for line in block.text.replace("\\\n", " ").splitlines()
    ]
    for found in map(COMMAND.fullmatch, lines + re.findall(r"`([^`]+)`", outside(text).replace("\n", " "))):
        if found:
            yield found[1], ""
            yield from ((found[1], option) for option in re.findall(r"(?<!\S)--[a-z][a-z-]*", found[2].split(" #")[0]))


def added_by(page):
    """The commands that a package on the page adds; the test that installs the package runs them."""
    files = [block for block in blocks(page.read_text(encoding="utf-8")) if block.said.endswith("pyproject.toml")]
    projects = [tomllib.loads(block.text)["project"] for block in files]
    return {name for project in projects for name in project["entry-points"].get("twicetold.jobs", {})}


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_commands_in_running_text_exist_with_all_their_options(page):
    known = {*commands.list_options(), *((name, "") for name in commands.load_commands())}
    added = added_by(page)
    assert {each for each in commands_on(page) if each not in known and each[0] not in added} == set()


def test_many_commands_are_looked_at():
    assert len({each for page in pages() for each in commands_on(page)}) > 50
