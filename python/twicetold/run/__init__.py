"""The run folder: what a job leaves, and all that others read.

folder.py      a run: stages kept, resumed, verified, read back
agreeing.py    whether a folder holds the run that is asked for
files.py       files that appear whole or not at all
digest.py      one number over the rows of tables
finished.py    a finished run, opened for reading
notebook.py    what a run shows of itself in a notebook
"""

from twicetold.run.files import identity, publish
from twicetold.run.folder import Run

__all__ = ["Run", "identity", "publish"]
