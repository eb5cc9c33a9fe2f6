"""What `/openapi.json` says is what the service does: schemathesis sends what it allows and what it forbids."""

import os
import subprocess
import sys
from pathlib import Path

from tests.support.service import MILL, Service

from twicetold import Index

ROOT = Path(__file__).parents[2]
# A body or an address that is too long is refused before anybody looks at what it says.
REFUSED = [400, 401, 403, 404, 405, 408, 413, 415, 431]
# Of lines, those that are documents are taken, and the others are named in the answer.
TAKEN_IN_PART = [200, *REFUSED]
TOKEN = "a-token-for-the-tests"
CONFIG = f"""
[checks.negative_data_rejection]
expected-statuses = {REFUSED}

[[operations]]
include-name = "POST /documents"
checks.negative_data_rejection.expected-statuses = {TAKEN_IN_PART}

[phases.stateful]
enabled = false
"""


def test_requests_are_answered_as_described(tmp_path):
    Index.create(tmp_path / "index")
    (tmp_path / "schemathesis.toml").write_text(CONFIG, encoding="utf-8")
    with Service(tmp_path / "index", env=os.environ | {"TWICETOLD_TOKEN": TOKEN}, token=TOKEN) as service:
        service.add({"id": "a", "text": MILL}, {"id": "b", "text": MILL})
        service.query(MILL)
        command = [sys.executable, "-m", "schemathesis.cli", "run", f"{service.address}/openapi.json"]
        options = ["--max-examples", "12", "--seed", "1", "--no-color", "--checks", "all"]
        header = ["--header", f"Authorization: Bearer {TOKEN}"]
        environment = {"SCHEMATHESIS_HOOKS": "tests.support.schemathesis_hooks", "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [*command, *options, *header], cwd=tmp_path, env=os.environ | environment, capture_output=True, timeout=200
        )
        assert done.returncode == 0, "\n".join(line[:300] for line in done.stdout.decode().splitlines()[-120:])
        assert "error" not in service.log
        assert service.client.get("/health").status_code == 200
