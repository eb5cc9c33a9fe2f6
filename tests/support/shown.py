"""What `twicetold show` printed: its rows, and what no terminal should see of a text."""

import json

UNSAFE = [*(chr(code) for code in [*range(32), *range(127, 160)] if code != 10), "\u202e", "\u2028", "\u2066"]


def rows_of(out):
    """The rows that `--json` printed, a line each."""
    return [json.loads(line) for line in out.removesuffix("\n").split("\n")] if out else []
