"""A Spark cluster of processes on loopback, from the classes that PySpark brings."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.spark import QUICK_JAVA

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

    def __init__(self, folder, hosts=("127.0.0.1", "127.0.0.1"), **variables):
        import pyspark

        self.spark_class = Path(pyspark.__file__).parent / "bin" / "spark-class"
        self.folder = folder
        self.hosts, self.variables = hosts, variables
        self.groups = []
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.master = f"spark://127.0.0.1:{self.port}"

    def __enter__(self):
        here = ["--host", "127.0.0.1", "--webui-port", "0"]
        self.start("master", "org.apache.spark.deploy.master.Master", *here, "--port", str(self.port))
        self.until("master", "I have been elected leader")
        for name, host in zip(("first", "second"), self.hosts, strict=True):
            self.worker(name, host)
        return self

    def worker(self, name, host="127.0.0.1"):
        small = ["--cores", "1", "--memory", "700m", "--work-dir", str(self.folder / name)]
        place = ["--host", host, "--webui-port", "0"]
        group = self.start(name, "org.apache.spark.deploy.worker.Worker", *place, *small, self.master)
        self.until(name, "Successfully registered with master")
        return group

    def start(self, name, kind, *arguments):
        log = (self.folder / f"{name}.log").open("wb")
        command = [str(self.spark_class), kind, *arguments]
        variables = environment() | {"SPARK_HOME": ""} | self.variables
        group = subprocess.Popen(command, stdout=log, stderr=log, env=variables, start_new_session=True)
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
