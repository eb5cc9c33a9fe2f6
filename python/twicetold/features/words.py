"""Windows of words. `src/features/words.rs` finds them, Chinese and Japanese ones by a dictionary, and hashes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from twicetold.config import Finding
from twicetold.features.base import Feature, Kernel


@dataclass(frozen=True)
class Words(Feature):
    """Every `length` words in a row."""

    length: int = 3

    @classmethod
    def from_settings(cls, finding: Finding, shingle: int) -> Words:
        return cls(shingle or cls.length)

    @property
    def kernel(self) -> Kernel:
        return "words", (self.length,), b""

    @property
    def facts(self) -> dict[str, Any]:
        return {"feature": "words", "shingle": self.length}
