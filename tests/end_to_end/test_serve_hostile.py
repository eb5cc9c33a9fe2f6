"""Requests that mean harm are refused early, cost little memory, and leave the service as it was."""

import json
import socket
import threading
import time
from contextlib import ExitStack, suppress

import pytest
from tests.support.service import MILL, NDJSON, Service, receive_all

from twicetold import Index

HEAD = "{} HTTP/1.1\r\nhost: 127.0.0.1\r\n"
UPLOAD = HEAD.format("POST /documents") + "content-type: application/x-ndjson\r\n"
MEGABYTE = 1 << 20


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile") / "index"
    Index.create(folder)
    with Service(folder, "--max-connections", 50, "--timeout", 2) as running:
        running.add({"id": "mill", "text": MILL})
        await_answer(running)
        yield running
        assert "Traceback" not in running.log


@pytest.fixture(autouse=True)
def check_that_it_still_works(service):
    yield
    await_answer(service)


def await_answer(service):
    """Wait until a query finds what was added: a request may take two seconds here, and a busy machine more."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        answer = service.client.get("/query", params={"text": MILL})
        if answer.status_code == 200 and [each["kind"] for each in answer.json()["matches"]] == ["identical"]:
            return
        time.sleep(0.1)
    raise AssertionError(answer.text)


def read_status(answer):
    return int(answer.split(b" ", 2)[1])


def read_error(answer):
    return json.loads(answer.partition(b"\r\n\r\n")[2])


def test_a_large_body_is_refused_before_it_is_sent(service):
    with service.connect() as connection:
        connection.sendall(f"{UPLOAD}content-length: {1 << 30}\r\nexpect: 100-continue\r\n\r\n".encode())
        answer = receive_all(connection)
    assert read_status(answer) == 413
    assert "268,435,456" in read_error(answer)["error"]


def test_a_large_body_that_is_sent_anyway_is_not_read(service):
    before = service.read_peak_bytes()
    sent = 0
    with service.connect() as connection:
        connection.sendall(f"{UPLOAD}content-length: {1 << 30}\r\n\r\n".encode())
        with suppress(ConnectionError):
            for _ in range(1 << 10):
                connection.sendall(b" " * MEGABYTE)
                sent += 1
    assert sent < 64
    assert service.read_peak_bytes() < before + 8 * MEGABYTE


def test_a_body_of_unknown_length_ends_at_the_limit(tmp_path):
    Index.create(tmp_path / "index")
    with Service(tmp_path / "index", "--max-body", "8MiB") as service, service.connect() as connection:
        connection.sendall(f"{UPLOAD}transfer-encoding: chunked\r\n\r\n".encode())
        before = service.read_peak_bytes()
        with suppress(ConnectionError):
            for _ in range(100):
                connection.sendall(b"%x\r\n%b\r\n" % (MEGABYTE, b"x" * MEGABYTE))
        answer = receive_all(connection)
        assert not answer or b"the body has more than 8,388,608 bytes" in answer
        assert service.read_peak_bytes() < before + 16 * MEGABYTE


def test_a_long_line_is_rejected_without_being_kept(service):
    before = service.read_peak_bytes()
    long = b'{"id": 1, "text": "' + b"x" * (40 * MEGABYTE) + b'"}'
    batch, *_, done = service.upload(long + b"\n" + json.dumps({"id": "short", "text": "Short."}).encode())
    assert (done["acknowledged"], done["rejected"], done["lines"]) == (1, 1, 2)
    assert batch["rejects"] == [{"line": 1, "reason": "more than 4,194,304 bytes"}]
    assert service.read_peak_bytes() < before + 32 * MEGABYTE


@pytest.mark.parametrize(
    "line",
    [
        b"[" * 1_000_000,
        b'{"id":' * 100_000,
        b'{"id": 1' + b"0" * 5_000 + b', "text": "x"}',
        b'{"id": NaN, "text": "x"}',
        b'{"id": "\\ud800", "text": "x"}',
        b'{"id": "\xed\xa0\x80", "text": "x"}',
        b'{"id": "a", "text": "\xc3\x28"}',
        b'{"id": "", "text": "x"}',
        b'{"id": "a", "text": 1}',
        b"\x00\x01",
        b"null",
    ],
)
def test_a_broken_line_is_rejected(service, line):
    answer = service.client.post("/documents", content=line, headers=NDJSON)
    assert (answer.status_code, answer.json()["error"]) == (400, "no line of the body is a document")
    assert len(answer.content) < 500


@pytest.mark.parametrize(
    "body", [b"[" * 500_000, b'{"text":' * 100_000, b"{", b"\xff", b'{"text": 1}', b"[]", b"1e999"]
)
def test_a_broken_question_is_an_error(service, body):
    answer = service.client.post("/query", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert len(answer.content) < 500


def test_half_of_a_surrogate_pair_in_a_text_is_only_text(service):
    service.upload(b'{"id": "half", "text": "Half of a pair \\udc00 in the text of the lake."}')
    answer = service.client.post(
        "/query", content=b'{"text": "Half \\ud800."}', headers={"content-type": "application/json"}
    )
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (HEAD.format("GET /health") + f"x: {'y' * 100_000}\r\n\r\n", 431),
        (HEAD.format("GET /health") + "x: y\r\n" * 50_000 + "\r\n", 431),
        (HEAD.format(f"GET /query?text={'y' * 100_000}") + "\r\n", 431),
        ("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400),
        ("GET\r\n\r\n", 400),
        ("GET /health HTTP/1.1\r\n\r\n", 400),
        ("GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\nhost: 127.0.0.1\r\n\r\n", 400),
        (UPLOAD + "content-length: -1\r\n\r\n", 400),
        (UPLOAD + "content-length: 1\r\ncontent-length: 2\r\n\r\nab", 400),
        (UPLOAD + "content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        (UPLOAD + "transfer-encoding: chunked\r\n\r\nzz\r\n", 400),
        (UPLOAD + "content-encoding: gzip\r\ncontent-length: 3\r\nconnection: close\r\n\r\nabc", 415),
        ("GET http://evil.example/health HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n", 403),
        ("CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example:443\r\n\r\n", 400),
    ],
)
def test_what_is_no_proper_request_is_refused(service, data, status):
    answer = service.send_raw(data.encode("latin-1"))
    assert read_status(answer) == status, answer
    assert set(read_error(answer)) == {"error", "hint"}


def test_websockets_are_not_spoken(service):
    upgrade = (
        "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: eA==\r\nsec-websocket-version: 13\r\n\r\n"
    )
    with service.connect() as connection:
        connection.sendall((HEAD.format("GET /health") + upgrade).encode())
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 200")


def test_requests_in_a_row_are_answered_in_order(service):
    request = HEAD.format("GET /health") + "\r\n"
    last = HEAD.format("GET /nothing") + "connection: close\r\n\r\n"
    answer = service.send_raw((request * 20 + last).encode())
    assert answer.count(b"HTTP/1.1 200") == 20
    assert answer.count(b"HTTP/1.1 404") == 1


def test_more_connections_than_allowed_are_told_to_come_back(service):
    with ExitStack() as stack:
        opened = [stack.enter_context(service.connect()) for _ in range(90)]
        time.sleep(0.5)
        answers = []
        for each in opened:
            each.settimeout(0.01)
            with suppress(TimeoutError):
                answers.append(receive_all(each))
        assert 30 <= len(answers) <= 45
        assert all(read_status(each) == 503 and b"retry-after: 1" in each for each in answers)


@pytest.mark.parametrize(
    "beginning",
    [
        UPLOAD + "content-length: 100\r\n\r\n",
        UPLOAD + "transfer-encoding: chunked\r\n\r\nff\r\nabc",
        HEAD.format("POST /query") + "content-type: application/json\r\ncontent-length: 100\r\n\r\n{",
    ],
)
def test_a_slow_body_is_cut_off(service, beginning):
    began = time.monotonic()
    with service.connect() as connection:
        connection.sendall(beginning.encode())
        answer = b""
        with suppress(TimeoutError, ConnectionError):
            for _ in range(60):
                connection.settimeout(0.2)
                with suppress(TimeoutError):
                    answer += connection.recv(1 << 16)
                    break
                connection.sendall(b" ")
    assert read_status(answer) == 408
    assert time.monotonic() - began < 10


def test_a_slow_head_is_cut_off(tmp_path):
    Index.create(tmp_path / "index")
    with Service(tmp_path / "index") as service, service.connect() as silent, service.connect() as slow:
        slow.sendall(b"GET /health HTTP/1.1\r\n")
        began = time.monotonic()
        answer = receive_all(slow)
        assert read_status(answer) == 408
        assert receive_all(silent) == b""
        assert time.monotonic() - began < 20


def test_a_client_that_does_not_read_its_answers_holds_nobody_up(service):
    """Its requests are answered until the buffers are full; others are served."""
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(2)
        host, _, port = service.address.removeprefix("http://").partition(":")
        connection.connect((host, int(port)))
        before = service.read_peak_bytes()
        with suppress(TimeoutError, ConnectionError):
            for _ in range(3_000):
                connection.sendall((HEAD.format("GET /openapi.json") + "\r\n").encode())
        assert service.client.get("/health").status_code == 200
        assert service.read_peak_bytes() < before + 32 * MEGABYTE


def test_many_uploads_at_once_are_refused_with_a_time_to_come_back(service):
    statuses = []

    def upload():
        with service.connect() as connection:
            connection.sendall(f"{UPLOAD}transfer-encoding: chunked\r\n\r\n".encode())
            statuses.append(read_status(receive_all(connection) or b"- 0 -"))

    threads = [threading.Thread(target=upload) for _ in range(24)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert statuses.count(503) == 8
    assert statuses.count(408) == 16


def test_a_client_that_leaves_takes_nothing_with_it(service):
    for _ in range(20):
        with service.connect() as connection:
            connection.sendall(f'{UPLOAD}content-length: 1000\r\n\r\n{{"id": "left", "text": "Cut'.encode())
    time.sleep(0.5)
    assert service.client.delete("/documents/left").status_code == 404
    figures = service.client.get("/metrics").text
    assert "twicetold_requests_in_progress 1\n" in figures
