"""The engine for a cluster: PySpark 4, local or by `--master`; the same steps and kernels, the same answer.

engine.py      `Spark`, the engine
limits.py      what counts as little, and how much one task reads
work.py        tables as Spark jobs: every node is lowered here, by its type
rewrite.py     tables with some of their nodes replaced, before they are run
splits.py      files to tasks
tasks.py       what runs on an executor
local_work.py  the local engine inside a task: groups and joins of what was gathered
blocks.py      rows in blocks of bytes, which is all that Spark sees of them
parts.py       part files, and how they become one
components.py  connected components of more pairs than one machine holds
session.py     Java, the master, the settings of a session
watch.py       how far Spark is
failures.py    what went wrong, in a sentence
"""

from twicetold.errors import MissingPackage

try:
    from twicetold.engines.spark.engine import Spark
    from twicetold.engines.spark.limits import SparkLimits
    from twicetold.engines.spark.session import create_session
except ModuleNotFoundError as error:
    if error.name != "numpy":  # which the extra brings; PySpark itself is asked for when a session starts
        raise
    raise MissingPackage("numpy", "spark") from None

__all__ = ["Spark", "SparkLimits", "create_session"]
