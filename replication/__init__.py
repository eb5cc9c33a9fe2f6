"""One script per paper: what its code did, done again in plain Python, errors included."""
