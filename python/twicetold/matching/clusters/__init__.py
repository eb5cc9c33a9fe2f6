"""Matches to clusters, for every job: components -> resolve -> number -> labels.

base.py         the way from matches to numbered clusters and their members
cohere.py       resolver: members that do not resemble their cluster's core leave it (sentences)
keep_first.py   resolver: the first is kept, what matches it is removed (documents)
stars.py        resolver: every member matches the core (threads)
members.py      units of clusters, and the sentences that they stand for
matches.py      matches with the clusters of both sides
"""
