"""The promises under attack: `python -m tests.attack --short`, or `--hours 2`; it prints the table of `docs/reliability.md`.

__main__.py   the attacks in turn, each with its share of the time, and the table
workshop.py   commands in processes of their own, what must hold of every one of them, and what was counted
corpora.py    small inputs for every job
kills.py      SIGKILL at random moments of every job
damage.py     flipped bytes and cut files in a finished run
hostile.py    hostile files, a generator for each class
mutants.py    changed samples of every reader, and runs that strangers changed
streams.py    streams that are closed, full or gone; signals; locales
sharing.py    two processes on one run folder; inputs that change while they are read
disk.py       a disk that is full from a random write on (full_disk.c)
clock.py      a clock that jumps while a job runs
outputs.py    outputs that name an input
peaks.py      peak memory of an input and of one 16 times as large
test_short.py the short version, as a slow test
"""
