"""A finished run of the job `passages` for the tests of what looks at it: documents given as sentences, all tables made to fit."""

import json
from itertools import groupby

import pyarrow as pa
import pyarrow.parquet as pq

from tests.runs.report import HOSTILE
from twicetold.config import convert_to_dict
from twicetold.jobs.passages.kinds import PASSAGE_KIND_NAMES
from twicetold.jobs.passages.settings import PassageSettings
from twicetold.jobs.passages.tables import FAMILIES as FAMILY_COLUMNS
from twicetold.jobs.passages.tables import FAMILY_MEMBERS, PASSAGE_DOCUMENT_PAIRS, PASSAGE_SENTENCE_MATCHES
from twicetold.jobs.passages.tables import PASSAGES as PASSAGE_COLUMNS
from twicetold.readers.outcomes import DropDocumentTexts
from twicetold.tables.reading import REJECTS, SENTENCES

LAKE = [
    "Lake Orrin lies in the north of the island.",
    "It froze over in the winter of 1905, and people crossed it on foot.",
    "The ferry lay in the ice until the middle of March.",
    "Nobody had seen such a winter before.",
    "The old people said that the wolves came down to the shore.",
    "Today the lake is known for its trout.",
]
NEWS = [
    "This week the paper looks back.",
    "It froze over in the winter of 1906, and many people crossed it on foot.",
    "The ferry lay in the ice until the middle of March.",
    "Nobody had ever seen such a winter before.",
    "The harbour master still keeps the photographs.",
]
LICENCE = [
    "You may copy this page as often as you like.",
    "You may not say that you wrote it.",
    "If you change it, say what you changed.",
]
CHINESE = [
    "湖在岛的北边。",
    "一九〇五年冬天湖结了冰，人们步行过湖。",
    "渡船在冰里一直到三月中旬。",
    "没有人见过这样的冬天。",
]
CHINESE_COPY = ["一九〇六年冬天湖结了冰，人们步行过湖。", "渡船在冰里一直到三月中旬。", "没有人见过那样的冬天。"]

# id, title, sentences
DOCUMENTS = [
    ("7", "Lake Orrin", LAKE + LICENCE),
    ("8", "The Norland Post", NEWS + LICENCE),
    ("9", "Lake Orrin", LAKE),  # another document of the same title
    ("10", "岛上的湖", CHINESE),
    ("11", "旧报纸", CHINESE_COPY),
    ("12", "The Norland Almanac", [*NEWS, *LAKE, "The year ends here."]),
]
# kind, the left document's place in the list with its first and last sentence, the same of the right one, and how many
# characters of the first sentence on the left, and of the last, do not belong to it
PASSAGES = [
    ("document", (0, 0, 5), (2, 0, 5), (0, 0)),
    ("quotation", (0, 1, 3), (1, 1, 3), (3, 0)),
    ("collection", (2, 0, 5), (5, 5, 10), (0, 0)),
    ("multipage", (3, 1, 3), (4, 0, 2), (0, 0)),
    ("boilerplate", (0, 6, 8), (1, 5, 7), (0, 8)),
]

# the text of a family, and its members: the document's place in the list, its first and last sentence, date, series, parent
FAMILIES = [
    (
        " ".join(LAKE[1:4]),
        [(0, 1, 3, "1905-03-01", "Lake", None), (1, 1, 3, "1906-04-01", "Post", 0), (5, 6, 8, "1921", "Almanac", 0)],
    ),
    ("".join(CHINESE[1:4]), [(3, 1, 3, "", "", None), (4, 0, 2, "", "", None)]),
]


def written(folder, documents=DOCUMENTS, passages=PASSAGES, *, dots=(), markup=0, rejects=(), families=None, **facts):
    """The run in a new folder. `dots` are more matches: two documents' places in the list, and two positions.

    With `markup` each sentence stands for so many characters more than its text has, as where tags were taken out.
    """
    tables = tables_of(documents, passages, dots, markup, rejects)
    if families is not None:
        tables |= families_of([_sentences(*each, markup) for each in documents], families)
    folder.mkdir(parents=True)
    for name, table in tables.items():
        pq.write_table(table, folder / f"{name}.parquet", row_group_size=100)
    entered = {name: {"rows": table.num_rows} for name, table in tables.items()}
    results = {
        name: tables[name].num_rows for name in ("documents", "sentences", "matches", "document_pairs", "passages")
    }
    told = {
        "format": 2,
        "job": "passages",
        "settings": convert_to_dict(PassageSettings()),
        "versions": {"twicetold": "0.1.0"},
        "inputs": [{"path": "/somewhere/papers", "bytes": 900, "hash": "sha256:00"}],
        "stages": {"all": {"tables": entered, "seconds": 1.5}},
        "digest": "0123456789abcdef",
        "results": results,
    }
    (folder / "run.json").write_text(json.dumps(told | facts), encoding="utf-8")
    return folder


def tables_of(documents, passages, dots, markup, rejects):
    sentences = [_sentences(*each, markup) for each in documents]
    found = sorted(
        (_passage(sentences, *each) for each in passages), key=lambda row: row["left_start"] - row["left_end"]
    )
    for number, row in enumerate(found):
        row["passage"] = number
    rows = {
        "documents": (DropDocumentTexts.schema, [_document(document, title) for document, title, _ in documents]),
        "sentences": (SENTENCES, [row for each in sentences for row in each]),
        "rejects": (REJECTS, [dict(zip(REJECTS.names, each, strict=True)) for each in rejects]),
        "passages": (PASSAGE_COLUMNS, found),
        "matches": (PASSAGE_SENTENCE_MATCHES, _dots(sentences, [*_diagonals(passages), *dots])),
        "document_pairs": (PASSAGE_DOCUMENT_PAIRS, _pairs(found)),
    }
    return {name: pa.Table.from_pylist(values, kind) for name, (kind, values) in rows.items()}


def families_of(sentences, families):
    """The tables `families` and `members`."""
    rows, members = [], []
    for number, (text, own) in enumerate(families):
        dates = [date for *_, date, _, _ in own if date]
        rows.append(
            {"family": number, "size": len(own), "documents": len(own), "series": len({each[4] for each in own} - {""})}
            | {"first_date": dates[0] if dates else "", "last_date": dates[-1] if dates else "", "text": text}
            | {"characters": len(text), "similarity": 0.9, "kind": "quotation"}
        )
        for at, (document, first, last, date, series, parent) in enumerate(own):
            begin, end = sentences[document][first], sentences[document][last]
            members.append(
                {"family": number, "member": at, "document": begin["document"], "title": begin["title"]}
                | {"start": begin["start"], "end": end["end"], "timestamp": date, "series": series}
                | {"similarity": 0.9, "parent": parent, "confidence": 0.8}
            )
    return {
        "families": pa.Table.from_pylist(rows, FAMILY_COLUMNS),
        "members": pa.Table.from_pylist(members, FAMILY_MEMBERS),
    }


def _document(document, title):
    row = dict.fromkeys(DropDocumentTexts.schema.names, "")
    return row | {
        "document": document,
        "title": title,
        "url": f"https://example.org/{document}" if document.isdecimal() else "",
        "language": "zh" if title[:1] > "一" else "en",
        "namespace": 0,
        "status": "read",
    }


def _sentences(document, title, texts, markup):
    rows, at = [], 0
    for position, text in enumerate(texts):
        end = at + len(text) + markup
        place = {"document": document, "title": title, "section": "", "block": "prose", "position": position}
        rows.append(place | {"start": at, "end": end, "text": text})
        at = end + 1
    return rows


def _passage(sentences, kind, left, right, cut):
    row = {"sentences": min(left[2] - left[1], right[2] - right[1]) + 1, "similarity": 0.875, "kind": kind}
    row["form"] = "edited"
    for side, (number, first, last), (before, after) in (("left", left, cut), ("right", right, (0, 0))):
        own = sentences[number]
        start, end = own[first]["start"] + before, own[last]["end"] - after
        row |= {f"{side}_{name}": own[0][name] for name in ("document", "title")}
        row |= {f"{side}_first": first, f"{side}_last": last, f"{side}_start": start, f"{side}_end": end}
        row[f"{side}_share"] = (end - start) / own[-1]["end"]
        around = {"text": own[first : last + 1], "before": own[:first][-1:], "after": own[last + 1 :][:1]}
        row |= {f"{side}_{name}": " ".join(each["text"] for each in rows) for name, rows in around.items()}
        row[f"{side}_timestamp"] = ""
    return row


def _diagonals(passages):
    """A dot for each two sentences that a passage puts side by side."""
    for _, (left, first, last), (right, start, end), _ in passages:
        for step in range(min(last - first, end - start) + 1):
            yield left, right, first + step, start + step


def _dots(sentences, places):
    rows = []
    for left, right, one, other in places:
        sides = (("left", sentences[left][one]), ("right", sentences[right][other]))
        row = {f"{side}_{name}": each[name] for side, each in sides for name in ("document", "title", "position")}
        rows.append(row | {"similarity": 0.9})
    return rows


def _pairs(found):
    def sides(row):
        return tuple(row[f"{side}_{name}"] for side in ("left", "right") for name in ("document", "title"))

    rows = []
    for names, group in groupby(sorted(found, key=sides), sides):
        own = list(group)
        told = [row for row in own if row["kind"] != "boilerplate"]
        row = dict(zip(("left_document", "left_title", "right_document", "right_title"), names, strict=True))
        row |= {"passages": len(told), "boilerplate": len(own) - len(told)}
        row["characters"] = sum(each["left_end"] - each["left_start"] for each in told)
        rows.append(row | {name: sum(each[name] for each in told) for name in ("left_share", "right_share")})
    return sorted(rows, key=lambda row: -row["characters"])


def hostile():
    """Documents and passages that are nothing but hostile text: titles, ids and sentences."""
    documents = [
        (
            f"{number} {text[:300]}" if side else str(number),
            text[:5_000],
            [f"{text} is said in {1905 + side}.", text, f"{text}!"],
        )
        for number, text in enumerate(HOSTILE)
        for side in (0, 1)
    ]
    kinds = PASSAGE_KIND_NAMES
    passages = [
        (kinds[number % len(kinds)], (2 * number, 0, 2), (2 * number + 1, 0, 2), (0, 0))
        for number in range(len(HOSTILE))
    ]
    return documents, passages
