"""The engine for a cluster: PySpark 4, local or by `--master`; the same steps and kernels, the same answer.

blocks.py      rows in blocks of bytes, which is all that Spark sees of them
local_work.py  the local engine inside a task: groups and joins of what was gathered
tasks.py       what else runs on an executor
splits.py      files to tasks
parts.py       part files, and how they become one
plans.py       plans looked into and changed
work.py        a plan as jobs
components.py  connected components of more pairs than one machine holds
session.py     Java, the master, the settings of a session
failures.py    what went wrong, in a sentence
engine.py      `Spark`, the engine
"""

from twicetold.errors import MissingPackage

try:
    from twicetold.engines.spark.engine import Spark
except ModuleNotFoundError as error:
    if error.name != "numpy":  # which the extra brings; PySpark itself is asked for when a session starts
        raise
    raise MissingPackage("numpy", "spark") from None

__all__ = ["Spark"]
