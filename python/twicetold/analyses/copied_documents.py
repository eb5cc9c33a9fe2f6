"""Which documents say most of what others say too, and where."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.analyses import charts
from twicetold.analyses.base import Analysis, build_schema
from twicetold.analyses.columns import hash_documents, read_cluster_column
from twicetold.run import Run
from twicetold.run.finished import count_rows, read_rows, scan_table

MOST_DOCUMENTS = 20
CHART_ROWS = 15
DOCUMENTS_PER_PASS = 1_000_000  # documents that are counted in one pass over the members
PENDING_ROWS = 250_000  # rows before they are summed up

_NAME_COLUMNS = ("document", "title")


class CopiedDocumentsAnalysis(Analysis):
    title: ClassVar[str] = "Most copied documents"
    question: ClassVar[str] = "Which documents have most sentences that are also in other documents, and where?"
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "clusters": ("documents",),
        "members": ("cluster", *_NAME_COLUMNS),
        "sentences": _NAME_COLUMNS,
        "document_pairs": ("shared",),
    }
    schema: ClassVar[pa.Schema] = build_schema(
        document=pa.string(),
        title=pa.string(),
        copied=pa.uint64(),  # sentences that another document has too, to the letter or nearly
        sentences=pa.uint64(),  # all that it has
        share=pa.float64(),
        shared_with=pa.string(),  # the title (else the id) of the document that has most of them
        shared=pa.uint32(),  # how many that is; 0 where only boilerplate is shared
    )

    def compute_table(self, run: Run) -> pa.Table:
        most = _find_most_copied(run)
        known = _read_names_and_lengths(run, list(most))
        partners = _find_partners(run, {each[:2] for each in known.values()})
        found: list[dict[str, Any]] = [
            {"document": document, "title": title, "copied": most[each], "sentences": sentences}
            | {"share": most[each] / sentences}
            | dict(zip(("shared_with", "shared"), partners.get((document, title), ("", 0)), strict=True))
            for each, (document, title, sentences) in known.items()
        ]
        found.sort(key=lambda row: (-row["copied"], row["document"], row["title"]))
        return pa.Table.from_pylist(found, self.schema)

    def describe_finding(self, table: pa.Table) -> str:
        first = charts.prepare_rows(table.slice(0, 1))[0]
        name = charts.shorten_text(first["title"] or first["document"], 60)
        share = charts.format_percentage(first["share"])
        return f"{name}: {first['copied']:,} of its {first['sentences']:,} sentences ({share})"

    def draw_table(self, table: pa.Table) -> Any:
        altair = charts.import_altair()
        documents = charts.prepare_rows(table.slice(0, CHART_ROWS))
        for rank, row in enumerate(documents, 1):
            row["name"] = f"{rank}. {charts.shorten_text(row['title'] or row['document'], 44)}"
            row["label"] = f"{row['copied']:,} of {row['sentences']:,} ({charts.format_percentage(row['share'])})"
        base = altair.Chart(
            altair.Data(values=documents), width=charts.WIDTH - 140, height={"step": charts.BAR_HEIGHT}
        ).encode(x=altair.X("copied:Q", axis=None), y=altair.Y("name:N", title=None, sort=None))
        bars = base.mark_bar().encode(tooltip=["title:N", "copied:Q", "sentences:Q", "shared_with:N", "shared:Q"])
        return altair.layer(bars, base.mark_text(align="left", dx=5).encode(text="label:N"))


def _find_most_copied(run: Run) -> dict[int, int]:
    """The documents, by hash, with most copied sentences. Of equals the lower hash, which is the same everywhere."""
    spread = read_cluster_column(run, "documents")
    passes = 1 + (count_rows(run, "documents") if "documents" in run.tables else 0) // DOCUMENTS_PER_PASS
    kept = pa.concat_tables([_take_top(_count_copied(run, spread, part, passes)) for part in range(passes)])
    top = _take_top(kept)
    return dict(zip(top["hash"].to_pylist(), top["copied"].to_pylist(), strict=True))


def _take_top(counted: pa.Table) -> pa.Table:
    order = [("copied", "descending"), ("hash", "ascending")]  # no two are equal, so it does not matter that it is
    return counted.take(pc.select_k_unstable(counted, MOST_DOCUMENTS, order))  # called unstable


def _count_copied(run: Run, spread: pa.Array, part: int, passes: int) -> pa.Table:
    """Copied sentences by document, of one part of the documents."""
    waiting = [_COPIED_COUNTS.empty_table()]
    for batch in scan_table(run, "members", columns=["cluster", *_NAME_COLUMNS]):
        elsewhere = pc.greater(spread.take(batch["cluster"]), 1)
        hashes = hash_documents(batch.filter(elsewhere))
        if passes > 1:
            hashes = hashes.filter(_select_part(hashes, part, passes))
        ones = pa.repeat(pa.scalar(1, pa.uint64()), len(hashes))
        waiting.append(pa.table([hashes, ones], schema=_COPIED_COUNTS))
        if sum(each.num_rows for each in waiting[1:]) > PENDING_ROWS:
            waiting = [_sum_counts(waiting)]
    return _sum_counts(waiting)


def _select_part(hashes: pa.Array, part: int, passes: int) -> pa.Array:
    """Which hashes leave `part` when divided by `passes`."""
    divisor = pa.scalar(passes, pa.uint64())
    rest = pc.subtract(hashes, pc.multiply(pc.divide(hashes, divisor), divisor))
    return pc.equal(rest, pa.scalar(part, pa.uint64()))


_COPIED_COUNTS = build_schema(hash=pa.uint64(), copied=pa.uint64())


def _sum_counts(counts: list[pa.Table]) -> pa.Table:
    grouped = pa.concat_tables(counts).group_by("hash", use_threads=False).aggregate([("copied", "sum")])
    return grouped.rename_columns(_COPIED_COUNTS.names).cast(_COPIED_COUNTS)


def _read_names_and_lengths(run: Run, wanted: Sequence[int]) -> dict[int, tuple[str, str, int]]:
    """Id, title and number of sentences of the documents with these hashes."""
    found: dict[int, tuple[str, str, int]] = {}
    hashes = pa.array(wanted, pa.uint64())
    for batch in scan_table(run, "sentences", columns=_NAME_COLUMNS):
        of_batch = hash_documents(batch)
        theirs = pc.is_in(of_batch, hashes)
        rows_of = zip(of_batch.filter(theirs).to_pylist(), batch.filter(theirs).to_pylist(), strict=True)
        for each, row in rows_of:
            before = found.get(each, ("", "", 0))[2]
            found[each] = row["document"], row["title"], before + 1
    return found


def _find_partners(run: Run, names: Collection[tuple[str, str]]) -> dict[tuple[str, str], tuple[str, int]]:
    """For each document, who shares most with it: the run has the pairs most shared first."""
    found: dict[tuple[str, str], tuple[str, int]] = {}
    for pair in read_rows(run, "document_pairs"):
        left, right = ((pair[f"{side}_document"], pair[f"{side}_title"]) for side in ("left", "right"))
        for one, other in ((left, right), (right, left)):
            if one in names and one not in found:
                found[one] = other[1] or other[0], pair["shared"]
        if len(found) == len(names):
            break
    return found
