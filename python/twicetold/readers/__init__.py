"""Readers: files to documents. One file per format; `inputs.py` finds the files and tells their formats."""
