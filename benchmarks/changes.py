"""How often the changed fact is among the changes: `python -m benchmarks.changes vitaminc-pairs.tsv`.

Each row is a sentence of Wikipedia before and after an edit; `REFUTES` says that the two contradict each other, other
relations need not. A pair counts as found when at least one change is named as a fact: number, date, name, place,
quantity or negation. What differs is then not dismissed as wording, punctuation, order or an equal value. Additions and
removals are not counted in the first share (a dropped word can contradict, but most do not); the second counts them
too. Beside them, for comparison, the shares of the pairs that are not marked as contradictions, and how many hold a
fact that `disagrees`.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from typing import Any

import pyarrow as pa

from twicetold import _kernels
from twicetold.jobs.sentences.kinds import CLASSIFY_INPUT

FACTS = {"number", "date", "name", "place", "quantity", "negation"}


def classify_pairs(path: Path) -> list[tuple[str, dict[str, Any]]]:
    """The relation of each row and what the kernel says of it. Both sides are versions of one page."""
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    batch = pa.RecordBatch.from_pylist([build_match(row) for row in rows], CLASSIFY_INPUT)
    return list(zip([row["relation"] for row in rows], _kernels.classify_matches(batch).to_pylist(), strict=True))


def build_match(row: dict[str, str]) -> dict[str, str | None]:
    """A row as a match without context."""
    sides = {f"{side}_{what}": "" for side in ("left", "right") for what in ("section", "block")}
    texts = {"left_text": row["left"], "right_text": row["right"]}
    titles = {"left_title": row["page"], "right_title": row["page"]}
    counts = {"identical_shared": None, "near_shared": None, "cluster_pairs": None}
    return {**sides, **texts, **titles, **counts, "left_document": "before", "right_document": "after"}


def compute_share(found: list[dict[str, Any]], kinds: set[str]) -> float:
    """The share of pairs with a change of one of these kinds."""
    return sum(any(change["kind"] in kinds for change in each["changes"]) for each in found) / max(len(found), 1)


def main() -> None:
    """Reads the pairs and prints the shares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    rows = classify_pairs(parser.parse_args().file)
    for relation in sorted({relation for relation, _ in rows}):
        found = [each for own, each in rows if own == relation]
        disagrees = sum(any(change["disagrees"] for change in each["changes"]) for each in found) / len(found)
        drift = sum(each["kind"] == "drift" for each in found) / len(found)
        wide = compute_share(found, FACTS | {"addition", "removal"})
        print(
            f"{relation}: {len(found)} pairs; a fact among the changes in {compute_share(found, FACTS):.1%} "
            f"(with additions and removals {wide:.1%}); a fact that disagrees {disagrees:.1%}; called drift {drift:.1%}"
        )


if __name__ == "__main__":
    main()
