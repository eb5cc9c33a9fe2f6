"""Papers 000, 001 and 002: MinHash over Wikipedia sentences, redone with the errors of the original code.

Reading order: `java_random`, `multiply_shift` (the hash family and its lost bits), `dump` and `wikiclean` (pages to
text), `sentences`, `buckets` (signatures to clusters), `truth` (all pairs, no hashing), `probability` (what the draws
could have found), `first_paper` (the rules of 000), `tables` (the figures side by
side). Nothing here imports `twicetold`: it is the other witness.
"""
