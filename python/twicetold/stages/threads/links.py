"""What a site itself holds for duplicates: the links of `PostLinks.xml`, as the truth to measure against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from twicetold.config import Reading
from twicetold.readers.base import Split
from twicetold.readers.inputs import Input
from twicetold.readers.stackexchange import StackExchange, site_of
from twicetold.stages.threads.gathering import several_sites

# As `twicetold evaluate` takes it; `left` was closed as a duplicate of `right`.
TRUTH = pa.schema([("left", pa.string()), ("right", pa.string()), ("duplicate", pa.int64())])


@dataclass
class Truth:
    """The pairs, and how many links lead to a question that is not there (it was deleted, or is on another site)."""

    pairs: pa.Table
    dangling: int = 0
    rejects: list[dict[str, Any]] = field(default_factory=list)


def duplicates(inputs: Sequence[Input], reading: Reading | None = None, threads: int = 1) -> Truth:
    """Every pair of questions that a link calls duplicates, once, in order; both are in the posts of the inputs.

    Links are held in memory, posts are not: of those only what the links speak of.
    """
    reader = StackExchange(reading or Reading(), threads)
    dumps = [found for found in inputs if found.reader_name == "stackexchange" and not found.empty]
    links: dict[tuple[str, str, str], None] = {}
    rejects: list[dict[str, Any]] = []
    for found in dumps:
        for batch in reader.links(Split(found.path)):
            rejects += batch.filter(pc.equal(batch["status"], "rejected")).to_pylist()
            read = batch.filter(pc.equal(batch["status"], "read"))
            sides = zip(read["left"].to_pylist(), read["right"].to_pylist(), strict=True)
            links.update({(site_of(found.path), left, right): None for left, right in sides})
    there = _questions(dumps, reader, {(site, post) for site, *pair in links for post in pair})
    pairs = sorted({_once(link, links) for link in links if link[1] != link[2]}, key=_order)
    known = [(site, left, right) for site, left, right in pairs if {(site, left), (site, right)} <= there]
    return Truth(_table(known, several_sites(inputs)), len(pairs) - len(known), rejects)


def _questions(dumps: Sequence[Input], reader: StackExchange, wanted: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Those of the wanted posts, by site and id, that are questions."""
    ids = pa.array(sorted({post for _, post in wanted}), pa.string())
    found: set[tuple[str, str]] = set()
    for dump in dumps if wanted else ():
        for batch in reader.posts(Split(dump.path)):
            asked = pc.and_(pc.equal(batch["role"], "question"), pc.is_in(batch["document"], ids))
            found |= {(site_of(dump.path), post) for post in batch.filter(asked)["document"].to_pylist()}
    return found & wanted


def _once(link: tuple[str, str, str], links: dict[tuple[str, str, str], None]) -> tuple[str, str, str]:
    """A link, or where there is one each way the one from the younger question."""
    site, left, right = link
    back = (site, right, left)
    return max(link, back, key=lambda each: _number(each[1])) if back in links else link


def _order(link: tuple[str, str, str]) -> tuple[str, tuple[int, str], tuple[int, str]]:
    return link[0], _number(link[1]), _number(link[2])


def _number(post: str) -> tuple[int, str]:
    """Orders ids as numbers, whatever their length."""
    return len(post), post


def _table(pairs: Sequence[tuple[str, str, str]], with_site: bool) -> pa.Table:
    name = "{0}/{1}" if with_site else "{1}"
    left = [name.format(site, post) for site, post, _ in pairs]
    right = [name.format(site, post) for site, _, post in pairs]
    return pa.table([left, right, [1] * len(pairs)], schema=TRUTH)
