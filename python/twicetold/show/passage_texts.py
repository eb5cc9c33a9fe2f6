"""What a passage says on each side, from the run's sentences: the documents themselves are not in the run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pyarrow.dataset as ds

from twicetold.run import Run
from twicetold.run.finished import scan
from twicetold.show.words import CJK

SIDES = ("left", "right")
_CLOSE = re.compile(rf"[{CJK}。！？，、；：」』”）…]")  # after these no blank

Document = tuple[str, str]  # id and title


class Sentence(NamedTuple):
    start: int
    end: int
    text: str

    @property
    def is_plain(self) -> bool:
        """Whether its text is the source as it stands, so that places in the one are places in the other."""
        return len(self.text) == self.end - self.start


@dataclass
class Sentences:
    """Of a document: how many sentences it has, and those that were asked for by their positions."""

    count: int = 0
    said: dict[int, Sentence] = field(default_factory=dict)


class Told(NamedTuple):
    """A side of a passage; `opens` and `closes` say whether it begins and ends with a sentence."""

    text: str
    opens: bool = True
    closes: bool = True


def document(row: Mapping[str, Any], side: str) -> Document:
    return row[f"{side}_document"], row[f"{side}_title"]


def positions(row: Mapping[str, Any], side: str, most: int | None = None) -> range:
    """The positions of a passage's sentences, or of the first few."""
    first, last = row[f"{side}_first"], row[f"{side}_last"]
    return range(first, (last if most is None else min(last, first + most - 1)) + 1)


def wanted(rows: Iterable[Mapping[str, Any]], most: int | None = None) -> dict[Document, set[int]]:
    """The sentences that passages are made of."""
    found: dict[Document, set[int]] = {}
    for row in rows:
        for side in SIDES:
            found.setdefault(document(row, side), set()).update(positions(row, side, most))
    return found


def read(run: Run, wanted: Mapping[Document, set[int]]) -> dict[Document, Sentences]:
    """These sentences of these documents, in one pass. Where two documents have the same names, the first counts."""
    found = {name: Sentences() for name in wanted}
    columns = ["document", "title", "position", "start", "end", "text"]
    among = ds.field("document").isin(sorted({name for name, _ in wanted}))
    for batch in scan(run, "sentences", among, columns) if wanted else ():
        places = zip(*(batch[name].to_pylist() for name in columns[:5]), strict=True)
        for row, (name, title, position, start, end) in enumerate(places):
            own = found.get((name, title))
            if own is not None:
                own.count = max(own.count, position + 1)
                if position in wanted[name, title] and position not in own.said:
                    own.said[position] = Sentence(start, end, batch["text"][row].as_py())
    return found


def told(row: Mapping[str, Any], side: str, sentences: Sentences, most: int | None = None) -> Told:
    """A side's text, to the character where the source is plain; elsewhere the first and last sentences are whole."""
    start, end = row[f"{side}_start"], row[f"{side}_end"]
    own = [sentences.said[position] for position in positions(row, side, most) if position in sentences.said]
    if not own:
        return Told("")
    parts = [part for each in own if (part := " ".join(_inside(each, start, end).split()))]
    spaced = [part if _CLOSE.match(part[-1]) else f"{part} " for part in parts]
    return Told(
        "".join(spaced).rstrip(),
        not (own[0].is_plain and own[0].start < start),
        not (own[-1].is_plain and own[-1].end > end),
    )


def _inside(sentence: Sentence, start: int, end: int) -> str:
    if not sentence.is_plain:
        return sentence.text
    return sentence.text[max(start - sentence.start, 0) : max(end - sentence.start, 0)]
