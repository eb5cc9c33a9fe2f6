"""What a measure is: a similarity from 0 to 1 of two texts, of their sets of features, or of their vectors."""

from __future__ import annotations

import math
from contextlib import suppress
from typing import ClassVar

from twicetold import _kernels, registry
from twicetold.errors import SettingsError

Weights = tuple[float, float, float, float]


class Measure:
    """A similarity by its name, with what finders must know of it.

    One of sets is the number of shared features divided by a whole, which `weights` make of the shared features, the
    smaller size, the larger size and the geometric mean of both sizes. `src/join/measure.rs` says which weights are
    allowed. One of texts or vectors has a kernel in `src/`.
    """

    name: ClassVar[str]  # as it is typed
    compares: ClassVar[tuple[str, ...]]  # some of: texts, sets, vectors
    weights: ClassVar[Weights]  # of a measure of sets

    @property
    def kernel(self) -> Weights | str:
        """What the kernels that compare texts know it by: its weights, or if it does not compare sets its name."""
        return self.weights if "sets" in self.compares else self.name

    def compute_highest(self, small: int, large: int) -> float:
        """The highest similarity of two sets, or texts, of these sizes: all of the smaller one is shared.

        In the floating-point operations of `src/join/measure.rs`: a bound that was rounded differently would lose pairs
        that lie on the threshold.
        """
        shared, smaller, larger, mean = self.weights
        sizes = smaller * small + larger * large
        return small / (shared * small + (sizes + mean * math.sqrt(small * large) if mean else sizes))

    def convert_to_cosine(self, similarity: float) -> float:
        """The cosine of two vectors that are this similar."""
        raise NotImplementedError(f"{self.name} does not compare vectors")


def load_measure(name: str) -> Measure:
    """The measure of a name. Weights that the kernels cannot compare by are an error."""
    measure: Measure = registry.load_class("measure", name)()
    if "sets" in measure.compares:
        _kernels.check_measure(measure.kernel)
    return measure


def list_measures(*compared: str) -> list[str]:
    """The names of the measures that compare one of these: `list_measures("vectors")` -> `["cosine", "angular"]`

    A plugin that cannot be loaded is left out.
    """
    found = []
    for name in registry.list_names("measure"):
        with suppress(SettingsError):
            found += [name] if set(compared) & set(load_measure(name).compares) else []
    return found
