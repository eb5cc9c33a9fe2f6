"""Figures of the service in the text format that Prometheus reads (version 0.0.4)."""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from twicetold._kernels import VERSION
from twicetold.serve.writer import Writer

METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


@dataclass
class Durations:
    """How long the requests of one address took."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(BUCKETS) + 1))
    seconds: float = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BUCKETS, seconds)] += 1
        self.seconds += seconds


@dataclass
class Metrics:
    """Counts requests. The rest of the figures is read from where it is when somebody asks."""

    started: float = field(default_factory=time.time)
    requests: Counter[tuple[str, str, int]] = field(default_factory=Counter)  # route, method, status
    durations: dict[str, Durations] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)  # by reason
    rejected: int = 0  # lines of bodies that are not documents
    in_progress: int = 0

    def count_request(self, route: str, method: str, status: int, seconds: float) -> None:
        self.requests[route, method, status] += 1
        if route not in self.durations:
            self.durations[route] = Durations()
        self.durations[route].add(seconds)

    def write_text(self, writer: Writer, open_connections: int) -> str:
        return "".join(f"{line}\n" for line in self._list_lines(writer, open_connections))

    def _list_lines(self, writer: Writer, open_connections: int) -> Iterator[str]:
        yield from describe("twicetold_info", "gauge", "The version of the service.")
        yield f'twicetold_info{{version="{VERSION}"}} 1'
        yield from describe("twicetold_requests_total", "counter", "Requests that were answered.")
        for (route, method, status), count in sorted(self.requests.items()):
            yield f'twicetold_requests_total{{route="{route}",method="{method}",status="{status}"}} {count}'
        yield from self._list_durations()
        yield from describe("twicetold_refused_total", "counter", "Connections and requests that were refused.")
        for reason, count in sorted(self.refused.items()):
            yield f'twicetold_refused_total{{reason="{reason}"}} {count}'
        did, manifest = writer.figures, writer.view.index.manifest
        for name, kind, meaning, value in (
            ("requests_in_progress", "gauge", "Requests that are being answered.", self.in_progress),
            ("connections", "gauge", "Connections that are open.", open_connections),
            ("documents_acknowledged_total", "counter", "Documents that the disk has.", did.documents),
            ("documents_removed_total", "counter", "Documents that were removed.", did.removed),
            ("documents_rejected_total", "counter", "Lines of bodies that are not documents.", self.rejected),
            ("writer_waiting", "gauge", "Changes that wait for the writer.", writer.waiting),
            ("writer_waiting_bytes", "gauge", "Bytes of documents that wait.", writer.waiting_bytes),
            ("writer_failures_total", "counter", "Changes that the writer could not make.", did.failures),
            ("commits_total", "counter", "Groups of changes that were written.", did.commits),
            ("commit_seconds_total", "counter", "Time that writing them took.", did.commit_seconds),
            ("moves_total", "counter", "Moves of changes to where queries find them.", did.moves),
            ("move_seconds_total", "counter", "Time that moving them took.", did.move_seconds),
            ("unseen_changes", "gauge", "Acknowledged changes that queries do not see yet.", writer.unseen),
            ("index_documents", "gauge", "Documents that queries see.", manifest.documents),
            ("index_texts", "gauge", "Distinct texts, removed ones included.", manifest.units),
            ("index_segments", "gauge", "Segments of the index.", len(manifest.segments)),
        ):
            yield from describe(f"twicetold_{name}", kind, meaning)
            yield f"twicetold_{name} {value}"
        yield from describe("process_start_time_seconds", "gauge", "When the service was started.")
        yield f"process_start_time_seconds {self.started:.3f}"
        yield from describe("process_cpu_seconds_total", "counter", "Processor time of the service.")
        yield f"process_cpu_seconds_total {time.process_time():.3f}"
        yield from describe("process_resident_memory_bytes", "gauge", "Memory of the service.")
        yield f"process_resident_memory_bytes {read_resident_bytes()}"

    def _list_durations(self) -> Iterator[str]:
        yield from describe("twicetold_request_seconds", "histogram", "How long requests took.")
        for route, durations in sorted(self.durations.items()):
            total = 0
            for most, count in zip((*map(str, BUCKETS), "+Inf"), durations.counts, strict=True):
                total += count
                yield f'twicetold_request_seconds_bucket{{route="{route}",le="{most}"}} {total}'
            yield f'twicetold_request_seconds_sum{{route="{route}"}} {durations.seconds:.6f}'
            yield f'twicetold_request_seconds_count{{route="{route}"}} {total}'


def describe(name: str, kind: str, meaning: str) -> tuple[str, str]:
    return f"# HELP {name} {meaning}", f"# TYPE {name} {kind}"


def read_resident_bytes() -> int:
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
