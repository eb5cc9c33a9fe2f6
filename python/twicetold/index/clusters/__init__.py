"""The clusters of an index from answer to answer: names that are never used again, and what happened to each.

naming.py     which cluster keeps a name, and what sets the clusters of two moments apart
changed.py    the texts whose copies two states of an index do not share
layers.py     tables that grow by a small file for each change
record.py     what is on the disk: the cluster of each text, and the events
reach.py      the texts that a change can reach
resolve.py    the clusters that texts are in now
follow.py     from one state to the next: the clusters that were touched get names, and the record its events
views.py      clusters and events as `Index.clusters`, `Index.cluster` and `Index.events` give them
"""
