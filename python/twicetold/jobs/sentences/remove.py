"""What `apply` removes by a run of `sentences`: of each cluster every sentence but the first in the input."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from twicetold.apply.base import Remover, Row
from twicetold.apply.cuts import collect_documents, describe_cut, identify_document, locate_documents
from twicetold.config import JobSettings
from twicetold.run import Run
from twicetold.run.finished import read_rows


class RemoveSentences(Remover):
    def list_removals(self, run: Run, settings: JobSettings) -> Iterator[Row]:
        return list_repeated_sentences(run, self.keep_first)


def list_repeated_sentences(run: Run, keep_first: bool = True) -> Iterator[Row]:
    """Every sentence of a cluster but the first, with the one it repeats. The first, too, if it is not kept."""
    places = locate_documents(run, collect_documents(run, "members", ("",)), frozenset())
    columns = ["cluster", "document", "title", "position", "start", "end", "text"]
    for _, members in groupby(read_rows(run, "members", columns=columns), key=lambda row: row["cluster"]):
        ordered = sorted(members, key=lambda row: (places[identify_document(row)], row["position"]))
        first = describe_cut(ordered[0], places) | {"text": ordered[0]["text"]}
        if not keep_first:
            second = describe_cut(ordered[1], places) | {"text": ordered[1]["text"]}
            yield first | {"repeats": second}
        for row in ordered[1:]:
            yield describe_cut(row, places) | {"text": row["text"], "repeats": first}
