//! Pairs of documents, with what they were found by, to the passages they share.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Float64Type;
use arrow_array::{ArrayRef, BooleanArray, Float64Array, RecordBatch, UInt32Array};
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use super::alignment::{AlignmentSettings, DocumentColumns, read_positions};
use super::arrow::{PyBatch, build_record_batch, compute_batch, find_column, wrong_column_error};
use super::shared_places::{PositionLists, read_crowd_positions};
use super::units::{read_document_lists, weigh_text};
use crate::passages::{
    ComparedDocument, Crowd, LocateMethod, LocateSettings, LocatedPassage, Match, Outline, Passage, Sentence, Side,
    count_union, locate_passages as locate_in,
};

/// What of a pair's settings is not about words.
#[derive(FromPyObject)]
pub(super) struct LocateOptions {
    by: String,
    min_sentences: u32,
    extend: bool,
    thorough: usize,
    noise: String,
}

/// The passages of each pair: `pair` is its row, then of either side `first`, `last`, `start`, `end`, `share` (of the
/// document), `extent` (its length) and `cover` (the share in any passage of the pair that is not boilerplate), then
/// `sentences`, `similarity`, `boilerplate`. `least` is the weight that a sentence needs to be matched.
#[pyfunction]
pub(super) fn locate_passages<'py>(
    py: Python<'py>,
    pairs: PyBatch,
    settings: Bound<'py, PyAny>,
    least: usize,
    either: bool,
) -> PyResult<PyBatch> {
    let batch = pairs.0;
    let ways: LocateOptions = settings.extract()?;
    let thresholds: AlignmentSettings = settings.extract()?;
    let by = match ways.by.as_str() {
        "sentences" => LocateMethod::Sentences(ways.min_sentences, ways.extend),
        _ => LocateMethod::Words,
    };
    let how = LocateSettings {
        by,
        settings: thresholds.to_passage_settings(),
        thorough: ways.thorough,
        either,
        noisy: ways.noise == "ocr",
    };
    compute_batch(py, || locate_batch(&batch, &how, least))
}

fn locate_batch(batch: &RecordBatch, how: &LocateSettings, least: usize) -> Result<RecordBatch, ArrowError> {
    let (lefts, rights) = (DocumentRows::from_batch(batch, "left")?, DocumentRows::from_batch(batch, "right")?);
    let (left_points, right_points) =
        (read_document_lists(batch, "left_positions")?, read_document_lists(batch, "right_positions")?);
    let lists =
        find_column(batch, "similarities")?.as_list_opt::<i32>().ok_or_else(|| wrong_column_error("similarities"))?;
    let scores =
        lists.values().as_primitive_opt::<Float64Type>().ok_or_else(|| wrong_column_error("similarities"))?.values();
    let mut found = Vec::new();
    for row in 0..batch.num_rows() {
        let (left, right) = (lefts.read_document(row, least)?, rights.read_document(row, least)?);
        let (ones, twos) = (read_positions(left_points, row)?, read_positions(right_points, row)?);
        let scores = &scores[lists.value_offsets()[row] as usize..lists.value_offsets()[row + 1] as usize];
        if ones.len() != twos.len() || ones.len() != scores.len() {
            return Err(wrong_column_error("similarities"));
        }
        let points: Vec<Match> = (ones.iter().zip(&twos).zip(scores))
            .map(|((&left, &right), &similarity)| Match { left, right, similarity })
            .collect();
        let passages = locate_in(&left, &right, &points, how);
        found.extend(measure_passages(row, &passages, find_extent(&left), find_extent(&right)));
    }
    build_located_batch(&found)
}

struct DocumentRows<'a> {
    documents: DocumentColumns<'a>,
    positions: PositionLists<'a>,
    crowds: PositionLists<'a>,
}

impl<'a> DocumentRows<'a> {
    fn from_batch(batch: &'a RecordBatch, side: &str) -> Result<Self, ArrowError> {
        Ok(DocumentRows {
            documents: DocumentColumns::from_batch(batch, &format!("{side}_"))?,
            positions: read_crowd_positions(batch, &format!("{side}_crowd_positions"))?,
            crowds: read_crowd_positions(batch, &format!("{side}_crowds"))?,
        })
    }

    fn read_document(&self, row: usize, least: usize) -> Result<ComparedDocument<'a>, ArrowError> {
        let sentences = self.documents.read_sentences(row)?;
        let outline = outline_document(&sentences, &self.positions.read_row(row)?, &self.crowds.read_row(row)?, least);
        Ok(ComparedDocument { sentences, outline })
    }
}

/// The sentences of a document that are in crowds, or too short to be matched.
pub(super) fn outline_document(
    sentences: &[Sentence<'_>],
    positions: &[u32],
    numbers: &[u32],
    least: usize,
) -> Outline {
    let crowd = |(&position, &number): (&u32, &u32)| {
        let sentence = sentences.get(position as usize)?;
        Some(Crowd { position, number, start: sentence.start, end: sentence.end })
    };
    let short = sentences.iter().zip(0..).filter(|(each, _)| weigh_text(each.text) < least).map(|(_, at)| at);
    Outline { crowds: positions.iter().zip(numbers).filter_map(crowd).collect(), short: short.collect() }
}

/// From where to where a document's sentences go.
fn find_extent(work: &ComparedDocument<'_>) -> (u64, u64) {
    (work.sentences.first().map_or(0, |each| each.start), work.sentences.last().map_or(0, |each| each.end))
}

pub(super) struct Row {
    pair: u32,
    located: LocatedPassage,
    extents: (u32, u32),
    covers: (f64, f64),
}

pub(super) fn measure_passages(
    pair: usize,
    passages: &[LocatedPassage],
    left: (u64, u64),
    right: (u64, u64),
) -> Vec<Row> {
    let length = |(start, end): (u64, u64)| narrow_number(end.saturating_sub(start));
    let extents = (length(left), length(right));
    let cover = |of: fn(&Passage) -> &Side, extent: u32| {
        let own = passages.iter().filter(|each| !each.boilerplate).map(|each| of(&each.passage));
        let covered = count_union(own.map(|side| (narrow_number(side.start), narrow_number(side.end))).collect());
        (covered as f64 / f64::from(extent.max(1))).min(1.0)
    };
    let covers = (cover(|each| &each.left, extents.0), cover(|each| &each.right, extents.1));
    passages.iter().map(|&located| Row { pair: pair as u32, located, extents, covers }).collect()
}

/// Documents are cut at far less than 4 GB.
pub(super) fn narrow_number(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

pub(super) fn build_located_batch(rows: &[Row]) -> Result<RecordBatch, ArrowError> {
    let numbers =
        |of: &dyn Fn(&Row) -> u32| -> ArrayRef { Arc::new(UInt32Array::from_iter_values(rows.iter().map(of))) };
    let shares =
        |of: &dyn Fn(&Row) -> f64| -> ArrayRef { Arc::new(Float64Array::from_iter_values(rows.iter().map(of))) };
    let mut columns = vec![("pair", numbers(&|row| row.pair))];
    let left: fn(&Row) -> (&Side, u32, f64) = |row| (&row.located.passage.left, row.extents.0, row.covers.0);
    let right: fn(&Row) -> (&Side, u32, f64) = |row| (&row.located.passage.right, row.extents.1, row.covers.1);
    for (names, side) in [(LEFT_COLUMNS, left), (RIGHT_COLUMNS, right)] {
        columns.push((names[0], numbers(&|row| side(row).0.first)));
        columns.push((names[1], numbers(&|row| side(row).0.last)));
        columns.push((names[2], numbers(&|row| narrow_number(side(row).0.start))));
        columns.push((names[3], numbers(&|row| narrow_number(side(row).0.end))));
        columns.push((names[4], shares(&|row| measure_share(side(row).0, side(row).1))));
        columns.push((names[5], numbers(&|row| side(row).1)));
        columns.push((names[6], shares(&|row| side(row).2)));
    }
    columns.push(("sentences", numbers(&|row| row.located.passage.sentences)));
    columns.push(("similarity", shares(&|row| row.located.passage.similarity)));
    let boilerplate: BooleanArray = rows.iter().map(|row| Some(row.located.boilerplate)).collect();
    columns.push(("boilerplate", Arc::new(boilerplate)));
    build_record_batch(columns)
}

fn measure_share(side: &Side, extent: u32) -> f64 {
    (side.end.saturating_sub(side.start) as f64 / f64::from(extent.max(1))).min(1.0)
}

const LEFT_COLUMNS: [&str; 7] =
    ["left_first", "left_last", "left_start", "left_end", "left_share", "left_extent", "left_cover"];
const RIGHT_COLUMNS: [&str; 7] =
    ["right_first", "right_last", "right_start", "right_end", "right_share", "right_extent", "right_cover"];
