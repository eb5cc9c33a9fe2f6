"""What the stages do, as steps and the tables between them. `flow` puts them in order.

outcomes.py       who was read, and what could not be
folding.py        sentences to units: what reads the same is one
given_vectors.py  vectors of the input to their texts
verify.py         candidates to matches
clustering.py     matches to clusters
placing.py        matches with the clusters of both sides
sentences/ passages/ threads/ documents/   what only one job does
"""
