"""Writes rows as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

UNKNOWN = "(not documented)"


def build_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Build a table. Bars and line breaks in its cells are escaped, since they would end a cell."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(map(escape_cell, line))} |\n" for line in lines)


def escape_cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def mark_code(text: str) -> str:
    return f"`{text}`" if text else ""


def write_sentence(text: str) -> str:
    """Write a comment or help text as a sentence: `of a wiki dump` -> `Of a wiki dump.`"""
    text = " ".join(text.split()).rstrip(",;")
    if not text:
        return ""
    text = text if text.startswith("`") else text[0].upper() + text[1:]
    return text if text.endswith((".", "?", "!", "...")) else f"{text}."
