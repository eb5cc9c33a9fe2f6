"""`twicetold apply`: writes the input of a run again, without what the run found to be repeated.

base.py      what a job must say: what goes from which record
command.py   all files into one folder, which appears when it is complete
inputs.py    the files that the run was made from, found again and unchanged
records.py   what becomes of each record of a file
cuts.py      where documents are, so that of two that say the same the later one is cut
editing.py   a text without what is cut out of it
packing.py   a file as it was packed, in and out
lines.py     JSONL and CSV, the untouched records byte for byte
rows.py      Parquet
files.py     folders of text and HTML
as_jsonl.py  what cannot be written as it was read, as JSONL
"""
