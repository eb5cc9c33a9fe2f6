"""`twicetold demo`: writes the planted encyclopedia, finds what repeats, and says how much of it was planted."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.dataset as ds
import pyarrow.parquet as pq

from twicetold.demo import PlantedCorpus
from twicetold.demo.plants.facts import CONTRADICTION, DATED
from twicetold.engines.local import Local
from twicetold.errors import SettingsError
from twicetold.jobs.flow import JobInputs
from twicetold.jobs.sentences import show as views
from twicetold.jobs.sentences.job import SentencesJob
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.sentences.show_page import ROW_RENDERERS
from twicetold.readers.inputs import Input
from twicetold.run import Run
from twicetold.run.finished import read_rows, read_schema
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
    pairs = _read_truth(folder, "truth_pairs")
    copies = [row for row in pairs if row["edit_similarity"] >= threshold]
    misses = [row for row in _read_truth(folder, "truth_near_misses") if row["edit_similarity"] < threshold]
    right, wrong = sum(map(together.has_pair, copies)), sum(map(together.has_pair, misses))
    listed = DemoContradictions(found, pairs)
    if as_json:
        counts = {"planted": len(copies), "found": right, "near_misses_found": wrong}
        print(json.dumps({**found.facts["results"], **counts, **listed.counts}))
    elif not quiet:
        results = found.facts["results"]
        articles = format_count(results["documents"], "article")
        print(f"{dump.path}: {articles}, {format_count(results['sentences'], 'sentence')}")
        for line in SentencesJob().describe_findings(found).lines:
            print(line)
        print(f"planted copies found: {right:,} of {len(copies):,}; near misses taken for copies: {wrong:,}")
        for line in listed.describe_counts():
            print(line)
        _print_clusters(found)
        _print_kinds(found)
        TextPage(ROW_RENDERERS).show_rows(listed.list_examples())
        print(f"everything is in {folder}/run; try: twicetold show {folder}/run", file=sys.stderr)
    return right == len(copies) and wrong == 0


def _require_own_folder(folder: Path) -> None:
    """Raise an error where a folder holds something that is not an earlier demo: files in it would be overwritten."""
    if folder.is_dir() and any(folder.iterdir()) and not (folder / "truth_pairs.parquet").is_file():
        raise SettingsError(f"`{folder}` is not empty and not a demo", "give -o a new folder")


def _print_kinds(run: Run) -> None:
    """What the repetitions are."""
    for row in views.count_cluster_kinds(run):
        print(
            f"  {row['kind']}: {format_count(row['clusters'], 'cluster')} of {format_count(row['members'], 'sentence')}"
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


class DemoContradictions:
    """What the run lists as contradictions, and as facts with dates of their own, against what was planted as such."""

    def __init__(self, run: Run, pairs: list[dict[str, Any]]) -> None:
        plants = {_name_texts(row): row["plant"] for row in pairs}
        wanted = ds.field("listed") if "listed" in read_schema(run, "contradictions").names else None
        rows = [{**row, "plant": plants.get(_name_texts(row), "")} for row in read_rows(run, "contradictions", wanted)]
        self.counts = {}
        for plant, name in ((CONTRADICTION, "contradictions"), (DATED, "dated_updates")):
            own = [row for row in rows if (row["drift"] == DATED) == (plant == DATED)]
            right = [row for row in own if row["plant"] == plant]
            self.counts[f"planted_{name}"] = sum(row["plant"] == plant for row in pairs)
            self.counts[f"{name}_found"] = len({_name_texts(row) for row in right})
            self.counts[f"{name}_not_planted"] = len(own) - len(right)
        self._rows = [row for row in rows if row["plant"] == row["drift"] == CONTRADICTION]

    def describe_counts(self) -> Iterator[str]:
        for name in ("contradictions", "dated_updates"):
            found = f"{self.counts[f'{name}_found']:,} of {self.counts[f'planted_{name}']:,}"
            unplanted = self.counts[f"{name}_not_planted"]
            yield f"planted {name.replace('_', ' ')} found: {found}; listed but not planted: {unplanted:,}"

    def list_examples(self) -> Iterator[dict[str, Any]]:
        """The most certain of those that were planted."""
        return ({"row": "contradiction", **row} for row in self._rows[:1])


def _name_texts(row: dict[str, Any]) -> tuple[str, ...]:
    return tuple(sorted((row["left_text"], row["right_text"])))


def _print_clusters(run: Run) -> None:
    """The first clusters of more than one text, a member of each text."""
    wanted = [row["cluster"] for row in run.clusters.to_pylist() if row["variants"] > 1][:EXAMPLE_COUNT]
    seen: set[tuple[int, int]] = set()
    for row in run.members.to_pylist():
        key = (row["cluster"], row["variant"])
        if row["cluster"] in wanted and row["variant"] < EXAMPLE_COUNT and key not in seen:
            seen.add(key)
            print(f"  cluster {row['cluster']}, {row['title']}: {row['text']}")
