"""How a test starts the command line in a process of its own."""

import sys

COMMAND = [sys.executable, "-c", "from twicetold.cli import main; main()"]
