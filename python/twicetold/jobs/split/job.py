"""The job `split`, which only reads. It is not on the menu of jobs: it finds nothing, and has a command of its own."""

from __future__ import annotations

from typing import Any

from twicetold.jobs.base import Findings, Job
from twicetold.jobs.flow import Stages
from twicetold.jobs.front import read_and_split
from twicetold.jobs.split.settings import SplitSettings
from twicetold.run import Run
from twicetold.run.progress import StageShare
from twicetold.text.plurals import format_count


class SplitJob(Job):
    name = "split"
    settings = SplitSettings
    stages = (StageShare("front", "reading", 100),)
    result_tables = ("documents", "sentences")

    def run_stages(self, stages: Stages[SplitSettings]) -> dict[str, Any]:
        stages.make("front", lambda: read_and_split(stages.inputs.searched, stages.settings, stages.engine))
        return stages.count_rows("documents", "sentences")

    def describe_findings(self, run: Run) -> Findings:
        return Findings([format_count(run.facts["results"]["sentences"], "sentence")])
