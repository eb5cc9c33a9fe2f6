"""The floors of stages: computed from limits and from what `run.json` says; no timing here."""

from __future__ import annotations

import bz2
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from benchmarks import limits, results, stages
from benchmarks.stage_floors import BYTES, WORK, Source, rows_of
from benchmarks.stages_table import NAMES, limits_table, stages_table

UNITS = {
    "characters": "windows",
    "words": "windows",
    "minhash": "updates",
    "sort": "keys",
    "group": "keys",
    "sync": "files",
}


def known(**amounts: int) -> limits.Limits:
    """All limits are 1,000,000 a second on all cores, half of that on one; files are synced 100 a second."""
    made = {}
    for name in NAMES:
        rate = 100.0 if name == "sync" else 1e6
        made[name] = {
            "unit": UNITS.get(name, "bytes"),
            "amount": amounts.get(name, 0),
            "one_core": rate / 2,
            "all_cores": rate,
        }
    sizes = {"texts": 100, "bytes": 10_000, "threads": 2, "characters": 12, "words": 5, "rows": 3, "bands": 7}
    return limits.of({**sizes, "limits": made})


def table(rows: int = 0, size: int = 0) -> dict[str, int]:
    return {"rows": rows, "bytes": size}


def documents_run() -> dict[str, Any]:
    def stage(seconds: float, **tables: dict[str, int]) -> dict[str, Any]:
        return {"seconds": seconds, "tables": tables}

    return {
        "job": "documents",
        "results": {"finder": "minhash", "feature": "words", "shingle": 5, "rows": 3, "bands": 7},
        "stages": {
            "front": stage(2.0, documents=table(300, 100_000), standing=table(300, 200_000), texts=table(300, 300_000)),
            "units": stage(1.0, folded=table(300, 0), units=table(200, 400_000)),
            "matches": stage(5.0, verified=table(9, 0)),
            "clusters": stage(0.5, heads=table(), labels=table()),
            "tables": stage(0.5, clusters=table(), members=table(), matches=table(), bridges=table()),
        },
    }


def by_stage(source: Source, measured: limits.Limits, facts: dict[str, Any] | None = None) -> dict[str, dict[str, Any]]:
    return {row["stage"]: row for row in rows_of(facts or documents_run(), source, measured)}


def test_reading_unpacking_copying_and_writing_are_the_floor_of_the_front() -> None:
    rows = by_stage(Source(500_000, 2_000_000, "bzip2"), known())
    # 0.5 s read, 2 s unpacked on all cores, 2 s copied, 0.6 s written, three files at 50 a second on one core.
    assert rows["front"]["floor_seconds"] == pytest.approx(0.5 + 2 + 2 + 0.6 + 3 / 50)
    assert rows["front"]["bound"] == WORK
    assert "unpacking bzip2 to 2.0 MB 2.000 s" in rows["front"]["what"]


def test_one_stream_is_unpacked_by_one_core() -> None:
    zstd, bzip2 = (by_stage(Source(0, 2_000_000, name), known())["front"] for name in ("zstd", "bzip2"))
    assert zstd["floor_seconds"] - bzip2["floor_seconds"] == pytest.approx(2)


def test_what_is_not_packed_has_a_floor_of_bytes_only() -> None:
    assert by_stage(Source(500_000, 500_000), known())["front"]["bound"] == BYTES


def test_the_floor_of_finding_is_hashing_minima_and_grouping_at_the_settings_of_the_run() -> None:
    # 100 texts have 50,000 windows, so the 200 units of the run have 100,000; 21 functions, 7 keys each.
    row = by_stage(Source(0, 0), known(words=50_000))["matches"]
    assert row["floor_seconds"] == pytest.approx(0.4 + 0.1 + 2.1 + 0.0014 + 1 / 50)
    assert row["times"] == pytest.approx(row["seconds"] / row["floor_seconds"])
    assert row["bound"] == WORK
    assert "2.1 million minhash updates" in row["what"]
    assert "grouping" not in row["what"], "less than a hundredth of the floor is not told"


def test_another_finder_has_no_floor_of_hashing() -> None:
    facts = documents_run()
    facts["results"] = {"finder": "join"}
    assert by_stage(Source(0, 0), known(words=50_000), facts)["matches"]["bound"] == BYTES


def test_folding_groups_a_hash_for_each_row() -> None:
    row = by_stage(Source(0, 0), known())["units"]
    assert row["floor_seconds"] == pytest.approx(0.5 + 0.0003 + 0.4 + 2 / 50)


def test_the_last_row_sums_up_and_a_stage_without_floor_has_no_times() -> None:
    rows = by_stage(Source(0, 0), known())
    assert rows["all"]["seconds"] == 9.0
    assert rows["all"]["floor_seconds"] == pytest.approx(
        sum(row["floor_seconds"] for name, row in rows.items() if name != "all")
    )
    facts = {"job": "split", "results": {}, "stages": {"front": {"seconds": 1.0, "tables": {}}}}
    assert by_stage(Source(0, 0), known(), facts)["front"]["times"] is None


def test_of_each_stage_the_best_round_counts() -> None:
    first, second = documents_run(), documents_run()
    first["stages"]["front"]["seconds"] = 1.5
    second["stages"]["matches"]["seconds"] = 4.0
    best = stages.fastest([first, second])["stages"]
    assert (best["front"]["seconds"], best["matches"]["seconds"], best["units"]["seconds"]) == (1.5, 4.0, 1.0)


def test_the_tables_say_where_a_floor_is_of_bytes_only_and_write_every_limit() -> None:
    rows = rows_of(documents_run(), Source(0, 0), known())
    lines = stages_table(rows).splitlines()
    assert len(lines) == 2 + len(rows)
    assert sum("bytes only: " in line for line in lines) == 3
    assert "| 64-bit keys sorted | documents | 500 k keys/s | 1.0 M keys/s |" in limits_table({"documents": known()})


def test_rows_and_limits_are_entered_and_the_rest_of_the_results_stays(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    results.write(results.Results({"threads": 2}, date="2026-11-16"), path)
    rows = rows_of(documents_run(), Source(0, 0), known())
    stages.enter(path, rows, {"documents": known()}, {"what": "texts"})
    found = results.read(path)
    assert (found.date, found.stages) == ("2026-11-16", rows)
    assert limits.of(found.machine["limits"]["documents"]) == known()
    assert found.machine["threads"] == 2
    assert found.data == {"stages": {"what": "texts"}}


def test_a_packed_file_is_known_by_both_its_sizes(tmp_path: Path) -> None:
    path = tmp_path / "dump.xml.bz2"
    path.write_bytes(bz2.compress(b"<page/>\n" * 1_000))
    assert stages.source_of(path) == Source(path.stat().st_size, 8_000, "bzip2")


def test_documents_become_json_lines_no_more_than_wanted(tmp_path: Path) -> None:
    given = tmp_path / "given.txt"
    given.write_text("one text\nanother\na third\n", encoding="utf-8")
    lines = stages.written(str(given), tmp_path / "out.jsonl", 2).read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == [{"id": "0", "text": "one text"}, {"id": "1", "text": "another"}]


def test_what_the_stages_were_measured_on_is_told_without_a_path(tmp_path: Path) -> None:
    documents, some, dump = (tmp_path / name for name in ("documents.jsonl", "some.jsonl", "some.xml.bz2"))
    documents.write_text("{}\n{}\n", encoding="utf-8")
    some.write_text("{}\n", encoding="utf-8")
    told = stages.described(str(tmp_path / "given.parquet"), documents, some, dump)
    assert (told["what"], told["count"]) == ("given.parquet, and some.xml.bz2 for `split`", 2)
    assert str(tmp_path) not in json.dumps(told)


def test_limits_survive_being_written(tmp_path: Path) -> None:
    assert limits.of(json.loads(json.dumps(asdict(known(words=5))))) == known(words=5)
