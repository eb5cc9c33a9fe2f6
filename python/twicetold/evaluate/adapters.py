"""What a job says of its runs so that `judge.py` can compare them with known pairs and labels."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar

import pyarrow as pa

from twicetold.evaluate.findings import Member, Pair, RunFindings
from twicetold.evaluate.names import normalise_text
from twicetold.features.characters import Characters
from twicetold.matching.similarity import Comparison
from twicetold.run import Run

COMPARED_CHARACTERS = 10_000  # characters of each text that are compared: the cost grows with their square


class EvaluationAdapter(ABC):
    """What is asked of a job's run, so that its pairs and clusters can be judged."""

    member: ClassVar[str]  # what is compared: `sentence`
    naming_hint: ClassVar[str]  # how a truth may name one, for a hint

    @abstractmethod
    def find_members(self, run: Run, names: Iterable[str]) -> Mapping[str, Sequence[Member]]:
        """The members of each name, the one that is meant first; a name that the run does not have is left out."""

    @abstractmethod
    def read_findings(self, run: Run, wanted: Collection[Member] | None) -> Sequence[RunFindings]:
        """What the run found, the answer first, then field by field. Clusters without any of `wanted` may be left out.

        The links of a cluster must hold all its members together.
        """

    @abstractmethod
    def read_texts(self, run: Run, wanted: Collection[Member]) -> Mapping[Member, str]:
        """What these members say."""

    def explain_pairs(self, run: Run, pairs: Sequence[Pair], texts: Mapping[Member, str]) -> Sequence[dict[str, Any]]:
        """What explains each pair that is an error: its `similarity`, found or not; here the edit similarity.

        A similarity of None is that of two which cannot be compared.
        """
        left, right = (
            pa.array([normalise_text(texts.get(pair[side], "")[:COMPARED_CHARACTERS]) for pair in pairs], pa.string())
            for side in (0, 1)
        )
        similarities = Comparison(Characters(), "edit").compare_sides(left, right).to_pylist()
        return [{"similarity": similarity} for similarity in similarities]

    def format_member(self, member: Member) -> str:
        """A name of the member that a truth could give it."""
        return f"{member[0]}:{member[1]}"
