"""The options as types: they are those that are declared, and mypy and editors know them and the tables of a run."""

import re
from pathlib import Path

import pytest
from docs.generate import options, tables

import twicetold
from twicetold.run.tables import RunTables

SNIPPET = """
from pathlib import Path
import twicetold

twicetold.sentences("x", treshold=0.3)  # error: call-arg
twicetold.sentences("x", threshold="high")  # error: arg-type
twicetold.sentences("x", relation="inside")  # error: arg-type
twicetold.sentences("x", against="y")  # error: call-arg
twicetold.threads("x", text="body")  # error: call-arg
twicetold.sentences(7)  # error: arg-type
run = twicetold.documents([{"id": "a", "text": "b"}], text="text", id="id", date="day", measure="dice", threshold=0.3, keep="newest")
run = twicetold.passages({"a": "b"}, against=[Path("x"), Path("y")], by="words", min_passage=80)
run = twicetold.threads("x", weights=[0.5, 0.2, 0.3], question="asked")
run = twicetold.split(texts=["One.", None], workers=2)
run = twicetold.sentences(Path("x").glob("*.txt"))
run.clusers  # error: attr-defined
run.clusters.num_rows
reveal_type(run)  # note: twicetold.run.folder.Run
reveal_type(twicetold.cluster(["a"]).explain(0, 1).similarity)  # note: float
reveal_type(twicetold.unique(["a"]).kept)  # note: list[bool]
reveal_type(twicetold.compare_passages("a", "b"))  # note: list[twicetold.jobs.passages.in_memory.SharedPassage]
"""


def test_the_checked_in_options_are_those_that_are_declared():
    assert options.FILE.read_text(encoding="utf-8") == options.render_module(), "run `python -m docs.generate.options`"


def test_the_tables_that_mypy_knows_are_those_of_all_jobs():
    source = Path(__file__).parents[2] / "python/twicetold/run/tables.py"
    known = set(re.findall(r"def (\w+)\(self\) -> pa.Table", source.read_text(encoding="utf-8")))
    assert known == {name for _, name in tables.find_tables() if not name.startswith("lexicon_")}
    assert not [name for name in known if hasattr(RunTables, name)]


@pytest.mark.slow
def test_mypy_rejects_wrong_options_and_knows_what_is_returned(tmp_path):
    from mypy import api

    file = tmp_path / "snippet.py"
    file.write_text(SNIPPET, encoding="utf-8")
    config = Path(__file__).parents[2] / "pyproject.toml"
    package = str(Path(twicetold.__file__).parents[1])
    (tmp_path / "mypy.toml").write_text(
        config.read_text(encoding="utf-8").replace('mypy_path = ["python", "."]', f'mypy_path = ["{package}"]'),
        encoding="utf-8",
    )
    arguments = ["--config-file", str(tmp_path / "mypy.toml"), "--cache-dir", str(tmp_path / "cache")]
    said = api.run([*arguments, "--follow-imports=silent", "--no-error-summary", str(file)])[0]
    found = {
        int(line): (kind, text)
        for line, kind, text in re.findall(r"snippet\.py:(\d+): (error|note): (?!\".*defined in)(.*)", said)
    }
    expected = {}
    for number, line in enumerate(SNIPPET.splitlines(), 1):
        if mark := re.search(r"# (error|note): (.+)", line):
            expected[number] = mark.groups()
    assert found.keys() == expected.keys(), said
    for number, (kind, text) in expected.items():
        assert found[number][0] == kind, said
        assert text in found[number][1].replace("builtins.", ""), said
