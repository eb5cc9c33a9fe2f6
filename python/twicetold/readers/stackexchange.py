"""Stack Exchange's dumps: `Posts.xml`, alone, packed, or in the archive of a site; the work is done by `src/records/`.

As documents, every question and every answer is one, its HTML the text. As posts they carry what threads are made of.
Other tables of a dump are passed over: of a folder or an archive, only the posts are read. A row that cannot be read
is rejected and the next one is read.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import ClassVar

from twicetold import _kernels
from twicetold.config import Reading
from twicetold.readers.base import ConvertedBatches, Split
from twicetold.readers.inputs import PACKINGS, format_path, is_elsewhere, open_source
from twicetold.readers.posts import convert_to_posts, select_document_columns
from twicetold.tables.batches import Batch

_DOMAINS = r"(?:stackexchange|stackoverflow|superuser|serverfault|askubuntu|stackapps)\.com|mathoverflow\.net"
_HOST = re.compile(rf"(?:[a-z0-9-]+\.)*(?:{_DOMAINS})(?![a-z0-9])")
_SHORT_HOST = re.compile(r"((?:[a-z0-9-]+\.)+)SE(?![A-Za-z0-9])")  # ai.SE-2017-02
_TABLE_SUFFIX = re.compile(r"[-_. ]*(?:post_?links|posts)$", re.IGNORECASE)


@dataclass(frozen=True)
class StackExchangeReader:
    """Questions and answers; tag wikis and the like are skipped."""

    reading: Reading = field(default_factory=Reading)
    workers: int = 1
    folder: str = ""
    suffixes: ClassVar[tuple[str, ...]] = ()
    markup: ClassVar[str] = "fragment"

    def split_file(self, path: str, split_bytes: int) -> list[Split]:
        """Byte ranges of a plain `Posts.xml`; a row belongs to the range in which it begins."""
        if is_elsewhere(path):
            return [Split(path)]
        ranges = _kernels.split_posts(path, split_bytes)
        return [Split(path, *each) for each in ranges] if len(ranges) > 1 else [Split(path)]

    def read(self, split: Split) -> Iterator[Batch]:
        return ConvertedBatches(self._read_table(split, "posts"), select_document_columns)

    def read_posts(self, split: Split) -> Iterator[Batch]:
        """The same with what threads are made of, in batches of POSTS."""
        return ConvertedBatches(self._read_table(split, "posts"), convert_to_posts)

    def read_links(self, split: Split) -> Iterator[Batch]:
        """The duplicates that `PostLinks.xml` tells: documents with `left` and `right` besides, ids of questions."""
        return self._read_table(split, "postlinks")

    def _read_table(self, split: Split, table: str) -> Iterator[Batch]:
        path = split.path
        wanted = None if split.is_whole else (split.start, split.end or (1 << 63) - 1)
        origin = table, derive_site_name(path), derive_site_address(path)
        return _kernels.read_posts(
            open_source(path), format_path(path), wanted, origin, self.workers, self.reading.limits
        )


def derive_site_name(path: str) -> str:
    """What a dump's site is called, told by the names of its file and folder.

    `ai.stackexchange.com.7z`, `stackoverflow.com-Posts.7z`, `ai.SE-2017-02/Posts.xml.xz` are named after their hosts;
    `forum/Posts.xml` is `forum`, and `forum/old-Posts.xml` is `forum/old`.
    """
    if host := _find_host(path):
        return host
    if path == "-":
        return ""
    file, folder = _split_names(path)
    stem = _TABLE_SUFFIX.sub("", file.removesuffix(".xml"))
    return "/".join(part for part in (folder, stem) if part)


def derive_site_address(path: str) -> str:
    """What the addresses of a dump's posts begin with: `https://ai.stackexchange.com`; "" where no host is told."""
    host = _find_host(path)
    return f"https://{host}" if host else ""


def _find_host(path: str) -> str:
    for name in _split_names(path):
        if found := _HOST.match(name.lower()):
            return found.group()
        if found := _SHORT_HOST.match(name):
            return found.group(1) + "stackexchange.com"
    return ""


def _split_names(path: str) -> tuple[str, str]:
    """The names of a file, without packings, and of its folder."""
    whole = PurePath(format_path(path if is_elsewhere(path) else os.path.abspath(path)))  # noqa: PTH100
    file = whole.name
    for packing in PACKINGS:
        file = file.removesuffix(packing)
    return file, whole.parent.name
