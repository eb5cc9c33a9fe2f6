"""`python -m benchmarks.serve_hostile`: a service under attack, and what it costs.

10,000 connections that say nothing, 1,000 that send their headers letter by letter, 500 that send a body letter by
letter, 16 that send 1 GB each, 100 that ask without reading the answers, and lines of 1 GB and of a million brackets.
During each attack a client of good will asks every 50 ms; reported are its answers, the slowest of them, the memory of
the service as the system has it, and the open files. It fails if the memory grows by more than 128 MB in all, if a
document that was acknowledged is gone, or if the service does not end cleanly.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.serve import HEAD, UPLOAD, Client, Service
from twicetold.index import Index

TEXT = "The old mill of Norland was built in 1802 by the engineer Ada Korn."
MOST_GROWTH = 128  # MB
SPARE_FILES = 200
MEGABYTE = b"x" * (1 << 20)


class Asker:
    """A client of good will, which asks all the time from a connection that it has had before the attack."""

    def __init__(self, address: str) -> None:
        self._client = Client(address)
        self._request = (
            HEAD.format("GET /query?text=The%20old%20mill%20of%20Norland%20was%20built.") + "\r\n"
        ).encode()
        self.times: list[float] = []
        self.failures = 0
        self._is_done = threading.Event()
        self._thread = threading.Thread(target=self._ask)

    def _ask(self) -> None:
        while not self._is_done.wait(0.05):
            began = time.perf_counter()
            try:
                self._client.send(self._request)
            except (RuntimeError, OSError):
                self.failures += 1
            self.times.append(time.perf_counter() - began)

    def __enter__(self) -> Asker:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_done.set()
        self._thread.join()


class Attacker:
    """Opens connections to a service."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._address = parts.hostname or "", parts.port or 0
        self.address = address

    @contextmanager
    def open_connections(self, count: int) -> Iterator[list[socket.socket]]:
        opened: list[socket.socket] = []
        try:
            for _ in range(count):
                with suppress(OSError):
                    opened.append(socket.create_connection(self._address, timeout=10))
            yield opened
        finally:
            for each in opened:
                each.close()

    def hold_silent(self, count: int, seconds: float) -> None:
        with self.open_connections(count) as opened:
            print(f"  {len(opened):,} connections were opened")
            time.sleep(seconds)

    def trickle(self, count: int, beginning: bytes, seconds: float) -> None:
        """Send one byte after the other."""
        with self.open_connections(count) as opened:
            for each in opened:
                each.settimeout(1)
                with suppress(OSError):
                    each.sendall(beginning)
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                for each in opened:
                    with suppress(OSError):
                        each.send(b"x")
                time.sleep(0.2)

    def send_much(self, beginning: bytes, megabytes: int, is_chunked: bool) -> None:
        """Send a body as fast as it is taken."""
        piece = b"%x\r\n%b\r\n" % (len(MEGABYTE), MEGABYTE) if is_chunked else MEGABYTE
        sent = 0
        with self.open_connections(1) as opened, suppress(OSError):
            opened[0].sendall(beginning)
            for _ in range(megabytes):
                opened[0].sendall(piece)
                sent += 1
        print(f"  {sent:,} of {megabytes:,} MB were taken")

    def ask_without_reading(self, count: int) -> None:
        with self.open_connections(count) as opened:
            for each in opened:
                each.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                each.settimeout(0.2)
                with suppress(OSError):
                    each.sendall((HEAD.format("GET /openapi.json") + "\r\n").encode() * 500)
            time.sleep(5)

    def upload(self, body: bytes, count: int) -> None:
        for _ in range(count):
            with suppress(RuntimeError, OSError):
                Client(self.address).send(UPLOAD.format(len(body)).encode() + body)


def run_side_by_side(work: Callable[[], None], count: int) -> None:
    threads = [threading.Thread(target=work) for _ in range(count)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", type=int, default=10_000)
    options = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    connections = min(options.connections, hard - SPARE_FILES)
    chunked = (
        HEAD.format("POST /documents") + "content-type: application/x-ndjson\r\ntransfer-encoding: chunked\r\n\r\n"
    )
    declared = UPLOAD.format(1 << 30)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        Index.create(folder / "index")
        service = Service(folder / "index")
        attacker = Attacker(service.address)
        good = json.dumps({"id": "mill", "text": TEXT}).encode()
        Client(service.address).send(UPLOAD.format(len(good)).encode() + good)
        Client(service.address).send((HEAD.format("GET /query?text=Norland&fresh=true") + "\r\n").encode())
        first = service.read_peak_megabytes()
        attacks: dict[str, Callable[[], None]] = {
            f"{connections:,} silent connections": lambda: attacker.hold_silent(connections, 15),
            "1,000 slow heads": lambda: attacker.trickle(1_000, b"GET /health HTTP/1.1\r\nx: ", 15),
            "500 slow bodies": lambda: attacker.trickle(500, chunked.encode() + b"fffff\r\n", 40),
            "16 bodies of 1 GB, as they say": lambda: run_side_by_side(
                lambda: attacker.send_much(declared.encode(), 1024, False), 16
            ),
            "2 lines of 1 GB": lambda: run_side_by_side(lambda: attacker.send_much(chunked.encode(), 1024, True), 2),
            "100 clients that do not read": lambda: attacker.ask_without_reading(100),
            "a million brackets, 50 times": lambda: attacker.upload(b"[" * 1_000_000, 50),
        }
        with Asker(service.address) as asker:
            for what, attack in attacks.items():
                asker.times.clear()
                asker.failures = 0
                print(what)
                attack()
                time.sleep(1)
                slowest = f"slowest {1000 * max(asker.times):.0f} ms"
                answers = f"{len(asker.times) - asker.failures} answers, {slowest}, {asker.failures} failures"
                print(
                    f"  memory {service.read_peak_megabytes():,} MB at most; client of good will: {answers}", flush=True
                )
        growth = service.read_peak_megabytes() - first
        figures = Client(service.address).send((HEAD.format("GET /metrics") + "\r\n").encode()).decode()
        for line in re.findall(
            r"^twicetold_(?:refused_total|connections|requests_in_progress).*", figures, re.MULTILINE
        ):
            print(line)
        code = service.stop()
        with Index(folder / "index") as index:
            is_kept = [each.kind for each in index.query(TEXT)] == ["identical"]
        kept = "there" if is_kept else "GONE"
        print(f"memory grew by {growth} MB from {first}; exit code {code}; the document is {kept}")
        return 0 if is_kept and not code and growth <= MOST_GROWTH else 1


if __name__ == "__main__":
    sys.exit(main())
