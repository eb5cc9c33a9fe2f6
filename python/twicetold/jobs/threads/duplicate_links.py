"""What a site itself says of its questions: the links of `PostLinks.xml`, as the truth to measure against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.config import Reading
from twicetold.jobs.threads.gather import has_several_sites
from twicetold.readers.base import Split
from twicetold.readers.inputs import Input
from twicetold.readers.stackexchange import StackExchangeReader, derive_site_name

# As `twicetold evaluate` takes it; `left` was closed as a duplicate of `right`.
DUPLICATE_PAIRS = pa.schema([("left", pa.string()), ("right", pa.string()), ("duplicate", pa.int64())])


@dataclass
class LinkedDuplicates:
    """The pairs, and how many links lead to a question that is not there (it was deleted, or is on another site)."""

    pairs: pa.Table
    dangling: int = 0
    rejects: list[dict[str, Any]] = field(default_factory=list)


def read_duplicates(inputs: Sequence[Input], reading: Reading | None = None, workers: int = 1) -> LinkedDuplicates:
    """Every pair of questions that a link calls duplicates, once, in order; both are in the posts of the inputs.

    Links are held in memory, posts are not: of those only what the links speak of.
    """
    reader = StackExchangeReader(reading or Reading(), workers)
    dumps = _select_dumps(inputs)
    every, rejects = _read_site_links(dumps, reader)
    links = {link: None for link, known in every.items() if known == "duplicate"}
    there = _find_questions(dumps, reader, {(site, post) for site, *pair in links for post in pair})
    pairs = sorted({_choose_direction(link, links) for link in links if link[1] != link[2]}, key=_rank_link)
    known = [(site, left, right) for site, left, right in pairs if {(site, left), (site, right)} <= there]
    return LinkedDuplicates(_build_table(known, has_several_sites(inputs)), len(pairs) - len(known), rejects)


def read_links(inputs: Sequence[Input], reading: Reading | None = None, workers: int = 1) -> dict[tuple[str, str], str]:
    """Every two questions that a site links, by the ids of their threads, as `duplicate` or `linked`."""
    reader = StackExchangeReader(reading or Reading(), workers)
    name = "{0}/{1}" if has_several_sites(inputs) else "{1}"
    links, _ = _read_site_links(_select_dumps(inputs), reader)
    return {
        (name.format(site, left), name.format(site, right)): known
        for (site, left, right), known in links.items()
        if left != right
    }


def _select_dumps(inputs: Sequence[Input]) -> list[Input]:
    return [found for found in inputs if found.reader_name == "stackexchange" and not found.empty]


def _read_site_links(
    dumps: Sequence[Input], reader: StackExchangeReader
) -> tuple[dict[tuple[str, str, str], str], list[dict[str, Any]]]:
    """The links by site and posts, a duplicate before any other, and the rows that cannot be read."""
    links: dict[tuple[str, str, str], str] = {}
    rejects: list[dict[str, Any]] = []
    for found in dumps:
        site = derive_site_name(found.path)
        for batch in reader.read_links(Split(found.path)):
            rejects += batch.filter(pc.equal(batch["status"], "rejected")).to_pylist()
            read = batch.filter(pc.equal(batch["status"], "read"))
            for left, right, known in zip(*(read[name].to_pylist() for name in ("left", "right", "link")), strict=True):
                if known == "duplicate" or (site, left, right) not in links:
                    links[site, left, right] = known
    return links, rejects


def _find_questions(
    dumps: Sequence[Input], reader: StackExchangeReader, posts: set[tuple[str, str]]
) -> set[tuple[str, str]]:
    """Those of the wanted posts, by site and id, that are questions."""
    ids = pa.array(sorted({post for _, post in posts}), pa.string())
    found: set[tuple[str, str]] = set()
    for dump in dumps if posts else ():
        for batch in reader.read_posts(Split(dump.path)):
            asked = pc.and_(pc.equal(batch["role"], "question"), pc.is_in(batch["document"], ids))
            found |= {(derive_site_name(dump.path), post) for post in batch.filter(asked)["document"].to_pylist()}
    return found & posts


def _choose_direction(link: tuple[str, str, str], links: dict[tuple[str, str, str], None]) -> tuple[str, str, str]:
    """A link, or where there is one each way the one from the younger question."""
    site, left, right = link
    back = (site, right, left)
    return max(link, back, key=lambda each: _rank_post(each[1])) if back in links else link


def _rank_link(link: tuple[str, str, str]) -> tuple[str, tuple[int, str], tuple[int, str]]:
    return link[0], _rank_post(link[1]), _rank_post(link[2])


def _rank_post(post: str) -> tuple[int, str]:
    """Orders ids as numbers, whatever their length."""
    return len(post), post


def _build_table(pairs: Sequence[tuple[str, str, str]], with_site: bool) -> pa.Table:
    name = "{0}/{1}" if with_site else "{1}"
    left = [name.format(site, post) for site, post, _ in pairs]
    right = [name.format(site, post) for site, _, post in pairs]
    return pa.table([left, right, [1] * len(pairs)], schema=DUPLICATE_PAIRS)
