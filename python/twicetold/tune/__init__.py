"""Settings from labelled examples: `twicetold tune`. Needs numpy and scipy (`pip install 'twicetold[tune]'`)."""
