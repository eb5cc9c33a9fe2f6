"""Lines are those of the whole body, wherever it is cut; a line that is too long is named, and not kept."""

from hypothesis import given
from hypothesis import strategies as st
from tests.support.examples import examples

from twicetold.serve.bodies import LineCutter

MOST = 8


def cut_whole(body):
    """The plain version: all lines of a body, None for one that is too long."""
    lines = body.split(b"\n")
    if not lines[-1]:
        lines.pop()
    return [line if len(line) <= MOST else None for line in lines]


@examples(200)
@given(st.lists(st.text("ab\n", max_size=12).map(str.encode), max_size=8))
def test_lines_do_not_depend_on_how_a_body_arrives(pieces):
    cutter = LineCutter(MOST)
    found = [line for piece in pieces for line in cutter.cut(piece)]
    found += cutter.finish()
    assert found == cut_whole(b"".join(pieces))


def test_a_long_line_is_not_kept():
    cutter = LineCutter(MOST)
    for _ in range(1_000):
        assert list(cutter.cut(b"x" * 100)) == []
        assert len(cutter._begun) <= MOST
    assert list(cutter.finish()) == [None]
