//! Pairs of documents, with what they were found by, to the passages they share.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Float64Type;
use arrow_array::{ArrayRef, BooleanArray, Float64Array, RecordBatch, UInt32Array};
use arrow_pyarrow::{FromPyArrow, ToPyArrow};
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use super::aligning::{Document, Thresholds, positions};
use super::arrow::{column, record_batch, wrong};
use super::errors::arrow_error;
use super::meeting::{Marked, crowd_positions};
use super::units::{documents, weight_of};
use crate::passages::{
    By, Crowd, How, Located, Match, Outline, Passage, Sentence, Side, Work, locate as locate_in, union,
};

/// What of a pair's settings is not about words.
#[derive(FromPyObject)]
pub(super) struct Ways {
    by: String,
    min_sentences: u32,
    extend: bool,
    thorough: usize,
}

/// The passages of each pair: `pair` is its row, then of either side `first`, `last`, `start`, `end`, `share` (of the
/// document), `extent` (its length) and `cover` (the share in any passage of the pair that is not boilerplate), then
/// `sentences`, `similarity`, `boilerplate`. `least` is the weight that a sentence needs to be matched.
#[pyfunction]
pub(super) fn locate<'py>(
    py: Python<'py>,
    pairs: Bound<'py, PyAny>,
    settings: Bound<'py, PyAny>,
    least: usize,
    either: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&pairs)?;
    let ways: Ways = settings.extract()?;
    let thresholds: Thresholds = settings.extract()?;
    let by = match ways.by.as_str() {
        "sentences" => By::Sentences(ways.min_sentences, ways.extend),
        _ => By::Words,
    };
    let how = How { by, settings: thresholds.settings(), thorough: ways.thorough, either };
    py.detach(|| located(&batch, &how, least)).map_err(arrow_error)?.to_pyarrow(py)
}

fn located(batch: &RecordBatch, how: &How, least: usize) -> Result<RecordBatch, ArrowError> {
    let (lefts, rights) = (Works::of(batch, "left")?, Works::of(batch, "right")?);
    let (left_points, right_points) = (documents(batch, "left_positions")?, documents(batch, "right_positions")?);
    let lists = column(batch, "similarities")?.as_list_opt::<i32>().ok_or_else(|| wrong("similarities"))?;
    let scores = lists.values().as_primitive_opt::<Float64Type>().ok_or_else(|| wrong("similarities"))?.values();
    let mut found = Vec::new();
    for row in 0..batch.num_rows() {
        let (left, right) = (lefts.row(row, least)?, rights.row(row, least)?);
        let (ones, twos) = (positions(left_points, row)?, positions(right_points, row)?);
        let scores = &scores[lists.value_offsets()[row] as usize..lists.value_offsets()[row + 1] as usize];
        if ones.len() != twos.len() || ones.len() != scores.len() {
            return Err(wrong("similarities"));
        }
        let points: Vec<Match> = (ones.iter().zip(&twos).zip(scores))
            .map(|((&left, &right), &similarity)| Match { left, right, similarity })
            .collect();
        let passages = locate_in(&left, &right, &points, how);
        found.extend(measured(row, &passages, extent(&left), extent(&right)));
    }
    passage_batch(&found)
}

struct Works<'a> {
    documents: Document<'a>,
    positions: Marked<'a>,
    crowds: Marked<'a>,
}

impl<'a> Works<'a> {
    fn of(batch: &'a RecordBatch, side: &str) -> Result<Self, ArrowError> {
        Ok(Works {
            documents: Document::columns(batch, &format!("{side}_"))?,
            positions: crowd_positions(batch, &format!("{side}_crowd_positions"))?,
            crowds: crowd_positions(batch, &format!("{side}_crowds"))?,
        })
    }

    fn row(&self, row: usize, least: usize) -> Result<Work<'a>, ArrowError> {
        let sentences = self.documents.sentences(row)?;
        let outline = outline(&sentences, &self.positions.row(row)?, &self.crowds.row(row)?, least);
        Ok(Work { sentences, outline })
    }
}

/// The sentences of a document that are in crowds, or too short to be matched.
pub(super) fn outline(sentences: &[Sentence<'_>], positions: &[u32], numbers: &[u32], least: usize) -> Outline {
    let crowd = |(&position, &number): (&u32, &u32)| {
        let sentence = sentences.get(position as usize)?;
        Some(Crowd { position, number, start: sentence.start, end: sentence.end })
    };
    let short = sentences.iter().zip(0..).filter(|(each, _)| weight_of(each.text) < least).map(|(_, at)| at);
    Outline { crowds: positions.iter().zip(numbers).filter_map(crowd).collect(), short: short.collect() }
}

/// From where to where a document's sentences go.
fn extent(work: &Work<'_>) -> (u64, u64) {
    (work.sentences.first().map_or(0, |each| each.start), work.sentences.last().map_or(0, |each| each.end))
}

pub(super) struct Row {
    pair: u32,
    located: Located,
    extents: (u32, u32),
    covers: (f64, f64),
}

pub(super) fn measured(pair: usize, passages: &[Located], left: (u64, u64), right: (u64, u64)) -> Vec<Row> {
    let length = |(start, end): (u64, u64)| small(end.saturating_sub(start));
    let extents = (length(left), length(right));
    let cover = |of: fn(&Passage) -> &Side, extent: u32| {
        let own = passages.iter().filter(|each| !each.boilerplate).map(|each| of(&each.passage));
        let covered = union(own.map(|side| (small(side.start), small(side.end))).collect());
        (covered as f64 / f64::from(extent.max(1))).min(1.0)
    };
    let covers = (cover(|each| &each.left, extents.0), cover(|each| &each.right, extents.1));
    passages.iter().map(|&located| Row { pair: pair as u32, located, extents, covers }).collect()
}

/// Documents are cut at far less than 4 GB.
pub(super) fn small(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

pub(super) fn passage_batch(rows: &[Row]) -> Result<RecordBatch, ArrowError> {
    let numbers =
        |of: &dyn Fn(&Row) -> u32| -> ArrayRef { Arc::new(UInt32Array::from_iter_values(rows.iter().map(of))) };
    let shares =
        |of: &dyn Fn(&Row) -> f64| -> ArrayRef { Arc::new(Float64Array::from_iter_values(rows.iter().map(of))) };
    let mut columns = vec![("pair", numbers(&|row| row.pair))];
    let left: fn(&Row) -> (&Side, u32, f64) = |row| (&row.located.passage.left, row.extents.0, row.covers.0);
    let right: fn(&Row) -> (&Side, u32, f64) = |row| (&row.located.passage.right, row.extents.1, row.covers.1);
    for (names, side) in [(LEFT, left), (RIGHT, right)] {
        columns.push((names[0], numbers(&|row| side(row).0.first)));
        columns.push((names[1], numbers(&|row| side(row).0.last)));
        columns.push((names[2], numbers(&|row| small(side(row).0.start))));
        columns.push((names[3], numbers(&|row| small(side(row).0.end))));
        columns.push((names[4], shares(&|row| share(side(row).0, side(row).1))));
        columns.push((names[5], numbers(&|row| side(row).1)));
        columns.push((names[6], shares(&|row| side(row).2)));
    }
    columns.push(("sentences", numbers(&|row| row.located.passage.sentences)));
    columns.push(("similarity", shares(&|row| row.located.passage.similarity)));
    let boilerplate: BooleanArray = rows.iter().map(|row| Some(row.located.boilerplate)).collect();
    columns.push(("boilerplate", Arc::new(boilerplate)));
    record_batch(columns)
}

fn share(side: &Side, extent: u32) -> f64 {
    (side.end.saturating_sub(side.start) as f64 / f64::from(extent.max(1))).min(1.0)
}

const LEFT: [&str; 7] =
    ["left_first", "left_last", "left_start", "left_end", "left_share", "left_extent", "left_cover"];
const RIGHT: [&str; 7] =
    ["right_first", "right_last", "right_start", "right_end", "right_share", "right_extent", "right_cover"];
