"""What came of the input of a job: what was read, skipped and rejected."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, field

from twicetold.readers.revisions import count_pages
from twicetold.run import Run
from twicetold.tables.batches import Batch, build_batch_of_rows
from twicetold.tables.reading import REJECTS
from twicetold.text.plurals import format_count

REJECTS_SHOWN = 5


@dataclass
class ReadSummary:
    """What came of the input."""

    sentences: int = 0
    pages: int = 0  # of which the records are revisions; 0 for records that are documents
    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    first_rejects: list[dict[str, str]] = field(default_factory=list)

    @property
    def rejected_records(self) -> int:
        return sum(records for (status, _), records in self.outcomes.items() if status == "rejected")

    def add_counts(self, sentences: int, rejects: Batch, outcomes: Batch) -> None:
        self.sentences += sentences
        for row in outcomes.to_pylist():
            self.outcomes[row["status"], row["reason"]] += row["records"]
        room = REJECTS_SHOWN - len(self.first_rejects)
        self.first_rejects += rejects.slice(0, max(room, 0)).to_pylist()

    def print_summary(self, seconds: float, what: str = "document") -> None:
        """On stderr: documents, sentences, what was skipped and why, the first rejects."""
        read = self.outcomes["read", ""]
        skipped = {reason: records for (status, reason), records in self.outcomes.items() if status == "skipped"}
        sentences = f"{format_count(self.sentences, 'sentence')} in " if what == "document" else ""
        records = f"{format_count(read, 'revision')} of {format_count(self.pages, 'page')}"
        say = f"{sentences}{records if self.pages else format_count(read, what)}, {seconds:.1f} s"
        if skipped:
            kinds = ", ".join(f"{reason} {records:,}" for reason, records in sorted(skipped.items()))
            say += f"; skipped {sum(skipped.values()):,} ({kinds})"
        print(say, file=sys.stderr)
        for reject in self.first_rejects:
            print(f"rejected: `{reject['source']}`, {reject['place']}: {reject['reason']}", file=sys.stderr)
        if self.rejected_records > len(self.first_rejects):
            print(f"rejected: and {self.rejected_records - len(self.first_rejects):,} more", file=sys.stderr)


def summarise_reading(run: Run) -> ReadSummary:
    """What came of the input of a run."""
    summary = ReadSummary(pages=count_pages(run))
    (rejects,) = run.read_table("rejects").slice(0, REJECTS_SHOWN).combine_chunks().to_batches() or [
        build_batch_of_rows([], REJECTS)
    ]
    (outcomes,) = run.read_table("outcomes").combine_chunks().to_batches()
    sentences = run.count_rows("sentences") if "sentences" in run.tables else 0
    summary.add_counts(sentences, rejects, outcomes)
    return summary
