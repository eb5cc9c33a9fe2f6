"""`python -m benchmarks.serve ARTICLES.jsonl`: `twicetold serve` from 8 clients, next to the same index in process.

The first `--documents` documents are sent in one request. Then 8 clients, each with a connection of its own and one
request under way, ask for sentences of them, and add documents of one sentence, each acknowledged. Reported are the
time of an answer, requests each second, the CPU time of the service for each, and its most memory; and, in the same
run, what the disk takes for an `fsync`, what the index takes for a query in process, and what an empty request takes.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from urllib.parse import quote, urlsplit

from twicetold.index import Index

CLIENTS = 8
HEAD = "{} HTTP/1.1\r\nhost: 127.0.0.1\r\n"
UPLOAD = HEAD.format("POST /documents") + "content-type: application/x-ndjson\r\ncontent-length: {}\r\n\r\n"
_LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)


class Client:
    """A connection with one request under way."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._socket = socket.create_connection((parts.hostname, parts.port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, request: bytes) -> bytes:
        """The answer to a request; one that has no length ends with the connection."""
        self._socket.sendall(request)
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self._receive()
        head, _, body = answer.partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError((head + body)[:500].decode("utf-8", "replace"))
        length = _LENGTH.search(head)
        while length and len(body) < int(length[1]):
            body += self._receive()
        while not length and (part := self._socket.recv(1 << 16)):
            body += part
        return body

    def _receive(self) -> bytes:
        part = self._socket.recv(1 << 16)
        if not part:
            raise ConnectionError("the service has closed the connection")
        return part


class Service:
    """`twicetold serve` as a process."""

    def __init__(self, index: Path) -> None:
        command = [sys.executable, "-m", "twicetold", "serve", str(index), "--port", "0"]
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self._process.stderr
        for line in self._process.stderr:
            if found := re.search(r" at (http://\S+);", line):
                self.address = found[1]
                break
        threading.Thread(target=self._drain, daemon=True).start()

    def _drain(self) -> None:
        assert self._process.stderr
        for line in self._process.stderr:
            if "error" in line:
                print(line, end="")

    def read_cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def read_peak_megabytes(self) -> int:
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii")
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        return int(found[1]) >> 10 if found else 0

    def stop(self) -> int:
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(120)


def run_clients(address: str, requests: list[bytes], count: int) -> tuple[list[float], float]:
    """The times of answers to requests, shared among clients, and how long all took."""
    times: list[list[float]] = [[] for _ in range(count)]

    def work(number: int) -> None:
        client = Client(address)
        for request in requests[number::count]:
            began = time.perf_counter()
            client.send(request)
            times[number].append(time.perf_counter() - began)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    began = time.perf_counter()
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return [each for own in times for each in own], time.perf_counter() - began


def describe_times(times: list[float]) -> str:
    cuts = statistics.quantiles(times, n=100)
    return f"p50 {1000 * statistics.median(times):.2f} ms, p99 {1000 * cuts[98]:.2f} ms"


def measure(service: Service, name: str, requests: list[bytes], count: int = CLIENTS) -> None:
    cpu = service.read_cpu_seconds()
    times, seconds = run_clients(service.address, requests, count)
    cpu = service.read_cpu_seconds() - cpu
    who = "1 client" if count == 1 else f"{count} clients"
    rate = f"{len(times) / seconds:,.0f}/s, {1000 * cpu / len(times):.2f} ms of CPU each"
    print(f"{name}, {who}: {describe_times(times)}, {rate}", flush=True)


def take_times(work: Callable[[str], object], items: list[str]) -> list[float]:
    found = []
    for each in items:
        began = time.perf_counter()
        work(each)
        found.append(time.perf_counter() - began)
    return found


def time_syncs(folder: Path, count: int = 200) -> list[float]:
    """What the disk takes to keep 200 bytes more, one after the other."""
    found = []
    with (folder / "sync").open("wb") as file:
        for _ in range(count):
            began = time.perf_counter()
            file.write(b"x" * 200)
            file.flush()
            os.fsync(file.fileno())
            found.append(time.perf_counter() - began)
    return found


def read_commits(address: str) -> int:
    figures = Client(address).send((HEAD.format("GET /metrics") + "\r\n").encode()).decode()
    return int(re.findall(r"^twicetold_commits_total (\d+)", figures, re.MULTILINE)[0])


def cut_sentences(documents: list[str]) -> Iterator[str]:
    for each in documents:
        yield from re.findall(r"[A-Z][^.!?\n]{40,300}\.", json.loads(each)["text"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("articles", type=Path)
    parser.add_argument("--documents", type=int, default=1_000)
    parser.add_argument("--queries", type=int, default=4_000)
    parser.add_argument("--additions", type=int, default=4_000)
    options = parser.parse_args()
    with options.articles.open(encoding="utf-8") as lines:
        documents = list(islice(lines, options.documents))
    drawn = random.Random(1)
    sentences = list(cut_sentences(documents))
    chosen = [drawn.choice(sentences) for _ in range(options.queries)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        Index.create(folder / "index")
        service = Service(folder / "index")
        body = "".join(documents).encode()
        print(f"{len(documents):,} documents, about {len(sentences):,} sentences, {len(body) / 1e6:.0f} MB")
        began = time.perf_counter()
        answer = Client(service.address).send(UPLOAD.format(len(body)).encode() + body)
        seconds = time.perf_counter() - began
        last = [line for line in answer.splitlines() if line.startswith(b"{")][-1]
        acknowledged = json.loads(last)["acknowledged"]
        rate = f"{acknowledged / seconds:,.0f} documents/s, {len(sentences) / seconds:,.0f} sentences/s"
        print(f"one upload, {acknowledged:,} acknowledged: {rate}")
        began = time.perf_counter()
        Client(service.address).send((HEAD.format("GET /query?text=x&fresh=true") + "\r\n").encode())
        print(f"until queries see all of it: {time.perf_counter() - began:.1f} s more")
        asked = [(HEAD.format(f"GET /query?text={quote(each)}") + "\r\n").encode() for each in chosen]
        measure(service, "an empty request", [(HEAD.format("GET /health") + "\r\n").encode()] * options.queries)
        measure(service, "query", asked[: options.queries // 4], 1)
        measure(service, "query", asked)
        added = [json.dumps({"id": f"single-{number}", "text": each}) for number, each in enumerate(chosen)]
        single = [(UPLOAD.format(len(each.encode())) + each).encode() for each in added]
        while len(single) < options.additions:
            single += single
        before = read_commits(service.address)
        measure(service, "single acknowledged addition", single[: options.additions])
        shared = options.additions / (read_commits(service.address) - before)
        print(f"additions that shared an fsync: {shared:.1f}")
        print(f"one fsync of this disk: {describe_times(time_syncs(folder))}")
        print(f"most memory of the service: {service.read_peak_megabytes():,} MB")
        print(f"exit code after SIGTERM: {service.stop()}")
        with Index(folder / "index") as index:
            index.query(chosen[0])
            cpu = time.process_time()
            times = take_times(index.query, chosen[: options.queries // 4])
            cpu = (time.process_time() - cpu) / len(times)
            print(f"the index itself, a query in process: {describe_times(times)}, {1000 * cpu:.2f} ms of CPU each")
            for size in (1, CLIENTS):
                cpu = time.process_time()
                for number in range(100):
                    index.add([{"id": f"own-{number}-{each}", "text": chosen[each]} for each in range(size)])
                cpu = (time.process_time() - cpu) / 100 / size
                print(f"the index itself, an addition of {size} at once: {1000 * cpu:.2f} ms of CPU for each document")


if __name__ == "__main__":
    main()
