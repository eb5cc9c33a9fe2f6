"""What only the job `passages` does: which documents have something in common, and where it stands in both."""
