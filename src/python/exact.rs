//! Documents to the stretches that are repeated in them to the letter.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, BooleanArray, Float64Array, RecordBatch, UInt32Array, UInt64Array};
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use super::alignment::{list_row, read_positions};
use super::arrow::{
    PyBatch, build_record_batch, compute_batch, convert_texts, find_column, read_strings, read_u32s, read_u64s,
    wrong_column_error,
};
use super::units::{list_runs, read_document_lists};
use super::windows::Lists;
use crate::columns::Texts;
use crate::exact::{
    ComparedText, Link, Place, StretchLimits, WindowRules, chain_links, find_equal_stretches, find_letter_before,
    link_places, list_windows,
};

fn build_u32s(values: Vec<u32>) -> ArrayRef {
    Arc::new(UInt32Array::from(values))
}

/// Documents (`number`, `is_against`, `kin`, `whole`) to their windows: `key`, `number`, `start`, `ordinal` (in the document),
/// `reach` (where the next window ends, or the document), `is_against`, `kin`.
#[pyfunction]
pub(super) fn list_repeat_windows(py: Python<'_>, documents: PyBatch, least: u32, by_words: bool) -> PyResult<PyBatch> {
    compute_batch(py, || list_batch(&documents.0, &WindowRules { least, by_words }))
}

fn list_batch(batch: &RecordBatch, rules: &WindowRules) -> Result<RecordBatch, ArrowError> {
    let (numbers, kins, texts) = (read_u32s(batch, "number")?, read_u64s(batch, "kin")?, read_strings(batch, "whole")?);
    let against = read_booleans(batch, "is_against")?;
    let mut columns: [Vec<u32>; 4] = Default::default();
    let (mut keys, mut sides, mut series) = (Vec::new(), Vec::new(), Vec::new());
    for (row, (&number, &kin)) in numbers.iter().zip(kins).enumerate() {
        let (windows, length) = list_windows(texts.value(row), rules);
        for (ordinal, window) in windows.iter().enumerate() {
            let reach = windows.get(ordinal + 1).map_or(length, |next| next.end);
            for (column, value) in columns.iter_mut().zip([number, window.start, ordinal as u32, reach]) {
                column.push(value);
            }
            keys.push(window.key);
            sides.push(against.value(row));
            series.push(kin);
        }
    }
    let [number, start, ordinal, reach] = columns.map(build_u32s);
    build_record_batch(vec![
        ("key", Arc::new(UInt64Array::from(keys))),
        ("number", number),
        ("start", start),
        ("ordinal", ordinal),
        ("reach", reach),
        ("is_against", Arc::new(BooleanArray::from(sides))),
        ("kin", Arc::new(UInt64Array::from(series))),
    ])
}

fn read_booleans<'a>(batch: &'a RecordBatch, name: &str) -> Result<&'a BooleanArray, ArrowError> {
    find_column(batch, name)?.as_boolean_opt().ok_or_else(|| wrong_column_error(name))
}

/// Windows, those of one `key` together and in order, to links: `copy`, `start`, `ordinal`, `reach`, `source`, `source_start`,
/// `source_ordinal`.
#[pyfunction]
pub(super) fn link_repeat_windows(py: Python<'_>, windows: PyBatch, against: bool) -> PyResult<PyBatch> {
    compute_batch(py, || link_batch(&windows.0, against))
}

fn link_batch(batch: &RecordBatch, against: bool) -> Result<RecordBatch, ArrowError> {
    let (keys, kins) = (read_u64s(batch, "key")?, read_u64s(batch, "kin")?);
    let [numbers, starts, ordinals, reaches] = read_columns(batch, ["number", "start", "ordinal", "reach"])?;
    let sides = read_booleans(batch, "is_against")?;
    let (mut found, mut places) = (Vec::new(), Vec::new());
    for (from, to) in list_runs(keys).filter(|(from, to)| to - from > 1) {
        places.clear();
        places.extend((from..to).map(|row| Place {
            number: numbers[row],
            start: starts[row],
            ordinal: ordinals[row],
            reach: reaches[row],
            is_against: sides.value(row),
            kin: kins[row],
        }));
        link_places(&places, against, &mut found);
    }
    let column = |of: fn(&Link) -> u32| build_u32s(found.iter().map(of).collect());
    build_record_batch(vec![
        ("copy", column(|link| link.copy.number)),
        ("start", column(|link| link.copy.start)),
        ("ordinal", column(|link| link.copy.ordinal)),
        ("reach", column(|link| link.copy.reach)),
        ("source", column(|link| link.source.number)),
        ("source_start", column(|link| link.source.start)),
        ("source_ordinal", column(|link| link.source.ordinal)),
    ])
}

fn read_columns<'a, const N: usize>(batch: &'a RecordBatch, names: [&str; N]) -> Result<[&'a [u32]; N], ArrowError> {
    let mut columns: [&[u32]; N] = [&[]; N];
    for (column, name) in columns.iter_mut().zip(names) {
        *column = read_u32s(batch, name)?;
    }
    Ok(columns)
}

/// Links, those of one `copy` together and in order, to repeats: `copy`, `source`, `copy_start`, `source_start`, `length` (how
/// much may be equal), `offsets` (where rows of windows begin).
#[pyfunction]
pub(super) fn chain_repeat_windows(py: Python<'_>, links: PyBatch) -> PyResult<PyBatch> {
    compute_batch(py, || chain_batch(&links.0))
}

fn chain_batch(batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let [copies, starts, ordinals, reaches] = read_columns(batch, ["copy", "start", "ordinal", "reach"])?;
    let [sources, places, numbers] = read_columns(batch, ["source", "source_start", "source_ordinal"])?;
    let mut columns: [Vec<u32>; 5] = Default::default();
    let mut offsets = Lists::default();
    for (from, to) in list_runs(copies) {
        let place = |number, start, ordinal, reach| Place { number, start, ordinal, reach, is_against: false, kin: 0 };
        let links: Vec<Link> = (from..to)
            .map(|row| Link {
                copy: place(copies[row], starts[row], ordinals[row], reaches[row]),
                source: place(sources[row], places[row], numbers[row], 0),
            })
            .collect();
        for repeat in chain_links(&links) {
            let values = [copies[from], repeat.source, repeat.copy_start, repeat.source_start, repeat.length];
            for (column, value) in columns.iter_mut().zip(values) {
                column.push(value);
            }
            offsets.push(repeat.offsets.into_iter());
        }
    }
    let [copy, source, copy_start, source_start, length] = columns.map(build_u32s);
    build_record_batch(vec![
        ("copy", copy),
        ("source", source),
        ("copy_start", copy_start),
        ("source_start", source_start),
        ("length", length),
        ("offsets", offsets.finish()),
    ])
}

/// Documents (`whole`, `starts` of sentences) with the lists `repeat`, `start` and `length`, to a row for each repeat: `row` (the
/// document's), `repeat`, `text` (with a character more after it and a letter of the token before, if there is one), `extent` (characters of the document),
/// `first` (the sentence in which it begins) and `breaks` (where the next ones begin, from the start).
#[pyfunction]
pub(super) fn cut_repeat_texts(py: Python<'_>, documents: PyBatch) -> PyResult<PyBatch> {
    compute_batch(py, || cut_batch(&documents.0))
}

fn cut_batch(batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let lists = |name| read_document_lists(batch, name);
    let (repeats, starts, lengths) = (lists("repeat")?, lists("start")?, lists("length")?);
    let (texts, sentences) = (read_strings(batch, "whole")?, lists("starts")?);
    let (mut columns, mut found, mut breaks) = (<[Vec<u32>; 4]>::default(), Texts::default(), Lists::default());
    let mut cut = String::new();
    for row in 0..batch.num_rows() {
        let own = read_positions(repeats, row)?;
        let (starts, lengths, sentences) =
            (read_positions(starts, row)?, read_positions(lengths, row)?, list_row(sentences, row));
        if starts.len() != own.len() || lengths.len() != own.len() {
            return Err(wrong_column_error("repeat"));
        }
        let text = CharacterPlaces::from_text(texts.value(row));
        for ((&repeat, &start), &length) in own.iter().zip(&starts).zip(&lengths) {
            let end = u64::from(start) + u64::from(length) + 1;
            let first = sentences.partition_point(|&from| from <= u64::from(start));
            let after = sentences.partition_point(|&from| from < end);
            let values = [row as u32, repeat, text.length, first.saturating_sub(1) as u32];
            for (column, value) in columns.iter_mut().zip(values) {
                column.push(value);
            }
            cut.clear();
            cut.extend(find_letter_before(text.cut(0, u64::from(start))));
            cut.push_str(text.cut(u64::from(start), end));
            found.push(&cut);
            breaks.push(sentences[first..after.max(first)].iter().map(|from| from - u64::from(start)));
        }
    }
    let [row, repeat, extent, first] = columns.map(build_u32s);
    build_record_batch(vec![
        ("row", row),
        ("repeat", repeat),
        ("text", convert_texts(found)),
        ("extent", extent),
        ("first", first),
        ("breaks", breaks.finish()),
    ])
}

/// A text by characters: the byte of every 64th is known.
struct CharacterPlaces<'t> {
    text: &'t str,
    bytes: Vec<usize>,
    length: u32,
}

impl<'t> CharacterPlaces<'t> {
    const STEP: u64 = 64;

    fn from_text(text: &'t str) -> Self {
        if text.is_ascii() {
            return CharacterPlaces { text, bytes: Vec::new(), length: text.len() as u32 };
        }
        let bytes = text.char_indices().step_by(Self::STEP as usize).map(|(at, _)| at).collect();
        CharacterPlaces { text, bytes, length: text.chars().count() as u32 }
    }

    fn find_byte(&self, place: u64) -> usize {
        if place >= u64::from(self.length) {
            return self.text.len();
        }
        if self.bytes.is_empty() {
            return place as usize;
        }
        let from = self.bytes[(place / Self::STEP) as usize];
        let rest = (place % Self::STEP) as usize;
        self.text[from..].char_indices().nth(rest).map_or(self.text.len(), |(at, _)| from + at)
    }

    fn cut(&self, start: u64, end: u64) -> &'t str {
        &self.text[self.find_byte(start)..self.find_byte(end)]
    }
}

/// Repeats with the texts of both sides (`copy_text`, `source_text`, `copy_first`, `copy_breaks` ...) to what is equal in them:
/// `row` (the repeat's), and for either side `start`, `end`, `first`, `last`.
#[pyfunction]
pub(super) fn settle_repeats(py: Python<'_>, repeats: PyBatch, least: u32, by_words: bool) -> PyResult<PyBatch> {
    compute_batch(py, || settle_batch(&repeats.0, &WindowRules { least, by_words }))
}

fn settle_batch(batch: &RecordBatch, rules: &WindowRules) -> Result<RecordBatch, ArrowError> {
    let [copies, sources, lengths] = read_columns(batch, ["copy", "source", "length"])?;
    let offsets = read_document_lists(batch, "offsets")?;
    let sides = [RepeatSide::from_batch(batch, "copy")?, RepeatSide::from_batch(batch, "source")?];
    let mut rows = Vec::new();
    let mut columns: [[Vec<u32>; 4]; 2] = Default::default();
    for row in 0..batch.num_rows() {
        let is_own = copies[row] == sources[row];
        let longest = if is_own { sides[0].starts[row].saturating_sub(sides[1].starts[row]) } else { u32::MAX };
        let limits = StretchLimits { most: lengths[row], longest };
        let texts = (sides[0].read_text(row), sides[1].read_text(row));
        for stretch in find_equal_stretches(texts, list_row(offsets, row), limits, rules) {
            rows.push(row as u32);
            for (side, columns) in sides.iter().zip(&mut columns) {
                let breaks = list_row(side.breaks, row);
                let count = |place: u32| breaks.partition_point(|&from| from <= u64::from(place)) as u32;
                let (start, first) = (side.starts[row], side.firsts[row]);
                let values = [
                    start + stretch.start,
                    start + stretch.end,
                    first + count(stretch.start),
                    first + count(stretch.end.saturating_sub(1)),
                ];
                for (column, value) in columns.iter_mut().zip(values) {
                    column.push(value);
                }
            }
        }
    }
    let [copy, source] = columns.map(|side| side.map(build_u32s));
    let mut found = vec![("row", build_u32s(rows))];
    found.extend(["copy_start", "copy_end", "copy_first", "copy_last"].into_iter().zip(copy));
    found.extend(["source_start", "source_end", "source_first", "source_last"].into_iter().zip(source));
    build_record_batch(found)
}

struct RepeatSide<'a> {
    texts: &'a arrow_array::StringArray,
    starts: &'a [u32],
    firsts: &'a [u32],
    breaks: super::alignment::NumberLists<'a>,
}

impl<'a> RepeatSide<'a> {
    fn from_batch(batch: &'a RecordBatch, side: &str) -> Result<Self, ArrowError> {
        Ok(RepeatSide {
            texts: read_strings(batch, &format!("{side}_text"))?,
            starts: read_u32s(batch, &format!("{side}_start"))?,
            firsts: read_u32s(batch, &format!("{side}_first"))?,
            breaks: read_document_lists(batch, &format!("{side}_breaks"))?,
        })
    }

    fn read_text(&self, row: usize) -> ComparedText<'a> {
        ComparedText { text: self.texts.value(row), before: self.starts[row].min(1) }
    }
}

/// Passages, those of two documents (`left`, `right`) together, to the share of either document that any of them covers:
/// `left_cover`, `right_cover`.
#[pyfunction]
pub(super) fn cover_documents(py: Python<'_>, passages: PyBatch) -> PyResult<PyBatch> {
    compute_batch(py, || cover_batch(&passages.0))
}

fn cover_batch(batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let [lefts, rights] = read_columns(batch, ["left", "right"])?;
    let pairs: Vec<(u32, u32)> = lefts.iter().copied().zip(rights.iter().copied()).collect();
    let mut shares: [Vec<f64>; 2] = Default::default();
    for (side, shares) in ["left", "right"].into_iter().zip(&mut shares) {
        let names = ["start", "end", "extent"].map(|name| format!("{side}_{name}"));
        let [starts, ends, extents] = read_columns(batch, [&names[0], &names[1], &names[2]])?;
        for (from, to) in list_runs(&pairs) {
            let mut spans: Vec<(u32, u32)> = (from..to).map(|row| (starts[row], ends[row])).collect();
            spans.sort_unstable();
            let (mut covered, mut done) = (0u64, 0u32);
            for (start, end) in spans {
                covered += u64::from(end.saturating_sub(start.max(done)));
                done = done.max(end);
            }
            let share = covered as f64 / f64::from(extents[from].max(1));
            shares.extend(std::iter::repeat_n(share, to - from));
        }
    }
    let [left, right] = shares.map(|column| Arc::new(Float64Array::from(column)) as ArrayRef);
    build_record_batch(vec![("left_cover", left), ("right_cover", right)])
}
