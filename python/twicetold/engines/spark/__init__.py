"""The engine for a cluster: PySpark 4, local or by `--master`; the same steps and kernels, the same answer.

border.py      our columns as Spark's, and back
tasks.py       what runs on an executor
splits.py      files to tasks
parts.py       part files, and how they become one
work.py        a plan as jobs
components.py  connected components of more pairs than one machine holds
session.py     Java, the master, the settings of a session
failures.py    what went wrong, in a sentence
engine.py      `Spark`, the engine
"""

from twicetold.engines.spark.engine import Spark

__all__ = ["Spark"]
