"""`twicetold demo`: writes the planted encyclopedia, reads it back, and says how much of what was planted came out."""

from __future__ import annotations

import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from twicetold import flow
from twicetold.config import Settings
from twicetold.engines.local import Local
from twicetold.planted import Planted
from twicetold.progress import shown
from twicetold.readers.inputs import Input


def run(folder: Path, sentences: int, seed: int, quiet: bool = False) -> bool:
    """Whether every planted sentence was found, to the letter, in its document."""
    folder.mkdir(parents=True, exist_ok=True)
    Planted(sentences=sentences, seed=seed).write(str(folder))
    dump = Input("mediawiki", str(folder / "encyclopedia.xml"))
    settings = Settings()
    engine = Local(settings.machine, shown("split", quiet))
    found = flow.split([dump], folder / "run", settings, engine, force=True)
    truth = pq.read_table(folder / "truth_sentences.parquet", columns=["document", "text"])
    missing = pc.sum(pc.invert(pc.is_in(_key(truth), _key(found.sentences)))).as_py() or 0
    if not quiet:
        documents, split = found.documents.num_rows, found.sentences.num_rows
        print(f"{folder / 'encyclopedia.xml'}: {documents:,} articles, {split:,} sentences, digest {found.digest[:12]}")
        print(f"planted sentences found to the letter: {truth.num_rows - missing:,} of {truth.num_rows:,}")
        for row in found.sentences.slice(0, 3).to_pylist():
            print(f"  {row['title']} [{row['section'] or 'lead'}] {row['start']}-{row['end']}: {row['text']}")
        print(f"everything is in {folder}/run; try: twicetold split {folder}/encyclopedia.xml | head", file=sys.stderr)
    return missing == 0


def _key(table: pa.Table) -> pa.ChunkedArray:
    """A document and a sentence of it, as one."""
    return pc.binary_join_element_wise(table["document"], table["text"], "\t")
