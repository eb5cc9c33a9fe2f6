"""What every reader on the menu must do, whatever the file. A reader without a sample here fails."""

import bz2
import contextlib
import gzip
import lzma
import pickle

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.conftest import PAGES
from tests.support.stack_dump import posts, question

from twicetold import registry
from twicetold.errors import InputError
from twicetold.readers.base import Split
from twicetold.tables.reading import DOCUMENTS

TEXTS = {"7": "Lake Orrin is a lake. It is deep.", "8": "湖很小。Ünïcode."}


def parquet_bytes():
    sink = pa.BufferOutputStream()
    table = pa.table({"id": list(TEXTS), "title": ["Orrin", "湖"], "text": list(TEXTS.values())})
    pq.write_table(table, sink, row_group_size=1)
    return sink.getvalue().to_pybytes()


def warc_bytes():
    records = []
    for name, text in TEXTS.items():
        page = f"<html><head><title>{name}</title></head><body><article><p>{text}</p></article></body></html>".encode()
        http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n" % len(page)
        head = (
            f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://x.example/{name}\r\n"
            f"WARC-Date: 2020-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:{int(name):032d}>\r\n"
            f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http) + len(page)}\r\n\r\n"
        )
        records.append(gzip.compress(head.encode() + http + page + b"\r\n\r\n"))
    return b"".join(records)


SAMPLES = {
    "mediawiki": ("pages.xml", lambda: PAGES.encode(), 2),
    "jsonl": ("a.jsonl", lambda: "".join(f'{{"id": {i}, "text": "{t}"}}\n' for i, t in TEXTS.items()).encode(), 2),
    "csv": ("a.csv", lambda: ("id,text\n" + "".join(f'{i},"{t}"\n' for i, t in TEXTS.items())).encode(), 2),
    "parquet": ("a.parquet", parquet_bytes, 2),
    "text": ("a.txt", lambda: TEXTS["7"].encode(), 1),
    "html": ("a.html", lambda: f"<html><title>T</title><body><p>{TEXTS['7']}</p></body></html>".encode(), 1),
    "tei": (
        "a.tei",
        lambda: (
            "<teiCorpus>"
            + "".join(
                f'<TEI xml:id="t{i}"><text><body><pb n="{i}"/><p>{t}</p></body></text></TEI>' for i, t in TEXTS.items()
            )
            + "</teiCorpus>"
        ).encode(),
        2,
    ),
    "alto": (
        "a.alto",
        lambda: (
            f'<alto><Page ID="1" WIDTH="9" HEIGHT="9"><TextLine><String CONTENT="{TEXTS["7"]}"/></TextLine></Page></alto>'
        ).encode(),
        1,
    ),
    "page": (
        "a.page.xml",
        lambda: (
            "<PcGts><Page imageFilename='a'><TextRegion><TextLine><TextEquiv><Unicode>"
            f"{TEXTS['7']}</Unicode></TextEquiv></TextLine></TextRegion></Page></PcGts>"
        ).encode(),
        1,
    ),
    "hocr": (
        "a.hocr",
        lambda: (
            f"<html><body><div class='ocr_page'><span class='ocr_line'>{TEXTS['7']}</span></div></body></html>".encode()
        ),
        1,
    ),
    "warc": ("a.warc.gz", warc_bytes, 2),
    "wikiextractor": (
        "wiki_00",
        lambda: "".join(f'<doc id="{i}" url="u" title="t">\n{t}\n</doc>\n' for i, t in TEXTS.items()).encode(),
        2,
    ),
    "stackexchange": ("Posts.xml", lambda: posts(*(question(i, "t", f"<p>{t}</p>") for i, t in TEXTS.items())), 2),
}
PACKED = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}
CANNOT_BE_PACKED = ("parquetreader", "warcreader")


@pytest.fixture(params=registry.list_names("reader"))
def sample(request, tmp_path):
    """A reader, a file of its format, and how many documents are in it."""
    assert request.param in SAMPLES, f"write a sample for the reader `{request.param}`"
    name, content, documents = SAMPLES[request.param]
    file = tmp_path / name
    file.write_bytes(content())
    return registry.load_class("reader", request.param)(), file, documents


def rows(reader, path, split_bytes=1 << 40):
    batches = [batch for split in reader.split_file(str(path), split_bytes) for batch in reader.read(split)]
    assert all(batch.schema.equals(DOCUMENTS) and batch.num_rows for batch in batches)
    return [row for batch in batches for row in batch.to_pylist()]


def read(reader, path):
    return [row for row in rows(reader, path) if row["status"] == "read"]


def test_it_gives_the_documents_with_their_ids_texts_and_places(sample):
    reader, file, documents = sample
    found = read(reader, file)
    assert len(found) == documents
    assert all(row["document"] and row["place"] and row["source"] == str(file) for row in found)
    assert any("Orrin" in row["text"] for row in found)
    assert all(row["markup"] in registry.list_names("cleaner") for row in found)


def test_it_pickles_and_reads_the_same_twice(sample):
    reader, file, _ = sample
    assert rows(pickle.loads(pickle.dumps(reader)), file) == rows(reader, file)


@pytest.mark.parametrize("split_bytes", [1, 40, 300, 1 << 20])
def test_all_splits_together_are_the_file(sample, split_bytes):
    reader, file, _ = sample
    assert rows(reader, file, split_bytes) == [
        row for batch in reader.read(Split(str(file))) for row in batch.to_pylist()
    ]


@pytest.mark.parametrize("suffix", PACKED)
def test_a_packed_file_reads_as_the_plain_one(sample, suffix):
    reader, file, _ = sample
    if type(reader).__name__.lower() in CANNOT_BE_PACKED:
        return
    packed = file.with_name(f"{file.name}.{suffix}")
    packed.write_bytes(PACKED[suffix](file.read_bytes()))
    expected = [(row["title"], row["text"]) for row in read(reader, file)]
    assert [(row["title"], row["text"]) for row in read(reader, packed)] == expected


def test_an_empty_file_is_a_reject_and_not_a_crash(sample):
    reader, file, _ = sample
    file.write_bytes(b"")
    found = rows(reader, file)
    assert all(row["status"] == "rejected" for row in found)


def test_a_file_cut_anywhere_gives_what_can_be_read(sample):
    reader, file, documents = sample
    data = file.read_bytes()
    for cut in range(1, len(data), max(1, len(data) // 60)):
        file.write_bytes(data[:cut])
        found = rows(reader, file)
        assert len([row for row in found if row["status"] == "read"]) <= documents
        assert all(row["reason"] and row["place"] for row in found if row["status"] == "rejected")


def test_a_file_with_one_byte_changed_does_not_crash_it(sample):
    reader, file, _ = sample
    data = bytearray(file.read_bytes())
    for at in range(0, len(data), max(1, len(data) // 150)):
        for flip in (0x01, 0x80):
            data[at] ^= flip
            file.write_bytes(data)
            with contextlib.suppress(InputError):  # a clear error will do, as when a column has another name now
                rows(reader, file)
            data[at] ^= flip


def test_garbage_does_not_crash_it(sample):
    reader, file, _ = sample
    for garbage in (b"\0" * 5000, b"\xff\xfe\x00\xd8" * 900, bytes(range(256)) * 20, b"BZh91AY&SY" + b"\x17" * 90):
        file.write_bytes(garbage)
        rows(reader, file)
