"""A finished run, to be looked at: `twicetold show`, `twicetold contradictions`.

    views.py    what there is to see, each view a stream of plain rows: the summary, clusters
    places.py   the same for a document's sentences, and for words
    drift.py    the same for facts that no longer agree; talk_page.py makes a note of one
    passages.py the same for a run of `passages`; passage_texts.py has their texts, passages_page.py prints them
    threads.py  the same for a run of `threads`; threads_page.py prints it
    nearest.py  names that may have been meant
    words.py    what changed between two texts, word by word
    page.py     rows as text for people, on a terminal or not
    command.py  which view was asked for, as text or as JSON lines

A row is a dictionary that says under `row` what it is. Text and JSON are made of the same rows.
"""
