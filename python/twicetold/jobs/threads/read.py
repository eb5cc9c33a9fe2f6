"""Files to threads: posts are read wherever they are, and those of one question are brought together."""

from __future__ import annotations

from collections.abc import Sequence

from twicetold.config import JobSettings
from twicetold.engines.base import Engine
from twicetold.engines.graph import Table
from twicetold.jobs.front import build_reader
from twicetold.jobs.threads.gather import GatherThreads, has_several_sites
from twicetold.readers.inputs import Input
from twicetold.readers.outcomes import RefuseRejects
from twicetold.readers.posts import choose_post_reader
from twicetold.tables.reading import POSTS


def read_threads(inputs: Sequence[Input], settings: JobSettings, engine: Engine, *, with_links: bool = False) -> Table:
    """The threads of files: posts, wherever they stand, brought together by their question. In order of their names."""
    gather = GatherThreads(has_several_sites(inputs), with_links)
    return engine.group(read_posts(inputs, settings, engine), ("thread",), gather)


def read_posts(inputs: Sequence[Input], settings: JobSettings, engine: Engine) -> Table:
    """The posts of files, or whole threads."""
    workers = settings.machine.worker_count
    posts = engine.read(
        [(choose_post_reader(build_reader(found, settings), found.path, workers), found.path) for found in inputs]
    )
    return engine.map(posts, RefuseRejects(POSTS)) if settings.reading.strict else posts
