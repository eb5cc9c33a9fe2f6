"""The front end: a MediaWiki dump to its prose. Three tasks: plain XML, bzip2, and the splitter alone.

Ours gives located sentences, the peers text; recall and precision are of the words of prose and lists, by the planted
encyclopedia's truth, of which references, headings, captions and tables are no part: ours names them as such. A dump
that is given has no truth.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pyarrow as pa

from benchmarks.dumps import Dump, Pages, gather_pages, measure_agreement, pack_dump
from benchmarks.measure import WorkFailed, measure
from benchmarks.results import Row, Task
from benchmarks.running import Contender, Once, Pace, compare, hopeful, measured
from benchmarks.sized import Case
from benchmarks.tasks.base import Given

USUAL_SIZE = "64"  # MB
WORK = "benchmarks.front_end_work"
TEXT_ONLY = "text only, not split"
XML = (
    Contender("twicetold", "sentences", ((1,),)),
    Contender("twicetold, two threads", "sentences", ((2,),)),
    Contender("WikiExtractor", "wikiextractor", note=TEXT_ONLY),
    Contender("gensim", "gensim", note=TEXT_ONLY),
    Contender("mwparserfromhell", "mwparserfromhell", note=TEXT_ONLY),
)
BZIP2 = (
    Contender("twicetold", "sentences", ((2,),)),
    Contender("indexed_bzip2", "indexed_bzip2", ((2,),), note="unpacks and does nothing else"),
)
SPLITTER = (Contender("twicetold", "split"), Contender("sentencex", "sentencex"))


def xml(given: Given) -> Task:
    pages = prepared(given)
    rows: list[Row] = []
    for size in given.sizes:
        dump = pages.dump(given.folder / f"dump-{size}.xml", size * 1_000_000)
        rows += compared(given, dump, XML, rows)
    return Task(
        "A MediaWiki dump in XML to located sentences.",
        "MB",
        rows,
        "the words of the planted prose and lists; for twicetold the sentences of these blocks",
    )


def bzip2(given: Given) -> Task:
    pages = prepared(given)
    dump = pages.dump(given.folder / "dump.xml", given.size * 1_000_000)
    rows: list[Row] = []
    for streams, name in ((False, "one stream"), (True, "many streams")):
        own = compared(given, pack_dump(dump, pages, streams), BZIP2, [])
        rows += [replace(row, name=f"{row.name}, {name}", setting="2 threads") for row in own]
    return Task("A dump in bzip2 to located sentences, next to unpacking alone.", "MB", rows, "as for XML")


def splitter(given: Given) -> Task:
    pages = prepared(given)
    dump = pages.dump(given.folder / "dump.xml", given.size * 1_000_000)
    plain = given.folder / "plain.txt"
    measure(WORK, "write_plain", str(dump.path), str(plain), rounds=1)
    text = Dump(plain, max(1, round(plain.stat().st_size / 1e6)), Counter())
    rows = compared(given, text, SPLITTER, [])
    return Task("Plain text to sentences, one thread.", "MB", rows, "the cases of `benchmarks.cases`, not this run")


def prepared(given: Given) -> Pages:
    pages = gather_pages(given.files, given.folder, min(given.sizes) * 1_000_000)
    names = ", ".join(Path(path).name for path in given.files)
    what = names or "the planted encyclopedia, seed 1"
    given.data["front-end"] = {"what": f"{what}, repeated to size", "pages": len(pages.pages)}
    return pages


def compared(given: Given, dump: Dump, contenders: Iterable[Contender], before: list[Row]) -> list[Row]:
    """All of them on this file, in turns."""
    case = Case(dump.path, dump.megabytes, pa.table({}))
    going, left = hopeful(given.chosen(list(contenders)), before, dump.megabytes, given.pace)
    rows = compare(case, {each: each.settings[0] for each in going}, given.pace, once(dump, given.pace))
    return [*rows, *left]


def once(dump: Dump, pace: Pace) -> Once:
    """One measurement as a row; the words found are counted after it."""

    def run(contender: Contender, setting: tuple[int, ...], case: Case) -> Row:
        told = f"{setting[0]} thread{'s' * (setting[0] > 1)}" if setting else ""
        row = Row(dump.megabytes, contender.name, told, rounds=1, note=contender.note)
        out = dump.path.with_suffix(".words.json")
        out.unlink(missing_ok=True)
        arguments = contender.work, str(dump.path), str(out), *map(str, setting)
        try:
            got = measure(WORK, *arguments, rounds=1, timeout_seconds=pace.timeout)
        except WorkFailed as error:
            return replace(row, failure=str(error))
        words = Counter(json.loads(out.read_text(encoding="utf-8"))) if out.exists() else Counter[str]()
        recall, precision = measure_agreement(words, dump.words) if words else (float("nan"), float("nan"))
        found = words.total() or int(got.result)
        return measured(replace(row, found=found, recall=recall, precision=precision), got)

    return run
