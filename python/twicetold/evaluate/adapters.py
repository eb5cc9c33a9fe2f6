"""Which job is judged how. To judge another one by pairs and labels, write an `Adapter` and add its line to `JOBS`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar

from twicetold.evaluate.alike import alike
from twicetold.evaluate.found import Found, Member, Pair
from twicetold.run import Run

# The job, and the function `(run, truth, wanted) -> rows` that judges its runs, or the adapter for the common one.
JOBS = {
    "sentences": "twicetold.evaluate.sentences:Sentences",
    "passages": "twicetold.evaluate.passages:judge",
    "threads": "twicetold.evaluate.threads:Threads",
    "documents": "twicetold.evaluate.documents:Documents",
}


class Adapter(ABC):
    """What is asked of a job's run, so that its pairs and clusters can be judged."""

    member: ClassVar[str]  # what is compared: `sentence`
    named: ClassVar[str]  # how a truth may name one, for a hint

    @abstractmethod
    def members(self, run: Run, names: Iterable[str]) -> Mapping[str, Sequence[Member]]:
        """The members of each name, the one that is meant first; a name that the run does not have is left out."""

    @abstractmethod
    def found(self, run: Run, wanted: Collection[Member] | None) -> Sequence[Found]:
        """What the run found, the answer first, then field by field. Clusters without any of `wanted` may be left out.

        The links of a cluster must hold all its members together.
        """

    @abstractmethod
    def texts(self, run: Run, wanted: Collection[Member]) -> Mapping[Member, str]:
        """What these members say."""

    def evidence(self, run: Run, pairs: Sequence[Pair], texts: Mapping[Member, str]) -> Sequence[dict[str, Any]]:
        """What is told of each pair that is an error: `similarity`, found or not, and whatever else explains it.

        A similarity of None is that of two which cannot be compared.
        """
        both = [(texts.get(left, ""), texts.get(right, "")) for left, right in pairs]
        return [{"similarity": value} for value in alike(both)]

    def shown(self, member: Member) -> str:
        """A name of the member that a truth could give it."""
        return f"{member[0]}:{member[1]}"


def load(job: str) -> Any:
    module, _, attribute = JOBS[job].partition(":")
    return getattr(import_module(module), attribute)
