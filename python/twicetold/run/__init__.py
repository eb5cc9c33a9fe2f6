"""The run folder: what a job writes, and all that the report, `show` and notebooks read.

folder.py      `Run`: stages are kept, resumed, verified and read back
outputs.py     no output may replace an input
resume.py      the format of `run.json`, and whether a folder holds the run that a command asks for
files.py       files that appear whole or not at all
digest.py      one number over the rows of tables
finished.py    a finished run, opened for reading
tables.py      the names of its tables, for mypy and editors
progress.py    how far a job is, as people read it
notebook.py    what a notebook shows of a run
"""

from twicetold.run.files import identify_input, publish_file
from twicetold.run.folder import Run

__all__ = [
    "Run",
    "identify_input",
    "publish_file",
]
