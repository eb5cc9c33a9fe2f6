//! Tables with a delimiter: CSV, TSV and their kin. A row is a document, a column a field.

use std::borrow::Cow;
use std::io::Read;

use memchr::{memchr, memchr_iter};

use super::batch::{Batch, RecordPlace, explain_not_utf8};
use super::columns::{COLUMNS, COMMENT_COLUMN, Column, THREAD_COLUMNS, explain_missing_field};
use super::lines::{HEAD_BYTES, skip_byte_order_mark};
use super::object::split_tags;
use super::row::{Row, Scan};
use super::window::Window;
use super::{Fields, Settings};
use crate::documents::{Documents, ReadDocuments, ReadError};

/// Reads a delimited table. `place` is the line of the row's first byte: `line 17`.
///
/// The first row names the columns, unless the text field is given as a number (`--text-field 2` is the second column):
/// then every row is a document. `id,text\n7,"Once, twice."` -> document `7`, text `Once, twice.`
pub struct Delimited {
    window: Window,
    delimiter: Option<u8>,
    fields: Fields,
    header: Option<Header>,
    row: Row,
    line: u64,
    batch: Batch,
}

/// What the first row says.
struct Header {
    delimiter: u8,
    /// The number of columns.
    width: usize,
    /// Which column fills which of ours.
    columns: [Option<usize>; COLUMNS.len()],
}

impl Delimited {
    /// A reader of `input`, already unpacked. Without `delimiter` the first line tells.
    pub fn new(input: Box<dyn Read + Send>, settings: Settings, delimiter: Option<u8>) -> Self {
        Delimited {
            window: Window::new(input),
            delimiter,
            batch: Batch::with_fields(&settings),
            fields: settings.fields,
            header: None,
            row: Row::default(),
            line: 0,
        }
    }
}

impl ReadDocuments for Delimited {
    fn next_batch(&mut self) -> Result<Option<Documents>, ReadError> {
        while !self.batch.ended && !self.batch.is_full() {
            match self.header.take() {
                None => self.read_header(),
                Some(header) => {
                    self.read_row(&header);
                    self.header = Some(header);
                }
            }
        }
        self.batch.take_rows()
    }
}

/// What a scan for the next row came to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RowScan {
    /// The row is whole and within the limit.
    Whole,
    /// Its first line alone is above the limit.
    TooLong,
    /// A quote in it is not closed within the limit, or within the file.
    Open,
}

impl Delimited {
    fn current_place(&self) -> RecordPlace {
        RecordPlace { unit: "line", number: self.line + 1 }
    }

    /// Reads the first row, which tells delimiter and columns; without names in it, it is left for `read_row`.
    fn read_header(&mut self) {
        skip_byte_order_mark(&mut self.window);
        if !self.skip_blank_lines() {
            return self.finish();
        }
        while memchr(b'\n', self.window.bytes()).is_none() && self.window.bytes().len() <= self.batch.document_bytes {
            if !self.window.fill() {
                break;
            }
        }
        let delimiter = self
            .delimiter
            .unwrap_or_else(|| guess_delimiter(find_first_line(self.window.view_up_to(self.batch.document_bytes))));
        if self.scan_row(delimiter) != RowScan::Whole {
            self.batch.ended = true;
            return self.reject_line("the first row does not end, or a quote in it is never closed");
        }
        let bytes = &self.window.bytes()[..self.row.bytes];
        let Ok(source) = std::str::from_utf8(bytes) else {
            self.batch.ended = true;
            return self.reject_line("the first row, which names the columns, is not UTF-8");
        };
        let names: Vec<String> = self.row.fields.iter().map(|field| field.text(source).trim().to_string()).collect();
        let mut header = Header { delimiter, width: names.len(), columns: [None; COLUMNS.len()] };
        let has_names = header.name_columns(&self.fields, &names);
        if let Some(column) = header.find_missing_column(&self.fields) {
            let present: Vec<(String, usize)> = names.into_iter().map(|name| (name, 0)).collect();
            let reason = explain_missing_field(&self.fields, column, "the header", &present);
            self.reject_line(&reason);
            self.batch.ended = true;
        } else if has_names {
            self.consume_row(self.row.bytes);
        }
        self.header = Some(header);
    }

    fn read_row(&mut self, header: &Header) {
        if !self.skip_blank_lines() {
            return self.finish();
        }
        let place = self.current_place();
        let found = self.scan_row(header.delimiter);
        if let Some(error) = self.take_cut_row_error(found) {
            self.batch.note_break(place, self.window.bytes(), &error);
            return self.resume_after_gap();
        }
        let is_swallowing = self.row.has_line_ends && self.row.is_loose;
        match found {
            RowScan::TooLong => return self.skip_long_line(),
            RowScan::Whole if !is_swallowing => {}
            RowScan::Open | RowScan::Whole => {
                let line = find_first_line_with_end(self.window.view_up_to(self.batch.document_bytes));
                self.row.split_line(line, header.delimiter);
                if header.delimiter != b'\t' || self.row.fields.len() != header.width {
                    return self.reject_line("a quote that opens in this line is not closed");
                }
            }
        }
        let bytes = &self.window.bytes()[..self.row.bytes];
        if let Err(reason) = header.add_row(bytes, &self.row, place, &mut self.batch) {
            self.batch.add_rejected(place, bytes.trim_ascii_end(), &reason);
        }
        self.consume_row(self.row.bytes);
    }

    /// Finds the next row. The view doubles between two scans, so that all of them together are linear.
    fn scan_row(&mut self, delimiter: u8) -> RowScan {
        let limit = self.batch.document_bytes;
        loop {
            let there = self.window.bytes().len();
            let is_last = self.window.is_ended() && there <= limit;
            let view = self.window.view_up_to(limit);
            if self.row.scan(view, delimiter, is_last) == Scan::Done && self.row.bytes <= limit {
                return RowScan::Whole;
            }
            if is_last {
                return RowScan::Open;
            }
            if there > limit {
                return if memchr(b'\n', &view[..limit]).is_some() { RowScan::Open } else { RowScan::TooLong };
            }
            self.window.fill_to((there * 2).clamp(1, limit + 1));
        }
    }

    /// The stream's error, when the row found last is what it cut.
    fn take_cut_row_error(&mut self, found: RowScan) -> Option<std::io::Error> {
        let there = self.window.bytes();
        let is_cut = match found {
            RowScan::TooLong => false,
            RowScan::Open => self.window.is_ended() && there.len() <= self.batch.document_bytes,
            RowScan::Whole => self.row.bytes == there.len() && !there.ends_with(b"\n"),
        };
        if is_cut { self.window.take_error() } else { None }
    }

    /// Consumes line ends before a row; `false` at the end of the stream.
    fn skip_blank_lines(&mut self) -> bool {
        loop {
            let there = self.window.bytes();
            let length = there.iter().position(|byte| !matches!(byte, b'\r' | b'\n')).unwrap_or(there.len());
            let found = length < there.len();
            self.consume_row(length);
            if found || !self.window.fill() {
                return found;
            }
        }
    }

    fn consume_row(&mut self, length: usize) {
        let taken = self.window.take(length);
        self.line += memchr_iter(b'\n', taken).count() as u64;
    }

    /// Rejects the line that stands first and goes on with the next.
    fn reject_line(&mut self, reason: &str) {
        let place = self.current_place();
        let line = find_first_line_with_end(self.window.view_up_to(self.batch.document_bytes));
        let length = line.len();
        self.batch.add_rejected(place, line.trim_ascii_end(), reason);
        self.consume_row(length);
    }

    /// Drops a line above the limit piece by piece.
    fn skip_long_line(&mut self) {
        let place = self.current_place();
        let head = self.window.view_up_to(self.batch.document_bytes)
            [..HEAD_BYTES.min(self.window.view_up_to(self.batch.document_bytes).len())]
            .to_vec();
        let mut bytes = 0;
        loop {
            let length = find_first_line_with_end(self.window.bytes()).len();
            let is_end = self.window.bytes()[..length].ends_with(b"\n");
            self.consume_row(length);
            bytes += length as u64;
            if is_end || !self.window.fill() {
                return self.batch.add_too_long(place, &head, bytes);
            }
        }
    }

    /// Goes on behind a gap, with the first line whose beginning is there.
    fn resume_after_gap(&mut self) {
        if self.batch.ended || !self.window.resume() {
            self.batch.ended = true;
            return;
        }
        loop {
            let length = find_first_line_with_end(self.window.bytes()).len();
            let is_end = self.window.bytes()[..length].ends_with(b"\n");
            self.consume_row(length);
            if is_end || !self.window.fill() {
                return;
            }
        }
    }

    fn finish(&mut self) {
        match self.window.take_error() {
            Some(error) => {
                self.batch.note_break(self.current_place(), b"", &error);
                self.resume_after_gap();
            }
            None => self.batch.ended = true,
        }
    }
}

impl Header {
    /// Finds our columns among the names; `false` when the row holds no names because columns are given by number.
    fn name_columns(&mut self, fields: &Fields, names: &[String]) -> bool {
        let by_name = |wanted: &str| {
            let exact = names.iter().position(|name| name == wanted);
            exact.or_else(|| names.iter().position(|name| name.eq_ignore_ascii_case(wanted)))
        };
        let by_number = |wanted: &str| wanted.parse::<usize>().ok().filter(|number| (1..=names.len()).contains(number));
        let text = fields.given_name(Column::Text).unwrap_or_default();
        let has_names = by_name(text).is_some() || by_number(text).is_none();
        for column in COLUMNS {
            self.columns[column as usize] = match fields.given_name(column) {
                Some(wanted) => by_name(wanted).or_else(|| by_number(wanted).map(|number| number - 1)),
                None if has_names => fields.usual_names(column).iter().find_map(|guess| by_name(guess)),
                None => None,
            };
        }
        has_names
    }

    /// The text, or what else was asked for, if it is not there.
    fn find_missing_column(&self, fields: &Fields) -> Option<Column> {
        let wanted = |column: Column| column == Column::Text || fields.given_name(column).is_some();
        let looked_for = [Column::Text, Column::Description, Column::Answer];
        looked_for.into_iter().find(|&column| wanted(column) && self.columns[column as usize].is_none())
    }

    /// Adds the document of a row, or says why there is none.
    fn add_row(&self, bytes: &[u8], row: &Row, place: RecordPlace, batch: &mut Batch) -> Result<(), String> {
        if row.fields.len() != self.width {
            let fields = if row.fields.len() == 1 { "field" } else { "fields" };
            return Err(format!("{} {fields} where the first row has {}", row.fields.len(), self.width));
        }
        let source = std::str::from_utf8(bytes).map_err(|error| explain_not_utf8(&error, "row"))?;
        let value = |column: Column| match self.columns[column as usize].and_then(|index| row.fields.get(index)) {
            Some(field) => field.text(source),
            None => Cow::Borrowed(""),
        };
        batch.documents.text.bytes.extend_from_slice(value(Column::Text).as_bytes());
        let list = |column| Cow::Owned(split_tags(&value(column)));
        let [description, answer, score, more] =
            [Column::Description, Column::Answer, Column::Score, Column::MoreAnswers].map(value);
        let values = [description, answer, list(Column::Tags), score, more, list(Column::DuplicateOf)];
        THREAD_COLUMNS.iter().zip(values).for_each(|(name, value)| batch.documents.push_extra(name, &value));
        batch.documents.push_extra(COMMENT_COLUMN, &value(Column::Comment));
        batch.add_values(&value(Column::Id), value, place);
        Ok(())
    }
}

fn find_first_line_with_end(bytes: &[u8]) -> &[u8] {
    &bytes[..memchr(b'\n', bytes).map_or(bytes.len(), |end| end + 1)]
}

fn find_first_line(bytes: &[u8]) -> &[u8] {
    find_first_line_with_end(bytes).trim_ascii_end()
}

/// The delimiter of a first line: a tab if it has one (text seldom does), else the most frequent of `,` `;` `|` outside
/// quotes. `id;"a, b, c";text` -> `;`
pub(super) fn guess_delimiter(line: &[u8]) -> u8 {
    let mut in_quotes = false;
    let mut counts = [0; 256];
    for &byte in line {
        in_quotes ^= byte == b'"';
        counts[usize::from(byte)] += usize::from(!in_quotes);
    }
    if counts[usize::from(b'\t')] > 0 {
        return b'\t';
    }
    // The last of equals wins: a comma is the likeliest.
    [b'|', b';', b','].into_iter().max_by_key(|&delimiter| counts[usize::from(delimiter)]).unwrap_or(b',')
}
