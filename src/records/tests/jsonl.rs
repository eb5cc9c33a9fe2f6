use std::io::{Error, ErrorKind};

use super::*;

fn jsonl(text: &str) -> Vec<Row> {
    read(Kind::Jsonl, text)
}

#[test]
fn a_record_gives_its_fields_whatever_their_order_and_neighbours() {
    let rows =
        jsonl(r#"{"n": [1, {"text": "inner"}], "text": "Once.\n\"Twice\" \u00e9", "title": "T", "id": 7, "url": "u"}"#);
    assert_eq!(rows[0].text, "Once.\n\"Twice\" é");
    assert_eq!((&*rows[0].document, &*rows[0].title, &*rows[0].url, &*rows[0].place), ("7", "T", "u", "line 1"));
}

#[test]
fn the_likeliest_name_wins_over_the_first() {
    let rows = jsonl(r#"{"body": "b", "content": "c", "text": null, "url": "u", "_id": "x"}"#);
    assert_eq!((&*rows[0].text, &*rows[0].document), ("c", "x"));
    assert_eq!(jsonl(r#"{"url": "u", "text": ""}"#)[0].document, "u");
}

#[test]
fn numbers_stay_as_they_are_spelled() {
    let ids = ["1.0", "123456789012345678901234567890", "-0", "1e3"];
    for id in ids {
        assert_eq!(jsonl(&format!(r#"{{"id": {id}, "text": ""}}"#))[0].document, id);
    }
}

#[test]
fn a_record_without_an_id_is_named_by_its_place() {
    let rows = jsonl("{\"text\": \"a\"}\n\n{\"text\": \"b\", \"id\": null}\n{\"text\": \"c\", \"id\": \"\"}");
    let names: Vec<&str> = rows.iter().map(|row| row.document.as_str()).collect();
    assert_eq!(names, ["f:1", "f:3", "f:4"]);
}

#[test]
fn a_dot_reaches_into_objects_and_matches_a_dotted_key() {
    let fields = Fields { url: Some("meta.source.url".into()), ..text_field("body.wikitext") };
    let source = r#"{"body": {"html": "h", "wikitext": "w"}, "meta": {"source": {"url": "u"}}}
{"body.wikitext": "flat"}
{"body": {"html": "h"}}
{"body": "text"}"#;
    let rows = read_with(Kind::Jsonl, source.as_bytes(), &settings(fields));
    assert_eq!(texts(&rows), ["w", "flat"]);
    assert_eq!(rows[0].url, "u");
    assert_eq!(rows[2].reason, "no field `body.wikitext`; `body` has `body.html`; try `--text-field body.html`");
    assert!(rows[3].reason.starts_with("no field `body.wikitext`; the record has `body`"), "{}", rows[3].reason);
}

#[test]
fn a_missing_text_is_rejected_with_the_way_out() {
    let source = r#"{"id": 1, "title": "T", "text": "x"}"#;
    let rows = read_with(Kind::Jsonl, source.as_bytes(), &settings(text_field("body")));
    let reason = "no field `body`; the record has `id`, `title`, `text`; try `--text-field text`";
    assert_eq!(rejects(&rows), [("line 1", reason)]);
    assert_eq!(rows[0].text, source);
    let rows = read_with(Kind::Jsonl, br#"{"body": ["a"]}"#, &settings(text_field("body")));
    assert_eq!(rows[0].reason, "field `body` is an array, not text");
}

#[test]
fn bad_lines_are_rejected_and_the_rest_is_read() {
    let mut source = b"\xEF\xBB\xBF{\"text\": \"a\"}\r\n".to_vec();
    source.extend(b"{\"text\": \"b\", }\nnot json\n[1]\n17\n\"s\"\nnull\n{\"text\": \"\xFF\"}\n\0\0\n");
    source.extend(b"{\"text\": \"last\"}\n{\"text\": \"cut");
    let rows = read_with(Kind::Jsonl, &source, &settings(Fields::default()));
    assert_eq!(texts(&rows), ["a", "last"]);
    let reasons: Vec<&str> = rejects(&rows).iter().map(|(_, reason)| *reason).collect();
    assert!(reasons[0].starts_with("invalid JSON at byte 15: trailing comma"), "{}", reasons[0]);
    assert!(reasons[1].starts_with("invalid JSON at byte"), "{}", reasons[1]);
    assert_eq!(reasons[2], "an array where an object is expected");
    assert_eq!(reasons[3], "a number where an object is expected");
    assert_eq!(reasons[4], "a string where an object is expected");
    assert_eq!(reasons[5], "a bare value where an object is expected");
    assert_eq!(reasons[6], "invalid UTF-8 at byte 10 of the line");
    assert!(reasons[7].starts_with("invalid JSON"));
    assert!(reasons[8].contains("EOF while parsing a string"), "{}", reasons[8]);
    assert_eq!(rejects(&rows)[6].0, "line 8");
    assert_eq!(rows[7].text, "{\"text\": \"\u{fffd}\"}");
}

#[test]
fn escapes_are_text() {
    let rows = jsonl(r#"{"text": "\ud83d\ude00 \ud800 \udc00\ud800\u0041 \u0000 \/ \b\f\t\r \\n"}"#);
    assert_eq!(rows[0].text, "😀 \u{fffd} \u{fffd}\u{fffd}A \0 / \u{8}\u{c}\t\r \\n");
}

#[test]
fn a_line_above_the_limit_is_passed_over() {
    let limits = Limits { document_bytes: 40, ..Limits::default() };
    let source = format!("{{\"text\": \"a\"}}\n{{\"text\": \"{}\"}}\n{{\"text\": \"b\"}}", "x".repeat(9000));
    let rows = read_with(Kind::Jsonl, source.as_bytes(), &Settings { limits, ..settings(Fields::default()) });
    assert_eq!(texts(&rows), ["a", "b"]);
    assert!(rows[1].reason.ends_with("bytes, more than the limit of 40 for one document"), "{}", rows[1].reason);
    assert_eq!((rows[1].text.chars().count(), rows[2].place.as_str()), (200, "line 3"));
}

#[test]
fn a_stream_that_breaks_keeps_what_came_before() {
    let source = "{\"text\": \"a\"}\n{\"text\": \"b\"}\n{\"text\": \"c";
    let (rows, error) = broken(Kind::Jsonl, source, Error::new(ErrorKind::UnexpectedEof, "the archive is cut"));
    assert!(error.is_none());
    assert_eq!(texts(&rows), ["a", "b"]);
    let reason = "the file is damaged here: the archive is cut";
    assert_eq!(rejects(&rows), [("line 3", reason)]);
    assert_eq!(rows[2].text, "{\"text\": \"c");
}

#[test]
fn a_failing_disk_is_an_error_after_the_rows() {
    let (rows, error) = broken(Kind::Jsonl, "{\"text\": \"a\"}\n{\"te", Error::from_raw_os_error(5));
    assert_eq!(texts(&rows), ["a"]);
    assert_eq!(error.unwrap().place, "line 2");
}

#[test]
fn an_array_of_objects_is_read_object_by_object() {
    let rows =
        jsonl(" [ {\"text\": \"a, ]}\\\"[\"} ,\n {\"text\":\n \"b\"}, 7, \"x\", {\"text\": }, {\"text\": \"c\"} ]\n");
    assert_eq!(texts(&rows), ["a, ]}\"[", "b", "c"]);
    let places: Vec<&str> = rows.iter().map(|row| row.place.as_str()).collect();
    assert_eq!(places, ["record 1", "record 2", "record 3", "record 4", "record 5", "record 6"]);
    assert_eq!(rows[2].reason, "a number where an object is expected");
    assert!(jsonl("[]").is_empty());
}

#[test]
fn a_cut_array_says_so() {
    let rows = jsonl("[{\"text\": \"a\"}, {\"text\": \"b\"}");
    assert_eq!(texts(&rows), ["a", "b"]);
    assert_eq!(rejects(&rows), [("record 3", "the array is not closed; the file may have been cut")]);
    let limits = Limits { document_bytes: 40, ..Limits::default() };
    let long = format!("[{{\"text\": \"{}\"}}, {{\"text\": \"b\"}}]", "x".repeat(9000));
    let rows = read_with(Kind::Jsonl, long.as_bytes(), &Settings { limits, ..settings(Fields::default()) });
    assert_eq!((texts(&rows), rejects(&rows).len()), (vec!["b"], 1));
}

#[test]
fn objects_over_several_lines_are_read() {
    let rows = jsonl("{\n  \"text\": \"a\"\n}\n{\n  \"text\": \"b\"\n}\n");
    assert_eq!(texts(&rows), ["a", "b"]);
}

#[test]
fn a_cirrussearch_dump_is_pairs_of_lines() {
    let rows = jsonl(
        "{\"index\": {\"_id\": \"12\"}}\n{\"text\": \"a\"}\n{\"index\": {\"_id\": 13}}\n{\"text\": \"b\"}\n{\"text\": \"c\"}",
    );
    let ids: Vec<&str> = rows.iter().map(|row| row.document.as_str()).collect();
    assert_eq!(ids, ["12", "13", "f:5"]);
}

#[test]
fn deep_nesting_is_skipped_without_recursion() {
    let deep = format!("{{\"x\": {}{}, \"text\": \"a\"}}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(texts(&jsonl(&deep)), ["a"]);
    let wanted = format!("{{\"text\": {}1{}}}", "{\"text\":".repeat(50_000), "}".repeat(50_000));
    assert_eq!(rejects(&jsonl(&wanted)).len(), 1);
}
