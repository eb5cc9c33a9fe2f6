"""What is planted in the encyclopedia. Each plant is a function of the seed and its number, so any order will do.

    members.py      the members of clusters: a function for each kind of cluster, and the table `MEMBER_BUILDERS`
    copyedit.py     small edits that keep what a sentence says
    facts.py        contradictions, dated updates, other names and parallel sentences
    near_misses.py  two sentences that look alike and are below the threshold
    passages.py     runs of sentences in two articles

A further kind of cluster is a function in a module here, an entry in `MEMBER_BUILDERS` and its counts in
`layout.DECK`. The truth tables need nothing more: they say what differs by `PlantedSentence.facts`.
"""
