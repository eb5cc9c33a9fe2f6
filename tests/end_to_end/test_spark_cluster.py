"""A real cluster of processes on loopback: a worker dies, the driver dies, and the answer stays.

Master and workers are started from the classes that PySpark brings; everything ends with the test.
"""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from tests.support.spark import QUICK_JAVA, needs_java

from twicetold import api
from twicetold.demo import PlantedCorpus

COMMAND = [sys.executable, "-c", "from twicetold.cli import main; main()"]
CONF = {
    "spark.executor.memory": "600m",
    "spark.driver.memory": "600m",
    "spark.driver.host": "127.0.0.1",
    "spark.sql.shuffle.partitions": "4",
    "spark.ui.enabled": "false",
    "spark.network.timeout": "60s",
    "spark.driver.extraJavaOptions": QUICK_JAVA,
    "spark.executor.extraJavaOptions": QUICK_JAVA,
    "spark.twicetold.aloneBytes": "0",  # or next to nothing would be sent from task to task
}


def environment():
    """Of all processes: loopback only, this Python, this checkout."""
    import twicetold

    paths = [str(Path(twicetold.__file__).parent.parent), os.environ.get("PYTHONPATH", "")]
    return os.environ | {
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_DAEMON_JAVA_OPTS": QUICK_JAVA,
        "PYSPARK_PYTHON": sys.executable,
        "PYTHONPATH": os.pathsep.join(path for path in paths if path),
    }


class Cluster:
    """A master and two workers, each the head of a group of processes."""

    def __init__(self, folder):
        import pyspark

        self.spark_class = Path(pyspark.__file__).parent / "bin" / "spark-class"
        self.folder = folder
        self.groups = []
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.master = f"spark://127.0.0.1:{self.port}"

    def __enter__(self):
        here = ["--host", "127.0.0.1", "--webui-port", "0"]
        self.start("master", "org.apache.spark.deploy.master.Master", *here, "--port", str(self.port))
        self.until("master", "I have been elected leader")
        for name in ("first", "second"):
            self.worker(name)
        return self

    def worker(self, name):
        small = ["--cores", "1", "--memory", "700m", "--work-dir", str(self.folder / name)]
        place = ["--host", "127.0.0.1", "--webui-port", "0"]
        group = self.start(name, "org.apache.spark.deploy.worker.Worker", *place, *small, self.master)
        self.until(name, "Successfully registered with master")
        return group

    def start(self, name, kind, *arguments):
        log = (self.folder / f"{name}.log").open("wb")
        command = [str(self.spark_class), kind, *arguments]
        group = subprocess.Popen(
            command, stdout=log, stderr=log, env=environment() | {"SPARK_HOME": ""}, start_new_session=True
        )
        log.close()
        self.groups.append(group)
        return group

    def until(self, name, said):
        """Waits for a line in a log."""
        for _ in range(600):
            text = (self.folder / f"{name}.log").read_text(errors="replace")
            if said in text:
                return
            time.sleep(0.1)
        pytest.fail(f"{name} does not start: {text[-2000:]}")

    def __exit__(self, *_):
        for group in self.groups:
            kill(group)


def kill(group):
    """kill -9, with everything that it started in its group."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group.pid, signal.SIGKILL)
    group.wait()
    if group.stderr:
        group.stderr.close()


@pytest.fixture(scope="module")
def dump(tmp_path_factory):
    return str(PlantedCorpus(sentences=1_500, seed=5).write(tmp_path_factory.mktemp("planted"), truth=False))


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    needs_java()
    with Cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


def job(cluster, dump, output, **more):
    """The command, begun."""
    settings = CONF | more
    conf = [argument for name, value in settings.items() for argument in ("--spark-conf", f"{name}={value}")]
    arguments = [
        "sentences",
        Path(dump).name,
        "-o",
        str(output),
        "--engine",
        "spark",
        "--master",
        cluster.master,
        *conf,
    ]
    return subprocess.Popen(
        [*COMMAND, *arguments],
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        start_new_session=True,
        cwd=Path(dump).parent,
    )


def stages(output):
    try:
        return list(json.loads((output / "run.json").read_text())["stages"])
    except FileNotFoundError:
        return []


def wait_for(stage, output, running):
    """Until a stage is in `run.json`."""
    while stage not in stages(output):
        if running.poll() is not None:
            pytest.fail(running.stderr.read())
        time.sleep(0.05)


class Watched:
    """What Spark tells of a job: of its executors while it runs, of its tasks afterwards."""

    def __init__(self, folder):
        self.log = folder / "events"
        self.log.mkdir()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.conf = {
            "spark.ui.enabled": "true",
            "spark.ui.port": str(self.port),
            "spark.eventLog.enabled": "true",
            "spark.eventLog.dir": self.log.as_uri(),
            "spark.eventLog.compress": "false",
            "spark.eventLog.rolling.enabled": "false",
        }

    def ask(self, what):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/v1/applications{what}", timeout=120) as page:
            return json.load(page)

    def busy(self):
        """The executors that have a task."""
        (application,) = self.ask("")
        executors = self.ask(f"/{application['id']}/executors")
        return {each["id"] for each in executors if each["activeTasks"] and each["isActive"]}

    def tasks(self):
        """Stage and number of every task that was lost with its executor, and of every one done in a later attempt."""
        (log,) = self.log.iterdir()
        lost, done_again = set(), set()
        for line in log.read_text().splitlines():
            event = json.loads(line)
            if event["Event"] == "SparkListenerTaskEnd":
                task = event["Stage ID"], event["Task Info"]["Index"]
                reason = event["Task End Reason"]["Reason"]
                if reason == "ExecutorLostFailure":
                    lost.add(task)
                elif reason == "Success" and (event["Task Info"]["Attempt"] or event["Stage Attempt ID"]):
                    done_again.add(task)
        return lost, done_again


def kill_while_it_works(cluster, watched, running):
    """Stops the second worker, waits until it has a task, which it then cannot finish, and kills it."""
    worker = cluster.groups[-1]
    os.killpg(worker.pid, signal.SIGSTOP)
    mine = {folder.name for folder in (cluster.folder / "second").glob("app-*/*")}
    while not mine & watched.busy():
        if running.poll() is not None:
            pytest.fail(f"the job ended before it gave the worker a task: {running.stderr.read()}")
        time.sleep(0.1)
    kill(worker)


@pytest.mark.timeout(600)
def test_the_driver_is_killed_and_started_again(cluster, dump, tmp_path):
    output = tmp_path / "run"
    running = job(cluster, dump, output)
    wait_for("units", output, running)
    kill(running)
    kept = stages(output)
    assert "units" in kept
    assert "tables" not in kept
    again = job(cluster, dump, output)
    _, said = again.communicate(timeout=500)
    assert again.returncode == 0, said
    facts = json.loads((output / "run.json").read_text())
    assert facts["digest"] == api.sentences(dump).digest
    assert not list(output.glob(".spark-parts-*"))


@pytest.mark.timeout(600)
def test_a_worker_is_killed_at_work_its_tasks_are_done_again_and_the_answer_is_the_same(cluster, dump, tmp_path):
    output = tmp_path / "run"
    watched = Watched(tmp_path)
    running = job(cluster, dump, output, **watched.conf)
    wait_for("units", output, running)
    kill_while_it_works(cluster, watched, running)
    assert "clusters" not in stages(output), "the worker died before the end"
    _, said = running.communicate(timeout=500)
    assert running.returncode == 0, said
    lost, done_again = watched.tasks()
    assert lost
    assert lost <= done_again
    assert json.loads((output / "run.json").read_text())["digest"] == api.sentences(dump).digest
