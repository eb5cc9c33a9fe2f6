//! Stack Exchange's rows, whole and broken.

use super::*;
use crate::documents::Documents;

const HEAD: &str = "\u{feff}<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<posts>\n";

fn question(id: u32, body: &str) -> String {
    format!(
        "  <row Id=\"{id}\" PostTypeId=\"1\" AcceptedAnswerId=\"9\" Score=\"-2\" Body=\"{body}\" Title=\"T &amp; {id}\" Tags=\"&lt;a&gt;&lt;b-c&gt;\" />\n"
    )
}

fn dump(rows: &[String]) -> String {
    format!("{HEAD}{}</posts>", rows.concat())
}

fn batch_of(text: &str, table: Table, origin: Origin) -> Documents {
    let start = origin.range.map_or(0, |(start, _)| start as usize);
    let input = Box::new(io::Cursor::new(text.as_bytes()[start..].to_vec()));
    Posts::new(input, settings(Fields::default()), table, origin).next_batch().unwrap().unwrap_or_default()
}

fn extra(batch: &Documents, name: &str) -> Vec<String> {
    let (_, column) = batch.extra.iter().find(|(known, _)| *known == name).unwrap();
    (0..batch.len()).map(|row| column.get(row).to_string()).collect()
}

#[test]
fn a_row_is_a_post_with_its_thread_and_its_address() {
    let answer =
        "<row Id=\"9\" PostTypeId=\"2\" ParentId=\"7\" Score=\"4\" Body=\"b\" OwnerDisplayName=\"Ann\" />".to_string();
    let origin = Origin { site: "s".into(), address: "https://s.example".into(), ..Origin::default() };
    let batch = batch_of(&dump(&[question(7, "&lt;p&gt;a &amp;amp; b&#xA;"), answer]), Table::Posts, origin);
    assert_eq!((batch.text.get(0), batch.title.get(0)), ("<p>a &amp; b\n", "T & 7"));
    assert_eq!((batch.url.get(0), batch.url.get(1)), ("https://s.example/questions/7", "https://s.example/a/9"));
    assert_eq!(extra(&batch, "thread"), ["s/7", "s/7"]);
    assert_eq!(extra(&batch, "role"), ["question", "answer"]);
    assert_eq!(extra(&batch, "accepted"), ["9", ""]);
    assert_eq!(extra(&batch, "score"), ["-2", "4"]);
    assert_eq!(extra(&batch, "tags"), ["a\nb-c", ""]);
    assert_eq!(batch.contributor.get(1), "Ann");
}

#[test]
fn tags_in_bars_are_tags_too() {
    let row = "<row Id=\"7\" PostTypeId=\"1\" Tags=\"|a|b-c|\"/>".to_string();
    assert_eq!(extra(&batch_of(&dump(&[row]), Table::Posts, Origin::default()), "tags"), ["a\nb-c"]);
}

#[test]
fn a_broken_row_costs_only_itself() {
    let cases = [
        ("  <row Id=\"2\" PostTypeId=\"1\" Body=\"open\n", "an attribute of the row is not closed"),
        ("  <row Id=\"2\" PostTypeId=\"1\" Body=\"<p>raw</p>\" />\n", "an attribute of the row is not closed"),
        ("  <row Id=\"2\" PostTypeId=\"1\"\n", "the row is not closed"),
        ("  <row PostTypeId=\"1\" />\n", "the row has no `Id`"),
        ("  <row Id=\"x\" PostTypeId=\"1\" />\n", "the row's `Id` is not a number"),
        ("  <row Id=\"2\" PostTypeId=\"2\" />\n", "the row has no `ParentId`"),
        ("  <row Id=\"2\" />\n", "the row has no `PostTypeId`"),
    ];
    for (row, reason) in cases {
        let rows = read(Kind::Posts, &dump(&[question(1, "a"), row.to_string(), question(3, "c")]));
        assert_eq!(texts(&rows), ["a", "c"], "{row}");
        let place = format!("byte {}", HEAD.len() + question(1, "a").len() + 2);
        assert_eq!(rejects(&rows), [(place.as_str(), reason)], "{row}");
    }
}

#[test]
fn what_is_not_utf_8_and_what_is_too_large_is_rejected() {
    let bytes = [dump(&[question(1, "a")]).as_bytes(), b"<row Id=\"2\" PostTypeId=\"1\" Body=\"\xff\"/>"].concat();
    let rows = read_with(Kind::Posts, &bytes, &settings(Fields::default()));
    assert_eq!(rejects(&rows)[0].1, "invalid UTF-8 at byte 33 of the row");
    let limits = Limits { document_bytes: 300, ..Limits::default() };
    let text = dump(&[question(1, "a"), question(2, &"x".repeat(1 << 20)), question(3, "c")]);
    let rows = read_with(Kind::Posts, text.as_bytes(), &Settings { limits, ..settings(Fields::default()) });
    assert_eq!(texts(&rows), ["a", "c"]);
    assert!(rejects(&rows)[0].1.contains("more than the limit of 300"));
}

#[test]
fn bad_entities_stay_as_they_are_written() {
    let rows = read(Kind::Posts, &dump(&[question(1, "&bogus; &#xD800; &#; & &lt")]));
    assert_eq!(texts(&rows), ["&bogus; \u{fffd} &#; & <"]);
}

#[test]
fn a_gap_costs_the_row_that_it_cuts() {
    let (before, after) =
        (format!("{HEAD}{}<row Id=\"2\" PostTyp", question(1, "a")), format!("eId=\"1\" />\n{}", question(3, "c")));
    let rows = gap(Kind::Posts, &before, &after);
    assert_eq!((texts(&rows), rejects(&rows).len()), (vec!["a", "c"], 1));
}

#[test]
fn a_file_that_was_cut_or_is_something_else_says_so() {
    let cut = dump(&[question(1, "a"), question(2, "b")]);
    let rows = read(Kind::Posts, &cut[..cut.len() - 40]);
    assert_eq!((texts(&rows), rejects(&rows).len()), (vec!["a"], 1));
    let rows = read(Kind::Posts, "<users><user/></users> and nothing else".replace("users", "people").as_str());
    assert_eq!(rejects(&rows)[0].1, "no `<posts>` of a Stack Exchange dump is in the file");
    assert!(read(Kind::Posts, "<badges><row Id=\"1\"/></badges>").is_empty());
}

#[test]
fn of_an_archive_only_the_asked_table_is_read() {
    let links = "<postlinks><row Id=\"1\" PostId=\"7\" RelatedPostId=\"3\" LinkTypeId=\"3\"/>\
                 <row Id=\"2\" PostId=\"7\" RelatedPostId=\"4\" LinkTypeId=\"1\"/></postlinks>";
    let text =
        format!("<badges><row Id=\"1\"/></badges>{links}{}<tags><row Id=\"1\"/></tags>", dump(&[question(7, "a")]));
    let origin = || Origin { is_archive: true, ..Origin::default() };
    let posts = batch_of(&text, Table::Posts, origin());
    assert_eq!((posts.len(), posts.document.get(0)), (1, "7"));
    let found = batch_of(&text, Table::Links, origin());
    assert_eq!(
        (extra(&found, "left"), extra(&found, "right")),
        (vec!["7".into(), "7".into()], vec!["3".into(), "4".into()])
    );
}

#[test]
fn tag_wikis_are_skipped() {
    let wiki = "<row Id=\"5\" PostTypeId=\"5\" Body=\"w\" />".to_string();
    let batch = batch_of(&dump(&[question(1, "a"), wiki]), Table::Posts, Origin::default());
    assert_eq!((batch.status[1], batch.reason.get(1)), (Status::Skipped, "tag wiki"));
}

#[test]
fn ranges_together_give_every_row_once() {
    let text = dump(&[question(1, "a"), "<row Id=\"2\" Body=\"<p>\" />".into(), question(3, "é"), question(4, "d")]);
    let places = |range| {
        let batch = batch_of(&text, Table::Posts, Origin { range, ..Origin::default() });
        (0..batch.len()).map(|row| batch.place.get(row).to_string()).collect::<Vec<_>>()
    };
    let whole = places(None);
    assert_eq!(whole.len(), 4);
    for step in 1..text.len() as u64 {
        let starts = (0..text.len() as u64).step_by(step as usize);
        assert_eq!(starts.flat_map(|start| places(Some((start, start + step)))).collect::<Vec<_>>(), whole);
    }
}
