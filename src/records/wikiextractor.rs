//! WikiExtractor's text files: `<doc id="12" url="..." title="...">`, the article's plain text, `</doc>`.

use std::io::Read;

use super::Settings;
use super::batch::{Batch, RecordPlace, explain_not_utf8};
use super::lines::{CutStep, Lines};
use super::window::Window;
use crate::documents::{Documents, ReadDocuments, ReadError, Record};
use crate::entities::decode_references;

/// Reads WikiExtractor files. The text is what stands between the two tags' lines, unchanged; `place` is the line of
/// `<doc`.
///
/// An article without `</doc>` ends where the next one begins. At the end of the file it was cut, and is rejected.
pub struct WikiExtractor {
    lines: Lines,
    open: Option<OpenArticle>,
    /// Up to the next `<doc` stands the rest of an article whose beginning is lost.
    is_behind_gap: bool,
    batch: Batch,
}

/// How an article begins.
const ARTICLE_START: &[u8] = b"<doc id=\"";

/// The article being read; its text so far stands at the end of the batch's text column.
struct OpenArticle {
    place: RecordPlace,
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
            let place = RecordPlace { unit: "line", number: self.lines.number + 1 };
            match self.lines.next_with_end() {
                CutStep::Whole(line) if self.is_behind_gap && !line.starts_with(ARTICLE_START) => {}
                CutStep::Whole(line) => {
                    self.is_behind_gap = false;
                    take_line(&mut self.batch, &mut self.open, line, place);
                }
                CutStep::TooLong { head, bytes } => match &mut self.open {
                    Some(open) => open.bytes += bytes,
                    None => self.batch.add_too_long(place, head, bytes),
                },
                CutStep::Broken { bytes, error } => {
                    take_line(&mut self.batch, &mut self.open, bytes, place);
                    let (place, text) = drop_article(&mut self.batch, &mut self.open, place);
                    self.batch.note_break(place, &text, &error);
                    self.is_behind_gap = true;
                }
                CutStep::End => {
                    if self.open.is_some() {
                        let (place, text) = drop_article(&mut self.batch, &mut self.open, place);
                        self.batch.add_rejected(place, &text, "the file ends before `</doc>`: it was cut");
                    }
                    self.batch.ended = true;
                }
            }
        }
        self.batch.take_rows()
    }
}

fn take_line(batch: &mut Batch, open: &mut Option<OpenArticle>, line: &[u8], place: RecordPlace) {
    if line.starts_with(ARTICLE_START) {
        close_article(batch, open);
        let from = batch.documents.text.bytes.len();
        *open = Some(OpenArticle::new(&String::from_utf8_lossy(line), place, from));
    } else if line.starts_with(b"</doc>") {
        close_article(batch, open);
    } else if let Some(article) = open {
        article.bytes += line.len() as u64;
        if article.bytes <= batch.document_bytes as u64 {
            batch.documents.text.bytes.extend_from_slice(line);
        }
    } else if !line.trim_ascii().is_empty() {
        batch.add_rejected(place, line.trim_ascii_end(), "text outside `<doc ...>` and `</doc>`");
    }
}

/// Makes a row of the open article.
fn close_article(batch: &mut Batch, open: &mut Option<OpenArticle>) {
    let Some(article) = open.take() else {
        return;
    };
    let text = &batch.documents.text.bytes[article.from..];
    let utf8 = std::str::from_utf8(text).map(|_| ()).map_err(|error| explain_not_utf8(&error, "article"));
    if article.bytes > batch.document_bytes as u64 {
        let bytes = article.bytes;
        let (place, text) = drop_article(batch, &mut Some(article), RecordPlace { unit: "line", number: 0 });
        return batch.add_too_long(place, &text, bytes);
    }
    if let Err(reason) = utf8 {
        let (place, text) = drop_article(batch, &mut Some(article), RecordPlace { unit: "line", number: 0 });
        return batch.add_rejected(place, &text, &reason);
    }
    let record = Record {
        document: &article.id,
        title: &article.title,
        url: &article.url,
        revision: &article.revision,
        ..Record::default()
    };
    batch.add_document(record, article.place);
}

/// Forgets the open article: its place, or `otherwise`, and its text so far.
fn drop_article(batch: &mut Batch, open: &mut Option<OpenArticle>, otherwise: RecordPlace) -> (RecordPlace, Vec<u8>) {
    match open.take() {
        Some(article) => (article.place, batch.documents.text.bytes.split_off(article.from)),
        None => (otherwise, Vec::new()),
    }
}

impl OpenArticle {
    fn new(line: &str, place: RecordPlace, from: usize) -> Self {
        let attribute = |name: &str| {
            let value = line.split_once(name).map_or("", |(_, rest)| rest);
            decode_references(&value[..value.find('"').unwrap_or(0)]).into_owned()
        };
        // The title comes last and older versions did not escape it: `title="The "Best" of">`.
        let title = line.split_once(" title=\"").map_or("", |(_, rest)| rest);
        let title = &title[..title.rfind("\">").unwrap_or_else(|| title.find('"').unwrap_or(0))];
        OpenArticle {
            place,
            id: attribute("<doc id=\""),
            revision: attribute(" revid=\""),
            url: attribute(" url=\""),
            title: decode_references(title).into_owned(),
            from,
            bytes: 0,
        }
    }
}
