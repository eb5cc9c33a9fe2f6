"""Rows to Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

UNKNOWN = "(not documented)"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; a bar or a line break in a cell does not end it."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(map(cell, line))} |\n" for line in lines)


def cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def code(text: str) -> str:
    return f"`{text}`" if text else ""


def sentence(text: str) -> str:
    """What a comment or help text says, as a sentence: `of a wiki dump` -> `Of a wiki dump.`"""
    text = " ".join(text.split()).rstrip(",;")
    if not text:
        return ""
    text = text if text.startswith("`") else text[0].upper() + text[1:]
    return text if text.endswith((".", "?", "!", "...")) else f"{text}."
