"""The example in `docs/evaluate.md` is what the command prints."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "evaluate.md"


def block(name):
    return re.search(rf"<!-- {re.escape(name)} -->\n\n```\w+\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[1]


def test_the_example_is_what_is_printed(twicetold):
    for name in ("texts.jsonl", "pairs.csv"):
        Path(name).write_text(block(name), encoding="utf-8")
    twicetold("sentences", "texts.jsonl", "-o", "run", "--quiet")
    assert twicetold("evaluate", "run", "--truth", "pairs.csv")[0] == block("output")
