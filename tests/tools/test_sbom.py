"""The bill of materials lists what is in the wheel and what it needs, and is the same each time."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "tools" / "sbom.py"


def test_the_bill_lists_crates_and_packages_with_licences():
    first, second = (subprocess.run([sys.executable, SCRIPT], capture_output=True, check=True).stdout for _ in range(2))
    assert first == second
    bill = json.loads(first)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.5")
    found = {each["purl"].split("@")[0]: each for each in bill["components"]}
    assert len(found["pkg:cargo/pyo3"]["hashes"][0]["content"]) == 64
    assert found["pkg:pypi/pyarrow"]["licenses"]
    assert "pkg:cargo/twicetold" not in found
    assert "pkg:pypi/markdown-it-py" in found  # rich needs it


def test_without_cargo_all_of_the_lock_file_is_listed(monkeypatch):
    spec = importlib.util.spec_from_file_location("sbom", SCRIPT)
    sbom = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sbom)
    some = len(sbom.list_crates())
    monkeypatch.setattr(sbom, "ask_cargo", lambda: (set(), {}))
    assert len(sbom.list_crates()) >= some > 20
