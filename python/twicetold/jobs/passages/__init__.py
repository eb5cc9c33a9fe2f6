"""The job `passages`: the text that two documents share, located in both."""
