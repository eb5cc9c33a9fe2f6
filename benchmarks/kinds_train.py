"""Trains the model of kinds: `python -m benchmarks.kinds_train --run RUN FILE ...` writes `src/kinds/model.tsv`.

Build the package again then. Each FILE holds labelled pairs, a JSON object a line, as `benchmarks.kinds` reads them.
RUN is a run over the articles of the pairs: it knows the sentences around them. The table holds weights and short
hashes of the pairs, but no texts.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.labelled_pairs import LEVELS, LabelledPairs, collect_evidence, read_labelled
from benchmarks.logistic import Floats, fit_weights
from benchmarks.run_context import RunContext

MODEL = Path(__file__).parent.parent / "src" / "kinds" / "model.tsv"

TRAINED_PREFIX = "# trained on pairs"

CITATION = ["citation_more", "citation_less", "citation_both", "no_claim", "no_claim_cited", "claim_uncited"]
FACTS = [
    *("number_against", "date_against", "negation_against", "opposition_against", "name_alone", "name_office"),
    *("date_event", "residue", "open_list_values", "planned", "names_different"),
]
CHANCE = [
    *("frame_words", "frame_share", "frame_names", "series", "same_sort", "own_changed", "own_nowhere", "pronoun_both"),
    *("described_both", "value_different", "disagrees", "words_swapped", "no_claim", "cluster_pairs"),
]

# Did not help to decide about the subject: marks, order, and whether equal values are spelled alike.
WORDED = [
    *("punctuation", "orders", "noun_swapped", "quantities", "negations"),
    *("residue", "values_equal", "values_compatible", "open_list", "open_list_names"),
    *("number_against", "date_against", "negation_against", "opposition_against", "name_alone", "name_office"),
    *("open_list_values", "planned"),
]


@dataclass(frozen=True)
class Step:
    """A question, the evidence for it, and how large its weights may become."""

    name: str
    evidence: Sequence[str]
    strength: float

    def select_pairs(self, pairs: LabelledPairs) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Mark the pairs that the question applies to, and return the right answers."""
        kind, same = pairs.kind, pairs.same
        claims = kind != "reference"
        if self.name == "reference":
            return np.ones(len(kind), bool), kind == "reference"
        if self.name == "subject":
            return claims & (same != "unclear"), same == "true"
        if self.name == "disagreement":
            return (kind == "drift") | (kind == "copyedit"), kind == "drift"
        return claims & (same == "false"), kind == "other"


def list_steps(names: Sequence[str]) -> list[Step]:
    """List the four questions; that about the subject uses all evidence except citations and wording."""
    aside = {*CITATION, *WORDED, "no_claim", "cited_block", "markup", "broken", "context"}
    return [
        Step("reference", CITATION, 1.0),
        Step("subject", [name for name in sorted(names) if name not in aside], 0.15),
        Step("disagreement", FACTS, 0.3),
        Step("chance", CHANCE, 0.1),
    ]


def train(pairs: LabelledPairs) -> str:
    """Train on these pairs, once for each level of knowledge, and return the table of weights."""
    collected = [collect_evidence(pairs, level) for level in LEVELS]
    names = collected[0][0]
    rows = [
        f"{TRAINED_PREFIX} {' '.join(sorted(map(hash_pair, pairs.rows)))}",
        "# step\tevidence\tin a run\twith context\twithout",
    ]
    for step in list_steps(names):
        rows += build_step_rows(step, pairs, names, [evidence for _, evidence in collected])
    return "\n".join(rows) + "\n"


def build_step_rows(step: Step, pairs: LabelledPairs, names: list[str], collected: list[Floats]) -> list[str]:
    """Build the rows of one step: its constant, and a weight for each piece of evidence that has one."""
    asked, answers = step.select_pairs(pairs)
    if step.name == "disagreement":  # the kernel asks only where something disagrees
        asked &= sum(collected[0][:, names.index(name)] for name in ("disagrees", "planned")) > 0
    columns = [names.index(name) for name in step.evidence]
    fitted = [fit_weights(evidence[asked][:, columns], answers[asked], step.strength) for evidence in collected]
    rows = ["\t".join([step.name, "constant", *(f"{constant:.4f}" for constant, _ in fitted)])]
    for at, name in enumerate(step.evidence):
        weights = [weights[at] for _, weights in fitted]
        if any(weights):
            rows.append("\t".join([step.name, name, *(f"{weight:.4f}" for weight in weights)]))
    return rows


def hash_pair(row: dict[str, Any]) -> str:
    """Hash the texts of a pair, to recognise pairs that the model was trained on."""
    texts = "\n".join(sorted((row["left"], row["right"])))
    return hashlib.sha256(texts.encode()).hexdigest()[:8]


def read_trained_hashes() -> set[str]:
    """Read the hashes of the pairs that the shipped model was trained on."""
    lines = MODEL.read_text(encoding="utf-8").splitlines()
    return {
        each for line in lines if line.startswith(TRAINED_PREFIX) for each in line.removeprefix(TRAINED_PREFIX).split()
    }


def main() -> None:
    """Read the labelled pairs and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--run", type=Path, help="a run over the articles of the pairs")
    arguments = parser.parse_args()
    pairs = read_labelled(*arguments.files)
    table = train(RunContext(arguments.run).add_to(pairs) if arguments.run else pairs)
    MODEL.write_text(table)
    print(f"{MODEL}: {len(table.splitlines())} rows; build the package again")


if __name__ == "__main__":
    main()
