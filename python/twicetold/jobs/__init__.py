"""The jobs, a folder each. Begin with `sentences/flow.py`."""
