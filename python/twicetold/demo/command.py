"""`twicetold demo`: writes the planted encyclopedia, finds what repeats, and says how much of it was planted."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from twicetold.demo import PlantedCorpus
from twicetold.engines.local import Local
from twicetold.errors import SettingsError
from twicetold.jobs.flow import JobInputs
from twicetold.jobs.sentences import show as views
from twicetold.jobs.sentences import show_contradictions
from twicetold.jobs.sentences.job import SentencesJob
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.sentences.show_page import ROW_RENDERERS
from twicetold.readers.inputs import Input
from twicetold.run import Run
from twicetold.run.progress import show_progress
from twicetold.tables.files import give_to_arrow
from twicetold.text.plurals import format_count
from twicetold.views.page import TextPage

EXAMPLE_COUNT = 3


def run_demo(folder: Path, sentences: int, seed: int, quiet: bool = False, as_json: bool = False) -> bool:
    """Whether every planted copy that is similar enough is in its cluster, and no near miss is."""
    _require_own_folder(folder)
    folder.mkdir(parents=True, exist_ok=True)
    PlantedCorpus(sentences=sentences, seed=seed).write(str(folder))
    dump = Input("mediawiki", str(folder / "encyclopedia.xml"))
    settings = SentenceSettings()
    with show_progress(SentencesJob.stages, False if quiet else None) as progress:
        engine = Local(settings.machine, progress, scratch=str(folder))
        found = SentencesJob().run(JobInputs([dump]), folder / "run", settings, engine, force=True)
    together = DemoClusters(found)
    threshold = settings.matching.threshold
    copies = [row for row in _read_truth(folder, "truth_pairs") if row["edit_similarity"] >= threshold]
    misses = [row for row in _read_truth(folder, "truth_near_misses") if row["edit_similarity"] < threshold]
    right, wrong = sum(map(together.has_pair, copies)), sum(map(together.has_pair, misses))
    if as_json:
        print(
            json.dumps({**found.facts["results"], "planted": len(copies), "found": right, "near_misses_found": wrong})
        )
    elif not quiet:
        results = found.facts["results"]
        articles = format_count(results["documents"], "article")
        print(f"{dump.path}: {articles}, {format_count(results['sentences'], 'sentence')}")
        for line in SentencesJob().describe_findings(found).lines:
            print(line)
        print(f"planted copies found: {right:,} of {len(copies):,}; near misses taken for copies: {wrong:,}")
        _print_clusters(found)
        _print_findings(found)
        print(f"everything is in {folder}/run; try: twicetold show {folder}/run", file=sys.stderr)
    return right == len(copies) and wrong == 0


def _require_own_folder(folder: Path) -> None:
    """Raise an error where a folder holds something that is not an earlier demo: files in it would be overwritten."""
    if folder.is_dir() and any(folder.iterdir()) and not (folder / "truth_pairs.parquet").is_file():
        raise SettingsError(f"`{folder}` is not empty and not a demo", "give -o a new folder")


def _print_findings(run: Run) -> None:
    """What the repetitions are, and the first facts that do not agree."""
    for row in views.count_cluster_kinds(run):
        print(
            f"  {row['kind']}: {format_count(row['clusters'], 'cluster')} of {format_count(row['members'], 'sentence')}"
        )
    TextPage(ROW_RENDERERS).show_rows(
        show_contradictions.list_contradictions(run, show_contradictions.ContradictionFilter(limit=EXAMPLE_COUNT))
    )


def _read_truth(folder: Path, table: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(give_to_arrow(folder / f"{table}.parquet")).to_pylist()
    return rows


class DemoClusters:
    """Which sentences a run put into one cluster."""

    def __init__(self, run: Run) -> None:
        self._clusters: dict[tuple[str, str], set[int]] = defaultdict(set)
        for batch in run.read_batches("members"):
            for row in batch.select(["document", "text", "cluster"]).to_pylist():
                self._clusters[row["document"], row["text"]].add(row["cluster"])

    def has_pair(self, pair: dict[str, Any]) -> bool:
        left, right = ((pair[f"{side}_document"], pair[f"{side}_text"]) for side in ("left", "right"))
        return bool(self._clusters.get(left, set()) & self._clusters.get(right, set()))


def _print_clusters(run: Run) -> None:
    """The first clusters of more than one text, a member of each text."""
    wanted = [row["cluster"] for row in run.clusters.to_pylist() if row["variants"] > 1][:EXAMPLE_COUNT]
    seen: set[tuple[int, int]] = set()
    for row in run.members.to_pylist():
        key = (row["cluster"], row["variant"])
        if row["cluster"] in wanted and row["variant"] < EXAMPLE_COUNT and key not in seen:
            seen.add(key)
            print(f"  cluster {row['cluster']}, {row['title']}: {row['text']}")
