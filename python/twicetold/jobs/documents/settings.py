"""The settings of `documents`: how whole documents are compared, and which of those that match is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from twicetold.config import ComparisonSettings, Finding, Folding, Locating, Matching, group, setting


@dataclass(frozen=True)
class Keeping:
    """Which document of a cluster is kept, and whether it is located what the others repeat."""

    keep: str = setting(
        "longest",
        "Which document of a cluster is kept: `longest`, `newest`, `oldest`, `first`, `FIELD:max` or `FIELD:min`; "
        "`all` removes none.",
        "Keeping",
        common=True,
    )
    prefer: str = setting(
        "", "Keep these before all others, the first before the next: `source=books,news`, or another field.",
        "Keeping", common=True,
    )  # fmt: skip
    locate: str = setting(
        "against",
        "Locate in both texts what two documents share: with `--against` only, always, or never.",
        "Keeping",
        choices=("against", "always", "never"),
    )


@dataclass(frozen=True)
class DocumentSettings(ComparisonSettings):
    """Everything that `documents` needs to know besides its inputs. `auto` is settled by `complete_document_settings`.

    A recall of 0.999 costs little here; a join by document would have a long text in dozens of cells.
    """

    job: ClassVar[str] = "documents"

    folding: Folding = group(Folding(), only=("ignore_case", "ignore_punctuation"))
    finding: Finding = group(
        Finding(finder="auto", feature="words", shingle=5, recall=0.999, crowd=5_000, partition="term"),
        without=("outside",),
        finder={
            "help": "How candidates are found. `auto` is `minhash`, or for measures other than Jaccard `join`, "
            "or for vectors `projection`."
        },
    )
    matching: Matching = group(
        Matching(measure="auto", threshold=0.8),
        only=("measure", "threshold"),
        measure={
            "help": "Similarity measure. `auto` is `jaccard`, or for vectors `cosine`; `containment` is the share of "
            "the shorter document in the longer one.",
            "choices": ("auto",),
            "compares": ("sets", "vectors"),
        },
    )
    keeping: Keeping = group(Keeping())
    locating: Locating = group(Locating(), only=("against", "max_gap", "min_passage", "evidence", "consistency"))

    @property
    def against(self) -> tuple[str, ...]:
        return self.locating.against
