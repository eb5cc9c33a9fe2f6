//! Windows of pairs of documents: which chunks they need, what is found in them, and what is left of that.

use std::sync::Arc;

use arrow_array::builder::{ListBuilder, UInt64Builder};
use arrow_array::cast::AsArray;
use arrow_array::types::Float64Type;
use arrow_array::{ArrayRef, Float64Array, RecordBatch, UInt32Array, UInt64Array};
use arrow_pyarrow::{FromPyArrow, ToPyArrow};
use arrow_schema::{ArrowError, DataType, Field};
use pyo3::prelude::*;

use super::aligning::{Document, Numbers, Thresholds, list, positions};
use super::arrow::{column, record_batch, u32s, u64s, wrong};
use super::errors::arrow_error;
use super::locating::{measured, outline, passage_batch, small};
use super::meeting::crowd_positions;
use super::units::documents;
use crate::passages::{
    CHUNK, Crowd, Outline, Passage, Side, Window, WindowPoint, in_window, longest, settle as settled,
    windows as of_pair,
};

/// Bits of a chunk's number within its document.
const CHUNK_BITS: u32 = 24;

/// What each pair's windows need: `left`, `right`, `group`, `side`, `chunk`; on a group's first row its points.
#[pyfunction]
pub(super) fn windows<'py>(py: Python<'py>, pairs: Bound<'py, PyAny>, max_gap: usize) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&pairs)?;
    py.detach(|| wanted(&batch, max_gap)).map_err(arrow_error)?.to_pyarrow(py)
}

#[derive(Default)]
struct Wanted {
    numbers: [Vec<u32>; 4],
    chunks: Vec<u64>,
    left: Lists,
    right: Lists,
}

impl Wanted {
    fn push(&mut self, pair: (u32, u32), group: u32, window: &Window) {
        let mut points = &window.points[..];
        for (side, number, range) in [(0, pair.0, &window.left), (1, pair.1, &window.right)] {
            for chunk in range.clone() {
                for (column, value) in self.numbers.iter_mut().zip([pair.0, pair.1, group, side]) {
                    column.push(value);
                }
                self.chunks.push(u64::from(number) << CHUNK_BITS | chunk as u64);
                self.left.push(points.iter().map(|point| u64::from(point.0)));
                self.right.push(points.iter().map(|point| u64::from(point.1)));
                points = &[];
            }
        }
    }

    fn finish(self) -> Result<RecordBatch, ArrowError> {
        let [left, right, group, side] = self.numbers.map(|column| Arc::new(UInt32Array::from(column)) as ArrayRef);
        record_batch(vec![
            ("left", left),
            ("right", right),
            ("group", group),
            ("side", side),
            ("chunk", Arc::new(UInt64Array::from(self.chunks))),
            ("left_positions", self.left.finish()),
            ("right_positions", self.right.finish()),
        ])
    }
}

/// Lists of numbers, a row each.
struct Lists(ListBuilder<UInt64Builder>);

impl Default for Lists {
    fn default() -> Self {
        Lists(ListBuilder::new(UInt64Builder::new()).with_field(Field::new("item", DataType::UInt64, false)))
    }
}

impl Lists {
    fn push(&mut self, values: impl Iterator<Item = u64>) {
        values.for_each(|value| self.0.values().append_value(value));
        self.0.append(true);
    }

    fn finish(mut self) -> ArrayRef {
        Arc::new(self.0.finish())
    }
}

fn wanted(batch: &RecordBatch, max_gap: usize) -> Result<RecordBatch, ArrowError> {
    let (lefts, rights) = (u32s(batch, "left")?, u32s(batch, "right")?);
    let (ones, twos) = (documents(batch, "left_positions")?, documents(batch, "right_positions")?);
    let lengths = documents(batch, "lengths")?;
    let mut found = Wanted::default();
    for row in 0..batch.num_rows() {
        let (ones, twos, lengths) = (positions(ones, row)?, positions(twos, row)?, positions(lengths, row)?);
        if ones.len() != twos.len() || ones.len() != lengths.len() {
            return Err(wrong("lengths"));
        }
        let points: Vec<WindowPoint> = (ones.iter().zip(&twos).zip(&lengths))
            .map(|((&left, &right), &length)| WindowPoint { left, right, length })
            .collect();
        for (window, group) in of_pair(&points, max_gap).iter().zip(0..) {
            found.push((lefts[row], rights[row]), group, window);
        }
    }
    found.finish()
}

/// The passages of windows, whose rows stand together: of both sides `left` and `right`, `first`, `last`, `start`, `end`, then
/// `sentences` and `similarity`.
#[pyfunction]
pub(super) fn locate_windows<'py>(
    py: Python<'py>,
    rows: Bound<'py, PyAny>,
    settings: Thresholds,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&rows)?;
    py.detach(|| in_windows(&batch, &settings)).map_err(arrow_error)?.to_pyarrow(py)
}

fn in_windows(batch: &RecordBatch, settings: &Thresholds) -> Result<RecordBatch, ArrowError> {
    let (lefts, rights, groups) = (u32s(batch, "left")?, u32s(batch, "right")?, u32s(batch, "group")?);
    let (sides, chunks) = (u32s(batch, "side")?, u64s(batch, "chunk")?);
    let (ones, twos) = (documents(batch, "left_positions")?, documents(batch, "right_positions")?);
    let texts = Document::columns(batch, "")?;
    let rows: Vec<usize> = (0..batch.num_rows()).collect();
    let of_window = |row: usize| (lefts[row], rights[row], groups[row]);
    let mut found = Vec::new();
    for own in rows.chunk_by(|&one, &two| of_window(one) == of_window(two)) {
        let mut points = Vec::new();
        let mut parts = [(Vec::new(), u32::MAX), (Vec::new(), u32::MAX)];
        for &row in own {
            points.extend(positions(ones, row)?.into_iter().zip(positions(twos, row)?));
            let part = &mut parts[usize::from(sides[row] == 1)];
            part.1 = part.1.min(((chunks[row] & ((1 << CHUNK_BITS) - 1)) as usize * CHUNK) as u32);
            part.0.extend(texts.sentences(row)?);
        }
        let [left, right] = parts;
        let passages = in_window(left, right, &points, &settings.settings());
        found.extend(passages.into_iter().map(|passage| (lefts[own[0]], rights[own[0]], passage)));
    }
    raw_batch(&found)
}

fn raw_batch(found: &[(u32, u32, Passage)]) -> Result<RecordBatch, ArrowError> {
    let numbers = |of: &dyn Fn(&(u32, u32, Passage)) -> u32| -> ArrayRef {
        Arc::new(UInt32Array::from_iter_values(found.iter().map(of)))
    };
    let similarities = Float64Array::from_iter_values(found.iter().map(|each| each.2.similarity));
    record_batch(vec![
        ("left", numbers(&|each| each.0)),
        ("right", numbers(&|each| each.1)),
        ("left_first", numbers(&|each| each.2.left.first)),
        ("left_last", numbers(&|each| each.2.left.last)),
        ("left_start", numbers(&|each| small(each.2.left.start))),
        ("left_end", numbers(&|each| small(each.2.left.end))),
        ("right_first", numbers(&|each| each.2.right.first)),
        ("right_last", numbers(&|each| each.2.right.last)),
        ("right_start", numbers(&|each| small(each.2.right.start))),
        ("right_end", numbers(&|each| small(each.2.right.end))),
        ("sentences", numbers(&|each| each.2.sentences)),
        ("similarity", Arc::new(similarities)),
    ])
}

/// What of a document is needed besides its texts: `number`, `begin` and `finish` (its first and last character), the
/// positions of `shorts`, and its crowds.
#[pyfunction]
pub(super) fn frames<'py>(py: Python<'py>, works: Bound<'py, PyAny>, least: usize) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&works)?;
    py.detach(|| framed(&batch, least)).map_err(arrow_error)?.to_pyarrow(py)
}

fn framed(batch: &RecordBatch, least: usize) -> Result<RecordBatch, ArrowError> {
    let works = Document::columns(batch, "")?;
    let numbers = u32s(batch, "number")?;
    let (marked, crowds) = (crowd_positions(batch, "crowd_positions")?, crowd_positions(batch, "crowds")?);
    let mut ends = [Vec::new(), Vec::new()];
    let mut lists: [Lists; 5] = Default::default();
    for row in 0..batch.num_rows() {
        let sentences = works.sentences(row)?;
        let own = outline(&sentences, &marked.row(row)?, &crowds.row(row)?, least);
        ends[0].push(small(sentences.first().map_or(0, |each| each.start)));
        ends[1].push(small(sentences.last().map_or(0, |each| each.end)));
        let [short, position, number, start, end] = &mut lists;
        short.push(own.short.iter().map(|&at| u64::from(at)));
        position.push(own.crowds.iter().map(|each| u64::from(each.position)));
        number.push(own.crowds.iter().map(|each| u64::from(each.number)));
        start.push(own.crowds.iter().map(|each| each.start));
        end.push(own.crowds.iter().map(|each| each.end));
    }
    let [begin, finish] = ends.map(|column| Arc::new(UInt32Array::from(column)) as ArrayRef);
    let [short, position, number, start, end] = lists.map(Lists::finish);
    record_batch(vec![
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
pub(super) fn settle<'py>(
    py: Python<'py>,
    pairs: Bound<'py, PyAny>,
    settings: Thresholds,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&pairs)?;
    py.detach(|| rest(&batch, &settings)).map_err(arrow_error)?.to_pyarrow(py)
}

fn rest(batch: &RecordBatch, settings: &Thresholds) -> Result<RecordBatch, ArrowError> {
    let raw = Raw::of(batch)?;
    let (lefts, rights) = (Frames::of(batch, "left")?, Frames::of(batch, "right")?);
    let mut found = Vec::new();
    for row in 0..batch.num_rows() {
        let passages = longest(raw.row(row)?);
        let located = settled(&lefts.outline(row)?, &rights.outline(row)?, passages, &settings.settings());
        found.extend(measured(row, &located, lefts.extent(row), rights.extent(row)));
    }
    passage_batch(&found)
}

/// The passages of pairs, a list for each of their numbers.
struct Raw<'a> {
    sides: [[Numbers<'a>; 4]; 2],
    sentences: Numbers<'a>,
    similarities: &'a arrow_array::ListArray,
}

impl<'a> Raw<'a> {
    fn of(batch: &'a RecordBatch) -> Result<Self, ArrowError> {
        let side = |side: &str| -> Result<[Numbers<'a>; 4], ArrowError> {
            let of = |name: &str| documents(batch, &format!("{side}_{name}"));
            Ok([of("firsts")?, of("lasts")?, of("starts")?, of("ends")?])
        };
        let similarities = column(batch, "similarities")?.as_list_opt::<i32>().ok_or_else(|| wrong("similarities"))?;
        Ok(Raw { sides: [side("left")?, side("right")?], sentences: documents(batch, "sentences")?, similarities })
    }

    fn row(&self, row: usize) -> Result<Vec<Passage>, ArrowError> {
        let values = self.similarities.value(row);
        let values = values.as_primitive_opt::<Float64Type>().ok_or_else(|| wrong("similarities"))?;
        let sentences = list(self.sentences, row);
        let lists = self.sides.map(|side| side.map(|numbers| list(numbers, row)));
        if lists.iter().flatten().any(|each| each.len() != sentences.len()) || values.len() != sentences.len() {
            return Err(wrong("sentences"));
        }
        let side = |of: &[&[u64]; 4], at: usize| Side {
            first: small(of[0][at]),
            last: small(of[1][at]),
            start: of[2][at],
            end: of[3][at],
        };
        let passage = |at: usize| Passage {
            left: side(&lists[0], at),
            right: side(&lists[1], at),
            sentences: small(sentences[at]),
            similarity: values.value(at),
        };
        Ok((0..sentences.len()).map(passage).collect())
    }
}

/// The frames of one side.
struct Frames<'a> {
    ends: [&'a [u32]; 2],
    lists: [Numbers<'a>; 5],
}

impl<'a> Frames<'a> {
    fn of(batch: &'a RecordBatch, side: &str) -> Result<Self, ArrowError> {
        let ends = [u32s(batch, &format!("{side}_begin"))?, u32s(batch, &format!("{side}_finish"))?];
        let of = |name: &str| documents(batch, &format!("{side}_{name}"));
        let lists = [of("shorts")?, of("crowd_positions")?, of("crowds")?, of("crowd_starts")?, of("crowd_ends")?];
        Ok(Frames { ends, lists })
    }

    fn extent(&self, row: usize) -> (u64, u64) {
        (u64::from(self.ends[0][row]), u64::from(self.ends[1][row]))
    }

    fn outline(&self, row: usize) -> Result<Outline, ArrowError> {
        let [short, position, number, start, end] = self.lists.map(|numbers| list(numbers, row));
        if [number, start, end].iter().any(|each| each.len() != position.len()) {
            return Err(wrong("crowds"));
        }
        let crowd = |at: usize| Crowd {
            position: small(position[at]),
            number: small(number[at]),
            start: start[at],
            end: end[at],
        };
        let crowds = (0..position.len()).map(crowd).collect();
        Ok(Outline { crowds, short: short.iter().map(|&at| small(at)).collect() })
    }
}
