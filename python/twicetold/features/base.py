"""What a feature is: a value that names a kernel over texts and its settings."""

from __future__ import annotations

from typing import Protocol


class Feature(Protocol):
    """A set of hashes for each text. Two texts are compared by the Jaccard similarity of their sets."""

    @property
    def kernel(self) -> tuple[str, int]:
        """The name and the length by which the kernels know it."""
        ...

    @property
    def length(self) -> int: ...
