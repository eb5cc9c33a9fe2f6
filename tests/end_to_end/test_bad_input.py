"""Bad input: a clear error or a reject with its place and reason, no crash, and the rest of the input is still read."""

import bz2
import gzip
import lzma

import pytest
from tests.conftest import PAGES


@pytest.fixture
def run(forked, tmp_path):
    """Run `split` with 4 GB of addresses; gives its exit code, its lines and what it said."""

    def twicetold(*arguments):
        done = forked.run(["split", *arguments], tmp_path, address_bytes=4 << 30)
        return done.code, done.out.splitlines(), done.err

    return twicetold


def page(text, title="Made"):
    return f"<page><title>{title}</title><ns>0</ns><id>1</id><revision><id>2</id><text>{text}</text></revision></page>"


def dump(*pages):
    return "<mediawiki>" + "".join(pages) + "</mediawiki>"


GOOD = page("The last page is still read.", "Good")


@pytest.mark.parametrize(
    ("code", "name", "data", "reason"),
    [
        (2, "empty.xml", b"", "empty"),
        (2, "empty.jsonl", b"", "empty"),
        (2, "cut.xml.bz2", bz2.compress(PAGES.encode())[:-20], "cut"),
        (1, "cut.jsonl.gz", gzip.compress(b'{"text": "One."}\n' * 999, mtime=0)[:-20], ""),
        (1, "cut.jsonl.xz", lzma.compress(b'{"text": "One."}\n' * 999)[:-20], ""),
        (2, "not.xml.bz2", b"BZh9" + b"not bzip2 at all" * 9, ""),
        (2, "not.parquet", b"PAR1 but no more", ""),
        (1, "bad.jsonl", b'{"text": "One."}\n{"text": \xff}\n{"text": "Two."}\n', "line 2"),
        (1, "bad.csv", b"id,text\n1,One.\n2\n3,Three.\n", "line 3"),
        (2, "latin.txt", "Übel".encode("latin-1"), "--encoding"),
        (0, "nul.xml", dump(page("One \0 two."), GOOD).encode(), ""),
    ],
)
def test_damage_is_a_reject_and_never_a_crash(run, tmp_path, code, name, data, reason):
    """Where nothing at all could be read, that is an error, which names the record as a reject does."""
    (tmp_path / name).write_bytes(data)
    ended, _, said = run(name)
    assert ended == code, said
    if code:
        assert ("rejected: " if code == 1 else "hint: ") + f"`{name}`" in said
        assert reason in said


def test_what_stands_before_and_after_the_damage_is_read(run, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(b'{"text": "One."}\nnot json\n{"no": 1}\n{"text": "Two."}\n')
    code, lines, said = run("a.jsonl")
    assert (code, lines) == (1, ["One.", "Two."])
    assert "line 2" in said
    assert "line 3: no field `text`" in said


def test_a_damaged_block_of_bzip2_costs_only_the_pages_in_it(run, tmp_path):
    pages = [page(" ".join(f"Sentence {number} of page {at}." for number in range(900)), f"P{at}") for at in range(90)]
    data = bytearray(bz2.compress(dump(*pages).encode(), 1))
    data[len(data) // 2] ^= 0xFF
    (tmp_path / "hurt.xml.bz2").write_bytes(data)
    code, lines, said = run("hurt.xml.bz2")
    assert code == 1
    assert "rejected" in said
    assert any("of page 0." in line for line in lines)
    assert any("of page 89." in line for line in lines)


@pytest.mark.parametrize(
    "text",
    [
        "{{" * 100_000,
        "{{a|" * 50_000 + "}}" * 50_000,
        "[[" * 100_000,
        "&lt;ref&gt;" * 100_000,
        "{|\n" * 50_000,
        "'''''a " * 50_000,
    ],
    ids=["braces", "nested", "brackets", "refs", "tables", "quotes"],
)
def test_hostile_markup_is_only_text(run, tmp_path, text):
    (tmp_path / "hostile.xml").write_text(dump(page(text + " Tail."), GOOD), encoding="utf-8")
    code, lines, _ = run("hostile.xml")
    assert code == 0
    assert "The last page is still read." in lines


def test_a_page_over_the_limit_is_rejected_without_being_held(run, tmp_path):
    (tmp_path / "limit.toml").write_text("[reading]\ndocument_bytes = 1000000\n")
    with (tmp_path / "huge.xml").open("w") as file:
        file.write("<mediawiki><page><title>Huge</title><ns>0</ns><id>3</id><revision><text>")
        for _ in range(100):
            file.write("A word and another. " * 50_000)  # a megabyte
        file.write(f"</text></revision></page>{GOOD}</mediawiki>")
    code, lines, said = run("huge.xml", "--config", "limit.toml")
    assert (code, lines) == (1, ["The last page is still read."])
    assert "1,000,000" in said or "1000000" in said


@pytest.mark.slow
def test_a_line_of_a_hundred_megabytes_is_split(run, tmp_path):
    with (tmp_path / "long.txt").open("w") as file:
        for _ in range(100):
            file.write("A word and another. " * 50_000)
    code, lines, _ = run("long.txt")
    assert code == 0
    assert len(lines) == 5_000_000


@pytest.mark.parametrize("pack", [bz2.compress, gzip.compress, lzma.compress], ids=["bz2", "gz", "xz"])
def test_a_compression_bomb_is_refused(run, tmp_path, pack):
    (tmp_path / "limit.toml").write_text("[reading]\nbomb_floor = 10000000\nbomb_ratio = 100\n")
    (tmp_path / "bomb.jsonl").write_bytes(pack(b"\0" * 60_000_000))
    code, lines, said = run("bomb.jsonl", "--reader", "jsonl", "--config", "limit.toml")
    assert (code, lines) == (2, [])
    assert "times its size" in said


def test_an_unreadable_file_and_a_folder_of_nothing_are_errors(run, tmp_path):
    (tmp_path / "folder").mkdir()
    assert run("folder")[0] == 2
    assert run("nothing-*.xml")[0] == 2
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8)
    code, _, said = run("picture.png")
    assert code == 2
    assert "hint: " in said
