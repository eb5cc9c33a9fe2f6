use crate::records::{Format, detect_format};

#[test]
fn the_first_bytes_tell_the_format() {
    let cases: [(&[u8], Option<Format>); 34] = [
        (b"{\"id\": 1}", Some(Format::Jsonl)),
        (b"\xEF\xBB\xBF \n{ \"id\": 1}", Some(Format::Jsonl)),
        (b"[\n {\"id\": 1}]", Some(Format::JsonArray)),
        (b"[]\n", Some(Format::JsonArray)),
        (b"[{}, {}]", Some(Format::JsonArray)),
        (b"[] edit History\nThe station", Some(Format::Text)),
        (b"[{citation needed}] is text", Some(Format::Text)),
        (b"[[Category:X]] is wikitext", Some(Format::Text)),
        (b"{{Infobox}} is wikitext", Some(Format::Text)),
        (b"<doc id=\"12\" url", Some(Format::WikiExtractor)),
        (b"<?xml version=\"1.0\"?>\n<!DOCTYPE TEI.2 SYSTEM \"x\">\n<TEI.2><teiHeader>", Some(Format::Tei)),
        (b"<t:teiCorpus xmlns:t=\"http://www.tei-c.org/ns/1.0\">", Some(Format::Tei)),
        (b"<?xml version='1.0'?><alto xmlns='x'>", Some(Format::Alto)),
        (b"<pc:PcGts xmlns:pc='x'>", Some(Format::Page)),
        (b"<!DOCTYPE html><html><head><meta name='ocr-system' content='t'>", Some(Format::Hocr)),
        (b"<html><body><p>tei and alto</p>", Some(Format::Html)),
        (b"<mediawiki xmlns=", Some(Format::MediaWiki)),
        (b"<?xml version=\"1.0\"?>\n<!-- c -->\n<mediawiki>", Some(Format::MediaWiki)),
        (b"  <page>\n<title>", Some(Format::MediaWiki)),
        (b"\xEF\xBB\xBF<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n<posts>\r\n", Some(Format::StackExchange)),
        (b"<?xml version=\"1.0\"?>\n<badges>\n  <row Id=\"1\" />", Some(Format::StackExchange)),
        (b"<postlinks>\n</postlinks>", Some(Format::StackExchange)),
        (b"<users><user><name>", Some(Format::Text)),
        (b"WARC/1.0\r\nWARC-Type: warcinfo", Some(Format::Warc)),
        (b"<!DOCTYPE html><html>", Some(Format::Html)),
        (b"<!-- x --><HTML lang=en>", Some(Format::Html)),
        (b"PAR1\x15\x04", Some(Format::Parquet)),
        (b"a\tb\n1\t2\n3\t4\n5\t6", Some(Format::Delimited)),
        (b"id,text\n1,a\n2,b\n3,c\n4,d\n5,e", Some(Format::Delimited)),
        (b"Well, yes.\nNo, she said, no.\n", Some(Format::Text)),
        (b"Once upon a time", Some(Format::Text)),
        (
            "Текст, обрезанный посреди букв\u{44b}".as_bytes().split_last().map_or(b"", |(_, head)| head),
            Some(Format::Text),
        ),
        (b"\x7FELF\0\0", None),
        (b" \n", None),
    ];
    for (head, format) in cases {
        assert_eq!(detect_format(head), format, "{}", String::from_utf8_lossy(head));
    }
}
