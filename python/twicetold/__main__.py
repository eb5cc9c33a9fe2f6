"""`python -m twicetold`; and the file for `spark-submit`, which takes none that does not end in `.py`."""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    # Started by its path, this folder is where Python looks first, and `run` or `schema` would be ours for everyone.
    if Path(sys.path[0] or ".").resolve() == Path(__file__).resolve().parent:
        del sys.path[0]
    from twicetold.cli import main

    main()
