"""One small Spark session for all tests that need one; without Java they are skipped, which `make test` does not allow."""

import functools

import pytest

# Tests end before Java's second compiler has paid off: without it, Java takes 0.6 of the CPU seconds.
QUICK_JAVA = "-XX:TieredStopAtLevel=1"


def needs_java():
    """Skips the test where PySpark or Java is missing."""
    pytest.importorskip("pyspark")
    from twicetold.engines.spark.session import find_java
    from twicetold.errors import SettingsError

    try:
        find_java()
    except SettingsError as error:
        pytest.skip(error.message)


@functools.cache
def small_session():
    """`local[2]`, few partitions, no web page; it stays until the tests end."""
    needs_java()
    from twicetold.config import Machine
    from twicetold.engines.spark import create_session

    machine = Machine(workers=2, memory_bytes=2 << 30)
    conf = {"spark.sql.shuffle.partitions": "3", "spark.ui.enabled": "false"}
    return create_session(machine, "local[2]", conf | {"spark.driver.extraJavaOptions": QUICK_JAVA})
