//! Dumps made here, read whole, cut at every byte, and mixed at random.
#![allow(clippy::unwrap_used)]

use std::io::{Cursor, Read};

use proptest::prelude::*;

use super::*;

mod ranges;

const HEAD: &str = r#"<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">
  <siteinfo>
    <sitename>Lakes</sitename>
    <dbname>lakeswiki</dbname>
    <base>https://lakes.example/wiki/Main_Page</base>
    <namespaces>
      <namespace key="0" case="first-letter" />
      <namespace key="1" case="first-letter">Talk</namespace>
      <namespace key="100" case="first-letter">Shore</namespace>
    </namespaces>
  </siteinfo>
"#;

const FOOT: &str = "</mediawiki>\n";

fn revision(id: u32, day: u32, text: &str) -> String {
    format!(
        "    <revision>\n      <id>{id}</id>\n      <parentid>1</parentid>\n      <timestamp>2020-01-{day:02}T00:00:00Z</timestamp>\n      \
         <contributor>\n        <username>Ann &amp; Bo</username>\n        <id>77</id>\n      </contributor>\n      \
         <comment>why &lt;page&gt;</comment>\n      <model>wikitext</model>\n      <format>text/x-wiki</format>\n      \
         {text}\n      <sha1>abc</sha1>\n    </revision>\n"
    )
}

fn page(id: u32, title: &str, ns: i32, extra: &str, revisions: &[String]) -> String {
    format!(
        "  <page>\n    <title>{title}</title>\n    <ns>{ns}</ns>\n    <id>{id}</id>\n{extra}{}  </page>\n",
        revisions.concat()
    )
}

fn article(id: u32, text: &str) -> String {
    let text = format!(r#"<text bytes="{}" sha1="x" xml:space="preserve">{text}</text>"#, text.len());
    page(id, &format!("Lake {id}"), 0, "", &[revision(1000 + id, 5, &text)])
}

/// Gives its bytes a few at a time.
struct Slow<'a>(Cursor<&'a [u8]>, usize);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = buffer.len().min(self.1);
        self.0.read(&mut buffer[..length])
    }
}

fn stream(bytes: &[u8]) -> Input {
    Input::Stream(Box::new(Cursor::new(bytes.to_vec())))
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    document: String,
    title: String,
    url: String,
    namespace: i32,
    revision: String,
    timestamp: String,
    contributor: String,
    place: String,
    text: String,
    status: &'static str,
    reason: String,
}

fn rows(mut dump: Dump) -> Vec<Row> {
    let mut rows = Vec::new();
    while let Some(batch) = dump.next_batch().unwrap() {
        assert!(!batch.is_empty());
        assert_eq!(batch.len(), batch.text.len());
        for row in 0..batch.len() {
            rows.push(Row {
                document: batch.document.get(row).into(),
                title: batch.title.get(row).into(),
                url: batch.url.get(row).into(),
                namespace: batch.namespace[row],
                revision: batch.revision.get(row).into(),
                timestamp: batch.timestamp.get(row).into(),
                contributor: batch.contributor.get(row).into(),
                place: batch.place.get(row).into(),
                text: batch.text.get(row).into(),
                status: batch.status[row].name(),
                reason: batch.reason.get(row).into(),
            });
        }
    }
    rows
}

fn read_with(bytes: &[u8], settings: Settings, limits: Limits) -> Vec<Row> {
    rows(Dump::open(stream(bytes), None, settings, Options { threads: 1, limits }).unwrap())
}

fn read(xml: &str) -> Vec<Row> {
    read_with(xml.as_bytes(), Settings::default(), Limits::default())
}

fn dump_of(pages: &[String]) -> String {
    format!("{HEAD}{}{FOOT}", pages.concat())
}

/// What matters of a row, on one line.
fn brief(rows: &[Row]) -> Vec<String> {
    rows.iter().map(|row| format!("{} {} {}|{}", row.document, row.status, row.reason, row.text)).collect()
}

#[test]
fn a_page_becomes_a_document_with_its_fields() {
    let rows = read(&dump_of(&[article(7, "A &lt;b&gt;deep&lt;/b&gt; lake &amp;amp; &quot;more&quot;&#10;é")]));
    assert_eq!(rows.len(), 1);
    let row = &rows[0];
    assert_eq!(row.text, "A <b>deep</b> lake &amp; \"more\"\né");
    assert_eq!((row.document.as_str(), row.revision.as_str(), row.title.as_str()), ("7", "1007", "Lake 7"));
    assert_eq!((row.url.as_str(), row.contributor.as_str()), ("https://lakes.example/wiki/Lake_7", "Ann & Bo"));
    assert_eq!((row.timestamp.as_str(), row.status, row.reason.as_str()), ("2020-01-05T00:00:00Z", "read", ""));
    assert_eq!(row.place, format!("byte {}", HEAD.len() + 2));
}

#[test]
fn the_head_tells_of_the_wiki() {
    let dump = Dump::open(stream(dump_of(&[]).as_bytes()), None, Settings::default(), Options::default()).unwrap();
    let site = dump.site().unwrap();
    assert_eq!((site.sitename.as_str(), site.language.as_str()), ("Lakes", "en"));
    assert_eq!(site.namespaces.len(), 3);
}

#[test]
fn what_is_not_wanted_is_skipped_with_its_reason() {
    let text = |attributes: &str, text: &str| format!("<text {attributes}>{text}</text>");
    let css = revision(1, 1, &text("", "a { }")).replace("wikitext", "css");
    let pages = [
        page(
            1,
            "Old name",
            0,
            "    <redirect title=\"A &quot;b&quot;\" />\n",
            &[revision(1, 1, &text("", "#REDIRECT [[x]]"))],
        ),
        page(2, "Talk:A", 1, "", &[revision(1, 1, &text("", "Hello."))]),
        page(3, "A", 0, "", &[revision(1, 1, r#"<text bytes="-1" deleted="deleted" />"#)]),
        page(4, "A", 0, "", &[css]),
        page(5, "A", 0, "", &[revision(1, 1, r#"<text bytes="0" />"#)]),
        page(6, "A", 0, "", &[revision(1, 1, &text("", "#weiterleitung [[Orrinsee#Tiefe]]"))]),
        page(7, "A", 0, "", &[revision(1, 1, &text("xml:space='preserve' bytes='5'", "Whole"))]),
        page(8, "A", 0, "", &[revision(1, 1, r#"<text bytes="41" id="9" location="tt:9" />"#)]),
        page(9, "A", 0, "", &[]),
    ];
    assert_eq!(
        brief(&read(&dump_of(&pages)))[..7],
        [
            "1 skipped redirect|A \"b\"",
            "2 skipped namespace|",
            "3 skipped deleted|",
            "4 skipped model|",
            "5 skipped empty|",
            "6 skipped redirect|Orrinsee",
            "7 read |Whole",
        ]
    );
    let rejected = &read(&dump_of(&pages))[7..];
    assert!(rejected.iter().all(|row| row.status == "rejected" && row.reason.starts_with("no text")));
    assert_eq!(rejected.len(), 2);
}

#[test]
fn an_old_dump_without_ns_is_read_by_titles() {
    let old = |title: &str| article(1, "Text.").replace("Lake 1", title).replace("    <ns>0</ns>\n", "");
    let rows = read(&dump_of(&[old("Shore:North"), old("Talk:Lake"), old("Image:Map.png"), old("Ratio 2:1")]));
    assert_eq!(rows.iter().map(|row| row.namespace).collect::<Vec<_>>(), [100, 1, 6, 0]);
}

#[test]
fn only_the_main_slot_is_the_text_and_ids_are_told_apart() {
    let slots = "<content><role>mediainfo</role><origin>1</origin><model>json</model><text>{}</text></content>\
                 <text bytes=\"4\">Main</text><content><role>x</role><model>json</model><text>[]</text></content>";
    let upload = "    <upload><timestamp>2030-01-01T00:00:00Z</timestamp><contributor><ip>::1</ip><id>3</id></contributor></upload>\n";
    let rows = read(&dump_of(&[page(4, "A", 0, upload, &[revision(9, 2, slots)])]));
    assert_eq!(brief(&rows), ["4 read |Main"]);
    assert_eq!((rows[0].revision.as_str(), rows[0].timestamp.as_str()), ("9", "2020-01-02T00:00:00Z"));
}

fn history() -> String {
    let days = [(1, 3, "third"), (2, 1, "first"), (3, 9, "ninth"), (4, 5, "fifth")];
    let revisions = days.map(|(id, day, text)| revision(id, day, &format!("<text>{text}</text>")));
    dump_of(&[page(1, "A", 0, "", &revisions), article(2, "next")])
}

#[test]
fn of_a_history_the_newest_or_the_oldest_or_all_are_given() {
    let read = |revisions| {
        brief(&read_with(history().as_bytes(), Settings { revisions, ..Settings::default() }, Limits::default()))
    };
    assert_eq!(read(Revisions::Latest), ["1 read |ninth", "2 read |next"]);
    assert_eq!(read(Revisions::First), ["1 read |first", "2 read |next"]);
    let all = ["1 read |third", "1 read |first", "1 read |ninth", "1 read |fifth", "2 read |next"];
    assert_eq!(read(Revisions::All), all);
}

#[test]
fn small_batches_and_small_reads_change_nothing() {
    let pages: Vec<String> = (1..40).map(|id| article(id, &"water &amp; stone ".repeat(id as usize))).collect();
    let xml = dump_of(&pages) + &history();
    for revisions in [Revisions::Latest, Revisions::All] {
        let settings = Settings { revisions, ..Settings::default() };
        let whole = read_with(xml.as_bytes(), settings.clone(), Limits::default());
        for batch_bytes in [1, 7, 100, 3000] {
            let limits = Limits { batch_bytes, ..Limits::default() };
            assert_eq!(read_with(xml.as_bytes(), settings.clone(), limits), whole);
        }
        for step in [1, 2, 3, 50] {
            let bytes: &'static [u8] = xml.clone().into_bytes().leak();
            let input = Input::Stream(Box::new(Slow(Cursor::new(bytes), step)));
            assert_eq!(rows(Dump::open(input, None, settings.clone(), Options::default()).unwrap()), whole);
        }
    }
}

#[test]
fn a_cut_page_costs_only_itself() {
    let cut = article(2, "never ends");
    let cut = &cut[..cut.find("ends").unwrap()];
    let rows = read(&dump_of(&[article(1, "one"), cut.to_owned(), article(3, "three")]));
    assert_eq!(rows.iter().map(|row| row.status).collect::<Vec<_>>(), ["read", "rejected", "read"]);
    assert_eq!(
        (rows[1].document.as_str(), rows[1].reason.as_str()),
        ("2", "cut: the next page begins before its </page>")
    );
    assert!(rows[1].text.starts_with("<page>\n    <title>Lake 2"));
    assert_eq!((rows[2].document.as_str(), rows[2].text.as_str()), ("3", "three"));
}

#[test]
fn a_whole_text_of_a_spliced_page_is_saved() {
    let spliced = article(2, "two").replace("<sha1>abc</sha1>\n    </revision>\n", "<sha1>ab o</text>\n  <format>");
    let cut_tag = "  <page>\n    <title>Bay</title>\n    <ns>0</ns>\n    <id>9</id>\n    <redirect ";
    let rows = read(&dump_of(&[spliced, cut_tag.to_owned(), article(3, "three")]));
    assert_eq!(brief(&rows)[0], "2 read |two");
    assert_eq!((rows[1].document.as_str(), rows[1].status), ("9", "rejected"));
    assert_eq!(brief(&rows)[2], "3 read |three");
}

#[test]
fn a_dump_without_its_end_says_so() {
    let rows = read(&format!("{HEAD}{}", article(1, "one")));
    assert_eq!(rows[1].reason, "cut: the dump ends without </mediawiki>, so pages may be missing");
    assert_eq!(read(&article(1, "one")).len(), 1);
}

#[test]
fn a_document_over_the_limit_is_rejected_without_being_held() {
    let limits = Limits { document_bytes: 50, ..Limits::default() };
    let pages = [article(1, &"x".repeat(50)), article(2, &"y".repeat(51)), article(3, "three")];
    let rows = read_with(dump_of(&pages).as_bytes(), Settings::default(), limits);
    assert_eq!(rows.iter().map(|row| row.status).collect::<Vec<_>>(), ["read", "rejected", "read"]);
    assert_eq!(rows[1].reason, "too large: its text has more than 50 bytes");
}

#[test]
fn bytes_that_are_not_utf_8_are_rejected_with_their_place() {
    let mut bytes = dump_of(&[article(1, "one @ two"), article(2, "two")]).into_bytes();
    let at = bytes.iter().position(|&byte| byte == b'@').unwrap();
    bytes[at] = 0xff;
    let rows = read_with(&bytes, Settings::default(), Limits::default());
    assert_eq!((rows[0].status, rows[0].reason.as_str()), ("rejected", "not UTF-8: byte 4 of its text is 0xff"));
    assert_eq!(rows[1].text, "two");
}

#[test]
fn a_cut_dump_gives_every_page_before_the_cut() {
    let xml = dump_of(&[article(1, "one &amp; all"), article(2, "two"), article(3, "three")]);
    let ends: Vec<usize> = xml.match_indices("</page>").map(|(at, end)| at + end.len()).collect();
    for cut in 0..xml.len() {
        let rows = read(&xml[..cut]);
        let whole = ends.iter().filter(|&&end| end <= cut).count();
        let given: Vec<&str> = rows.iter().filter(|row| row.status == "read").map(|row| row.text.as_str()).collect();
        assert!(given.len() >= whole, "cut at {cut}");
        assert_eq!(given[..], ["one & all", "two", "three"][..given.len()]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_mix_of_tokens_panics_or_stalls(tokens in prop::collection::vec(0usize..TOKENS.len(), 0..60), step in 1usize..40, all in any::<bool>()) {
        let bytes: Vec<u8> = tokens.iter().flat_map(|&token| TOKENS[token].iter().copied()).collect();
        let settings = Settings { revisions: if all { Revisions::All } else { Revisions::Latest }, namespaces: None, keep_redirects: false, comments: false };
        let whole = read_with(&bytes, settings.clone(), Limits { document_bytes: 100, ..Limits::default() });
        let leaked: &'static [u8] = bytes.clone().leak();
        let input = Input::Stream(Box::new(Slow(Cursor::new(leaked), step)));
        let options = Options { threads: 1, limits: Limits { document_bytes: 100, batch_bytes: 1, ..Limits::default() } };
        prop_assert_eq!(rows(Dump::open(input, None, settings, options).unwrap()), whole.clone());
        let pages = bytes.windows(6).filter(|window| window == b"<page>").count();
        prop_assert!(all || whole.iter().filter(|row| !row.reason.contains("</mediawiki>")).count() == pages);
    }
}

const TOKENS: [&[u8]; 34] = [
    b"<page>",
    b"</page>",
    b"<page>\n<title>A",
    b"</title>",
    b"<ns>0</ns>",
    b"<ns>x</ns>",
    b"<id>5</id>",
    b"<id>",
    b"<revision>",
    b"</revision>",
    b"<text>",
    b"</text>",
    b"<text bytes=\"0\" />",
    b"<text deleted=\"deleted\" />",
    b"<contributor>",
    b"</contributor>",
    b"<username>u</username>",
    b"<content>",
    b"</content>",
    b"<upload>",
    b"</upload>",
    b"<redirect title=\"B\" />",
    b"<redirect ",
    b"&amp;",
    b"&",
    b"&#x41;",
    b"word ",
    b"\xff",
    b"<",
    b">",
    b"</mediawiki>",
    b"<mediawiki xml:lang=\"en\">",
    b"<timestamp>2020</timestamp>",
    b"#REDIRECT [[C]] and some text that is longer than the limit of this test, which is one hundred bytes ",
];
