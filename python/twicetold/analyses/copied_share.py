"""What share of the sentences stands elsewhere too, by the block they are in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.analyses import charts
from twicetold.analyses.base import Analysis, build_schema
from twicetold.analyses.columns import hash_documents, iterate_whole_clusters
from twicetold.run import Run
from twicetold.run.finished import scan_table
from twicetold.text.colours import BLUE, GREY, SKY

ALL_BLOCKS = "all"
BlockCounts = dict[str, Counter[str]]  # by block, then by column


class CopiedSentencesAnalysis(Analysis):
    title: ClassVar[str] = "Share of sentences that are copied"
    question: ClassVar[str] = "What share of the sentences is said in another document too, to the letter or nearly?"
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "sentences": ("block",),
        "members": ("cluster", "variant", "document", "title", "block"),
    }
    schema: ClassVar[pa.Schema] = build_schema(
        block=pa.string(),  # `all` first, then those that were compared
        sentences=pa.uint64(),
        identical=pa.uint64(),  # another document says the same to the letter
        near=pa.uint64(),  # another document says nearly the same
        within=pa.uint64(),  # only its own document says it again
        copied=pa.float64(),  # share that is identical or near
    )

    def compute_table(self, run: Run) -> pa.Table:
        blocks: BlockCounts = {}
        compared = run.facts.get("settings", {}).get("sentences", {}).get("blocks", [])
        for batch in scan_table(run, "sentences", columns=["block"]):
            for row in pc.value_counts(batch["block"]).to_pylist():
                if not compared or row["values"] in compared:
                    blocks.setdefault(row["values"], Counter())["sentences"] += row["counts"]
        for members in iterate_whole_clusters(run, ["variant", "document", "title", "block"]):
            for block, counted in _count_members(members).items():
                blocks.setdefault(block, Counter()).update(counted)
        ordered = sorted(blocks, key=lambda block: (-blocks[block]["sentences"], block))
        every: Counter[str] = sum(blocks.values(), Counter())
        rows = (
            [_build_row(ALL_BLOCKS, every), *(_build_row(block, blocks[block]) for block in ordered)] if blocks else []
        )
        return pa.Table.from_pylist(rows, self.schema)

    def describe_finding(self, table: pa.Table) -> str:
        row = table.slice(0, 1).to_pylist()[0]
        copied = row["identical"] + row["near"]
        share = charts.format_percentage(row["copied"], 1)
        return f"{copied:,} of {row['sentences']:,} sentences ({share}) are in another document too"

    def draw_table(self, table: pa.Table) -> Any:
        altair = charts.import_altair()
        parts = [
            {
                "block": f"{row['block']} ({row['sentences']:,})",
                "how": said,
                "share": row[how] / max(row["sentences"], 1),
            }
            | {"order": order, "sentences": row[how]}
            for row in charts.prepare_rows(table)
            for order, (how, said) in enumerate(COPY_LABELS.items())
        ]
        colours = altair.Scale(domain=list(COPY_LABELS.values()), range=[BLUE, SKY, GREY])
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


COPY_LABELS = {
    "identical": "in another document, to the letter",
    "near": "in another document, nearly",
    "within": "again in its own document only",
}


def _count_members(members: pa.Table) -> BlockCounts:
    """Members of whole clusters, by block and by where else they stand."""
    hashes = pa.chunked_array([hash_documents(batch) for batch in members.to_batches()])
    named = members.drop_columns(["document", "title"]).append_column("document", hashes)
    texts = _find_spread(named, ["cluster", "variant"], "text")
    clusters = _find_spread(named, ["cluster"], "cluster")
    keys = ["cluster", "variant", "block"]
    counted = named.group_by(keys, use_threads=False).aggregate([([], "count_all")])
    joined = counted.join(texts, keys[:2], use_threads=False).join(clusters, keys[:1], use_threads=False)
    grouped = joined.group_by(["block", "text_spread", "cluster_spread"]).aggregate([("count_all", "sum")])
    found: BlockCounts = {}
    for row in grouped.to_pylist():
        how = "identical" if row["text_spread"] else "near" if row["cluster_spread"] else "within"
        found.setdefault(row["block"], Counter())[how] += row["count_all_sum"]
    return found


def _find_spread(members: pa.Table, keys: list[str], name: str) -> pa.Table:
    """Whether what `keys` name stands in more than one document."""
    grouped = members.group_by(keys, use_threads=False).aggregate([("document", "min"), ("document", "max")])
    spread = pc.not_equal(grouped["document_min"], grouped["document_max"])
    return grouped.select(keys).append_column(f"{name}_spread", spread)


def _build_row(block: str, counted: Counter[str]) -> dict[str, Any]:
    copied = (counted["identical"] + counted["near"]) / max(counted["sentences"], 1)
    numbers = {name: counted[name] for name in ("sentences", "identical", "near", "within")}
    return {"block": block, **numbers, "copied": copied}
