"""What belongs to an index: its settings, and its segments with the checksum of every file.

`index.json` is replaced in one step, so a reader sees the index as it was before a change or after it. A file that the
manifest does not name belongs to no index: what an interrupted change has left is removed by the next writer.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Self

from twicetold.errors import RunError
from twicetold.run.files import hash_file, publish_file

INDEX_FORMAT = 2
MANIFEST_FILE = "index.json"


@dataclass(frozen=True)
class FileFacts:
    """The size and the checksum of a file."""

    bytes: int
    checksum: str

    @classmethod
    def measure(cls, path: Path) -> Self:
        return cls(path.stat().st_size, hash_file(path))


@dataclass(frozen=True)
class SegmentFacts:
    """A segment as the manifest has it. `files` are those of its folder, by name."""

    name: str
    documents: int
    sentences: int
    first_unit: int
    units: int
    removed: int = 0  # documents that were removed or replaced since
    removed_file: str = ""  # the file that lists them; "" for none
    files: Mapping[str, FileFacts] = field(default_factory=dict)

    @classmethod
    def from_dict(cls, facts: dict[str, Any]) -> Self:
        files = {name: FileFacts(**each) for name, each in facts.pop("files").items()}
        return cls(**facts, files=files)


@dataclass(frozen=True)
class LayerFacts:
    """A file of a table that grows by a file for each change."""

    name: str
    rows: int
    first: int  # the number of its first row, where rows are numbered
    file: FileFacts

    @classmethod
    def from_dict(cls, facts: dict[str, Any]) -> Self:
        return cls(**{**facts, "file": FileFacts(**facts["file"])})


@dataclass(frozen=True)
class ClusterFacts:
    """The clusters that were named, as the manifest has them."""

    next_name: int = 1  # the name of the next cluster that is born
    next_event: int = 1
    generation: int = 0  # of the plan whose matches made them
    texts: tuple[LayerFacts, ...] = ()  # the cluster of each text
    events: tuple[LayerFacts, ...] = ()

    @property
    def layers(self) -> tuple[LayerFacts, ...]:
        return (*self.texts, *self.events)

    @classmethod
    def from_dict(cls, facts: dict[str, Any]) -> Self:
        texts, events = (tuple(map(LayerFacts.from_dict, facts.pop(name))) for name in ("texts", "events"))
        return cls(**facts, texts=texts, events=events)


@dataclass(frozen=True)
class Manifest:
    """An index as it is at one moment."""

    job: str
    settings: dict[str, Any]
    serial: int = 0  # grows with every change of the manifest, and names new files
    generation: int = 0  # grows when the keys are planned again, and names the files of keys and matches
    size_class: int = 0  # the number of texts that the keys are planned for; 0 before there are any
    live_units: int = 0  # distinct texts that some document says
    log: str = ""
    segments: tuple[SegmentFacts, ...] = ()
    digest: str = ""  # of the segments, if it was computed since they last changed
    clusters: ClusterFacts = field(default_factory=ClusterFacts)

    @property
    def units(self) -> int:
        """The number of texts that have keys, removed ones included."""
        return sum(each.units for each in self.segments)

    @property
    def documents(self) -> int:
        """The number of documents in segments."""
        return sum(each.documents - each.removed for each in self.segments)

    def write(self, folder: Path) -> None:
        facts = {"format": INDEX_FORMAT, **asdict(self)}
        text = json.dumps(facts, indent=1)
        with publish_file(folder / MANIFEST_FILE) as part:
            part.write_text(json.dumps({"checksum": _hash_text(text), "index": text}), encoding="utf-8")

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Read the manifest of a folder; an error says what is wrong with a folder that holds no index."""
        path = folder / MANIFEST_FILE
        if not path.is_file():
            raise RunError(f"`{folder}` is not an index", f"make one: `twicetold index create {folder}`")
        try:
            whole = json.loads(path.read_text(encoding="utf-8"))
            text = whole["index"]
            is_intact = _hash_text(text) == whole["checksum"]
            facts = json.loads(text)
            found = facts.pop("format")
        except (ValueError, KeyError, TypeError, AttributeError):
            raise _build_damage_error(path) from None
        if found != INDEX_FORMAT:
            message = f"`{folder}` is an index of format {found}, and this version reads format {INDEX_FORMAT}"
            raise RunError(message, "use the version of twicetold that made it, or make the index again")
        if not is_intact:
            raise _build_damage_error(path)
        segments = tuple(SegmentFacts.from_dict(each) for each in facts.pop("segments"))
        clusters = ClusterFacts.from_dict(facts.pop("clusters"))
        return cls(**facts, segments=segments, clusters=clusters)

    def replace(self, **changes: Any) -> Manifest:
        """The manifest with other values and the next serial."""
        return replace(self, **{"serial": self.serial + 1, "digest": "", **changes})


def _hash_text(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _build_damage_error(path: Path) -> RunError:
    return RunError(f"`{path}` is damaged: its checksum is wrong", "restore the index from a copy, or make it again")
