"""What `sentences` measured, as Markdown: the machine, a table for each size, ratios, growth."""

from __future__ import annotations

import datetime
import importlib.metadata
import math
import os
import platform
from pathlib import Path
from typing import Any

PACKAGES = ("rensa", "FastSketchLSH", "daft", "gaoya", "datasketch", "scipy", "twicetold")
OURS = "twicetold"
ENOUGH = 0.98


def print_tables(found: dict[str, Any]) -> None:
    """Everything, a section after another."""
    print("\n" + machine(found["facts"]))
    for size in dict.fromkeys(row["size"] for row in found["rows"]):
        rows = [row for row in found["rows"] if row["size"] == size]
        floors = [floor for floor in found["floors"] if floor["texts"] == size]
        print("\n" + table(size, rows, floors))
        print("\n" + ratios(rows, floors))
    print("\n" + growth(found["rows"], found["floors"]))
    if found["command"]:
        print("\n" + command(found["command"]))


def machine(facts: dict[str, Any]) -> str:
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    versions = ", ".join(f"{name} {_version(name)}" for name in PACKAGES)
    kind = f"{processor()}, {os.cpu_count()} threads, Python {platform.python_version()}"
    texts = f"{facts['real']:,} real texts of {', '.join(facts['files'])}, {facts['planted']:,} planted"
    return f"{today}; {kind}; {versions}.\n{texts}."


def processor() -> str:
    """`Intel(R) Xeon(R) Processor`; what Python knows of it where the system does not say."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def table(size: int, rows: list[dict[str, Any]], floors: list[dict[str, Any]]) -> str:
    """One line each, the fastest first; the floors at the head."""
    lines = [
        f"| {size:,} texts | bands x rows | seconds | CPU | peak MB | found | recall | precision |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for floor in floors:
        parts = ", ".join(f"{part} {floor[f'{part}_seconds']:.2f}" for part in ("hash", "minhash", "group"))
        lines.append(
            f"| floor, {floor['threads']} threads ({parts}) | {floor['scheme']} | {floor['seconds']:.2f} | | | | | |"
        )
    for row in sorted(rows, key=lambda row: (bool(row["failure"]), row["seconds"])):
        bands, per_band = row["setting"]
        setting = f"{bands} x {per_band}" if bands else ""
        if row["failure"]:
            lines.append(f"| {row['name']} | {setting} | {row['failure']} | | | | | |")
            continue
        times = f"{row['seconds']:.2f} | {row['cpu_seconds']:.2f} | {row['peak_mb']:.0f}"
        lines.append(
            f"| {row['name']} | {setting} | {times} | {row['found']:,} | {row['recall']:.3f} | {row['precision']:.3f} |"
        )
    return "\n".join(lines)


def ratios(rows: list[dict[str, Any]], floors: list[dict[str, Any]]) -> str:
    """Ours against the fastest peer that finds enough pairs, and against the floors of two threads."""
    ours = next((row for row in rows if row["name"] == OURS and not row["failure"]), None)
    peers = [row for row in rows if row["name"] != OURS and row["recall"] >= ENOUGH]
    lines = []
    for kind, wanted in (("giving pairs", False), ("giving flags only", True)):
        some = [row for row in peers if ("flags" in row["name"]) == wanted]
        if some:
            best = min(some, key=lambda row: row["seconds"])
            mine = f": {best['seconds'] / ours['seconds']:.1f} times ours" if ours else ""
            lines.append(f"- fastest peer {kind} at recall >= {ENOUGH}: {best['name']}, {best['seconds']:.2f} s{mine}")
    for floor in floors:
        if floor["threads"] == 2:
            ratio = f"ours is {ours['seconds'] / floor['seconds']:.1f} times it (4 asked); " if ours else ""
            machine_alone = (
                f"copying the texts {floor['copy_seconds']:.3f} s, sorting the keys {floor['sort_seconds']:.2f} s"
            )
            lines.append(f"- floor of {floor['scheme']}, {floor['seconds']:.2f} s: {ratio}one thread's {machine_alone}")
    return "\n".join(lines)


def exponent(sizes: list[int], seconds: list[float]) -> float:
    """Of growth from the first size to the last: `([10, 1000], [1, 100])` -> 1.0"""
    return math.log(seconds[-1] / seconds[0]) / math.log(sizes[-1] / sizes[0])


def growth(rows: list[dict[str, Any]], floors: list[dict[str, Any]]) -> str:
    """Time as a power of the number of texts, for each that was measured at two sizes."""
    measured: dict[str, list[tuple[int, float]]] = {}
    for row in rows:
        if not row["failure"]:
            measured.setdefault(row["name"], []).append((row["size"], row["seconds"]))
    for floor in floors:
        name = f"floor, {floor['threads']} threads, {floor['scheme']}"
        measured.setdefault(name, []).append((floor["texts"], floor["seconds"]))
    lines = []
    for name, points in measured.items():
        sizes, seconds = [size for size, _ in points], [time for _, time in points]
        if len(points) > 1:
            lines.append(f"- {name}: n^{exponent(sizes, seconds):.2f} from {sizes[0]:,} to {sizes[-1]:,}")
    return "\n".join(["Growth:", *lines]) if lines else "Growth: one size only."


def command(facts: dict[str, Any]) -> str:
    start_up = f"- start-up (`twicetold --version`): {facts['start_up_seconds']:.2f} s (0.5 asked)"
    if "failure" in facts:
        return f"{start_up}\n- whole command: {facts['failure']}"
    return "\n".join(
        [
            start_up,
            f"- whole command on {facts['file']}: {facts['seconds']:.2f} s, {facts['cpu_seconds']:.2f} CPU s, "
            f"{facts['peak_mb']:.0f} MB peak",
            f"- of which `twicetold split` alone takes {facts['split_seconds']:.2f} s; reading and writing "
            f"{facts['bytes'] / 1e6:.0f} MB alone {facts['bytes_seconds']:.2f} s",
        ]
    )
