"""What the benchmark ran on: the machine, the versions of everything, the day."""

from __future__ import annotations

import datetime
import os
import platform
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks import environments

PACKAGES = (
    "twicetold",
    "rensa",
    "FastSketchLSH",
    "daft",
    "gaoya",
    "datasketch",
    "duckdb",
    "pyspark",
    "SetSimilaritySearch",
    "scikit-learn",
    "scipy",
    "numpy",
    "pyarrow",
    "wikiextractor",
    "mwparserfromhell",
    "gensim",
    "indexed-bzip2",
    "sentencex",
)


def facts() -> dict[str, Any]:
    pages, size = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    return {
        "processor": processor(),
        "threads": os.cpu_count(),
        "memory_gb": round(pages * size / 2**30, 1),
        "system": platform.system(),
    }


def processor() -> str:
    """`Intel(R) Xeon(R) Processor`; what Python knows of it where the system does not say."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def versions() -> dict[str, str]:
    """Of Python, of what is in this environment, and of the peers that have one of their own."""
    own = import_module("twicetold").__version__  # of what runs, be it installed or not
    found = {"python": platform.python_version(), **environments.versions("", tuple(PACKAGES)), "twicetold": own}
    for name in environments.PINNED:
        found |= environments.versions(name, (name,))
    return found


def today() -> str:
    return datetime.datetime.now(datetime.UTC).date().isoformat()
