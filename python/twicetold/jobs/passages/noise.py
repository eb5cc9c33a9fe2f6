"""Noisy text, such as that of scanned newspapers: how noisy it is, and which documents still have letters in common.

A noisy copy keeps few words, but many short runs of letters, whatever blanks were lost or put in. Documents meet that
have such runs in common in the same order and close together; `src/passages/noisy/` does the work.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.config import Locating
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.engines.steps import SelectColumns
from twicetold.jobs.passages.boilerplate import list_shared_places
from twicetold.jobs.passages.tables import POINTS
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.sentence_lists import SENTENCE_LISTS, SHARED_CONTENT

SAMPLED_DOCUMENTS, SAMPLED_CHARACTERS = 500, 4000  # of how many documents the noise is estimated, and how much of each
LEAST_SHARE = 0.004  # of wrong letters: clean text was seen with up to 0.002
LEAST_WRONG = 5  # words: fewer may be names
GRAM_SAMPLE = 3  # of so many grams one is looked up


@dataclass(frozen=True)
class NoiseEstimate:
    """What a sample of the documents says of its noise."""

    wrong_words: int  # rare words that are a common word with one wrong letter
    common_words: int  # how often common words stand in the sample
    share: float  # of letters that are wrong: a rough estimate, too low where every fifth is wrong

    @property
    def is_noisy(self) -> bool:
        return self.share >= LEAST_SHARE and self.wrong_words >= LEAST_WRONG


def estimate_noise(works: Table, documents: int, engine: Engine) -> NoiseEstimate:
    """Estimate the noise from the beginnings of documents at equal distances."""
    step = SampleTexts(-(-max(documents, 1) // SAMPLED_DOCUMENTS))
    batches = [batch for (batch,) in engine.stream_batches(engine.map(works, step))]
    sampled = pa.Table.from_batches(batches, step.schema).combine_chunks()
    text = pa.concat_arrays(sampled["text"].chunks) if sampled.num_rows else pa.array([], pa.string())
    common, _, wrong, share = _kernels.count_noise(build_batch([text], step.schema))
    return NoiseEstimate(wrong, common, share)


def needs_estimate(settings: Locating) -> bool:
    """Whether the noise decides anything: passages are located by words, and nobody said how noisy the text is."""
    return settings.noise == "auto" and settings.by == "words"


def describe_noise(settings: Locating, estimate: NoiseEstimate | None) -> dict[str, Any]:
    """What `run.json` says of the noise: how the text was treated, and why where that was estimated."""
    treated = {"treated_as": settings.noise if settings.by == "words" else "none"}
    if estimate is None:
        return treated
    return {
        **treated,
        "wrong_letters": round(estimate.share, 4),
        "wrong_words": estimate.wrong_words,
        "common_words": estimate.common_words,
    }


@dataclass(frozen=True)
class SampleTexts:
    """Works to the beginning of every so many of them."""

    every: int
    schema: ClassVar[pa.Schema] = pa.schema([SENTENCE_LISTS.field("text")])

    def __call__(self, works: Batch) -> Batch:
        numbers = works["number"]
        whole = pc.multiply(pc.divide(numbers, self.every), pa.scalar(self.every, pa.uint32()))
        chosen = works.filter(pc.equal(numbers, whole))
        return build_batch([pc.utf8_slice_codeunits(chosen["text"], 0, SAMPLED_CHARACTERS)], self.schema)


def pair_noisy_documents(load: Callable[[str], Any], settings: Locating, engine: Engine) -> Table:
    """A point for every two works that are worth comparing letter by letter."""
    grams = engine.map(engine.map(load("works"), SelectColumns(_GRAM_COLUMNS)), ExtractMeetingGrams(GRAM_SAMPLE))
    places = engine.group(grams, ("key",), list_shared_places)
    points = engine.map(places, PairMeetingPlaces(settings.boilerplate, bool(settings.against)))
    return engine.group(points, ("left", "right"), MarkChainedPairs(settings.min_passage))


_GRAM_COLUMNS = pa.schema(
    [SENTENCE_LISTS.field(name) for name in ("number", "is_against", "kin", "text", "cuts", "starts", "ends")]
)


@dataclass(frozen=True)
class ExtractMeetingGrams:
    """Works to the runs of letters by which they may meet; `position` counts letters."""

    sample: int
    schema: ClassVar[pa.Schema] = SHARED_CONTENT

    def __call__(self, works: Batch) -> Batch:
        return _kernels.list_meeting_grams(works, self.sample)


@dataclass(frozen=True)
class PairMeetingPlaces:
    """Every two documents that have the same gram."""

    most: int
    against: bool
    schema: ClassVar[pa.Schema] = POINTS

    def __call__(self, places: Batch) -> Batch:
        return _kernels.pair_places_within(places, 0.0, self.most, self.against)[0]


@dataclass(frozen=True)
class MarkChainedPairs:
    """Points grouped by documents, to one point for each pair whose grams lie as in a copy."""

    min_passage: int
    schema: ClassVar[pa.Schema] = POINTS

    def __call__(self, points: Batch) -> Batch:
        return _kernels.mark_chained_pairs(points, self.min_passage)
