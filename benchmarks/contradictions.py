"""How right the list of contradictions is: `python -m benchmarks.contradictions LABELS.jsonl RUN`.

LABELS has a pair a line (JSON) with `left`, `right` and `label`: `true` where both cannot hold, `both:dated` where each
side has its own date, anything else where there is no conflict. An entry of the run's table `contradictions` and a
label belong together by their texts, in either order. Printed are the precision of what is listed as contradictions, in
the first 20 and in all, how many of the true ones are listed, the precision of the dated list, and what has no label.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from twicetold.jobs.sentences.kinds import LISTED_CONFIDENCE

Row = dict[str, Any]
FIRST = 20
DATED = "dated-update"


def read_labels(path: Path) -> dict[frozenset[str], str]:
    """The label of each pair of texts."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return {frozenset((row["left"], row["right"])): row["label"] for row in rows}


def read_listed(run: Path) -> list[Row]:
    """The entries that the run lists, the most certain first."""
    rows = pq.read_table(run / "contradictions.parquet").to_pylist()
    return [row for row in rows if row.get("listed", row["confidence"] >= LISTED_CONFIDENCE)]


def find_label(row: Row, labels: dict[frozenset[str], str]) -> str:
    """The label of an entry, "" where there is none."""
    return labels.get(frozenset((row["left_text"], row["right_text"])), "")


def print_precision(name: str, rows: list[Row], labels: dict[frozenset[str], str], right: str) -> None:
    """One line: how many of the entries with a label have the right one."""
    known = Counter(label for row in rows if (label := find_label(row, labels)))
    total = sum(known.values())
    share = known[right] / max(total, 1)
    others = ", ".join(f"{count} {label}" for label, count in known.most_common() if label != right)
    missing = len(rows) - total
    print(
        f"{name}: {known[right]} of {total} right, precision {share:.2f} ({others or 'no other'}; {missing} unlabelled)"
    )


def print_unlabelled(rows: list[Row], labels: dict[frozenset[str], str]) -> None:
    """The entries that nobody has judged."""
    for row in rows:
        if not find_label(row, labels):
            print(f"\n{row['drift']} {row['confidence']}: {row['why']}")
            for side in ("left", "right"):
                print(f"  [{row[f'{side}_title']}] {row[f'{side}_text']}")


def main() -> None:
    """Reads labels and run, prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("labels", type=Path)
    parser.add_argument("run", type=Path)
    arguments = parser.parse_args()
    labels, listed = read_labels(arguments.labels), read_listed(arguments.run)
    dated = [row for row in listed if row["drift"] == DATED]
    others = [row for row in listed if row["drift"] != DATED]
    print_unlabelled(listed, labels)
    print()
    print_precision(f"first {FIRST} contradictions", others[:FIRST], labels, "true")
    print_precision("all contradictions", others, labels, "true")
    texts = {frozenset((row["left_text"], row["right_text"])) for row in others}
    true = [pair for pair, label in labels.items() if label == "true"]
    print(f"true ones listed: {sum(pair in texts for pair in true)} of {len(true)}")
    print_precision("dated", dated, labels, "both:dated")


if __name__ == "__main__":
    main()
