"""One small Spark session for all tests that need one; without Java they are skipped, which CI does not allow."""

import functools

import pytest


@functools.cache
def small_session():
    """`local[2]`, few partitions, no web page; it stays until the tests end."""
    pytest.importorskip("pyspark")
    from twicetold.config import Machine
    from twicetold.engines.spark.session import find_java, new_session
    from twicetold.errors import SettingsError

    try:
        find_java()
    except SettingsError as error:
        pytest.skip(error.message)
    machine = Machine(threads=2, memory_bytes=2 << 30)
    return new_session(machine, "local[2]", {"spark.sql.shuffle.partitions": "3", "spark.ui.enabled": "false"})
