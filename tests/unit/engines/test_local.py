"""The local engine: order kept, one pass for many tables, failures told."""

import random
import threading
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from twicetold import _kernels
from twicetold.config import Machine
from twicetold.engines.local import Local, LocalLimits
from twicetold.engines.parquet import ParquetSink
from twicetold.engines.steps import PassRows, make_step
from twicetold.errors import InputError
from twicetold.readers.outcomes import CountOutcomes, DropDocumentTexts, KeepRejects, RefuseRejects
from twicetold.tables.matching import KEYS, PAIRS
from twicetold.tables.reading import DOCUMENTS


@dataclass(frozen=True)
class Slow:
    """Gives the batch back, the first ones last."""

    schema: ClassVar[pa.Schema] = DOCUMENTS

    def __call__(self, batch):
        threading.Event().wait(0.02 if batch["document"][0].as_py() in ("0", "2") else 0)
        return batch


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_rows_come_in_the_order_of_the_input(made, threads):
    engine = Local(Machine(workers=threads))
    table = engine.map(engine.read([(made(tuple("abcdefghij")), "made")]), Slow())
    rows = [text for (batch,) in engine.stream_batches(table) for text in batch["text"].to_pylist()]
    assert rows == list("abcdefghij")


def test_tables_of_one_source_share_one_pass(tmp_path, made):
    passes = []

    class Seen(made):
        def read(self, split):
            passes.append(split)
            return super().read(split)

    engine = Local(Machine(workers=2))
    documents = engine.read([(Seen(("a", None, "b")), "made")])
    tables = {
        tmp_path / name: engine.map(documents, step()) for name, step in (("d", DropDocumentTexts), ("r", KeepRejects))
    }
    assert engine.save(tables) == {tmp_path / "d": 2, tmp_path / "r": 1}
    assert len(passes) == 1
    assert pq.read_table(tmp_path / "r")["place"].to_pylist() == ["record 1"]


def test_an_empty_table_is_a_file_with_its_columns(tmp_path, made):
    engine = Local(Machine(workers=1))
    engine.save({tmp_path / "r": engine.map(engine.read([(made(("a",)), "made")]), KeepRejects())})
    assert pq.read_schema(tmp_path / "r").equals(KeepRejects.schema)


def test_outcomes_count_every_record(made):
    engine = Local(Machine(workers=1))
    table = engine.map(engine.read([(made(("a", None, "b", None, None)), "made")]), CountOutcomes())
    total = {}
    for (batch,) in engine.stream_batches(table):
        for row in batch.to_pylist():
            total[row["status"]] = total.get(row["status"], 0) + row["records"]
    assert total == {"read": 2, "rejected": 3}


@pytest.mark.parametrize("threads", [1, 3])
def test_strict_stops_at_the_first_reject_and_says_where(made, threads):
    engine = Local(Machine(workers=threads))
    table = engine.map(engine.read([(made(("a", None, "b")), "made")]), RefuseRejects())
    with pytest.raises(InputError, match="`made`, record 1: made so"):
        list(engine.stream_batches(table))


def test_an_error_of_the_disk_says_which_file_it_was(tmp_path, made, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pq.ParquetWriter, "write_table", full)
    engine = Local(Machine(workers=1))
    with pytest.raises(OSError, match="No space") as caught:
        engine.save({tmp_path / "d": engine.map(engine.read([(made(("a",)), "made")]), DropDocumentTexts())})
    assert caught.value.filename == str(tmp_path / "d")


@pytest.mark.parametrize("least", [1 << 10, 1 << 25], ids=["from disk", "from memory"])
def test_pairs_come_in_small_batches(tmp_path, least):
    """A batch of pairs grows a hundredfold when their texts are joined to it."""
    limits = LocalLimits(process_bytes=1 << 60, min_kernel_bytes=least, batch_rows=100)
    rows = pa.table({"left": range(5000), "right": range(5000, 10_000)}).cast(PAIRS)
    engine = Local(Machine(workers=1), scratch=str(tmp_path), limits=limits)
    table = engine.group(engine.load_rows(rows), ("left", "right"), PassRows(PAIRS), distinct=True)
    sizes = [batch.num_rows for (batch,) in engine.stream_batches(table)]
    assert sum(sizes) == 5000
    assert max(sizes) <= 100


def test_rows_that_look_up_large_ones_are_cut_into_small_batches():
    """A pair of documents is small, their texts are not: a batch holds about `joined_batch_bytes` of them."""
    engine = Local(Machine(workers=1), limits=LocalLimits(joined_batch_bytes=1 << 12))
    pairs = pa.table({"left": range(50), "right": range(50, 100)}).cast(PAIRS)
    texts = pa.table({"unit": pa.array(range(100), pa.uint32()), "text": ["x" * 1000] * 100})
    joined = engine.join(engine.load_rows(pairs), engine.load_rows(texts), on=("left", "right"), key="unit")
    sizes = [batch.num_rows for (batch,) in engine.stream_batches(joined)]
    assert sum(sizes) == 50
    assert max(sizes) <= 3


@pytest.mark.parametrize(
    "limits", [LocalLimits(), LocalLimits(large_row_bytes=0, max_reordered_rows=7)], ids=["small", "large"]
)
def test_a_shared_join_holds_each_row_once_in_a_batch(limits):
    """Small rows come in the order of the pairs, large ones in an order in which few serve many."""
    engine = Local(Machine(workers=1), limits=limits)
    pairs = pa.table({"left": [0] * 50 + [1] * 50, "right": [*range(2, 52)] * 2}).cast(PAIRS)
    texts = pa.table({"unit": pa.array(range(51), pa.uint32()), "text": [f"text {number}" for number in range(51)]})
    joined = engine.join(engine.load_rows(pairs), engine.load_rows(texts), ("left", "right"), "unit", shared=True)
    found = []
    for (batch,) in engine.stream_batches(joined):
        assert batch["left_text"].dictionary.equals(batch["right_text"].dictionary)
        assert len(batch["left_text"].dictionary) == len(batch["left_text"].dictionary.unique())
        found += batch.to_pylist()
    assert sorted((row["left"], row["right"]) for row in found) == [
        (one, two) for one in (0, 1) for two in range(2, 51)
    ]
    assert all(row[f"{side}_text"] == f"text {row[side]}" for row in found for side in ("left", "right"))


def test_large_rows_of_a_passing_table_are_a_few_to_a_row_group(tmp_path):
    """A row group is a batch, and the join puts each text of a batch into dozens of cells."""
    batch = pa.RecordBatch.from_pydict({"text": ["x" * 100_000] * 20})
    for passing, groups in ((True, 4), (False, 1)):
        with ParquetSink(tmp_path / "a.parquet", batch.schema, passing) as sink:
            sink.write(batch)
        assert pq.read_metadata(tmp_path / "a.parquet").num_row_groups == groups
        assert pq.read_table(tmp_path / "a.parquet").num_rows == sink.rows == 20


@pytest.mark.parametrize("least", [1, 7, 300, 100_000])
def test_keys_come_in_batches_that_are_not_small_and_cut_no_key(tmp_path, least):
    draw = random.Random(3)
    # Keys all over the range, each of them in a piece of its own, and one that fills several pieces.
    rows = [(draw.getrandbits(64), unit) for unit in range(3_000)] + [(1 << 63, unit) for unit in range(2_000)]
    rows += [(key, unit + 5_000) for key, unit in rows[:500]]
    grouper = _kernels.Grouper(40_000, str(tmp_path))
    keys, units = zip(*draw.sample(rows, len(rows)), strict=True)
    grouper.push(pa.RecordBatch.from_arrays([pa.array(keys, pa.uint64()), pa.array(units, pa.uint32())], schema=KEYS))
    grouper.finish()
    batches = [list(zip(*batch.to_pydict().values(), strict=True)) for batch in iter(lambda: grouper.next(least), None)]
    assert [row for batch in batches for row in batch] == sorted(rows)
    assert all(len(batch) >= least for batch in batches[:-1])
    assert all(one[-1][0] < other[0][0] for one, other in pairwise(batches))


def test_a_single_batch_needs_no_thread(made):
    threads = []

    @make_step(DOCUMENTS)
    def note_thread(batch):
        threads.append(threading.current_thread())
        return batch

    engine = Local(Machine(workers=4))
    engine.collect({"rows": engine.map(engine.read([(made(("a",)), "made")]), note_thread)})
    assert set(threads) == {threading.main_thread()}
