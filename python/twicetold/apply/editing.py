"""A text without some of its stretches, and a record with that text in place of the old one."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence

from twicetold.apply.records import Span
from twicetold.errors import InputError
from twicetold.views.words import CJK

DELIMITERS = ("\t", ",", ";", "|")
_BLANKS = re.compile(r"[ \t]*")
_LINE_ENDS = re.compile(r"[ \t]*(?:\r?\n|\r)*")
_UNSPACED = re.compile(f"[{CJK}]")
_SURROGATES = re.compile("[\ud800-\udfff]")
_SPACE = re.compile(r"[ \t\r\n]*")


def cut_spans(text: str, spans: Iterable[Span]) -> str:
    """The text without these stretches, of which none ends in mid-word. Blanks do not pile up where they were.

    `without("A lake. It froze. Nobody came.", [(8, 17)])` -> `A lake. Nobody came.`
    """
    parts: list[str] = []
    done = 0
    for start, end in merge_spans(text, (trim_to_words(text, *span) for span in spans)):
        parts.append(text[done:start])
        done = _find_resume_point(text, start, end)
        if start > 0 and done < len(text) and text[start - 1].isalnum() and text[done].isalnum():
            parts.append(" ")  # two words that had more between them
    return "".join([*parts, text[done:]])


def _find_resume_point(text: str, start: int, end: int) -> int:
    """Where the text goes on: a stretch that was whole lines takes its line ends along, any other the blanks."""
    opens_line = start == 0 or text[start - 1] in "\r\n"
    closes_line = end == len(text) or text[end] in "\r\n"
    if opens_line:
        return (_LINE_ENDS if closes_line else _BLANKS).match(text, end).end()  # type: ignore[union-attr]
    return _BLANKS.match(text, end).end() if text[start - 1].isspace() else end  # type: ignore[union-attr]


def trim_to_words(text: str, start: int, end: int) -> Span:
    """The stretch with its ends moved inwards to where a word begins or ends, and without the blanks there."""
    while start < end and (text[start].isspace() or (start > 0 and _is_within_word(text, start))):
        start += 1
    while start < end and (text[end - 1].isspace() or (end < len(text) and _is_within_word(text, end))):
        end -= 1
    return start, end


def _is_within_word(text: str, at: int) -> bool:
    """Whether a word goes on there. Chinese and Japanese have no blanks: any two of their characters may be parted."""
    around = text[at - 1 : at + 1]
    return around[0].isalnum() and around[1].isalnum() and not _UNSPACED.search(around)


def merge_spans(text: str, spans: Iterable[Span]) -> list[Span]:
    """Stretches in order, those that overlap or have only blanks between them as one, without empty ones."""
    whole: list[Span] = []
    for start, end in sorted(span for span in spans if span[0] < span[1]):
        if whole and not text[whole[-1][1] : start].strip():
            whole[-1] = whole[-1][0], max(whole[-1][1], end)
        else:
            whole.append((start, end))
    return whole


def replace_json_text(line: str, text: str, new: str, names: Sequence[str]) -> str:
    """A line of JSON with another text; all else stays to the letter."""
    fields = [each for each in _list_fields(line, 0) if replace_surrogates(each[3]) == text]
    fields.sort(key=lambda each: names.index(each[0]) if each[0] in names else len(names))
    if not fields:
        raise _build_text_error()
    _, start, end, _ = fields[0]
    return line[:start] + json.dumps(new, ensure_ascii=line[start:end].isascii()) + line[end:]


def _list_fields(line: str, at: int, above: str = "") -> Iterator[tuple[str, int, int, object]]:
    """The fields of the object that begins at `at`: name, where its value stands, the value. Also those of objects."""
    decoder = json.JSONDecoder(strict=False)
    at = _SPACE.match(line, line.index("{", at) + 1).end()  # type: ignore[union-attr]
    while line[at] == '"':
        name, at = decoder.raw_decode(line, at)
        start = _SPACE.match(line, line.index(":", at) + 1).end()  # type: ignore[union-attr]
        value, end = decoder.raw_decode(line, start)
        yield above + name, start, end, value
        if isinstance(value, dict) and value:
            yield from _list_fields(line, start, f"{above}{name}.")
        at = _SPACE.match(line, end).end()  # type: ignore[union-attr]
        if line[at] == ",":
            at = _SPACE.match(line, at + 1).end()  # type: ignore[union-attr]


def replace_surrogates(value: object) -> object:
    """A value as the reader gives it: half a surrogate pair, which is no character, becomes U+FFFD."""
    return _SURROGATES.sub("\ufffd", value) if isinstance(value, str) else value


def replace_csv_text(row: str, text: str, new: str) -> str:
    """A row of CSV with another text; a field that needs no quotes has none."""
    csv.field_size_limit(2**31 - 1)  # a text may have more than the 128 KB that Python expects
    ending = row[len(row.rstrip("\r\n")) :]
    for delimiter in DELIMITERS:
        fields = next(csv.reader(io.StringIO(row, newline=""), delimiter=delimiter, strict=False), [])
        if text in fields:
            fields[fields.index(text)] = new
            out = io.StringIO(newline="")
            csv.writer(out, delimiter=delimiter, lineterminator=ending).writerow(fields)
            return out.getvalue()
    raise _build_text_error()


def _build_text_error() -> InputError:
    return InputError("a record has no field with the text that was read", "please report this, with the record")
