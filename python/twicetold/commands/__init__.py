"""What stands between the command line and the jobs: inputs found, engines opened, tables written, summaries told.

`cli` parses and calls these. A command with a folder of its own (`show`, `report`, `plan` ...) has its `command.py`
there.
"""
