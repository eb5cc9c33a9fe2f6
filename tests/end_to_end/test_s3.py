"""Inputs in an object store: s3fs against a server on this machine's loopback."""

from __future__ import annotations

import gzip
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import boto3
import pytest

TEXTS = [
    "The old mill of Norland was built in 1802 by the engineer Ada Korn.",
    "The old mill of Norland was built in 1803 by the engineer Ada Korn.",
]


@pytest.fixture(scope="module")
def store() -> Iterator[dict[str, str]]:
    """The environment in which `s3://box` has two files."""
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    names = {"AWS_ENDPOINT_URL": address, "AWS_DEFAULT_REGION": "us-east-1", "AWS_MAX_ATTEMPTS": "1"}
    environment = dict(os.environ, AWS_ACCESS_KEY_ID="name", AWS_SECRET_ACCESS_KEY="secret", **names)
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        wait_for_server(port)
        keys = {"aws_access_key_id": "name", "aws_secret_access_key": "secret", "region_name": "us-east-1"}
        client = boto3.client("s3", endpoint_url=address, **keys)
        client.create_bucket(Bucket="box")
        lines = [json.dumps({"id": str(number), "text": text}).encode() for number, text in enumerate(TEXTS)]
        client.put_object(Bucket="box", Key="in/a.jsonl", Body=lines[0])
        client.put_object(Bucket="box", Key="in/b.jsonl.gz", Body=gzip.compress(lines[1]))
        yield environment
        server.terminate()


def wait_for_server(port: int) -> None:
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError("the server did not start")


def run_sentences(folder: str, environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "twicetold", "sentences", *arguments, "-o", folder]
    return subprocess.run(command, env=environment, capture_output=True, text=True)


@pytest.mark.parametrize(
    "inputs", [["s3://box/in/"], ["s3://box/in/*"], ["s3://box/in/b.jsonl.gz", "s3://box/in/a.jsonl"]]
)
def test_objects_are_read_by_name_by_glob_and_by_folder(tmp_path, store, inputs) -> None:
    made = run_sentences(str(tmp_path / "run"), store, *inputs)
    assert made.returncode == 0, made.stderr
    assert "2 of 2 sentences (100 %) are repeated" in made.stderr


@pytest.mark.parametrize(
    ("address", "message"), [("s3://box/none.jsonl", "no such file"), ("s3://none/in/", "no such folder")]
)
def test_what_is_not_there_is_an_error(tmp_path, store, address, message) -> None:
    made = run_sentences(str(tmp_path / "run"), store, address)
    assert made.returncode == 2
    assert message in made.stderr
    assert "Traceback" not in made.stderr


def test_a_store_that_does_not_answer_is_an_error(tmp_path, store) -> None:
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
    closed = store | {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}"}
    made = run_sentences(str(tmp_path / "run"), closed, "s3://box/in/a.jsonl")
    assert made.returncode == 2
    assert "Could not connect" in made.stderr
    assert "Traceback" not in made.stderr
