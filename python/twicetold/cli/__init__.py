"""The command line: parse, call the API, print. Data goes to stdout, everything else to stderr.

    job_commands.py       a command for each job, made from its settings, and the further commands of jobs
    run_commands.py       commands for a finished run
    evaluate_commands.py  commands that need known answers
    plan_commands.py      commands for before a run
    index_commands.py     the commands of `twicetold index`
    serve_commands.py     `serve`
    read_commands.py      `split`, and the further commands of jobs that only read
    settings.py           options from settings, and settings from what was typed
    options.py            options that are no settings
    streams.py            standard output and standard error
    app.py                the program that commands are added to, and its panels
    help.py               help without types of flags and arguments
    completion.py         what a shell completes

Exit codes: 0 clean, 1 finished with rejects, 2 failed, 130 interrupted.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
from typing import NoReturn

from twicetold.cli.app import app
from twicetold.cli.streams import OUTPUT_NAME, prepare_streams
from twicetold.errors import TwicetoldError
from twicetold.run.files import FULL_DISK_ERRORS
from twicetold.text.paths import show_path
from twicetold.text.terminal import escape_controls

# In the order in which `--help` lists their commands.
# isort: off
from twicetold.cli import job_commands, run_commands, index_commands, serve_commands  # noqa: F401
from twicetold.cli import evaluate_commands, plan_commands, read_commands  # noqa: F401
# isort: on

__all__ = ["app", "main"]

INTERRUPTED = 130
MEMORY_HINT = "give a smaller --memory and fewer --workers, or raise the limit (`ulimit -v`)"


def main() -> NoReturn:
    """Run a command. What a user can cause is said in two lines, without a traceback; signals end it as Ctrl-C does."""
    prepare_streams()
    try:
        catch_signals()
        _run_app()
    except TwicetoldError as error:
        _exit_with_error(error.message, error.hint)
    except KeyboardInterrupt as error:
        _exit_interrupted(error)
    except MemoryError as error:
        _exit_with_error(f"not enough memory: {error}".removesuffix(": "), MEMORY_HINT)
    except OSError as error:
        _exit_with_error(*explain_system_error(error))
    except RuntimeError as error:
        if "start new thread" not in str(error):
            raise
        _exit_with_error("not enough memory or too many processes to start a thread", MEMORY_HINT)


def catch_signals() -> None:
    """Have Ctrl-C, SIGTERM and SIGHUP raise KeyboardInterrupt, except those that are ignored, as `nohup` has it."""
    if threading.current_thread() is not threading.main_thread():
        return
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(each) is not signal.SIG_IGN:
            signal.signal(each, signal.default_int_handler)


def explain_system_error(error: OSError) -> tuple[str, str]:
    """What went wrong with a file or a stream, and what to do."""
    where = f"{error.filename}: " if error.filename == OUTPUT_NAME else ""
    where = where or (f"`{show_path(error.filename)}`: " if error.filename else "")
    hint = ""
    if error.errno == errno.ENOMEM:
        hint = MEMORY_HINT
    elif error.errno in FULL_DISK_ERRORS:
        hint = "free some space and run the same command again"
        hint += "" if error.filename == OUTPUT_NAME else ": finished stages are kept"
    return f"{where}{error.strerror or error}", hint


def _run_app() -> NoReturn:
    """Ends as typer wants to; but a reader that has seen enough, as `head`, is no failure.

    Typer and rich both make a broken pipe an exit with 1. What is still in the buffer is written here: when Python has
    ended, that would be an error which nobody can catch.
    """
    try:
        app(prog_name="twicetold")
        code = None
    except SystemExit as ended:
        if ended.code == INTERRUPTED:  # typer has made an exit of the interruption
            _exit_interrupted(getattr(ended.__context__, "__cause__", None))
        code = 0 if isinstance(ended.__context__, BrokenPipeError) else ended.code
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
    except OSError:
        _drop_output()
        if not code:
            raise
    sys.exit(code)


def _drop_output() -> None:
    """Send what is still in the buffer nowhere: Python flushes it once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _exit_interrupted(error: BaseException | None) -> NoReturn:
    """End with 130; the interruption of a job says what is kept."""
    kept = str(error or "")
    print(f"stopped; {kept}" if kept else "stopped", file=sys.stderr)
    sys.exit(INTERRUPTED)


def _exit_with_error(message: str, hint: str) -> NoReturn:
    try:
        sys.stdout.flush()
    except OSError:
        _drop_output()
    for name, text in (("error", message), ("hint", hint)):
        if text:
            print("\n".join(escape_controls(line) for line in f"{name}: {text}".split("\n")), file=sys.stderr)
    sys.exit(2)
