"""What only the job `passages` does: which documents have something in common, and where it stands in both.

works.py                      documents with their sentences
places.py                     where each unit stands, and what is boilerplate
meeting.py named_pairs.py     which documents are worth comparing
locating.py windowing.py      passages, located in every such pair
listing.py                    rows to lists
"""
