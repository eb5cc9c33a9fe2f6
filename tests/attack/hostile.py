"""Hostile files, a generator for each class: every command ends by itself, without a traceback, and the rest is read."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import random
from collections.abc import Callable, Iterator, Mapping

from tests.attack.workshop import Workshop

GOOD = b'{"id": "good", "text": "The last record of the folder is still read by every job."}\n'
COMMANDS = (["split"], ["sentences", "-o", "h-run"], ["documents", "-o", "h-run"], ["passages", "-o", "h-run"])
_AWKWARD = "\0\x1b\x7f\x85\u200b\u202e\u2028\ufeff\uffff\U0001f469\u200d\U0001f469\u0301é漢字ﷺ\t\r\n\"'<>&{}[]|=,;"


def make_bytes(chances: random.Random) -> tuple[str, bytes]:
    return f"noise.{chances.choice(['txt', 'jsonl', 'csv', 'xml', 'html', 'parquet', 'warc'])}", chances.randbytes(5000)


def make_awkward_text(chances: random.Random) -> tuple[str, bytes]:
    text = "".join(chances.choices(_AWKWARD + "abc .", k=chances.randint(1, 4000)))
    return "awkward.jsonl", json.dumps({"id": text[:50], "title": text[-80:], "text": text}).encode() + b"\n"


def make_nesting(chances: random.Random) -> tuple[str, bytes]:
    depth = chances.choice([100, 5_000, 100_000])
    opening, closing = chances.choice([("[", "]"), ('{"a":', "}"), ("{{a|", "}}"), ("[[", "]]"), ("<b>", "</b>")])
    body = opening * depth + closing * (depth if chances.random() < 0.5 else 0)
    return chances.choice([("deep.json", body), ("deep.xml", _wrap_page(body)), ("deep.html", body)])[0], body.encode()


def make_markup(chances: random.Random) -> tuple[str, bytes]:
    pieces = [
        "{{",
        "}}",
        "[[",
        "]]",
        "'''",
        "{|",
        "|}",
        "|-",
        "<ref>",
        "</ref>",
        "<!--",
        "-->",
        "&lt;",
        "==",
        "\n",
        "a ",
    ]
    return "markup.xml", _wrap_page("".join(chances.choices(pieces, k=3000))).encode()


def make_repetition(chances: random.Random) -> tuple[str, bytes]:
    word = chances.choice(["a", "a ", "a. ", "1,", "é", "A.B.", "(", "-", "漢"])
    return "same.txt", (word * chances.randint(1, 60_000)).encode()


def make_table(chances: random.Random) -> tuple[str, bytes]:
    cells = ['"', '""', ",", "\n", "\r\n", "\t", "x", "=1+1", '"a', 'b"', "\0", ";"]
    return "table.csv", b"id,text\n" + "".join(chances.choices(cells, k=2000)).encode()


def make_records(chances: random.Random) -> tuple[str, bytes]:
    values = ["null", "1e999", "-0", '""', "[]", "{}", '"\\ud800"', "true", "NaN", '"x"', '"a\\u0000b"', "1" * 400]
    lines = (f'{{"id": {chances.choice(values)}, "text": {chances.choice(values)}}}' for _ in range(60))
    return "records.jsonl", "\n".join(lines).encode()


def make_empty(chances: random.Random) -> tuple[str, bytes]:
    options = [("e.jsonl", b""), ("e.json", b"[]"), ("e.jsonl", b"\n \n\n"), ("e.csv", b"id,text\n"), ("e.txt", b" \n")]
    return chances.choice([*options, ("e.xml", b"<mediawiki></mediawiki>"), ("e.html", b"<html></html>")])


def make_damaged_packing(chances: random.Random) -> tuple[str, bytes]:
    suffix, pack = chances.choice([("gz", gzip.compress), ("bz2", bz2.compress), ("xz", lzma.compress)])
    data = bytearray(pack(GOOD * chances.randint(1, 3000)))
    if chances.random() < 0.5:
        data[chances.randrange(len(data))] ^= 0xFF
    else:
        del data[chances.randrange(len(data)) :]
    return f"hurt.jsonl.{suffix}", bytes(data)


def make_long_line(chances: random.Random) -> tuple[str, bytes]:
    return "long.jsonl", b'{"text": "' + chances.choice([b"x", b"x ", b"\\u0041"]) * chances.randint(1, 200_000)


CLASSES: Mapping[str, Callable[[random.Random], tuple[str, bytes]]] = {
    name.removeprefix("make_"): make for name, make in list(globals().items()) if name.startswith("make_")
}


def attack_readers(shop: Workshop) -> Iterator[None]:
    """Give every class of hostile file to the commands that read, beside a good file."""
    tally = shop.open_tally("Hostile input is only text", f"files of {len(CLASSES)} classes, each beside a good one")
    while True:
        for name, make in CLASSES.items():
            file, data = make(shop.random)
            folder = shop.folder / "hostile"
            folder.mkdir(exist_ok=True)
            for old in folder.iterdir():
                old.unlink()
            (folder / file).write_bytes(data)
            (folder / "good.jsonl").write_bytes(GOOD)
            before = shop.hash_files("hostile")
            command = shop.random.choice(COMMANDS)
            extra = ["--force"] if "-o" in command else []
            ended = shop.run(command[0], "hostile", *command[1:], *extra)
            tally.count += 1
            faults = ended.list_faults((0, 1))
            if shop.hash_files("hostile") != before:
                faults.append("an input was altered")
            if command[0] == "split" and b"The last record" not in ended.out:
                faults.append("the good file was not read")
            tally.failures += [f"{name}, {command[0]}: {fault}" for fault in faults]
            yield


def _wrap_page(text: str) -> str:
    page = f"<page><title>T</title><ns>0</ns><id>1</id><revision><id>2</id><text>{text}</text></revision></page>"
    return f"<mediawiki>{page}</mediawiki>"
