"""The members of clusters that have given words in their texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import pyarrow.compute as pc
import pyarrow.dataset as ds

from twicetold.errors import SettingsError
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.views.rows import Row
from twicetold.views.words import CJK

MOST_FOUND_MEMBERS = 20


def search_members(run: Run, words: str, limit: int | None = None, columns: Sequence[str] = ("text",)) -> Iterator[Row]:
    """The members whose texts, in these columns, have all these words, whatever their case, cluster by cluster."""
    wanted = words.split()
    if not wanted:
        raise SettingsError("`--search` has no words to search for", "for example --search 'hurricane 1905'")
    near = _require_all(_match_any_column(columns, word) for word in wanted)
    patterns = [_compile_whole_word(word) for word in wanted]
    found = (
        {"row": "found", **member}
        for member in read_rows(run, "members", near)
        if all(any(pattern.search(member[name]) for name in columns) for pattern in patterns)
    )
    yield from islice(found, MOST_FOUND_MEMBERS if limit is None else limit)
    if next(found, None):
        yield {"row": "more", "what": "members", "left_out": None}


def _require_all(conditions: Iterable[ds.Expression]) -> ds.Expression:
    first, *rest = conditions
    for each in rest:
        first = first & each
    return first


def _match_any_column(columns: Sequence[str], word: str) -> ds.Expression:
    first, *rest = (pc.match_substring(ds.field(name), word, ignore_case=True) for name in columns)
    for each in rest:
        first = first | each
    return first


def _compile_whole_word(word: str) -> re.Pattern[str]:
    """The word with no letter next to it; scripts without blanks have no such bounds."""
    letter = rf"[^\W{CJK}]"
    before = rf"(?<!{letter})" if re.match(letter, word) else ""
    after = rf"(?!{letter})" if re.match(letter, word[-1]) else ""
    return re.compile(before + re.escape(word) + after, re.IGNORECASE)
