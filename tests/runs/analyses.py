"""Runs for the tests of analyses and contradictions: planted texts, hostile texts, and nothing said twice."""

import json
import random

import twicetold
from twicetold.demo import PlantedCorpus
from twicetold.demo.history import PlantedHistory
from twicetold.run import Run

# What would run, break a file, or fill a screen, if a title or a sentence were anything but text.
HOSTILE = [
    '</script><script>alert("1")</script>',
    "\"><img src=x onerror=alert(1)> 'quoted' & <!-- <script>",
    "\x1b[31mred\x07 \u202eabc\u2066 \ufffe\ufdd0 \x00 tab\tnew\nline",
    "مرحبا بالعالم [[link]] {{subst:x}} ~~~~ ''' = |",
    '=HYPERLINK("http://example.com"),"x"',
    "W" * 100_000,
]


def planted_run(folder) -> Run:
    """A run on an encyclopedia of 3,000 sentences with copies, edits, templates and contradictions."""
    PlantedCorpus(sentences=3_000, seed=5, duplicate_share=0.2).write(str(folder))
    return twicetold.sentences(str(folder / "encyclopedia.xml"), folder / "run")


def hostile_run(folder) -> Run:
    """Every hostile text as a title, in sentences that repeat with another number and another name."""
    says = "The lake of {} froze over in the winter of {} and {} was seen crossing it on foot."
    texts = [
        {
            "id": str(number),
            "title": title,
            "text": f"{says.format(name, year, title[:40])} Nobody else ever dared to do so again.",
        }
        for number, title in enumerate(HOSTILE)
        for year, name in ((1905, "Orrin"), (1906, "Orrin"))
    ]
    return _run(folder, [row | {"id": f"{place}"} for place, row in enumerate(texts)])


def empty_run(folder) -> Run:
    """Nothing is said twice."""
    return _run(folder, [{"id": "1", "title": "Mill", "text": "The old mill burnt down on a windy night long ago."}])


def _run(folder, rows, job=twicetold.sentences) -> Run:
    folder.mkdir(exist_ok=True)
    (folder / "texts.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return job(str(folder / "texts.jsonl"), folder / "run")


# ---- the same of threads ----


def planted_threads(folder) -> Run:
    """Sixty threads in families of three, some without a description or an answer."""
    return _run(folder, [_thread(number) for number in range(60)], twicetold.threads)


def _thread(number):
    family, part = number % 20, number // 20
    own = [f"{letter}{family}" for letter in "abcdef"]
    return {
        "id": f"t{number}",
        "date": f"201{number % 7}-02-03",
        "question": f"How {' '.join(own)} {'of Lake Orrin' if part else 'today'}?",
        "description": f"I saw {' '.join(own[::-1])} there {part} times." if family % 3 else "",
        "answer": f"At {' '.join(own[2:])} it is deep{', as a diver told me' * part}." * (family % 4),
    }


def hostile_threads(folder) -> Run:
    """Every hostile text as a question and as an answer, twice."""
    rows = [
        {"id": f"{number}{copy}", "date": "2010", "question": f"{text} is it so?", "answer": f"{text} it is so."}
        for number, text in enumerate(HOSTILE)
        for copy in "ab"
    ]
    return _run(folder, rows, twicetold.threads)


def empty_threads(folder) -> Run:
    """Nothing is asked twice."""
    return _run(folder, [{"id": "1", "question": "Who burnt down the old mill?"}], twicetold.threads)


# ---- the same of passages ----


def planted_passages(folder) -> Run:
    """Sixteen documents in pairs, each pair with a part of its own story in it, from six years."""
    rows = [
        {
            "id": f"d{number}",
            "title": f"Paper {number}",
            "date": f"186{number % 6}-04-01",
            "text": f"{_own_words(number)}\n\n{_tell_story(number // 2)[: 400 + 150 * number]}",
        }
        for number in range(16)
    ]
    return _run(folder, rows, twicetold.passages)


def _tell_story(number):
    draw = random.Random(number)
    words = ["".join(draw.choices("abcdeilmnorstu", k=draw.randint(3, 9))) for _ in range(600)]
    return " ".join(" ".join(words[start : start + 10]).capitalize() + "." for start in range(0, 600, 10))


def _own_words(number):
    return _tell_story(1_000 + number)[:800]


def hostile_passages(folder) -> Run:
    """Every hostile text as a title, twice above the same story."""
    rows = [
        {"id": f"{number}{copy}", "title": title, "date": "1863-04-01"}
        | {"text": f"{_own_words(2 * number + (copy == 'b'))}\n\n{_tell_story(number)}"}
        for number, title in enumerate(HOSTILE)
        for copy in "ab"
    ]
    return _run(folder, rows, twicetold.passages)


def empty_passages(folder) -> Run:
    """No passage is shared."""
    return _run(folder, [{"id": "1", "text": _own_words(1)}, {"id": "2", "text": _own_words(2)}], twicetold.passages)


# ---- the same of history ----


def planted_history(folder) -> Run:
    """A wiki of 40 pages and 900 revisions in which copies, corrections of one copy, moves and reverts are planted."""
    PlantedHistory(40, 900, seed=5).write(folder)
    return twicetold.history(folder / "history.xml", folder / "run")


def hostile_history(folder) -> Run:
    """Every hostile text as a title, an editor and a comment, with a sentence that is copied and then changed."""
    says = "The lake of {} froze over in the winter of {} and {} was seen crossing it on foot."
    rows = []
    for number, text in enumerate(HOSTILE):
        for page, day, year in (("a", 1, 1905), ("b", 2, 1905), ("a", 3, 1906)):
            said = says.format(f"Orrin {number}", year, text[:40])
            rows.append(
                {"page": f"{number}{page}", "title": f"{text}/{page}", "revision": 10 * number + day, "text": said}
                | {"timestamp": f"2010-01-0{day}T00:00:00Z", "contributor": text[:200], "comment": text[:200]}
            )
    return _run(folder, rows, twicetold.history)


def empty_history(folder) -> Run:
    """One page, which nobody copied."""
    row = {"page": "Mill", "revision": 1, "text": "The old mill burnt down on a windy night long ago."}
    return _run(folder, [row | {"timestamp": "2010-01-01T00:00:00Z"}], twicetold.history)
