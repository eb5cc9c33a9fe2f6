"""Posts to threads: each question with its description and one answer, in plain text, the code apart.

An answer may come long before or after its question, so they are brought together by a `group`; a group holds the
posts of one question. Of its answers the accepted one counts, else the one with most votes, the oldest of equals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold import _kernels
from twicetold.jobs.threads.banners import remove_banners, remove_notes
from twicetold.jobs.threads.web_links import list_addresses
from twicetold.readers.inputs import Input
from twicetold.readers.stackexchange import derive_site_name
from twicetold.tables.batches import Batch, build_batch
from twicetold.tables.reading import DOCUMENTS, THREADS

NO_QUESTION = "answer without its question"
REPEATED_QUESTION = "question that was read before"


@dataclass(frozen=True)
class ChosenPosts:
    """Which posts become rows: their numbers, those of their answers, and why one is skipped ("" where it is not).

    `others` has the answers of each that were not chosen.
    """

    rows: list[int]
    answers: list[int | None]
    others: list[list[int]]
    reasons: list[str]

    def add_post(self, row: int, answer: int | None = None, reason: str = "", others: Sequence[int] = ()) -> None:
        self.rows.append(row)
        self.answers.append(answer)
        self.others.append(list(others))
        self.reasons.append(reason)


@dataclass(frozen=True)
class GatherThreads:
    """The posts of whole groups to threads. With `several_sites`, ids get their site: `ai.stackexchange.com/17`; with
    `with_links`, threads get the addresses that they link to.

    Records that were skipped or rejected stay what they are; an answer whose question is not there is skipped.
    """

    several_sites: bool = False
    with_links: bool = False
    schema: ClassVar[pa.Schema] = THREADS

    def __call__(self, posts: Batch) -> Batch:
        chosen = choose_posts(posts)
        rows = posts.take(pa.array(chosen.rows, pa.int64()))
        reasons = pa.array(chosen.reasons, pa.string())
        is_question = pc.and_(pc.equal(rows["role"], "question"), pc.equal(reasons, ""))
        answers = pc.fill_null(posts["text"].take(pa.array(chosen.answers, pa.int64())), "")
        others = _kernels.separate_code(_join_texts(posts["text"], chosen.others))
        described = _kernels.separate_code(remove_banners(pc.if_else(is_question, rows["text"], "")))
        answered = _kernels.separate_code(answers)
        fields = {
            **self._build_document_columns(rows, is_question, reasons),
            "description": pc.if_else(is_question, described["text"], rows["description"]),
            "answer": pc.if_else(is_question, answered["text"], rows["answer"]),
            "code": described["code"],
            "answer_code": answered["code"],
            "tags": rows["tags"],
            "links": _list_links(self.with_links, rows["text"], answers),
            "score": rows["score"],
            "more_answers": pc.if_else(is_question, others["text"], rows["more_answers"]),
            "duplicate_of": rows["duplicate_of"],
        }
        return build_batch([fields[name] for name in THREADS.names], THREADS)

    def _build_document_columns(self, rows: Batch, is_question: pa.Array, reasons: pa.Array) -> dict[str, pa.Array]:
        """The columns of DOCUMENTS: of a question its title is the text, and its site the series."""
        skipped = pc.not_equal(reasons, "")
        title = remove_notes(rows["title"])
        is_post = pc.is_in(rows["role"], pa.array(["question", "answer"]))
        document = pc.if_else(is_post, rows["thread"], rows["document"]) if self.several_sites else rows["document"]
        changed = {
            "document": pc.if_else(is_question, document, rows["document"]),
            "title": pc.if_else(is_question, title, rows["title"]),
            "text": pc.if_else(is_question, title, pc.if_else(skipped, "", rows["text"])),
            "series": pc.if_else(is_post, pc.replace_substring_regex(rows["thread"], "/[^/]*$", ""), rows["series"]),
            "markup": pa.repeat("plain", rows.num_rows),
            "status": pc.if_else(skipped, "skipped", rows["status"]),
            "reason": pc.if_else(skipped, reasons, rows["reason"]),
        }
        return {name: changed.get(name, rows[name]) for name in DOCUMENTS.names}


@dataclass(frozen=True)
class ConvertWholeThreads:
    """Whole threads, one to a row, as `GatherThreads` would give them."""

    with_links: bool = False
    schema: ClassVar[pa.Schema] = THREADS

    def __call__(self, posts: Batch) -> Batch:
        markup, none = pa.repeat("plain", posts.num_rows), pa.repeat("", posts.num_rows)
        links = _list_links(self.with_links, *(posts[name] for name in ("text", "description", "answer")))
        changed = {"markup": markup, "code": none, "answer_code": none, "links": links}
        columns = [changed[name] if name in changed else posts[name] for name in THREADS.names]
        return build_batch(columns, THREADS)


def _list_links(wanted: bool, *texts: pa.Array) -> pa.Array:
    return list_addresses(*texts) if wanted else pa.repeat("", len(texts[0]))


def choose_posts(posts: Batch) -> ChosenPosts:
    """The rows of a batch of whole groups that become threads, in order."""
    names = ("role", "document", "accepted", "score")
    roles, ids, accepted, scores = (posts[name].to_pylist() for name in names)
    chosen = ChosenPosts([], [], [], [])
    for start, end in _find_groups(posts["thread"]):
        members = range(start, end)
        answers = [row for row in members if roles[row] == "answer"]
        asked = ""
        for row in members:
            if roles[row] != "question":
                continue
            if asked:
                chosen.add_post(row, reason=REPEATED_QUESTION)
                continue
            asked = ids[row]
            answer = _choose_answer(answers, ids, scores, accepted[row])
            others = sorted((each for each in answers if each != answer), key=lambda each: (len(ids[each]), ids[each]))
            chosen.add_post(row, answer, others=others)
        for row in members:
            if roles[row] not in ("question", "answer"):
                chosen.add_post(row)
            elif roles[row] == "answer" and not asked:
                chosen.add_post(row, reason=NO_QUESTION)
    return chosen


def has_several_sites(inputs: Sequence[Input]) -> bool:
    """Whether the files are of more than one site, so that an id alone does not tell a thread."""
    return len({derive_site_name(found.path) for found in inputs if found.reader_name == "stackexchange"}) > 1


def _choose_answer(answers: list[int], ids: list[str], scores: list[int], accepted: str) -> int | None:
    """The row of the accepted answer (it may be deleted), else of the one with most votes, else None."""
    for row in answers:
        if ids[row] == accepted:
            return row
    return min(answers, key=lambda row: (-scores[row], len(ids[row]), ids[row]), default=None)


def _join_texts(texts: pa.Array, lists: list[list[int]]) -> pa.Array:
    """The texts at the places of each list, one after the other."""
    joined = ["\n".join(texts[place].as_py() for place in places) for places in lists]
    return pa.array(joined, pa.string())


def _find_groups(threads: pa.Array) -> Iterator[tuple[int, int]]:
    """Where each run of equal values begins and ends."""
    ends = pc.run_end_encode(threads).run_ends.to_pylist()
    return zip([0, *ends], ends, strict=False)
