"""Settings from labelled pairs: `twicetold tune`. Needs numpy and scipy (`pip install 'twicetold[tune]'`).

command.py  runs the tuner of a job, and says what the settings are worth
trials.py   what all tuners share: folds, measures, the choice of a threshold
"""
