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


def told(
    match: Row, left: list[Row], right: list[Row], pairs: list[Row], cluster_pairs: int, members: list[Row]
) -> Row:
    """A match with the members that say its two texts, what their documents share, and what stands around them."""
    row = dict(match)
    for side, spoken in (("left", left), ("right", right)):
        row |= {f"{side}_{name}": spoken[0][name] for name in ("title", "section", "block", "text")}
        row[f"{side}_copies"] = len(spoken)
    shared = identical = 0
    for pair in pairs:
        if all(pair[name] == row[name] for name in ("left_document", "left_title", "right_document", "right_title")):
            shared, identical = pair["shared"], pair["identical"]
    near = max(shared - identical - 1, 0)
    row |= {"identical_shared": identical, "near_shared": near, "cluster_pairs": cluster_pairs}
    return row | placed(left[0], right[0], members, row["cluster"])


def placed(left: Row, right: Row, members: list[Row], cluster: int) -> Row:
    """How many of the three sentences before and the three behind the left one also stand near the right one."""
    identical = near = 0
    for steps in ((-3, -2, -1), (1, 2, 3)):
        one, two = ([row for step in steps for row in members if stands(row, side, step)] for side in (left, right))
        for row in one:
            same = [other for other in two if other["cluster"] == row["cluster"]]
            if any(other["variant"] == row["variant"] for other in same):
                identical += 1
            elif same:
                near += 1
    repeats = [sum(stands(row, side) and row["cluster"] == cluster for row in members) for side in (left, right)]
    return {
        "neighbours_identical": identical,
        "neighbours_near": near,
        "distance": abs(left["position"] - right["position"]) if stands(left, right) else 0,
        "repeats": min(repeats),
    }


def stands(row: Row, side: Row, step: int | None = None) -> bool:
    """Whether a member is in the document of another, and so many sentences behind it."""
    same = all(row[name] == side[name] for name in ("document", "title"))
    return same and (step is None or row["position"] == side["position"] + step)


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
