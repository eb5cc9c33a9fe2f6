//! Any JSON lines and any dump, cut into ranges: together they give what the whole file gives, in the same order.
#![no_main]

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use libfuzzer_sys::fuzz_target;
use twicetold::documents::{Limits, ReadDocuments};
use twicetold::mediawiki::{self, Dump, split_dump};
use twicetold::records::{Fields, Jsonl, Settings, split_jsonl};
use twicetold::unpack::{Input, Options};

fuzz_target!(|data: &[u8]| {
    let Some((&step, data)) = data.split_first() else { return };
    let path = std::env::temp_dir().join(format!("twicetold-fuzz-{}", std::process::id()));
    std::fs::write(&path, data).expect("a temporary file can be written");
    let step = u64::from(step) + 16;
    let whole = read_lines(&path, 0, data.len() as u64, 0);
    let mut parts = Vec::new();
    for range in split_jsonl(&path, step).expect("a file that is there can be cut") {
        parts.extend(read_lines(&path, range.start, range.end, range.lines_before));
    }
    assert_eq!(parts, whole);
    if data.starts_with(b"<") {
        let whole = read_dump(&path, None);
        let mut parts = Vec::new();
        for range in split_dump(&path, step).expect("a file that is there can be cut") {
            parts.extend(read_dump(&path, Some(range)));
        }
        // A damaged dump may differ in what is rejected: a range does not see what is wrong with another one.
        if whole.iter().all(|row| row.3 != "rejected") {
            parts.retain(|row| row.3 != "rejected");
            assert_eq!(parts, whole);
        }
    }
});

/// Id, text, place, and what became of it.
type Row = (String, String, String, &'static str);

fn read_rows(reader: &mut dyn ReadDocuments) -> Vec<Row> {
    let mut rows = Vec::new();
    while let Ok(Some(batch)) = reader.next_batch() {
        for row in 0..batch.len() {
            let status = batch.status[row].name();
            let own = |column: &twicetold::documents::Strings| column.get(row).to_owned();
            rows.push((own(&batch.document), own(&batch.text), own(&batch.place), status));
        }
    }
    rows
}

fn limits() -> Limits {
    Limits { batch_bytes: 1 << 10, document_bytes: 1 << 14, ..Limits::default() }
}

fn read_lines(path: &Path, start: u64, end: u64, lines_before: u64) -> Vec<Row> {
    let settings = Settings { fields: Fields::default(), limits: limits(), place_prefix: "f".into(), lines_before };
    let mut file = File::open(path).expect("it was written");
    file.seek(SeekFrom::Start(start)).expect("a place in the file");
    read_rows(&mut Jsonl::new(Box::new(file.take(end - start)), settings))
}

fn read_dump(path: &Path, range: Option<(u64, u64)>) -> Vec<Row> {
    let settings = mediawiki::Settings { namespaces: None, ..mediawiki::Settings::default() };
    let options = Options { threads: 1, limits: limits() };
    match Dump::open(Input::Path(path.to_path_buf()), range, settings, options) {
        Ok(mut dump) => read_rows(&mut dump),
        Err(_) => Vec::new(),
    }
}
