//! A batch of documents as readers give it: one flat column per field.

use std::borrow::Cow;

/// A column of strings, laid out as Arrow lays them: all bytes together, `offsets[i]..offsets[i + 1]` for row `i`.
#[derive(Clone, Debug)]
pub struct Strings {
    /// The bytes of all rows.
    pub bytes: Vec<u8>,
    /// Where each row begins, and after the last one its end.
    pub offsets: Vec<i32>,
}

impl Default for Strings {
    fn default() -> Self {
        Strings { bytes: Vec::new(), offsets: vec![0] }
    }
}

impl Strings {
    /// Adds a row.
    pub fn push(&mut self, value: &str) {
        self.bytes.extend_from_slice(value.as_bytes());
        self.end_row();
    }

    /// Ends a row whose bytes were written to `bytes` directly; they must be UTF-8.
    ///
    /// A batch stays far below 2 GiB: readers cut at `Limits::batch_bytes` and refuse larger documents.
    pub fn end_row(&mut self) {
        self.offsets.push(self.bytes.len() as i32);
    }

    /// Row `index`, or "" where it is not UTF-8 or does not exist.
    pub fn get(&self, index: usize) -> &str {
        match (self.offsets.get(index), self.offsets.get(index + 1)) {
            (Some(&start), Some(&end)) => std::str::from_utf8(&self.bytes[start as usize..end as usize]).unwrap_or(""),
            _ => "",
        }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Names (ids, titles, sections) are kept up to this many bytes: they are repeated in every row of a document's
/// sentences, so a hostile one would grow quadratically.
pub const LONGEST_NAME: usize = 1_000;

/// The beginning of a name, whole characters only.
pub fn shorten_name(name: &str) -> &str {
    &name[..name.floor_char_boundary(LONGEST_NAME)]
}

/// An id that is too long keeps its beginning and gets a hash of the whole, so that two stay two.
fn shorten_id(id: &str) -> Cow<'_, str> {
    if id.len() <= LONGEST_NAME {
        return Cow::Borrowed(id);
    }
    let hash = id.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3) // FNV-1a
    });
    Cow::Owned(format!("{}#{hash:016x}", shorten_name(id)))
}

/// What became of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is a document.
    Read,
    /// It was left out as the settings ask (a redirect, another namespace); `reason` says which.
    Skipped,
    /// It could not be read; `reason` says why and `text` holds the beginning of it.
    Rejected,
}

impl Status {
    /// As the `status` column spells it.
    pub fn name(self) -> &'static str {
        match self {
            Status::Read => "read",
            Status::Skipped => "skipped",
            Status::Rejected => "rejected",
        }
    }
}

/// One record on its way into a batch. What a format does not have stays "".
#[derive(Clone, Copy, Debug, Default)]
pub struct Record<'a> {
    /// The record's own id (a page id, a field, a file name, or made from its place).
    pub document: &'a str,
    /// Its title.
    pub title: &'a str,
    /// Where it is found on the web.
    pub url: &'a str,
    /// Language code (`en`, `zh`), when the input says so.
    pub language: &'a str,
    /// Namespace number of a wiki page.
    pub namespace: i32,
    /// Revision id.
    pub revision: &'a str,
    /// ISO 8601 time of the revision or record.
    pub timestamp: &'a str,
    /// Who wrote it.
    pub contributor: &'a str,
    /// What it is a part of, as a newspaper is of its issues.
    pub series: &'a str,
    /// Where it stands in its file: `byte 1234`, `line 17`.
    pub place: &'a str,
    /// Its text as read (markup included).
    pub text: &'a str,
}

/// A batch of documents.
#[derive(Clone, Debug, Default)]
pub struct Documents {
    /// See [`Record`] for the columns.
    pub document: Strings,
    #[allow(missing_docs)]
    pub title: Strings,
    #[allow(missing_docs)]
    pub url: Strings,
    #[allow(missing_docs)]
    pub language: Strings,
    #[allow(missing_docs)]
    pub namespace: Vec<i32>,
    #[allow(missing_docs)]
    pub revision: Strings,
    #[allow(missing_docs)]
    pub timestamp: Strings,
    #[allow(missing_docs)]
    pub contributor: Strings,
    #[allow(missing_docs)]
    pub series: Strings,
    #[allow(missing_docs)]
    pub place: Strings,
    #[allow(missing_docs)]
    pub text: Strings,
    /// What became of each record.
    pub status: Vec<Status>,
    /// Why it was skipped or rejected; "" for what was read.
    pub reason: Strings,
    /// What a reader knows besides, by name: the parts of a thread. A row that is not written to in time stays "".
    pub extra: Vec<(&'static str, Strings)>,
}

impl Documents {
    /// An empty batch with these columns besides.
    pub fn with_extra(names: &[&'static str]) -> Self {
        Documents { extra: names.iter().map(|name| (*name, Strings::default())).collect(), ..Documents::default() }
    }

    /// All rows so far; what is left is empty and has the same columns.
    pub fn take_rows(&mut self) -> Self {
        let names: Vec<&'static str> = self.extra.iter().map(|(name, _)| *name).collect();
        std::mem::replace(self, Documents::with_extra(&names))
    }

    /// Writes to a column of `extra`, for the row that is pushed next.
    pub fn push_extra(&mut self, name: &str, value: &str) {
        if let Some((_, column)) = self.extra.iter_mut().find(|(known, _)| *known == name) {
            column.push(value);
        }
    }

    /// Adds a record.
    pub fn push(&mut self, record: Record<'_>, status: Status, reason: &str) {
        self.text.push(record.text);
        self.push_without_text(record, status, reason);
    }

    /// Adds a record whose text was written to `self.text` already (saves a copy); `record.text` is ignored.
    pub fn push_without_text(&mut self, record: Record<'_>, status: Status, reason: &str) {
        self.document.push(&shorten_id(record.document));
        self.title.push(shorten_name(record.title));
        self.url.push(record.url);
        self.language.push(record.language);
        self.namespace.push(record.namespace);
        self.revision.push(record.revision);
        self.timestamp.push(record.timestamp);
        self.contributor.push(record.contributor);
        self.series.push(shorten_name(record.series));
        self.place.push(record.place);
        self.status.push(status);
        self.reason.push(reason);
        for (_, column) in self.extra.iter_mut().filter(|(_, column)| column.len() < self.status.len()) {
            column.end_row();
        }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.status.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.status.is_empty()
    }
}

/// How much a reader holds at once.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// A batch is given when its text reaches this.
    pub batch_bytes: usize,
    /// A larger document is rejected, without being held in memory.
    pub document_bytes: usize,
    /// A packed file that unpacks to more than `bomb_ratio` times its size, and more than `bomb_floor` bytes, is refused.
    pub bomb_ratio: u64,
    /// See `bomb_ratio`.
    pub bomb_floor: u64,
    /// A stream is read no further where this many bytes in a row have no end of a record in them.
    pub record_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            batch_bytes: 1 << 20,
            document_bytes: 128 << 20,
            bomb_ratio: 2_000,
            bomb_floor: 1 << 30,
            record_bytes: 4 << 30,
        }
    }
}

/// A failure that ends the reading of a file: what happened and where. What was read before it stands.
#[derive(Debug)]
pub struct ReadError {
    /// The place in the file, as in [`Record::place`].
    pub place: String,
    /// What happened, in words for the user.
    pub reason: String,
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}: {}", self.place, self.reason)
    }
}

impl std::error::Error for ReadError {}

/// A reader of one file (or one part of it): batch after batch until `None`.
///
/// A damaged file is not an `Err`: what can be saved is given, the rest becomes a rejected row. `Err` is for a failure
/// of the machine (the disk, the caller's own stream).
pub trait ReadDocuments: Send {
    /// The next batch, never empty; `None` at the end.
    fn next_batch(&mut self) -> Result<Option<Documents>, ReadError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_too_long_is_shortened_and_two_ids_stay_two() {
        let (one, two) = ("é".repeat(2_000), "é".repeat(2_001));
        let mut documents = Documents::default();
        for id in [&one, &two] {
            documents.push(Record { document: id, title: id, ..Record::default() }, Status::Read, "");
        }
        assert_eq!(documents.title.get(0), "é".repeat(500));
        assert_ne!(documents.document.get(0), documents.document.get(1));
        assert_eq!(documents.document.get(0).len(), LONGEST_NAME + 17);
    }
}
