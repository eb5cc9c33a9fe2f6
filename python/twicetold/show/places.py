"""Where things stand: the repeated sentences of a document and their other places, and the members with given words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import pyarrow.compute as pc
import pyarrow.dataset as ds

from twicetold.errors import RunError, SettingsError
from twicetold.run import Run
from twicetold.run.finished import rows, scan
from twicetold.show.nearest import meant
from twicetold.show.views import Row, more
from twicetold.show.words import CJK, changes

PLACES = 5  # of each sentence
FOUND = 20


def of_document(run: Run, name: str, limit: int | None = None) -> Iterator[Row]:
    """The repeated sentences of the document with this title or id, and where else each stands."""
    own = list(rows(run, "members", (ds.field("title") == name) | (ds.field("document") == name)))
    if not own:
        raise RunError(f"`{run.folder}` has no repeated sentence in a document `{name}`", _nearest(run, name))
    own.sort(key=lambda member: (member["document"], member["title"], member["position"]))
    shown = own[:limit]
    others, sizes = _others(run, {member["cluster"] for member in shown}, limit)
    document = None
    for member in shown:
        if (member["document"], member["title"]) != document:
            document = member["document"], member["title"]
            there = sum((each["document"], each["title"]) == document for each in own)
            yield {"row": "document", "document": document[0], "title": document[1], "sentences": there}
        yield {"row": "sentence", **member}
        yield from _elsewhere(member, others[member["cluster"]], sizes[member["cluster"]], limit)
    yield from more("sentences", len(own), limit)


def with_words(run: Run, words: str, limit: int | None = None, columns: Sequence[str] = ("text",)) -> Iterator[Row]:
    """The members whose texts, in these columns, have all these words, whatever their case, cluster by cluster."""
    wanted = words.split()
    if not wanted:
        raise SettingsError("no words to search for", "for example --search 'hurricane 1905'")
    near = _all(_in_any(columns, word) for word in wanted)
    patterns = [_whole_word(word) for word in wanted]
    found = (
        {"row": "found", **member}
        for member in rows(run, "members", near)
        if all(any(pattern.search(member[name]) for name in columns) for pattern in patterns)
    )
    yield from islice(found, FOUND if limit is None else limit)
    if next(found, None):
        yield {"row": "more", "what": "members", "left_out": None}


def _others(run: Run, clusters: set[int], limit: int | None) -> tuple[dict[int, list[Row]], dict[int, int]]:
    """The first members of each cluster, one more than is shown, and how many it has."""
    first: dict[int, list[Row]] = {cluster: [] for cluster in clusters}
    sizes = dict.fromkeys(clusters, 0)
    for member in rows(run, "members", ds.field("cluster").isin(sorted(clusters))):
        sizes[member["cluster"]] += 1
        if len(first[member["cluster"]]) <= _places(limit):
            first[member["cluster"]].append(member)
    return first, sizes


def _elsewhere(member: Row, others: list[Row], size: int, limit: int | None) -> Iterator[Row]:
    elsewhere = [other for other in others if other != member][: _places(limit)]
    for other in elsewhere:
        row = {"row": "place", **other}
        same = other["text"] == member["text"]
        yield row if same else row | {"changes": changes(member["text"], other["text"])}
    yield from more("places", size - 1, len(elsewhere))


def _places(limit: int | None) -> int:
    return PLACES if limit is None else limit


def _nearest(run: Run, name: str) -> str:
    return meant(name, _titles(run), "give a title or an id as the input has it; --search finds words")


def _titles(run: Run) -> Iterator[str]:
    """Every title, most of them more than once."""
    for batch in scan(run, "members", columns=["title"]):
        yield from pc.unique(batch["title"]).to_pylist()


def _all(conditions: Iterable[ds.Expression]) -> ds.Expression:
    first, *rest = conditions
    for each in rest:
        first = first & each
    return first


def _in_any(columns: Sequence[str], word: str) -> ds.Expression:
    first, *rest = (pc.match_substring(ds.field(name), word, ignore_case=True) for name in columns)
    for each in rest:
        first = first | each
    return first


def _whole_word(word: str) -> re.Pattern[str]:
    """The word with no letter next to it; scripts without blanks have no such bounds."""
    letter = rf"[^\W{CJK}]"
    before = rf"(?<!{letter})" if re.match(letter, word) else ""
    after = rf"(?!{letter})" if re.match(letter, word[-1]) else ""
    return re.compile(before + re.escape(word) + after, re.IGNORECASE)
