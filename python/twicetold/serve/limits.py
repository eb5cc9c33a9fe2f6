"""How much of everything the service takes before it says no."""

from __future__ import annotations

import resource
from dataclasses import dataclass, replace
from typing import Self

_SPARE_FILES = 128  # open files that are no connections: those of the index, and the streams


@dataclass(frozen=True)
class Limits:
    """What a client may send, how long it may take, and how many of them there may be."""

    connections: int = 1_000  # open at a time
    requests: int = 128  # being answered or waiting at a time
    uploads: int = 16  # of these, bodies of documents that are longer than `small_bytes` or of unknown length
    head_bytes: int = 32 << 10  # the request line and the headers
    head_seconds: float = 10.0  # until they are complete
    idle_seconds: float = 30.0  # between two requests of a connection
    request_seconds: float = 30.0  # for an answer; of an upload, for a line and for a batch
    stop_seconds: float = 20.0  # that requests have to end when the service stops
    body_bytes: int = 256 << 20  # documents in one request
    small_bytes: int = 64 << 10
    json_bytes: int = 1 << 20  # any other body
    line_bytes: int = 4 << 20  # a document
    batch_bytes: int = 2 << 20  # of lines that are acknowledged together
    batch_lines: int = 2_000
    batch_seconds: float = 1.0  # after which lines that have arrived are acknowledged, full batch or not
    waiting_bytes: int = 32 << 20  # of documents that wait for the writer
    text_characters: int = 100_000  # of a text that is asked about
    id_characters: int = 1_000
    ids: int = 10_000  # in one request
    matches: int = 1_000  # of each sentence in an answer
    events: int = 1_000  # in an answer
    texts: int = 1_000  # of a cluster in an answer
    rejects: int = 100  # that a line of an answer lists; all are counted

    def fit_open_files(self) -> Self:
        """These limits, with no more connections than this process may open files; it may open as many as possible."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 2 * self.connections + _SPARE_FILES  # refused connections are open for a moment
        if soft != resource.RLIM_INFINITY and soft < wanted:
            most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
            soft = max(soft, most)
        if soft == resource.RLIM_INFINITY or soft >= wanted:
            return self
        return replace(self, connections=max((soft - _SPARE_FILES) // 2, 1))
