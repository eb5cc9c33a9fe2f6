//! The batch under construction, and what all readers of records do with it.

use std::borrow::Cow;
use std::io;

use super::Settings;
use super::columns::{COMMENT_COLUMN, Column, THREAD_COLUMNS, VECTOR_COLUMN};
use crate::documents::{Documents, Limits, ReadError, Record, Status};

/// How much of a rejected record is shown, in characters.
const EXCERPT_CHARACTERS: usize = 200;

/// Columns are addressed by 32 bits: whatever the settings say, neither a document nor a batch is larger than this.
const LARGEST_COLUMN_BYTES: usize = 1 << 30;

/// What a row costs beside its strings.
const ROW_BYTES: usize = 64;

/// Rows on their way out, and what ends the reading.
pub(super) struct Batch {
    pub documents: Documents,
    pub document_bytes: usize,
    batch_bytes: usize,
    prefix: String,
    failure: Option<ReadError>,
    /// There is nothing more to read.
    pub ended: bool,
    /// The stream broke at least once.
    pub broken: bool,
}

/// Where a record stands: its number and what is counted.
#[derive(Clone, Copy)]
pub(super) struct RecordPlace {
    pub unit: &'static str,
    pub number: u64,
}

impl Batch {
    pub fn new(limits: Limits, prefix: &str) -> Self {
        Batch {
            documents: Documents::default(),
            document_bytes: limits.document_bytes.min(LARGEST_COLUMN_BYTES),
            batch_bytes: limits.batch_bytes.clamp(1, LARGEST_COLUMN_BYTES - 1),
            prefix: prefix.to_string(),
            failure: None,
            ended: false,
            broken: false,
        }
    }

    /// The same for records whose fields are named, with the columns of threads where they are.
    pub fn with_fields(settings: &Settings) -> Self {
        let extra: &[&'static str] = match &settings.fields {
            fields if fields.threads => &THREAD_COLUMNS,
            fields if fields.revisions => &[COMMENT_COLUMN],
            fields if fields.vector.is_some() => &[VECTOR_COLUMN],
            _ => &[],
        };
        let documents = Documents::with_extra(extra);
        Batch { documents, ..Batch::new(settings.limits, &settings.place_prefix) }
    }

    /// Whether the rows should be given before another is read.
    pub fn is_full(&self) -> bool {
        let rows = &self.documents;
        let strings = [&rows.text, &rows.title, &rows.document, &rows.url, &rows.reason, &rows.contributor];
        let others = [&rows.language, &rows.revision, &rows.timestamp, &rows.place, &rows.series];
        let bytes: usize = strings.iter().chain(&others).map(|column| column.bytes.len()).sum();
        let extra: usize = rows.extra.iter().map(|(_, column)| column.bytes.len()).sum();
        bytes + extra + rows.len() * ROW_BYTES >= self.batch_bytes
    }

    /// The rows so far; once there are none, the failure, then `None`.
    pub fn take_rows(&mut self) -> Result<Option<Documents>, ReadError> {
        if !self.documents.is_empty() {
            return Ok(Some(self.documents.take_rows()));
        }
        match self.failure.take() {
            Some(failure) => Err(failure),
            None => Ok(None),
        }
    }

    /// Adds a document by the values of its columns, after its text.
    pub fn add_values<'a>(&mut self, id: &str, value: impl Fn(Column) -> Cow<'a, str>, place: RecordPlace) {
        let record = Record {
            document: id,
            title: &value(Column::Title),
            url: &value(Column::Url),
            language: &value(Column::Language),
            revision: &value(Column::Revision),
            timestamp: &value(Column::Timestamp),
            contributor: &value(Column::Contributor),
            series: &value(Column::Series),
            ..Record::default()
        };
        self.add_document(record, place);
    }

    /// Adds a document whose text was written to `documents.text.bytes`; one without an id gets one
    /// from its place: `posts.jsonl:17`.
    pub fn add_document(&mut self, record: Record<'_>, place: RecordPlace) {
        let named = place.to_string();
        let made;
        let document = if record.document.is_empty() {
            made = format!("{}:{}", self.prefix, place.number);
            made.as_str()
        } else {
            record.document
        };
        self.documents.text.end_row();
        self.documents.push_without_text(Record { document, place: &named, ..record }, Status::Read, "");
    }

    /// Adds a row for a record that was left out as the format asks.
    pub fn add_skipped(&mut self, record: Record<'_>, place: RecordPlace, reason: &str) {
        self.documents.push(Record { place: &place.to_string(), ..record }, Status::Skipped, reason);
    }

    /// Adds a rejected row that shows how the record begins.
    pub fn add_rejected(&mut self, place: RecordPlace, bytes: &[u8], reason: &str) {
        let text = cut_excerpt(bytes);
        let document = format!("{}:{}", self.prefix, place.number);
        let record = Record { document: &document, place: &place.to_string(), text: &text, ..Record::default() };
        self.documents.push(record, Status::Rejected, reason);
    }

    /// Adds a rejected row for a record above the limit.
    pub fn add_too_long(&mut self, place: RecordPlace, head: &[u8], bytes: u64) {
        let limit = self.document_bytes;
        self.add_rejected(place, head, &format!("{bytes} bytes, more than the limit of {limit} for one document"));
    }

    /// Takes note that the stream broke. Damage of the file becomes a rejected row, and there may be more to read behind
    /// it; a failure of the machine ends the reading with an error, given after the rows before it.
    pub fn note_break(&mut self, place: RecordPlace, bytes: &[u8], error: &io::Error) {
        self.broken = true;
        if !is_damage(error) {
            self.ended = true;
            self.failure = Some(ReadError { place: place.to_string(), reason: error.to_string() });
        } else {
            self.add_rejected(place, bytes, &format!("the file is damaged here: {error}"));
        }
    }
}

/// Whether an error speaks of the file (as decoders do) rather than of the disk or the caller's stream.
fn is_damage(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof, Unsupported};
    matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof | Unsupported)
}

impl std::fmt::Display for RecordPlace {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} {}", self.unit, self.number)
    }
}

/// How a record begins, with U+FFFD for what is not UTF-8.
pub(super) fn cut_excerpt(bytes: &[u8]) -> String {
    let head = &bytes[..bytes.len().min(EXCERPT_CHARACTERS * 4)];
    let mut excerpt = String::new();
    let characters = head.utf8_chunks().flat_map(|chunk| {
        let broken = (!chunk.invalid().is_empty()).then_some(char::REPLACEMENT_CHARACTER);
        chunk.valid().chars().chain(broken)
    });
    excerpt.extend(characters.take(EXCERPT_CHARACTERS));
    excerpt
}

/// Why bytes are not UTF-8, counting from 0: `a\xFF` -> "invalid UTF-8 at byte 1 of the line".
pub(super) fn explain_not_utf8(error: &std::str::Utf8Error, whole: &str) -> String {
    format!("invalid UTF-8 at byte {} of the {whole}", error.valid_up_to())
}
