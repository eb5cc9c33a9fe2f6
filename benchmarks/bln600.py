"""Newspapers of the 19th century: `python -m benchmarks.bln600 FILE [--rows N]`.

FILE is the table of BLN600 (CSV, or CSV in xz) with OCR and human transcription of each sentence. Each OCR sentence
is looked for among all transcriptions, by `twicetold sentences` and by `twicetold passages`; then each article among
the transcribed articles, at last by families of all articles. Recall is the share of texts whose own transcription
was found, precision the share of all found pairs of OCR and transcription that belong together; transcriptions that
read the same count as one. With `--peers PYTHON`, rensa and RETSim (`unisim`) are run by that Python on the sentences.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import lzma
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pyarrow.parquet as pq

from benchmarks.noise import run_command
from benchmarks.noise_peers import run_peer

PEER_SETTINGS = (("rensa", 0.5), ("rensa", 0.3), ("retsim", 0.9), ("retsim", 0.8))
SHORT = ("--min-passage", "60")  # half of the sentences are shorter than 110 characters


class Pair(NamedTuple):
    """What the scanner read, and what is printed."""

    ocr: str
    transcription: str


def read_sentences(path: Path) -> list[tuple[str, Pair]]:
    """The article of each sentence, and its two readings; those without letters on a side are left out."""
    content = lzma.decompress(path.read_bytes()) if path.suffix == ".xz" else path.read_bytes()
    rows = csv.DictReader(io.StringIO(content.decode("utf-8", errors="replace")))
    read = ((row["Sample ID"], Pair(row["OCR Text"].strip(), row["Ground Truth"].strip())) for row in rows)
    return [(article, pair) for article, pair in read if all(any(map(str.isalpha, text)) for text in pair)]


def join_articles(sentences: Iterable[tuple[str, Pair]]) -> list[Pair]:
    """The sentences of each article as two texts."""
    parts: dict[str, list[Pair]] = {}
    for article, pair in sentences:
        parts.setdefault(article, []).append(pair)
    return [
        Pair(" ".join(each.ocr for each in own), " ".join(each.transcription for each in own)) for own in parts.values()
    ]


def write_sides(pairs: list[Pair], folder: Path) -> tuple[Path, Path]:
    sides = folder / "ocr.jsonl", folder / "transcription.jsonl"
    for path, name in zip(sides, Pair._fields, strict=True):
        lines = [json.dumps({"id": f"{name} {at}", "text": getattr(pair, name)}) for at, pair in enumerate(pairs)]
        path.write_text("\n".join(lines), encoding="utf-8")
    return sides


def find_by_passages(pairs: list[Pair], *options: str) -> tuple[set[tuple[int, int]], float]:
    """The numbers of OCR and transcription that share a passage, and the CPU seconds of the command."""
    with tempfile.TemporaryDirectory() as place:
        ocr, transcription = write_sides(pairs, Path(place))
        out = Path(place) / "run"
        seconds = run_command(
            ["passages", str(ocr), "--against", str(transcription), *options, "--quiet", "-o", str(out)]
        )
        rows = pq.read_table(out / "passages.parquet", columns=["left_document", "right_document"]).to_pylist()
        numbers = [[int(row[name].split()[1]) for name in row] for row in rows]
        return {(left, right) for left, right in numbers}, seconds


def find_by_sentences(pairs: list[Pair]) -> tuple[set[tuple[int, int]], float]:
    """The same for sentences in one cluster; a text that is cut into several sentences has what any of them has."""
    with tempfile.TemporaryDirectory() as place:
        sides = write_sides(pairs, Path(place))
        out = Path(place) / "run"
        seconds = run_command(["sentences", *map(str, sides), "--relation", "across", "--quiet", "-o", str(out)])
        return pair_members(out, "cluster"), seconds


def find_by_families(pairs: list[Pair]) -> tuple[set[tuple[int, int]], float]:
    """The same for texts in one family, where OCR and transcriptions are one collection."""
    with tempfile.TemporaryDirectory() as place:
        sides = write_sides(pairs, Path(place))
        out = Path(place) / "run"
        seconds = run_command(["passages", *map(str, sides), "--noise", "ocr", "--quiet", "-o", str(out)])
        return pair_members(out, "family"), seconds


def find_by_peer(python: str, tool: str, threshold: float, pairs: list[Pair]) -> tuple[set[tuple[int, int]], float]:
    """The same by a tool of others."""
    with tempfile.TemporaryDirectory() as place:
        sides = write_sides(pairs, Path(place))
        script = Path(__file__).with_name("nearest_texts.py")
        rows, seconds = run_peer([python, str(script), tool, *map(str, sides), str(threshold)])
        return {(int(one.split()[1]), int(two.split()[1])) for one, two in rows}, seconds


def pair_members(folder: Path, group: str) -> set[tuple[int, int]]:
    """The numbers of OCR and transcription that are members of one cluster or family."""
    groups: dict[int, list[str]] = {}
    for row in pq.read_table(folder / "members.parquet", columns=[group, "document"]).to_pylist():
        groups.setdefault(row[group], []).append(row["document"])
    return {
        (int(one.split()[1]), int(two.split()[1]))
        for documents in groups.values()
        for one in documents
        if one.startswith("ocr")
        for two in documents
        if two.startswith("transcription")
    }


def print_row(name: str, pairs: list[Pair], found: set[tuple[int, int]], seconds: float) -> None:
    right = {(ocr, own) for ocr, own in found if pairs[ocr].transcription == pairs[own].transcription}
    recall = len({ocr for ocr, _ in right}) / len(pairs)
    precision = len(right) / len(found) if found else 0.0
    print(f"| {name} | {len(pairs):,} | {recall:.3f} | {precision:.3f} | {seconds:.1f} |", flush=True)


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--rows", type=int, help="only so many sentences")
    parser.add_argument("--peers", default="", help="a Python that has rensa and unisim")
    asked = parser.parse_args(arguments)
    sentences = read_sentences(asked.file)[: asked.rows]
    singles, articles = [pair for _, pair in sentences], join_articles(sentences)
    print("| way | texts | recall | precision | CPU s |\n| --- | --- | --- | --- | --- |")
    print_row("sentences", singles, *find_by_sentences(singles))
    for tool, threshold in PEER_SETTINGS if asked.peers else ():
        name = f"{tool}, similarity {threshold}"
        print_row(name, singles, *find_by_peer(asked.peers, tool, threshold, singles))
    for noise in ("ocr", "none"):
        options = ("--noise", noise)
        print_row(
            f"passages of 60 characters, `--noise {noise}`", singles, *find_by_passages(singles, *SHORT, *options)
        )
        print_row(f"articles by passages, `--noise {noise}`", articles, *find_by_passages(articles, *options))
    print_row("articles by families, one collection", articles, *find_by_families(articles))


if __name__ == "__main__":
    main(sys.argv[1:])
