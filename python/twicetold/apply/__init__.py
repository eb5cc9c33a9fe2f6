"""`twicetold apply`: the input of a run once more, without what the run found to be there twice.

records.py  what becomes of each record of a file
gone.py     which documents go
cuts.py     which sentences and passages are cut out of their texts
editing.py  a text without them
packing.py  a file as it was packed, in and out
lines.py    JSONL and CSV, the untouched records byte for byte
rows.py     Parquet
files.py    folders of text and HTML
told.py     what cannot be written as it was read, as JSONL
command.py  all of it into one folder, which appears when it is complete
"""
