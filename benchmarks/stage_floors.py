"""The least that a stage of a job could take, from the limits of the machine and from what `run.json` says it handled.

A floor is a sum of parts, each done alone on all cores, one after another. Where a part of the work has a limit of its
own (unpacking, hashing, minima, grouping), the floor is of that work. Of other stages only the bytes count that they
read and write: it is then a bound of another kind, which no program that does the work can come near.
Nothing counts the comparing of candidates, nor the packing of Parquet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from benchmarks.limits import Limits

WORK, BYTES = "work", "bytes"
WHOLE = "all"

# The tables that a stage reads; those it writes are in `run.json`.
READ = {
    "sentences": {
        "units": ("sentences",),
        "matches": ("units",),
        "clusters": ("units", "verified"),
        "members": ("sentences", "labels"),
        "kinds": ("members", "verified", "units", "labels"),
        "tables": ("heads", "members", "matches", "drifting", "documents"),
    },
    "documents": {
        "units": ("standing", "texts"),
        "sketches": ("units",),
        "candidates": ("sketches",),
        "matches": ("units", "candidates"),
        "clusters": ("verified", "folded"),
        "tables": ("standing", "heads", "labels", "verified"),
        "variants": ("units", "labels"),
    },
}
# The rows that a stage brings together by a hash of their text.
GROUPED = {"sentences": {"units": "sentences"}, "documents": {"units": "standing"}}
LEAST = 0.01  # of a floor: a smaller part counts, but is not told
ON_ALL_CORES = ("bzip2",)  # the others are one stream, for one core


@dataclass(frozen=True)
class Source:
    """What a job read: bytes as stored and as unpacked; `packing` is a name of the limits, or ""."""

    stored_bytes: int
    unpacked_bytes: int
    packing: str = ""


@dataclass(frozen=True)
class Part:
    """One thing that has to be done at the least."""

    what: str
    seconds: float
    kind: str = BYTES


def rows_of(facts: Mapping[str, Any], source: Source, limits: Limits) -> list[dict[str, Any]]:
    """A row for each stage of a run, and one for all of them. `facts` is a `run.json`, with the seconds to be shown."""
    rows = [
        row(facts["job"], stage, entry["seconds"], parts_of(facts, stage, source, limits))
        for stage, entry in facts["stages"].items()
    ]
    seconds = sum(each["seconds"] for each in rows)
    floor = sum(each["floor_seconds"] for each in rows)
    whole = {"job": facts["job"], "stage": WHOLE, "seconds": seconds, "floor_seconds": floor}
    return [*rows, whole | {"times": times(seconds, floor), "bound": WORK, "what": "the sum of the floors above"}]


def row(job: str, stage: str, seconds: float, parts: list[Part]) -> dict[str, Any]:
    floor = sum(part.seconds for part in parts)
    return {
        "job": job,
        "stage": stage,
        "seconds": seconds,
        "floor_seconds": floor,
        "times": times(seconds, floor),
        "bound": WORK if any(part.kind == WORK for part in parts) else BYTES,
        "what": ", ".join(f"{part.what} {part.seconds:.3f} s" for part in parts if part.seconds >= LEAST * floor),
    }


def times(seconds: float, floor: float) -> float | None:
    """How many floors; None where there is none to speak of."""
    return seconds / floor if floor > 0 else None


def parts_of(facts: Mapping[str, Any], stage: str, source: Source, limits: Limits) -> list[Part]:
    """What the stage has to do at the least."""
    tables = {name: table for entry in facts["stages"].values() for name, table in entry["tables"].items()}
    parts = front(source, limits) if stage == "front" else []
    read = READ.get(facts["job"], {}).get(stage, ())
    if read:
        stored = sum(tables[name]["bytes"] for name in read if name in tables)
        parts.append(Part(f"reading {megabytes(stored)} of tables", limits.seconds("read", stored)))
    grouped = GROUPED.get(facts["job"], {}).get(stage)
    if grouped:
        count = tables[grouped]["rows"]
        parts.append(Part(f"grouping {count:,} hashes", limits.seconds("group", count), WORK))
    if facts.get("results", {}).get("finder") == "minhash":
        hashing, updates, grouping = finding(facts["results"], tables["units"]["rows"], limits)
        own = {"sketches": [hashing, updates], "candidates": [grouping]} if "sketches" in facts["stages"] else {}
        parts += (own or {"matches": [hashing, updates, grouping]}).get(stage, [])
    return [*parts, *writing(facts["stages"][stage]["tables"], limits)]


def writing(tables: Mapping[str, Any], limits: Limits) -> list[Part]:
    """The bytes of the tables, and each made safe under its name: a run may be killed anywhere."""
    written = sum(table["bytes"] for table in tables.values())
    return [
        Part(f"writing {megabytes(written)} of tables", limits.seconds("write", written)),
        Part(
            f"syncing {len(tables)} {'file' if len(tables) == 1 else 'files'}",
            limits.seconds("sync", len(tables), alone=True),
        ),
    ]


def front(source: Source, limits: Limits) -> list[Part]:
    """read -> clean -> split: the file read and unpacked, and its text copied once."""
    parts = [Part(f"reading {megabytes(source.stored_bytes)}", limits.seconds("read", source.stored_bytes))]
    if source.packing:
        alone = source.packing not in ON_ALL_CORES
        seconds = limits.seconds(source.packing, source.unpacked_bytes, alone=alone)
        parts.append(Part(f"unpacking {source.packing} to {megabytes(source.unpacked_bytes)}", seconds, WORK))
    return [*parts, Part("copying the text once", limits.seconds("copy", source.unpacked_bytes))]


def finding(results: Mapping[str, Any], units: int, limits: Limits) -> tuple[Part, Part, Part]:
    """features -> candidates, at the settings of the run, which the limits must have been measured at."""
    feature = "words" if results["feature"] == "words" else "characters"
    windows = limits.limits[feature].amount * units / limits.texts
    updates = windows * results["rows"] * results["bands"]
    keys = units * results["bands"]
    return (
        Part(f"hashing {millions(windows)} windows", limits.seconds(feature, windows), WORK),
        Part(f"{millions(updates)} minhash updates", limits.seconds("minhash", updates), WORK),
        Part(f"grouping {millions(keys)} keys", limits.seconds("group", keys), WORK),
    )


def megabytes(count: float) -> str:
    return f"{count / 1e6:,.1f} MB"


def millions(count: float) -> str:
    return f"{count / 1e6:,.1f} million"
