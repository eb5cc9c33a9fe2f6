"""A finished run of `threads` made by hand, whose every score is known by arithmetic: words one by one, weights .4, .2, .4.

question       a b 5/6, a c 4/6, b c 4/7, d e 5/6, a g 3/8, d g 3/8
description    a c 4/6; all others lack it on one side
answer         a b, a c, b c 1: the one contains the other

cluster 0      a with b, c and g          cluster 1      d with e          bridge      d g          alone      f
"""

import json

import pyarrow as pa
import pyarrow.parquet as pq

from tests.runs.report import HOSTILE
from twicetold.config import apply_options, convert_to_dict
from twicetold.jobs.threads.settings import ThreadSettings
from twicetold.jobs.threads.tables import (
    ORDERED_THREADS,
    THREAD_BRIDGES,
    THREAD_CLUSTERS,
    THREAD_MATCHES,
    THREAD_MEMBERS,
)
from twicetold.readers.outcomes import DropDocumentTexts

OPTIONS = {"compare": "fields", "threshold": 0.35, "question_shingle": 1, "description_shingle": 1, "answer_shingle": 1}
THREADS = {
    "a": ("How deep is Lake Orrin?", "I want to dive there.", "Ninety metres at the pier."),
    "b": ("How deep is Lake Orrin really?", "", "Ninety metres at the pier. Ask a diver."),
    "c": ("How cold is Lake Orrin?", "I want to swim there.", "Ninety metres."),
    "d": ("Who owns the boat house?", "It is for sale.", ""),
    "e": ("Who owns the old boat house?", "", "The town."),
    "f": ("Whose house is it?", "", "???"),
    "g": ("How deep is the boat house?", "", ""),
}
# cluster, left, right, question, description, answer, score
MATCHES = [
    (0, "a", "b", 5 / 6, None, 1.0, (0.4 * 5 / 6 + 0.4) / 0.8),
    (0, "a", "c", 4 / 6, 4 / 6, 1.0, 0.4 * 4 / 6 + 0.2 * 4 / 6 + 0.4),
    (0, "a", "g", 3 / 8, None, None, 3 / 8),
    (0, "b", "c", 4 / 7, None, 1.0, (0.4 * 4 / 7 + 0.4) / 0.8),
    (1, "d", "e", 5 / 6, None, None, 5 / 6),
    (None, "d", "g", 3 / 8, None, None, 3 / 8),
]
STARS = [("a", ("a", "b", "c", "g")), ("d", ("d", "e"))]
URL = "https://lakes.example/q/{}"


def threads_run(folder, threads=THREADS, matches=MATCHES, stars=STARS, *, url=URL, **facts):
    """The run in a new folder; a star is a core and its members."""
    tables = tables_of(threads, matches, stars, url)
    folder.mkdir(parents=True)
    for name, (kind, rows) in tables.items():
        table = pa.Table.from_pylist([dict(zip(kind.names, row, strict=True)) for row in rows], kind)
        pq.write_table(table, folder / f"{name}.parquet", row_group_size=2)
    counted = {name: len(rows) for name, (_, rows) in tables.items()}
    compared = {"question": (0.4, "jaccard"), "description": (0.2, "jaccard"), "answer": (0.4, "containment")}
    fields = {
        name: {
            "weight": weight,
            "aspects": [{"weight": weight, "feature": "words", "shingle": 1, "measure": measure}],
            "distinct": len(threads),
        }
        for name, (weight, measure) in compared.items()
    }
    told = {
        "format": 2,
        "job": "threads",
        "settings": convert_to_dict(apply_options(ThreadSettings(), OPTIONS)),
        "versions": {"twicetold": "0.1.0"},
        "inputs": [{"path": "/somewhere/threads.jsonl", "bytes": 900, "hash": "sha256:00"}],
        "stages": {"all": {"tables": {name: {"rows": rows} for name, rows in counted.items()}, "seconds": 1.5}},
        "digest": "0123456789abcdef",
        "results": {"threads": len(threads), "fields": fields, "finder": "join", "candidates": 9}
        | {name: counted[name] for name in ("matches", "bridges", "clusters", "members")},
    }
    (folder / "run.json").write_text(json.dumps(told | facts), encoding="utf-8")
    return folder


def tables_of(threads, matches, stars, url=URL):
    """The tables by name, each a schema and its rows."""
    title = {document: texts[0] for document, texts in threads.items()}
    scores = {frozenset(match[1:3]): match[-1] for match in matches}
    place = {member: number for number, (_, members) in enumerate(stars) for member in members}
    asked = [
        (
            number,
            document,
            title[document],
            "threads.jsonl",
            f"line {number + 1}",
            url.format(document),
            "",
            *texts,
            *[""] * 5,
        )
        for number, (document, texts) in enumerate(threads.items())
    ]
    scores |= {frozenset((core,)): 1.0 for core, _ in stars}  # to itself
    members = [
        (number, document, title[document], url.format(document), document == core, scores[frozenset((core, document))])
        + threads[document]
        for number, (core, every) in enumerate(stars)
        for document in every
    ]
    clusters = [
        (number, len(every), min(row[5] for row in members if row[0] == number), core, title[core])
        for number, (core, every) in enumerate(stars)
    ]
    named = [
        (cluster, left, title[left], right, title[right], *fields, None, None, score)  # tags and links not compared
        for cluster, left, right, *fields, score in matches
    ]
    bridges = [(place.get(row[1]), place.get(row[3]), *row[1:]) for row in named if row[0] is None]
    read = dict.fromkeys(DropDocumentTexts.schema.names, "") | {"namespace": 0}
    documents = [tuple((read | {"document": row[1], "title": row[2], "url": row[5]}).values()) for row in asked]
    return {
        "documents": (DropDocumentTexts.schema, documents),
        "threads": (ORDERED_THREADS, asked),
        "clusters": (THREAD_CLUSTERS, clusters),
        "members": (THREAD_MEMBERS, members),
        "matches": (THREAD_MATCHES, named),
        "bridges": (THREAD_BRIDGES, bridges),
    }


def pairs_of(threads, *, bridges=()):
    """Matches and stars where each two threads in a row are a cluster; `bridges` are two ids each."""
    ids = list(threads)
    stars = [(ids[place], (ids[place], ids[place + 1])) for place in range(0, len(ids) - 1, 2)]
    matches = [(number, *members, 0.9, None, 0.75, 0.8) for number, (_, members) in enumerate(stars)]
    return matches + [(None, *ends, 0.4, 0.0, None, 0.36) for ends in bridges], stars


def hostile():
    """Threads, matches and stars that are nothing but hostile text: ids, questions, descriptions, answers."""
    threads = {
        f"{number}{copy} {text[:300]}": (f"{text[:5_000]} {copy}?", text, f"{text} in {1905 + place}")
        for number, text in enumerate(HOSTILE)
        for place, copy in enumerate("ab")
    }
    ids = list(threads)
    return threads, *pairs_of(threads, bridges=[(ids[0], ids[3]), (ids[4], ids[7])])
