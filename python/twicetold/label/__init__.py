"""`twicetold label`: a sample of what a run found, labelled by people, for `twicetold evaluate`.

base.py      what a job says of its findings so that they can be labelled
sample.py    the sample: drawn by a hash of the names, so that it is the same everywhere
sheet.py     the CSV file: questions, answers, and what weighs them back to the population
keys.py      one key for each answer, read from a terminal
ask.py       the questions in a terminal
command.py   draws, asks or writes, and says what was done
"""
