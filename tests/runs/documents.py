"""Runs of `documents` on small corpora, made by the job itself: what a page shows of them can be told by hand.

corpus     `lake` and `pier` in several versions, a copy, and one that is alone
against    the same next to a test set that has `lake` in other words at its end
"""

import json

import twicetold
from tests.runs.report import HOSTILE

LAKE = (
    "The lake lies north of the town, and in a cold winter it freezes over from one bank to the other. Boats are then "
    "drawn up to the old mill, where the miller keeps them dry for a small fee until the ice is gone in April. "
)
PIER = (
    "Nobody knows who built the pier. The oldest map that shows it was drawn by a priest who came through the valley on "
    "foot, and he calls it ancient already; the stones are said to come from a tower on the hill behind the church. "
)
TOWER = "A tower stood on the hill until the great storm, and its bell is now in the school, where it rings at noon. "
DOCUMENTS = [
    {
        "id": "lake",
        "title": "The lake",
        "text": LAKE * 2 + TOWER,
        "url": "https://lakes.example/1",
        "date": "2021-05-01",
    },
    {"id": "copy", "title": "The lake again", "text": LAKE.upper() * 2 + TOWER, "url": "https://lakes.example/2"},
    {"id": "edited", "title": "A lake", "text": LAKE * 2 + TOWER.replace("storm", "flood"), "date": "2020-01-01"},
    {"id": "pier", "title": "The pier", "text": f"{PIER * 3}{TOWER}"},
    {"id": "older", "title": "", "text": f"{PIER * 3}{TOWER.replace('noon', 'nine')}"},
    {"id": "tower", "title": "The tower", "text": TOWER * 2},
]
OTHERS = [{"id": "t1", "title": "Question 1", "text": LAKE * 2 + TOWER.replace("noon", "six")}]


def corpus(folder, documents=DOCUMENTS, name="corpus.jsonl"):
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text("".join(json.dumps(each) + "\n" for each in documents), encoding="utf-8")
    return path


def documents_run(folder, documents=DOCUMENTS, others=(), **options):
    """The finished run in a new folder, beside its input."""
    inputs = folder.parent / f"{folder.name}-input"
    path = corpus(inputs, documents)
    against = {"against": corpus(inputs, others, "test.jsonl")} if others else {}
    twicetold.documents(path, folder, threshold=0.6, finder="join", **against, **options)
    return folder


def chain():
    """Four texts, each like the next alone: with the second kept the match of the last two is a bridge."""
    words = (LAKE + PIER).split()
    for step, score in enumerate((3, 9, 2, 1)):
        yield {"id": str(step), "text": " ".join(words), "score": score}
        for place in range(5 + 17 * step, 22 + 17 * step, 6):
            words[place] = f"o{place}"


def families(number):
    """So many clusters of two."""
    for each in range(number):
        text = " ".join(f"{word}{each}" for word in (LAKE + PIER).split())
        yield {"id": f"{each}a", "title": f"Lake {each}", "text": text}
        yield {"id": f"{each}b", "title": f"Lake {each} again", "text": f"{text} And more."}


def hostile():
    """Documents that are nothing but hostile text: ids, titles, addresses, texts; each twice, with a difference."""
    for number, text in enumerate(HOSTILE):
        for copy in "ab":
            name = f"{number}{copy} {text[:200]}"
            own = " ".join(f"{word}{number}" for word in (LAKE + PIER).split())
            body = f"{text[:200]} {own} {own}" + (f" <i>{text[:30]}</i>" if copy == "b" else "")
            yield {"id": name, "title": f"{text[:300]} {copy}", "text": body, "url": f"javascript:alert({number})"}
