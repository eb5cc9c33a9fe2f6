"""Measures: how well what was found agrees with what is known.

truth.py       the user's file: pairs, cluster labels or located passages
pairs.py clusters.py plagdet.py
               measures, each a function of what was found and what is true
found.py       what a job gives to be judged: members, links with scores, clusters
adapters.py    which job is judged how; sentences.py, passages.py and threads.py do it
command.py     `twicetold evaluate`
"""
