"""The command line: parse, call the API, print. Data goes to stdout, everything else to stderr.

    jobs.py     the commands that make a run
    documents.py the one for whole documents
    threads.py  the one for questions and answers
    looking.py  those that look at a finished one
    judging.py  the one that holds it to what is known
    planning.py those for before it
    options.py  options that several share, and how they become settings

Exit codes: 0 clean, 1 finished with rejects, 2 failed.
"""

from __future__ import annotations

import errno
import os
import sys
from typing import NoReturn

from twicetold.cli import documents, jobs, judging, looking, planning, threads
from twicetold.cli.app import app
from twicetold.errors import TwicetoldError
from twicetold.terminal import visible

__all__ = ["app", "documents", "jobs", "judging", "looking", "main", "planning", "threads"]


def main() -> NoReturn:
    """Runs the CLI; what a user can cause is told in two lines, without a traceback."""
    try:
        app()
    except TwicetoldError as error:
        _fail(error.message, error.hint)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except KeyboardInterrupt:
        _fail("interrupted", "run the same command again: a run folder goes on where it stopped", code=130)
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        hint = "free some space and run the same command again: finished stages are kept" if full else ""
        where = f"`{error.filename}`: " if error.filename else ""
        _fail(f"{where}{error.strerror or error}", hint)
    sys.exit(0)


def _fail(message: str, hint: str, code: int = 2) -> NoReturn:
    for name, text in (("error", message), ("hint", hint)):
        if text:
            print("\n".join(visible(line) for line in f"{name}: {text}".split("\n")), file=sys.stderr)
    sys.exit(code)
