"""Our row codec against arrow-row, on the tables of a run: `python -m benchmarks.row_codec`.

A planted corpus of 100,000 sentences is run through the job `sentences`; its tables are then written as rows by both
codecs (`row_codec/`), sorted, and read back. Bytes are of a row, speeds in millions of rows a second on one core.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.dataset as ds

import twicetold
from twicetold.demo import PlantedCorpus

CRATE = Path(__file__).with_name("row_codec")
BATCH_ROWS = 1 << 14
# Columns and what they are grouped by: texts, short columns and numbers.
TABLES: dict[str, tuple[str, list[str], list[str]]] = {
    "sentences": ("sentences", [], ["document", "title", "position"]),
    "members": ("members", [], ["cluster"]),
    "document pairs": ("document_pairs", [], ["left_document", "left_title"]),
    "places": ("members", ["cluster", "position", "start", "end", "variant"], ["cluster"]),
}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        corpus = PlantedCorpus(sentences=100_000, seed=7, duplicate_share=0.3).write_jsonl(Path(folder) / "texts.jsonl")
        run = twicetold.sentences(corpus, output=Path(folder) / "run")
        print("| table | rows | codec | bytes a row | encode | sort | decode |")
        print("| --- | --- | --- | --- | --- | --- | --- |")
        for name, (table, columns, by) in TABLES.items():
            rows = ds.dataset(run.locate_table(table)).to_table(columns or None)
            for row in measure_codecs(rows, by, Path(folder) / "rows.arrow"):
                figures = " | ".join(f"{row[each]:.2f}" for each in ("encode", "sort", "decode"))
                print(f"| {name} | {row['rows']:,} | {row['codec']} | {row['bytes']:.1f} | {figures} |")


def measure_codecs(rows: pa.Table, by: list[str], path: Path) -> list[dict[str, Any]]:
    """What both codecs make of a table."""
    with pa.ipc.new_file(path, rows.schema) as file:
        for batch in rows.combine_chunks().to_batches(BATCH_ROWS):
            file.write_batch(batch)
    cargo = ["cargo", "run", "--release", "--quiet", "--manifest-path", str(CRATE / "Cargo.toml")]
    said = subprocess.run([*cargo, "--", str(path), *by], check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in said.splitlines()]


if __name__ == "__main__":
    main()
