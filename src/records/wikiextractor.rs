//! WikiExtractor's text files: `<doc id="12" url="..." title="...">`, the article's plain text, `</doc>`.

use std::io::Read;

use super::Settings;
use super::batch::{Batch, Place, not_utf8};
use super::lines::{Cut, Lines};
use super::window::Window;
use crate::documents::{Documents, ReadDocuments, ReadError, Record};
use crate::entities::decode;

/// Reads WikiExtractor files. The text is what stands between the two tags' lines, unchanged; `place` is the line of
/// `<doc`.
///
/// An article without `</doc>` ends where the next one begins. At the end of the file it was cut, and is rejected.
pub struct WikiExtractor {
    lines: Lines,
    open: Option<Open>,
    /// Up to the next `<doc` stands the rest of an article whose beginning is lost.
    is_behind_gap: bool,
    batch: Batch,
}

/// How an article begins.
const ARTICLE: &[u8] = b"<doc id=\"";

/// The article being read; its text so far stands at the end of the batch's text column.
struct Open {
    place: Place,
    id: String,
    revision: String,
    url: String,
    title: String,
    /// Where its text begins in the column.
    from: usize,
    /// The bytes of its text, kept or not.
    bytes: u64,
}

impl WikiExtractor {
    /// A reader of `input`, already unpacked. The fields' names are fixed, so that `settings.fields` has no effect.
    pub fn new(input: Box<dyn Read + Send>, settings: Settings) -> Self {
        let batch = Batch::new(settings.limits, &settings.place_prefix);
        WikiExtractor {
            lines: Lines::new(Window::new(input), batch.document_bytes),
            open: None,
            is_behind_gap: false,
            batch,
        }
    }
}

impl ReadDocuments for WikiExtractor {
    fn next_batch(&mut self) -> Result<Option<Documents>, ReadError> {
        while !self.batch.ended && (self.open.is_some() || !self.batch.is_full()) {
            let place = Place { unit: "line", number: self.lines.number + 1 };
            match self.lines.next_with_end() {
                Cut::Whole(line) if self.is_behind_gap && !line.starts_with(ARTICLE) => {}
                Cut::Whole(line) => {
                    self.is_behind_gap = false;
                    take_line(&mut self.batch, &mut self.open, line, place);
                }
                Cut::TooLong { head, bytes } => match &mut self.open {
                    Some(open) => open.bytes += bytes,
                    None => self.batch.reject_too_long(place, head, bytes),
                },
                Cut::Broken { bytes, error } => {
                    take_line(&mut self.batch, &mut self.open, bytes, place);
                    let (place, text) = drop_open(&mut self.batch, &mut self.open, place);
                    self.batch.broke(place, &text, &error);
                    self.is_behind_gap = true;
                }
                Cut::End => {
                    if self.open.is_some() {
                        let (place, text) = drop_open(&mut self.batch, &mut self.open, place);
                        self.batch.reject(place, &text, "the file ends before `</doc>`: it was cut");
                    }
                    self.batch.ended = true;
                }
            }
        }
        self.batch.give()
    }
}

fn take_line(batch: &mut Batch, open: &mut Option<Open>, line: &[u8], place: Place) {
    if line.starts_with(ARTICLE) {
        close(batch, open);
        let from = batch.documents.text.bytes.len();
        *open = Some(Open::new(&String::from_utf8_lossy(line), place, from));
    } else if line.starts_with(b"</doc>") {
        close(batch, open);
    } else if let Some(article) = open {
        article.bytes += line.len() as u64;
        if article.bytes <= batch.document_bytes as u64 {
            batch.documents.text.bytes.extend_from_slice(line);
        }
    } else if !line.trim_ascii().is_empty() {
        batch.reject(place, line.trim_ascii_end(), "text outside `<doc ...>` and `</doc>`");
    }
}

/// Makes a row of the open article.
fn close(batch: &mut Batch, open: &mut Option<Open>) {
    let Some(article) = open.take() else {
        return;
    };
    let text = &batch.documents.text.bytes[article.from..];
    let utf8 = std::str::from_utf8(text).map(|_| ()).map_err(|error| not_utf8(&error, "article"));
    if article.bytes > batch.document_bytes as u64 {
        let bytes = article.bytes;
        let (place, text) = drop_open(batch, &mut Some(article), Place { unit: "line", number: 0 });
        return batch.reject_too_long(place, &text, bytes);
    }
    if let Err(reason) = utf8 {
        let (place, text) = drop_open(batch, &mut Some(article), Place { unit: "line", number: 0 });
        return batch.reject(place, &text, &reason);
    }
    let record = Record {
        document: &article.id,
        title: &article.title,
        url: &article.url,
        revision: &article.revision,
        ..Record::default()
    };
    batch.read(record, article.place);
}

/// Forgets the open article: its place, or `otherwise`, and its text so far.
fn drop_open(batch: &mut Batch, open: &mut Option<Open>, otherwise: Place) -> (Place, Vec<u8>) {
    match open.take() {
        Some(article) => (article.place, batch.documents.text.bytes.split_off(article.from)),
        None => (otherwise, Vec::new()),
    }
}

impl Open {
    fn new(line: &str, place: Place, from: usize) -> Self {
        let attribute = |name: &str| {
            let value = line.split_once(name).map_or("", |(_, rest)| rest);
            decode(&value[..value.find('"').unwrap_or(0)]).into_owned()
        };
        // The title comes last and older versions did not escape it: `title="The "Best" of">`.
        let title = line.split_once(" title=\"").map_or("", |(_, rest)| rest);
        let title = &title[..title.rfind("\">").unwrap_or_else(|| title.find('"').unwrap_or(0))];
        Open {
            place,
            id: attribute("<doc id=\""),
            revision: attribute(" revid=\""),
            url: attribute(" url=\""),
            title: decode(title).into_owned(),
            from,
            bytes: 0,
        }
    }
}
