"""Runs the blocks of a page. `twicetold` runs in this process: a new one takes longer to start than most jobs to finish."""

from __future__ import annotations

import copy
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tests.docs.pages import Block, blocks, printed_after
from twicetold import registry
from twicetold.cli import main

COMMAND = re.compile(r"(?:\.venv/bin/)?twicetold( |$)")
SERVE = re.compile(r"twicetold serve (\S+)")
SERVED_PORT = "7878"  # as pages have it; the port that is free is another
PIPE = re.compile(r" ([|>]) ")
QUICK = {"tune": ["--words-only"]}  # options that make an example quick which would take minutes
STAGE_LINE = re.compile(r"^\[\d+(?:/\d+)?\] .*\n", re.MULTILINE)  # what a log gets in place of the line on a terminal
VARIES = [  # what two runs of one command may print differently
    (re.compile(r"\d+(\.\d+)? (ms|s|min|h)\b"), "0 s"),
    (re.compile(r"digest [0-9a-f]+"), "digest 0"),
    (re.compile(r"\b\d[\d.]* (kB|MB)\b"), "0 kB"),
]


class Failed(AssertionError):
    """A block that does not do what the page says."""


def run_page(text: str) -> Iterator[tuple[Block, str]]:
    """Every block that runs, with what it printed. Files are written to the working directory, and stay there."""
    names: dict[str, Any] = {"__name__": "__main__"}
    write_files([block for block in blocks(text) if block.mark == "file"])
    with left_alone(), ExitStack() as services:
        for block in blocks(text):
            if block.runs:
                with captured() as said:
                    _python(block, names) if block.language == "python" else _shell(block, said, services)
                    printed = said.text().replace(_name_port(services), SERVED_PORT)
                yield block, printed


@contextmanager
def left_alone() -> Iterator[None]:
    """What a page imports from its folder, or puts on the menu, is gone afterwards."""
    menu, modules = copy.deepcopy(registry.MENU), set(sys.modules)
    sys.path.insert(0, str(Path.cwd()))
    try:
        yield
    finally:
        sys.path.pop(0)
        registry.MENU.clear()
        registry.MENU.update(menu)
        for name in set(sys.modules) - modules:
            if str(getattr(sys.modules[name], "__file__", "")).startswith(str(Path.cwd())):
                del sys.modules[name]


def write_files(carried: list[Block]) -> None:
    """The files that a page carries; a sample of that name, or in a folder of that name, is not there for it."""
    for top in {Path(block.said).parts[0] for block in carried}:
        shutil.rmtree(top) if Path(top).is_dir() else Path(top).unlink(missing_ok=True)
    for block in carried:
        Path(block.said).parent.mkdir(parents=True, exist_ok=True)
        Path(block.said).write_text(block.text, encoding="utf-8")


def check_page(text: str) -> None:
    """Runs all of a page; what it shows must be what is printed."""
    check_printed(text, run_page(text))


def check_printed(text: str, ran: Iterable[tuple[Block, str]]) -> None:
    """Compare what the blocks of a page printed with what the page shows."""
    every = list(blocks(text))
    for block, printed in ran:
        shown = printed_after(text, block, every)
        if shown and not agrees(shown.text, printed):
            raise Failed(f"line {shown.first + 1} shows\n{shown.text}\nbut what is printed is\n{printed}")


def agrees(shown: str, printed: str) -> bool:
    """Whether the two are the same but for times and sizes; `...` is any number of lines."""
    parts = [re.escape(_levelled(line)) if line != "..." else r"(?:.*\n)*?.*" for line in shown.strip("\n").split("\n")]
    return re.fullmatch("\n".join(parts), _levelled(printed.strip("\n"))) is not None


def _levelled(text: str) -> str:
    for pattern, same in VARIES:
        text = pattern.sub(same, text)
    return "\n".join(line.rstrip() for line in text.split("\n"))


def _python(block: Block, names: dict[str, Any]) -> None:
    try:
        exec(compile(block.text, f"line {block.first + 1}", "exec"), names)
    except Exception as error:
        raise Failed(f"line {block.first + 1}: {type(error).__name__}: {error}\n{block.text}") from error


def _shell(block: Block, said: Captured, services: ExitStack) -> None:
    for line in block.text.replace("\\\n", " ").splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if found := SERVE.fullmatch(line):
            _serve(found[1], services)
            continue
        code = _twicetold(line, said) if COMMAND.match(line) else _bash(line.replace(SERVED_PORT, _name_port(services)))
        if code:
            raise Failed(f"line {block.first + 1}: exit code {code}\n{line}\n{said.text()}")


def _serve(folder: str, services: ExitStack) -> None:
    """Serve an index until the end of the page, and print what the service has said when it was ready."""
    from tests.support.service import Service

    service = services.enter_context(Service(folder))
    services.port = service.address.rpartition(":")[2]  # type: ignore[attr-defined]
    print(service.log, end="", file=sys.stderr, flush=True)


def _name_port(services: ExitStack) -> str:
    return str(getattr(services, "port", SERVED_PORT))


def _twicetold(line: str, said: Captured) -> int:
    """One command; what stands after a pipe gets what it printed."""
    first, *rest = PIPE.split(line, maxsplit=1)
    if not rest:
        return in_process(shlex.split(first, comments=True)[1:])
    with tempfile.NamedTemporaryFile() as file:
        with said.turned(1, file.fileno()):
            code = in_process(shlex.split(first, comments=True)[1:])
        return code or _bash(f"cat {file.name} {rest[0]} {rest[1]}")


def in_process(arguments: list[str]) -> int:
    """The command line in this process; gives its exit code."""
    before, sys.argv = sys.argv, ["twicetold", *arguments, *QUICK.get(arguments[0], [])]
    try:
        main()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 1
    finally:
        sys.argv = before
        sys.stdout.flush()
        sys.stderr.flush()


def _bash(line: str) -> int:
    return subprocess.run(["bash", "-c", line], stdin=subprocess.DEVNULL, timeout=60).returncode


class Captured:
    """What goes to stdout and stderr, in the order in which it was said."""

    def __init__(self, file: io.BufferedRandom) -> None:
        self._file = file

    def text(self) -> str:
        sys.stdout.flush()
        sys.stderr.flush()
        return STAGE_LINE.sub("", Path(self._file.name).read_text(encoding="utf-8"))

    @contextmanager
    def turned(self, number: int, to: int) -> Iterator[None]:
        """One of the two goes elsewhere for a while."""
        sys.stdout.flush()
        kept = os.dup(number)
        os.dup2(to, number)
        try:
            yield
        finally:
            sys.stdout.flush()
            os.dup2(kept, number)
            os.close(kept)


@contextmanager
def captured() -> Iterator[Captured]:
    """Both streams of this process and its children go to one file."""
    streams = sys.stdout, sys.stderr
    kept = [os.dup(number) for number in (1, 2)]
    with tempfile.NamedTemporaryFile("ab+") as file:
        for number in (1, 2):
            os.dup2(file.fileno(), number)
        sys.stdout, sys.stderr = (open(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))  # noqa: SIM115
        try:
            yield Captured(file)  # type: ignore[arg-type]
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            sys.stdout, sys.stderr = streams
            for number, old in zip((1, 2), kept, strict=True):
                os.dup2(old, number)
                os.close(old)
