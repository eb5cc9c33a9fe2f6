"""The sentence job from matches to kinds again, plain and slow: what each match is told by, and what follows from its kind.

Which kind a match is, the kernel says, one match at a time; its own tests hold it to account.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from typing import Any

import pyarrow as pa

from twicetold.jobs.sentences.contradictions import LISTED_CONFIDENCE
from twicetold.jobs.sentences.disagreements import find_newer_date, join_values, name_fact
from twicetold.jobs.sentences.kinds import classify_matches
from twicetold.jobs.sentences.tables import (
    CONTRADICTIONS,
    MATCH_KIND_COLUMNS,
    MATCHES_WITH_CONTEXT,
    UNCLASSIFIED_MATCHES,
)

Row = dict[str, Any]
TURNS = ("left", "right")
DATES = ("revision", "timestamp", "url")


def document_pairs(members: list[Row], limit: int) -> list[Row]:
    """Every two documents of a cluster, most shared first."""
    standing: dict[int, dict[tuple[str, str], set[int]]] = defaultdict(lambda: defaultdict(set))
    for row in members:
        standing[row["cluster"]][row["document"], row["title"]].add(row["variant"])
    shared: Counter[Any] = Counter()
    identical: Counter[Any] = Counter()
    for said in standing.values():
        for pair in combinations(sorted(said), 2) if len(said) <= limit else ():
            shared[pair] += 1
            identical[pair] += bool(said[pair[0]] & said[pair[1]])
    names = ("left_document", "left_title", "right_document", "right_title")
    ranked = sorted(shared, key=lambda pair: (-shared[pair], pair))
    return [
        dict(zip(names, (*left, *right), strict=True))
        | {"shared": shared[left, right], "identical": identical[left, right]}
        for left, right in ranked
    ]


def told(match: Row, left: list[Row], right: list[Row], pairs: list[Row], cluster_pairs: int) -> Row:
    """A match with the members that say its two texts, and what their documents share."""
    row = dict(match)
    for side, members in (("left", left), ("right", right)):
        row |= {f"{side}_{name}": members[0][name] for name in ("title", "section", "block", "text")}
        row[f"{side}_copies"] = len(members)
    shared = identical = 0
    for pair in pairs:
        if all(pair[name] == row[name] for name in ("left_document", "left_title", "right_document", "right_title")):
            shared, identical = pair["shared"], pair["identical"]
    near = max(shared - identical - 1, 0)
    return row | {"identical_shared": identical, "near_shared": near, "cluster_pairs": cluster_pairs}


def classified(row: Row) -> Row:
    (kind,) = classify_matches(pa.RecordBatch.from_pylist([row], MATCHES_WITH_CONTEXT)).to_pylist()
    return row | kind


def match_row(row: Row) -> Row:
    return {name: row[name] for name in (*UNCLASSIFIED_MATCHES.names, *MATCH_KIND_COLUMNS.names)}


def leading(matches: list[Row]) -> Row:
    """The kind of a cluster."""
    weights: Counter[str] = Counter()
    votes = Counter(row["kind"] for row in matches)
    for row in matches:
        weights[row["kind"]] += round(100 * row["confidence"])
    if not matches:
        return {"kind": "identical", "confidence": 1.0}
    most = max(weights.values())
    kind = next(each for each in ("drift", "copyedit", "template", "reference", "other") if weights[each] == most)
    total = max(sum(weights.values()), 1)
    return {"kind": kind, "confidence": round(most * most / (100 * votes[kind] * total), 2)}


def contradictions(rows: list[Row], documents: list[Row]) -> list[Row]:
    """The disagreements of classified matches that drift, most certain first, then by how many sentences are concerned."""
    found = [date_match(row, documents) for row in rows if row["kind"] == "drift"]
    order = [name for name in MATCHES_WITH_CONTEXT.names if name in CONTRADICTIONS.names]
    found.sort(
        key=lambda row: (
            -round(100 * row["confidence"]),
            -(row["left_copies"] + row["right_copies"]),
            *(row[name] for name in ("fact", "documents", *order)),
        )
    )
    for by in ("cluster", "documents"):
        entries: dict[Any, list[Row]] = defaultdict(list)
        for row in found:
            entries[row[by], row["fact"]].append(row)
        found = [merge_entry(same) for same in entries.values()]
    return [{name: {"contradiction": at, **row}[name] for name in CONTRADICTIONS.names} for at, row in enumerate(found)]


def date_match(row: Row, documents: list[Row]) -> Row:
    """A match with the dates of its documents, and what it is known by."""
    dated = row | {"places": [], "listed": row["confidence"] >= LISTED_CONFIDENCE}
    for side in ("left", "right"):
        own = [each for each in documents if all(each[name] == row[f"{side}_{name}"] for name in ("document", "title"))]
        dated |= {f"{side}_{name}": own[0][name] if len(own) == 1 else "" for name in DATES}
    left, right = dated["left_timestamp"], dated["right_timestamp"]
    newer = ("left" if left > right else "right") if left and right and left != right else ""
    if row["drift"] == "dated-update":
        newer = find_newer_date(row["changes"]) or newer
    documents_of = "\x1f".join(sorted(row[f"{side}_document"] for side in ("left", "right")))
    return dated | {"newer": newer, "fact": name_fact(row["drift"], row["changes"]), "documents": documents_of}


def merge_entry(rows: list[Row]) -> Row:
    """The first of several rows of one fact, with every place that it does not name itself."""
    first = rows[0]
    places = []
    for row in rows:
        turn = {"left": "right", "right": "left"}
        same = join_values(row["changes"], "left") == join_values(first["changes"], "left")
        own = [
            {"side": side} | {name: row[f"{side}_{name}"] for name in ("document", "title", "section", "position")}
            for side in ("left", "right")
        ]
        own = (own if row is not first else []) + row["places"]
        places += [place if same else place | {"side": turn[place["side"]]} for place in own]
    kept: list[Row] = []
    named = [{name: first[f"{side}_{name}"] for name in ("document", "title", "section", "position")} for side in TURNS]
    for place in places:
        where = {name: place[name] for name in ("document", "title", "section", "position")}
        if where not in named:
            named.append(where)
            kept.append(place)
    return first | {"places": kept}
