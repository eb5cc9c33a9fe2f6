"""For owners of a forum: threads that ask the same question."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import twicetold

THREADS = [
    {"id": "1", "question": "How deep is Lake Orrin?", "answer": "It is ninety metres deep at the old pier."},
    {"id": "2", "question": "How deep is Lake Orrin really?", "answer": "It is ninety metres deep at the old pier."},
    {"id": "3", "question": "Who owns the boat house in Besk?", "answer": "The town does."},
]

with TemporaryDirectory() as folder:
    threads = Path(folder) / "threads.jsonl"
    threads.write_text("".join(f"{json.dumps(thread)}\n" for thread in THREADS), encoding="utf-8")

    run = twicetold.threads(threads)
    for row in run.members.to_pylist():
        print(f"cluster {row['cluster']}: thread {row['document']}")
