"""`PlantedCorpus`: the corpus as pages, as a dump with its truth, or as JSON lines."""

from __future__ import annotations

import bz2
import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal, cast

from twicetold.demo.dump import FOOTER, HEADER, render_page
from twicetold.demo.layout import Layout
from twicetold.demo.pages import PageGenerator, PlantedPage


@dataclass(frozen=True)
class PlantedCorpus:
    """A small encyclopedia with known duplicates; the same arguments give the same bytes everywhere.

    >>> PlantedCorpus(sentences=20_000, seed=1).write("folder")  # doctest: +SKIP
    """

    sentences: int = 20_000
    seed: int = 1
    duplicate_share: float = 0.026
    """Share of the sentences that belong to a cluster; 0.026 was found in the English Wikipedia of 2013."""

    def __post_init__(self) -> None:
        if self.sentences < 1:
            raise ValueError(f"sentences must be at least 1, not {self.sentences}")
        if self.seed < 0:
            raise ValueError(f"seed must not be negative, it is {self.seed}")
        if not 0 <= self.duplicate_share <= 0.4:
            raise ValueError(f"duplicate_share must be between 0 and 0.4, not {self.duplicate_share}")

    def generate_pages(self) -> Iterator[PlantedPage]:
        """Every page in the order of the dump, made as it is asked for."""
        return iter(self._build_generator())

    def write(self, folder: str | Path, *, compress: Literal["bz2"] | None = None, truth: bool = True) -> Path:
        """Writes `encyclopedia.xml` (or `.xml.bz2`) and the truth tables; returns the path of the dump."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / ("encyclopedia.xml.bz2" if compress else "encyclopedia.xml")
        pages = self._build_generator()
        with ExitStack() as stack:
            opened = bz2.open(path, "wb") if compress else path.open("wb", 1 << 20)  # noqa: SIM115
            out = stack.enter_context(cast("IO[bytes]", opened))
            tables = None
            if truth:
                from twicetold.demo.truth import PlantedTruthWriter

                tables = stack.enter_context(PlantedTruthWriter(folder, pages))
            out.write(HEADER.encode())
            for page in pages:
                out.write(render_page(page).encode())
                if tables is not None and page.paragraphs:
                    tables.add_page(page)
            out.write(FOOTER.encode())
        return path

    def write_jsonl(self, path: str | Path) -> Path:
        """Writes one JSON object to a line: id, title, text (plain). Articles only, no truth."""
        path = Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        dumps = json.JSONEncoder(ensure_ascii=False).encode
        with path.open("w", encoding="utf-8", newline="\n", buffering=1 << 20) as out:
            for page in self.generate_pages():
                if page.paragraphs:
                    out.write(dumps({"id": str(page.id), "title": page.title, "text": page.text}) + "\n")
        return path

    def _build_generator(self) -> PageGenerator:
        return PageGenerator(self.seed, Layout(self.sentences, self.duplicate_share))
