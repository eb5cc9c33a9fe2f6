"""The repeated sentences of a document, and where else each of them is; the sentences that two documents share."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow.dataset as ds

from twicetold.errors import RunError
from twicetold.run import Run
from twicetold.run.finished import read_rows
from twicetold.views.nearest import suggest_names
from twicetold.views.rows import Row, list_names, match_name, note_left_out
from twicetold.views.words import compare_texts

PLACES_PER_SENTENCE = 5  # of each sentence


def list_document_sentences(run: Run, name: str, limit: int | None = None) -> Iterator[Row]:
    """The repeated sentences of the document with this title or id, and where else each stands."""
    own = _read_document_members(run, name)
    shown = own[:limit]
    others, sizes = _read_first_members(run, {member["cluster"] for member in shown}, limit)
    document = None
    for member in shown:
        if (member["document"], member["title"]) != document:
            document = member["document"], member["title"]
            there = sum((each["document"], each["title"]) == document for each in own)
            yield {"row": "document", "document": document[0], "title": document[1], "sentences": there}
        yield {"row": "sentence", **member}
        yield from _list_other_places(member, others[member["cluster"]], sizes[member["cluster"]], limit)
    yield from note_left_out("sentences", len(own), limit)


def list_shared_sentences(run: Run, names: tuple[str, str], limit: int | None = None) -> Iterator[Row]:
    """The sentences that two documents share, each as it is in both."""
    left, right = (_read_document_members(run, name) for name in names)
    others: dict[int, Row] = {}
    for member in right:
        others.setdefault(member["cluster"], member)
    shared = [(member, others[member["cluster"]]) for member in left if member["cluster"] in others]
    if not shared:
        hint = f"`twicetold show {run.folder} --document` with one of them lists what it shares with others"
        raise RunError(f"`{names[0]}` and `{names[1]}` share no sentence", hint)
    for member, other in shared[:limit]:
        yield {"row": "sentence", **member}
        place = {"row": "place", **other}
        same = other["text"] == member["text"]
        yield place if same else place | {"changes": compare_texts(member["text"], other["text"])}
    yield from note_left_out("sentences", len(shared), limit)


def _read_document_members(run: Run, name: str) -> list[Row]:
    """The repeated sentences of a document, in order."""
    own = list(read_rows(run, "members", match_name(name)))
    if not own:
        otherwise = "give a title or an id as the input has it; --search finds words"
        hint = suggest_names(name, list_names(run, "members", ["title"]), otherwise)
        raise RunError(f"`{run.folder}` has no repeated sentence in a document `{name}`", hint)
    return sorted(own, key=lambda member: (member["document"], member["title"], member["position"]))


def _read_first_members(run: Run, clusters: set[int], limit: int | None) -> tuple[dict[int, list[Row]], dict[int, int]]:
    """The first members of each cluster, one more than is shown, and how many it has."""
    first: dict[int, list[Row]] = {cluster: [] for cluster in clusters}
    sizes = dict.fromkeys(clusters, 0)
    for member in read_rows(run, "members", ds.field("cluster").isin(sorted(clusters))):
        sizes[member["cluster"]] += 1
        if len(first[member["cluster"]]) <= _limit_places(limit):
            first[member["cluster"]].append(member)
    return first, sizes


def _list_other_places(member: Row, others: list[Row], size: int, limit: int | None) -> Iterator[Row]:
    elsewhere = [other for other in others if other != member][: _limit_places(limit)]
    for other in elsewhere:
        row = {"row": "place", **other}
        same = other["text"] == member["text"]
        yield row if same else row | {"changes": compare_texts(member["text"], other["text"])}
    yield from note_left_out("places", size - 1, len(elsewhere))


def _limit_places(limit: int | None) -> int:
    return PLACES_PER_SENTENCE if limit is None else limit
