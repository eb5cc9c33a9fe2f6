"""The command line in processes of its own: a new Python, or forked from one that has imported the package.

To start Python anew takes longer than most commands. `ForkedCommands` does it once; each command is still a process with
its own streams, limits and way to end.
"""

import io
import json
import os
import resource
import signal
import subprocess
import sys
from contextlib import redirect_stdout, suppress
from pathlib import Path
from types import SimpleNamespace

COMMAND = [sys.executable, "-c", "from twicetold.cli import main; main()"]


class ForkedCommands:
    """Runs commands one after the other, each in a fork of one waiting process. Files of the streams are in `folder`."""

    def __init__(self, folder):
        self._folder = folder
        self._server = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        )

    def run(self, arguments, cwd, stdin=b"", reader_is_gone=False, address_bytes=0, file_bytes=0, output=""):
        """Run `twicetold ARGUMENTS`; gives exit code, stdout and stderr. With `reader_is_gone` stdout is a closed pipe.

        `output` is `full` or `closed`: what is wrong with stdout. `file_bytes` is the size that no file may exceed.
        """
        files = {name: str(self._folder / name) for name in ("stdin", "stdout", "stderr")}
        (self._folder / "stdin").write_bytes(stdin)
        asked = {"arguments": list(map(str, arguments)), "cwd": str(cwd), "reader_is_gone": reader_is_gone}
        limits = {"address_bytes": address_bytes, "file_bytes": file_bytes, "output": output}
        self._server.stdin.write(json.dumps(asked | files | limits).encode() + b"\n")
        self._server.stdin.flush()
        code = int(self._server.stdout.readline())
        out, err = ((self._folder / name).read_text(encoding="utf-8") for name in ("stdout", "stderr"))
        assert "Traceback" not in err
        return SimpleNamespace(code=code, out=out, err=err)

    def close(self):
        self._server.communicate(timeout=60)


def serve():
    """Fork for each line that asks for a command, and answer with its exit code."""
    import twicetold.cli

    answers = os.dup(1)
    import_what_commands_need()
    with os.fdopen(os.dup(0), "rb") as lines:
        for line in lines:
            asked = json.loads(line)
            reading, writing = os.pipe()
            child = os.fork()
            if not child:
                become_command(asked, reading, writing)
                sys.argv = ["twicetold", *asked["arguments"]]
                return (
                    twicetold.cli.main()
                    if asked["reader_is_gone"] or asked["output"]
                    else end_at_once(twicetold.cli.main)
                )
            os.close(reading)
            feed(writing, Path(asked["stdin"]).read_bytes())
            os.write(answers, b"%d\n" % os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    return None


def import_what_commands_need():
    """What is imported late: every command would do it again."""
    import pyarrow.dataset

    from twicetold import cli, registry

    pyarrow.array([""])
    for name in registry.list_names("reader"):
        registry.load_class("reader", name)
    sys.argv = ["twicetold", "split", "--help"]
    with suppress(SystemExit), redirect_stdout(io.StringIO()):
        cli.main()


def become_command(asked, reading, writing):
    """The streams, folder and limits of the command that was asked for."""
    os.close(writing)
    streams = [reading, *(os.open(asked[name], os.O_WRONLY | os.O_CREAT | os.O_TRUNC) for name in ("stdout", "stderr"))]
    if asked["reader_is_gone"]:
        gone, streams[1] = os.pipe()
        os.close(gone)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    if asked["output"] == "full":
        os.dup2(os.open("/dev/full", os.O_WRONLY), 1)
    elif asked["output"] == "closed":
        os.close(1)
        sys.stdout = sys.__stdout__ = None
    os.chdir(asked["cwd"])
    if asked["address_bytes"]:
        resource.setrlimit(resource.RLIMIT_AS, (asked["address_bytes"],) * 2)
    if asked["file_bytes"]:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (asked["file_bytes"],) * 2)


def end_at_once(main):
    """Run a command and leave Python without taking it down: that takes longer than most commands."""
    try:
        main()
    except SystemExit as ended:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(ended.code or 0)


def feed(pipe, data):
    """Write data to a pipe whose reader may stop early."""
    with suppress(BrokenPipeError), os.fdopen(pipe, "wb") as stream:
        stream.write(data)


if __name__ == "__main__":
    serve()
