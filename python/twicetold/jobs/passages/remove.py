"""What `apply` removes by a run of `passages`: the later side of each passage. Texts of `--against` stay whole."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from twicetold.apply.base import Remover, Row
from twicetold.apply.cuts import Place, collect_documents, describe_cut, identify_document, locate_documents
from twicetold.apply.inputs import list_against_sources
from twicetold.apply.records import Span
from twicetold.config import JobSettings
from twicetold.run import Run
from twicetold.run.finished import read_rows

_SIDES = ("left", "right")


class RemovePassages(Remover):
    def list_removals(self, run: Run, settings: JobSettings) -> Iterator[Row]:
        return list_repeated_passages(run, list_against_sources(settings))


def list_repeated_passages(run: Run, against: Collection[str]) -> Iterator[Row]:
    """The later side of each passage, where the earlier one still stands: what is cut already keeps nothing."""
    places = locate_documents(run, collect_documents(run, "passages", ("left_", "right_")), against)
    found = []
    columns = [f"{side}_{name}" for side in _SIDES for name in ("document", "title", "start", "end")]
    for row in read_rows(run, "passages", columns=[*columns, "similarity", "passage"]):
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
