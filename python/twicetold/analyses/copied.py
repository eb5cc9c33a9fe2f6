"""What share of the sentences stands elsewhere too, by the block they are in."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.analyses import charts
from twicetold.analyses.base import Analysis, schema
from twicetold.analyses.columns import document_hashes, whole_clusters
from twicetold.run import Run
from twicetold.run.finished import scan

ALL = "all"
Counts = dict[str, Counter[str]]  # by block, then by column


class Copied(Analysis):
    title: ClassVar[str] = "Share of sentences that are copied"
    question: ClassVar[str] = "What share of the sentences is said in another document too, to the letter or nearly?"
    schema: ClassVar[pa.Schema] = schema(
        block=pa.string(),  # `all` first, then those that were compared
        sentences=pa.uint64(),
        identical=pa.uint64(),  # another document says the same to the letter
        near=pa.uint64(),  # another document says nearly the same
        within=pa.uint64(),  # only its own document says it again
        copied=pa.float64(),  # share that is identical or near
    )

    def table(self, run: Run) -> pa.Table:
        blocks: Counts = {}
        compared = run.facts.get("settings", {}).get("folding", {}).get("blocks", [])
        for batch in scan(run, "sentences", columns=["block"]):
            for row in pc.value_counts(batch["block"]).to_pylist():
                if not compared or row["values"] in compared:
                    blocks.setdefault(row["values"], Counter())["sentences"] += row["counts"]
        for members in whole_clusters(run, ["variant", "document", "title", "block"]):
            for block, counted in _counted(members).items():
                blocks.setdefault(block, Counter()).update(counted)
        ordered = sorted(blocks, key=lambda block: (-blocks[block]["sentences"], block))
        every: Counter[str] = sum(blocks.values(), Counter())
        rows = [_row(ALL, every), *(_row(block, blocks[block]) for block in ordered)] if blocks else []
        return pa.Table.from_pylist(rows, self.schema)

    def finding(self, table: pa.Table) -> str:
        row = table.slice(0, 1).to_pylist()[0]
        copied = row["identical"] + row["near"]
        return f"{copied:,} of {row['sentences']:,} sentences ({charts.per_cent(row['copied'], 1)}) stand elsewhere too"

    def drawn(self, table: pa.Table) -> Any:
        altair = charts.altair()
        parts = [
            {
                "block": f"{row['block']} ({row['sentences']:,})",
                "how": said,
                "share": row[how] / max(row["sentences"], 1),
            }
            | {"order": order, "sentences": row[how]}
            for row in charts.rows(table)
            for order, (how, said) in enumerate(HOW.items())
        ]
        colours = altair.Scale(
            domain=list(HOW.values()), range=[charts.BLUE, charts.KIND_COLOURS["template"], charts.GREY]
        )
        return (
            altair.Chart(altair.Data(values=parts), width=charts.WIDTH, height={"step": charts.BAR_HEIGHT + 6})
            .mark_bar()
            .encode(
                x=altair.X("share:Q", title="share of the block's sentences", axis=altair.Axis(format="~%")),
                y=altair.Y("block:N", title=None, sort=None),
                color=altair.Color("how:N", title=None, scale=colours),
                order="order:Q",
                tooltip=["block:N", "how:N", altair.Tooltip("share:Q", format=".2%"), "sentences:Q"],
            )
        )


HOW = {
    "identical": "in another document, to the letter",
    "near": "in another document, nearly",
    "within": "again in its own document only",
}


def _counted(members: pa.Table) -> Counts:
    """Members of whole clusters, by block and by where else they stand."""
    hashes = pa.chunked_array([document_hashes(batch) for batch in members.to_batches()])
    named = members.drop_columns(["document", "title"]).append_column("document", hashes)
    texts = _spread(named, ["cluster", "variant"], "text")
    clusters = _spread(named, ["cluster"], "cluster")
    keys = ["cluster", "variant", "block"]
    counted = named.group_by(keys, use_threads=False).aggregate([([], "count_all")])
    joined = counted.join(texts, keys[:2], use_threads=False).join(clusters, keys[:1], use_threads=False)
    grouped = joined.group_by(["block", "text_spread", "cluster_spread"]).aggregate([("count_all", "sum")])
    found: Counts = {}
    for row in grouped.to_pylist():
        how = "identical" if row["text_spread"] else "near" if row["cluster_spread"] else "within"
        found.setdefault(row["block"], Counter())[how] += row["count_all_sum"]
    return found


def _spread(members: pa.Table, keys: list[str], name: str) -> pa.Table:
    """Whether what `keys` name stands in more than one document."""
    grouped = members.group_by(keys, use_threads=False).aggregate([("document", "min"), ("document", "max")])
    spread = pc.not_equal(grouped["document_min"], grouped["document_max"])
    return grouped.select(keys).append_column(f"{name}_spread", spread)


def _row(block: str, counted: Counter[str]) -> dict[str, Any]:
    copied = (counted["identical"] + counted["near"]) / max(counted["sentences"], 1)
    numbers = {name: counted[name] for name in ("sentences", "identical", "near", "within")}
    return {"block": block, **numbers, "copied": copied}
