"""Windows of words; a Chinese or Japanese character is a word. `src/shingles.rs` hashes them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Words:
    """Every `length` words in a row."""

    length: int = 3

    @property
    def kernel(self) -> tuple[str, int]:
        return "words", self.length
