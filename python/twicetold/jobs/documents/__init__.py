"""The job `documents`: near-duplicate documents, and which of them to keep."""
