"""Papers 000, 001 and 002: MinHash over Wikipedia sentences, reimplemented with the errors of the original code.

Reading order: `java_random`, `multiply_shift` (the hash family and its lost bits), `dump` and `wikiclean` (pages to
text), `sentences`, `buckets` (signatures to clusters), `first_paper` (the rules of 000), `truth` (all pairs, no
hashing), `probability` (what the draws could have found), `tables` (the figures side by side). Only `library` imports
`twicetold`; the rest is independent of it.
"""
