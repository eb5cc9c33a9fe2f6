"""Cleaners: documents to blocks of the text that a reader sees, with offsets back into the document."""
