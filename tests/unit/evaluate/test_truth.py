"""The file of what is true: every way of writing CSV that people use, and what is said of those that are none."""

import pytest

from twicetold.errors import InputError
from twicetold.evaluate.truth import PassageSpans, read_truth


def written(folder, content):
    path = folder / "truth.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def refused(folder, content, use):
    with pytest.raises(InputError) as told:
        use(read_truth(written(folder, content)))
    assert told.value.hint
    return told.value.message.replace(str(folder), "")


@pytest.mark.parametrize(
    "content",
    [
        "left,right,duplicate\na,b,1\n",
        "\ufeffLeft, right ,DUPLICATE\r\na,b,Yes\r\n",
        "left\tright\tduplicate\na\tb\ttrue",
        "note;left;right;duplicate\n;a;b;1\n\n\n",
        '"left","right","duplicate"\n"a","b","1"\n',
        "left,right,duplicate\ra,b,1\r",
    ],
)
def test_the_same_pair_may_be_written_in_many_ways(tmp_path, content):
    truth = read_truth(written(tmp_path, content))
    assert truth.require_sort("pairs", "labels") == "pairs"
    assert [row[1:] for row in truth.list_pairs(complete=False)] == [("a", "b", True)]


def test_names_may_hold_commas_quotes_line_breaks_and_any_letter(tmp_path):
    content = 'member,label\n"a, ""b""\nc",1\n湖\u2028岛,"x\ty"\n' + "w" * 200_000 + ",2\n"
    rows = read_truth(written(tmp_path, content)).list_labels()
    assert [(row.line, row.member, row.label) for row in rows] == [
        (2, 'a, "b"\nc', "1"),
        (4, "湖\u2028岛", "x\ty"),
        (5, "w" * 200_000, "2"),
    ]


def test_passages_are_places_in_two_documents(tmp_path):
    header = "right_document,right_start,right_end,left_document,left_start,left_end,kind\n"
    truth = read_truth(written(tmp_path, f"{header}b, 5,9 ,a,0,12,verbatim\n"))
    assert truth.require_sort("passages") == "passages"
    assert [tuple(row) for row in truth.list_cases()] == [(2, "a", "b", PassageSpans((0, 12), (5, 9)))]


def test_a_complete_truth_needs_no_column_duplicate(tmp_path):
    truth = read_truth(written(tmp_path, "left,right\na,b\n"))
    assert truth.list_pairs(complete=True)[0].duplicate
    assert "no column `duplicate`" in refused(tmp_path, "left,right\na,b\n", lambda truth: truth.list_pairs(False))


SPAN = "left_document,left_start,left_end,right_document,right_start,right_end\n"


@pytest.mark.parametrize(
    ("content", "use", "said"),
    [
        ("", lambda truth: None, "has no header"),
        ("\n\n", lambda truth: None, "has no header"),
        ("left,right,duplicate\n", lambda truth: None, "a header but no rows"),
        ("left,right,duplicate\na,b\n", lambda truth: None, "line 2 has 2 fields, but the header has 3"),
        ("left,right,duplicate\na,b,1\n\na,b, c,1\n", lambda truth: None, "line 4 has 4 fields, but the header has 3"),
        ('left,right,duplicate\na,"b,1\n', lambda truth: None, "line 2: unexpected end of data"),
        (
            "left,right,duplicate\na,b,maybe\n",
            lambda truth: truth.list_pairs(False),
            "line 2: `duplicate` must be 1 or 0, not `maybe`",
        ),
        (
            "left,right,duplicate\na,b,\n",
            lambda truth: truth.list_pairs(False),
            "line 2: `duplicate` must be 1 or 0, not ``",
        ),
        ("one,two\na,b\n", lambda truth: truth.require_sort("pairs", "labels"), "has the wrong columns: `one`, `two`"),
        (
            "member,label\na,b\n",
            lambda truth: truth.require_sort("passages"),
            "has the wrong columns: `member`, `label`",
        ),
        (
            f"{SPAN}a,9,9,b,0,1\n",
            lambda truth: truth.list_cases(),
            "line 2: `left_start` must be below `left_end`, not `9` and `9`",
        ),
        (
            f"{SPAN}a,0,9,b,-1,1\n",
            lambda truth: truth.list_cases(),
            "line 2: `right_start` must be below `right_end`, not `-1`",
        ),
        (
            f"{SPAN}a,0,9,b,,1.5\n",
            lambda truth: truth.list_cases(),
            "line 2: `right_start` must be below `right_end`, not ``",
        ),
        (
            f"{SPAN}a,0,{'9' * 5000},b,0,1\n",
            lambda truth: truth.list_cases(),
            "line 2: `left_start` must be below `left_end`, not `0`",
        ),
        ("left_document,left_start\na,0\n", lambda truth: truth.list_cases(), "no column `left_end`"),
        (b"left,right,duplicate\na,\xff,1\n", lambda truth: None, "not UTF-8 at byte 23"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path, content, use, said):
    assert said in refused(tmp_path, content, use)


def test_a_file_that_is_not_there_or_a_folder_is_said(tmp_path):
    for path, said in ((tmp_path / "none.csv", "No such file"), (tmp_path, "Is a directory")):
        with pytest.raises(InputError, match=said):
            read_truth(path)
