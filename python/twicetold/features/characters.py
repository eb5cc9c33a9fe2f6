"""Windows of characters: the default. `src/shingles.rs` hashes them as it scans."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Characters:
    """Every `length` Unicode characters in a row."""

    length: int = 12

    @property
    def kernel(self) -> tuple[str, int]:
        return "characters", self.length
