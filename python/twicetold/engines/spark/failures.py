"""What Spark says when something goes wrong, as a sentence and the way out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager

from twicetold import errors
from twicetold.engines.spark.tasks import ERROR_MARK
from twicetold.errors import RunError, SettingsError, TwicetoldError

_SHARED_FOLDER_HINT = "put the inputs and the run folder (-o) on a file system that the driver and all executors share"
_PACKAGES_HINT = "install twicetold where the executors' Python is, or send a packed environment along (docs/spark.md)"

# A pattern in Spark's text, what to say of it, and what to do about it; the first that fits.
_KNOWN_FAILURES: tuple[tuple[str, str, str], ...] = (
    (r"No module named '?(twicetold|pyarrow|pandas)", "the executors' Python has no package `{0}`", _PACKAGES_HINT),
    (
        r"PYTHON_VERSION_MISMATCH|different (?:minor )?version",
        "the executors run another Python than the driver",
        "set PYSPARK_PYTHON to the same version as the driver's",
    ),
    (r'Cannot run program "([^"]+)"', "the executors have no Python at `{0}`", "set PYSPARK_PYTHON to one they have"),
    (r"No such file or directory: '([^']+)'", "an executor does not see `{0}`", _SHARED_FOLDER_HINT),
    (r"No space left on device", "a disk of the cluster is full", "free some space and run the same command again"),
    (
        r"OutOfMemoryError|GC overhead limit",
        "Spark ran out of memory",
        "give it more: --spark-conf spark.executor.memory=8g (local: spark.driver.memory)",
    ),
    (
        r"SparkContext was shut down|All masters are unresponsive|Job \d+ cancelled because",
        "Spark lost its cluster",
        "look at the master, then run the same command again: finished stages are kept",
    ),
)


@contextmanager
def translate_errors() -> Iterator[None]:
    """Errors of Spark become ours; what is not known keeps its cause, shortened."""
    try:
        yield
    except TwicetoldError:
        raise
    except Exception as error:
        if type(error).__module__.startswith(("pyspark", "py4j")):
            raise translate_failure(str(error)) from None
        raise


def translate_failure(text: str) -> TwicetoldError:
    """`... twicetold-error:{"kind": "InputError", ...}` -> that InputError; otherwise what is known of the text."""
    if ERROR_MARK in text:
        facts, _ = json.JSONDecoder().raw_decode(text[text.index(ERROR_MARK) + len(ERROR_MARK) :])
        kind: type[TwicetoldError] = getattr(errors, facts["kind"], TwicetoldError)
        if kind is errors.MissingPackage:
            kind = SettingsError
        return kind(facts["message"], facts["hint"])
    for pattern, message, hint in _KNOWN_FAILURES:
        if found := re.search(pattern, text):
            return SettingsError(message.format(*found.groups()), hint)
    return RunError(
        f"Spark failed: {find_last_line(text)}", "for the whole message add --spark-conf spark.log.level=WARN"
    )


def find_last_line(text: str) -> str:
    """The line that says what happened: the end of Python's traceback, or the first line of Scala's."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    told = [line for line in lines if re.match(r"[A-Za-z_.]*(?:Error|Exception)\b", line)]
    chosen = (told or lines or ["no reason given"])[-1 if told else 0]
    return chosen[:500]
