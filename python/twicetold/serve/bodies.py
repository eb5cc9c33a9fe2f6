"""Bodies of requests: JSON, and documents line by line, within limits of size and time."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import ClientDisconnect, Request

from twicetold.memory.records import FieldNames, look_up_field
from twicetold.serve.limits import Limits
from twicetold.serve.problems import Problem, build_stop_problem

DOCUMENT_TYPES = ("application/x-ndjson", "application/ndjson", "application/jsonl")
JSON_TYPE = "application/json"


def check_content(request: Request, types: tuple[str, ...], most: int) -> int | None:
    """The length of a body, None if it is not said; a problem if its type or its length is not accepted."""
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if given not in types:
        raise Problem(415, f"the body has the type `{given[:100]}`", f"send `Content-Type: {types[0]}`", closes=True)
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise Problem(415, "a packed body is not accepted", "send it without `Content-Encoding`", closes=True)
    said = request.headers.get("content-length")
    if said is None:
        return None
    length = int(said)  # the parser has checked that it is a number
    if length > most:
        raise build_size_problem(most)
    return length


def build_size_problem(most: int) -> Problem:
    return Problem(413, f"the body has more than {most:,} bytes", "send it in parts", closes=True)


def build_slow_problem() -> Problem:
    return Problem(408, "the body took too long", "send it at once, and of documents a line now and then", closes=True)


async def read_json(request: Request, limits: Limits) -> Any:
    """The value of a JSON body."""
    check_content(request, (JSON_TYPE,), limits.json_bytes)
    body = bytearray()
    try:
        async with asyncio.timeout(limits.request_seconds):
            async for chunk in request.stream():
                body += chunk
                if len(body) > limits.json_bytes:
                    raise build_size_problem(limits.json_bytes)
    except TimeoutError:
        raise build_slow_problem() from None
    try:
        return parse_json(bytes(body))
    except ValueError as error:
        raise Problem(400, f"the body is not JSON: {error}", "send a JSON object") from None


def parse_json(line: bytes) -> Any:
    """A JSON value; ValueError says what is wrong with it, in words that hold nothing of the value."""
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8 at byte {error.start + 1}") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"{error.msg[0].lower()}{error.msg[1:]} at character {error.pos + 1}") from None
    except RecursionError:
        raise ValueError("too deep") from None
    except ValueError as error:
        raise ValueError("a number that is too long" if "digits" in str(error) else str(error)) from None


def _refuse_constant(name: str) -> None:
    raise ValueError(f"`{name}` is not JSON")


@dataclass
class LineCutter:
    """Cuts pieces of a body into lines. A line that is too long is dropped as it comes, and given as None."""

    most: int
    _begun: bytearray = field(default_factory=bytearray)
    _is_dropping: bool = False

    def cut(self, piece: bytes) -> Iterator[bytes | None]:
        """The lines that this piece completes."""
        *ends, rest = piece.split(b"\n")
        for end in ends:
            self._extend(end)
            yield self._take()
        self._extend(rest)

    def finish(self) -> Iterator[bytes | None]:
        """The last line, if it does not end with a line feed."""
        if self._begun or self._is_dropping:
            yield self._take()

    def _extend(self, part: bytes) -> None:
        if self._is_dropping or len(self._begun) + len(part) > self.most:
            self._is_dropping = True
            self._begun.clear()
        else:
            self._begun += part

    def _take(self) -> bytes | None:
        line = None if self._is_dropping else bytes(self._begun)
        self._begun.clear()
        self._is_dropping = False
        return line


@dataclass
class Batch:
    """Lines that are acknowledged together."""

    lines: int = 0  # that were looked at, in this batch and before
    records: list[dict[str, Any]] = field(default_factory=list)
    bytes: int = 0
    rejected: int = 0
    rejects: list[dict[str, Any]] = field(default_factory=list)
    is_last: bool = False


@dataclass(frozen=True)
class DocumentLines:
    """What is a document: an object with an id and a text, under the names that the index looks for."""

    names: FieldNames
    limits: Limits

    def add_line(self, batch: Batch, line: bytes | None) -> None:
        """Put the document of a line into a batch, or why it is none. Blank lines count, and are no documents."""
        batch.lines += 1
        if line is not None and not line.strip():
            return
        try:
            if line is None:
                raise ValueError(f"more than {self.limits.line_bytes:,} bytes")
            batch.records.append(self._read_record(line))
            batch.bytes += len(line)
        except ValueError as error:
            batch.rejected += 1
            if len(batch.rejects) < self.limits.rejects:
                batch.rejects.append({"line": batch.lines, "reason": str(error)})

    def _read_record(self, line: bytes) -> dict[str, Any]:
        record = parse_json(line)
        if not isinstance(record, dict):
            raise ValueError("not a JSON object")
        given = self._find_field(record, self.names.ids)
        if given is None or isinstance(given, bool | float | list | dict):
            raise ValueError(f"no field `{self.names.id_name}` with a string or an integer")
        check_id(str(given), self.limits)
        if not isinstance(self._find_field(record, self.names.texts), str):
            raise ValueError(f"no field `{self.names.text_name}` with a string")
        return record

    def _find_field(self, record: dict[str, Any], names: tuple[str, ...]) -> Any:
        found = (look_up_field(record, name) for name in names)
        return next((value for value in found if value is not None), None)


def check_id(given: Any, limits: Limits) -> str:
    """An id of a document; ValueError says what is wrong with it."""
    if not isinstance(given, str):
        raise ValueError("an id must be a string")
    if not given or len(given) > limits.id_characters:
        raise ValueError(f"an id must have 1 to {limits.id_characters:,} characters, not {len(given):,}")
    if any("\ud800" <= each <= "\udfff" for each in given):
        raise ValueError("an id must not have half of a surrogate pair")
    return given


async def read_batches(
    request: Request, documents: DocumentLines, limits: Limits, stopping: asyncio.Event
) -> AsyncIterator[Batch]:
    """The documents of a body, in batches; the next is read when the last was dealt with.

    What has arrived becomes a batch after a second, so that a client that sends a line now and then gets its answers.
    """
    cutter = LineCutter(limits.line_bytes)
    batch = Batch()
    received = 0
    batch_end = line_end = 0.0
    is_complete = False
    while not is_complete:
        now = time.monotonic()
        line_end = line_end or now + limits.request_seconds
        batch_end = batch_end or now + limits.batch_seconds
        message: Any = None
        try:
            async with asyncio.timeout(max(min(line_end, batch_end) - now, 0.0)):
                message = await request.receive()
        except TimeoutError:
            pass
        if message is not None:
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            piece = message.get("body", b"")
            received += len(piece)
            if received > limits.body_bytes:
                raise build_size_problem(limits.body_bytes)
            is_complete = not message.get("more_body", False)
            pieces = [*cutter.cut(piece), *(cutter.finish() if is_complete else ())]
            line_end = 0.0 if pieces else line_end
            for line in pieces:
                documents.add_line(batch, line)
                if batch.bytes >= limits.batch_bytes or len(batch.records) >= limits.batch_lines:
                    yield batch
                    batch, batch_end = Batch(batch.lines), 0.0
        if is_complete:
            break
        now = time.monotonic()
        if batch_end and now >= batch_end:
            batch_end = 0.0
            if batch.records or batch.rejected:
                yield batch
                batch = Batch(batch.lines)
                line_end = 0.0
        if stopping.is_set():
            raise build_stop_problem()
        if line_end and now >= line_end:
            raise build_slow_problem()
    batch.is_last = True
    yield batch
