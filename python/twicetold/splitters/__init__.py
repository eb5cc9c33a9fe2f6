"""Splitters: blocks to units, the stretches of text that are compared."""
