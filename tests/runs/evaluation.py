"""A finished run of `sentences` whose every pair can be counted by hand.

cluster 0   a:0 and b:0 copies, c:0 like them by 0.9, a:1 like c:0 by 0.8     6 pairs
cluster 1   a:2 and c:1 copies                                               1 pair
alone       b:1
"""

import csv

from tests.unit.conftest import write_run
from twicetold.jobs.sentences.tables import SENTENCE_CLUSTERS, SENTENCE_MATCHES, SENTENCE_MEMBERS
from twicetold.readers.outcomes import DropDocumentTexts
from twicetold.tables.reading import SENTENCES

C = "wiki:湖"  # an id with a colon in it
TEXTS = {
    ("a", 0): "The lake froze over in the winter of 1905.",
    ("a", 1): "The tarn froze over in the spring of 1906.",
    ("a", 2): "湖在岛的北边，\"冬天\"结冰。",
    ("b", 0): "The lake froze over in the winter of 1905.",
    ("b", 1): "In 1905 the cold closed the lake.",
    (C, 0): "The lake froze over in the spring of 1905.",
    (C, 1): "湖在岛的北边，\"冬天\"结冰。",
}  # fmt: skip
TITLES = {"a": "Lake Orrin", "b": "Norland", C: "湖"}
CLUSTERED = [
    (0, "a", 0, 0), (0, "b", 0, 0), (0, C, 0, 1), (0, "a", 1, 2),
    (1, "a", 2, 0), (1, C, 1, 0),
]  # fmt: skip
MATCHED = [("a", 0, C, 0, 0.9), (C, 0, "a", 1, 0.8)]


def judged_run(folder, *, matched=MATCHED, aside=(), **facts):
    """The run in a new folder; `aside` are places with their texts that were not compared, before all others."""
    read = dict.fromkeys(DropDocumentTexts.schema.names, "") | {"namespace": 0}
    documents = [tuple((read | {"document": document, "title": title}).values()) for document, title in TITLES.items()]
    sentences = [
        (document, TITLES[document], "", "prose", position, 100 * position, 100 * position + len(text), text)
        for (document, position), text in [*aside, *TEXTS.items()]
    ]
    members = [
        (cluster, document, TITLES[document], "", "prose", position, 0, 9, variant, TEXTS[document, position])
        for cluster, document, position, variant in CLUSTERED
    ]
    matches = [(0, *match, "other", "", 0.5, "made so", []) for match in matched]
    clusters = [(0, 4, 3, 3, "other", 0.5, 0.8, "..."), (1, 2, 2, 1, "identical", 1.0, 1.0, "...")]
    tables = {
        "documents": (DropDocumentTexts.schema, documents),
        "sentences": (SENTENCES, sentences),
        "members": (SENTENCE_MEMBERS, members),
        "matches": (SENTENCE_MATCHES, matches),
        "clusters": (SENTENCE_CLUSTERS, clusters),
    }
    return write_run(folder, tables, **facts)


def truth(path, header, *rows):
    """A CSV file of what is true."""
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header.split(","), *rows])
    return path
