"""The walk over a page's revisions in plain Python: every revision is split anew, and sentences are sets."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class PlainLife:
    text: str
    born: int
    died: int | None = None
    returns: int = 0


def walk_sets(revisions: list[list[str]]) -> list[PlainLife]:
    """The lives of sentences, by the sets of sentences that each revision has; in order of birth."""
    lives: dict[str, PlainLife] = {}
    before: set[str] = set()
    for number, sentences in enumerate(revisions):
        for text in sentences:
            if text not in lives:
                lives[text] = PlainLife(text, number)
            elif text not in before:
                lives[text].returns += lives[text].died is not None
                lives[text].died = None
        for text in before - set(sentences):
            lives[text].died = number
        before = set(sentences)
    return list(lives.values())
