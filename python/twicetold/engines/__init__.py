"""Engines: they move tables and know nothing of text."""
