"""What a measure is: a similarity from 0 to 1 of two texts, of their sets of features, or of their vectors."""

from __future__ import annotations

from typing import ClassVar

from twicetold import registry


class Measure:
    """A similarity by its name, with what finders must know of it. The kernels in `src/` compute it."""

    name: ClassVar[str]  # as it is typed, and as the kernels know it
    compares: ClassVar[tuple[str, ...]]  # some of: texts, sets, vectors

    def compute_highest(self, small: int, large: int) -> float:
        """The highest similarity of two sets, or texts, of these sizes: all of the smaller one is shared.

        In the floating-point operations of `src/join/measure.rs`: a bound that was rounded differently would lose pairs
        that lie on the threshold.
        """
        raise NotImplementedError(f"{self.name} has no sizes")

    def convert_to_cosine(self, similarity: float) -> float:
        """The cosine of two vectors that are this similar."""
        raise NotImplementedError(f"{self.name} does not compare vectors")


def load_measure(name: str) -> Measure:
    """The measure of a name."""
    measure: Measure = registry.load_class("measure", name)()
    return measure


def list_measures(*compared: str) -> list[str]:
    """The names of the measures that compare one of these: `list_measures("vectors")` -> `["cosine", "angular"]`"""
    return [name for name in registry.list_names("measure") if set(compared) & set(load_measure(name).compares)]
