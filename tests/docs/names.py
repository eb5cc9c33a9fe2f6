"""Every name that a user can meet, from the code; and which of them the reference pages do not tell.

A name is told when it stands in the first cell of a row, under the right heading, and the last cell says something.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from docs.generate import commands, names, settings, tables
from docs.generate.markdown import UNKNOWN

import twicetold
from twicetold import registry

Name = tuple[str, str, str]  # the page, the heading (the last two, for tables), the name
ROW = re.compile(r"\| (.*?) \|(?:.*(?<!\\)\|)? (.*?) \|")


def expected() -> Iterator[Name]:
    """All that there is."""
    for command, option in commands.list_options():
        yield "commands.md", command, option
    yield from (("commands.md", name, "") for name in commands.load_commands())
    for section, own in settings.list_sections().items():
        yield from (("settings.md", section, name) for name in own)
    for (job, table), schema in tables.find_tables().items():
        yield from (("tables.md", f"{job}.{table}", column) for column in ["", *schema.names])
    for family in registry.MENU:
        yield from (("names.md", family, name) for name in registry.list_names(family))
    yield from (("python.md", "", name) for name in twicetold.__all__)


def told(pages: dict[str, str]) -> set[Name]:
    """What the pages say something about."""
    return {name for page, text in pages.items() for name in _told(page, text)}


def undocumented(pages: dict[str, str]) -> list[Name]:
    """What there is and no page tells."""
    known = told(pages)
    return [name for name in expected() if name not in known]


def _told(page: str, text: str) -> Iterator[Name]:
    upper = heading = ""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if line.startswith("## "):
            upper, heading = _heading(page, line), ""
        elif line.startswith("### "):
            heading = line.removeprefix("### ")
            if _said(lines[number + 1 : number + 12]):
                yield (page, "", heading) if page == "python.md" else (page, _place(page, upper, heading), "")
        elif (row := ROW.fullmatch(line)) and row[2] and UNKNOWN not in row[2]:
            yield from ((page, _place(page, upper, heading), name) for name in re.findall(r"`([^`]+)`", row[1]))


def _said(lines: list[str]) -> bool:
    """Whether a paragraph of prose follows, beyond a signature."""
    prose = [line for line in lines if line and not line.startswith(("```", "    ", "#", "|", ")"))]
    return bool(prose) and UNKNOWN not in prose[0]


def _heading(page: str, line: str) -> str:
    text = line.removeprefix("## ").removeprefix("Tables of ").strip("`")
    if page != "names.md":
        return text
    titles = {family: names.describe_family(family)["title"] for family in registry.MENU}
    return next((family for family, title in titles.items() if title == text), text)


def _place(page: str, upper: str, heading: str) -> str:
    if page == "tables.md":
        return f"{upper}.{heading}"
    if page == "python.md":
        return ""
    return heading if page == "commands.md" else upper


def stale() -> list[str]:
    """What the files of meanings name, and the code does not have."""
    return [*tables.list_stale(), *names.list_stale()]
