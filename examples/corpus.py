"""For builders of text corpora: which records repeat others, which to keep, and why."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import twicetold

NEWS = "The harbour of Besk was closed on Monday after a storm tore two cranes from the quay, and nobody was hurt."
RECORDS = [
    {"id": "first", "date": "2024-01-03", "text": NEWS},
    {"id": "again", "date": "2024-01-05", "text": f"{NEWS} More follows."},
    {
        "id": "other",
        "date": "2024-02-11",
        "text": "The library of Hale opens a reading room for children.",
    },
]

with TemporaryDirectory() as folder:
    corpus = Path(folder) / "corpus.jsonl"
    corpus.write_text("".join(f"{json.dumps(record)}\n" for record in RECORDS), encoding="utf-8")

    run = twicetold.documents(corpus, keep="newest")
    for row in run.members.to_pylist():
        print("keep" if row["kept"] else "remove", row["document"], "|", row["why"])
