"""`make freeze`: store the digests of all cases as they are now."""

import json
import tempfile
from pathlib import Path

from tests.frozen.cases import DIGESTS, keep_runs

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        DIGESTS.write_text(json.dumps(keep_runs(Path(folder)), indent=1) + "\n", encoding="utf-8")
