"""Records to the rows of a segment: each sentence and each other name with the number of its document."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.engines.steps import make_step
from twicetold.index.segments import OWNER, STORED_SENTENCES
from twicetold.jobs.sentences.tables import ALIASES
from twicetold.tables.batches import Batch, build_batch

STORED_ALIASES = pa.schema([OWNER, *ALIASES])


def keep_usable_records(documents: Batch) -> Batch:
    """The records that were read or skipped; of those that were skipped only redirects keep their text.

    A skipped record replaces an earlier one of its id: a page that has become a redirect has no sentences any more.
    """
    kept = documents.filter(pc.not_equal(documents["status"], "rejected"))
    has_text = pc.or_(pc.equal(kept["status"], "read"), pc.equal(kept["reason"], "redirect"))
    place = kept.schema.get_field_index("text")
    return kept.set_column(place, kept.schema.field(place), pc.if_else(has_text, kept["text"], ""))


@dataclass(frozen=True)
class SplitStoredDocuments:
    """Stored documents to their sentences, each with the number of its document."""

    split: Callable[[Batch], Batch]
    schema: ClassVar[pa.Schema] = STORED_SENTENCES

    def __call__(self, documents: Batch) -> Batch:
        read = documents.filter(pc.equal(documents["status"], "read"))
        # Under their row's number, so that each sentence finds its document again, whatever that is called.
        numbers = pa.array([str(row) for row in range(read.num_rows)], pa.string())
        renamed = read.select(read.schema.names[1:]).set_column(0, read.schema.field("document"), numbers)
        sentences = self.split(renamed)
        rows = sentences["document"].cast(pa.int64())
        columns = [read["owner"].take(rows), read["document"].take(rows), *sentences.columns[1:]]
        return build_batch(columns, self.schema)


@make_step(STORED_ALIASES)
def find_stored_page_aliases(documents: Batch) -> Batch:
    """The other names that stored documents give, each with the number of its document."""
    return _count_mentions(_kernels.find_page_aliases(documents), documents["owner"])


@make_step(STORED_ALIASES)
def find_stored_sentence_aliases(sentences: Batch) -> Batch:
    """The other names that stored sentences give, each with the number of its document."""
    return _count_mentions(_kernels.find_sentence_aliases(sentences), sentences["owner"])


def _count_mentions(mentions: Batch, owners: pa.Array) -> Batch:
    names = STORED_ALIASES.names[:-1]
    columns = [owners.take(mentions["row"]), *(mentions[name] for name in names[1:])]
    grouped = pa.table(columns, names=names).group_by(names, use_threads=False).aggregate([([], "count_all")])
    counts = grouped["count_all"].combine_chunks().cast(pa.uint32())
    return build_batch([*(grouped[name].combine_chunks() for name in names), counts], STORED_ALIASES)
