"""Repeats the experiments of five papers: `python -m replication` writes the pages in `docs/replication/`.

    __main__.py           the command: all experiments of one paper or of all
    base.py               what a paper, an experiment and a state are: read this first
    charts.py             lines and bars, for light and dark pages
    document_corpora.py   corpora for `documents.py`
    documents.py          the job `documents` and what it promises, on any corpus
    min_sentences.py      how many sentences make a passage, on planted passages
    pages.py              the pages in Markdown
    pan13.py              the text alignment task of PAN 2013
    projection.py         MinHash beside random projection, on the same sentences
    registry.py           the five papers
    runs.py               counts and tables that several papers take from a run
    source.py             the data folder, or planted text in its place
    thread_tables.py      signatures and weights on labelled pairs of threads
    threads.py            labelled question sets as threads and pairs
    tuned_threads.py      train with `tune` on one half of labelled pairs, test on the other
    wikipedia.py          the page on what Wikipedia repeats

Folders: `ayhan2013`, `weissman2015`, `meng2018`, `wu2011` and `zhang2010` have the experiments of a paper. `minhash` is
what the code of 000, 001 and 002 did, in plain Python, errors included; `features` compares features of sentences.
"""
