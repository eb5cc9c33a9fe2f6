"""Paths are bytes: names that are not UTF-8, in any locale, are read, written, shown as `\\xff`, and end no run."""

import json
import os
import subprocess

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.support.processes import COMMAND

SENTENCE = "The lake of Orrin is ninety metres deep at the old pier in the north of the land."
PAGE = "<mediawiki><page><title>Orrin</title><ns>0</ns><id>1</id><revision><id>2</id><text>{}</text></revision></page></mediawiki>"
FILES = {
    b"a\xff.jsonl": json.dumps({"text": SENTENCE}),
    b"b\xff.txt": SENTENCE,
    b"c\xff.xml": PAGE.format(SENTENCE),
    b"d\xff.csv": f'id,text\n1,"{SENTENCE}"\n',
    b"e\xff.html": f"<p>{SENTENCE}</p>",
    "ü.txt".encode(): SENTENCE,
}


@pytest.fixture
def corpus(tmp_path):
    """A folder with a file of each format under a name that is not UTF-8."""
    folder = os.fsencode(tmp_path) + b"/in\xfe"
    os.mkdir(folder)  # noqa: PTH102
    for name, text in FILES.items():
        with open(folder + b"/" + name, "wb") as file:  # noqa: PTH123
            file.write(text.encode())
    with open(folder + b"/f\xff.parquet", "wb") as file:  # noqa: PTH123
        pq.write_table(pa.table({"id": ["1"], "text": [SENTENCE]}), file)
    return folder


@pytest.mark.parametrize(
    "locale",
    [{"LC_ALL": "C.UTF-8"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}],
    ids=["utf8", "ascii"],
)
def test_a_name_of_any_bytes_is_read_and_written(tmp_path, corpus, locale):
    output = os.fsencode(tmp_path) + b"/out\xff-\xc3\xa9"

    def run(*arguments):
        done = subprocess.run([*COMMAND, *arguments], capture_output=True, env=os.environ | locale, cwd=tmp_path)
        assert done.returncode == 0, done.stderr.decode()
        done.stdout.decode("utf-8")
        return done.stderr.decode("utf-8")

    run("documents", corpus, "-o", output, "--threshold", "0.5")
    sources = {row["source"] for row in pq.read_table(pa.OSFile(output + b"/documents.parquet")).to_pylist()}
    assert len(sources) == len(FILES) + 1
    assert sum("\\xff" in source for source in sources) == len(FILES)
    run("show", output, "--cluster", "0")
    said = run("export", output, "-o", output + b"/members.csv")
    assert "out\\xff" in said
    run("apply", output, "-o", output + b"-clean")
    assert os.path.isdir(output + b"-clean")  # noqa: PTH112
