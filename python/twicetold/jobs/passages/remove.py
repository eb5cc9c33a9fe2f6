"""What `apply` removes by a run of `passages`: the later side of each passage. Texts of `--against` stay whole.

Of a run with `--exact` it is the side that is not the first occurrence: of 1,000 copies of a text, which 999 passages
link to the first, all but that one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from twicetold.apply.base import Remover, Row
from twicetold.apply.cuts import Place, collect_documents, describe_cut, identify_document, locate_documents
from twicetold.apply.inputs import list_against_sources
from twicetold.apply.records import Span
from twicetold.config import JobSettings
from twicetold.jobs.passages.settings import PassageSettings
from twicetold.run import Run
from twicetold.run.finished import read_rows

_SIDES = ("left", "right")


class RemovePassages(Remover):
    def list_removals(self, run: Run, settings: JobSettings) -> Iterator[Row]:
        against = list_against_sources(settings)
        if not self.keep_first:
            return list_both_sides(run, against)
        exact = isinstance(settings, PassageSettings) and settings.locating.exact
        return list_exact_copies(run, against) if exact else list_repeated_passages(run, against)


_COLUMNS = [f"{side}_{name}" for side in _SIDES for name in ("document", "title", "start", "end")]


def list_exact_copies(run: Run, against: Collection[str]) -> Iterator[Row]:
    """Of each passage the side that repeats the other one."""
    places = locate_documents(run, collect_documents(run, "passages", ("left_", "right_")), against)
    source, copy = _SIDES[::-1] if against else _SIDES
    for row in read_rows(run, "passages", columns=_COLUMNS):
        first = _drop_place(_read_side(row, source, places))
        yield _drop_place(_read_side(row, copy, places)) | {"repeats": first, "similarity": 1.0}


def list_both_sides(run: Run, against: Collection[str]) -> Iterator[Row]:
    """Both sides of each passage, except in texts of `--against`."""
    places = locate_documents(run, collect_documents(run, "passages", ("left_", "right_")), against)
    for row in read_rows(run, "passages", columns=[*_COLUMNS, "similarity"]):
        sides = [_drop_place(_read_side(row, side, places)) for side in _SIDES]
        for own, other in (sides, sides[::-1]):
            if own["source"] not in against:
                yield own | {"repeats": other, "similarity": row["similarity"]}


def list_repeated_passages(run: Run, against: Collection[str]) -> Iterator[Row]:
    """The later side of each passage, where the earlier one still stands: what is cut already keeps nothing."""
    places = locate_documents(run, collect_documents(run, "passages", ("left_", "right_")), against)
    found = []
    for row in read_rows(run, "passages", columns=[*_COLUMNS, "similarity", "passage"]):
        sides = sorted((_read_side(row, side, places) for side in _SIDES), key=_rank_side)
        found.append((*sides, row))
    gone: dict[Place, list[Span]] = {}
    for earlier, later, row in sorted(
        found, key=lambda each: (_rank_side(each[1]), _rank_side(each[0]), each[2]["passage"])
    ):
        if later["source"] in against or _has_overlap((earlier["start"], earlier["end"]), gone.get(earlier["at"], ())):
            continue
        gone.setdefault(later["at"], []).append((later["start"], later["end"]))
        yield _drop_place(later) | {"repeats": _drop_place(earlier), "similarity": row["similarity"]}


def _read_side(row: Row, side: str, places: Mapping[tuple[str, str], Place]) -> Row:
    own = {name: row[f"{side}_{name}"] for name in ("document", "title", "start", "end")}
    return describe_cut(own, places) | {"at": places[identify_document(own)]}


def _rank_side(side: Row) -> tuple[Place, int, int]:
    return side["at"], side["start"], side["end"]


def _drop_place(side: Row) -> Row:
    return {name: value for name, value in side.items() if name != "at"}


def _has_overlap(span: Span, spans: Iterable[Span]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in spans)
