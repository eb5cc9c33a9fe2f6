"""What the sentence job takes on a Spark cluster: bytes between machines, disk, memory, time, and what to set.

Bytes are counted by `shuffles.py`. Time is arithmetic over rates measured on two cores of one small machine, scaled in
proportion to the cores: a network slower than the disks, or machines that wait for one another, are not in it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from twicetold.errors import SettingsError
from twicetold.plan.choose import Plan
from twicetold.plan.estimate import shingles_of
from twicetold.plan.shuffles import Amounts, Exchange, amounts, exchanges

STAGES = ("front", "units", "matches", "clusters", "members", "kinds", "tables")
PARTITION_BYTES = 256 << 20  # of rows that a task takes in: half of what its kernels may hold before they go to disk
MOST_PARTITIONS = 20_000
TASK_BYTES = 1_000_000_000  # of a Python worker: 512 MB of rows, what it reads and sends at once, and Python itself
JAVA_BYTES = 1_000_000_000  # of Java, for each core
DRIVER_BYTES = 4_000_000_000
MOST_UNITS = 2**32  # their numbers have 32 bits


@dataclass(frozen=True)
class SparkRates:
    """What one core does in a second, measured by `benchmarks.spark_growth` (see `docs/scale.md`)."""

    moved_bytes: float = 75e6  # of rows: packed, sent, taken in and put in order
    stored_bytes: float = 150e6  # of rows written to part files and read again
    driver_bytes: float = 200e6  # of rows that the driver, alone, puts together from part files
    stage_seconds: float = 2.0  # of a stage before any row is moved: jobs are planned, tasks started


@dataclass(frozen=True)
class Cluster:
    """Executors, each with so many cores and so much memory, Java's and Python's together."""

    executors: int = 4
    cores: int = 4
    memory_bytes: int = 16_000_000_000
    rates: SparkRates = SparkRates()

    @property
    def all_cores(self) -> int:
        return self.executors * self.cores


@dataclass(frozen=True)
class ClusterStage:
    """One stage: what it sends, and how long it takes."""

    name: str
    shuffled_bytes: int
    core_seconds: float
    driver_seconds: float
    seconds: float


@dataclass(frozen=True)
class ClusterPlan:
    """A plan on a cluster."""

    plan: Plan
    cluster: Cluster
    exchanges: tuple[Exchange, ...]
    partitions: int
    stages: tuple[ClusterStage, ...]

    @property
    def seconds(self) -> float:
        return sum(stage.seconds for stage in self.stages)

    @property
    def shuffled_bytes(self) -> int:
        return sum(stage.shuffled_bytes for stage in self.stages)

    @property
    def bytes_per_sentence(self) -> float:
        return self.shuffled_bytes / self.plan.corpus.sentences

    @property
    def disk_bytes(self) -> int:
        """Of each executor, if Spark clears nothing away before the end, and a fifth for uneven shares."""
        return math.ceil(1.2 * self.shuffled_bytes / self.cluster.executors)

    @property
    def folder_bytes(self) -> int:
        """Of the run folder that all share: the tables, and the part files of the largest stage."""
        return round(FOLDER_SHARE * self.plan.corpus.text_bytes)

    @property
    def python_bytes(self) -> int:
        """Of an executor's memory, outside Java."""
        return self.cluster.cores * TASK_BYTES

    @property
    def java_bytes(self) -> int:
        return self.cluster.memory_bytes - self.python_bytes

    @property
    def settings(self) -> dict[str, str]:
        """For `--spark-conf`, or `spark-submit --conf`."""
        return {
            "spark.executor.instances": str(self.cluster.executors),
            "spark.executor.cores": str(self.cluster.cores),
            "spark.executor.memory": f"{self.java_bytes // 10**6}m",
            "spark.executor.memoryOverhead": f"{self.python_bytes // 10**6}m",
            "spark.driver.memory": f"{DRIVER_BYTES // 10**9}g",
            "spark.sql.shuffle.partitions": str(self.partitions),
        }

    @property
    def warnings(self) -> list[str]:
        """What will not work as it stands."""
        found = []
        if self.plan.corpus.sentences > MOST_UNITS:
            found.append(f"units are counted in 32 bits: no more than {MOST_UNITS:,} of the sentences may be distinct")
        return found


CLASSIFIED = 20_000  # matches a second on a core, at the least
FOLDER_SHARE = 2.8  # of the bytes of text: 396 bytes for a sentence of 144


def on_cluster(plan: Plan, cluster: Cluster) -> ClusterPlan:
    """The plan's sentences on this cluster."""
    each = TASK_BYTES + JAVA_BYTES
    if cluster.memory_bytes < cluster.cores * each:
        least = f"--memory {cluster.cores * each / 1e9:.3g}GB or more, or fewer --cores"
        raise SettingsError(
            f"{cluster.memory_bytes / 1e9:.3g} GB for an executor of {cluster.cores} cores is too little",
            f"each core takes about {each / 1e9:.1f} GB: give {least}",
        )
    characters, found = plan.corpus.characters, amounts(plan)
    sent = exchanges(found, characters)
    partitions = partitions_for(sent, characters, cluster)
    stages = tuple(_stage(name, plan, cluster, found, sent, partitions) for name in STAGES)
    return ClusterPlan(plan, cluster, sent, partitions, stages)


def partitions_for(sent: tuple[Exchange, ...], characters: int, cluster: Cluster) -> int:
    """So many that a task takes in PARTITION_BYTES of the largest exchange, and every core has two tasks at least."""
    largest = max((each.raw_bytes(characters) for each in sent if not each.in_order), default=0.0)
    wanted = max(math.ceil(largest / PARTITION_BYTES), 2 * cluster.all_cores)
    return min(_rounded_up(wanted), MOST_PARTITIONS)


def _rounded_up(value: int) -> int:
    """To two digits: `1234` -> 1300"""
    step = int(10 ** max(len(str(value)) - 2, 0))
    return math.ceil(value / step) * step


def _stage(
    name: str, plan: Plan, cluster: Cluster, found: Amounts, sent: tuple[Exchange, ...], partitions: int
) -> ClusterStage:
    characters, rates = plan.corpus.characters, cluster.rates
    own = [each for each in sent if each.stage == name]
    moved = sum(each.raw_bytes(characters) for each in own)
    shuffled = sum(each.shuffled_bytes(characters, partitions) for each in own)
    read, driver = _stored_bytes(plan, found)[name]
    core_seconds = _kernel_seconds(plan, found)[name] + moved / rates.moved_bytes + read / rates.stored_bytes
    driver_seconds = driver / rates.driver_bytes
    seconds = core_seconds / cluster.all_cores + driver_seconds + rates.stage_seconds
    return ClusterStage(name, round(shuffled), core_seconds, driver_seconds, seconds)


def _kernel_seconds(plan: Plan, found: Amounts) -> dict[str, float]:
    """Core seconds of the work itself, as on one machine (`estimate.py`)."""
    rates, corpus = plan.hardware.rates, plan.corpus
    shingles = found.units * shingles_of(corpus.characters, plan.shingle)
    text = corpus.text_bytes
    keys = shingles / rates.shingles + shingles * plan.scheme.functions / rates.updates + found.keys / rates.keys
    unpacked = corpus.dump_bytes / rates.bzip2_bytes
    return {
        "front": unpacked + max(corpus.dump_bytes, text) / rates.split_bytes,
        "units": text / rates.fold_bytes,
        "matches": keys + found.candidates / rates.candidates,
        "clusters": found.clustered / rates.clustered,
        "members": text / rates.fold_bytes,  # hashed once more
        "kinds": found.members / rates.clustered + found.matches / CLASSIFIED,
        "tables": found.members / rates.clustered,
    }


def _stored_bytes(plan: Plan, found: Amounts) -> dict[str, tuple[float, float]]:
    """Bytes that tasks read from and write to the shared folder, and those that the driver puts together."""
    characters = plan.corpus.characters
    sentences, units = plan.corpus.sentences * (characters + 60), found.units * (characters + 90)
    texts, places = found.units * (characters + 8), found.units * 34  # of units, read alone
    return {
        "front": (sentences, sentences),
        "units": (2 * sentences + units, units),
        "matches": (3 * texts, 24 * found.matches),
        "clusters": (units, 80 * found.clustered),
        "members": (sentences, 200 * found.members),
        "kinds": (2 * places + 300 * found.members, 250 * found.matches),
        "tables": (300 * found.members + 20 * found.matches, characters * found.clusters),
    }
