"""Every table that a run may hold, with every column: found by running each job on a few sentences, as a user would."""

from __future__ import annotations

import json
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from fnmatch import filter as filter_names
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa
from docs.generate.markdown import UNKNOWN, build_table, mark_code, write_sentence

import twicetold
from twicetold.jobs.sentences.tables import CHANGE
from twicetold.run import Run

Tables = dict[tuple[str, str], pa.Schema]
FILE = Path(__file__).with_name("columns.toml")
EVERYWHERE = "more than one job"
JOBS = ("sentences", "passages", "documents", "threads", "history")
FIRST = (
    "events",
    "trees",
    "clusters",
    "passages",
    "members",
    "matches",
    "contradictions",
    "aliases",
    "bridges",
    "document_pairs",
    "threads",
    "documents",
    "sentences",
)
LAKE = "The lake froze over in the winter of 1905 and people crossed it on foot. "
MILL = "The old mill burnt down on a windy night long ago and nobody built it up. "
HEAD = """\
# Tables

This page lists every table that a run folder can have, with every column, its type and its meaning. Each table is a
Parquet file of that name in the folder. `twicetold.Run("run").clusters` reads one as an Arrow table, and
`twicetold export run --table clusters` writes it for other programs.

Columns that begin with `left_` and `right_` belong to the two sides of a pair.
"""


def build_page() -> str:
    parts = [HEAD]
    meanings, seen = tomllib.loads(FILE.read_text(encoding="utf-8")), set()
    for (job, name), schema in find_tables().items():
        if job not in seen:
            parts.append(f"## Tables of {mark_code(job) if job != EVERYWHERE else job}\n")
            seen.add(job)
        row = write_sentence(find_meaning(meanings["tables"], job, name, "") or UNKNOWN)
        parts.append(
            f"### {name}\n\nA row is {row[0].lower()}{row[1:]}\n\n{_describe_columns(meanings, job, name, schema)}"
        )
    rows = [
        (mark_code(each.name), _name_type(each.type), write_sentence(meanings["changes"].get(each.name, UNKNOWN)))
        for each in CHANGE
    ]
    parts.append(
        f"## A change\n\nThe list `changes` of a match holds one for each difference.\n\n{_build_columns_table(rows)}"
    )
    return "\n".join(parts)


def _describe_columns(meanings: dict[str, Any], job: str, name: str, schema: pa.Schema) -> str:
    """Describe the columns of a table; both sides of a pair share a row."""
    rows = []
    for each in schema:
        side, _, rest = each.name.partition("_")
        if side == "right" and f"left_{rest}" in schema.names:
            continue
        names = [each.name, *([f"right_{rest}"] if side == "left" and f"right_{rest}" in schema.names else [])]
        own_meaning = find_meaning(meanings["columns"], job, name, each.name) or UNKNOWN
        rows.append((", ".join(map(mark_code, names)), _name_type(each.type), write_sentence(own_meaning)))
    return _build_columns_table(rows)


def _build_columns_table(rows: list[tuple[str, str, str]]) -> str:
    return build_table(("column", "type", "meaning"), rows)


def _name_type(kind: pa.DataType) -> str:
    if not pa.types.is_list(kind):
        return str(kind)
    return "list of texts" if pa.types.is_string(kind.value_type) else "list of changes"


def find_meaning(meanings: dict[str, Any], job: str, table_name: str, column: str) -> str:
    """Find the nearest meaning: in this job's table, in that table of any job, or of the column anywhere; or ""."""
    places = (
        meanings.get(f"{job}.{table_name}"),
        meanings.get(table_name),
        _find_family_meaning(meanings, table_name),
        meanings if column else None,
    )
    bare = column.removeprefix("left_").removeprefix("right_")
    for place in places:
        if isinstance(place, str) and not column:
            return place
        if isinstance(place, dict):
            for name in (column, bare):
                if isinstance(place.get(name), str):
                    return str(place[name])
    return ""


def _find_family_meaning(meanings: dict[str, Any], table_name: str) -> Any:
    """Find the meanings of a family of tables: `lexicon_*`."""
    return next((family for name, family in meanings.items() if "*" in name and fnmatch(table_name, name)), None)


@cache
def find_tables() -> Tables:
    """Find every table by job and name; a table that is the same in several jobs is listed once, apart."""
    by_name: dict[str, dict[str, pa.Schema]] = {}
    for job, name, schema in _read_schemas():
        jobs = by_name.setdefault(name, {})
        jobs[job] = pa.unify_schemas([jobs.get(job, schema), schema])  # `lexicon` is of words, or of given vectors
    shared = {name for name, jobs in by_name.items() if len({str(each) for each in jobs.values()}) == 1 < len(jobs)}
    shared |= {"lexicon"}
    names = sorted(by_name, key=_rank_table)
    own = {
        (job, name): by_name[name][job] for job in JOBS for name in names if name not in shared and job in by_name[name]
    }
    return own | {(EVERYWHERE, name): _unify_schemas(by_name[name]) for name in names if name in shared}


def _rank_table(name: str) -> int:
    """Rank a table for the page: results first, and last the tables that they were made from."""
    return FIRST.index(name) if name in FIRST else len(FIRST)


def _unify_schemas(jobs: dict[str, pa.Schema]) -> pa.Schema:
    return pa.unify_schemas(list(jobs.values()))


def _read_schemas() -> Iterator[tuple[str, str, pa.Schema]]:
    with tempfile.TemporaryDirectory() as folder:
        for job, make in _list_runs(Path(folder)):
            run = make()
            yield from ((job, name, run.read_schema(name)) for name in run.tables)


def _list_runs(folder: Path) -> Iterator[tuple[str, Callable[[], Run]]]:
    """List runs that together have every table."""
    texts = [LAKE + MILL, LAKE.replace("1905", "1906") + MILL, LAKE + MILL]
    articles = _write_records(folder / "articles.jsonl", [{"id": str(n), "text": text} for n, text in enumerate(texts)])
    page = {"id": "1", "seq": 1, "regions": [{"start": 0, "length": 9, "coords": {"x": 0, "y": 0, "w": 9, "h": 9}}]}
    scanned = _write_records(
        folder / "scanned.jsonl", [{"id": name, "text": LAKE + MILL, "pages": [page]} for name in "ab"]
    )
    others = _write_records(folder / "others.jsonl", [{"id": "other", "text": LAKE + MILL}])
    vectors = _write_records(folder / "vectors.jsonl", [{"id": name, "text": LAKE, "v": [1, 2]} for name in "ab"])
    threads = _write_records(
        folder / "threads.jsonl", [{"id": name, "question": LAKE, "answer": MILL} for name in "ab"]
    )
    earlier = _write_records(folder / "earlier.jsonl", [{"id": "c", "question": LAKE}])
    yield "sentences", lambda: twicetold.sentences(articles)
    yield "sentences", lambda: twicetold.sentences(articles, feature="imatch")
    yield "sentences", lambda: twicetold.sentences(vectors, vector="v")
    yield "passages", lambda: twicetold.passages(articles)
    yield "passages", lambda: twicetold.passages(scanned)
    yield "documents", lambda: twicetold.documents(articles)
    yield "documents", lambda: twicetold.documents(articles, against=others)
    yield "threads", lambda: twicetold.threads(threads, compare="fields", question_feature="stems", keep_index=True)
    yield "threads", lambda: twicetold.threads(threads, against=earlier)
    yield "history", lambda: twicetold.history(articles)


def _write_records(path: Path, records: list[dict[str, Any]]) -> str:
    path.write_text("".join(f"{json.dumps(each)}\n" for each in records), encoding="utf-8")
    return str(path)


def list_stale() -> list[str]:
    """List the names in the file that no run has."""
    meanings = tomllib.loads(FILE.read_text(encoding="utf-8"))
    columns: dict[str, set[str]] = {"": set()}
    for (job, name), schema in find_tables().items():
        bare = {each.removeprefix("left_").removeprefix("right_") for each in schema.names} | set(schema.names)
        for place in (f"{job}.{name}", name, ""):
            columns.setdefault(place, set()).update(bare)
    flat = {**meanings["columns"], "": {name: "" for name, own in meanings["columns"].items() if isinstance(own, str)}}
    return [
        *(f"{FILE.name}: tables.{name}" for name in meanings["tables"] if not filter_names(columns, name)),
        *(f"{FILE.name}: changes.{name}" for name in meanings["changes"] if CHANGE.get_field_index(name) < 0),
        *(
            f"{FILE.name}: columns.{place}.{name}"
            for place, own in flat.items()
            if isinstance(own, dict)
            for name in own
            if name not in columns.get(place, ())
        ),
    ]
