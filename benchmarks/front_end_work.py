"""The pieces of work that `front_end` measures, each run as a process of its own.

Each function imports and prepares, and gives back the work itself: only that is timed.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.measure import child

Work = Callable[[], int]


def sentences(path: str, threads: str) -> Work:
    """Everything from the file to batches of sentences, as the CLI does it."""
    from twicetold.config import Machine, Settings
    from twicetold.engines.local import Local
    from twicetold.flow import front
    from twicetold.readers.inputs import Input

    settings = Settings(machine=Machine(threads=int(threads)))
    engine = Local(settings.machine)
    tables = front([Input("mediawiki", path)], settings, engine)
    return lambda: sum(batch.num_rows for (batch,) in engine.batches(tables["sentences"]))


def write_plain(path: str, output: str) -> Work:
    """The paragraphs of a dump, one to a line."""
    from twicetold.cleaners.base import Clean
    from twicetold.readers.base import Split
    from twicetold.readers.mediawiki import MediaWiki

    def work() -> int:
        with Path(output).open("w", encoding="utf-8") as file:
            for batch in MediaWiki().read(Split(path)):
                for blocks in Clean()(batch)["blocks"].to_pylist():
                    file.writelines(block["text"] + "\n" for block in blocks if block["element"] == "paragraph")
        return Path(output).stat().st_size

    return work


def indexed_bzip2(path: str, threads: str) -> Work:
    """Decompressing and nothing else."""
    import indexed_bzip2

    def work() -> int:
        total = 0
        with indexed_bzip2.open(path, parallelization=int(threads)) as file:
            while part := file.read(1 << 20):
                total += len(part)
        return total

    return work


def wikiextractor(path: str) -> Work:
    """WikiExtractor's command, one process, templates not expanded."""
    from wikiextractor import WikiExtractor

    def work() -> int:
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()):
            sys.argv = ["WikiExtractor", "--no-templates", "--processes", "1", "-q", "-o", folder, path]
            WikiExtractor.main()
            return sum(file.stat().st_size for file in Path(folder).rglob("wiki_*"))

    return work


def mwparserfromhell(path: str) -> Work:
    """Pages by expat, text by `strip_code`."""
    import xml.etree.ElementTree as ElementTree

    import mwparserfromhell

    def work() -> int:
        total = 0
        for _, element in ElementTree.iterparse(path):
            tag = element.tag.rpartition("}")[2]
            if tag == "text" and not (text := element.text or "").upper().startswith("#REDIRECT"):
                total += len(mwparserfromhell.parse(text).strip_code())
            if tag == "page":
                element.clear()
        return total

    return work


def split(path: str) -> Work:
    """Our splitter on lines that are in memory."""
    from benchmarks.cases import document
    from twicetold import _kernels
    from twicetold.cleaners.plain import Plain

    blocks = Plain()(document(Path(path).read_text(encoding="utf-8"), "plain"))
    return lambda: int(_kernels.split_sentences(blocks, "en").num_rows)


def sentencex(path: str) -> Work:
    """sentencex on lines that are in memory."""
    import sentencex

    lines = [line for line in Path(path).read_text(encoding="utf-8").split("\n") if line]
    return lambda: sum(len(sentencex.segment("en", line)) for line in lines)


if __name__ == "__main__":
    name, *arguments = sys.argv[1:]
    child(globals()[name](*arguments))
