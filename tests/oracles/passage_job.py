"""The job `passages` by sentences again, plain and slow: the version one can see is right.

Every two sentences of every two documents are compared. A work is a dictionary with the columns of GATHERED, but with its
sentences as dictionaries (`text`, `start`, `end`, `block`); `job` takes works and gives the tables of the result.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from tests.oracles import kernels as reference
from tests.oracles.passages import diagonals
from twicetold.config import Locating
from twicetold.jobs.passages.settings import PassageSettings

Row = dict[str, Any]
Point = tuple[int, int, float, int]  # two positions, how alike they are, bytes of the shorter
SIDES = ("left", "right")
MOST_PLACES, MOST_MEETINGS = 8, 64
UNSPACED = re.compile("[\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff1f]")


def job(works: Sequence[Row], settings: PassageSettings, shingle: int) -> dict[str, list[Row]]:
    """The tables of the result."""
    works = sorted(
        works, key=lambda work: [work[name] for name in ("document", "title", "is_against", "source", "place")]
    )
    units = reference.fold(
        [row for number, work in enumerate(works) for row in sentences(number, work)], settings.folding
    )
    matched = reference.matches(units, settings, shingle)
    crowds = crowded(units, reference.clusters_of(units, matched, settings, shingle), settings.locating.boilerplate)
    points = points_of(works, units, matched, {unit for crowd in crowds.values() for unit in crowd}, settings)
    marks: dict[int, dict[int, int]] = defaultdict(dict)
    for crowd, own in crowds.items():
        for row in (row for unit in own for row in units[unit].members):
            marks[row["number"]][row["position"]] = crowd
    found: list[Row] = []
    for left, right in points:
        how = settings.locating, settings.folding.min_characters
        rows = located((works[left], works[right]), (marks[left], marks[right]), points[left, right], *how)
        found += [{"left": left, "right": right, **names(works[left], works[right]), **row} for row in rows]
    found.sort(key=order_of)
    roles = roles_of(found)
    return {
        "passages": [passage_row(at, row, roles.get(at, 0), works) for at, row in enumerate(found)],
        "document_pairs": pair_rows(found),
        "matches": dots(works, points),
        "boilerplate": [
            {
                "documents": documents_of(units, own),
                "sentences": sentences_of(units, own),
                "text": first_text(units, own),
            }
            for _, own in sorted(crowds.items(), key=lambda item: (-documents_of(units, item[1]), item[0]))
        ],
    }


def sentences(number: int, work: Row) -> list[Row]:
    own = {name: work[name] for name in ("document", "title")}
    return [{**own, "number": number, "position": at, **each} for at, each in enumerate(work["sentences"])]


def names(left: Row, right: Row) -> Row:
    return {f"{side}_{name}": work[name] for side, work in zip(SIDES, (left, right), strict=True) for name in NAMED}


NAMED = ("document", "title")


# ---- boilerplate ----


def crowded(units: list[reference.Unit], clusters: list[set[int]], most: int) -> dict[int, set[int]]:
    """The clusters that stand in more documents than that."""
    return {at: own for at, own in enumerate(clusters) if documents_of(units, own) > most}


def documents_of(units: list[reference.Unit], own: set[int]) -> int:
    return len({document for unit in own for document in units[unit].documents})


def sentences_of(units: list[reference.Unit], own: set[int]) -> int:
    return sum(len(units[unit].members) for unit in own)


def first_text(units: list[reference.Unit], own: set[int]) -> str:
    return min(units[unit].text for unit in own)


# ---- who meets whom ----


def points_of(
    works: Sequence[Row],
    units: list[reference.Unit],
    matched: list[reference.Match],
    taken: set[int],
    settings: PassageSettings,
) -> dict[tuple[int, int], list[Point]]:
    """What every two works have in common that is not boilerplate, where that is enough."""
    places = [places_of(unit) for unit in units]
    same = [(unit, unit, 1.0) for unit in range(len(units))]
    near = matched
    found: dict[tuple[int, int], list[Point]] = defaultdict(list)
    for one, two, similarity in same + near:
        if one in taken or two in taken or len(places[one].keys() | places[two].keys()) > settings.locating.boilerplate:
            continue
        for left, right in combinations(range(len(works)), 2):
            ways = {(one, two), (two, one)} if may_meet(works[left], works[right], settings.locating) else set()
            pair = tuple(sorted((left, right), key=lambda number: (works[number]["is_against"], number)))
            for mine, theirs in ways:
                found[pair] += [
                    (ours, other, similarity, min(bytes_of(works[pair[0]], ours), bytes_of(works[pair[1]], other)))
                    for ours in places[mine].get(pair[0], [])[:MOST_PLACES]
                    for other in places[theirs].get(pair[1], [])[:MOST_PLACES]
                ]
    return {pair: sorted(found[pair]) for pair in sorted(found) if found[pair]}


def places_of(unit: reference.Unit) -> dict[int, list[int]]:
    places: dict[int, list[int]] = defaultdict(list)
    for row in unit.members:
        places[row["number"]].append(row["position"])
    return {number: sorted(own) for number, own in places.items()}


def may_meet(one: Row, two: Row, settings: Locating) -> bool:
    apart = one["is_against"] != two["is_against"] or not settings.against
    return apart and (one["kin"] == 0 or one["kin"] != two["kin"])


def bytes_of(work: Row, position: int) -> int:
    return len(work["sentences"][position]["text"].encode())


def dots(works: Sequence[Row], points: dict[tuple[int, int], list[Point]]) -> list[Row]:
    rows = [
        names(works[left], works[right]) | {"left_position": one, "right_position": two, "similarity": similarity}
        for (left, right), own in points.items()
        for one, two, similarity, _ in own
    ]
    columns = [f"{side}_{name}" for side in SIDES for name in (*NAMED, "position")] + ["similarity"]
    return sorted(rows, key=lambda row: [row[name] for name in columns])


# ---- locating ----


def located(
    works: tuple[Row, Row],
    marks: tuple[dict[int, int], dict[int, int]],
    points: list[Point],
    settings: Locating,
    least: int,
) -> list[Row]:
    """The runs of two works, and what they share of boilerplate beside them."""
    shorts = [
        [at for at, each in enumerate(work["sentences"]) if reference.weight(each["text"]) < least] for work in works
    ]
    met = meetings(*marks)
    matches = [point[:3] for point in points] + met
    runs = diagonals(matches, settings.min_sentences, settings.max_gap, *shorts)
    found = [row for run in runs if is_heavy(row := whole(works, run), works, settings)]
    for row in found:
        row["boilerplate"] = max(share_of(*each, row) for each in zip(SIDES, works, marks, strict=True)) > 0.5
    plates = [whole(works, run) for run in diagonals(met, 1, settings.max_gap, *shorts)]
    free = [row for row in plates if not any(meets(row, other, side) for other in found for side in SIDES)]
    found += [{**row, "boilerplate": True} for row in free if is_long(row, settings)]
    for side, work in zip(SIDES, works, strict=True):
        extent = work["sentences"][-1]["end"] - work["sentences"][0]["start"]
        cover = covered([(row[f"{side}_start"], row[f"{side}_end"]) for row in found if not row["boilerplate"]])
        for row in found:
            length = row[f"{side}_end"] - row[f"{side}_start"]
            shares = {"share": length / extent, "cover": cover / extent, "extent": extent}
            row |= {f"{side}_{name}": value for name, value in shares.items()}
    return found


def meetings(left: dict[int, int], right: dict[int, int]) -> list[tuple[int, int, float]]:
    """Where both say the same boilerplate; where that would be very many pairs, the first with the first."""
    found = []
    for crowd in set(left.values()):
        ours, theirs = (sorted(at for at, each in side.items() if each == crowd) for side in (left, right))
        every = [(one, two) for one in ours for two in theirs]
        pairs = every if len(every) <= MOST_MEETINGS else zip(ours, theirs, strict=False)
        found += [(one, two, 1.0) for one, two in pairs]
    return found


def whole(works: tuple[Row, Row], run: tuple[int, int, int, int, int, float]) -> Row:
    row: Row = {"sentences": run[4], "similarity": run[5]}
    for side, work, (first, last) in zip(SIDES, works, (run[:2], run[2:4]), strict=True):
        start, end = work["sentences"][first]["start"], work["sentences"][last]["end"]
        row |= {f"{side}_first": first, f"{side}_last": last, f"{side}_start": start, f"{side}_end": end}
    return row


def is_long(row: Row, settings: Locating) -> bool:
    return all(row[f"{side}_end"] - row[f"{side}_start"] >= settings.min_passage for side in SIDES)


HAN = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


def is_heavy(row: Row, works: tuple[Row, Row], settings: Locating) -> bool:
    """The same with Chinese and Japanese characters counting three."""
    more = []
    for side, work in zip(SIDES, works, strict=True):
        texts = [each["text"] for each in work["sentences"][row[f"{side}_first"] : row[f"{side}_last"] + 1]]
        more.append(row[f"{side}_end"] - row[f"{side}_start"] + 2 * len(HAN.findall(" ".join(texts))))
    return min(more) >= settings.min_passage


def meets(one: Row, two: Row, side: str) -> bool:
    return one[f"{side}_start"] < two[f"{side}_end"] and two[f"{side}_start"] < one[f"{side}_end"]


def share_of(side: str, work: Row, marks: dict[int, int], row: Row) -> float:
    """What share of a side's characters is boilerplate."""
    inside = [work["sentences"][at] for at in range(row[f"{side}_first"], row[f"{side}_last"] + 1) if at in marks]
    return sum(each["end"] - each["start"] for each in inside) / (row[f"{side}_end"] - row[f"{side}_start"])


def covered(ranges: list[tuple[int, int]]) -> int:
    return len({at for start, end in ranges for at in range(start, end)})


# ---- kinds ----


def order_of(row: Row) -> tuple[Any, ...]:
    """The longest first, by the side with less; then by who and where."""
    length = min(row[f"{side}_end"] - row[f"{side}_start"] for side in SIDES)
    called = [row[f"{side}_{name}"] for side in SIDES for name in NAMED]
    first = [row[f"{side}_{name}"] for name in ("start", "end") for side in SIDES]
    return -length, called, first, [row[side] for side in SIDES]


def is_copy(row: Row) -> bool:
    return all(row[f"{side}_cover"] >= 0.8 for side in SIDES)


def roles_of(found: list[Row]) -> dict[int, int]:
    """The passages that are more than quotations: 1 of a collection, 2 of a document in pages."""
    roles: dict[int, int] = {}
    for number in {row[side] for row in found for side in SIDES}:
        seen = [
            {"passage": at, "other": row[other], "start": row[f"{side}_start"], "end": row[f"{side}_end"]}
            | {"extent": row[f"{side}_extent"], "cover": row[f"{other}_cover"]}
            for side, other in (SIDES, SIDES[::-1])
            for at, row in enumerate(found)
            if row[side] == number and not row["boilerplate"] and not is_copy(row)
        ]
        pages = [each for each in seen if each["cover"] >= 0.8]
        if makes(pages, 2, 0.8):
            roles |= {each["passage"]: 2 for each in pages}
        elif makes(large := [each for each in seen if each["end"] - each["start"] >= 0.05 * each["extent"]], 3, 0.5):
            roles = {each["passage"]: 1 for each in large} | roles
    return roles


def makes(seen: list[Row], parts: int, share: float) -> bool:
    """Whether so many documents stand side by side in this one and make up so much of it."""
    taken: list[Row] = []
    for each in sorted(seen, key=lambda each: (each["end"], each["start"], each["other"])):
        middle = each["start"] + (each["end"] - each["start"]) // 2
        if (not taken or middle >= taken[-1]["end"]) and each["other"] not in [other["other"] for other in taken]:
            taken.append(each)
    return len(taken) >= parts and covered([(each["start"], each["end"]) for each in seen]) >= share * seen[0]["extent"]


def passage_row(number: int, row: Row, role: int, works: Sequence[Row]) -> Row:
    kind = ("quotation", "collection", "multipage")[role]
    kind = "boilerplate" if row["boilerplate"] else "document" if is_copy(row) else kind
    sides = [f"{side}_{name}" for side in SIDES for name in (*NAMED, "first", "last", "start", "end", "share")]
    own = {"passage": number, **{name: row[name] for name in [*sides, "sentences", "similarity"]}, "kind": kind}
    return own | {
        f"{side}_{name}": text for side in SIDES for name, text in excerpts(row, side, works[row[side]]).items()
    }


def excerpts(row: Row, side: str, work: Row) -> Row:
    """What a side says and what stands around it: here every sentence is the document as it stands."""
    start, end = row[f"{side}_start"], row[f"{side}_end"]

    def cut(first: int, after: int) -> str:
        words = ""
        for each in work["sentences"]:
            part = each["text"][max(first - each["start"], 0) : max(after - each["start"], 0)]
            for word in part.split():
                words += (" " if words and not UNSPACED.match(words[-1]) else "") + word
        return words

    before, after = cut(0, start), cut(end, 1 << 40)
    head = after[:80] if len(after) <= 80 or after[80] == " " else after[:80].rpartition(" ")[0] or after[:80]
    tail = before[-80:]
    if len(before) > 80 and before[-81] != " ":
        tail = tail.partition(" ")[2] or tail
    return {"text": cut(start, end)[:10_000], "before": tail, "after": head, "timestamp": work.get("timestamp", "")}


def pair_rows(found: list[Row]) -> list[Row]:
    def called(row: Row) -> tuple[str, ...]:
        return tuple(row[f"{side}_{name}"] for side in SIDES for name in NAMED)

    rows = []
    for key in {called(row) for row in found}:
        own = [row for row in found if called(row) == key]
        plates = sum(row["boilerplate"] for row in own)
        rows.append(
            {f"{side}_{name}": own[0][f"{side}_{name}"] for side in SIDES for name in NAMED}
            | {"passages": len(own) - plates, "boilerplate": plates}
            | {"characters": max(round(row["left_cover"] * row["left_extent"]) for row in own)}
            | {f"{side}_share": max(row[f"{side}_cover"] for row in own) for side in SIDES}
        )
    return sorted(rows, key=lambda row: (-row["characters"], called(row)))
