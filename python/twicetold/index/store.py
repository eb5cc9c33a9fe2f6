"""The class `Index`: one writer at a time, and any number of readers of what the manifest named when they opened it."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
import weakref
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import IO, Any, Self

import pyarrow as pa

from twicetold.config import ComparisonSettings, Machine, apply_python_options, build_settings, convert_to_dict
from twicetold.engines.local import Local
from twicetold.engines.progress import Progress, SilentProgress
from twicetold.errors import RunError
from twicetold.index import log
from twicetold.index.answer import Answer
from twicetold.index.building import SegmentBuilder
from twicetold.index.changes import choose_last_records, group_by_bytes
from twicetold.index.clusters.follow import ClusterFollower, Step
from twicetold.index.clusters.record import CLUSTERS_FOLDER, ClusterRecord
from twicetold.index.clusters.views import (
    Cluster,
    ClusterSummary,
    Event,
    describe_cluster,
    iterate_clusters,
    read_events,
)
from twicetold.index.export import write_live_documents
from twicetold.index.from_run import IndexableRun
from twicetold.index.incoming import Change, SharedCommits, is_small, read_small_change
from twicetold.index.jobs import load_indexed_job
from twicetold.index.keys import KeyPlan
from twicetold.index.leftovers import (
    ANSWER_PREFIX,
    READERS_FILE,
    SEGMENTS_FOLDER,
    name_log,
    note_reader,
    remove_leftovers,
    remove_unfinished_files,
)
from twicetold.index.manifest import MANIFEST_FILE, ClusterFacts, Manifest
from twicetold.index.merging import SegmentMerger
from twicetold.index.query import QueryMatch, Searcher
from twicetold.index.segments import Segment, forget_generations, mark_removed
from twicetold.index.settings import check_index_settings
from twicetold.index.view import IndexView
from twicetold.jobs.base import load_job
from twicetold.jobs.front import read_documents
from twicetold.memory.folder import MemoryFolder
from twicetold.memory.forms import Data
from twicetold.plan.estimate import find_size_class
from twicetold.readers.summary import ReadSummary
from twicetold.run import Run
from twicetold.run.files import lock_folder
from twicetold.tables.files import sync_folder

LOG_BYTES = 64 << 20  # of changes that are in no segment yet
MOSTSEGMENTS_FOLDER = 16  # more are merged into one


@dataclass(frozen=True)
class Changes:
    """What an `add` did."""

    added: int  # records that the index did not have
    replaced: int
    repeated: int  # records whose id came again later in the same input, so that they do not count
    read: ReadSummary = field(repr=False, default_factory=ReadSummary)


class Index:
    """A folder with texts and what was computed of them: `Index.create("index")`, later `Index("index")`.

    Reading takes no lock. The first change takes it, and `close` or the end of a `with` block gives it back.
    """

    def __init__(self, folder: str | Path, *, machine: Machine | None = None, progress: Progress | None = None) -> None:
        self.folder = Path(folder)
        self._lock: IO[str] | None = None
        self._changing = threading.RLock()  # held by the thread that changes this index
        self._commits = SharedCommits()
        self._presence = note_reader(self.folder)
        weakref.finalize(self, os.close, self._presence)
        self._progress = progress or SilentProgress()
        self._read_state()
        self.job = load_job(self.manifest.job)
        settings = build_settings(self.job.settings, self.manifest.settings, str(self.folder / MANIFEST_FILE))
        stored = replace(settings, machine=machine) if machine else settings
        self.settings = check_index_settings(self.job, stored)

    @classmethod
    def create(
        cls, folder: str | Path, job: str = "sentences", settings: ComparisonSettings | None = None, **options: Any
    ) -> Self:
        """Make an empty index. `options` are settings of the job by name, such as `threshold=0.9`."""
        load_indexed_job(job)  # raises where there is none
        made = load_job(job)
        wanted = check_index_settings(made, apply_python_options(settings or made.settings(), options))
        place = Path(folder)
        if place.exists() and (not place.is_dir() or any(place.iterdir())):
            raise RunError(f"`{folder}` exists and is not an empty folder", "give the index a new folder")
        (place / SEGMENTS_FOLDER).mkdir(parents=True)
        stored = {name: values for name, values in convert_to_dict(wanted).items() if name != "machine"}
        (place / READERS_FILE).touch()
        log.create_log(place / name_log(1))
        Manifest(job, stored, serial=1, log=name_log(1)).write(place)
        return cls(folder)

    @classmethod
    def create_from_run(cls, folder: str | Path, run: str | Path) -> Self:
        """Make an index from a finished run, with the run's settings; what the run keeps is not computed again.

        The inputs of the run are read again for the texts of documents, and must be unchanged.
        """
        wanted = IndexableRun.open(run)
        check_index_settings(wanted.job, wanted.settings)
        wanted.require_keys()
        index = cls.create(folder, wanted.job.name, wanted.settings)
        try:
            index._take_run(wanted)
        except BaseException:
            index.close()
            shutil.rmtree(index.folder)
            raise
        return index

    def _take_run(self, wanted: IndexableRun) -> None:
        self.lock()
        number = self.manifest.serial + 1
        with tempfile.TemporaryDirectory(prefix=ANSWER_PREFIX, dir=self.folder) as folder:
            segment = wanted.build_segment(self._builder, f"{number:06}", Path(folder))
        plan = wanted.plan
        clusters = self._follow(Step((), (segment,)), plan, number)
        self._publish(
            self.manifest.replace(
                serial=number,
                generation=plan.generation,
                size_class=plan.size_class,
                live_units=segment.facts.units,
                clusters=clusters,
                segments=(segment.facts,),
            )
        )

    # ---- opening ----

    def _read_state(self) -> None:
        self.manifest = Manifest.read(self.folder)
        self.segments = [Segment(self.folder / SEGMENTS_FOLDER / facts.name, facts) for facts in self.manifest.segments]
        for segment in self.segments:
            segment.check_sizes()
        self._record = ClusterRecord(self.folder / CLUSTERS_FOLDER, self.manifest.clusters)
        self._record.check_sizes()
        for name in ("_searcher", "_waiting"):
            self.__dict__.pop(name, None)
        path = self.folder / self.manifest.log
        if not path.is_file():
            raise RunError(f"`{path}` is missing", "restore the index from a copy, or make it again")
        self._frames, self._end = log.read_log(path)

    def refresh(self) -> None:
        """See what writers have changed since this index was opened."""
        if self._lock is None:
            self._read_state()

    def lock(self) -> Self:
        """Become the writer; an error where another process is. What an interrupted change has left is removed."""
        with self._changing:
            self._become_writer()
        return self

    def _become_writer(self) -> None:
        if self._lock is None:
            opened = lock_folder(self.folder, "wait until it has finished")
            try:
                self._read_state()
                log.cut_tail(self.folder / self.manifest.log, self._end)
                remove_unfinished_files(self.folder, self.manifest)
                remove_leftovers(self.folder, self.manifest, self._presence)
            except BaseException:
                opened.close()
                raise
            self._lock = opened

    def close(self) -> None:
        """Let another process write. What was acknowledged is on the disk already."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- changes ----

    def add(self, data: Data) -> Changes:
        """Add documents, and wait until the disk has them. A document replaces the one that has its id.

        `data` is what `twicetold.sentences` takes: paths, a data frame, dicts, or a dict of id to text. All of it
        is added, or after a crash nothing.
        """
        self.lock()
        if is_small(data):
            change = self._commit(read_small_change(data, self.settings))
        else:
            with MemoryFolder(None, self.settings, False) as memory:
                change = self._commit(self._read_files(memory.list_paths(data)))
        return Changes(len(change.ids) - change.known, change.known, change.repeated, change.read)

    def _read_files(self, paths: list[str]) -> Change:
        """The records of files, which are read while they are written to the log."""
        engine, change = self._open_engine(), Change()
        inputs = self.job.find_inputs(paths, self.settings)
        documents = read_documents(inputs.searched, self.settings, engine)
        streamed = engine.stream_batches(documents)
        change.frames = (frame for (batch,) in streamed for frame in change.keep_records(batch))
        return change

    def remove(self, ids: Iterable[str]) -> int:
        """Remove documents by their ids, wait until the disk knows, and return how many there were."""
        self.lock()
        wanted = dict.fromkeys(ids)
        if not wanted:
            return 0
        batch = pa.RecordBatch.from_arrays([pa.array(list(wanted), pa.string())], schema=log.REMOVED_IDS)
        return self._commit(Change([(log.REMOVED, batch)], is_added=False, ids=wanted)).known

    def _commit(self, change: Change) -> Change:
        return self._commits.commit(change, self._write_changes)

    def _write_changes(self, group: Sequence[Change]) -> None:
        """Write the changes of a group of threads to the log, wait for the disk once, and say what each has done."""
        with self._changing:
            path = self.folder / self.manifest.log
            written, self._end = log.append_changes(path, self._end, [change.frames for change in group])
            stored = self._find_stored_ids(list({each: None for change in group for each in change.ids}))
            for change, frames in zip(group, written, strict=True):
                if isinstance(frames, Exception):
                    change.error = frames
                    continue
                change.known = sum(self._waiting.get(each, each in stored) for each in change.ids)
                self._waiting.update(dict.fromkeys(change.ids, change.is_added))
                self._frames += frames
            if self._end > LOG_BYTES:
                self.settle()

    @cached_property
    def _waiting(self) -> dict[str, bool]:
        """The ids that the log names, and whether each was added last, not removed."""
        found: dict[str, bool] = {}
        for frame in self._frames:
            found.update(dict.fromkeys(frame.read()["document"].to_pylist(), frame.kind == log.ADDED))
        return found

    def _find_stored_ids(self, ids: Sequence[str]) -> set[str]:
        asked = pa.array(ids, pa.string())
        rows = (segment.find_documents(asked)[0].to_pylist() for segment in self.segments)
        return {ids[row] for own in rows for row in own}

    # ---- segments ----

    def settle(self) -> None:
        """Move the changes of the log into segments: split their documents, and compare the texts that are new."""
        self.lock()
        with self._changing:
            if self._frames:
                self._settle()

    def _settle(self) -> None:
        kept, changed = choose_last_records(self._frames)
        builder, number = self._builder, self.manifest.serial + 1
        segments = list(self.segments)
        for part in group_by_bytes(kept):
            first = sum(each.facts.units for each in segments)
            segments.append(builder.build(f"{number:06}", first, part, segments))
            number += 1
        segments = [
            *(mark_removed(each, changed, number) for each in segments[: len(self.segments)]),
            *segments[len(self.segments) :],
        ]
        step = Step(self.segments, segments)
        live = self.manifest.live_units + step.count_new_units()
        size_class = max(self.manifest.size_class, find_size_class(live))
        plan, segments = self._match(segments, len(self.segments), size_class)
        clusters = self._follow(replace(step, after=segments), plan, number)
        new_log = name_log(number)
        log.create_log(self.folder / new_log)
        self._publish(
            self.manifest.replace(
                serial=number,
                generation=plan.generation,
                size_class=size_class,
                live_units=live,
                log=new_log,
                clusters=clusters,
                segments=tuple(each.facts for each in segments),
            )
        )
        if len(segments) > MOSTSEGMENTS_FOLDER:
            self.compact()

    def _match(self, segments: list[Segment], first: int, size_class: int) -> tuple[KeyPlan, list[Segment]]:
        """Compute the keys and matches of the segments from `first` on; of all if other keys are planned."""
        plan = KeyPlan(self.settings, size_class, self.manifest.generation)
        if not self.manifest.size_class or not plan.finds_the_same(self.plan):
            plan, first = replace(plan, generation=plan.generation + 1), 0
        matched = [*segments[:first]]
        for segment in segments[first:]:
            matched.append(self._builder.match(segment, matched, plan))
        return plan, [forget_generations(each, plan.generation) for each in matched]

    def _follow(self, step: Step, plan: KeyPlan, serial: int) -> ClusterFacts:
        """Name the clusters of a new state of this index."""
        return ClusterFollower(self._record, self.settings, self._open_engine()).follow(step, plan, serial)

    def _plan_again(self, units: int) -> None:
        """Choose keys for this number of texts, and compare all texts again if they are other keys."""
        size_class = find_size_class(units)
        if size_class == self.manifest.size_class:
            return
        plan, segments = self._match(list(self.segments), len(self.segments), size_class)
        clusters = self._follow(Step(self.segments, segments), plan, self.manifest.serial + 1)
        self._publish(
            self.manifest.replace(
                clusters=clusters,
                generation=plan.generation,
                size_class=size_class,
                live_units=units,
                segments=tuple(each.facts for each in segments),
            )
        )

    def compact(self) -> None:
        """Merge all segments into one, without what was removed. The answer stays the same."""
        with self._changing:
            self.settle()
            if self.segments:
                self._merge()

    def _merge(self) -> None:
        number = self.manifest.serial + 1
        merger = SegmentMerger(self.settings, self.plan, self._open_engine())
        merged = merger.merge(self.segments, self.folder / SEGMENTS_FOLDER / f"{number:06}")
        facts = merged.facts
        self._publish(
            self.manifest.replace(
                serial=number,
                live_units=facts.units,
                digest=self.manifest.digest,
                segments=(facts,) if facts.documents else (),
                size_class=self.manifest.size_class if facts.documents else 0,
            )
        )

    def _publish(self, manifest: Manifest) -> None:
        """Make a manifest the one that counts, then remove what only the last one named."""
        sync_folder(self.folder)
        manifest.write(self.folder)
        self._read_state()
        remove_leftovers(self.folder, self.manifest, self._presence)

    @property
    def plan(self) -> KeyPlan:
        """How the texts of this index became keys."""
        return KeyPlan(self.settings, self.manifest.size_class, self.manifest.generation)

    @property
    def _builder(self) -> SegmentBuilder:
        return SegmentBuilder(self.folder / SEGMENTS_FOLDER, self.settings, self._open_engine())

    def _open_engine(self) -> Local:
        return Local(self.settings.machine, self._progress, str(self.folder))

    @cached_property
    def _searcher(self) -> Searcher:
        return Searcher(self.settings, self.segments, self.plan)

    # ---- answers ----

    def digest(self) -> str:
        """The digest of a run over the documents that are there, as its `run.json` would have it."""
        if not self.manifest.digest or self._frames:
            self.settle()
        if not self.manifest.digest:
            with tempfile.TemporaryDirectory(prefix=ANSWER_PREFIX, dir=self.folder) as folder:
                self._write_run(Path(folder) / "run")
        return self.manifest.digest

    def export(self, output: str | Path, *, force: bool = False) -> Run:
        """Write a finished run over the documents that are there, and these as `documents.jsonl` into its folder."""
        self.settle()
        self._require_documents()
        place = Path(output)
        if place.exists() and not force and (not place.is_dir() or any(place.iterdir())):
            raise RunError(
                f"`{output}` exists and is not empty", "give -o a new folder, or add --force to use this one"
            )
        place.mkdir(parents=True, exist_ok=True)
        return self._write_run(place, place / "documents.jsonl")

    def _write_run(self, output: Path, documents: Path | None = None) -> Run:
        self._require_documents()
        if documents:
            write_live_documents(self.segments, documents)
        run = Answer(self.job, self.settings, self._open_engine(), self._choose_plan).write_run(
            output, self.segments, documents
        )
        if documents and load_indexed_job(self.job.name).names_files:
            return run
        if run.digest != self.manifest.digest:
            self._publish(replace(self.manifest, digest=run.digest, live_units=run.count_rows("units")))
        return run

    def _choose_plan(self, units: int) -> tuple[KeyPlan, Sequence[Segment]]:
        self._plan_again(units)
        return self.plan, self.segments

    def _require_documents(self) -> None:
        if not self.manifest.documents:
            raise RunError(f"`{self.folder}` has no documents", f"add some: `twicetold index add {self.folder} FILE`")

    # ---- looking ----

    def query(self, text: str, limit: int = 10) -> list[QueryMatch]:
        """The sentences of this index that match those of a text, the most similar first, at most `limit` of each.

        Changes that wait in the log are compared first if this is the writer, or if nobody else is.
        """
        if self._frames and not self._lock:
            with suppress(RunError):  # another process writes: what is in segments is searched
                self.lock()
        if self._lock:
            self.settle()
        return self._searcher.search(text, limit)

    def clusters(self) -> Iterator[ClusterSummary]:
        """The clusters of this index, the largest first. A cluster keeps its name for as long as it is there."""
        self._compare_changes()
        return iterate_clusters(self.segments, self._record)

    def cluster(self, name: int) -> Cluster:
        """A cluster with its texts and their places; an error where there is no cluster of this name any more."""
        self._compare_changes()
        return describe_cluster(self.segments, self._record, name)

    def events(self, since: int = 0) -> Iterator[Event]:
        """What happened to clusters after the event with the number `since`, in order."""
        self._compare_changes()
        return read_events(self._record, since)

    def open_view(self, *, compares: bool = True) -> IndexView:
        """This index as it is now; the writer compares the changes that wait in the log first, unless told not to."""
        if compares:
            self._compare_changes()
        return IndexView(self.manifest, self._searcher, self._record)

    def _compare_changes(self) -> None:
        """Compare the changes that wait in the log, if this is the writer or nobody else is; with the keys of a run."""
        if self._frames and not self._lock:
            with suppress(RunError):  # another process writes: what is in segments is searched
                self.lock()
        if self._lock:
            self.settle()
            if self.segments:
                self._plan_again(self.manifest.live_units)

    def describe(self) -> dict[str, Any]:
        """The figures of this index."""
        return {
            "job": self.manifest.job,
            "documents": self.manifest.documents,
            "segments": len(self.segments),
            "texts": self.manifest.units,
            "removed_documents": sum(each.removed for each in self.manifest.segments),
            "waiting_batches": len(self._frames),
            "size_class": self.manifest.size_class,
            "keys": str(self.plan.finder.plan.scheme) if self.manifest.size_class else "",
            "recall": round(self.plan.finder.plan.recall, 4) if self.manifest.size_class else None,
            "bytes": sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file()),
            "digest": "" if self._frames else self.manifest.digest,
        }

    def check(self) -> None:
        """Read every file, and raise an error where one is not as it was written."""
        for segment in self.segments:
            segment.check_files()
        self._record.check_files()
