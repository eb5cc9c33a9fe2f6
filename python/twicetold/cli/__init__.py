"""The command line: parse, call the API, print. Data goes to stdout, everything else to stderr.

    sentences.py passages.py threads.py documents.py   the commands that make a run
    reading.py   those that only read
    looking.py   those that look at a finished run
    judging.py   those that know what is true
    planning.py  those for before a run
    options.py   options that several share
    settings.py  from what was typed to settings

Exit codes: 0 clean, 1 finished with rejects, 2 failed.
"""

from __future__ import annotations

import errno
import os
import sys
from typing import NoReturn

from twicetold.cli.app import app
from twicetold.errors import TwicetoldError
from twicetold.terminal import visible

# In the order in which `--help` lists their commands.
# isort: off
from twicetold.cli import sentences, passages, documents, threads, reading, looking, judging, planning
# isort: on

__all__ = ["app", "documents", "judging", "looking", "main", "passages", "planning", "reading", "sentences", "threads"]


def main() -> NoReturn:
    """Runs the CLI; what a user can cause is told in two lines, without a traceback."""
    try:
        _run()
    except TwicetoldError as error:
        _fail(error.message, error.hint)
    except KeyboardInterrupt:
        _fail("interrupted", "run the same command again: a run folder goes on where it stopped", code=130)
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        hint = "free some space and run the same command again: finished stages are kept" if full else ""
        where = f"`{error.filename}`: " if error.filename else ""
        _fail(f"{where}{error.strerror or error}", hint)


def _run() -> NoReturn:
    """Ends as typer wants to; but a reader that has seen enough, as `head`, is no failure.

    Typer and rich both make a broken pipe an exit with 1. What is still in the buffer is written here: when Python has
    ended, that would be an error which nobody can catch.
    """
    try:
        app()
        code = None
    except SystemExit as ended:
        code = 0 if isinstance(ended.__context__, BrokenPipeError) else ended.code
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def _fail(message: str, hint: str, code: int = 2) -> NoReturn:
    for name, text in (("error", message), ("hint", hint)):
        if text:
            print("\n".join(visible(line) for line in f"{name}: {text}".split("\n")), file=sys.stderr)
    sys.exit(code)
