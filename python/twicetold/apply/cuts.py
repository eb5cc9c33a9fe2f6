"""Where the documents of a run are in its input, so that of two that say the same the later one can be cut.

Documents of `--against` come before all others, and nothing is cut from them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from twicetold.apply.base import Row
from twicetold.errors import RunError
from twicetold.run import Run
from twicetold.run.finished import read_rows

Place = tuple[int, str, str]  # the number of a document in the input, its source and its place there


def describe_cut(row: Row, places: Mapping[tuple[str, str], Place]) -> Row:
    """A stretch of a document, with the file and the place that the document was read from."""
    number = places[identify_document(row)]
    names = {"document": row["document"], "title": row["title"], "source": number[1], "place": number[2]}
    return names | {"start": row["start"], "end": row["end"]}


def identify_document(row: Row) -> tuple[str, str]:
    """The id and the title of the document of a row."""
    return row["document"], row["title"]


def collect_documents(run: Run, table: str, sides: Iterable[str]) -> set[tuple[str, str]]:
    """The documents that a table names."""
    named = set()
    for row in read_rows(run, table, columns=[f"{side}{name}" for side in sides for name in ("document", "title")]):
        named |= {(row[f"{side}document"], row[f"{side}title"]) for side in sides}
    return named


def locate_documents(
    run: Run, named: Collection[tuple[str, str]], against: Collection[str]
) -> dict[tuple[str, str], Place]:
    """Where these documents stand."""
    places: dict[tuple[str, str], Place] = {}
    for number, row in enumerate(read_rows(run, "documents", columns=["document", "title", "source", "place"])):
        key = identify_document(row)
        if key not in named:
            continue
        if key in places:
            hint = "use an --id-field that is different in every document, and run the job again"
            raise RunError(f"two documents are called `{key[0]}`: it is unclear which of them to cut", hint)
        first = -1 if row["source"] in against else number
        places[key] = first, row["source"], row["place"]
    return places
