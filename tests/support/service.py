"""`twicetold serve` as a process of its own on a free port, and requests to it."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

import httpx

START = [sys.executable, "-c", "from twicetold.__main__ import start; start()"]
NDJSON = {"content-type": "application/x-ndjson"}
MILL = "The old mill of Norland was built in 1802 by the engineer Ada Korn."


def heed_signals() -> None:
    """What started the tests may ignore signals, as `nohup` does, and its children would, too."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class Service:
    """A service over an index; `address` is where it listens, and `log` what it has said."""

    def __init__(
        self, index: str | Path, *options: object, env: Mapping[str, str] | None = None, token: str = ""
    ) -> None:
        self.log_file = Path(f"{index}.stderr")
        with self.log_file.open("wb") as stderr:
            self.process = subprocess.Popen(
                [*START, "serve", str(index), "--port", "0", *map(str, options)],
                stderr=stderr,
                stdout=subprocess.DEVNULL,
                stdin=subprocess.DEVNULL,
                preexec_fn=heed_signals,
                env=env,
            )
        self.address = self._await_address(60)
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.client = httpx.Client(base_url=self.address, timeout=60, headers=headers, trust_env=False)

    @property
    def log(self) -> str:
        return self.log_file.read_text(encoding="utf-8")

    def _await_address(self, timeout: float) -> str:
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            if found := re.search(r" at (http://\S+);", self.log):
                return found[1]
            if self.process.poll() is not None:
                break
            time.sleep(0.02)
        raise AssertionError(f"the service has not started: {self.log}")

    def add(self, *documents: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Add documents, and return the lines of the answer."""
        return self.upload("".join(f"{json.dumps(each)}\n" for each in documents).encode())

    def upload(self, body: bytes) -> list[dict[str, Any]]:
        answer = self.client.post("/documents", content=body, headers=NDJSON)
        assert answer.status_code == 200, answer.text
        return [json.loads(line) for line in answer.text.splitlines()]

    def query(self, text: str, **more: str) -> list[dict[str, Any]]:
        answer = self.client.get("/query", params={"text": text, "fresh": "true", **more})
        assert answer.status_code == 200, answer.text
        matches: list[dict[str, Any]] = answer.json()["matches"]
        return matches

    def connect(self) -> socket.socket:
        parts = urlsplit(self.address)
        return socket.create_connection((parts.hostname or "", parts.port or 0), timeout=30)

    def send_raw(self, data: bytes) -> bytes:
        """Send bytes as they are, and return what comes back until the connection is closed."""
        with self.connect() as connection:
            connection.sendall(data)
            return receive_all(connection)

    def read_peak_bytes(self) -> int:
        """The most memory that the process has had."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        (kilobytes,) = re.findall(r"VmHWM:\s+(\d+) kB", status)
        return int(kilobytes) << 10

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Ask the service to stop, and return its exit code."""
        self.process.send_signal(number)
        return self.process.wait(60)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(60)


def receive_all(connection: socket.socket) -> bytes:
    parts = []
    try:
        while part := connection.recv(1 << 16):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)
