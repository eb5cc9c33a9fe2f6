"""`twicetold` and `python -m twicetold`; and the file for `spark-submit`, which takes none that does not end in `.py`.

Importing everything takes up to a second. `start` is ready before that for signals, and for too little memory.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn

# The libraries alone take 450 MB of addresses, and end the process in their own ways where they do not get them.
LEAST_ADDRESS_BYTES = 640 << 20
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def start() -> NoReturn:
    """Import the command line and run it. A signal before it runs ends the process with one word."""
    catch_early_signals()
    _require_addresses()
    use_one_arithmetic_thread()
    # Arrow's own allocator keeps 60 MB of what was freed, and was no faster. This is read when Arrow is imported.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    try:
        from twicetold.cli import main
    except (ImportError, MemoryError, OSError) as error:
        if "map segment" not in str(error) and "llocate memory" not in str(error):
            raise
        _end(f"error: not enough memory to start: {error}", 2)
    main()


def catch_early_signals() -> None:
    """Have signals end the process at once, except those that are ignored, as `nohup` has it."""
    for each in SIGNALS:
        if signal.getsignal(each) is not signal.SIG_IGN:
            signal.signal(each, _stop_at_once)


def use_one_arithmetic_thread() -> None:
    """Have numpy multiply in the thread that asks, unless the user wants otherwise.

    `tune` multiplies many small matrices. On a busy machine, handing them to threads took 50 times the CPU.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def _stop_at_once(number: int, _: FrameType | None) -> None:
    """Nothing is open yet that would have to be tidied."""
    _end("stopped", 130)


def _require_addresses() -> None:
    import resource

    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    if limit not in (-1, resource.RLIM_INFINITY) and limit < LEAST_ADDRESS_BYTES:
        least, given = LEAST_ADDRESS_BYTES >> 20, limit >> 20
        _end(f"error: not enough memory: twicetold needs {least} MB of addresses, and `ulimit -v` allows {given} MB", 2)


def _end(line: str, code: int) -> NoReturn:
    """Write a line and leave, without waiting for imports that are under way."""
    with suppress(OSError):  # standard error may be closed
        os.write(2, f"{line}\n".encode())
    os._exit(code)


if __name__ == "__main__":
    # Started by its path, this folder is where Python looks first, and `run` or `schema` would be ours for everyone.
    if Path(sys.path[0] or ".").resolve() == Path(__file__).resolve().parent:
        del sys.path[0]
    start()
