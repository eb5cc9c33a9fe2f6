//! JSON lines: one object per line. A file that is one JSON array, or whose objects take several lines, is read too.

use std::borrow::Cow;
use std::io::Read;

use super::batch::{Batch, Place, not_utf8};
use super::columns::{Column, THREAD, VECTOR};
use super::elements::Elements;
use super::lines::{Cut, Lines, skip_byte_order_mark};
use super::object::{Names, find, plain, tag_lines, why_no_text, write_plain};
use super::window::Window;
use super::{Fields, Settings};
use crate::documents::{Documents, ReadDocuments, ReadError, Record};

/// How far blanks before the first record are looked through to tell an array from lines.
const BLANKS: usize = 64 << 10;

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
        let batch = Batch::of_records(&settings);
        let source = match settings.lines_before {
            0 => Source::Unknown(Some(window)),
            before => Source::Lines(Lines::within(window, settings.limits.document_bytes, before)),
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
            self.source = tell_source(window, self.batch.document_bytes);
        }
        while !self.batch.ended && !self.batch.is_full() {
            match &mut self.source {
                Source::Lines(lines) => {
                    let place = Place { unit: "line", number: lines.number + 1 };
                    self.objects.step(lines.next(), place, &mut self.batch);
                }
                Source::Elements(elements) => {
                    let place = Place { unit: "record", number: elements.number + 1 };
                    self.objects.step(elements.next(), place, &mut self.batch);
                    if self.batch.ended && elements.open_arrays > 0 && !self.batch.broken {
                        self.batch.reject(place, b"", "the array is not closed; the file may have been cut");
                    }
                }
                Source::Unknown(_) => self.batch.ended = true,
            }
        }
        self.batch.give()
    }
}

fn tell_source(mut window: Window, limit: usize) -> Source {
    match is_by_lines(&mut window) {
        true => Source::Lines(Lines::new(window, limit)),
        false => Source::Elements(Elements::new(window, limit)),
    }
}

/// Whether a record is a line: unless the file begins with an array or with an object that goes on over the line's end.
pub(super) fn is_by_lines(window: &mut Window) -> bool {
    skip_byte_order_mark(window);
    loop {
        let there = window.view(BLANKS).trim_ascii_start();
        let rest = there.get(1..).unwrap_or_default();
        let next = rest.iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
        let by_elements = match (there.first().copied(), next.copied()) {
            (Some(b'['), _) => true,
            (Some(b'{'), Some(next)) => next == b'\n',
            (Some(b'{') | None, None) if window.bytes().len() <= BLANKS && window.fill() => continue,
            _ => false,
        };
        return !by_elements;
    }
}

impl Objects {
    fn step(&mut self, cut: Cut<'_>, place: Place, batch: &mut Batch) {
        match cut {
            Cut::Whole(bytes) => {
                if let Err(reason) = self.add(bytes, place, batch) {
                    batch.reject(place, bytes, &reason);
                }
            }
            Cut::TooLong { head, bytes } => batch.reject_too_long(place, head, bytes),
            Cut::Broken { bytes, error } => match self.add(bytes, place, batch) {
                Ok(()) => batch.broke(place, b"", &error),
                Err(_) => batch.broke(place, bytes, &error),
            },
            Cut::End => batch.ended = true,
        }
    }

    /// Adds the row of one record, or says why there is none. A blank record and an `index` line add nothing.
    fn add(&mut self, bytes: &[u8], place: Place, batch: &mut Batch) -> Result<(), String> {
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Ok(());
        }
        let source = std::str::from_utf8(bytes).map_err(|error| not_utf8(&error, place.unit))?;
        let found = find(source, &self.names)?;
        if found.is_index_line {
            self.index_id = find(source, &self.index_names)
                .ok()
                .and_then(|index| index.raw(Column::Id))
                .map(|raw| plain(raw).into_owned());
            return Ok(());
        }
        let index_id = self.index_id.take();
        let Some(text) = found.raw(Column::Text) else {
            return Err(why_no_text(source, &self.fields));
        };
        write_plain(text, &mut batch.documents.text.bytes);
        let value = |column| found.value(column);
        if self.fields.threads {
            let tags = found.raw(Column::Tags).map(tag_lines).unwrap_or_default();
            let values = [value(Column::Description), value(Column::Answer), tags.into(), value(Column::Score)];
            THREAD.iter().zip(values).for_each(|(name, value)| batch.documents.push_extra(name, &value));
        }
        if self.fields.vector.is_some() {
            batch.documents.push_extra(VECTOR, &found.raw(Column::Vector).map(tag_lines).unwrap_or_default());
        }
        let id = match value(Column::Id) {
            Cow::Borrowed("") => Cow::Owned(index_id.unwrap_or_default()),
            id => id,
        };
        let record = Record {
            document: &id,
            title: &value(Column::Title),
            url: &value(Column::Url),
            language: &value(Column::Language),
            revision: &value(Column::Revision),
            timestamp: &value(Column::Timestamp),
            contributor: &value(Column::Contributor),
            series: &value(Column::Series),
            ..Record::default()
        };
        batch.read(record, place);
        Ok(())
    }
}
