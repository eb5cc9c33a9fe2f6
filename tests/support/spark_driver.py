"""A driver of Spark that does one job after another as it is told, so that tests of faults start Java once.

A line of JSON in, `{"inputs": [...], "output": "..."}`, and a line out: `{"digest": "..."}` or `{"error": "..."}`.
"""

import json
import sys

from twicetold import api
from twicetold.config import Machine
from twicetold.engines.spark import Spark, create_session
from twicetold.errors import TwicetoldError


def main() -> None:
    """Serve until standard input ends."""
    master, conf = sys.argv[1], json.loads(sys.argv[2])
    session = create_session(Machine(workers=2), master, conf)
    for line in sys.stdin:
        wanted = json.loads(line)
        try:
            answer = {"digest": api.documents(wanted["inputs"], wanted["output"], engine=Spark(session)).digest}
        except TwicetoldError as error:
            answer = {"error": error.message, "hint": error.hint}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
