"""Peers that cannot live with the others get an environment of their own, made when first asked for and then kept.

text-dedup holds rich below 14, urllib3 at 2.0 or below, and brings Sphinx and ONNX; datatrove's processing brings
trafilatura, NLTK and forty more. The rest is in the extra `bench`, in the environment that runs the benchmark.
"""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / ".cache" / "environments"
PINNED = {
    "text-dedup": ("text-dedup==0.4.0", "datasets==5.2.0", "numpy>=2,<3"),
    "datatrove": ("datatrove[processing]==0.10.1", "numpy>=2,<3"),
}


class MissingEnvironment(Exception):
    """It could not be made; the text says why in a few words."""


@cache
def python_for(name: str) -> str:
    """The Python of an environment; of this one where the name is "". What failed once is not tried again."""
    if not name:
        return sys.executable
    error = _made(name)
    if error:
        raise MissingEnvironment(error)
    return str(python_in(name))


def python_in(name: str) -> Path:
    return FOLDER / name / "bin" / "python"


@cache
def _made(name: str) -> str:
    """Makes it where it is not there; the reason if it cannot be."""
    ready = FOLDER / name / "ready"
    if ready.exists() and ready.read_text(encoding="utf-8") == pins(name):
        return ""
    print(f"installing {', '.join(PINNED[name])} into an environment of its own", file=sys.stderr, flush=True)
    for command in ([sys.executable, "-m", "venv", "--clear", str(FOLDER / name)], [*_pip(name), *PINNED[name]]):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            return f"not installed: {last_words(done.stderr)}"
    ready.write_text(pins(name), encoding="utf-8")
    return ""


def _pip(name: str) -> list[str]:
    return [str(python_in(name)), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]


def pins(name: str) -> str:
    return " ".join(PINNED[name])


def last_words(said: str) -> str:
    """The last error of pip, without addresses."""
    lines = [line for line in said.splitlines() if "ERROR" in line] or said.splitlines() or [""]
    return " ".join(word for word in lines[-1].split() if "://" not in word)[:120]


def versions(name: str, packages: tuple[str, ...]) -> dict[str, str]:
    """What is installed there; nothing where there is no such environment."""
    if name and not python_in(name).exists():
        return {}
    code = (
        "import json, sys\nfrom importlib.metadata import PackageNotFoundError, version\nfound = {}\n"
        "for name in sys.argv[1:]:\n    try:\n        found[name] = version(name)\n"
        "    except PackageNotFoundError:\n        pass\nprint(json.dumps(found))"
    )
    import json

    python = str(python_in(name)) if name else sys.executable
    found: dict[str, str] = json.loads(subprocess.run([python, "-c", code, *packages], capture_output=True).stdout)
    return found
