"""`twicetold serve`: what was acknowledged is there, who has no token gets nothing, and a signal ends it cleanly."""

import json
import re
import signal
import stat
import threading
import time
from contextlib import suppress

import httpx
import pytest
from tests.support.service import MILL, NDJSON, Service

from twicetold import Index

TOKEN = "a-token-for-the-tests"


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    folder = tmp_path_factory.mktemp("serve") / "index"
    Index.create(folder)
    with Service(folder) as running:
        yield running


@pytest.fixture
def index(tmp_path):
    Index.create(tmp_path / "index")
    return tmp_path / "index"


def test_documents_are_added_found_and_removed(service):
    assert service.add({"id": "mill", "title": "Old mill", "text": MILL}) == [
        {"acknowledged": 1, "rejected": 0, "lines": 1, "rejects": []},
        {"done": True, "acknowledged": 1, "rejected": 0, "lines": 1},
    ]
    (match,) = service.query(MILL.replace("1802", "1803"))
    assert (match["text"], match["kind"], match["drift"]) == (MILL, "drift", "contradiction")
    assert match["places"][0]["document"] == "mill"
    answer = service.client.post("/query", json={"text": MILL, "limit": 1, "fresh": True})
    assert [each["kind"] for each in answer.json()["matches"]] == ["identical"]
    assert service.client.delete("/documents/mill").json() == {"removed": 1, "unknown": 0}
    assert service.client.delete("/documents/mill").status_code == 404
    assert service.query(MILL) == []


def test_ids_are_only_names(service):
    ids = ["../../etc/passwd", "a/b?c#d", "%2e%2e", "ä 橋", "..", "a\nb"]
    service.add(*({"id": each, "text": f"{MILL} {number}"} for number, each in enumerate(ids)))
    answer = service.client.request("DELETE", "/documents", json={"ids": [*ids, "nobody", "nobody"]})
    assert answer.json() == {"removed": len(ids), "unknown": 1}
    service.add({"id": "a/../b", "text": MILL})
    assert service.client.delete("/documents/a%2F..%2Fb").status_code == 200
    assert service.client.delete("/documents/%FF").status_code == 400


def test_rejected_lines_have_their_numbers(service):
    lines = [b'{"id": 1, "text": "One."}', b"", b"{", b'{"id": "x"}', b'{"text": "No id."}', b"\xff", b"[]"]
    batch, done = service.upload(b"\n".join(lines))
    assert (batch["acknowledged"], batch["rejected"], batch["lines"]) == (1, 5, 7)
    assert [each["line"] for each in batch["rejects"]] == [3, 4, 5, 6, 7]
    assert done == {"done": True, "acknowledged": 1, "rejected": 5, "lines": 7}
    answer = service.client.post("/documents", content=b"{", headers=NDJSON)
    assert (answer.status_code, answer.json()["error"]) == (400, "no line of the body is a document")
    assert answer.json()["hint"].startswith("line 1: ")


def test_an_upload_is_acknowledged_batch_by_batch_while_it_is_sent(service):
    """The client waits for the answer to its first lines before it sends the next."""
    with service.connect() as connection:
        head = "POST /documents HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/x-ndjson\r\n"
        connection.sendall(f"{head}transfer-encoding: chunked\r\n\r\n".encode())
        lines = connection.makefile("rb")
        for number in (1, 2):
            document = json.dumps({"id": f"upload-{number}", "text": MILL}).encode() + b"\n"
            connection.sendall(b"%x\r\n%b\r\n" % (len(document), document))
            while (line := lines.readline()) and not line.startswith(b"{"):
                pass
            assert json.loads(line) == {"acknowledged": 1, "rejected": 0, "lines": number, "rejects": []}
        connection.sendall(b"0\r\n\r\n")
        assert b'{"done":true,"acknowledged":2,"rejected":0,"lines":2}' in lines.read()


def test_a_long_upload_has_several_batches(service):
    documents = [{"id": f"many-{number}", "text": f"Number {number} has its own sentence."} for number in range(5_000)]
    answers = service.add(*documents)
    assert [each["acknowledged"] for each in answers] == [2_000, 2_000, 1_000, 5_000]
    assert answers[-1]["done"]
    answer = service.client.request("DELETE", "/documents", json={"ids": [each["id"] for each in documents]})
    assert answer.json()["removed"] == 5_000


def test_clusters_and_events_tell_what_happened(service):
    since = service.client.get("/events?limit=1000").json()["next"]
    service.add({"id": "a", "text": "The bridge of Orrin was opened in 1850 by the king."})
    service.add({"id": "b", "text": "The bridge of Orrin was opened in 1851 by the king."})
    service.query("Nothing of this.")
    found = service.client.get("/events", params={"since": since}).json()
    assert [(each["event"], each["added"]) for each in found["events"]] == [("born", ["b"])] or found["events"]
    name = found["events"][-1]["cluster"]
    cluster = service.client.get(f"/clusters/{name}").json()
    assert (cluster["cluster"], cluster["size"]) == (name, 2)
    assert {each["text"][-18:-13] for each in cluster["texts"]} == {" 1850", " 1851"}
    assert len(service.client.get(f"/clusters/{name}?limit=1").json()["texts"]) == 1
    for wrong in ("999999999", "x", "..%2f..", "-1", "9" * 30):
        assert service.client.get(f"/clusters/{wrong}").status_code == 404
    assert service.client.get("/events", params={"since": found["next"]}).json() == {
        "events": [],
        "next": found["next"],
    }


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/query", 400),
        ("GET", "/query?text=a&text=b", 400),
        ("GET", "/query?text=a&limit=0", 400),
        ("GET", "/query?text=a&limit=many", 400),
        ("GET", "/query?text=a&limit=1001", 400),
        ("GET", "/query?text=%FF", 400),
        ("GET", "/query?text=a&nothing=1", 400),
        ("GET", "/events?since=-1", 400),
        ("GET", "/nothing", 404),
        ("GET", "/../../etc/passwd", 404),
        ("GET", "/documents/a", 405),
        ("PUT", "/query", 405),
        ("OPTIONS", "/documents", 405),
        ("POST", "/documents", 415),
        ("POST", "/query", 415),
    ],
)
def test_a_wrong_request_is_answered_with_an_error_and_a_hint(service, method, path, status):
    answer = service.client.request(method, path)
    assert answer.status_code == status
    assert set(answer.json()) == {"error", "hint"}
    assert answer.headers["content-type"] == "application/json"
    assert ("allow" in answer.headers) == (status == 405)
    assert "access-control-allow-origin" not in answer.headers
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "headers",
    [{"host": "evil.example"}, {"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}, {"host": "a:b@c"}],
)
def test_web_pages_and_names_of_other_machines_are_refused(service, headers):
    assert service.client.get("/query?text=a", headers=headers).status_code == 403
    assert service.client.get("/health", headers=headers).status_code == 403


def test_a_log_line_has_no_control_characters_and_no_query(service):
    service.client.get("/query", params={"text": "a secret question"})
    service.client.delete("/documents/red%1b%5b31m%0anew")
    log = service.log
    assert "a secret question" not in log
    assert "\x1b" not in log
    assert r"DELETE /documents/red\x1b[31m new 404" in log


def test_metrics_are_in_the_text_format(service):
    answer = service.client.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    line = re.compile(r'# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[a-z_]+="[^"\n]*"(,[a-z_]+="[^"\n]*")*\})? [0-9.e+-]+')
    assert all(line.fullmatch(each) for each in answer.text.splitlines())
    figures = dict(each.rsplit(" ", 1) for each in answer.text.splitlines() if not each.startswith("#"))
    assert int(figures["twicetold_documents_acknowledged_total"]) > 0
    assert int(figures["process_resident_memory_bytes"]) > 1 << 20
    assert float(figures["twicetold_requests_in_progress"]) == 1


def test_a_second_service_is_refused(service, process, tmp_path):
    index = str(service.log_file).removesuffix(".stderr")
    _, said = process("serve", index, "--port", "0", code=2)
    assert "in use by another twicetold process" in said


def test_what_cannot_be_served_is_an_error(process, index):
    assert "is not an index" in process("serve", "nothing", code=2)[1]
    assert "`--port` must be between" in process("serve", index, "--port", "70000", code=2)[1]
    assert "there is no host" in process("serve", index, "--host", "no.such.host.invalid", code=2)[1]
    (index.parent / "short").write_text("secret\n", encoding="utf-8")
    assert "at least 16" in process("serve", index, "--token-file", "short", code=2)[1]


def test_queries_are_answered_while_segments_are_merged(index):
    """20 comparisons make more segments than are kept, so that files of earlier views are removed."""
    with Service(index) as service:
        service.add({"id": "mill", "text": MILL})
        service.query(MILL)
        answers, is_done = [], threading.Event()

        def ask():
            paths = ("/query?text=The%20old%20mill%20of%20Norland%20was%20built%20in%201802.", "/events")
            with httpx.Client(base_url=service.address, trust_env=False, timeout=60) as client:
                while not is_done.is_set():
                    answers.extend(client.get(path).status_code for path in paths)
                    time.sleep(0.01)

        threads = [threading.Thread(target=ask) for _ in range(3)]
        for each in threads:
            each.start()
        for number in range(20):
            service.add({"id": str(number), "text": f"{MILL[:-1]} in the year {number}."})
            assert service.query(MILL)
        is_done.set()
        for each in threads:
            each.join()
        assert set(answers) == {200}
        assert "error" not in service.log


def test_an_index_of_documents_is_served_too(tmp_path):
    Index.create(tmp_path / "index", "documents", threshold=0.5)
    with Service(tmp_path / "index") as service:
        text = f"{MILL} It burned down twice, and was built again each time from the stones of a quarry near the lake."
        service.add({"id": "mill", "text": text}, {"id": "lake", "text": "The lake is ninety metres deep."})
        (match,) = service.query(text.replace("twice", "often"))
        assert (match["text"], match["kind"]) == (text, "similar")


# ---- tokens ----


def test_a_token_is_required_of_everything_but_health(index, tmp_path):
    (tmp_path / "token").write_text(f"{TOKEN}\n", encoding="utf-8")
    with Service(index, "--token-file", tmp_path / "token", token=TOKEN) as service:
        assert service.client.get("/query?text=a").status_code == 200
        with httpx.Client(base_url=service.address, trust_env=False) as bare:
            assert bare.get("/health").status_code == 200
            for headers in ({}, {"authorization": "Bearer x"}, {"authorization": TOKEN}, {"authorization": "Basic x"}):
                answer = bare.get("/query?text=a", headers=headers)
                assert answer.status_code == 401
                assert answer.headers["www-authenticate"].startswith("Bearer")
            assert bare.get("/metrics").status_code == 401
            assert bare.post("/documents", content=b"x" * 1000, headers=NDJSON).status_code == 401
        assert "401" in service.client.get("/openapi.json").json()["paths"]["/query"]["get"]["responses"]
        assert TOKEN not in service.log


def test_another_host_than_loopback_gets_a_token_that_only_the_user_may_read(index):
    for _ in range(2):  # the same after a new start
        with Service(index, "--host", "0.0.0.0") as service:
            path = index / ".token"
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
            token = path.read_text(encoding="utf-8").strip()
            assert token not in service.log
            address = service.address.replace("0.0.0.0", "127.0.0.1")
            headers = {"authorization": f"Bearer {token}"}
            assert httpx.get(f"{address}/query?text=a", trust_env=False).status_code == 401
            assert httpx.get(f"{address}/query?text=a", headers=headers, trust_env=False).status_code == 200


def test_a_token_that_others_may_read_is_refused(index, process):
    (index / ".token").write_text(TOKEN, encoding="utf-8")
    (index / ".token").chmod(0o644)
    assert "others may read" in process("serve", index, "--host", "0.0.0.0", "--port", "0", code=2)[1]


# ---- the end ----


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_service_and_what_was_acknowledged_is_there(index, number):
    with Service(index) as service:
        service.add({"id": "mill", "text": MILL})
        assert service.stop(number) == 0
        assert service.log.endswith("stopped\n")
    with Index(index) as reopened:
        assert [match.kind for match in reopened.query(MILL)] == ["identical"]


def test_a_killed_service_loses_nothing_that_was_acknowledged(index):
    acknowledged = []
    with Service(index) as service:

        def add(first):
            with httpx.Client(base_url=service.address, trust_env=False) as client, suppress(httpx.TransportError):
                for number in range(first, first + 1_000):
                    body = json.dumps({"id": str(number), "text": f"Number {number} of the old mill."}).encode()
                    if client.post("/documents", content=body, headers=NDJSON).status_code == 200:
                        acknowledged.append(str(number))

        threads = [threading.Thread(target=add, args=(10_000 * each,)) for each in range(4)]
        for each in threads:
            each.start()
        while len(acknowledged) < 40:
            time.sleep(0.01)
        service.process.kill()
        for each in threads:
            each.join()
    with Index(index) as reopened:
        assert reopened.remove(acknowledged) == len(acknowledged)


def test_an_upload_that_is_under_way_ends_when_the_service_stops(index):
    with Service(index) as service, service.connect() as connection:
        head = "POST /documents HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/x-ndjson\r\n"
        document = json.dumps({"id": "mill", "text": MILL}).encode() + b"\n"
        connection.sendall(f"{head}transfer-encoding: chunked\r\n\r\n".encode())
        connection.sendall(b"%x\r\n%b\r\n" % (len(document), document))
        lines = connection.makefile("rb")
        while not lines.readline().startswith(b'{"acknowledged":1'):
            pass
        began = time.monotonic()
        service.process.send_signal(signal.SIGTERM)
        assert b"the service is stopping" in lines.read()
        assert service.process.wait(30) == 0
        assert time.monotonic() - began < 15


def test_a_missing_package_is_named_with_what_installs_it(process, index, tmp_path, monkeypatch):
    (tmp_path / "uvicorn.py").write_text("raise ImportError(name='uvicorn')\n", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    _, said = process("serve", index, code=2)
    assert "error: the package `uvicorn` is not installed" in said
    assert "hint: pip install 'twicetold[serve]'" in said
