"""A finished run for the tests of the report: clusters given as texts, all tables made to fit."""

import json
from itertools import combinations, islice

import pyarrow as pa
import pyarrow.parquet as pq

from twicetold.config import convert_to_dict
from twicetold.jobs.sentences.settings import SentenceSettings
from twicetold.jobs.sentences.tables import (
    CONTRADICTIONS,
    SENTENCE_CLUSTERS,
    SENTENCE_DOCUMENT_PAIRS,
    SENTENCE_MATCHES,
    SENTENCE_MEMBERS,
)
from twicetold.readers.outcomes import DropDocumentTexts
from twicetold.tables.reading import REJECTS
from twicetold.views import words

# What a page of texts may hold. `harmed` is what a script of theirs would set.
SCRIPT = "<script>window.harmed = 1</script>"
HOSTILE = [
    SCRIPT,
    '"><img src=x onerror="window.harmed=1">',
    "'><svg onload=window.harmed=1>",
    "</style></script></textarea></title><script>window.harmed=1</script>",
    "<!-- --><![CDATA[ ]]><!--<script>",
    "{{ 7 * 7 }} {% raw %} ${window.harmed=1} #{harmed}",
    "&lt;b&gt; &#60;script&#62; &quot;",
    "javascript:window.harmed=1",
    "\u202eright to left\u202c \u2066isolate\u2069 \u200f مرحبا بالعالم שלום",
    "controls \x01\x07\x1b[31m\x7f\x9b \u2028 \u2029 \x85 \ufffe \ufeff",
    "zalgo " + "e" + "\u0301" * 200,
    "one word of 100 kB: " + "w" * 100_000,
]

CLUSTERS = [
    ("drift", [("7", "Lake Orrin", "The lake froze over in the winter of 1905."),
               ("8", "Norland", "The lake froze over in the winter of 1906.")]),
    ("copyedit", [("7", "Lake Orrin", "Nobody has crossed the lake on foot."),
                  ("9", "Tarn", "Nobody ever crossed the lake on foot."),
                  ("9", "Tarn", "Nobody has crossed the lake on foot.")]),
    ("template", [("8", "Norland", "Norland is a town in the north of the island."),
                  ("10", "Sutland", "Sutland is a town in the north of the island.")]),
    ("identical", [("9", "Tarn", "A tarn is a small lake in the mountains."),
                   ("10", "Sutland", "A tarn is a small lake in the mountains.")]),
]  # fmt: skip


def written(
    folder, clusters=CLUSTERS, *, url="https://example.org/wiki/{}", rejects=(), left_out=(), changes=None, **facts
):
    """The run in a new folder. `left_out` tables are not there; `changes` are those of every match."""
    tables = tables_of(clusters, url, rejects, changes)
    folder.mkdir(parents=True)
    kept = {name: table for name, table in tables.items() if name not in left_out}
    for name, table in kept.items():
        pq.write_table(table, folder / f"{name}.parquet", row_group_size=100)
    entered = {name: {"rows": table.num_rows} for name, table in kept.items()}
    told = {
        "format": 2,
        "job": "sentences",
        "settings": convert_to_dict(SentenceSettings()),
        "versions": {"twicetold": "0.1.0"},
        "inputs": [{"path": "/somewhere/lakes.xml", "bytes": 900, "hash": "sha256:00"}],
        "stages": {"all": {"tables": entered, "seconds": 1.5}},
        "digest": "0123456789abcdef",
        "results": {"documents": 4, "sentences": 1200, "recall": 0.991},
    }
    (folder / "run.json").write_text(json.dumps(told | facts), encoding="utf-8")
    return folder


def tables_of(clusters, url, rejects, changes=None):
    members = [_members(number, texts) for number, (_, texts) in enumerate(clusters)]
    matches = [
        match
        for number, (kind, _) in enumerate(clusters)
        for match in _matches(number, kind, members[number], changes)
        if kind != "identical"
    ]
    rows = {
        "clusters": (SENTENCE_CLUSTERS, [_cluster(clusters[n][0], each) for n, each in enumerate(members)]),
        "members": (SENTENCE_MEMBERS, [member for each in members for member in each]),
        "matches": (SENTENCE_MATCHES, matches),
        "contradictions": (CONTRADICTIONS, list(_contradictions(matches, members, url))),
        "document_pairs": (SENTENCE_DOCUMENT_PAIRS, list(_pairs(members))),
        "documents": (DropDocumentTexts.schema, _documents(members, url)),
        "rejects": (REJECTS, [dict(zip(REJECTS.names, each, strict=True)) for each in rejects]),
    }
    return {name: pa.Table.from_pylist(values, kind) for name, (kind, values) in rows.items()}


def _members(cluster, texts):
    variants = list(dict.fromkeys(text for *_, text in texts))
    return [
        {
            "cluster": cluster,
            "document": document,
            "title": title,
            "section": f"Part {cluster}",
            "block": "prose",
            "position": 100 * cluster + row,
            "start": 0,
            "end": len(text),
            "variant": variants.index(text),
            "text": text,
        }
        for row, (document, title, text) in enumerate(texts)
    ]


def _cluster(kind, members):
    return {
        "cluster": members[0]["cluster"],
        "size": len(members),
        "documents": len({each["document"] for each in members}),
        "variants": len({each["variant"] for each in members}),
        "kind": kind,
        "confidence": 0.9,
        "similarity": 0.875,
        "example": members[0]["text"],
    }


def _matches(number, kind, members, changes):
    first = {each["variant"]: each for each in reversed(members)}
    for variant in sorted(first)[1:]:
        left, right = first[0], first[variant]
        yield {
            "cluster": number,
            **{f"left_{name}": left[name] for name in ("document", "position")},
            **{f"right_{name}": right[name] for name in ("document", "position")},
            "similarity": 0.9,
            "kind": kind,
            "drift": "contradiction" if kind == "drift" else "",
            "confidence": 0.93,
            "why": f"because of {members[0]['text'][:300]}",
            "changes": changes or _changes(left["text"], right["text"], kind),
        }


def _changes(left, right, kind):
    """One change from the first word that differs to the last."""
    same = words.compare_texts(left, right)
    before = len(same[0][1]) if same[0][0] == "=" else 0
    after = len(same[-1][1]) if same[-1][0] == "=" and len(same) > 1 else 0
    ends = len(left) - after, len(right) - after
    return [
        {
            "kind": "date" if kind == "drift" else "wording",
            "left": left[before : ends[0]],
            "right": right[before : ends[1]],
            "left_start": before,
            "left_end": ends[0],
            "right_start": before,
            "right_end": ends[1],
            "disagrees": kind == "drift",
        }
    ]


def _contradictions(matches, members, url):
    for number, match in enumerate(each for each in matches if each["kind"] == "drift"):
        group = members[match["cluster"]]
        row = {name: match[name] for name in ("cluster", "drift", "confidence", "why", "changes")}
        row |= {"contradiction": number, "listed": True, "newer": "right", "places": []}
        for side, year in (("left", 2012), ("right", 2013)):
            member = next(each for each in group if each["position"] == match[f"{side}_position"])
            row |= {f"{side}_{name}": member[name] for name in ("document", "title", "section", "position", "text")}
            row |= {f"{side}_url": url.format(member["document"]), f"{side}_copies": 2, f"{side}_revision": "70"}
            row[f"{side}_timestamp"] = f"{year}-04-01T00:00:00Z"
        yield row


def _pairs(members):
    titles = {each["document"]: each["title"] for group in members for each in group}
    for left, right in islice(combinations(sorted(titles), 2), 200):
        sides = {"left_document": left, "left_title": titles[left], "right_document": right}
        yield sides | {"right_title": titles[right], "shared": 2, "identical": 1}


def _documents(members, url):
    titles = {(each["document"], each["title"]) for group in members for each in group}
    empty = dict.fromkeys(DropDocumentTexts.schema.names, "")
    return [
        empty | {"document": document, "title": title, "url": url.format(document), "language": "en", "namespace": 0}
        for document, title in sorted(titles)
    ]


def hostile_clusters():
    """Every hostile text as title and as sentence, in clusters of every kind that shows differences."""
    return [
        (
            kind,
            [
                (f"{number}a", text[:5_000], f"{text} is said in 1905."),
                (f"{number}b", text, f"{text} is said in 1906."),
            ],
        )
        for number, text in enumerate(HOSTILE)
        for kind in ("drift", "template")
    ]
