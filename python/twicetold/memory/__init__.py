"""Data in memory as the input of a job: dicts, data frames, Arrow tables, iterators, plain texts.

    forms.py      what a user may give, and how it is told apart from paths
    records.py    dicts and texts, written as JSON lines
    tables.py     Arrow streams, written as Parquet
    folder.py     the folder that holds both while a job reads them
    files.py      how its files are named
    texts.py      texts that `cluster` and `unique` take
    frames.py     Arrow tables as data frames

Data is written once to a file that an ordinary reader reads, so that every job, reader setting and engine works with
it, and an iterator may give more than memory holds. The file is removed when the job ends.
"""
