"""The job `history`: who copied whom, from the revisions of pages. Read `flow.py` first."""
