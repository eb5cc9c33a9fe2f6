"""The file of ids that `twicetold index remove` takes."""

import pytest

from twicetold.errors import InputError
from twicetold.index.ids_file import read_ids


def test_ids_are_lines_or_fields(tmp_path):
    lines, records = tmp_path / "ids.txt", tmp_path / "ids.jsonl"
    lines.write_text("mill\n\n lake \n")
    records.write_text('{"id": 7}\n{"document": "lake", "title": "Lake"}\n')
    assert read_ids(lines) == ["mill", "lake"]
    assert read_ids(records) == ["7", "lake"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b'{"id": 1}\n{"id": 2\n', "line 2: not JSON"),
        (b'{"title": "Lake"}\n', "line 1: no field `id`"),
        (b"[1]\n", "line 1: no field `id`"),
        (b'{"id": "\xff"}\n', "byte 8: not UTF-8"),
    ],
)
def test_a_bad_file_is_an_error_with_its_place(tmp_path, content, says):
    path = tmp_path / "ids.jsonl"
    path.write_bytes(content)
    with pytest.raises(InputError, match=says):
        read_ids(path)
