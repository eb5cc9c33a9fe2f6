"""Figure 2 of paper 001: one example of each kind, from planted text, since sentences of the data are not printed."""

from __future__ import annotations

from collections.abc import Iterator

from replication.base import Part, Table
from replication.runs import KINDS
from replication.source import Source


def run(source: Source) -> Iterator[Part]:
    path = str(source.planted_file)
    made = source.run_job("sentences", "planted-default", path)
    texts = {(row["document"], row["position"]): row for row in made.members.to_pylist()}
    found: dict[str, list[str]] = {}
    for row in made.matches.to_pylist():
        sides = [texts[row[f"{side}_document"], row[f"{side}_position"]] for side in ("left", "right")]
        found.setdefault(row["kind"], [f"{side['text']} [{side['title']}]" for side in sides])
    same = made.clusters.to_pylist()
    first = next((row["cluster"] for row in same if row["kind"] == "identical"), None)
    if first is not None:
        members = [row for row in made.members.to_pylist() if row["cluster"] == first][:2]
        found["identical"] = [f"{row['text']} [{row['title']}]" for row in members]
    yield (
        "The examples are from the planted encyclopedia, whose sentences are invented. "
        "`twicetold show RUN --random 5 --kind drift` prints those of a run."
    )
    yield Table(
        ["kind", "one article", "another"], [[kind, *found.get(kind, ["none in this text", ""])] for kind in KINDS]
    )
