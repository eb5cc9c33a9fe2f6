"""How many of the front end's cases come out right: `python -m benchmarks.cases FILE`.

FILE is JSON lines, of one of two sorts told apart by their fields: `wikitext` with `plain` (the text a reader sees), or
`text` with `sentences`. Failing cases are printed; the last line is `right N of M`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa

from twicetold.cleaners.base import CleanDocuments
from twicetold.splitter import SplitIntoSentences
from twicetold.tables.reading import DOCUMENTS

NOT_PLAIN = ("reference", "caption", "table_cell", "code")


def document(text: str, markup: str, **columns: object) -> pa.RecordBatch:
    """A batch of one document."""
    row = {"text": text, "markup": markup, "status": "read", **columns}
    values = [
        pa.array([row.get(field.name, 0 if field.name == "namespace" else "")], field.type) for field in DOCUMENTS
    ]
    return pa.RecordBatch.from_arrays(values, schema=DOCUMENTS)


def wikitext_problems(case: dict[str, Any]) -> list[str]:
    """What is wrong with the cleaner's answer to a case; nothing when it is right."""
    site = "".join(f"{number}:{name}\n" for number, names in case.get("namespaces", {}).items() for name in names)
    batch = document(
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


def sentence_problems(case: dict[str, Any]) -> list[str]:
    """What is wrong with the splitter's answer to a case; nothing when it is right."""
    got = SplitIntoSentences(language=case.get("language", case.get("lang", "")))(document(case["text"], "plain"))["text"].to_pylist()
    return [] if got == case["sentences"] else [f"{got!r}, not {case['sentences']!r}"]


def _tidy(text: str) -> str:
    lines = (" ".join(line.split()) for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def main(path: str) -> None:
    right = total = 0
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        if not line.strip():
            continue
        case = json.loads(line)
        problems = wikitext_problems(case) if "wikitext" in case else sentence_problems(case)
        total += 1
        right += not problems
        for problem in problems:
            print(f"wrong ({case.get('construct', '')}): {case.get('wikitext', case.get('text'))!r}\n  {problem}")
    print(f"right {right} of {total}")


if __name__ == "__main__":
    main(sys.argv[1])
