"""Where the local engine's batches come from: files, saved tables, groups, joins, components.

`open` does at once what must be done before there is a first batch (draining what is to be sorted), and gives work that
a pool can do side by side: functions without arguments, each making a batch.
"""

from twicetold.engines.sources.base import BATCH_ROWS, Opened, Source, Work
from twicetold.engines.sources.grouped import Components, Grouped
from twicetold.engines.sources.joined import Joined, Union
from twicetold.engines.sources.stored import Files, Held, Saved

__all__ = [
    "BATCH_ROWS",
    "Components",
    "Files",
    "Grouped",
    "Held",
    "Joined",
    "Opened",
    "Saved",
    "Source",
    "Union",
    "Work",
]
