"""Families of reprints: `python -m benchmarks.families FOLDER [--texts 30] [--copies 200] [--seed N] [--latest 20]`.

FOLDER holds clean texts. `reprints.py` makes a corpus of newspaper pages from them: each text is reprinted up to so
many times, a reprint copies an earlier one, changes some words and cuts the ends, and a scanner adds noise. Some
pages are lost. Printed are the pairwise precision, recall and F1 of family membership, the share of right parents,
and CPU seconds of the whole command.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from benchmarks.noise import run_command
from benchmarks.noise_corpus import choose_texts
from benchmarks.reprints import SEED, Reprint, ReprintCorpus, make_reprints
from twicetold import _kernels

LEAST_OVERLAP = 0.5  # of a reprint that a member must cover to be it


def label_members(members: list[dict[str, Any]], corpus: ReprintCorpus) -> dict[int, list[Reprint | None]]:
    """By family, the reprint that each member is; None for other text."""
    by_document = {reprint.document: reprint for reprint in corpus.reprints}
    found: dict[int, list[Reprint | None]] = defaultdict(list)
    for row in members:
        reprint = by_document.get(row["document"])
        if reprint:
            start, end = reprint.span
            overlap = min(end, row["end"]) - max(start, row["start"])
            if overlap < LEAST_OVERLAP * (end - start):
                reprint = None
        found[row["family"]].append(reprint)
    return found


def count_pairs(labels: dict[int, list[Reprint | None]], corpus: ReprintCorpus) -> tuple[int, int, int]:
    """Pairs of members that are reprints of one text, all pairs of members, and all pairs of reprints of one text."""
    right: set[tuple[str, str]] = set()
    pairs = 0
    for own in labels.values():
        pairs += len(own) * (len(own) - 1) // 2
        by_text: dict[int, list[str]] = defaultdict(list)
        for reprint in own:
            if reprint:
                by_text[reprint.text].append(reprint.document)
        for names in by_text.values():
            right |= {(one, two) for one in names for two in names if one < two}
    sizes = Counter(reprint.text for reprint in corpus.reprints)
    return len(right), pairs, sum(size * (size - 1) // 2 for size in sizes.values())


def judge_parents(members: Iterable[dict[str, Any]], corpus: ReprintCorpus) -> dict[bool, tuple[int, int]]:
    """How many reprints have the right parent, and how many there are; by whether the page they copied is lost.

    Of a reprint whose own source is lost, the nearest page above it is right, and so is "no source inside".
    """
    by_document = {reprint.document: reprint for reprint in corpus.reprints}
    named = {(row["family"], row["member"]): row["document"] for row in members}
    right: dict[str, bool] = {}
    for row in members:
        reprint = by_document.get(row["document"])
        if reprint:
            parent = None if row["parent"] is None else named[row["family"], row["parent"]]
            is_right = parent == reprint.parent or (reprint.is_lost and parent is None)
            right[reprint.document] = right.get(reprint.document, False) or is_right
    return {
        is_lost: (
            sum(right.get(each.document, False) for each in corpus.reprints if each.is_lost == is_lost),
            sum(each.is_lost == is_lost for each in corpus.reprints),
        )
        for is_lost in (False, True)
    }


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--texts", type=int, default=30)
    parser.add_argument("--copies", type=int, default=200)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--latest", type=int, help="a reprint copies one of so many that were printed last")
    parser.add_argument("--options", default="--boilerplate 400 --min-passage 120")
    asked = parser.parse_args(arguments)
    clean = choose_texts(asked.folder, asked.texts * 2)
    corpus = make_reprints(clean, asked.texts, asked.copies, asked.seed, asked.latest)
    size = sum(map(len, corpus.pages.values())) / 1e6
    print(f"{len(corpus.pages)} pages, {size:.1f} million characters, {len(corpus.reprints)} reprints of ", end="")
    print(f"{asked.texts} texts", flush=True)
    with tempfile.TemporaryDirectory() as place:
        pages, out = Path(place) / "pages.jsonl", Path(place) / "run"
        corpus.write(pages)
        seconds = run_command(["passages", str(pages), *asked.options.split(), "--quiet", "-o", str(out)])
        members = pq.read_table(out / "members.parquet").to_pylist()
        families = pq.read_table(out / "families.parquet").to_pylist()
    labels = label_members(members, corpus)
    right, pairs, true = count_pairs(labels, corpus)
    precision, recall = right / max(pairs, 1), right / max(true, 1)
    f1 = 2 * precision * recall / max(precision + recall, 1e-9)
    print(f"{len(families)} families, {len(members)} members, {seconds:.1f} CPU s, kernel {_kernels.VERSION}")
    print(f"membership: precision {precision:.3f}, recall {recall:.3f}, F1 {f1:.3f}")
    parents = judge_parents(members, corpus)
    correct, every = (sum(counts) for counts in zip(*parents.values(), strict=True))
    (there, sources), (lost, without) = parents[False], parents[True]
    print(f"parents: {correct} of {every} right, {correct / max(every, 1):.3f}; ", end="")
    print(f"source there {there} of {sources}, source lost {lost} of {without}")


if __name__ == "__main__":
    main(sys.argv[1:])
