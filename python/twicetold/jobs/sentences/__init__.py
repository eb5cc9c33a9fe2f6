"""The job `sentences`: near-duplicate sentences, what they are, and which no longer agree."""
