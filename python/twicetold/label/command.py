"""`twicetold label`: draws a sample of what a run found, and asks people what it is, in the terminal or in a CSV."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

from twicetold.errors import RunError, SettingsError
from twicetold.jobs.base import Job, open_job_run
from twicetold.label.ask import LabelQuestions
from twicetold.label.base import LabelSet
from twicetold.label.keys import open_keyboard
from twicetold.label.sample import STRATIFIERS, draw_sample
from twicetold.label.sheet import LabelSheet, build_sheet, read_sheet
from twicetold.run import Run
from twicetold.run.progress import StageShare, show_progress
from twicetold.text.plurals import format_count
from twicetold.text.terminal import escape_json
from twicetold.views.export import check_output_path

LABEL_STAGES = (StageShare("draw", "drawing a sample", 100),)


@dataclass(frozen=True)
class LabelOptions:
    """The options of `twicetold label`. `what` is empty for the job's first set of findings."""

    count: int = 100
    seed: int = 1
    what: str = ""
    stratify: str = ""
    is_shown: bool = False
    is_asked: bool = True
    force: bool = False

    def check_values(self) -> None:
        if self.count < 1:
            raise SettingsError(f"`-n` must be 1 or more, not {self.count}", "for example -n 200")
        if self.stratify and self.stratify not in STRATIFIERS:
            raise SettingsError(f"unknown strata: `{self.stratify}`", f"give one of: {', '.join(STRATIFIERS)}")


def label_run(folder: str | Path, output: Path, options: LabelOptions, *, as_json: bool, quiet: bool) -> None:
    """Draw, ask or write, and say what was done."""
    options.check_values()
    run, job = open_job_run(folder, "labelled")
    labels = choose_label_set(job, options.what)
    check_output_path(output, run, force=True)
    if options.is_asked and not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise SettingsError("`label` asks in a terminal, and this is not one", "add --no-ask to write the questions")
    with show_progress(LABEL_STAGES, False if quiet else None) as progress:
        progress.begin_stage("draw")
        sheet = prepare_sheet(run, labels, output, options)
    if options.is_asked:
        ask_questions(run, sheet, labels, options.is_shown)
    if as_json:
        print(escape_json(json.dumps(_summarise_sheet(sheet, labels))))
    elif not quiet:
        print(_describe_sheet(sheet, labels, folder), file=sys.stderr)


def choose_label_set(job: Job, what: str) -> LabelSet:
    """The set of findings with this name, or the job's first."""
    found: dict[str, LabelSet] = {each.name: each() for each in job.load_labelled()}
    if what and what not in found:
        raise SettingsError(f"the job `{job.name}` has no `{what}` to label", f"give --what one of: {', '.join(found)}")
    return found[what or next(iter(found))]


def prepare_sheet(run: Run, labels: LabelSet, output: Path, options: LabelOptions) -> LabelSheet:
    """The sample as a saved file, with the answers that the file has already."""
    sample = draw_sample(labels.read_items(run), options.count, options.seed, options.stratify)
    if not sample:
        raise RunError(f"`{run.folder}` has no {labels.name} to label", "give --what another set of findings")
    texts = labels.read_texts(run, [each.item for each in sample])
    sheet = build_sheet(output, labels.name, sample, texts, options.is_shown)
    if output.exists() and not options.force:
        sheet.keep_answers(read_sheet(output))
    sheet.save()
    return sheet


def ask_questions(run: Run, sheet: LabelSheet, labels: LabelSet, is_shown: bool) -> None:
    """Ask in the terminal; an interruption says how much is saved."""
    from rich.console import Console

    console = Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=False)
    try:
        with open_keyboard() as read_key:
            LabelQuestions(run, sheet, labels, console, read_key, is_shown).ask_all()
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"{_count_answers(sheet)} saved; the same command goes on") from None


def _count_answers(sheet: LabelSheet) -> str:
    return f"{sheet.answered:,} of {format_count(len(sheet.rows), 'answer')}"


def _describe_sheet(sheet: LabelSheet, labels: LabelSet, folder: str | Path) -> str:
    answered, skipped, rows = sheet.answered, sheet.skipped, len(sheet.rows)
    done = f"{_count_answers(sheet)} in {sheet.path}" + (f", {skipped:,} skipped" if skipped else "")
    if answered + skipped < rows:
        names = ", ".join(answer.name for answer in labels.answers)
        return f"{done}\nthe same command goes on; or fill in the column `answer`: {names}"
    return f"{done}\nnext: twicetold evaluate {folder} --truth {sheet.path}"


def _summarise_sheet(sheet: LabelSheet, labels: LabelSet) -> dict[str, object]:
    strata = {row["stratum"]: int(row["population"]) for row in sheet.rows}
    return {
        "file": str(sheet.path),
        "what": labels.name,
        "answers": [answer.name for answer in labels.answers],
        "sampled": len(sheet.rows),
        "answered": sheet.answered,
        "skipped": sheet.skipped,
        "strata": len(strata),
        "population": sum(strata.values()),
    }
