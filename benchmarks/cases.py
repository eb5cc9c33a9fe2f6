"""How many of the front end's cases come out right: `python -m benchmarks.cases FILE [PEER ...]`.

FILE is JSON lines, of one of two sorts told apart by their fields: `wikitext` with `plain` (the text a reader sees), or
`text` with `sentences` and the code of their language (`language` or `lang`). Sentences are compared with white space
collapsed. Failing cases are printed, then the languages; the last line is `right N of M`. A PEER (`pysbd`, `sentencex`)
splits the same sentences if it is installed.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow as pa

from twicetold.cleaners.base import CleanDocuments
from twicetold.splitter import SplitIntoSentences
from twicetold.tables.reading import DOCUMENTS

NOT_PLAIN = ("reference", "caption", "table_cell", "code")


def build_document(text: str, markup: str, **columns: object) -> pa.RecordBatch:
    """A batch of one document."""
    row = {"text": text, "markup": markup, "status": "read", **columns}
    values = [
        pa.array([row.get(field.name, 0 if field.name == "namespace" else "")], field.type) for field in DOCUMENTS
    ]
    return pa.RecordBatch.from_arrays(values, schema=DOCUMENTS)


def find_wikitext_problems(case: dict[str, Any]) -> list[str]:
    """What is wrong with the cleaner's answer to a case; nothing when it is right."""
    site = "".join(f"{number}:{name}\n" for number, names in case.get("namespaces", {}).items() for name in names)
    batch = build_document(
        case["wikitext"], "wikitext", title=case.get("title", ""), language=case.get("lang", "en"), site=site
    )
    blocks = CleanDocuments()(batch)["blocks"][0].as_py()
    body = [block for block in blocks if block["element"] not in NOT_PLAIN]
    got = {
        "plain": _tidy("\n".join(block["text"] for block in body)),
        "kinds": [block["element"] for block in body],
        "plain_body": _tidy("\n".join(block["text"] for block in body if not block["footer"])),
        "captions": [block["text"] for block in blocks if block["element"] == "caption"],
        "lossy": any(block["lossy"] for block in blocks),
    }
    accepted = {_tidy(text) for text in (case["plain"], *case.get("alt", []))}
    problems = [] if got["plain"] in accepted else [f"plain: {got['plain']!r}, not {case['plain']!r}"]
    problems += [
        f"{name}: {got[name]!r}, not {case[name]!r}"
        for name in ("kinds", "captions", "lossy")
        if name in case and got[name] != case[name]
    ]
    if "plain_body" in case and got["plain_body"] != _tidy(case["plain_body"]):
        problems.append(f"plain_body: {got['plain_body']!r}, not {case['plain_body']!r}")
    return problems


def read_language(case: dict[str, Any]) -> str:
    return str(case.get("language", case.get("lang", "")))


def split(case: dict[str, Any]) -> list[str]:
    """The sentences that twicetold finds."""
    step = SplitIntoSentences(language=read_language(case))
    return [str(text) for text in step(build_document(case["text"], "plain"))["text"].to_pylist()]


def split_with_peer(peer: str, case: dict[str, Any]) -> list[str]:
    """The sentences that another splitter finds; nothing when it does not know the language."""
    module = importlib.import_module(peer)
    if peer == "sentencex":
        return [str(text) for text in module.segment(read_language(case), case["text"])]
    try:
        segmenter = module.Segmenter(language=read_language(case), clean=False)
    except ValueError:
        return []
    return [str(text) for text in segmenter.segment(case["text"])]


def find_sentence_problems(case: dict[str, Any], got: list[str]) -> list[str]:
    """What is wrong with a splitter's answer to a case; nothing when it is right."""
    is_right = _tidy("\n".join(map(_join_lines, got))) == _tidy("\n".join(map(_join_lines, case["sentences"])))
    return [] if is_right else [f"{got!r}, not {case['sentences']!r}"]


def _join_lines(sentence: str) -> str:
    return " ".join(sentence.split())


def _tidy(text: str) -> str:
    lines = (_join_lines(line) for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def describe_languages(right: Counter[str], total: Counter[str]) -> str:
    return ", ".join(f"{language or 'none'} {right[language]}/{total[language]}" for language in sorted(total))


def main(path: str, *peers: str) -> None:
    total: Counter[str] = Counter()
    right: dict[str, Counter[str]] = {name: Counter() for name in ("", *peers)}
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        if not line.strip():
            continue
        case = json.loads(line)
        problems = find_wikitext_problems(case) if "wikitext" in case else find_sentence_problems(case, split(case))
        total[read_language(case)] += 1
        right[""][read_language(case)] += not problems
        for problem in problems:
            print(f"wrong ({case.get('construct', '')}): {case.get('wikitext', case.get('text'))!r}\n  {problem}")
        for peer in peers:
            right[peer][read_language(case)] += not find_sentence_problems(case, split_with_peer(peer, case))
    for peer in peers:
        print(f"{peer}: {describe_languages(right[peer], total)}: right {right[peer].total()} of {total.total()}")
    print(describe_languages(right[""], total))
    print(f"right {right[''].total()} of {total.total()}")


if __name__ == "__main__":
    main(*sys.argv[1:])
