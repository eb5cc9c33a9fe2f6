"""Trains the model of kinds: `python -m benchmarks.kinds_train FILE` writes `src/kinds/model.tsv`; build again then.

FILE holds labelled pairs, a JSON object a line, as `benchmarks.kinds` reads them. The table holds weights and short
hashes of the pairs' ids, none of their texts.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.labelled_pairs import Labelled, evidence_of, read_labelled
from benchmarks.logistic import Floats, fit

MODEL = Path(__file__).parent.parent / "src" / "kinds" / "model.tsv"

TRAINED = "# trained on pairs"

CITATION = ["citation_more", "citation_less", "citation_both", "no_claim_cited"]
FACTS = ["disagrees", "residue", "hedged", "open_list_names", "dated_figure"]
CHANCE = [
    *("frame_words", "frame_share", "frame_names", "series", "same_sort", "own_changed", "own_nowhere", "pronoun_both"),
    *("described_both", "value_different", "disagrees", "words_swapped", "no_claim", "cluster_pairs"),
]

# Says nothing of the subject: how a thing is worded, and whether equal values are spelled alike.
WORDED = [
    *("punctuation", "orders", "wordings", "hedged", "noun_swapped", "words_swapped", "quantities", "negations"),
    *("residue", "values_equal", "values_compatible", "value_added", "open_list", "open_list_names"),
]


@dataclass(frozen=True)
class Step:
    """A question, the evidence it looks at, and how freely it may weigh it."""

    name: str
    evidence: Sequence[str]
    strength: float

    def asks(self, pairs: Labelled) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Which pairs the question is put to, and the right answers."""
        kind, same = pairs.kind, pairs.same
        claims = kind != "reference"
        if self.name == "reference":
            return np.ones(len(kind), bool), kind == "reference"
        if self.name == "subject":
            return claims & (same != "unclear"), same == "true"
        if self.name == "disagreement":
            return (kind == "drift") | (kind == "copyedit"), kind == "drift"
        return claims & (same == "false"), kind == "other"


def steps(names: Sequence[str]) -> list[Step]:
    """The four questions; the subject's looks at all but citation and wording."""
    aside = {*CITATION, *WORDED, "no_claim", "cited_block", "markup", "broken", "context"}
    return [
        Step("reference", CITATION, 1.0),
        Step("subject", [name for name in sorted(names) if name not in aside], 0.1),
        Step("disagreement", FACTS, 0.3),
        Step("chance", CHANCE, 0.1),
    ]


def train(pairs: Labelled) -> str:
    """The table of weights, trained on these pairs with their context and without."""
    names, with_context = evidence_of(pairs, context=True)
    _, without = evidence_of(pairs, context=False)
    rows = [f"{TRAINED} {' '.join(sorted(map(mark, pairs.ids)))}", "# step\tevidence\twith context\twithout"]
    for step in steps(names):
        rows += step_rows(step, pairs, names, with_context, without)
    return "\n".join(rows) + "\n"


def step_rows(step: Step, pairs: Labelled, names: list[str], with_context: Floats, without: Floats) -> list[str]:
    """The rows of one step: its constant, and a weight for each piece of evidence that has one."""
    asked, answers = step.asks(pairs)
    columns = [names.index(name) for name in step.evidence]
    known, weights = fit(with_context[asked][:, columns], answers[asked], step.strength)
    unknown, others = fit(without[asked][:, columns], answers[asked], step.strength)
    rows = [f"{step.name}\tconstant\t{known:.4f}\t{unknown:.4f}"]
    for name, one, two in zip(step.evidence, weights, others, strict=True):
        if one or two:
            rows.append(f"{step.name}\t{name}\t{one:.4f}\t{two:.4f}")
    return rows


def mark(name: str) -> str:
    """A short hash of a pair's id: tells whether the pair was trained on."""
    return hashlib.sha256(name.encode()).hexdigest()[:8]


def trained_on() -> set[str]:
    """The marks of the pairs that the shipped model was trained on."""
    lines = MODEL.read_text(encoding="utf-8").splitlines()
    return {each for line in lines if line.startswith(TRAINED) for each in line.removeprefix(TRAINED).split()}


def main() -> None:
    """Reads the labelled pairs and writes the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    table = train(read_labelled(parser.parse_args().file))
    MODEL.write_text(table)
    print(f"{MODEL}: {len(table.splitlines())} rows; build the package again")


if __name__ == "__main__":
    main()
