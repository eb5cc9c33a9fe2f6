"""A plan on a cluster as text, and as facts for JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from twicetold.plan.cluster import ClusterPlan
from twicetold.plan.quantities import bytes_text, count_text, seconds_text
from twicetold.plan.show import table_text


def cluster_text(planned: ClusterPlan) -> str:
    """What `twicetold plan --engine spark` prints below the settings and what they find."""
    parts = [_exchanges(planned), _stages(planned), _needs(planned), _settings(planned)]
    return "\n\n".join([*parts, *(f"warning: {each}" for each in planned.warnings)]) + "\n"


def _exchanges(planned: ClusterPlan) -> str:
    corpus = planned.plan.corpus
    rows = []
    for each in planned.exchanges:
        packed = each.shuffled_bytes(corpus.characters, planned.partitions)
        count = count_text(sum(side.count for side in each.sides))
        rows.append([each.stage, each.what, count, bytes_text(packed), f"{packed / corpus.sentences:.1f}"])
    header = ["stage", "what is sent", "rows", "shuffled", "bytes a sentence"]
    width = max(len(row[1]) for row in [header, *rows])
    return table_text(header, [[row[0], row[1].ljust(width), *row[2:]] for row in rows])


def _stages(planned: ClusterPlan) -> str:
    sentences = planned.plan.corpus.sentences
    rows = [
        [
            each.name,
            bytes_text(each.shuffled_bytes),
            f"{each.shuffled_bytes / sentences:.0f}",
            seconds_text(each.core_seconds),
            seconds_text(each.driver_seconds),
            seconds_text(each.seconds),
        ]
        for each in planned.stages
    ]
    all_of = [
        bytes_text(planned.shuffled_bytes),
        f"{planned.bytes_per_sentence:.0f}",
        seconds_text(sum(each.core_seconds for each in planned.stages)),
        seconds_text(sum(each.driver_seconds for each in planned.stages)),
        seconds_text(planned.seconds),
    ]
    header = ["stage", "shuffled", "bytes a sentence", "core time", "driver alone", "time"]
    cluster = planned.cluster
    return table_text(header, [*rows, ["all", *all_of]]) + (
        f"\nestimated for {cluster.executors} executors of {cluster.cores} cores, from rates measured on two cores of a"
        "\nsmall machine and scaled in proportion; a slow network or shared disk is not in it"
    )


def _needs(planned: ClusterPlan) -> str:
    lines = [
        (
            "each executor",
            f"{bytes_text(planned.disk_bytes)} of local disk, {bytes_text(planned.java_bytes)} for Java,",
        ),
        ("", f"{bytes_text(planned.python_bytes)} for Python"),
        ("run folder", f"{bytes_text(planned.folder_bytes)}, seen by all"),
    ]
    return "\n".join(f"{name:<14}{value}" for name, value in lines)


def _settings(planned: ClusterPlan) -> str:
    return "\n".join(f"--spark-conf {name}={value}" for name, value in planned.settings.items())


def cluster_facts(planned: ClusterPlan) -> dict[str, Any]:
    """The same for JSON."""
    corpus, cluster = planned.plan.corpus, planned.cluster
    return {
        "executors": cluster.executors,
        "cores_per_executor": cluster.cores,
        "memory_per_executor_bytes": cluster.memory_bytes,
        "rates": asdict(cluster.rates),
        "stages": [asdict(each) for each in planned.stages],
        "exchanges": [
            {
                "stage": each.stage,
                "what": each.what,
                "rows": round(sum(side.count for side in each.sides)),
                "raw_bytes": round(each.raw_bytes(corpus.characters)),
                "shuffled_bytes": round(each.shuffled_bytes(corpus.characters, planned.partitions)),
            }
            for each in planned.exchanges
        ],
        "seconds": planned.seconds,
        "shuffled_bytes": planned.shuffled_bytes,
        "bytes_per_sentence": planned.bytes_per_sentence,
        "disk_per_executor_bytes": planned.disk_bytes,
        "java_per_executor_bytes": planned.java_bytes,
        "python_per_executor_bytes": planned.python_bytes,
        "run_folder_bytes": planned.folder_bytes,
        "shuffle_partitions": planned.partitions,
        "settings": planned.settings,
        "warnings": planned.warnings,
    }
