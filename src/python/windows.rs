//! Windows of pairs of documents: which chunks they need, what is found in them, and what is left of that.

use std::collections::BTreeSet;
use std::sync::Arc;

use arrow_array::builder::{ListBuilder, UInt64Builder};
use arrow_array::cast::AsArray;
use arrow_array::types::Float64Type;
use arrow_array::{ArrayRef, Float64Array, RecordBatch, UInt32Array, UInt64Array};
use arrow_schema::{ArrowError, DataType, Field};
use pyo3::prelude::*;

use super::alignment::{AlignmentSettings, DocumentColumns, NumberLists, list_row, read_positions};
use super::arrow::{PyBatch, build_record_batch, compute_batch, find_column, read_u32s, read_u64s, wrong_column_error};
use super::passages::{build_located_batch, measure_passages, narrow_number, outline_document};
use super::shared_places::read_crowd_positions;
use super::units::read_document_lists;
use crate::passages::{
    Crowd, DocumentSide, Outline, Passage, Side, Window, WindowPoint, WindowTexts, drop_overlapped,
    find_windows as of_pair, resolve_passages as settled,
};

/// Bits of a chunk's number within its document.
const CHUNK_NUMBER_BITS: u32 = 24;

/// What each pair's windows need: `left`, `right`, `group`, `side`, `chunk`; on a group's first row its points, and the window of
/// each.
#[pyfunction]
pub(super) fn plan_windows(py: Python<'_>, pairs: PyBatch, max_gap: usize) -> PyResult<PyBatch> {
    let batch = pairs.0;
    compute_batch(py, || plan_batch_windows(&batch, max_gap))
}

/// Windows of a pair that are looked at together, so that a chunk which several need is moved and read once. They need about so
/// many chunks, a megabyte or two: tables of a format that two long documents share make thousands of windows.
const LOT_CHUNKS: usize = 512;

/// Windows of a pair and the chunks that they need.
#[derive(Default)]
struct Lot<'a> {
    windows: Vec<&'a Window>,
    left: BTreeSet<usize>,
    right: BTreeSet<usize>,
}

/// The windows of a pair in lots.
fn gather_lots(windows: &[Window]) -> Vec<Lot<'_>> {
    let mut lots: Vec<Lot<'_>> = Vec::new();
    for window in windows {
        let own = window.left.len() + window.right.len();
        let has_room = |lot: &Lot<'_>| lot.left.len() + lot.right.len() + own <= LOT_CHUNKS;
        if !lots.last().is_some_and(has_room) {
            lots.push(Lot::default());
        }
        if let Some(lot) = lots.last_mut() {
            lot.left.extend(window.left.clone());
            lot.right.extend(window.right.clone());
            lot.windows.push(window);
        }
    }
    lots
}

#[derive(Default)]
struct WindowRows {
    numbers: [Vec<u32>; 4],
    chunks: Vec<u64>,
    left: Lists,
    right: Lists,
    windows: Lists,
}

impl WindowRows {
    fn push(&mut self, pair: (u32, u32), number: u32, lot: &Lot<'_>) {
        let mut points: Vec<(u64, u64, u64)> = Vec::new();
        for (window, at) in lot.windows.iter().zip(0..) {
            points.extend(window.points.iter().map(|point| (u64::from(point.0), u64::from(point.1), at)));
        }
        for (side, document, chunks) in [(0, pair.0, &lot.left), (1, pair.1, &lot.right)] {
            for &chunk in chunks {
                for (column, value) in self.numbers.iter_mut().zip([pair.0, pair.1, number, side]) {
                    column.push(value);
                }
                self.chunks.push(u64::from(document) << CHUNK_NUMBER_BITS | chunk as u64);
                self.left.push(points.iter().map(|point| point.0));
                self.right.push(points.iter().map(|point| point.1));
                self.windows.push(points.iter().map(|point| point.2));
                points.clear();
            }
        }
    }

    fn finish(self) -> Result<RecordBatch, ArrowError> {
        let [left, right, group, side] = self.numbers.map(|column| Arc::new(UInt32Array::from(column)) as ArrayRef);
        build_record_batch(vec![
            ("left", left),
            ("right", right),
            ("group", group),
            ("side", side),
            ("chunk", Arc::new(UInt64Array::from(self.chunks))),
            ("left_positions", self.left.finish()),
            ("right_positions", self.right.finish()),
            ("windows", self.windows.finish()),
        ])
    }
}

/// Lists of numbers, a row each.
pub(super) struct Lists(ListBuilder<UInt64Builder>);

impl Default for Lists {
    fn default() -> Self {
        Lists(ListBuilder::new(UInt64Builder::new()).with_field(Field::new("item", DataType::UInt64, false)))
    }
}

impl Lists {
    pub(super) fn push(&mut self, values: impl Iterator<Item = u64>) {
        values.for_each(|value| self.0.values().append_value(value));
        self.0.append(true);
    }

    pub(super) fn finish(mut self) -> ArrayRef {
        Arc::new(self.0.finish())
    }
}

fn plan_batch_windows(batch: &RecordBatch, max_gap: usize) -> Result<RecordBatch, ArrowError> {
    let (lefts, rights) = (read_u32s(batch, "left")?, read_u32s(batch, "right")?);
    let (ones, twos) = (read_document_lists(batch, "left_positions")?, read_document_lists(batch, "right_positions")?);
    let lengths = read_document_lists(batch, "lengths")?;
    let mut found = WindowRows::default();
    for row in 0..batch.num_rows() {
        let (ones, twos, lengths) =
            (read_positions(ones, row)?, read_positions(twos, row)?, read_positions(lengths, row)?);
        if ones.len() != twos.len() || ones.len() != lengths.len() {
            return Err(wrong_column_error("lengths"));
        }
        let points: Vec<WindowPoint> = (ones.iter().zip(&twos).zip(&lengths))
            .map(|((&left, &right), &length)| WindowPoint { left, right, length })
            .collect();
        for (lot, group) in gather_lots(&of_pair(&points, max_gap)).iter().zip(0..) {
            found.push((lefts[row], rights[row]), group, lot);
        }
    }
    found.finish()
}

/// The passages of windows, whose rows stand together: of both sides `left` and `right`, `first`, `last`, `start`, `end`, then
/// `sentences` and `similarity`.
#[pyfunction]
pub(super) fn locate_in_windows(py: Python<'_>, rows: PyBatch, settings: AlignmentSettings) -> PyResult<PyBatch> {
    let batch = rows.0;
    compute_batch(py, || locate_in_batch(&batch, &settings))
}

fn locate_in_batch(batch: &RecordBatch, settings: &AlignmentSettings) -> Result<RecordBatch, ArrowError> {
    let (lefts, rights, groups) = (read_u32s(batch, "left")?, read_u32s(batch, "right")?, read_u32s(batch, "group")?);
    let (sides, chunks) = (read_u32s(batch, "side")?, read_u64s(batch, "chunk")?);
    let of = |name: &str| read_document_lists(batch, name);
    let (ones, twos, windows) = (of("left_positions")?, of("right_positions")?, of("windows")?);
    let texts = DocumentColumns::from_batch(batch, "")?;
    let settings = settings.to_passage_settings();
    let rows: Vec<usize> = (0..batch.num_rows()).collect();
    let of_lot = |row: usize| (lefts[row], rights[row], groups[row]);
    let mut found = Vec::new();
    for own in rows.chunk_by(|&one, &two| of_lot(one) == of_lot(two)) {
        let mut points = Vec::new();
        let mut lot = WindowTexts::default();
        for &row in own {
            let (ones, twos, windows) =
                (read_positions(ones, row)?, read_positions(twos, row)?, read_positions(windows, row)?);
            if ones.len() != twos.len() || ones.len() != windows.len() {
                return Err(wrong_column_error("windows"));
            }
            points.extend(ones.into_iter().zip(twos).zip(windows));
            let side = if sides[row] == 1 { DocumentSide::Right } else { DocumentSide::Left };
            let chunk = (chunks[row] & ((1 << CHUNK_NUMBER_BITS) - 1)) as usize;
            lot.add_chunk(side, chunk, texts.read_sentences(row)?);
        }
        for window in points.chunk_by(|one, two| one.1 == two.1) {
            let points: Vec<(u32, u32)> = window.iter().map(|each| each.0).collect();
            let passages = lot.locate(&points, &settings);
            found.extend(passages.into_iter().map(|passage| (lefts[own[0]], rights[own[0]], passage)));
        }
    }
    build_raw_batch(&found)
}

fn build_raw_batch(found: &[(u32, u32, Passage)]) -> Result<RecordBatch, ArrowError> {
    let numbers = |of: &dyn Fn(&(u32, u32, Passage)) -> u32| -> ArrayRef {
        Arc::new(UInt32Array::from_iter_values(found.iter().map(of)))
    };
    let similarities = Float64Array::from_iter_values(found.iter().map(|each| each.2.similarity));
    build_record_batch(vec![
        ("left", numbers(&|each| each.0)),
        ("right", numbers(&|each| each.1)),
        ("left_first", numbers(&|each| each.2.left.first)),
        ("left_last", numbers(&|each| each.2.left.last)),
        ("left_start", numbers(&|each| narrow_number(each.2.left.start))),
        ("left_end", numbers(&|each| narrow_number(each.2.left.end))),
        ("right_first", numbers(&|each| each.2.right.first)),
        ("right_last", numbers(&|each| each.2.right.last)),
        ("right_start", numbers(&|each| narrow_number(each.2.right.start))),
        ("right_end", numbers(&|each| narrow_number(each.2.right.end))),
        ("sentences", numbers(&|each| each.2.sentences)),
        ("similarity", Arc::new(similarities)),
    ])
}

/// What of a document is needed besides its texts: `number`, `begin` and `finish` (its first and last character), the
/// positions of `shorts`, and its crowds.
#[pyfunction]
pub(super) fn outline_documents(py: Python<'_>, works: PyBatch, least: usize) -> PyResult<PyBatch> {
    let batch = works.0;
    compute_batch(py, || outline_batch(&batch, least))
}

fn outline_batch(batch: &RecordBatch, least: usize) -> Result<RecordBatch, ArrowError> {
    let works = DocumentColumns::from_batch(batch, "")?;
    let numbers = read_u32s(batch, "number")?;
    let (marked, crowds) = (read_crowd_positions(batch, "crowd_positions")?, read_crowd_positions(batch, "crowds")?);
    let mut ends = [Vec::new(), Vec::new()];
    let mut lists: [Lists; 5] = Default::default();
    for row in 0..batch.num_rows() {
        let sentences = works.read_sentences(row)?;
        let own = outline_document(&sentences, &marked.read_row(row)?, &crowds.read_row(row)?, least);
        ends[0].push(narrow_number(sentences.first().map_or(0, |each| each.start)));
        ends[1].push(narrow_number(sentences.last().map_or(0, |each| each.end)));
        let [short, position, number, start, end] = &mut lists;
        short.push(own.short.iter().map(|&at| u64::from(at)));
        position.push(own.crowds.iter().map(|each| u64::from(each.position)));
        number.push(own.crowds.iter().map(|each| u64::from(each.number)));
        start.push(own.crowds.iter().map(|each| each.start));
        end.push(own.crowds.iter().map(|each| each.end));
    }
    let [begin, finish] = ends.map(|column| Arc::new(UInt32Array::from(column)) as ArrayRef);
    let [short, position, number, start, end] = lists.map(Lists::finish);
    build_record_batch(vec![
        ("number", Arc::new(UInt32Array::from(numbers.to_vec())) as ArrayRef),
        ("begin", begin),
        ("finish", finish),
        ("shorts", short),
        ("crowd_positions", position),
        ("crowds", number),
        ("crowd_starts", start),
        ("crowd_ends", end),
    ])
}

/// What is left of each pair's passages, with the boilerplate beside them; as `locate` gives it. The passages are lists
/// (`left_firsts` ... `similarities`), the frames of both documents stand beside them (`left_begin` ...).
#[pyfunction]
pub(super) fn resolve_passages(py: Python<'_>, pairs: PyBatch, settings: AlignmentSettings) -> PyResult<PyBatch> {
    let batch = pairs.0;
    compute_batch(py, || resolve_batch(&batch, &settings))
}

fn resolve_batch(batch: &RecordBatch, settings: &AlignmentSettings) -> Result<RecordBatch, ArrowError> {
    let raw = RawPassages::from_batch(batch)?;
    let (lefts, rights) = (OutlineColumns::from_batch(batch, "left")?, OutlineColumns::from_batch(batch, "right")?);
    let mut found = Vec::new();
    for row in 0..batch.num_rows() {
        let passages = drop_overlapped(raw.read_passages(row)?);
        let located =
            settled(&lefts.read_outline(row)?, &rights.read_outline(row)?, passages, &settings.to_passage_settings());
        found.extend(measure_passages(row, &located, lefts.read_extent(row), rights.read_extent(row)));
    }
    build_located_batch(&found)
}

/// The passages of pairs, a list for each of their numbers.
struct RawPassages<'a> {
    sides: [[NumberLists<'a>; 4]; 2],
    sentences: NumberLists<'a>,
    similarities: &'a arrow_array::ListArray,
}

impl<'a> RawPassages<'a> {
    fn from_batch(batch: &'a RecordBatch) -> Result<Self, ArrowError> {
        let side = |side: &str| -> Result<[NumberLists<'a>; 4], ArrowError> {
            let of = |name: &str| read_document_lists(batch, &format!("{side}_{name}"));
            Ok([of("firsts")?, of("lasts")?, of("starts")?, of("ends")?])
        };
        let similarities = find_column(batch, "similarities")?
            .as_list_opt::<i32>()
            .ok_or_else(|| wrong_column_error("similarities"))?;
        Ok(RawPassages {
            sides: [side("left")?, side("right")?],
            sentences: read_document_lists(batch, "sentences")?,
            similarities,
        })
    }

    fn read_passages(&self, row: usize) -> Result<Vec<Passage>, ArrowError> {
        let values = self.similarities.value(row);
        let values = values.as_primitive_opt::<Float64Type>().ok_or_else(|| wrong_column_error("similarities"))?;
        let sentences = list_row(self.sentences, row);
        let lists = self.sides.map(|side| side.map(|numbers| list_row(numbers, row)));
        if lists.iter().flatten().any(|each| each.len() != sentences.len()) || values.len() != sentences.len() {
            return Err(wrong_column_error("sentences"));
        }
        let side = |of: &[&[u64]; 4], at: usize| Side {
            first: narrow_number(of[0][at]),
            last: narrow_number(of[1][at]),
            start: of[2][at],
            end: of[3][at],
        };
        let passage = |at: usize| Passage {
            left: side(&lists[0], at),
            right: side(&lists[1], at),
            sentences: narrow_number(sentences[at]),
            similarity: values.value(at),
        };
        Ok((0..sentences.len()).map(passage).collect())
    }
}

/// The frames of one side.
struct OutlineColumns<'a> {
    ends: [&'a [u32]; 2],
    lists: [NumberLists<'a>; 5],
}

impl<'a> OutlineColumns<'a> {
    fn from_batch(batch: &'a RecordBatch, side: &str) -> Result<Self, ArrowError> {
        let ends = [read_u32s(batch, &format!("{side}_begin"))?, read_u32s(batch, &format!("{side}_finish"))?];
        let of = |name: &str| read_document_lists(batch, &format!("{side}_{name}"));
        let lists = [of("shorts")?, of("crowd_positions")?, of("crowds")?, of("crowd_starts")?, of("crowd_ends")?];
        Ok(OutlineColumns { ends, lists })
    }

    fn read_extent(&self, row: usize) -> (u64, u64) {
        (u64::from(self.ends[0][row]), u64::from(self.ends[1][row]))
    }

    fn read_outline(&self, row: usize) -> Result<Outline, ArrowError> {
        let [short, position, number, start, end] = self.lists.map(|numbers| list_row(numbers, row));
        if [number, start, end].iter().any(|each| each.len() != position.len()) {
            return Err(wrong_column_error("crowds"));
        }
        let crowd = |at: usize| Crowd {
            position: narrow_number(position[at]),
            number: narrow_number(number[at]),
            start: start[at],
            end: end[at],
        };
        let crowds = (0..position.len()).map(crowd).collect();
        Ok(Outline { crowds, short: short.iter().map(|&at| narrow_number(at)).collect() })
    }
}
