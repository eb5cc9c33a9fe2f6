"""For scholars and reviewers: the passages that an essay shares with its sources, located to the character."""

from pathlib import Path
from tempfile import TemporaryDirectory

import twicetold

BOOK = (
    "Before the railway reached the coast, salt herring was the only good that left Besk in every month of the year. "
    "The barrels were counted twice, once on the quay and once aboard. The second count was always lower. "
)

with TemporaryDirectory() as folder:
    essay, book = Path(folder) / "essay.txt", Path(folder) / "book.txt"
    book.write_text(f"This is a history of the harbour. {BOOK}", encoding="utf-8")
    essay.write_text(f"Trade is older than roads. {BOOK}Nobody knows why.", encoding="utf-8")

    run = twicetold.passages(essay, against=book)
    for row in run.passages.to_pylist():
        print(f"characters {row['left_start']} to {row['left_end']} of the essay:")
        print(essay.read_text(encoding="utf-8")[row["left_start"] : row["left_end"]])
