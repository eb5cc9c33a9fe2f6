//! JSON lines: one object per line. A file that is one JSON array, or whose objects take several lines, is read too.

use std::borrow::Cow;
use std::io::Read;

use super::batch::{Batch, RecordPlace, explain_not_utf8};
use super::columns::{COMMENT_COLUMN, Column, THREAD_COLUMNS, VECTOR_COLUMN};
use super::elements::Elements;
use super::lines::{CutStep, Lines, skip_byte_order_mark};
use super::object::{Names, decode_value, explain_missing_text, find_fields, format_tags, push_decoded_value};
use super::window::Window;
use super::{Fields, Settings};
use crate::documents::{Documents, ReadDocuments, ReadError};

/// How far blanks before the first record are looked through to tell an array from lines.
const SEARCHED_BLANK_BYTES: usize = 64 << 10;

/// Reads JSON lines. `place` is `line 17`, or `record 17` in an array.
///
/// `{"id": 7, "title": "T", "text": "Once."}` -> document `7`, title `T`, text `Once.`
pub struct Jsonl {
    source: Source,
    objects: Objects,
    batch: Batch,
}

/// Where records end.
enum Source {
    Unknown(Option<Window>),
    Lines(Lines),
    Elements(Elements),
}

/// What turns the bytes of a record into a row.
struct Objects {
    names: Names,
    fields: Fields,
    /// The id in the `index` line before, for a CirrusSearch document that has none itself.
    index_id: Option<String>,
    index_names: Names,
}

impl Jsonl {
    /// A reader of `input`, already unpacked.
    pub fn new(input: Box<dyn Read + Send>, settings: Settings) -> Self {
        let id_of_index = Fields { id: Some("index._id".into()), ..Fields::default() };
        let window = Window::new(input);
        let batch = Batch::with_fields(&settings);
        let source = match settings.lines_before {
            0 => Source::Unknown(Some(window)),
            before => Source::Lines(Lines::starting_after(window, settings.limits.document_bytes, before)),
        };
        Jsonl {
            source,
            objects: Objects {
                names: Names::new(&settings.fields),
                fields: settings.fields,
                index_id: None,
                index_names: Names::new(&id_of_index),
            },
            batch,
        }
    }
}

impl ReadDocuments for Jsonl {
    fn next_batch(&mut self) -> Result<Option<Documents>, ReadError> {
        if let Source::Unknown(window) = &mut self.source
            && let Some(window) = window.take()
        {
            self.source = detect_source(window, self.batch.document_bytes);
        }
        while !self.batch.ended && !self.batch.is_full() {
            match &mut self.source {
                Source::Lines(lines) => {
                    let place = RecordPlace { unit: "line", number: lines.number + 1 };
                    self.objects.take_record(lines.next(), place, &mut self.batch);
                }
                Source::Elements(elements) => {
                    let place = RecordPlace { unit: "record", number: elements.number + 1 };
                    self.objects.take_record(elements.next(), place, &mut self.batch);
                    if self.batch.ended && elements.open_arrays > 0 && !self.batch.broken {
                        self.batch.add_rejected(place, b"", "the array is not closed; the file may have been cut");
                    }
                }
                Source::Unknown(_) => self.batch.ended = true,
            }
        }
        self.batch.take_rows()
    }
}

fn detect_source(mut window: Window, limit: usize) -> Source {
    match has_record_per_line(&mut window) {
        true => Source::Lines(Lines::new(window, limit)),
        false => Source::Elements(Elements::new(window, limit)),
    }
}

/// Whether a record is a line: unless the file begins with an array or with an object that goes on over the line's end.
pub(super) fn has_record_per_line(window: &mut Window) -> bool {
    skip_byte_order_mark(window);
    loop {
        let there = window.view_up_to(SEARCHED_BLANK_BYTES).trim_ascii_start();
        let rest = there.get(1..).unwrap_or_default();
        let next = rest.iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
        let by_elements = match (there.first().copied(), next.copied()) {
            (Some(b'['), _) => true,
            (Some(b'{'), Some(next)) => next == b'\n',
            (Some(b'{') | None, None) if window.bytes().len() <= SEARCHED_BLANK_BYTES && window.fill() => continue,
            _ => false,
        };
        return !by_elements;
    }
}

impl Objects {
    fn take_record(&mut self, cut: CutStep<'_>, place: RecordPlace, batch: &mut Batch) {
        match cut {
            CutStep::Whole(bytes) => {
                if let Err(reason) = self.add_record(bytes, place, batch) {
                    batch.add_rejected(place, bytes, &reason);
                }
            }
            CutStep::TooLong { head, bytes } => batch.add_too_long(place, head, bytes),
            CutStep::Broken { bytes, error } => match self.add_record(bytes, place, batch) {
                Ok(()) => batch.note_break(place, b"", &error),
                Err(_) => batch.note_break(place, bytes, &error),
            },
            CutStep::End => batch.ended = true,
        }
    }

    /// Adds the row of one record, or says why there is none. A blank record and an `index` line add nothing.
    fn add_record(&mut self, bytes: &[u8], place: RecordPlace, batch: &mut Batch) -> Result<(), String> {
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Ok(());
        }
        let source = std::str::from_utf8(bytes).map_err(|error| explain_not_utf8(&error, place.unit))?;
        let found = find_fields(source, &self.names)?;
        if found.is_index_line {
            self.index_id = find_fields(source, &self.index_names)
                .ok()
                .and_then(|index| index.raw(Column::Id))
                .map(|raw| decode_value(raw).into_owned());
            return Ok(());
        }
        let index_id = self.index_id.take();
        let Some(text) = found.raw(Column::Text) else {
            return Err(explain_missing_text(source, &self.fields));
        };
        push_decoded_value(text, &mut batch.documents.text.bytes);
        let value = |column| found.value(column);
        if self.fields.threads {
            let list = |column| Cow::Owned(found.raw(column).map(format_tags).unwrap_or_default());
            let more = match found.raw(Column::MoreAnswers) {
                Some(raw) if raw.starts_with('[') => list(Column::MoreAnswers),
                _ => value(Column::MoreAnswers),
            };
            let [description, answer, score] = [Column::Description, Column::Answer, Column::Score].map(value);
            let values = [description, answer, list(Column::Tags), score, more, list(Column::DuplicateOf)];
            THREAD_COLUMNS.iter().zip(values).for_each(|(name, value)| batch.documents.push_extra(name, &value));
        }
        if self.fields.vector.is_some() {
            batch.documents.push_extra(VECTOR_COLUMN, &found.raw(Column::Vector).map(format_tags).unwrap_or_default());
        }
        if self.fields.revisions {
            batch.documents.push_extra(COMMENT_COLUMN, &value(Column::Comment));
        }
        let id = match value(Column::Id) {
            Cow::Borrowed("") => Cow::Owned(index_id.unwrap_or_default()),
            id => id,
        };
        batch.add_values(&id, value, place);
        Ok(())
    }
}
