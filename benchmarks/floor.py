"""The floor under any finder by minhash: our kernels alone, timed part by part by `examples/floor.rs`.

`python -m benchmarks.floor TEXTS`: a text to a line, as the benchmark's tasks save them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.peers.base import SENTENCES

ROOT = Path(__file__).parent.parent


def floor(path: Path, texts: int, rounds: int) -> list[dict[str, Any]]:
    """At the papers' settings and at our own for the case, one and two threads, the best of `rounds` each."""
    from twicetold.plan import choose

    subprocess.run(["cargo", "build", "--quiet", "--release", "--example", "floor"], cwd=ROOT, check=True)
    program = ROOT / "target" / "release" / "examples" / "floor"
    scheme: Any = choose(SENTENCES.threshold, 0.99, "jaccard", texts, shingle=SENTENCES.length).scheme
    schemes = ("draws",), ("bands", str(scheme.rows), str(scheme.bands))
    runs = [(threads, arguments) for threads in ("1", "2") for arguments in schemes]
    best: dict[tuple[str, tuple[str, ...]], dict[str, Any]] = {}
    for _ in range(rounds):
        for threads, arguments in runs:
            command = [str(program), str(path), threads, *arguments]
            facts = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
            kept = best.setdefault((threads, arguments), facts)
            if facts["seconds"] < kept["seconds"]:
                best[threads, arguments] = facts
    return list(best.values())


if __name__ == "__main__":
    given = Path(sys.argv[1])
    for each in floor(given, given.read_bytes().count(b"\n"), 3):
        print(json.dumps(each))
