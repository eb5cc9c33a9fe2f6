"""The frames that are filled in most often, with the places that vary left open."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds

from twicetold.analyses import charts
from twicetold.analyses.base import Analysis, build_schema
from twicetold.run import Run
from twicetold.run.finished import read_rows, scan_table
from twicetold.tables.batches import Batch
from twicetold.text.colours import SKY
from twicetold.text.plurals import format_count

MOST_TEMPLATES = 20
CHART_ROWS = 12
COMPARED_MATCHES = 200  # matches of the first text that tell what varies
VARYING_SHARE = 0.2  # share of them in which a character must change to be in a slot
SLOT = "[…]"

Spans = list[tuple[int, int]]


class TemplatesAnalysis(Analysis):
    title: ClassVar[str] = "Largest templates"
    question: ClassVar[str] = "Which sentences are frames that are filled in again and again?"
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "clusters": ("cluster", "kind", "size", "documents", "variants", "confidence", "example")
    }
    schema: ClassVar[pa.Schema] = build_schema(
        cluster=pa.uint32(),
        size=pa.uint32(),
        documents=pa.uint32(),
        variants=pa.uint32(),
        confidence=pa.float64(),
        frame=pa.string(),  # the first text, what varies as `[…]`
        example=pa.string(),
    )

    def compute_table(self, run: Run) -> pa.Table:
        # The run has the largest first.
        largest = list(islice(read_rows(run, "clusters", ds.field("kind") == "template"), MOST_TEMPLATES))
        varying = _find_varying_spans(run, [each["cluster"] for each in largest])
        found = [each | {"frame": mark_slots(each["example"], varying[each["cluster"]])} for each in largest]
        return pa.Table.from_pylist([{name: row[name] for name in self.schema.names} for row in found], self.schema)

    def describe_finding(self, table: pa.Table) -> str:
        row = table.slice(0, 1).to_pylist()[0]
        return f"the largest is filled in {row['size']:,} times, in {format_count(row['documents'], 'document')}"

    def draw_table(self, table: pa.Table) -> Any:
        altair = charts.import_altair()
        frames = charts.prepare_rows(table.slice(0, CHART_ROWS))
        for rank, row in enumerate(frames, 1):
            row["name"] = f"{rank}. {charts.shorten_text(row['frame'], 72)}"
        base = altair.Chart(
            altair.Data(values=frames), width=charts.WIDTH - 320, height={"step": charts.BAR_HEIGHT}
        ).encode(
            x=altair.X("size:Q", axis=None),
            y=altair.Y("name:N", title=None, sort=None, axis=altair.Axis(labelLimit=500)),
        )
        bars = base.mark_bar(color=SKY).encode(tooltip=["frame:N", "example:N", "size:Q", "documents:Q", "variants:Q"])
        return altair.layer(bars, base.mark_text(align="left", dx=5).encode(text=altair.Text("size:Q", format=",d")))


def mark_slots(text: str, changed: list[Spans]) -> str:
    """`("Orrin is a lake.", [[(0, 5)], [(0, 5)]])` -> `[…] is a lake.`; each list is one comparison's changes."""
    times = [0] * (len(text) + 1)
    for spans in changed:
        for start, end in spans:
            for place in range(start, min(end, len(text))):
                times[place] += 1
    said, open_slot = [], False
    for character, changes in zip(text, times, strict=False):
        varies = bool(changed) and changes >= max(1, VARYING_SHARE * len(changed))
        if not varies:
            said.append(character)
        elif not open_slot:
            said.append(SLOT)
        open_slot = varies
    return "".join(said).replace(f"{SLOT} {SLOT}", SLOT)


def _find_varying_spans(run: Run, clusters: list[int]) -> dict[int, list[Spans]]:
    """What changes in each cluster's first text, for each of its first matches."""
    found: dict[int, list[Spans]] = {cluster: [] for cluster in clusters}
    if not clusters or "matches" not in run.tables:
        return found
    firsts: dict[int, tuple[str, int]] = {}
    columns = ["cluster", "left_document", "left_position", "changes"]
    for batch in scan_table(run, "matches", ds.field("cluster").isin(clusters), columns):
        for cluster in pc.unique(batch["cluster"]).to_pylist():
            own = batch.filter(pc.equal(batch["cluster"], cluster))
            first = firsts.setdefault(cluster, (own["left_document"][0].as_py(), own["left_position"][0].as_py()))
            found[cluster] += _read_changes(own, first, COMPARED_MATCHES - len(found[cluster]))
    return found


def _read_changes(matches: Batch, first: tuple[str, int], most: int) -> list[Spans]:
    """The places that the first matches of a text change in it."""
    there = pc.and_(pc.equal(matches["left_document"], first[0]), pc.equal(matches["left_position"], first[1]))
    changes = matches.filter(there)["changes"].slice(0, most).to_pylist()
    return [[(each["left_start"], each["left_end"]) for each in changed] for changed in changes]
