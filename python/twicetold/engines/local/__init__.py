"""The engine for one machine: this process, its worker threads, no server.

engine.py   `Local`, the engine
limits.py   how much it holds at once
memory.py   how much the process has, and what goes back to the system
inputs.py   files, saved tables, rows in memory
groups.py   groups in order, connected components
joins.py    what is looked up in another table
meter.py    how much of the work is done
batches.py  batches that are still to be made
"""

from twicetold.engines.local.engine import Local
from twicetold.engines.local.limits import LocalLimits

__all__ = ["Local", "LocalLimits"]
