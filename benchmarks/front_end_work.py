"""The pieces of work of the front end, each run as a process of its own: `NAME INPUT OUT [THREADS]`.

Each function imports and prepares, and gives back the work itself: only that is timed. What a piece of work found goes
to OUT afterwards, as words and how often each stands there.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

from benchmarks.dumps import count_words
from benchmarks.measure import child

Found = list[str]
Work = Callable[[], int]
Prepared = tuple[Work, Callable[[], Iterable[str]]]  # the work, and the texts it found


def sentences(path: str, threads: str) -> Prepared:
    """Everything from the file to batches of sentences, as the CLI does it."""
    from twicetold.config import Machine
    from twicetold.engines.local import Local
    from twicetold.jobs.front import read_and_split
    from twicetold.jobs.split.settings import SplitSettings
    from twicetold.readers.inputs import Input

    settings = SplitSettings(machine=Machine(workers=int(threads)))
    engine = Local(settings.machine)
    tables = read_and_split([Input("mediawiki", path)], settings, engine)

    def found() -> Iterable[str]:
        """Of the blocks that the truth is of; references, headings, captions and tables come along, named as such."""
        again = read_and_split([Input("mediawiki", path)], settings, engine)
        for (batch,) in engine.stream_batches(again["sentences"]):
            rows = zip(batch["block"].to_pylist(), batch["text"].to_pylist(), strict=True)
            yield from (text for block, text in rows if block in ("prose", "list"))

    return lambda: sum(batch.num_rows for (batch,) in engine.stream_batches(tables["sentences"])), found


def write_plain(path: str) -> Prepared:
    """The paragraphs of a dump, one to a line; OUT is the text."""
    from twicetold.cleaners.base import CleanDocuments
    from twicetold.readers.base import Split
    from twicetold.readers.mediawiki import MediaWikiReader

    def found() -> Iterable[str]:
        for batch in MediaWikiReader().read(Split(path)):
            for blocks in CleanDocuments()(batch)["blocks"].to_pylist():
                yield from (block["text"] for block in blocks if block["element"] == "paragraph")

    return lambda: 0, found


def indexed_bzip2(path: str, threads: str) -> Prepared:
    """Unpacking and nothing else."""
    import indexed_bzip2

    def work() -> int:
        total = 0
        with indexed_bzip2.open(path, parallelization=int(threads)) as file:
            while part := file.read(1 << 20):
                total += len(part)
        return total

    return work, list


def wikiextractor(path: str) -> Prepared:
    """WikiExtractor's command, one process, templates not expanded."""
    from wikiextractor import WikiExtractor

    folder = tempfile.mkdtemp()

    def work() -> int:
        with contextlib.redirect_stderr(io.StringIO()):
            sys.argv = ["WikiExtractor", "--no-templates", "--processes", "1", "-q", "-o", folder, path]
            WikiExtractor.main()
        return sum(file.stat().st_size for file in Path(folder).rglob("wiki_*"))

    def found() -> Iterable[str]:
        for file in Path(folder).rglob("wiki_*"):
            lines = file.read_text(encoding="utf-8").splitlines()
            yield from (line for line in lines if not line.startswith(("<doc ", "</doc>")))

    return work, found


def mwparserfromhell(path: str) -> Prepared:
    """Pages by expat, text by `strip_code`."""
    import xml.etree.ElementTree as ElementTree

    import mwparserfromhell

    kept: Found = []

    def work() -> int:
        for _, element in ElementTree.iterparse(path):
            tag = element.tag.rpartition("}")[2]
            if tag == "text" and not (text := element.text or "").upper().startswith("#REDIRECT"):
                kept.append(mwparserfromhell.parse(text).strip_code())
            if tag == "page":
                element.clear()
        return sum(map(len, kept))

    return work, lambda: kept


def gensim(path: str) -> Prepared:
    """Pages and text by its `wikicorpus`, articles alone."""
    from gensim.corpora.wikicorpus import extract_pages, filter_wiki

    kept: Found = []

    def work() -> int:
        with Path(path).open("rb") as file:
            for _, text, _ in extract_pages(file, filter_namespaces=("0",)):
                if text and not text.upper().startswith("#REDIRECT"):
                    kept.append(filter_wiki(text))
        return sum(map(len, kept))

    return work, lambda: kept


def split(path: str) -> Prepared:
    """Our splitter on lines that are in memory."""
    from benchmarks.cases import build_document
    from twicetold import _kernels
    from twicetold.cleaners.plain import CleanPlainText

    blocks = CleanPlainText()(build_document(Path(path).read_text(encoding="utf-8"), "plain"))
    return lambda: int(_kernels.split_sentences(blocks, "en").num_rows), list


def sentencex(path: str) -> Prepared:
    """sentencex on lines that are in memory."""
    import sentencex

    lines = [line for line in Path(path).read_text(encoding="utf-8").split("\n") if line]
    return lambda: sum(len(sentencex.segment("en", line)) for line in lines), list


def main(name: str, path: str, out: str, *arguments: str) -> None:
    work, found = globals()[name](path, *arguments)
    child(work)
    if name == "write_plain":
        Path(out).write_text("".join(f"{line}\n" for line in found()), encoding="utf-8")
    elif words := count_words(list(found())):
        Path(out).write_text(json.dumps(words), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
