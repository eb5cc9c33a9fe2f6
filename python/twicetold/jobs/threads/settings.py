"""The settings of `threads`: how threads are compared, field by field, and by a score that weighs the fields."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from twicetold.config import ComparisonSettings, Finding, Folding, Matching, Reading, group, setting
from twicetold.errors import SettingsError

FIELD_THRESHOLD = 0.5  # of the paper


@dataclass(frozen=True)
class Aspect:
    """One aspect of a field in which two threads are compared."""

    field: str = setting(
        "question", "Field of a thread: `question`, `description`, `answer`, `tags` or `links`.", "Threads"
    )
    feature: str = setting("words", "What represents the field in a comparison.", "Threads", menu="feature")
    shingle: int = setting(0, "Characters or words of a shingle; 0 is automatic.", "Threads")
    measure: str = setting("jaccard", "Similarity measure; of vectors `angular` or `cosine`.", "Threads")
    weight: float = setting(1.0, "Weight of the aspect; a negative one counts against a match.", "Threads")
    source: str = setting(
        "",
        "Features `weighted`, `stems`, `grams`: a file of word weights. Feature `vectors`: which vectors.",
        "Threads",
        is_file=True,
    )


def parse_aspect(text: str) -> Aspect:
    """Parse `question:grams:3:jaccard:0.4:weights.tsv`; what is left out at its end has its default."""
    names = [each.name for each in dataclasses.fields(Aspect)]
    values: dict[str, Any] = dict(zip(names, text.split(":", len(names) - 1), strict=False))
    try:
        values["shingle"] = int(values.get("shingle", 0))
        values["weight"] = float(values.get("weight", 1.0))
    except ValueError as error:
        hint = "its third and fifth parts are numbers, as in `question:grams:3:jaccard:0.4`"
        raise SettingsError(f"`--aspect {text}` is not an aspect", hint) from error
    return Aspect(**values)


def _declare_feature(field: str) -> Any:
    help_text = f"What represents {field} in a comparison, with parameters if any: `spotsigs:antecedents=the,a`."
    return setting("words", help_text, "Threads", menu="feature")


def _declare_shingle(field: str) -> Any:
    return setting(3, f"Characters or words of a shingle of {field}; 0 is automatic.", "Threads", least=0)


def _declare_measure(field: str, default: str, why: str = "") -> Any:
    help_text = f"Similarity measure for {field}{why}; vectors need `angular` or `cosine`."
    return setting(default, help_text, "Threads", compares=("sets", "vectors"))


@dataclass(frozen=True)
class Threading:
    """How threads are compared: as a whole, or field by field by a score that weighs the fields."""

    compare: str = setting(
        "whole",
        "What matches are found by: `whole` threads, as they are ranked for suggestions, "
        "or `fields`, each as the options for fields say.",
        "Threads",
        common=True,
        choices=("whole", "fields"),
    )
    weights: tuple[float, ...] = setting(
        (0.4, 0.2, 0.4),
        "Weights of question, description and answer in the score; only their proportions count.",
        "Threads",
        common=True,
    )
    missing: str = setting(
        "share",
        "If one of two threads lacks a field: `share` out its weight among the other fields, "
        "or as in the paper count a similarity of `zero`.",
        "Papers",
        choices=("share", "zero"),
    )
    question_feature: str = _declare_feature("a question")
    question_shingle: int = _declare_shingle("a question")
    question_measure: str = _declare_measure("questions", "jaccard")
    description_feature: str = _declare_feature("a description")
    description_shingle: int = _declare_shingle("a description")
    description_measure: str = _declare_measure("descriptions", "jaccard")
    answer_feature: str = _declare_feature("an answer")
    answer_shingle: int = _declare_shingle("an answer")
    answer_measure: str = _declare_measure("answers", "containment", ", of which one may contain the other")
    aspects: tuple[Aspect, ...] = setting(
        (),
        "Compare fields in this way instead of by the options for each field: "
        "`FIELD:FEATURE[:SHINGLE[:MEASURE[:WEIGHT[:FILE]]]]`, such as `question:stems:0:jaccard:0.4`. "
        "Fields are also `tags` and `links` (web addresses), as in `tags:words:1:jaccard:0.2`. May be repeated.",
        "Threads",
        option=("--aspect",),
        parse=parse_aspect,
        repeated=True,
    )


@dataclass(frozen=True)
class Suggesting:
    """Which other threads are suggested for each thread."""

    against: tuple[str, ...] = setting(
        (),
        "Suggest threads of these files, folders or globs, or of the finished run in this folder, "
        "instead of comparing the inputs with each other. May be repeated.",
        "Input",
        common=True,
        repeated=True,
    )
    keep_index: bool = setting(
        False, "Keep the table `terms`, so that `--against` with this run starts at once.", "Threads"
    )

    top: int = setting(
        5, "Threads to suggest for each thread, the most similar first; 0: none.", "Threads", common=True, least=0
    )
    precision: float = setting(
        0.8,
        "Share of matches that should be right: it chooses the threshold, by the chance pairs of this forum.",
        "Threads",
        common=True,
    )
    meaning: str = setting(
        "none",
        "Compare also what questions mean, by the model of a package: `minilm` (extra `minilm`) or `wordllama` "
        "(extra `embeddings`).",
        "Threads",
        common=True,
        choices=("none", "minilm", "wordllama"),
    )
    pair_threshold: float = setting(
        0.0,
        "Lowest score of a duplicate among labelled pairs, for `evaluate`; `tune` writes it. 0 is automatic.",
        "Threads",
        least=0,
    )


@dataclass(frozen=True)
class ThreadSettings(ComparisonSettings):
    """Everything that `threads` needs to know besides its inputs. The threshold is of the score of two threads."""

    job: ClassVar[str] = "threads"
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        # The weights that hill climbing gave, Jaccard for every field, and 0 for a field that is missing, as in Eq. 4.
        # Of its cap on the pairs of a posting list the paper gives no number: add `--cap`.
        "wu2011": {
            "compare": "fields", "partition": "term",
            "weights": (0.4, 0.2, 0.4), "missing": "zero", "threshold": 0.5,
            "question_feature": "words", "question_shingle": 3, "question_measure": "jaccard",
            "description_feature": "words", "description_shingle": 3, "description_measure": "jaccard",
            "answer_feature": "words", "answer_shingle": 3, "answer_measure": "jaccard",
        },
    }  # fmt: skip

    reading: Reading = group(
        Reading(),
        without=("text_field", "vector_field", "series", "encoding", "cleaner", "language", "namespaces", "revisions"),
    )
    folding: Folding = group(Folding(), only=("ignore_case", "ignore_punctuation"))
    finding: Finding = group(
        Finding(finder="join"),
        without=("feature", "shingle", "similarity", "min_length", "max_length", "outside"),
        finder={
            "help": "How candidates are found: `join` finds all; `minhash` is for sets, `projection` for vectors.",
            "menu": "",
            "choices": ("join", "minhash", "projection"),
        },
    )
    matching: Matching = group(
        Matching(threshold=0.0),
        only=("threshold",),
        threshold={"help": "Lowest score of a match; 0: by `--precision`, or 0.5 with `--compare fields`."},
    )
    threading: Threading = group(Threading())
    suggesting: Suggesting = group(Suggesting())

    @property
    def against(self) -> tuple[str, ...]:
        return self.suggesting.against

    @property
    def compares_links(self) -> bool:
        """Whether the addresses in posts are wanted: they are looked for only then."""
        return any(aspect.field == "links" for aspect in self.threading.aspects)

    @property
    def is_ranked(self) -> bool:
        """Whether matches are the best suggestions."""
        return self.threading.compare == "whole"

    def list_unused_settings(self) -> list[str]:
        """The settings for fields that differ from their defaults though fields are not compared."""
        if not self.is_ranked:
            return []
        given = ((self.threading, Threading()), (self.finding, Finding(finder="join")))
        return [
            each.name
            for group_given, usual in given
            for each in dataclasses.fields(usual)
            if getattr(group_given, each.name) != getattr(usual, each.name)
        ]

    @property
    def threshold(self) -> float:
        """The lowest score of a match where fields are compared."""
        return self.matching.threshold or FIELD_THRESHOLD
