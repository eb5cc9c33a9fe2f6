"""Whether every sentence stands where it says: `python -m benchmarks.located FILE ...`.

Reads each file, splits it, and compares every sentence with the slice `[start:end]` of the document as read: to the
letter for plain text; for markup the sentence's letters must stand in the slice in order, unless templates or entities
render others. Prints counts, and as its last line `located N of M`.
"""

from __future__ import annotations

import sys
from collections import Counter

from twicetold.jobs.front import build_reader
from twicetold.jobs.split.settings import SplitSettings
from twicetold.readers.base import Split
from twicetold.readers.inputs import find_inputs
from twicetold.splitter import SplitIntoSentences

MARKUP = ("{{", "&", "<", "-{", "'")  # what is rendered as other letters than it is written with


def contains(source: str, text: str) -> bool:
    """Whether the letters of a sentence stand in its slice in order; templates and entities may render others."""
    letters = iter(character for character in source if character.isalnum())
    return all(character in letters for character in text if character.isalnum()) or any(
        mark in source for mark in MARKUP
    )


def main(paths: list[str]) -> None:
    located = total = 0
    for path in paths:
        outcomes: Counter[str] = Counter()
        wrong: list[tuple[str, str]] = []
        for file in find_inputs([path], SplitSettings().reading):
            for batch in build_reader(file, SplitSettings()).read(Split(file.path)):
                outcomes.update(
                    f"{status} {reason}".strip() if status == "skipped" else status
                    for status, reason in zip(batch["status"].to_pylist(), batch["reason"].to_pylist(), strict=True)
                )
                for row in range(batch.num_rows):
                    document = batch.slice(row, 1)
                    source, markup = document["text"][0].as_py(), document["markup"][0].as_py()
                    for sentence in SplitIntoSentences()(document).select(["start", "end", "text"]).to_pylist():
                        found = source[sentence["start"] : sentence["end"]]
                        right = found == sentence["text"] if markup == "plain" else contains(found, sentence["text"])
                        total += 1
                        located += right
                        if not right and len(wrong) < 3:
                            wrong.append((found, sentence["text"]))
        print(path, dict(outcomes))
        for found, text in wrong:
            print(f"  wrong: {text!r}\n     at: {found!r}")
    print(f"located {located} of {total}")


if __name__ == "__main__":
    main(sys.argv[1:])
