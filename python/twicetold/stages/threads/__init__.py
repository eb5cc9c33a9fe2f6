"""What only the job `threads` does: posts to threads, threads to fields, fields to a score.

gathering.py banners.py links.py   what a site's dump holds
fields.py aspects.py               what is compared with what
crossing.py scoring.py             which threads are worth it, and how alike they are
stars.py                           clusters in which every member matches the core
evidence.py                        the same once more for two threads of a finished run
"""
