"""What an index must know of a job; all else is the same for every job.

An index stores texts with the place of each: sentences, or whole documents, which are one text each.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import pyarrow as pa

from twicetold.engines.graph import Table
from twicetold.engines.local import Local
from twicetold.run import Run
from twicetold.tables.batches import Batch

if TYPE_CHECKING:
    from twicetold.index.answer import Answer
    from twicetold.index.keys import KeyPlan
    from twicetold.index.segments import Segment

Makers: TypeAlias = Mapping[str, Callable[[Run], Mapping[str, Table]]]


class IndexedJob(ABC):
    """What an index must know of a job. `settings` are always those that `complete_settings` gave."""

    has_aliases: ClassVar[bool] = False  # whether other names of things are collected
    names_files: ClassVar[bool] = False  # whether its digest covers the names of files

    @abstractmethod
    def complete_settings(self, settings: Any) -> Any:
        """The settings as an index uses them; an error where an index cannot keep the promise with them."""

    def relax_settings(self, settings: Any) -> Any:
        """Completed settings under which every text counts that counts in a run."""
        return settings

    @abstractmethod
    def build_splitter(self, settings: Any) -> Callable[[Batch], Batch]:
        """The step from documents to the texts that are compared, as sentences."""

    def keep_likely_matches(
        self, matches: pa.Table, texts: Callable[[], Table], plan: KeyPlan, engine: Local
    ) -> pa.Table:
        """The matches that a run would find, of those of pairs that share a key; `texts` gives those of their units."""
        return matches

    def order_texts(self, texts: pa.Table, segments: Sequence[Segment], settings: Any) -> pa.Table:
        """Texts that are there in the order in which a run numbers them; they come in order of their hashes."""
        return texts

    @abstractmethod
    def find_clusters(self, units: Batch, matches: pa.Table, settings: Any, plan: KeyPlan, engine: Local) -> pa.Table:
        """Each unit that is in a cluster, and its core: the columns `unit` and `core`."""

    @abstractmethod
    def list_makers(self, answer: Answer, segments: Sequence[Segment], file: Path | None) -> Makers:
        """The stages of a run that are made from what an index has; `file` has the documents, if there is one."""

    @abstractmethod
    def classify_matches(self, pairs: Sequence[tuple[str, Mapping[str, Any]]]) -> list[dict[str, Any]]:
        """What the matches of a query are: of a text that is asked for and a stored one that is not the same."""

    @abstractmethod
    def describe_place(self, place: Mapping[str, Any]) -> str:
        """Where a text is, in words."""

    def cut_text(self, text: str) -> str:
        """As much of a text as is printed."""
        return text
