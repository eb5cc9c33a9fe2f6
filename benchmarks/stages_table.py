"""The stages against their floors, and the limits of the machine, as Markdown."""

from __future__ import annotations

from typing import Any

from benchmarks.figures import format_rate
from benchmarks.limits import Limits
from benchmarks.stage_floors import BYTES, WHOLE

NAMES = {
    "copy": "memory copied",
    "read": "a file read that the system has in memory",
    "write": "a file written and synced",
    "sync": "a small file and its name synced",
    "bzip2": "bzip2 unpacked",
    "gzip": "gzip unpacked",
    "zstd": "zstd unpacked",
    "characters": "windows of {characters} characters hashed",
    "words": "windows of {words} words hashed",
    "minhash": "minhash updates, {bands} bands of {rows}",
    "sort": "64-bit keys sorted",
    "group": "64-bit keys grouped",
}


def stages_table(rows: list[dict[str, Any]]) -> str:
    """A line for each stage; a floor that counts only bytes says so."""
    lines = ["| job | stage | seconds | floor | times | what the floor is |", "| --- | --- | --- | --- | --- | --- |"]
    for row in rows:
        times = "" if row["times"] is None else f"{row['times']:.1f}"
        what = f"bytes only: {row['what']}" if row["bound"] == BYTES else row["what"]
        cells = [row["job"], row["stage"], f"{row['seconds']:.2f}", f"{row['floor_seconds']:.3f}", times, what]
        if row["stage"] == WHOLE:
            cells = [f"**{cell}**" if cell else "" for cell in cells]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def limits_table(measured: dict[str, Limits]) -> str:
    """A line for each limit and file of texts, on one core and on all."""
    lines = ["| limit | measured on | one core | all cores |", "| --- | --- | --- | --- |"]
    for name, said in NAMES.items():
        for texts, limits in measured.items():
            limit = limits.limits[name]
            sizes = {each: getattr(limits, each) for each in ("characters", "words", "rows", "bands")}
            rates = format_rate(limit.one_core, limit.unit), format_rate(limit.all_cores, limit.unit)
            lines.append(f"| {said.format(**sizes)} | {texts} | {rates[0]} | {rates[1]} |")
    return "\n".join(lines)
