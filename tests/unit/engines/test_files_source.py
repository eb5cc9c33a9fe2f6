"""How the local engine reads files: small ones in common batches, in order, with the bytes that are read by then."""

import pytest

from twicetold.config import Machine, Reading
from twicetold.engines.graph import FilesNode
from twicetold.engines.local import Local
from twicetold.engines.local.inputs import measure_input, read_files
from twicetold.engines.progress import Amount
from twicetold.readers.base import EmptyFileReader
from twicetold.readers.html import HtmlReader
from twicetold.readers.jsonl import JsonlReader
from twicetold.readers.text import TextReader


@pytest.fixture
def folder(tmp_path):
    """20 files of 100 bytes; one is not UTF-8, one is gone when it is read."""
    paths = [tmp_path / f"{number:02}.txt" for number in range(20)]
    for number, path in enumerate(paths):
        path.write_text(f"{number:02} " + "x" * 97, encoding="utf-8")
    paths[7].write_bytes(b"\xff" * 100)
    paths[12].unlink()
    return [str(path) for path in paths]


def opened(*files):
    """What a source gives: the share that is read by then, and the rows."""
    return [(done, work()) for done, work in read_files(FilesNode(tuple(files)))]


def test_small_files_share_batches_in_their_order(folder):
    batches = opened(*((TextReader(), path) for path in folder))
    assert len(batches) == 1
    rows = batches[0][1].to_pylist()
    assert [row["source"] for row in rows] == folder
    assert [row["status"] for row in rows] == ["rejected" if at in (7, 12) else "read" for at in range(20)]
    assert [row["text"][:2] for row in rows if row["status"] == "read"] == [
        f"{at:02}" for at in range(20) if at not in (7, 12)
    ]
    assert "utf-8" in rows[7]["reason"]
    assert "No such file" in rows[12]["reason"]


def test_the_share_that_is_read_grows_to_all_files(folder):
    reader = TextReader(reading=Reading(batch_bytes=500))
    batches = opened(*((reader, path) for path in folder))
    done = [share for share, _ in batches]
    assert len(batches) > 3
    assert done == sorted(done)
    assert done[0] < 0.32
    assert done[-1] == 1.0, "the one that is gone has no bytes"
    assert sum(batch.num_rows for _, batch in batches) == 20


def test_other_readers_between_them_keep_the_order_and_the_count(folder, tmp_path):
    (tmp_path / "a.jsonl").write_text('{"id": "j", "text": "One."}\n', encoding="utf-8")
    (tmp_path / "e.txt").write_bytes(b"")
    (tmp_path / "p.html").write_text("<p>Page.</p>", encoding="utf-8")
    files = [
        (TextReader(), folder[0]),
        (TextReader(), folder[1]),
        (JsonlReader(), str(tmp_path / "a.jsonl")),
        (TextReader(), folder[2]),
    ]
    files += [
        (EmptyFileReader(), str(tmp_path / "e.txt")),
        (HtmlReader(), str(tmp_path / "p.html")),
        (TextReader(), folder[3]),
    ]
    batches = opened(*files)
    assert [row["source"] for _, batch in batches for row in batch.to_pylist()] == [path for _, path in files]
    sizes = [100, 100, 28, 100, 0, 12, 100]
    assert batches[-1][0] == 1.0
    assert measure_input(FilesNode(tuple(files))) == Amount(0, sum(sizes), "bytes")
    assert [done for done, _ in batches] == sorted(done for done, _ in batches)


def test_readers_with_other_settings_do_not_share_a_batch(folder):
    latin = TextReader(reading=Reading(encoding="latin-1"))
    batches = opened((TextReader(), folder[0]), (latin, folder[7]), (latin, folder[8]))
    assert [[row["status"] for row in batch.to_pylist()] for _, batch in batches] == [["read"], ["read", "read"]]


def test_progress_hears_the_bytes_of_small_files(folder):
    heard = []

    class Kept:
        def update(self, share, amount=None):
            heard.append((share, amount))

    engine = Local(Machine(workers=1), progress=Kept())
    table = engine.read([(TextReader(), path) for path in folder if not path.endswith("12.txt")])
    assert sum(batch.num_rows for (batch,) in engine.stream_batches(table)) == 19
    assert heard == [(0.0, Amount(0, 1900, "bytes")), (1.0, Amount(1900, 1900, "bytes")), (1.0, None)]
