"""What only the job `sentences` does: what its matches are, and which of them no longer agree."""
