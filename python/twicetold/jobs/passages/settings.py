"""The settings of `passages`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from twicetold.config import ComparisonSettings, Finding, Locating, Matching, Reading, group
from twicetold.config.groups import THREAD_FIELDS


@dataclass(frozen=True)
class PassageSettings(ComparisonSettings):
    """Everything that `passages` needs to know besides its inputs."""

    job: ClassVar[str] = "passages"
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        # The signatures that the paper settled for, and runs of three sentences.
        "zhang2010": {
            "finder": "join", "feature": "imatch", "idf_range": (0.1, 1.0), "measure": "jaccard", "threshold": 0.9,
            "by": "sentences", "min_sentences": 3, "max_gap": 0, "extend": False, "min_passage": 0,
        },
    }  # fmt: skip

    reading: Reading = group(Reading(), without=("vector_field", *THREAD_FIELDS))
    finding: Finding = group(Finding(), without=("outside",))
    matching: Matching = group(Matching(), without=("relation", "document_limit"))
    locating: Locating = group(Locating())

    @property
    def against(self) -> tuple[str, ...]:
        return self.locating.against
