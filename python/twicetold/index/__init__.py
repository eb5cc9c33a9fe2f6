"""An index: what was read and computed is kept, so that texts are added, changed and removed without a new run.

leftovers.py    files that no manifest names, and which of them may go
manifest.py     what belongs to an index: segments, their files and checksums; replaced in one step
log.py          changes that were acknowledged and are in no segment yet
incoming.py     small changes read in memory; threads that change an index write together
changes.py      the records of the log that nothing later replaces, in parts for one segment each
ids_file.py     the file of ids that `remove` takes
arrow_files.py  the Arrow files of a segment: written batch by batch, and mapped into memory
segments.py     a segment: documents, their sentences, the distinct texts, keys and matches; opened for reading
documents.py    records to the rows of a segment, each with the number of its document
keys.py         keys planned, written in few bytes, and paired with those that are stored
building.py     a new segment: texts that the index does not have yet, their keys and matches
from_run.py     a segment from a finished run
merging.py      all segments into one, without what was removed
crowds.py       keys that more texts share than are compared with each other
answer.py       an index as a finished run, made by the job's own flow
query.py        one text compared with an index
view.py         an index as it is at one moment, for many readers in one process
settings.py     settings that an index works with
store.py        the class `Index`: one writer, many readers
command.py      what `twicetold index` prints
jobs/           what an index must know of a job
clusters/       the clusters with their names, and what happened to each
"""

from __future__ import annotations

from twicetold.index.store import Index

__all__ = ["Index"]
