"""Each kernel again in plain slow Python: the version that one can see is right."""
