"""A finished run, to be looked at: `twicetold show`, `twicetold export`.

base.py            what a job must say: which views it has, and their rows
command.py         prints the view that was asked for
page.py            rows as text, styled on a terminal
contradictions.py  what a job must say of facts that do not agree
rows.py            rows that the views of several jobs have
search.py          members with given words
nearest.py         names that may have been meant
words.py           what changed between two texts, word by word
export.py          a table for other programs
sinks.py           where rows are written as they come
"""
