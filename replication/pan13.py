"""PAN 2013 text alignment: `python -m replication.pan13 FOLDER [--pairs N] [--half 1|2]`.

FOLDER is an unpacked corpus: `pairs` (a suspicious and a source document a line), the texts in `susp` and `src`, and a
folder of XML annotations per kind of obfuscation. The job `passages` runs on these pairs with its defaults; precision,
recall, granularity and plagdet are printed for each kind and for all, as the task defined them. The last line is
`plagdet all 0.xxx verbatim 0.xxx ...`.
"""

from __future__ import annotations

import argparse
import sys
import time
import xml.etree.ElementTree as ElementTree
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import twicetold
from twicetold.evaluate.truth import PassageSpans
from twicetold.jobs.passages.plagdet import Plagdet, compute_plagdet

KINDS = {"01": "none", "02": "verbatim", "03": "random", "04": "translated", "05": "summary"}


@dataclass(frozen=True)
class DocumentPair:
    """A suspicious and a source document, with the known passages."""

    kind: str
    left: Path
    right: Path
    cases: tuple[PassageSpans, ...]


@dataclass
class Pan13Corpus:
    """The pairs of an unpacked corpus; `rejects` says what could not be read."""

    folder: Path
    pairs: list[DocumentPair] = field(default_factory=list)
    rejects: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, folder: Path) -> Pan13Corpus:
        corpus = cls(folder)
        kinds = [each for each in sorted(folder.iterdir()) if each.is_dir() and each.name[:2] in KINDS]
        annotations = {each.name: each for kind in kinds for each in kind.glob("*.xml")}
        for line in (folder / "pairs").read_text(encoding="utf-8").splitlines():
            if line.strip():
                corpus._add(line, annotations)
        return corpus

    def _add(self, line: str, annotations: dict[str, Path]) -> None:
        try:
            left, right = line.split()
            annotation = annotations[f"{Path(left).stem}-{Path(right).stem}.xml"]
            cases = tuple(read_cases(annotation))
        except (ValueError, KeyError, ElementTree.ParseError) as error:
            self.rejects.append(f"pair `{line}`: {type(error).__name__}: {error}")
            return
        kind = KINDS[annotation.parent.name[:2]]
        self.pairs.append(DocumentPair(kind, self.folder / "susp" / left, self.folder / "src" / right, cases))


def read_cases(annotation: Path) -> Iterator[PassageSpans]:
    """Read the known passages from an XML file."""
    for feature in ElementTree.parse(annotation).getroot().iter("feature"):
        if feature.get("name") == "plagiarism":
            number = {name: int(feature.attrib[name]) for name in _PLACES}
            left, right = number["this_offset"], number["source_offset"]
            yield PassageSpans((left, left + number["this_length"]), (right, right + number["source_length"]))


_PLACES = ("this_offset", "this_length", "source_offset", "source_length")


def choose_pairs(pairs: Sequence[DocumentPair], most: int | None, half: int | None) -> list[DocumentPair]:
    """Choose the first `most` pairs of each kind, from one half of the source documents if `half` is given."""
    counts: dict[str, int] = {}
    kept = []
    for pair in pairs:
        if half and zlib.crc32(pair.right.stem.encode()) % 2 + 1 != half:
            continue
        counts[pair.kind] = counts.get(pair.kind, 0) + 1
        if most is None or counts[pair.kind] <= most:
            kept.append(pair)
    return kept


def find_passages(corpus: Pan13Corpus, pairs: Sequence[DocumentPair]) -> list[list[PassageSpans]]:
    """List the passages that a run of the job on these pairs locates in each of them."""
    with TemporaryDirectory(prefix="pan13-") as folder:
        named = Path(folder) / "pairs"
        named.write_text("".join(f"{pair.left.name} {pair.right.name}\n" for pair in pairs), encoding="utf-8")
        sides = [str(corpus.folder / side) for side in ("susp", "src")]
        run = twicetold.passages(sides[0], Path(folder) / "run", against=sides[1], pairs=str(named), cleaner="plain")
        corpus.rejects += [f"`{row['source']}`: {row['reason']}" for row in run.rejects.to_pylist()]
        found: dict[tuple[str, str], list[PassageSpans]] = {}
        for row in run.passages.to_pylist():
            names = Path(row["left_document"]).name, Path(row["right_document"]).name
            left, right = (row["left_start"], row["left_end"]), (row["right_start"], row["right_end"])
            found.setdefault(names, []).append(PassageSpans(left, right))
    return [found.get((pair.left.name, pair.right.name), []) for pair in pairs]


def print_report(pairs: Sequence[DocumentPair], found: Sequence[list[PassageSpans]]) -> str:
    """Print a line for each kind, and return the last line."""
    scores: dict[str, Plagdet] = {}
    for kind in ("all", *KINDS.values()):
        own = [(pair.cases, some) for pair, some in zip(pairs, found, strict=True) if kind in ("all", pair.kind)]
        if own:
            scores[kind] = compute_plagdet(own)
    print(f"{'':10}  plagdet  precision  recall  granularity  cases  detections")
    for kind, each in scores.items():
        print(
            f"{kind:10}  {each.score:7.4f}  {each.precision:9.4f}  {each.recall:6.4f}  {each.granularity:11.4f}  "
            f"{each.cases:5}  {each.detections:10}"
        )
    return "plagdet " + " ".join(f"{kind} {each.score:.3f}" for kind, each in scores.items() if kind != "none")


def main(arguments: Sequence[str] | None = None) -> int:
    """Return 0 if every pair was read, 1 if some were not."""
    parser = argparse.ArgumentParser(prog="python -m replication.pan13", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path, help="an unpacked corpus")
    parser.add_argument("--pairs", type=int, help="at most this many pairs of each kind")
    parser.add_argument("--half", type=int, choices=(1, 2), help="only pairs whose source document falls on this side")
    given = parser.parse_args(arguments)
    if not (given.folder / "pairs").is_file():
        parser.error(f"`{given.folder}` has no file `pairs`; unpack the corpus and name the folder that holds it")
    corpus = Pan13Corpus.read(given.folder)
    pairs = choose_pairs(corpus.pairs, given.pairs, given.half)
    started = time.perf_counter()
    found = find_passages(corpus, pairs)
    print(f"{len(pairs)} pairs: {time.perf_counter() - started:.1f} s", file=sys.stderr)
    for reject in corpus.rejects:
        print(f"rejected: {reject}", file=sys.stderr)
    print(f"{len(pairs)} pairs, {len(corpus.rejects)} rejected")
    print(print_report(pairs, found))
    return 1 if corpus.rejects else 0


if __name__ == "__main__":
    sys.exit(main())
