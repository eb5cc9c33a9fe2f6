"""A real cluster of processes on loopback: a worker dies, the driver dies, and the answer stays."""

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
from tests.support.spark import needs_java
from tests.support.spark_cluster import CONF, Cluster, environment, kill

from twicetold import api
from twicetold.demo import PlantedCorpus

COMMAND = [sys.executable, "-c", "from twicetold.cli import main; main()"]


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
