"""What a passage says on each side, from the run's sentences: the documents themselves are not in the run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pyarrow.dataset as ds

from twicetold.run import Run
from twicetold.run.finished import scan_table
from twicetold.views.rows import SIDES, DocumentName, Row, name_side
from twicetold.views.words import CJK

_UNSPACED_END = re.compile(rf"[{CJK}。！？，、；：」』”）…]")  # after these no blank


class SentenceSpan(NamedTuple):
    start: int
    end: int
    text: str

    @property
    def is_plain(self) -> bool:
        """Whether its text is the source as it stands, so that places in the one are places in the other."""
        return len(self.text) == self.end - self.start


@dataclass
class RequestedSentences:
    """Of a document: how many sentences it has, and those that were asked for by their positions."""

    count: int = 0
    by_position: dict[int, SentenceSpan] = field(default_factory=dict)


class PassageSide(NamedTuple):
    """A side of a passage; `opens` and `closes` say whether it begins and ends with a sentence."""

    text: str
    opens: bool = True
    closes: bool = True


def list_positions(row: Mapping[str, Any], side: str, most: int | None = None) -> range:
    """The positions of a passage's sentences, or of the first few."""
    first, last = row[f"{side}_first"], row[f"{side}_last"]
    return range(first, (last if most is None else min(last, first + most - 1)) + 1)


def collect_positions(rows: Iterable[Row], most: int | None = None) -> dict[DocumentName, set[int]]:
    """The sentences that passages are made of."""
    found: dict[DocumentName, set[int]] = {}
    for row in rows:
        for side in SIDES:
            found.setdefault(name_side(row, side), set()).update(list_positions(row, side, most))
    return found


def read_sentences(
    run: Run, positions_by_document: Mapping[DocumentName, set[int]]
) -> dict[DocumentName, RequestedSentences]:
    """These sentences of these documents, in one pass. Where two documents have the same names, the first counts."""
    found = {name: RequestedSentences() for name in positions_by_document}
    columns = ["document", "title", "position", "start", "end", "text"]
    among = ds.field("document").isin(sorted({name for name, _ in positions_by_document}))
    for batch in scan_table(run, "sentences", among, columns) if positions_by_document else ():
        places = zip(*(batch[name].to_pylist() for name in columns[:5]), strict=True)
        for row, (name, title, position, start, end) in enumerate(places):
            own = found.get((name, title))
            if own is not None:
                own.count = max(own.count, position + 1)
                if position in positions_by_document[name, title] and position not in own.by_position:
                    own.by_position[position] = SentenceSpan(start, end, batch["text"][row].as_py())
    return found


def assemble_side(
    row: Mapping[str, Any], side: str, sentences: RequestedSentences, most: int | None = None
) -> PassageSide:
    """A side's text, to the character where the source is plain; elsewhere the first and last sentences are whole."""
    start, end = row[f"{side}_start"], row[f"{side}_end"]
    own = [
        sentences.by_position[position]
        for position in list_positions(row, side, most)
        if position in sentences.by_position
    ]
    if not own:
        return PassageSide("")
    parts = [part for each in own if (part := " ".join(_cut_sentence(each, start, end).split()))]
    spaced = [part if _UNSPACED_END.match(part[-1]) else f"{part} " for part in parts]
    return PassageSide(
        "".join(spaced).rstrip(),
        not (own[0].is_plain and own[0].start < start),
        not (own[-1].is_plain and own[-1].end > end),
    )


def _cut_sentence(sentence: SentenceSpan, start: int, end: int) -> str:
    if not sentence.is_plain:
        return sentence.text
    return sentence.text[max(start - sentence.start, 0) : max(end - sentence.start, 0)]
