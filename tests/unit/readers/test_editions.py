"""Readers of editions and scanned pages: their texts, what they say of them, and where lines stand on pages."""

import json
import time

import pytest

from twicetold import registry
from twicetold.config import Reading
from twicetold.readers.base import Split
from twicetold.readers.inputs import find_inputs
from twicetold.tables.reading import REGIONS

HEADER = """<teiHeader><fileDesc><titleStmt><title type="sub">A tale</title><title type="main">The  lake</title>
<author>Ada Hale</author></titleStmt><publicationStmt><date when="2005"/></publicationStmt>
<sourceDesc><bibl><title level="j">Gazette</title><author>Nobody</author><date>March 1851</date></bibl></sourceDesc>
</fileDesc><profileDesc><langUsage><language ident="en"/></langUsage></profileDesc></teiHeader>"""


def read(name, content, tmp_path, **settings):
    path = tmp_path / "file.xml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    reader = registry.load_class("reader", name)(reading=Reading(**settings), folder=str(tmp_path))
    rows = [row for batch in reader.read(Split(str(path))) for row in batch.to_pylist()]
    batches = list(reader.read_regions(Split(str(path))))
    assert all(batch.schema.equals(REGIONS) for batch in batches)
    return rows, [row for batch in batches for row in batch.to_pylist()]


def tei(body, header=HEADER, more=""):
    return f'<TEI xmlns="http://www.tei-c.org/ns/1.0">{header}{more}<text><body>{body}</body></text></TEI>'


def text_of(body, tmp_path):
    return read("tei", tei(body), tmp_path)[0][0]["text"]


def slices(rows, regions):
    (text,) = [row["text"] for row in rows]
    return [text[each["start"] : each["end"]] for each in regions]


# ---- TEI ----


def test_the_header_gives_title_author_series_language_and_the_date_of_the_source(tmp_path):
    ((row,), _) = read("tei", tei("<p>Deep.</p>"), tmp_path)
    expected = {"title": "The lake", "contributor": "Ada Hale", "series": "Gazette", "language": "en"}
    assert {name: row[name] for name in expected} == expected
    assert (row["timestamp"], row["document"], row["text"]) == ("1851", "file.xml", "Deep.")


def test_the_date_of_creation_is_better_and_that_of_the_edition_the_last_choice(tmp_path):
    created = HEADER.replace("<langUsage>", '<creation><date when="1849-02-01"/></creation><langUsage>')
    assert read("tei", tei("<p>x</p>", created), tmp_path)[0][0]["timestamp"] == "1849-02-01"
    edition = HEADER.replace("<date>March 1851</date>", "")
    assert read("tei", tei("<p>x</p>", edition), tmp_path)[0][0]["timestamp"] == "2005"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<head>One</head><p>Two <hi>th</hi>ree.</p>", "One\n\nTwo three."),
        ("<p>A re-<lb/>markable lake.</p>", "A remarkable lake."),
        ('<p>A re<lb break="no"/>markable lake.</p>', "A remarkable lake."),
        ("<p>Sir John-<lb/>Henry came.</p>", "Sir John- Henry came."),
        ('<p>It was c<pb n="2" break="no"/><fw>HEAD</fw>old.</p>', "It was cold."),
        (
            "<p>Deep<note>So <hi>he</hi> <p>says</p>.</note> water.</p><p>End.</p>",
            "Deep water.\n\nSo he says .\n\nEnd.",
        ),
        ("<p>The <choice><sic>deap</sic><corr>deep</corr></choice> <del>no</del>sea</p>", "The deep sea"),
        ("<p><app><lem>one</lem><rdg>two</rdg></app> <subst><del>a</del><add>b</add></subst></p>", "one b"),
        ("<lg><l>One line</l><l>and more</l></lg><lg><l>Two</l></lg>", "One line and more\n\nTwo"),
        ("<p>caf&eacute;&nbsp;au lait &unknown;</p>", "café au lait"),
        ("<p>Gone on</p><pb/><p>as before.</p>", "Gone on as before."),
    ],
)
def test_the_text_reads_on(tmp_path, body, text):
    assert text_of(body, tmp_path) == text


def test_each_text_of_a_corpus_is_a_document_with_or_without_a_prefix(tmp_path):
    one = '<t:TEI xml:id="a"><t:text><t:body><t:p>One.</t:p></t:body></t:text></t:TEI>'
    two = "<t:TEI><t:text><t:body><t:p>Two.</t:p></t:body></t:text></t:TEI>"
    corpus = f'<t:teiCorpus xmlns:t="http://www.tei-c.org/ns/1.0"><t:teiHeader/>{one}{two}</t:teiCorpus>'
    rows, _ = read("tei", corpus, tmp_path)
    assert [(row["document"], row["text"]) for row in rows] == [("file.xml#a", "One."), ("file.xml#2", "Two.")]
    rows, _ = read("tei", corpus[:-40], tmp_path)
    assert [row["status"] for row in rows] == ["read", "rejected"]
    assert rows[0]["text"] == "One."


def test_zones_of_the_facsimile_are_the_boxes_of_lines(tmp_path):
    facsimile = """<facsimile><surface xml:id="s" ulx="0" uly="0" lrx="900" lry="1200"><graphic url="p1.jpg"/>
    <zone xml:id="z" points="10,20 110,20 110,40 10,40"/></surface></facsimile>"""
    body = '<pb n="7" facs="#s"/><p><lb facs="#z"/>One re-<lb/>markable</p>'
    rows, regions = read("tei", tei(body, more=facsimile), tmp_path)
    assert slices(rows, regions) == ["One re", "markable"]
    assert regions[0] | {"document": "file.xml"} == {
        "document": "file.xml",
        "page": "7",
        "page_number": 1,
        "image": "p1.jpg",
        "page_width": 900,
        "page_height": 1200,
        "line": 1,
        "start": 0,
        "end": 6,
        "x": 10,
        "y": 20,
        "width": 100,
        "height": 20,
    }
    assert regions[1]["x"] is None


# ---- pages ----

ALTO = """<alto><Description><fileName>p.tif</fileName></Description><Layout><Page ID="P1" WIDTH="20" HEIGHT="30.4">
<TextBlock><TextLine HPOS="1" VPOS="2" WIDTH="3.6" HEIGHT="4"><String CONTENT="Lake"/><SP/>
<String CONTENT="Or" SUBS_TYPE="HypPart1" SUBS_CONTENT="Orrin"/><HYP CONTENT="-"/></TextLine>
<TextLine HPOS="1" VPOS="6" WIDTH="3" HEIGHT="4"><String CONTENT="rin"/><String CONTENT="froze."/></TextLine></TextBlock>
<TextBlock><TextLine><String CONTENT="It &amp; more"/></TextLine></TextBlock></Page></Layout></alto>"""
PAGE = """<PcGts><Page imageFilename="p.jpg" imageWidth="20" imageHeight="30"><ReadingOrder><OrderedGroup id="g">
<RegionRefIndexed index="0" regionRef="b"/><RegionRefIndexed index="1" regionRef="a"/></OrderedGroup></ReadingOrder>
<TextRegion id="a"><TextLine><Coords points="1,2 4,2 4,6 1,6"/><Word><TextEquiv><Unicode>Second</Unicode></TextEquiv>
</Word><Word><TextEquiv><Unicode>part</Unicode></TextEquiv></Word></TextLine></TextRegion>
<TextRegion id="b"><TextLine><Coords><Point x="1" y="2"/><Point x="3" y="9"/></Coords><Word><TextEquiv><Unicode>no
</Unicode></TextEquiv></Word><TextEquiv index="0"><Unicode>Lake Orrin.</Unicode></TextEquiv><TextEquiv index="1">
<Unicode>Lake 0rrin.</Unicode></TextEquiv></TextLine></TextRegion>
<TextRegion id="h" type="header"><TextLine><TextEquiv><Unicode>HEAD</Unicode></TextEquiv></TextLine></TextRegion>
</Page></PcGts>"""
HOCR = """<!DOCTYPE html><html><head><title>My scan</title><meta charset="utf-8"></head><body>
<div class="ocr_page" id="p1" title='image "p.tif"; bbox 0 0 20 30; ppageno 0'><div class="ocr_carea"><p class="ocr_par">
<span class="ocr_line" title="bbox 1 2 4 6; baseline 0 0"><span class="ocrx_word">Lake</span> <em>Or-</em></span>
<span class="ocr_line" title="bbox 1 6 4 9">rin froze.<br></span></p></div></div>
<div class="ocr_page" id="p2"><p class="ocr_par"><span class="ocr_line">It &amp; more</span></div></body></html>"""


def test_alto_gives_lines_with_their_boxes(tmp_path):
    rows, regions = read("alto", ALTO, tmp_path)
    assert rows[0]["text"] == "Lake Orrin froze.\n\nIt & more"
    assert slices(rows, regions) == ["Lake Or", "rin froze.", "It & more"]
    assert [regions[0][name] for name in ("image", "page_width", "page_height", "x", "y", "width", "height")] == [
        *("p.tif", 20, 30, 1, 2, 4, 4)
    ]
    assert regions[2]["x"] is None


def test_page_xml_is_read_in_reading_order_without_running_heads(tmp_path):
    rows, regions = read("page", PAGE, tmp_path)
    assert rows[0]["text"] == "Lake Orrin.\n\nSecond part"
    assert [(each["x"], each["y"], each["width"], each["height"]) for each in regions] == [(1, 2, 2, 7), (1, 2, 3, 4)]


def test_hocr_is_read_also_where_it_is_not_well_formed(tmp_path):
    rows, regions = read("hocr", HOCR, tmp_path)
    assert (rows[0]["title"], rows[0]["text"]) == ("My scan", "Lake Orrin froze.\n\nIt & more")
    assert [(each["page"], each["line"], each["x"], each["height"]) for each in regions] == [
        *(("p1", 1, 1, 4), ("p1", 2, 1, 3), ("p2", 1, None, None))
    ]


def test_a_page_without_text_is_skipped_and_not_an_error(tmp_path):
    ((row,), regions) = read("alto", "<alto><Layout><Page ID='x'/></Layout></alto>", tmp_path)
    assert (row["status"], row["reason"], regions) == ("skipped", "no text", [])


def test_a_file_of_another_format_is_a_reject(tmp_path):
    ((row,), _) = read("alto", PAGE, tmp_path)
    assert (row["status"], row["place"], row["reason"]) == ("rejected", "line 1", "the file has no <alto> element")


def test_the_regions_of_passim_are_read_and_wrong_ones_left_out(tmp_path):
    coords = {"x": 1, "y": 2, "w": 3, "h": 4}
    regions = [{"start": 0, "length": 4, "coords": coords}, {"start": 2, "length": 99}, {"start": 5, "length": 5}]
    good = {"id": "a", "text": "Lake Orrin", "pages": [{"id": "p", "width": 20, "height": 30, "regions": regions}]}
    bad = [{"id": "b", "text": "x", "pages": [[1], {"regions": 3}, {}]}, {"id": "c", "text": "y", "pages": "z"}]
    rows, found = read("jsonl", "\n".join(json.dumps(each) for each in [good, *bad]), tmp_path)
    assert [row["status"] for row in rows] == ["read"] * 3
    assert [(each["document"], each["start"], each["end"], each["x"]) for each in found] == [
        *(("a", 0, 4, 1), ("a", 5, 10, None))
    ]


# ---- telling formats, and hostile files ----


@pytest.mark.parametrize(
    ("name", "content"), [("tei", tei("<p>x</p>")), ("alto", ALTO), ("page", PAGE), ("hocr", HOCR)]
)
def test_a_format_is_told_by_its_first_bytes(tmp_path, name, content):
    for suffix in ("xml", "txt", "html"):
        path = tmp_path / f"a.{suffix}"
        path.write_text(content, encoding="utf-8")
        assert [each.reader_name for each in find_inputs([str(path)], Reading())] == [name]


BOMB = '<!DOCTYPE TEI [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>' + tei("<p>&b;</p>")
OUTSIDE = '<!DOCTYPE TEI [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + tei("<p>&x;</p>")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (BOMB, "declares an entity, `a`"),
        (OUTSIDE, "declares an entity, `x`"),
        (tei("<div>" * 2000), "nested more than"),
        (tei("<p>x</p>").replace("<p>", f'<p n="{"x" * 5_000_000}">'), "longer than"),
        (tei("<p>x</q>"), "mismatched tag"),
        (b'<?xml version="1.0" encoding="nonsense"?>' + tei("<p>x</p>").encode(), "unknown encoding"),
        (b"<TEI><text>\xff\xfe</text></TEI>", "not well-formed"),
    ],
)
def test_hostile_xml_is_a_reject_with_its_place(tmp_path, content, reason):
    rows, _ = read("tei", content, tmp_path)
    assert [row["status"] for row in rows] == ["rejected"]
    assert reason in rows[0]["reason"]
    assert rows[0]["place"].startswith("line ")


@pytest.mark.parametrize("name", ["tei", "alto", "page", "hocr"])
def test_a_document_over_the_limit_is_a_reject(tmp_path, name):
    content = {"tei": tei("<p>many words</p>" * 9), "alto": ALTO, "page": PAGE, "hocr": HOCR}[name]
    rows, regions = read(name, content, tmp_path, document_bytes=9)
    assert [row["status"] for row in rows] == ["rejected"]
    assert "over the limit" in rows[0]["reason"]
    assert not regions


# ---- What strangers write ----

HOSTILE = [
    *("<!--", "<![", "<!", "<?", "</", "<a ", "<a b='", '<a b="x" ', "<a b=", "&", "&#", "<script>", "--><!--", "<b>"),
    *("<style><!--", "<!DOCTYPE [", "</a ", "<textarea>", "<"),
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_hocr_ends_in_linear_time_whatever_is_never_closed(tmp_path, piece):
    page = '<html><body><div class="ocr_page">Deep water.'
    began = time.process_time()
    rows, _ = read("hocr", page + piece * 100_000, tmp_path)
    assert time.process_time() - began < 5
    assert any("Deep water." in row["text"] or "nested" in row["reason"] for row in rows)


def test_hocr_is_the_same_however_its_bytes_come(tmp_path, monkeypatch):
    page = HOCR + "<!-- <p>no</p> --><p a='>'>caf&eacute; &am p; 1 < 2 &#65;</p><SCRIPT>if (a<b) {}</script>end"
    whole = read("hocr", page, tmp_path)
    for size in (1, 2, 7):
        monkeypatch.setattr("twicetold.readers.html_stream.CHUNK_BYTES", size)
        assert read("hocr", page, tmp_path) == whole


@pytest.mark.parametrize("piece", ["<note>a</note><lb/>", "<note>a</note>", "a-<lb/>", "<p>a</p>", "<lb facs='#x'/>a"])
def test_tei_ends_in_linear_time(tmp_path, piece):
    began = time.process_time()
    rows, _ = read("tei", f"<TEI><text><body><p>{piece * 30_000}</p></body></text></TEI>", tmp_path)
    assert time.process_time() - began < 6
    assert rows[0]["status"] == "read"
