"""What became of the records: steps that count them, keep the rejected ones, and drop the texts of the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.errors import InputError
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.reading import DOCUMENTS, OUTCOMES, REJECTS


@dataclass(frozen=True)
class CountOutcomes:
    """How many records were read, skipped (by reason) and rejected (whatever the reason)."""

    schema: ClassVar[pa.Schema] = OUTCOMES

    def __call__(self, documents: Batch) -> Batch:
        reason = pc.if_else(pc.equal(documents["status"], "skipped"), documents["reason"], "")
        counted = (
            pa.table({"status": documents["status"], "reason": reason})
            .group_by(["status", "reason"], use_threads=False)
            .aggregate([([], "count_all")])
        )
        columns = [counted[name].combine_chunks() for name in ("status", "reason", "count_all")]
        return build_batch(columns, OUTCOMES)


@dataclass(frozen=True)
class KeepRejects:
    """The records that could not be read, with their place, the reason and how they begin."""

    schema: ClassVar[pa.Schema] = REJECTS

    def __call__(self, documents: Batch) -> Batch:
        rejected = documents.filter(pc.equal(documents["status"], "rejected"))
        columns = [rejected["source"], rejected["place"], rejected["reason"], rejected["text"]]
        return build_batch(columns, REJECTS)


@dataclass(frozen=True)
class DropDocumentTexts:
    """The documents that were read, without their texts: who they are, for the stages and reports to come."""

    schema: ClassVar[pa.Schema] = pa.schema(
        [each for each in DOCUMENTS if each.name not in ("text", "status", "reason")]
    )

    def __call__(self, documents: Batch) -> Batch:
        read = documents.filter(pc.equal(documents["status"], "read"))
        return read.select(self.schema.names)


@dataclass(frozen=True)
class RefuseRejects:
    """The documents (or posts) as they are, or an error at the first that was rejected."""

    schema: pa.Schema = DOCUMENTS

    def __call__(self, documents: Batch) -> Batch:
        for row in documents.filter(pc.equal(documents["status"], "rejected")).slice(0, 1).to_pylist():
            hint = "without --strict it becomes a reject and the rest is read"
            raise InputError(f"`{row['source']}`, {row['place']}: {row['reason']}", hint)
        return documents
