"""Converts question sets to threads and pairs, as `twicetold gather` and `twicetold evaluate` take them.

    python -m replication.threads semeval semeval2016-cqa-train.xml.xz -o semeval
    python -m replication.threads pairs lcqmc-dev.csv --left sentence1 --right sentence2 --label label -o lcqmc
    python -m replication.threads pairs qqp-dev.tsv.xz --left 2 --right 3 --label 1 -o qqp

Each writes `threads.jsonl` (id, question, description, answer), `pairs.csv` (left, right, duplicate), and
`rejects.jsonl` with the rows that could not be read. twicetold's own reader reads a file of pairs: columns are named,
or numbered from 1 if the file has no header.
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
class ConvertedThreads:
    """Threads by their id, pairs, and the rows that could not be read."""

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


def read_semeval(path: Path, perfect: bool = False) -> ConvertedThreads:
    """Read SemEval-2016 task 3: pairs of a question and a related thread. A thread's answer is its first good comment.

    All other comments are `more_answers`, in their order.
    """
    converted = ConvertedThreads()
    wanted = RELEVANT[:1] if perfect else RELEVANT
    for asked in _read_elements(path, "OrgQuestion"):
        left = converted.add(asked.get("ORGQ_ID", ""), _get_text(asked, "OrgQSubject"), _get_text(asked, "OrgQBody"))
        for related in asked.iter("RelQuestion"):
            right = related.get("RELQ_ID", "")
            answer, others = _split_comments(asked, right)
            converted.add(right, _get_text(related, "RelQSubject"), _get_text(related, "RelQBody"), answer, others)
            converted.pairs.append((left, right, int(related.get("RELQ_RELEVANCE2ORGQ") in wanted)))
    return converted


def read_semeval_answers(path: Path) -> ConvertedThreads:
    """Read pairs of related threads of one question that both have a good answer, so that answers can be compared.

    Two perfect matches of a question are duplicates; a perfect match and an irrelevant thread are not.
    """
    converted = ConvertedThreads()
    related: dict[str, dict[str, str]] = {}  # of each question, the relevance of its threads
    for asked in _read_elements(path, "OrgQuestion"):
        for each in asked.iter("RelQuestion"):
            thread = each.get("RELQ_ID", "")
            answer, _ = _split_comments(asked, thread)
            if answer:
                converted.add(thread, _get_text(each, "RelQSubject"), _get_text(each, "RelQBody"), answer)
                own = related.setdefault(asked.get("ORGQ_ID", ""), {})
                own[thread] = each.get("RELQ_RELEVANCE2ORGQ", "")
    for own in related.values():
        for left, right in combinations(own, 2):
            judged = {own[left], own[right]}
            if judged == {"PerfectMatch"} or judged == {"PerfectMatch", "Irrelevant"}:
                converted.pairs.append((left, right, int(judged == {"PerfectMatch"})))
    return converted


def read_pair_table(path: Path, left: str, right: str, label: str) -> ConvertedThreads:
    """Read a table with two questions and a label in a row. The threads of line 17 are `17-left` and `17-right`."""
    converted = ConvertedThreads()
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


def _read_elements(path: Path, name: str) -> Iterator[ElementTree.Element]:
    with _open_file(path) as file:
        for _, element in ElementTree.iterparse(file):
            if element.tag == name:
                yield element
                element.clear()


@contextmanager
def _open_file(path: Path) -> Iterator[IO[bytes]]:
    with lzma.open(path) if path.suffix == ".xz" else path.open("rb") as file:
        yield file


def _split_comments(asked: ElementTree.Element, thread: str) -> tuple[str, str]:
    """Return the first comment labelled good, and all others."""
    comments = list(asked.iterfind(f"Thread[@THREAD_SEQUENCE='{thread}']/RelComment"))
    good = next((each for each in comments if each.get("RELC_RELEVANCE2RELQ") == "Good"), None)
    others = [_get_text(each, "RelCText").strip() for each in comments if each is not good]
    return _get_text(good, "RelCText") if good is not None else "", "\n".join(filter(None, others))


def _get_text(element: ElementTree.Element, name: str) -> str:
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
        converted = read_semeval(given.file, given.perfect)
    else:
        converted = read_pair_table(given.file, given.left, given.right, given.label)
    converted.write(given.output)
    positive = sum(duplicate for _, _, duplicate in converted.pairs)
    print(f"{len(converted.threads):,} threads, {len(converted.pairs):,} pairs ({positive:,} duplicates), ", end="")
    print(f"{len(converted.rejects):,} rejects in {given.output}")


if __name__ == "__main__":
    main()
