"""The two ways to make signatures from hash functions, and what each finds and costs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from twicetold.errors import SettingsError
from twicetold.plan.draws import draw_signatures
from twicetold.plan.recall import Coverage, compute_band_recall, compute_coverage


@dataclass(frozen=True)
class BandScheme:
    """`bands` signatures of `rows` functions each, all of them different: the default."""

    rows: int
    bands: int

    def __post_init__(self) -> None:
        if min(self.rows, self.bands) < 1:
            raise SettingsError(f"`bands` and `rows` must be 1 or more, not {self.bands} and {self.rows}")

    @property
    def functions(self) -> int:
        """Hash functions computed for each shingle: `BandScheme(8, 14).functions` -> 112"""
        return self.rows * self.bands

    @property
    def keys(self) -> int:
        """Keys of each sentence."""
        return self.bands

    def compute_recall(self, jaccard: float) -> float:
        """`BandScheme(8, 14).compute_recall(0.8)` -> 0.924"""
        return compute_band_recall(jaccard, self.rows, self.bands)

    def compute_formula_recall(self, jaccard: float) -> float:
        """The papers' formula, which is right here."""
        return self.compute_recall(jaccard)

    def __str__(self) -> str:
        return f"{self.bands} bands of {self.rows} rows ({self.functions} functions)"


@dataclass(frozen=True)
class DrawScheme:
    """`signatures` of `length` functions each, drawn with replacement from `functions` common ones: the papers' way."""

    functions: int = 20
    length: int = 10
    signatures: int = 10
    seed: int = 1123456

    @property
    def keys(self) -> int:
        """Keys of each sentence."""
        return self.signatures

    @property
    def coverage(self) -> Coverage:
        return _cache_coverage(self)

    def compute_recall(self, jaccard: float) -> float:
        """`DrawScheme().compute_recall(0.9)` -> 0.908, exactly for the functions that this seed draws."""
        return self.coverage.compute_recall(jaccard)

    def compute_formula_recall(self, jaccard: float) -> float:
        """What the papers' formula promises: `DrawScheme().compute_formula_recall(0.9)` -> 0.986"""
        return compute_band_recall(jaccard, self.length, self.signatures)

    def __str__(self) -> str:
        return f"{self.signatures} draws of {self.length} from {self.functions} functions (seed {self.seed})"


Scheme = BandScheme | DrawScheme


@lru_cache(maxsize=16)
def _cache_coverage(scheme: DrawScheme) -> Coverage:
    return compute_coverage(draw_signatures(scheme.functions, scheme.length, scheme.signatures, scheme.seed))
