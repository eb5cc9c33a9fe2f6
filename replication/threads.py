"""Question sets in other forms, as threads and pairs: what `twicetold gather` and `twicetold evaluate` take.

    python -m replication.threads semeval semeval2016-cqa-train.xml.xz -o semeval
    python -m replication.threads pairs lcqmc-dev.csv --left sentence1 --right sentence2 --label label -o lcqmc
    python -m replication.threads pairs qqp-dev.tsv.xz --left 2 --right 3 --label 1 -o qqp

Each writes `threads.jsonl` (id, question, description, answer), `pairs.csv` (left, right, duplicate) and, of what could
not be read, `rejects.jsonl`. A file of pairs is read by twicetold's own reader: columns are named, or numbered from 1
where the file has no header.
"""

from __future__ import annotations

import argparse
import csv
import json
import lzma
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import IO, Any

from twicetold.config import Reading
from twicetold.readers.base import Split
from twicetold.readers.csv import CsvReader

# The task counts both as relevant; `--perfect` counts the first alone.
RELEVANT = ("PerfectMatch", "Relevant")


@dataclass
class Converted:
    """Threads by their id, pairs, and what could not be read."""

    threads: dict[str, dict[str, str]] = field(default_factory=dict)
    pairs: list[tuple[str, str, int]] = field(default_factory=list)
    rejects: list[dict[str, str]] = field(default_factory=list)

    def add(self, thread: str, question: str, description: str = "", answer: str = "", more_answers: str = "") -> str:
        texts = {"question": question, "description": description, "answer": answer}
        texts |= {"more_answers": more_answers} if more_answers else {}
        self.threads.setdefault(thread, {"id": thread, **{name: text.strip() for name, text in texts.items()}})
        return thread

    def write(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        _write_lines(folder / "threads.jsonl", list(self.threads.values()))
        _write_lines(folder / "rejects.jsonl", self.rejects)
        with (folder / "pairs.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerows([("left", "right", "duplicate"), *self.pairs])


def semeval(path: Path, perfect: bool = False) -> Converted:
    """SemEval-2016 task 3: a question and its related threads; the answer of one is its first comment called good.

    All other comments are `more_answers`, in their order.
    """
    converted = Converted()
    wanted = RELEVANT[:1] if perfect else RELEVANT
    for asked in _elements(path, "OrgQuestion"):
        left = converted.add(asked.get("ORGQ_ID", ""), _text(asked, "OrgQSubject"), _text(asked, "OrgQBody"))
        for related in asked.iter("RelQuestion"):
            right = related.get("RELQ_ID", "")
            answer, others = _split_comments(asked, right)
            converted.add(right, _text(related, "RelQSubject"), _text(related, "RelQBody"), answer, others)
            converted.pairs.append((left, right, int(related.get("RELQ_RELEVANCE2ORGQ") in wanted)))
    return converted


def semeval_answers(path: Path) -> Converted:
    """Pairs of related threads of one question that both have a good answer, so that answers can be compared.

    Two perfect matches of a question are duplicates; a perfect match and an irrelevant thread are not.
    """
    converted = Converted()
    related: dict[str, dict[str, str]] = {}  # of each question, the relevance of its threads
    for asked in _elements(path, "OrgQuestion"):
        for each in asked.iter("RelQuestion"):
            thread = each.get("RELQ_ID", "")
            answer, _ = _split_comments(asked, thread)
            if answer:
                converted.add(thread, _text(each, "RelQSubject"), _text(each, "RelQBody"), answer)
                own = related.setdefault(asked.get("ORGQ_ID", ""), {})
                own[thread] = each.get("RELQ_RELEVANCE2ORGQ", "")
    for own in related.values():
        for left, right in combinations(own, 2):
            judged = {own[left], own[right]}
            if judged == {"PerfectMatch"} or judged == {"PerfectMatch", "Irrelevant"}:
                converted.pairs.append((left, right, int(judged == {"PerfectMatch"})))
    return converted


def pairs(path: Path, left: str, right: str, label: str) -> Converted:
    """A table with two questions and a label a row; the questions of line 17 are called `17-left` and `17-right`."""
    converted = Converted()
    reading = Reading(question_field=left, description_field=right, answer_field=label)
    for batch in CsvReader(reading).read_posts(Split(str(path))):
        for row in batch.select(["text", "description", "answer", "place", "status", "reason"]).to_pylist():
            line = row["place"].removeprefix("line ")
            if row["status"] == "rejected" or row["answer"].strip() not in ("0", "1"):
                reason = row["reason"] or f"the label is `{row['answer'][:20]}`, not 0 or 1"
                converted.rejects.append({"place": row["place"], "reason": reason, "excerpt": row["text"][:200]})
                continue
            sides = converted.add(f"{line}-left", row["text"]), converted.add(f"{line}-right", row["description"])
            converted.pairs.append((*sides, int(row["answer"])))
    return converted


def _elements(path: Path, name: str) -> Iterator[ElementTree.Element]:
    with _opened(path) as file:
        for _, element in ElementTree.iterparse(file):
            if element.tag == name:
                yield element
                element.clear()


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    with lzma.open(path) if path.suffix == ".xz" else path.open("rb") as file:
        yield file


def _split_comments(asked: ElementTree.Element, thread: str) -> tuple[str, str]:
    """The first comment that is called good, and all others."""
    comments = list(asked.iterfind(f"Thread[@THREAD_SEQUENCE='{thread}']/RelComment"))
    good = next((each for each in comments if each.get("RELC_RELEVANCE2RELQ") == "Good"), None)
    others = [_text(each, "RelCText").strip() for each in comments if each is not good]
    return _text(good, "RelCText") if good is not None else "", "\n".join(filter(None, others))


def _text(element: ElementTree.Element, name: str) -> str:
    return element.findtext(name) or ""


def _write_lines(path: Path, rows: list[dict[str, Any]]) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    forms = parser.add_subparsers(dest="form", required=True)
    for form in (forms.add_parser("semeval"), forms.add_parser("pairs")):
        form.add_argument("file", type=Path)
        form.add_argument("-o", "--output", type=Path, required=True)
    forms.choices["semeval"].add_argument("--perfect", action="store_true", help="only a perfect match is a duplicate")
    for side in ("left", "right", "label"):
        forms.choices["pairs"].add_argument(f"--{side}", required=True)
    given = parser.parse_args()
    if given.form == "semeval":
        converted = semeval(given.file, given.perfect)
    else:
        converted = pairs(given.file, given.left, given.right, given.label)
    converted.write(given.output)
    positive = sum(duplicate for _, _, duplicate in converted.pairs)
    print(f"{len(converted.threads):,} threads, {len(converted.pairs):,} pairs ({positive:,} duplicates), ", end="")
    print(f"{len(converted.rejects):,} rejects in {given.output}")


if __name__ == "__main__":
    main()
