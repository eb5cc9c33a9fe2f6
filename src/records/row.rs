//! One row of a delimited table: where it ends and where its fields stand.
//!
//! The csv crate reads good tables well, but it neither says that a quote was never closed nor gives back the rows which
//! that quote swallowed. On good rows the two agree (a test compares them).

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr2};

/// A row as found in a buffer.
#[derive(Debug, Default)]
pub(super) struct Row {
    /// The fields, in order.
    pub fields: Vec<Field>,
    /// The row's bytes, its line end included.
    pub bytes: usize,
    /// A field in quotes holds a line end.
    pub has_line_ends: bool,
    /// A closing quote is followed by something other than the end of the field, so that it may not be one.
    pub is_loose: bool,
}

/// A field: its bytes in the buffer, quotes left off.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub range: Range<usize>,
    /// `""` in it stands for `"`.
    pub is_quoted: bool,
}

/// What a scan came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scan {
    /// The row is whole.
    Done,
    /// The buffer ends within the row.
    NeedsMore,
}

impl Row {
    /// Finds the row at the beginning of `bytes`. With `is_last` the end of the bytes ends the row, unless a quote is
    /// open there.
    ///
    /// `1,"a ""b""",c\n` -> `1`, `a ""b""` (quoted), `c`.
    pub fn scan(&mut self, bytes: &[u8], delimiter: u8, is_last: bool) -> Scan {
        self.fields.clear();
        (self.has_line_ends, self.is_loose) = (false, false);
        let mut at = 0;
        loop {
            let (from, mut quoted) = (at, None);
            if bytes.get(at) == Some(&b'"') {
                let Some(close) = find_closing_quote(bytes, at + 1) else {
                    return Scan::NeedsMore;
                };
                self.has_line_ends |= memchr(b'\n', &bytes[at..close]).is_some();
                quoted = Some(at + 1..close);
                at = close + 1;
            }
            let end = match memchr2(delimiter, b'\n', &bytes[at..]) {
                Some(found) => at + found,
                None if is_last => bytes.len(),
                None => return Scan::NeedsMore,
            };
            let is_line_end = bytes.get(end) != Some(&delimiter);
            let content = match bytes[from..end] {
                [.., b'\r'] if is_line_end => end - 1,
                _ => end,
            };
            let is_closed = quoted.is_some() && content.max(at) == at;
            self.is_loose |= quoted.is_some() && !is_closed;
            self.fields.push(match quoted {
                Some(range) if is_closed => Field { range, is_quoted: true },
                _ => Field { range: from..content.max(from), is_quoted: false },
            });
            at = (end + 1).min(bytes.len());
            if is_line_end {
                self.bytes = at;
                return Scan::Done;
            }
        }
    }

    /// Takes one line as it stands, quotes being no more than characters.
    pub fn split_line(&mut self, line: &[u8], delimiter: u8) {
        self.fields.clear();
        self.bytes = line.len();
        let content = line.strip_suffix(b"\n").unwrap_or(line);
        let content = content.strip_suffix(b"\r").unwrap_or(content);
        let mut from = 0;
        for end in memchr::memchr_iter(delimiter, content).chain([content.len()]) {
            self.fields.push(Field { range: from..end, is_quoted: false });
            from = end + 1;
        }
    }
}

/// The quote that closes a field, from `at` on: one that is not doubled.
fn find_closing_quote(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let quote = at + memchr(b'"', bytes.get(at..)?)?;
        if bytes.get(quote + 1) != Some(&b'"') {
            return Some(quote);
        }
        at = quote + 2;
    }
}

impl Field {
    /// The field's text, out of the UTF-8 that it was found in.
    pub fn text<'a>(&self, source: &'a str) -> Cow<'a, str> {
        let raw = source.get(self.range.clone()).unwrap_or_default();
        match self.is_quoted && memchr(b'"', raw.as_bytes()).is_some() {
            true => Cow::Owned(raw.replace("\"\"", "\"")),
            false => Cow::Borrowed(raw),
        }
    }
}
