"""`twicetold report`: writes the page of a run. The file appears under its name only when it is complete."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from twicetold.engines.progress import Amount
from twicetold.errors import SettingsError
from twicetold.jobs.base import open_job_run
from twicetold.run import publish_file
from twicetold.run.progress import StageShare, show_progress
from twicetold.text.quantities import format_bytes
from twicetold.views.export import check_output_path

REPORT_STAGES = (StageShare("page", "writing the report", 100),)


@dataclass(frozen=True)
class ReportLimits:
    """How much the page carries."""

    clusters: int = 1_000
    contradictions: int = 300
    pairs: int = 100

    def check_values(self) -> None:
        for name in ("clusters", "contradictions", "pairs"):
            if getattr(self, name) < 0:
                raise SettingsError(f"`--{name}` must be 0 or more, not {getattr(self, name)}", "0 leaves them out")


def write_report(
    folder: str | Path,
    output: str | Path,
    limits: ReportLimits | None = None,
    *,
    force: bool = False,
    progress: bool | None = None,
) -> str:
    """Writes the page of a finished run of a job that has one; gives its size in words."""
    limits = limits or ReportLimits()
    limits.check_values()
    (run, job), path = open_job_run(folder, "page"), Path(output)
    check_output_path(path, run, force)
    with (
        show_progress(REPORT_STAGES, progress) as shown,
        publish_file(path) as part,
        part.open("w", encoding="utf-8", newline="\n") as file,
    ):
        shown.begin_stage("page")
        for piece in job.load_part("page")(run, limits):
            file.write(piece)
            shown.update(None, Amount(file.tell(), None, "bytes"))
    return format_bytes(path.stat().st_size)
