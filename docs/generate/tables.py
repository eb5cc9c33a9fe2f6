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
from docs.generate.markdown import UNKNOWN, code, sentence, table

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


def page() -> str:
    parts = [HEAD]
    told, seen = tomllib.loads(FILE.read_text(encoding="utf-8")), set()
    for (job, name), schema in found().items():
        if job not in seen:
            parts.append(f"## Tables of {code(job) if job != EVERYWHERE else job}\n")
            seen.add(job)
        row = sentence(meaning(told["tables"], job, name, "") or UNKNOWN)
        parts.append(f"### {name}\n\nA row is {row[0].lower()}{row[1:]}\n\n{_columns(told, job, name, schema)}")
    rows = [(code(each.name), _type(each.type), sentence(told["changes"].get(each.name, UNKNOWN))) for each in CHANGE]
    parts.append(f"## A change\n\nThe list `changes` of a match holds one for each difference.\n\n{_table(rows)}")
    return "\n".join(parts)


def _columns(told: dict[str, Any], job: str, name: str, schema: pa.Schema) -> str:
    """Of both sides of a pair one row serves."""
    rows = []
    for each in schema:
        side, _, rest = each.name.partition("_")
        if side == "right" and f"left_{rest}" in schema.names:
            continue
        names = [each.name, *([f"right_{rest}"] if side == "left" and f"right_{rest}" in schema.names else [])]
        told_here = meaning(told["columns"], job, name, each.name) or UNKNOWN
        rows.append((", ".join(map(code, names)), _type(each.type), sentence(told_here)))
    return _table(rows)


def _table(rows: list[tuple[str, str, str]]) -> str:
    return table(("column", "type", "meaning"), rows)


def _type(kind: pa.DataType) -> str:
    if not pa.types.is_list(kind):
        return str(kind)
    return "list of texts" if pa.types.is_string(kind.value_type) else "list of changes"


def meaning(told: dict[str, Any], job: str, table_name: str, column: str) -> str:
    """What is nearest: of this job's table, of the table in any job, of the column anywhere; "" where nobody says."""
    places = (told.get(f"{job}.{table_name}"), told.get(table_name), _like(told, table_name), told if column else None)
    bare = column.removeprefix("left_").removeprefix("right_")
    for place in places:
        if isinstance(place, str) and not column:
            return place
        if isinstance(place, dict):
            for name in (column, bare):
                if isinstance(place.get(name), str):
                    return str(place[name])
    return ""


def _like(told: dict[str, Any], table_name: str) -> Any:
    """What is said of a family of tables: `lexicon_*`."""
    return next((said for name, said in told.items() if "*" in name and fnmatch(table_name, name)), None)


@cache
def found() -> Tables:
    """Every table by job and name; one that several have alike stands by itself."""
    by_name: dict[str, dict[str, pa.Schema]] = {}
    for job, name, schema in _made():
        jobs = by_name.setdefault(name, {})
        jobs[job] = pa.unify_schemas([jobs.get(job, schema), schema])  # `lexicon` is of words, or of given vectors
    shared = {name for name, jobs in by_name.items() if len({str(each) for each in jobs.values()}) == 1 < len(jobs)}
    shared |= {"lexicon"}
    names = sorted(by_name, key=_order)
    own = {
        (job, name): by_name[name][job] for job in JOBS for name in names if name not in shared and job in by_name[name]
    }
    return own | {(EVERYWHERE, name): _all(by_name[name]) for name in names if name in shared}


def _order(name: str) -> int:
    """As a reader wants them: the answer first, what it was made from last."""
    return FIRST.index(name) if name in FIRST else len(FIRST)


def _all(jobs: dict[str, pa.Schema]) -> pa.Schema:
    return pa.unify_schemas(list(jobs.values()))


def _made() -> Iterator[tuple[str, str, pa.Schema]]:
    with tempfile.TemporaryDirectory() as folder:
        for job, make in _runs(Path(folder)):
            run = make()
            yield from ((job, name, run.read_schema(name)) for name in run.tables)


def _runs(folder: Path) -> Iterator[tuple[str, Callable[[], Run]]]:
    """Runs that together have every table there is."""
    texts = [LAKE + MILL, LAKE.replace("1905", "1906") + MILL, LAKE + MILL]
    articles = _written(folder / "articles.jsonl", [{"id": str(n), "text": text} for n, text in enumerate(texts)])
    page = {"id": "1", "seq": 1, "regions": [{"start": 0, "length": 9, "coords": {"x": 0, "y": 0, "w": 9, "h": 9}}]}
    scanned = _written(folder / "scanned.jsonl", [{"id": name, "text": LAKE + MILL, "pages": [page]} for name in "ab"])
    others = _written(folder / "others.jsonl", [{"id": "other", "text": LAKE + MILL}])
    vectors = _written(folder / "vectors.jsonl", [{"id": name, "text": LAKE, "v": [1, 2]} for name in "ab"])
    asked = _written(folder / "threads.jsonl", [{"id": name, "question": LAKE, "answer": MILL} for name in "ab"])
    earlier = _written(folder / "earlier.jsonl", [{"id": "c", "question": LAKE}])
    yield "sentences", lambda: twicetold.sentences(articles)
    yield "sentences", lambda: twicetold.sentences(articles, feature="imatch")
    yield "sentences", lambda: twicetold.sentences(vectors, vector="v")
    yield "passages", lambda: twicetold.passages(articles)
    yield "passages", lambda: twicetold.passages(scanned)
    yield "documents", lambda: twicetold.documents(articles)
    yield "documents", lambda: twicetold.documents(articles, against=others)
    yield "threads", lambda: twicetold.threads(asked, compare="fields", question_feature="stems", keep_index=True)
    yield "threads", lambda: twicetold.threads(asked, against=earlier)
    yield "history", lambda: twicetold.history(articles)


def _written(path: Path, records: list[dict[str, Any]]) -> str:
    path.write_text("".join(f"{json.dumps(each)}\n" for each in records), encoding="utf-8")
    return str(path)


def stale() -> list[str]:
    """Names in the file that no run has."""
    told = tomllib.loads(FILE.read_text(encoding="utf-8"))
    columns: dict[str, set[str]] = {"": set()}
    for (job, name), schema in found().items():
        bare = {each.removeprefix("left_").removeprefix("right_") for each in schema.names} | set(schema.names)
        for place in (f"{job}.{name}", name, ""):
            columns.setdefault(place, set()).update(bare)
    flat = {**told["columns"], "": {name: "" for name, said in told["columns"].items() if isinstance(said, str)}}
    return [
        *(f"{FILE.name}: tables.{name}" for name in told["tables"] if not filter_names(columns, name)),
        *(f"{FILE.name}: changes.{name}" for name in told["changes"] if CHANGE.get_field_index(name) < 0),
        *(
            f"{FILE.name}: columns.{place}.{name}"
            for place, own in flat.items()
            if isinstance(own, dict)
            for name in own
            if name not in columns.get(place, ())
        ),
    ]
