"""What a Spark session needs, and what is said where it is missing."""

import pytest

from twicetold.engines.spark.failures import translate_failure
from twicetold.engines.spark.session import check_master, find_java, parse_java_version, parse_spark_conf, use_java
from twicetold.errors import InputError, RunError, SettingsError


@pytest.mark.parametrize(
    ("said", "version"),
    [
        ('openjdk version "17.0.15" 2025-04-15', 17),
        ('openjdk version "25" 2025-09-16', 25),
        ('java version "1.8.0_402"', 8),
        ("no such thing", 0),
    ],
)
def test_java_tells_its_version(said, version):
    assert parse_java_version(said) == version


def java(folder, version, modules=""):
    """A program that answers as Java would."""
    program = folder / "bin" / "java"
    program.parent.mkdir()
    program.write_text(f"""#!/bin/sh
case $1 in -version) echo 'openjdk version "{version}"' >&2;; *) echo '{modules}';; esac
""")
    program.chmod(0o755)
    return program


def test_an_old_java_is_refused(tmp_path):
    with pytest.raises(SettingsError, match="is Java 11, Spark 4 needs 17 or newer"):
        use_java(java(tmp_path, "11.0.2"))


def test_a_java_that_lacks_what_spark_asks_for_is_refused(tmp_path):
    with pytest.raises(SettingsError, match="cut-down"):
        use_java(java(tmp_path, "21.0.1", "java.base@21.0.1"))


def test_java_is_looked_for_in_its_home_on_the_path_and_where_install_jdk_puts_it(tmp_path, monkeypatch):
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(SettingsError, match="which was not found"):
        find_java()
    (tmp_path / ".jdk" / "jdk-21").mkdir(parents=True)
    installed = java(tmp_path / ".jdk" / "jdk-21", "21")
    assert find_java() == installed
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "home"))
    with pytest.raises(SettingsError, match="has no bin/java"):
        find_java()
    assert java(tmp_path / "home", "17") == find_java()


def test_an_unknown_master_is_refused():
    with pytest.raises(SettingsError, match="unknown master: `http://here`"):
        check_master("http://here")
    check_master("local[*]")
    check_master("yarn")


def test_settings_of_spark_are_pairs():
    assert parse_spark_conf(["spark.a=b=c"]) == {"spark.a": "b=c"}
    with pytest.raises(SettingsError, match="is not a setting"):
        parse_spark_conf(["a=b"])


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("ModuleNotFoundError: No module named 'twicetold'", SettingsError, "no package `twicetold`"),
        ('java.io.IOException: Cannot run program "/x/python": error=2', SettingsError, "no Python at `/x/python`"),
        ("[PYTHON_VERSION_MISMATCH] Python in worker has", SettingsError, "another Python"),
        ("java.lang.OutOfMemoryError: Java heap space", SettingsError, "out of memory"),
        ("a\nValueError: boom\n  at scala.Thing", RunError, "Spark failed: ValueError: boom"),
        ('RuntimeError: twicetold-error:{"kind": "InputError", "message": "m", "hint": "h"}\nmore', InputError, "^m$"),
    ],
)
def test_what_spark_says_becomes_a_sentence(text, kind, message):
    with pytest.raises(kind, match=message):
        raise translate_failure(text)
