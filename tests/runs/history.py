"""A finished run of `history`, made from a few revisions: a copy, an edit that made the copies disagree, a split."""

import json
import random

import twicetold

DAM = "The dam at the northern end was built in 1905 by the engineer Hanna Korn and her two brothers."
MILL = "The water has been used by the paper mill below the dam ever since it was opened."
NEW_DAM = DAM.replace("1905", "1911")
URL = "https://lakes.example/wiki/{}"


def revision(page, number, day, text, contributor="Ada", comment="", url=URL):
    """A line of the input; `number` is the id of the revision."""
    return {
        "page": page, "title": page, "revision": number, "timestamp": f"{day}T10:00:00Z", "text": text,
        "contributor": contributor, "comment": comment, "url": url.format(page.replace(" ", "_")),
    }  # fmt: skip


REVISIONS = [
    revision("Lake Orrin", 1, "2009-03-01", f"{DAM} {MILL}", comment="new page"),
    revision("Norland", 2, "2009-03-02", "Norland is a district of hills and lakes.", "Ben"),
    revision("Norland", 3, "2009-04-11", f"Norland is a district of hills and lakes. {DAM} {MILL}", "Ben", "from [[Lake Orrin]]"),
    revision("Lake Orrin", 4, "2011-01-20", f"{NEW_DAM} {MILL}", "Cleo", "the year was wrong"),
    revision("Norland", 5, "2011-01-30", f"Norland is a district of many hills and lakes. {DAM} {MILL}", "Ben"),
]  # fmt: skip


def history_run(folder, revisions=REVISIONS, **options):
    """The folder of the run."""
    path = folder.parent / f"{folder.name}.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in revisions), encoding="utf-8")
    return twicetold.history(path, folder, progress=False, **options).folder


def many_copies(count):
    """So many trees: a sentence on a page, and its copy on another."""
    draw = random.Random(1)
    texts = [
        " ".join("".join(draw.choices("abcdefgilmnoprstu", k=6)) for _ in range(12)).capitalize() + "."
        for _ in range(count)
    ]
    first = [revision(f"Harbour {n}", 2 * n + 1, f"2010-01-{n % 28 + 1:02}", text) for n, text in enumerate(texts)]
    return first + [
        revision(f"Town {n}", 2 * n + 2, f"2010-03-{n % 28 + 1:02}", text, "Ben", f"from [[Harbour {n}]]")
        for n, text in enumerate(texts)
    ]
