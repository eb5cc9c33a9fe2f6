"""One question, one table each."""
