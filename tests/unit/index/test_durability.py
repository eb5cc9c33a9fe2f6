"""What an index promises of its files: acknowledged changes survive a kill, damage is noticed, one process writes."""

import json
import os
import random
import threading

import pyarrow as pa
import pytest
from benchmarks.index_kills import KilledIndex, read_live_texts, write_text

import twicetold
from twicetold.index import Index, building, segments
from twicetold.index.manifest import Manifest


def test_acknowledged_changes_survive_a_kill_and_no_change_is_half_done(tmp_path):
    killed, chosen = KilledIndex(tmp_path / "index"), random.Random(os.getpid())
    for number in range(4):
        killed.kill_writer(chosen)
        killed.check(with_digest=number == 3)
    assert killed.figures.is_clean, killed.figures.describe()


@pytest.fixture
def small_index(tmp_path):
    with Index.create(tmp_path / "index", workers=1) as index:
        index.add({str(number): write_text(number) for number in range(12)})
        index.settle()
        index.add({"20": write_text(20)})
        index.add({"21": write_text(21)})
    return index.folder


def test_an_unfinished_tail_of_the_log_is_dropped(small_index):
    log = small_index / Manifest.read(small_index).log
    whole = log.read_bytes()
    with Index(small_index) as index:
        expected = read_live_texts(index).keys()
    assert {"20", "21"} <= expected
    # As a kill before the last byte was written would leave it.
    fresh = small_index.parent / "fresh"
    with Index.create(fresh, workers=1) as index:
        index.add({"20": write_text(20)})
        end = (fresh / index.manifest.log).stat().st_size
        index.add({"21": write_text(21)})
    log = fresh / index.manifest.log
    whole = log.read_bytes()
    for size in (end + 1, end + 60, len(whole) - 1):
        log.write_bytes(whole[:size])
        with Index(fresh).lock() as index:
            assert log.stat().st_size == end
            assert len(index._frames) == 1


def test_a_flipped_byte_is_noticed_in_every_file(small_index):
    chosen = random.Random(1)
    files = [path for path in small_index.rglob("*") if path.is_file() and path.stat().st_size]
    assert len(files) > 10
    for path in files:
        whole = path.read_bytes()
        # The last frame of a log ends the last change: without it that change was never finished.
        last = len(whole) // 2 if path.name.startswith("log") else len(whole)
        at = chosen.randrange(last)
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(twicetold.RunError, match="damaged"):
            Index(small_index).check()
        path.write_bytes(whole)
    Index(small_index).check()


def test_only_one_process_writes_and_others_read_what_they_opened(small_index):
    with Index(small_index).lock() as writer:
        reader = Index(small_index)
        before = reader.describe()
        with pytest.raises(twicetold.RunError, match="in use"):
            reader.add({"1": write_text(1)})
        writer.add({"30": write_text(30)})
        writer.compact()
        assert reader.describe()["documents"] == before["documents"]
        assert {place["document"] for match in reader.query(write_text(3)) for place in match.places} >= {"3"}
        reader.refresh()
        assert reader.describe()["documents"] == 15


def test_what_a_killed_writer_has_left_does_not_stop_the_next_one_beside_a_reader(small_index):
    reader = Index(small_index)
    unfinished = small_index / "segments" / f"{reader.manifest.serial + 1:06}"
    unfinished.mkdir()
    with Index(small_index) as writer:
        writer.compact()
    with reader:
        assert reader.query(write_text(3))


def test_threads_that_add_share_a_commit_and_each_hears_of_its_own_error(small_index):
    found = {}

    def add(number):
        try:
            found[number] = index.add({f"thread-{number}": write_text(number) if number % 3 else 5})
        except twicetold.InputError as error:
            found[number] = error

    with Index(small_index) as index:
        before = index.describe()["documents"]
        threads = [threading.Thread(target=add, args=(number,)) for number in range(9)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        assert all(isinstance(found[number], twicetold.InputError) == (number % 3 == 0) for number in range(9))
        index.settle()
        assert index.describe()["documents"] == before + 2 + 6


def test_ids_that_share_a_hash_are_two_documents(tmp_path, monkeypatch):
    monkeypatch.setattr(segments, "hash_ids", lambda ids: pa.array([7] * len(ids), pa.uint64()))
    monkeypatch.setattr(building, "hash_ids", lambda ids: pa.array([7] * len(ids), pa.uint64()))
    documents = {str(number): write_text(number) for number in range(4)}
    with Index.create(tmp_path / "index", workers=1) as index:
        index.add(documents)
        index.settle()
        assert index.add({"1": write_text(9)}).replaced == 1
        assert index.remove(["2", "nobody"]) == 1
        index.compact()
        assert index.add({"3": write_text(9), "4": write_text(4)}).replaced == 1
        documents |= {"1": write_text(9), "3": write_text(9), "4": write_text(4)}
        del documents["2"]
        assert read_live_texts(index) == documents


def test_an_unknown_format_is_refused(small_index):
    path = small_index / "index.json"
    whole = json.loads(path.read_text())
    path.write_text(json.dumps({**whole, "index": whole["index"].replace('"format": 2', '"format": 9')}))
    with pytest.raises(twicetold.RunError, match="format 9"):
        Index(small_index)
