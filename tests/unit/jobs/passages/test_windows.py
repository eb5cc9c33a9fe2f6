"""Windows of a pair that are looked at together find what each finds alone."""

import pyarrow as pa
import pyarrow.compute as pc
import pytest

from twicetold.config import Locating
from twicetold.jobs.passages.locate import settle_locating
from twicetold.jobs.passages.pair_documents import PAIR_POINTS
from twicetold.jobs.passages.windows import ListWindowChunks, LocateInWindows, cut_into_chunks
from twicetold.tables.batches import build_batch, build_batch_of_rows
from twicetold.tables.sentence_lists import SENTENCE_LISTS

SETTINGS = settle_locating(Locating(), 2)
COPIED = ("The keeper wrote down each ship that entered the harbour.", "Nobody had asked him to do it for years.")
SENTENCES = 120


def write_document(number: int, seed: int) -> dict[str, object]:
    """Two sentences that both documents have in every 20, among words of its own."""
    texts = [
        f"Entry {at} of volume {seed} names word{seed}x{at} and word{seed}y{at * 7} alone." for at in range(SENTENCES)
    ]
    for at in range(4, SENTENCES, 20):
        texts[at : at + 2] = [f"{text[:-1]} number{at}." for text in COPIED]
    row: dict[str, object] = {each.name: pa.scalar(None, each.type).as_py() for each in SENTENCE_LISTS}
    defaults = {pa.string(): "", pa.bool_(): False, pa.uint64(): 0, pa.uint32(): 0}
    row |= {each.name: defaults.get(each.type, []) for each in SENTENCE_LISTS}
    cuts = [len(text) for text in texts]
    ends = [sum(cuts[: at + 1]) for at in range(SENTENCES)]
    starts = [end - cut for end, cut in zip(ends, cuts, strict=True)]
    lists = {"sections": [0] * SENTENCES, "blocks": [0] * SENTENCES}
    return {**row, "number": number, "text": "".join(texts), "cuts": cuts, "starts": starts, "ends": ends, **lists}


@pytest.fixture(scope="module")
def given() -> pa.RecordBatch:
    """The chunks of all windows of a pair, with their points."""
    places = [at + more for at in range(4, SENTENCES, 20) for more in (0, 1)]
    points = {"left_positions": places, "right_positions": places, "similarities": [0.0] * len(places)}
    pair = build_batch_of_rows([{"left": 0, "right": 1, **points, "lengths": [50] * len(places)}], PAIR_POINTS)
    wanted = ListWindowChunks(SETTINGS.max_gap)(pair)
    chunks = cut_into_chunks(build_batch_of_rows([write_document(0, 3), write_document(1, 5)], SENTENCE_LISTS))
    known = pc.index_in(wanted["chunk"], chunks["chunk"])
    wanted, known = wanted.filter(pc.is_valid(known)), known.drop_null()
    texts = [chunks[name].take(known) for name in ("text", "cuts", "starts", "ends")]
    schema = pa.schema([*wanted.schema, *(chunks.schema.field(name) for name in ("text", "cuts", "starts", "ends"))])
    return build_batch([*wanted.columns, *texts], schema)


def keep_window(given: pa.RecordBatch, window: int) -> pa.RecordBatch:
    """The same chunks with the points of one window."""
    columns = {name: given[name] for name in given.schema.names}
    marks = given["windows"].to_pylist()
    for name in ("left_positions", "right_positions", "windows"):
        rows = [
            [value for value, mark in zip(values, own, strict=True) if mark == window]
            for values, own in zip(given[name].to_pylist(), marks, strict=True)
        ]
        columns[name] = pa.array(rows, given[name].type)
    return build_batch(list(columns.values()), given.schema)


def test_a_chunk_that_several_windows_need_is_moved_once(given):
    chunks = given["chunk"].to_pylist()
    assert len(chunks) == len(set(chunks))
    assert len(set(pc.list_flatten(given["windows"]).to_pylist())) == SENTENCES // 20


def test_windows_that_share_chunks_find_what_each_finds_alone(given):
    locate = LocateInWindows(SETTINGS)
    alone = [locate(keep_window(given, window)) for window in range(SENTENCES // 20)]
    assert [each.num_rows for each in alone] == [1] * (SENTENCES // 20)
    assert locate(given).to_pylist() == [row for each in alone for row in each.to_pylist()]
