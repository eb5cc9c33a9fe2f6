"""What passages say is cut from few copies of a document, and what stands in one place brings nobody together."""

import pyarrow as pa

from twicetold.jobs.passages.boilerplate import list_places, list_shared_places
from twicetold.jobs.passages.excerpts import LOT, ListPassagePlaces, gather_passage_places
from twicetold.tables.batches import build_batch_of_rows
from twicetold.tables.sentence_lists import SHARED_CONTENT


def list_rows(numbers):
    rows = [
        {"number": number, "passage": at, "side": 0, "first": 0, "last": 0, "start": at, "end": at + 1}
        for at, number in enumerate(numbers)
    ]
    return build_batch_of_rows(rows, ListPassagePlaces.schema)


def test_passages_of_a_document_are_in_as_few_rows_as_can_be():
    numbers = [0] * (2 * LOT + 1) + [1] * LOT + [2]
    gathered = gather_passage_places(list_rows(numbers))
    sizes = [(row["number"], row["lot"], len(row["passage"])) for row in gathered.to_pylist()]
    assert sizes == [(0, 0, LOT), (0, 1, LOT), (0, 2, 1), (1, 0, LOT), (2, 0, 1)]
    assert [each for row in gathered.to_pylist() for each in row["passage"]] == list(range(len(numbers)))
    assert gather_passage_places(list_rows([])).num_rows == 0


def test_what_stands_in_one_place_is_left_out():
    def list_content(keys):
        rows = [
            {"key": key, "number": at, "position": 0, "is_against": False, "kin": 0, "length": 9}
            for at, key in enumerate(keys)
        ]
        return build_batch_of_rows(rows, SHARED_CONTENT)

    for keys in ([], [1], [1, 2], [1, 1], [1, 2, 2, 3, 4, 4, 4], [1, 1, 2]):
        shared = list_shared_places(list_content(keys)).to_pylist()
        assert shared == [row for row in list_places(list_content(keys)).to_pylist() if len(row["numbers"]) > 1]
    assert isinstance(list_shared_places(list_content([5, 5])), pa.RecordBatch)
