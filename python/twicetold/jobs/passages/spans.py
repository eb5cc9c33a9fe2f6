"""What stretches of documents say, from the run's sentences: the documents themselves are not in the run."""

from __future__ import annotations

from collections.abc import Collection

import pyarrow.dataset as ds

from twicetold.evaluate.truth import Span
from twicetold.run import Run
from twicetold.run.finished import scan_table

Stretch = tuple[str, Span]  # a document's id, and characters of it


def read_stretch_texts(run: Run, wanted: Collection[Stretch]) -> dict[Stretch, str]:
    """The sentences that each stretch touches, cut to it where the sentence is the source as it stands."""
    spans: dict[str, list[Span]] = {}
    for document, span in sorted(set(wanted)):
        spans.setdefault(document, []).append(span)
    said: dict[Stretch, list[str]] = {stretch: [] for stretch in wanted}
    columns = ["document", "start", "end", "text"]
    among = ds.field("document").isin(sorted(spans))
    for batch in scan_table(run, "sentences", among, columns) if spans else ():
        for document, start, end, text in zip(*(batch[name].to_pylist() for name in columns), strict=True):
            for first, after in spans.get(document, ()):
                if first < end and start < after:
                    cut = text[max(first - start, 0) : after - start] if len(text) == end - start else text
                    said[document, (first, after)].append(cut)
    return {stretch: " ".join(" ".join(parts).split()) for stretch, parts in said.items()}
