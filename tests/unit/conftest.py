"""Fixtures: the command line in this process, and a finished run of the job `sentences`, small enough to read."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.support.commands import run_main

from twicetold.jobs.sentences.tables import (
    CHANGE,
    SENTENCE_BRIDGES,
    SENTENCE_CLUSTERS,
    SENTENCE_DOCUMENT_PAIRS,
    SENTENCE_MATCHES,
    SENTENCE_MEMBERS,
)


@pytest.fixture
def twicetold(tmp_path, monkeypatch, capsys):
    """`twicetold("plan", "--json")` -> what it printed, and what it said on stderr; in an empty directory."""
    place = tmp_path / "here"
    place.mkdir()
    monkeypatch.chdir(place)
    return lambda *arguments, code=0: run_main(arguments, monkeypatch, capsys, code)


# Two clusters: one of three texts in three documents, one said twice, word for word, with text no terminal should see.
MEMBERS = [
    (0, "7", "Lake Orrin", "History", "prose", 4, 100, 140, 0, "The lake froze over in the winter of 1905."),
    (0, "7", "Lake Orrin", "Sport", "prose", 9, 300, 340, 0, "The lake froze over in the winter of 1905."),
    (0, "8", "Norland", "", "prose", 2, 50, 90, 1, "The lake froze over in the winter of 1906."),
    (0, "9", "Tarn", "", "list", 0, 0, 40, 2, "The tarn froze over in the winter of 1905."),
    (1, "7", "Lake Orrin", "", "prose", 0, 0, 30, 0, "Evil \x1b[31mred\x07\u202e,\ta \"quoted\"\nline\x9b2J 湖."),
    (1, "9", "Tarn", "", "prose", 5, 60, 90, 0, "Evil \x1b[31mred\x07\u202e,\ta \"quoted\"\nline\x9b2J 湖."),
]  # fmt: skip
TABLES = {
    "clusters": (
        SENTENCE_CLUSTERS,
        [
            (0, 4, 3, 3, "drift", 0.7, 0.952, "The lake froze over in the winter of 1905."),
            (1, 2, 2, 1, "identical", 1.0, 1.0, MEMBERS[4][-1]),
        ],
    ),
    "members": (SENTENCE_MEMBERS, MEMBERS),
    "matches": (
        SENTENCE_MATCHES,
        [
            (
                0,
                "7",
                4,
                "8",
                2,
                0.976,
                "drift",
                "contradiction",
                0.9,
                "1905 / 1906 cannot both hold",
                [
                    ("number", "1905", "1906", 37, 41, 37, 41, True),
                ],
            ),
            (
                0,
                "7",
                4,
                "9",
                0,
                0.952,
                "template",
                "",
                0.8,
                "another subject",
                [
                    ("name", "lake", "tarn", 4, 8, 4, 8, False),
                ],
            ),
        ],
    ),
    "bridges": (SENTENCE_BRIDGES, [(0, None, "9", 0, "8", 6, 0.8)]),
    "document_pairs": (
        SENTENCE_DOCUMENT_PAIRS,
        [("7", "Lake Orrin", "9", "Tarn", 3, 1), ("7", "Lake Orrin", "8", "Norland", 2, 0)],
    ),
}
RESULTS = {
    "documents": 3,
    "sentences": 1200,
    "clusters": 2,
    "recall": 0.991,
    "scheme": "47 bands of 4 rows (188 functions)",
    "rejected": {"0.70-0.80": 12},
    "crowds": {"keys": 3, "pairs_left_out": 123},
    "sizes": {"2": 1, "4": 1},
}


def as_row(kind, values):
    row = dict(zip(kind.names, values, strict=True))
    if "changes" in row:
        row["changes"] = [dict(zip([each.name for each in CHANGE], change, strict=True)) for change in row["changes"]]
    return row


def write_run(folder, tables=TABLES, **facts):
    """A finished run of the job `sentences`, made by hand; each table in row groups of two rows."""
    folder.mkdir()
    for name, (kind, values) in tables.items():
        table = pa.Table.from_pylist([as_row(kind, row) for row in values], kind)
        pq.write_table(table, folder / f"{name}.parquet", row_group_size=2)
    stages = {
        "cluster": {"tables": {name: {"rows": len(values)} for name, (_, values) in tables.items()}, "seconds": 1.5}
    }
    written = {"format": 2, "job": "sentences", "inputs": [{"path": "dump.xml", "bytes": 900}], "stages": stages}
    written |= {"digest": "0123456789abcdef", "results": RESULTS} | facts
    kept = {name: value for name, value in written.items() if value is not None}
    (folder / "run.json").write_text(json.dumps(kept), encoding="utf-8")
    return folder


@pytest.fixture
def sentence_run(tmp_path):
    return write_run(tmp_path / "run")
