use std::io::{Error, ErrorKind};

use super::*;

const FILE: &str = "<doc id=\"12\" revid=\"9\" url=\"https://x.org/?curid=12\" title=\"Foo &amp; Bar\">\nFoo & Bar\n\nText.\n\n</doc>\n\
<doc id=\"13\" url=\"u\" title=\"The \"Best\" of\">\nNever closed.\n<doc id=\"14\" url=\"\" title=\"Last\">\n</doc>\n";

#[test]
fn an_article_stands_between_its_tags() {
    let rows = read(Kind::WikiExtractor, FILE);
    assert_eq!(texts(&rows), ["Foo & Bar\n\nText.\n\n", "Never closed.\n", ""]);
    let heads: Vec<(&str, &str, &str)> =
        rows.iter().map(|row| (row.document.as_str(), row.title.as_str(), row.place.as_str())).collect();
    assert_eq!(heads, [("12", "Foo & Bar", "line 1"), ("13", "The \"Best\" of", "line 7"), ("14", "Last", "line 9")]);
    assert_eq!(rows[0].url, "https://x.org/?curid=12");
}

#[test]
fn a_cut_tail_is_rejected() {
    let rows = read(Kind::WikiExtractor, "stray\n<doc id=\"1\" title=\"A\">\ntext\n");
    let reasons =
        [("line 1", "text outside `<doc ...>` and `</doc>`"), ("line 2", "the file ends before `</doc>`: it was cut")];
    assert_eq!(rejects(&rows), reasons);
    assert_eq!(rows[1].text, "text\n");
    let (rows, _) = broken(Kind::WikiExtractor, &FILE[..FILE.len() - 4], Error::new(ErrorKind::UnexpectedEof, "cut"));
    assert_eq!((texts(&rows).len(), rejects(&rows)[0].0), (2, "line 9"));
}

#[test]
fn a_large_or_broken_article_is_rejected_alone() {
    let limits = Limits { document_bytes: 100, ..Limits::default() };
    let mut source = format!("<doc id=\"1\" title=\"A\">\n{}</doc>\n", "long line\n".repeat(50)).into_bytes();
    source.extend(format!("<doc id=\"2\" title=\"B\">\n{}\n</doc>\n", "x".repeat(5000)).bytes());
    source.extend(b"<doc id=\"3\" title=\"C\">\na\xFFb\n</doc>\n<doc id=\"4\" title=\"D\">\nfine\n</doc>\n");
    let rows = read_with(Kind::WikiExtractor, &source, &Settings { limits, ..settings(Fields::default()) });
    assert_eq!(texts(&rows), ["fine\n"]);
    assert_eq!(rejects(&rows)[0].1, "500 bytes, more than the limit of 100 for one document");
    assert_eq!(rejects(&rows)[2].1, "invalid UTF-8 at byte 1 of the article");
}
