"""What came of the input of a job: what was read, skipped and rejected; and what to type where nothing was read."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from twicetold.errors import InputError
from twicetold.readers.revisions import count_pages
from twicetold.run import Run
from twicetold.tables.batches import Batch
from twicetold.text.plurals import format_count

REJECTS_SHOWN = 5
FIELDS_SHOWN = 10
OPTIONS_SHOWN = 2
_MISSING_FIELD = re.compile(
    r"(?P<what>no field [^;]+); [^`;]* has (?P<fields>`[^;]+`)(?:; try `(?P<option>--[a-z-]+ [^`]+)`)?"
)


@dataclass
class ReadSummary:
    """What came of the input. Records that lack a field suggest another one; what most suggest is what is shown."""

    sentences: int = 0
    pages: int = 0  # of which the records are revisions; 0 for records that are documents
    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    first_rejects: list[dict[str, str]] = field(default_factory=list)
    missing_fields: Counter[str] = field(default_factory=Counter)  # "no field `text`"
    found_fields: Counter[str] = field(default_factory=Counter)
    suggestions: Counter[str] = field(default_factory=Counter)  # "--text-field question"

    @property
    def read_records(self) -> int:
        return self._count_records("read")

    @property
    def rejected_records(self) -> int:
        return self._count_records("rejected")

    @property
    def skipped_records(self) -> dict[str, int]:
        """How many records were skipped, by reason."""
        return {reason: records for (status, reason), records in sorted(self.outcomes.items()) if status == "skipped"}

    def _count_records(self, status: str) -> int:
        return sum(records for (each, _), records in self.outcomes.items() if each == status)

    def add_counts(self, sentences: int, rejects: Batch, outcomes: Batch) -> None:
        self.sentences += sentences
        self.add_outcomes(outcomes)
        self.add_rejects(rejects)

    def add_outcomes(self, outcomes: Batch) -> None:
        for row in outcomes.to_pylist():
            self.outcomes[row["status"], row["reason"]] += row["records"]

    def add_rejects(self, rejects: Batch) -> None:
        room = REJECTS_SHOWN - len(self.first_rejects)
        self.first_rejects += rejects.slice(0, max(room, 0)).to_pylist()
        for reason in rejects["reason"].to_pylist():
            if told := _MISSING_FIELD.match(reason):
                self.missing_fields[told["what"]] += 1
                self.found_fields.update(re.findall(r"`([^`]+)`", told["fields"]))
                self.suggestions.update([told["option"]] if told["option"] else [])

    def list_lines(self, seconds: float, noun: str = "document") -> Iterator[str]:
        """What was read, what was skipped and why, the first rejects, and the option that would help."""
        sentences = f", {format_count(self.sentences, 'sentence')}," if noun == "document" else ""
        records = format_count(self.read_records, "revision" if self.pages else noun)
        pages = f" of {format_count(self.pages, 'page')}" if self.pages else ""
        said = f"read {records}{pages}{sentences} in {seconds:.1f} s"
        if skipped := self.skipped_records:
            kinds = ", ".join(f"{reason} {records:,}" for reason, records in skipped.items())
            said += f"; skipped {sum(skipped.values()):,} ({kinds})"
        yield said
        for reject in self.first_rejects:
            reason = reject["reason"].partition("; try `--")[0]
            yield f"rejected: `{reject['source']}`, {reject['place']}: {reason}"
        if self.rejected_records > len(self.first_rejects):
            yield f"rejected: and {self.rejected_records - len(self.first_rejects):,} more"
        if self.suggestions:
            yield f"hint: use {self._name_options()} if that field has the text"

    def _name_options(self) -> str:
        """The options that most records suggest; one that only a few do is left out: `--text-field answer` or ..."""
        most = self.suggestions.most_common(OPTIONS_SHOWN)
        return " or ".join(f"`{option}`" for option, count in most if count * 10 >= most[0][1])

    def print_summary(self, seconds: float, noun: str = "document") -> None:
        """Print what came of the input on stderr."""
        for line in self.list_lines(seconds, noun):
            print(line, file=sys.stderr)

    def require_records(self, inputs: Sequence[str]) -> None:
        """Raise an error that says why, and what to type, where no record was read."""
        if not self.read_records:
            raise InputError(*self._explain_no_records(inputs))

    def _explain_no_records(self, inputs: Sequence[str]) -> tuple[str, str]:
        skipped, rejected = self.skipped_records, self.rejected_records
        if self.missing_fields:
            named = [f"`{name}`" for name, _ in self.found_fields.most_common(FIELDS_SHOWN)]
            use = f"; use {self._name_options()}" if self.suggestions else ""
            what = self.missing_fields.most_common(1)[0][0]
            none = "the only record has" if rejected == 1 else f"all {rejected:,} records have"
            return f"nothing could be read: {none} {what}", f"the records have {', '.join(named)}{use}"
        if rejected:
            first = self.first_rejects[0]
            place = f"`{first['source']}`, {first['place']}: {first['reason']}"
            many = "the only record was rejected" if rejected == 1 else f"all {rejected:,} records were rejected"
            return f"nothing could be read: {many}", f"the first is {place}" if rejected > 1 else place
        if skipped.get("namespace"):
            pages = format_count(skipped["namespace"], "page")
            verb = "is" if skipped["namespace"] == 1 else "are"
            return f"nothing was read: {pages} {verb} outside namespace 0", "add `--namespaces all` to read them"
        if skipped:
            kinds = ", ".join(f"{reason} {records:,}" for reason, records in skipped.items())
            return f"nothing was read: {format_count(sum(skipped.values()), 'record')} skipped ({kinds})", ""
        where = f"`{inputs[0]}` has" if len(inputs) == 1 else f"the {len(inputs):,} inputs have"
        return f"nothing was read: {where} no records", "name a file with texts in it, or another `--reader`"


def summarise_reading(run: Run) -> ReadSummary:
    """What came of the input of a run."""
    summary = ReadSummary(run.count_rows("sentences") if "sentences" in run.tables else 0, count_pages(run))
    for outcomes in run.read_batches("outcomes"):
        summary.add_outcomes(outcomes)
    for rejects in run.read_batches("rejects"):
        summary.add_rejects(rejects)
    return summary
