"""Sentence frames: our own sentences with slots, by the kind of subject an article has.

`{place}` draws from the pool `place`, `{a:adj}` draws with its article ("an ancient"), `{it}` is the article's subject.
A frame is mostly slots: where fixed words made up more than half of a sentence, two uses of the frame would be
near-duplicates by accident.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Subject:
    """What an article can be about. `title` is a frame in which `{core}` is the name no other article has."""

    noun: str
    title: str
    definitions: tuple[str, ...]
    statements: tuple[str, ...]
    sections: tuple[str, ...]
    infobox: str
    categories: tuple[str, ...]


def parse_frames(text: str) -> tuple[str, ...]:
    """The frames written one to a line; a line that begins with two more blanks goes on with the one before."""
    frames: list[str] = []
    for line in text.strip("\n").split("\n"):
        if line.startswith("      "):
            frames[-1] += " " + line.strip()
        elif line.strip():
            frames.append(line.strip())
    return tuple(frames)
