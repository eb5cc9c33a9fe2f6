//! The readers of records, each on small texts written for it.
#![allow(clippy::unwrap_used)]

mod delimited;
mod hostile;
mod jsonl;
mod posts;
mod sniff;
mod wikiextractor;

use std::io::{self, Read};

use super::{Delimited, Fields, Jsonl, Origin, Posts, Settings, Table, WikiExtractor};
use crate::documents::{Limits, ReadDocuments, ReadError, Status};

/// A stream that gives a few bytes at a time and may end with an error.
struct Drip {
    bytes: Vec<u8>,
    at: usize,
    step: usize,
    error: Option<io::Error>,
}

impl Read for Drip {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.step.min(buffer.len()).min(self.bytes.len() - self.at);
        buffer[..count].copy_from_slice(&self.bytes[self.at..self.at + count]);
        self.at += count;
        match self.error.take_if(|_| count == 0) {
            Some(error) => Err(error),
            None => Ok(count),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    document: String,
    title: String,
    url: String,
    place: String,
    text: String,
    reason: String,
    is_read: bool,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Jsonl,
    Delimited,
    WikiExtractor,
    Posts,
}

fn settings(fields: Fields) -> Settings {
    Settings { fields, place_prefix: "f".into(), ..Settings::default() }
}

fn text_field(name: &str) -> Fields {
    Fields { text: Some(name.into()), ..Fields::default() }
}

fn reader(kind: Kind, input: Drip, settings: Settings) -> Box<dyn ReadDocuments> {
    reader_of(kind, Box::new(input), settings)
}

fn reader_of(kind: Kind, input: Box<dyn Read + Send>, settings: Settings) -> Box<dyn ReadDocuments> {
    match kind {
        Kind::Jsonl => Box::new(Jsonl::new(input, settings)),
        Kind::Delimited => Box::new(Delimited::new(input, settings, None)),
        Kind::WikiExtractor => Box::new(WikiExtractor::new(input, settings)),
        Kind::Posts => Box::new(Posts::new(input, settings, Table::Posts, Origin::default())),
    }
}

fn drain(reader: &mut dyn ReadDocuments) -> (Vec<Row>, Option<ReadError>) {
    let mut rows = Vec::new();
    loop {
        let batch = match reader.next_batch() {
            Ok(Some(batch)) => batch,
            Ok(None) => return (rows, None),
            Err(error) => return (rows, Some(error)),
        };
        assert!(!batch.is_empty());
        std::str::from_utf8(&batch.text.bytes).unwrap();
        for column in [&batch.document, &batch.title, &batch.text, &batch.reason, &batch.place, &batch.url] {
            assert_eq!(column.len(), batch.len());
        }
        assert!(batch.extra.iter().all(|(_, column)| column.len() == batch.len()));
        rows.extend((0..batch.len()).map(|row| Row {
            document: batch.document.get(row).into(),
            title: batch.title.get(row).into(),
            url: batch.url.get(row).into(),
            place: batch.place.get(row).into(),
            text: batch.text.get(row).into(),
            reason: batch.reason.get(row).into(),
            is_read: batch.status[row] == Status::Read,
        }));
    }
}

/// Reads with two sizes of chunks and of batches, which must not matter.
fn read_with(kind: Kind, bytes: &[u8], settings: &Settings) -> Vec<Row> {
    let whole = |step: usize, batch_bytes: usize| {
        let input = Drip { bytes: bytes.to_vec(), at: 0, step, error: None };
        let limits = Limits { batch_bytes, ..settings.limits };
        let (rows, error) = drain(&mut *reader(kind, input, Settings { limits, ..settings.clone() }));
        assert!(error.is_none());
        rows
    };
    let rows = whole(usize::MAX, 4 << 20);
    assert_eq!(rows, whole(1, 1));
    rows
}

fn read(kind: Kind, text: &str) -> Vec<Row> {
    read_with(kind, text.as_bytes(), &settings(Fields::default()))
}

fn broken(kind: Kind, text: &str, error: io::Error) -> (Vec<Row>, Option<ReadError>) {
    let input = Drip { bytes: text.into(), at: 0, step: 7, error: Some(error) };
    drain(&mut *reader(kind, input, settings(Fields::default())))
}

/// Reads a stream that breaks between the two parts and goes on.
fn gap(kind: Kind, before: &str, after: &str) -> Vec<Row> {
    let part = |bytes: &str, error| Drip { bytes: bytes.into(), at: 0, step: 7, error };
    let damage = io::Error::new(io::ErrorKind::InvalidData, "bad block");
    let input = Box::new(Gap(part(before, Some(damage)), part(after, None)));
    let (rows, error) = drain(&mut *reader_of(kind, input, settings(Fields::default())));
    assert!(error.is_none());
    rows
}

/// One stream, its error, then another.
struct Gap(Drip, Drip);

impl Read for Gap {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => self.1.read(buffer),
            count => Ok(count),
        }
    }
}

#[test]
fn a_gap_costs_the_records_that_it_cuts() {
    let rows = gap(Kind::Jsonl, "{\"text\": \"a\"}\n{\"text\": \"b", "st\"}\n{\"text\": \"c\"}\n");
    assert_eq!(
        (texts(&rows), rejects(&rows)),
        (vec!["a", "c"], vec![("line 2", "the file is damaged here: bad block")])
    );
    let rows = gap(Kind::Delimited, "id,text\n1,a\n2,b", "st\n3,c\n");
    assert_eq!(
        (texts(&rows), rejects(&rows)),
        (vec!["a", "c"], vec![("line 3", "the file is damaged here: bad block")])
    );
    let doc = |id: u8| format!("<doc id=\"{id}\" title=\"\">\n{id}\n</doc>\n");
    let rows =
        gap(Kind::WikiExtractor, &format!("{}<doc id=\"2\">\ncut", doc(1)), &format!("st\nrest\n</doc>\n{}", doc(3)));
    assert_eq!((texts(&rows), rejects(&rows).len()), (vec!["1\n", "3\n"], 1));
}

fn texts(rows: &[Row]) -> Vec<&str> {
    rows.iter().filter(|row| row.is_read).map(|row| row.text.as_str()).collect()
}

fn rejects(rows: &[Row]) -> Vec<(&str, &str)> {
    rows.iter().filter(|row| !row.is_read).map(|row| (row.place.as_str(), row.reason.as_str())).collect()
}
