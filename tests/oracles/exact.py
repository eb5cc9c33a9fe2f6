"""`passages --exact` again, plain and slow, and what google-research's deduplicate-text-datasets finds in the same texts.

A document is `(text, kin, is_against)`; `find_passages` gives `(source, copy, source_start, copy_start, length)`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple


class Document(NamedTuple):
    text: str
    kin: int = 0
    is_against: bool = False


class Token(NamedTuple):
    kind: str
    start: int
    end: int


def find_kind(letter: str) -> str:
    return "word" if letter.isalnum() else "blank" if letter.isspace() else "sign"


def is_han(letter: str) -> bool:
    return "\u4e00" <= letter <= "\u9fff"


def cut_tokens(text: str) -> list[Token]:
    """Words, runs of blanks, runs of signs; a Chinese character is a word."""
    tokens: list[Token] = []
    for at, letter in enumerate(text):
        last = tokens[-1] if tokens else None
        mark = unicodedata.category(letter).startswith("M")
        alone = is_han(letter) or (last is not None and is_han(text[last.start]))
        if last and ((mark and last.kind != "blank") or (not mark and not alone and find_kind(letter) == last.kind)):
            tokens[-1] = Token(last.kind, last.start, at + 1)
        else:
            tokens.append(Token(find_kind(letter), at, at + 1))
    return tokens


def can_begin(tokens: Sequence[Token], at: int) -> bool:
    return tokens[at].kind == "word" or (tokens[at].kind == "sign" and (at == 0 or tokens[at - 1].kind == "blank"))


def can_end(tokens: Sequence[Token], at: int) -> bool:
    return tokens[at].kind == "word" or (tokens[at].kind == "sign" and at > 0 and tokens[at - 1].kind != "blank")


def is_enough(tokens: Sequence[Token], least: int, by_words: bool) -> bool:
    words = sum(token.kind == "word" for token in tokens)
    return words >= least if by_words else tokens[-1].end - tokens[0].start >= least


def list_windows(text: str, least: int, by_words: bool) -> list[tuple[int, int]]:
    """From every token the shortest stretch that is long enough; not those that overlap an earlier one of the same text."""
    tokens, found, ends = cut_tokens(text), [], {}
    for first in range(len(tokens)):
        if not (tokens[first].kind == "word" if by_words else can_begin(tokens, first)):
            continue
        for last in range(first, len(tokens)):
            if can_end(tokens, last) and is_enough(tokens[first : last + 1], least, by_words):
                start, end = tokens[first].start, tokens[last].end
                if ends.get(text[start:end], 0) <= start:
                    found.append((start, end))
                ends[text[start:end]] = end
                break
    return found


def find_passages(documents: Sequence[Document], least: int, by_words: bool = False, against: bool = False) -> set:
    """Every stretch that occurred before, with its first place."""
    windows = [list_windows(document.text, least, by_words) for document in documents]
    places: dict[str, list[tuple[int, int]]] = {}
    for number, own in enumerate(windows):
        for ordinal, (start, end) in enumerate(own):
            places.setdefault(documents[number].text[start:end], []).append((number, ordinal))
    passages = set()
    for copy, own in enumerate(windows):
        links = [
            find_source(documents, places[documents[copy].text[start:end]], (copy, ordinal), against)
            for ordinal, (start, end) in enumerate(own)
        ]
        ends: dict[tuple[int, ...], int] = {}
        for ordinal, source in enumerate(links):
            if source is None:
                continue
            first, last = find_region(links, ordinal)
            start, end = own[ordinal]
            there = windows[source[0]][source[1]][0]
            by = first, source[0], start - there, ordinal - source[1]
            if end > ends.get(by, 0):  # not in the stretch before
                back = 0 if source[0] == copy else count_back(documents, (source[0], there), (copy, start))
                bound = max(own[first][0], ends.get(by, 0))
                while back and (
                    start - back < bound or not begins(documents, (source[0], there - back), (copy, start - back))
                ):
                    back -= 1
                reach = own[last + 1][1] if last + 1 < len(own) else None
                found = compare(documents, (source[0], there - back), (copy, start - back), reach)
                stretch = trim(documents, found, least, by_words)
                if stretch:
                    passages.add(stretch)
                    ends[by] = stretch[3] + stretch[4]
    return passages


def find_region(links, ordinal):
    """The first and the last window in a row that are repeated."""
    first = last = ordinal
    while first and links[first - 1]:
        first -= 1
    while last + 1 < len(links) and links[last + 1]:
        last += 1
    return first, last


def count_back(documents, source, copy):
    """How many characters before two places are equal."""
    back = 0
    while back < min(source[1], copy[1]) and (
        documents[source[0]].text[source[1] - back - 1] == documents[copy[0]].text[copy[1] - back - 1]
    ):
        back += 1
    return back


def begins(documents, *places):
    """Whether a stretch may begin at these places."""
    for number, start in places:
        tokens = cut_tokens(documents[number].text)
        if not any(token.start == start and can_begin(tokens, at) for at, token in enumerate(tokens)):
            return False
    return True


def find_source(documents, places, place, against):
    """The first of the places that another may be a copy of."""
    own = documents[place[0]]
    if against and own.is_against:
        return None
    sources = [each for each in places if not against or documents[each[0]].is_against]
    first = sources[0] if sources else None
    if first and own.kin and documents[first[0]].kin == own.kin:
        kin = documents[first[0]].kin
        first = next((each for each in sources if documents[each[0]].kin != kin), None)
    return first if first and (against or first < place) else None


def compare(documents, source, copy, reach):
    """The characters that are equal from two places on."""
    texts = [documents[number].text[start:] for number, start in (source, copy)]
    most = (len(documents[copy[0]].text) if reach is None else reach) - copy[1]
    if source[0] == copy[0]:
        most = min(most, copy[1] - source[1])
    length = 0
    while length < min(most, *map(len, texts)) and texts[0][length] == texts[1][length]:
        length += 1
    return source[0], copy[0], source[1], copy[1], length


def trim(documents, found, least, by_words):
    """A stretch up to the last whole word or sign of both documents; None if that is too short."""
    source, copy, source_start, copy_start, length = found
    ends = []
    for number, start in ((source, source_start), (copy, copy_start)):
        tokens = cut_tokens(documents[number].text)
        ends.append({token.end - start for at, token in enumerate(tokens) if can_end(tokens, at) and token.end > start})
    length = max((end for end in ends[0] & ends[1] if end <= length), default=0)
    tokens = cut_tokens(documents[copy].text[copy_start : copy_start + length])
    return (source, copy, source_start, copy_start, length) if tokens and is_enough(tokens, least, by_words) else None


def find_repeated_characters(texts: Sequence[str], least: int) -> list[set[int]]:
    """As deduplicate-text-datasets: every character of a stretch of `least` characters that occurs at two places."""
    count: dict[str, int] = {}
    for text in texts:
        for start in range(len(text) - least + 1):
            count[text[start : start + least]] = count.get(text[start : start + least], 0) + 1
    return [
        {
            start + at
            for start in range(len(text) - least + 1)
            if count[text[start : start + least]] > 1
            for at in range(least)
        }
        for text in texts
    ]
