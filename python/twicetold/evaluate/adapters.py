"""What a job says of its runs so that `judge.py` can compare them with known pairs and labels."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from twicetold.evaluate.edit_similarities import compute_edit_similarities
from twicetold.evaluate.findings import Member, Pair, RunFindings
from twicetold.run import Run


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
        """What is told of each pair that is an error: `similarity`, found or not, and whatever else explains it.

        A similarity of None is that of two which cannot be compared.
        """
        both = [(texts.get(left, ""), texts.get(right, "")) for left, right in pairs]
        return [{"similarity": value} for value in compute_edit_similarities(both)]

    def format_member(self, member: Member) -> str:
        """A name of the member that a truth could give it."""
        return f"{member[0]}:{member[1]}"
