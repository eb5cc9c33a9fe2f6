"""What goes wrong on a cluster: a lost shuffle, a straggler that is run twice, a full disk, a driver killed as it writes.

One digest, and no part file counted twice. A master, two workers and one driver serve all tests of this file.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from tests.attack.disk import build_library
from tests.support.spark import needs_java
from tests.support.spark_cluster import CONF, Cluster, environment, kill

from twicetold import api
from twicetold.demo import PlantedCorpus

FAULTS = {
    "spark.speculation": "true",
    "spark.speculation.interval": "100ms",
    "spark.speculation.quantile": "0.1",
    "spark.speculation.multiplier": "1.1",
    "spark.speculation.minTaskRuntime": "200ms",
    "spark.speculation.task.duration.threshold": "1s",
    "spark.speculation.efficiency.enabled": "false",
    "spark.stage.maxConsecutiveAttempts": "8",
    "spark.excludeOnFailure.enabled": "false",
}


class Driver:
    """A driver that does jobs one after the other."""

    def __init__(self, cluster, folder):
        self.cluster, self.folder = cluster, folder
        self.full = folder / "full"  # while this file is there, the disks of the executors are full
        library = build_library(folder)
        variables = {"LD_PRELOAD": str(library), "FULL_DISK_WHILE": str(self.full)}
        preloaded = {f"spark.executorEnv.{name}": value for name, value in variables.items()}
        texts = PlantedCorpus(sentences=400, seed=5).write_jsonl(folder / "texts.jsonl").read_text(encoding="utf-8")
        half = len(texts.splitlines()) // 2
        self.inputs = [str(folder / f"{number}.jsonl") for number in range(2)]
        for path, lines in zip(self.inputs, (texts.splitlines()[:half], texts.splitlines()[half:]), strict=True):
            Path(path).write_text("\n".join(lines), encoding="utf-8")
        self.events = folder / "events"
        self.events.mkdir()
        log = {"enabled": "true", "dir": self.events.as_uri(), "compress": "false", "rolling.enabled": "false"}
        conf = CONF | FAULTS | preloaded | {f"spark.eventLog.{name}": value for name, value in log.items()}
        self.digest = api.documents(self.inputs).digest
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.spark_driver", cluster.master, json.dumps(conf)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment(),
            start_new_session=True,
            cwd=Path(__file__).parents[2],
        )

    def read_ends(self, reason):
        """The tasks that ended for this reason, so far."""
        (log,) = self.events.iterdir()
        events = (json.loads(line) for line in log.read_text(encoding="utf-8").splitlines() if line.endswith("}"))
        ends = [event for event in events if event["Event"] == "SparkListenerTaskEnd"]
        return [end for end in ends if end["Task End Reason"]["Reason"] == reason]

    def count_copies(self):
        """How many tasks were run twice, and the second was faster."""
        return sum(end["Task Info"]["Speculative"] for end in self.read_ends("Success"))

    def begin(self, output):
        self.process.stdin.write(json.dumps({"inputs": self.inputs, "output": str(output)}) + "\n")
        self.process.stdin.flush()

    def take_answer(self):
        return json.loads(self.process.stdout.readline())

    def run(self, output):
        self.begin(output)
        return self.take_answer()


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    needs_java()
    folder = tmp_path_factory.mktemp("faults")
    # Spark runs no copy of a task on the host of the task.
    with Cluster(folder, ("127.0.0.1", "127.0.0.2"), SPARK_LOCAL_DIRS=str(folder / "local")) as cluster:
        driver = Driver(cluster, folder)
        assert driver.run(folder / "calm") == {"digest": driver.digest}
        with driver.process:
            yield driver
            kill(driver.process)


@contextlib.contextmanager
def meanwhile(work):
    """Calls `work` again and again until the block ends."""
    ended = threading.Event()

    def repeat():
        while not ended.is_set():
            work()
            time.sleep(0.01)

    thread = threading.Thread(target=repeat)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@pytest.mark.timeout(600)
def test_a_lost_shuffle_is_made_again(driver, tmp_path):
    assert not driver.read_ends("FetchFailed")

    def find_shuffles():
        return list(driver.folder.glob("local/**/shuffle_*.data"))

    known = {path.name for path in find_shuffles()}
    lost = {}

    def lose_shuffles():
        for path in find_shuffles():
            shuffle = path.name.split("_")[1]
            if path.name not in known and len(lost) < 2 and shuffle not in lost:
                lost[shuffle] = path.name
                path.unlink(missing_ok=True)

    with meanwhile(lose_shuffles):
        assert driver.run(tmp_path / "run") == {"digest": driver.digest}
    assert len(lost) == 2
    assert driver.read_ends("FetchFailed"), "a task missed what was lost"


@pytest.mark.timeout(600)
def test_a_straggler_that_is_run_twice_counts_once(driver, tmp_path):
    stopped = []

    def stop_workers():
        if not stopped and list((tmp_path / "run").glob(".spark-parts-*/*.parquet")):
            for pid in find_python_workers(driver.folder / "second"):
                os.kill(pid, signal.SIGSTOP)
                stopped.append(pid)

    with meanwhile(stop_workers):
        driver.begin(tmp_path / "run")
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and not driver.count_copies():
            time.sleep(0.2)
        for pid in stopped:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
        assert driver.take_answer() == {"digest": driver.digest}
    assert driver.count_copies(), "a copy of a task was faster than the task"


def find_python_workers(folder):
    """The processes of Python whose working folder is below a worker's."""
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            inside = entry.name.isdigit() and str((entry / "cwd").readlink()).startswith(str(folder))
            if inside and b"pyspark" in (entry / "cmdline").read_bytes():
                yield int(entry.name)


@pytest.mark.timeout(600)
def test_full_disks_of_executors_are_an_error_and_the_same_job_continues(driver, tmp_path):
    driver.full.touch()
    answer = driver.run(tmp_path / "run")
    driver.full.unlink()
    assert answer.get("error") == "a disk of the cluster is full", answer
    assert driver.run(tmp_path / "run") == {"digest": driver.digest}
    assert not list((tmp_path / "run").glob(".spark-parts-*"))


@pytest.mark.timeout(600)
def test_a_driver_that_is_killed_as_tasks_write_leaves_nothing_that_counts(driver, tmp_path):
    driver.begin(tmp_path / "run")
    while not list((tmp_path / "run").glob(".spark-parts-*/*.parquet")):
        time.sleep(0.005)
    kill(driver.process)
    left = list((tmp_path / "run").glob(".spark-parts-*"))
    assert left
    run = api.documents(driver.inputs, tmp_path / "run")  # the other engine continues
    assert run.digest == driver.digest
