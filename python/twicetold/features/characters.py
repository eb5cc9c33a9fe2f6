"""Windows of characters: the default. `src/shingles.rs` hashes them as it scans."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from twicetold.config import Finding
from twicetold.features.base import Feature, Kernel


@dataclass(frozen=True)
class Characters(Feature):
    """Every `length` Unicode characters in a row."""

    length: int = 12

    @classmethod
    def from_settings(cls, finding: Finding, shingle: int) -> Characters:
        return cls(shingle or cls.length)

    @property
    def kernel(self) -> Kernel:
        return "characters", (self.length,), b""

    @property
    def facts(self) -> dict[str, Any]:
        return {"feature": "characters", "shingle": self.length}
