"""`twicetold sentences --unit line|paragraph`: lines and paragraphs compared and cut out, as CCNet and dolma do."""

import json
import random
import unicodedata

import pytest
from tests.support.spark import small_session

import twicetold

WORDS = [
    "menu",
    "home",
    "about",
    "contact",
    "the",
    "ferry",
    "left",
    "dawn",
    "nobody",
    "Ämter",
    "straße",
    "1905",
    "Home",
]


def make_texts(seed=7):
    """Pages of lines that repeat, with blank lines, indents and lines that differ in case or white space alone."""
    chance = random.Random(seed)
    lines = [" ".join(chance.choices(WORDS, k=chance.randint(1, 9))) for _ in range(40)]
    lines += [line.upper() for line in lines[:5]] + [line.replace(" ", "  ") for line in lines[5:9]]
    return [
        "".join(
            chance.choice(["", "", "  "]) + chance.choice(lines) + chance.choice(["\n", "\n", "\n\n", "\r\n"])
            for _ in range(12)
        )
        for _ in range(30)
    ]


def normalise(text):
    return " ".join(unicodedata.normalize("NFKC", text).split())


def list_lines(text):
    return [line for line in text.split("\n") if line.strip()]


def list_paragraphs(text):
    """Lines up to the next blank one."""
    found, open_ = [], False
    for line in text.split("\n"):
        if not line.strip():
            open_ = False
        elif open_:
            found[-1] += "\n" + line
        else:
            found.append(line)
            open_ = True
    return found


def keep_first(texts, cut):
    """The slow version of exact deduplication: every unit whose normal form has not been seen."""
    seen, kept = set(), []
    for text in texts:
        own = [unit for unit in cut(text) if not (normalise(unit) in seen or seen.add(normalise(unit)))]
        kept.append([normalise(unit) for unit in own])
    return kept


@pytest.mark.parametrize(("unit", "cut"), [("line", list_lines), ("paragraph", list_paragraphs)])
def test_what_stays_is_what_exact_deduplication_keeps(twicetold, tmp_path, unit, cut):
    texts = make_texts()
    (tmp_path / "in.jsonl").write_text(
        "".join(json.dumps({"id": str(at), "text": text}) + "\n" for at, text in enumerate(texts))
    )
    options = ("--unit", unit, "--threshold", "1", "--min-characters", "0", "--no-ignore-case")
    twicetold("sentences", "in.jsonl", *options, "-o", "run")
    twicetold("apply", "run", "-o", "clean")
    left = [json.loads(line)["text"] for line in (tmp_path / "clean" / "in.jsonl").read_text().splitlines()]
    kept = keep_first(texts, cut)
    if unit == "line":
        assert [[normalise(line) for line in list_lines(text)] for text in left] == kept
    else:
        assert [normalise(text) for text in left] == [" ".join(own) for own in kept]
    run = json.loads((tmp_path / "run" / "run.json").read_text())["results"]
    assert run["sentences"] == sum(len(cut(text)) for text in texts)
    assert run["members"] - run["clusters"] == run["sentences"] - sum(map(len, kept))


def test_places_of_lines_are_those_of_the_file(tmp_path):
    text = "\n First line of ä page, long enough.\r\n\r\n\tSecond line of the page, also long.\nThird, the last line of it all."
    (tmp_path / "a.txt").write_text(text, newline="", encoding="utf-8")
    found = {
        unit: [
            row["text"]
            for row in twicetold.sentences(tmp_path / "a.txt", unit=unit).read_table("sentences").to_pylist()
        ]
        for unit in ("line", "paragraph")
    }
    first, second, third = (line.strip() for line in text.split("\n") if line.strip())
    assert found == {"line": [first, second, third], "paragraph": [first, f"{second}\n{third}"]}
    for row in twicetold.sentences(tmp_path / "a.txt", unit="line").read_table("sentences").to_pylist():
        assert text[row["start"] : row["end"]] == row["text"]


def test_both_engines_find_the_same(tmp_path):
    from twicetold.engines.spark import Spark

    for at, text in enumerate(make_texts(3)):
        (tmp_path / f"{at}.txt").write_text(text, encoding="utf-8")
    here = twicetold.sentences(tmp_path, unit="line", threshold=1.0)
    there = twicetold.sentences(tmp_path, unit="line", threshold=1.0, engine=Spark(small_session()))
    assert here.digest == there.digest
    assert here.facts["results"]["clusters"] > 10


def test_an_unknown_unit_is_an_error(twicetold, tmp_path):
    (tmp_path / "a.txt").write_text("A line.")
    assert "unknown unit: `word`" in twicetold("sentences", "a.txt", "--unit", "word", "-o", "run", code=2)[1]
