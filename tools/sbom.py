"""Print a bill of materials of the wheel, as CycloneDX 1.5: its crates, and the Python packages that it needs.

`python tools/sbom.py > dist/twicetold.cdx.json`. Two calls on the same commit and environment print the same bytes, so
there is no date and no serial number. Crates have their checksum from `Cargo.lock`, and their licence if cargo can run.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
Component = dict[str, Any]


def list_crates() -> list[Component]:
    """Return the crates that are compiled into the wheel; all of `Cargo.lock` where cargo cannot say which."""
    locked = tomllib.loads((ROOT / "Cargo.lock").read_text(encoding="utf-8"))["package"]
    compiled, licences = ask_cargo()
    found = []
    for crate in locked:
        name, version = crate["name"], crate["version"]
        if "source" not in crate or (compiled and (name, version) not in compiled):
            continue
        component = {"type": "library", "name": name, "version": version, "purl": f"pkg:cargo/{name}@{version}"}
        if checksum := crate.get("checksum"):
            component |= {"hashes": [{"alg": "SHA-256", "content": checksum}]}
        found.append(component | describe_licence(licences.get((name, version), "")))
    return found


def ask_cargo() -> tuple[set[tuple[str, str]], dict[tuple[str, str], str]]:
    """Return the crates in the wheel, and the licences of each; nothing if cargo cannot run offline."""
    tree = ["cargo", "tree", "--locked", "--offline", "--edges", "normal", "--features", "python"]
    try:
        done = subprocess.run(
            [*tree, "--prefix", "none", "--format", "{p}|{l}"], cwd=ROOT, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return set(), {}
    licences = {}
    for line in done.stdout.splitlines():
        crate, _, licence = line.removesuffix(" (*)").partition("|")
        if parsed := re.match(r"(\S+) v(\S+)", crate):
            licences[parsed[1], parsed[2]] = licence
    return set(licences), licences


def list_packages() -> list[Component]:
    """Return the Python packages that are always installed, with those that they need, as they are installed here."""
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    waiting, found = [_parse_name(each) for each in needed], {}
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        try:
            about = metadata(name)
        except PackageNotFoundError:
            continue
        version = about["Version"]
        component = {"type": "library", "name": name, "version": version, "purl": f"pkg:pypi/{name}@{version}"}
        found[name] = component | describe_licence(read_licence(about))
        waiting += [_parse_name(each) for each in about.get_all("Requires-Dist", []) if ";" not in each]
    return [found[name] for name in sorted(found)]


def read_licence(about: Any) -> str:
    """Return the licence that a package declares, as an expression or by its classifiers; "" for none."""
    classes = [each.rpartition(" :: ")[2] for each in about.get_all("Classifier", []) if each.startswith("License")]
    return str(about["License-Expression"] or ", ".join(classes) or (about["License"] or "").partition("\n")[0])


def describe_licence(licence: str) -> Component:
    """Return the field `licenses` of a component, or none where the licence is not known."""
    return {"licenses": [{"license": {"name": licence}}]} if licence else {}


def _parse_name(requirement: str) -> str:
    return re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)[0].lower().replace("_", "-")


def build_bill() -> dict[str, Any]:
    """Return the whole document."""
    version = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["package"]["version"]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "library", "name": "twicetold", "version": version}},
        "components": [*list_crates(), *list_packages()],
    }


if __name__ == "__main__":
    json.dump(build_bill(), sys.stdout, indent=1)
    print()
