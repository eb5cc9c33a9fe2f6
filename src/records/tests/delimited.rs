use std::io::{Error, ErrorKind};

use proptest::prelude::*;

use super::*;

fn table(text: &str) -> Vec<Row> {
    read(Kind::Delimited, text)
}

#[test]
fn a_row_is_a_document_and_quotes_hold_anything() {
    let rows = table("id,title,text\n7,T,\"Once, \"\"twice\"\"\nand again.\"\r\n\n8,U,plain\n");
    assert_eq!(texts(&rows), ["Once, \"twice\"\nand again.", "plain"]);
    let places: Vec<(&str, &str)> = rows.iter().map(|row| (row.place.as_str(), row.document.as_str())).collect();
    assert_eq!(places, [("line 2", "7"), ("line 5", "8")]);
}

#[test]
fn the_first_line_tells_the_delimiter() {
    for (source, text) in [
        ("id\ttext\n1\ta,b;c\n", "a,b;c"),
        ("id;text\n1;a,b\n", "a,b"),
        ("id|text\n1|a,b\n", "a,b"),
        ("text\na;b\n", "a;b"),
        ("\u{feff}ID,Text\r\n1,x", "x"),
    ] {
        assert_eq!(texts(&table(source)), [text], "{source}");
    }
}

#[test]
fn columns_given_by_number_need_no_header() {
    let fields = Fields { id: Some("3".into()), ..text_field("2") };
    let rows = read_with(Kind::Delimited, b"a,b,c\nd,e,f", &settings(fields));
    assert_eq!(texts(&rows), ["b", "e"]);
    assert_eq!(rows[1].document, "f");
}

#[test]
fn a_header_without_the_text_is_one_reject() {
    let rows = read_with(Kind::Delimited, b"id,txt\n1,a\n2,b\n", &settings(text_field("text")));
    let reason = "no field `text`; the header has `id`, `txt`; try `--text-field txt`";
    assert_eq!(rejects(&rows), [("line 1", reason)]);
    assert!(table("").is_empty());
}

#[test]
fn bad_rows_are_rejected_and_the_rest_is_read() {
    let source = b"id,text\n1,a\n2\n3,b,c\n4,\xFF\n5,e\n";
    let rows = read_with(Kind::Delimited, source, &settings(Fields::default()));
    assert_eq!(texts(&rows), ["a", "e"]);
    let reasons = [
        ("line 3", "1 field where the first row has 2"),
        ("line 4", "3 fields where the first row has 2"),
        ("line 5", "invalid UTF-8 at byte 2 of the row"),
    ];
    assert_eq!(rejects(&rows), reasons);
}

#[test]
fn a_quote_that_is_never_closed_costs_one_line() {
    let open = "a quote that opens in this line is not closed";
    let rows = table("id,text\n1,\"a\n2,b\n3,c\n");
    assert_eq!((texts(&rows), rejects(&rows)), (vec!["b", "c"], vec![("line 2", open)]));
    // Here a later quote would close it, but not as a quote that closes a field.
    let rows = table("id,text\n1,\"a\n2,b\n3,\"c\"\n");
    assert_eq!((texts(&rows), rejects(&rows)), (vec!["b", "c"], vec![("line 2", open)]));
    let limits = Limits { document_bytes: 30, ..Limits::default() };
    let long = format!("id,text\n1,\"a\n{}9,\"z\"\n", "2,b\n".repeat(20));
    let rows = read_with(Kind::Delimited, long.as_bytes(), &Settings { limits, ..settings(Fields::default()) });
    assert_eq!((texts(&rows).len(), rejects(&rows)), (21, vec![("line 2", open)]));
}

#[test]
fn in_a_table_with_tabs_a_stray_quote_is_a_character() {
    let rows = table("id\ttext\n1\t\"a\n2\t\"b\" c\n3\t\"d\ne\"\n");
    assert_eq!(texts(&rows), ["\"a", "\"b\" c", "d\ne"]);
}

#[test]
fn a_row_above_the_limit_is_passed_over() {
    let limits = Limits { document_bytes: 30, ..Limits::default() };
    for long in ["x".repeat(5000), format!("\"{}\"", "x,\"\"".repeat(10))] {
        let source = format!("id,text\n1,{long}\n2,b\n");
        let rows = read_with(Kind::Delimited, source.as_bytes(), &Settings { limits, ..settings(Fields::default()) });
        assert_eq!((texts(&rows), rejects(&rows).len()), (vec!["b"], 1), "{rows:?}");
    }
}

#[test]
fn a_stream_that_breaks_gives_up_the_row_it_cut() {
    for (tail, place) in [("2,bc", "line 3"), ("2,\"b\nc", "line 3"), ("", "line 3"), ("2,b\n", "line 4")] {
        let source = format!("id,text\n1,a\n{tail}");
        let (rows, error) = broken(Kind::Delimited, &source, Error::new(ErrorKind::InvalidData, "bad block"));
        assert!(error.is_none());
        assert_eq!(texts(&rows)[0], "a");
        assert_eq!(rejects(&rows), [(place, "the file is damaged here: bad block")], "{tail:?}");
    }
}

proptest! {
    #[test]
    fn good_rows_read_as_the_csv_crate_reads_them(rows in prop::collection::vec(("[a-z,\"\n\t ]{0,8}", "[a-z,\"\r\n]{0,8}"), 1..6)) {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(["id", "text"]).unwrap();
        for (id, text) in &rows {
            writer.write_record([format!("i{id}"), format!("t{text}")]).unwrap();
        }
        let source = writer.into_inner().unwrap();
        let read = read_with(Kind::Delimited, &source, &settings(Fields::default()));
        let oracle: Vec<(String, String)> = csv::Reader::from_reader(&source[..])
            .records()
            .map(|row| row.map(|row| (row[0].to_string(), row[1].to_string())).unwrap())
            .collect();
        let ours: Vec<(String, String)> = read.iter().map(|row| (row.document.clone(), row.text.clone())).collect();
        prop_assert_eq!(ours, oracle);
    }
}
