"""Winnowed fingerprints: of every few shingles in a row the least. `src/features/winnow.rs` has the algorithm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from twicetold.config import Finding
from twicetold.features.base import Feature, Kernel

USUAL_LENGTHS = {"words": 3, "characters": 12}


@dataclass(frozen=True)
class Winnow(Feature):
    """Two texts that share `length + window - 1` words in a row share a fingerprint; 2 in `window + 1` are kept."""

    length: int = 3
    window: int = 3
    token_kind: str = "words"

    @classmethod
    def from_settings(cls, finding: Finding, shingle: int) -> Winnow:
        return cls(shingle or USUAL_LENGTHS[finding.winnow_of], finding.winnow_window, finding.winnow_of)

    @property
    def kernel(self) -> Kernel:
        return "winnow", (self.length, self.window, int(self.token_kind == "characters")), b""

    @property
    def facts(self) -> dict[str, Any]:
        return {"feature": "winnow", "shingle": self.length, "winnow_window": self.window, "winnow_of": self.token_kind}
