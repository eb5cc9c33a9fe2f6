"""Measures: how well what was found agrees with what is known."""
