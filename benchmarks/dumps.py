"""MediaWiki dumps for the front end: pages repeated to the size wanted, and the words that a reader sees of them."""

from __future__ import annotations

import bz2
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import pyarrow.parquet as pq

from benchmarks.texts import normalise

# As in real dumps, a tag to a line: WikiExtractor takes all before a line that begins with </siteinfo> for the header.
HEADER = b"""<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">
  <siteinfo>
    <sitename>Benchmark</sitename>
    <base>https://en.wikipedia.org/wiki/Main_Page</base>
    <namespaces>
      <namespace key="0" case="first-letter" />
      <namespace key="10" case="first-letter">Template</namespace>
    </namespaces>
  </siteinfo>
"""
BYTES_OF_SENTENCE = 400  # of the planted encyclopedia, with its share of everything else
PAGES_PER_STREAM = 100  # as in the multistream dumps of Wikipedia


@dataclass(frozen=True)
class Dump:
    """A file of so many MB. `words` are those of its prose, each as often as it stands there; none where not known."""

    path: Path
    megabytes: int
    words: Counter[str]


@dataclass(frozen=True)
class Pages:
    """Pages as XML, and the words of their prose, where they are known."""

    pages: list[bytes]
    words: Counter[str]

    def dump(self, path: Path, size: int) -> Dump:
        """All pages, as often as it takes to have about this many bytes."""
        times = max(1, round(size / sum(map(len, self.pages))))
        path.write_bytes(HEADER + b"".join(self.pages * times) + b"</mediawiki>\n")
        words = Counter({word: times * count for word, count in self.words.items()})
        return Dump(path, round(path.stat().st_size / 1e6), words)


def gather_pages(files: Sequence[str], folder: Path, size: int) -> Pages:
    """The pages of the dumps given; of the planted encyclopedia, about `size` bytes, where there are none."""
    if files:
        return Pages([page for file in files for page in read_pages(file)], Counter())
    import_module("twicetold.demo").PlantedCorpus(sentences=max(1_000, size // BYTES_OF_SENTENCE), seed=1).write(
        str(folder / "planted")
    )
    truth = pq.read_table(folder / "planted" / "truth_sentences.parquet", columns=["text"])
    return Pages(read_pages(str(folder / "planted" / "encyclopedia.xml")), count_words(truth["text"].to_pylist()))


def count_words(texts: Sequence[str]) -> Counter[str]:
    return Counter(word for text in texts for word in normalise(text).split(" "))


def measure_agreement(found: Counter[str], true: Counter[str]) -> tuple[float, float]:
    """Recall and precision by words, each as often as it stands there; nan where the truth is not known."""
    right = (found & true).total()
    if not true:
        return float("nan"), float("nan")
    return right / true.total(), right / max(1, found.total())


def read_pages(dump: str) -> list[bytes]:
    data = Path(dump).read_bytes()
    if dump.endswith(".bz2"):
        data = bz2.decompress(data)
    pages = [b"<page>" + part.partition(b"</page>")[0] + b"</page>\n" for part in data.split(b"<page>")[1:]]
    return [page for page in pages if _is_well_formed(page)]  # peers stop at the first page that is not


def _is_well_formed(page: bytes) -> bool:
    try:
        ElementTree.fromstring(page)
    except ElementTree.ParseError:
        return False
    return True


def pack_dump(dump: Dump, pages: Pages, streams: bool) -> Dump:
    """In bzip2: one stream, or one for every hundred pages."""
    path = dump.path.with_suffix(".multi.xml.bz2" if streams else ".single.xml.bz2")
    if not streams:
        path.write_bytes(bz2.compress(dump.path.read_bytes()))
        return Dump(path, dump.megabytes, dump.words)
    times = max(1, round((dump.path.stat().st_size - len(HEADER)) / sum(map(len, pages.pages))))
    every = pages.pages * times
    with path.open("wb") as file:
        file.write(bz2.compress(HEADER))
        for start in range(0, len(every), PAGES_PER_STREAM):
            file.write(bz2.compress(b"".join(every[start : start + PAGES_PER_STREAM])))
        file.write(bz2.compress(b"</mediawiki>\n"))
    return Dump(path, dump.megabytes, dump.words)
