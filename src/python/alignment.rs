//! Pairs of documents to the passages they share.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Float64Type;
use arrow_array::{ArrayRef, Float64Array, ListArray, RecordBatch, StringArray, UInt32Array, UInt64Array};
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use super::arrow::{PyBatch, build_record_batch, compute_batch, find_column, read_strings, wrong_column_error};
use super::units::read_document_lists;
use crate::passages::{
    Match, MatchRun, Passage, RunRules, Sentence, Settings, align_documents as align_pair,
    find_match_runs as diagonals_of_pair,
};

/// The settings, read from the attributes of the Python object that holds them.
#[derive(FromPyObject)]
pub(super) struct AlignmentSettings {
    max_gap: usize,
    min_passage: u64,
    evidence: f64,
    consistency: f64,
    summary_evidence: f64,
}

impl AlignmentSettings {
    pub(super) fn to_passage_settings(&self) -> Settings {
        Settings {
            max_gap: self.max_gap,
            min_characters: self.min_passage,
            evidence: self.evidence,
            consistency: self.consistency,
            summary_evidence: self.summary_evidence,
            density: 0.0,
        }
    }
}

/// The passages of each pair of documents, a row of the batch each; `pair` is that row's number.
#[pyfunction]
pub(super) fn align_documents(py: Python<'_>, pairs: PyBatch, settings: AlignmentSettings) -> PyResult<PyBatch> {
    let batch = pairs.0;
    let settings = settings.to_passage_settings();
    compute_batch(py, || align_batch(&batch, &settings))
}

fn align_batch(batch: &RecordBatch, settings: &Settings) -> Result<RecordBatch, ArrowError> {
    let (lefts, rights) = (DocumentColumns::from_batch(batch, "left_")?, DocumentColumns::from_batch(batch, "right_")?);
    let mut found: Vec<(u32, Passage)> = Vec::new();
    for row in 0..batch.num_rows() {
        let passages = align_pair(&lefts.read_sentences(row)?, &rights.read_sentences(row)?, settings);
        found.extend(passages.into_iter().map(|passage| (row as u32, passage)));
    }
    build_passage_batch(&found)
}

/// The columns of one side.
pub(super) struct DocumentColumns<'a> {
    texts: &'a StringArray,
    cuts: NumberLists<'a>,
    starts: NumberLists<'a>,
    ends: NumberLists<'a>,
}

pub(super) type NumberLists<'a> = (&'a ListArray, &'a [u64]);

impl<'a> DocumentColumns<'a> {
    pub(super) fn from_batch(batch: &'a RecordBatch, side: &str) -> Result<Self, ArrowError> {
        Ok(DocumentColumns {
            texts: read_strings(batch, &format!("{side}text"))?,
            cuts: read_document_lists(batch, &format!("{side}cuts"))?,
            starts: read_document_lists(batch, &format!("{side}starts"))?,
            ends: read_document_lists(batch, &format!("{side}ends"))?,
        })
    }

    /// The sentences of a row. Columns that contradict each other are an error, not a panic.
    pub(super) fn read_sentences(&self, row: usize) -> Result<Vec<Sentence<'a>>, ArrowError> {
        let (cuts, starts, ends) = (list_row(self.cuts, row), list_row(self.starts, row), list_row(self.ends, row));
        let text = self.texts.value(row);
        if starts.len() != cuts.len() || ends.len() != cuts.len() {
            return Err(wrong_column_error("starts"));
        }
        let mut sentences = Vec::with_capacity(cuts.len());
        let mut at = 0usize;
        for ((&cut, &start), &end) in cuts.iter().zip(starts).zip(ends) {
            let next = at.saturating_add(usize::try_from(cut).unwrap_or(usize::MAX));
            let text = text.get(at..next).ok_or_else(|| wrong_column_error("cuts"))?;
            sentences.push(Sentence { text, start, end: end.max(start) });
            at = next;
        }
        Ok(sentences)
    }
}

pub(super) fn list_row<'a>((lists, values): NumberLists<'a>, row: usize) -> &'a [u64] {
    &values[lists.value_offsets()[row] as usize..lists.value_offsets()[row + 1] as usize]
}

fn build_passage_batch(found: &[(u32, Passage)]) -> Result<RecordBatch, ArrowError> {
    let small = |of: fn(&Passage) -> u32| -> ArrayRef {
        Arc::new(UInt32Array::from_iter_values(found.iter().map(|(_, passage)| of(passage))))
    };
    let wide = |of: fn(&Passage) -> u64| -> ArrayRef {
        Arc::new(UInt64Array::from_iter_values(found.iter().map(|(_, passage)| of(passage))))
    };
    let pairs = UInt32Array::from_iter_values(found.iter().map(|(pair, _)| *pair));
    let similarities = Float64Array::from_iter_values(found.iter().map(|(_, passage)| passage.similarity));
    build_record_batch(vec![
        ("pair", Arc::new(pairs) as ArrayRef),
        ("left_first", small(|passage| passage.left.first)),
        ("left_last", small(|passage| passage.left.last)),
        ("left_start", wide(|passage| passage.left.start)),
        ("left_end", wide(|passage| passage.left.end)),
        ("right_first", small(|passage| passage.right.first)),
        ("right_last", small(|passage| passage.right.last)),
        ("right_start", wide(|passage| passage.right.start)),
        ("right_end", wide(|passage| passage.right.end)),
        ("sentences", small(|passage| passage.sentences)),
        ("similarity", Arc::new(similarities)),
    ])
}

/// The runs of each pair of documents, a row of the batch each: its matches (`left`, `right`, `similarity`) and the
/// sentences too short to match (`left_short`, `right_short`, sorted).
#[pyfunction]
pub(super) fn find_match_runs(py: Python<'_>, pairs: PyBatch, min_sentences: u32, max_gap: u32) -> PyResult<PyBatch> {
    let batch = pairs.0;
    compute_batch(py, || find_runs_in_batch(&batch, min_sentences, max_gap))
}

fn find_runs_in_batch(batch: &RecordBatch, min_sentences: u32, max_gap: u32) -> Result<RecordBatch, ArrowError> {
    let (lefts, rights) = (read_document_lists(batch, "left")?, read_document_lists(batch, "right")?);
    let (left_shorts, right_shorts) =
        (read_document_lists(batch, "left_short")?, read_document_lists(batch, "right_short")?);
    let lists =
        find_column(batch, "similarity")?.as_list_opt::<i32>().ok_or_else(|| wrong_column_error("similarity"))?;
    let scores =
        lists.values().as_primitive_opt::<Float64Type>().ok_or_else(|| wrong_column_error("similarity"))?.values();
    let mut found: Vec<(u32, MatchRun)> = Vec::new();
    for row in 0..batch.num_rows() {
        let (left, right) = (read_positions(lefts, row)?, read_positions(rights, row)?);
        let scores = &scores[lists.value_offsets()[row] as usize..lists.value_offsets()[row + 1] as usize];
        if left.len() != right.len() || left.len() != scores.len() {
            return Err(wrong_column_error("similarity"));
        }
        let matches: Vec<Match> = (left.iter().zip(&right).zip(scores))
            .map(|((&left, &right), &similarity)| Match { left, right, similarity })
            .collect();
        let (left_short, right_short) = (&read_positions(left_shorts, row)?, &read_positions(right_shorts, row)?);
        let runs = RunRules { min_sentences, max_gap, left_short, right_short };
        found.extend(diagonals_of_pair(&matches, &runs).into_iter().map(|each| (row as u32, each)));
    }
    build_run_batch(&found)
}

/// A row's sentences, which are numbers of 32 bits in every table.
pub(super) fn read_positions(numbers: NumberLists<'_>, row: usize) -> Result<Vec<u32>, ArrowError> {
    list_row(numbers, row).iter().map(|&each| u32::try_from(each).map_err(|_| wrong_column_error("left"))).collect()
}

fn build_run_batch(found: &[(u32, MatchRun)]) -> Result<RecordBatch, ArrowError> {
    let column = |of: fn(&MatchRun) -> u32| -> ArrayRef {
        Arc::new(UInt32Array::from_iter_values(found.iter().map(|(_, each)| of(each))))
    };
    let similarities = Float64Array::from_iter_values(found.iter().map(|(_, each)| each.similarity));
    build_record_batch(vec![
        ("pair", Arc::new(UInt32Array::from_iter_values(found.iter().map(|(pair, _)| *pair))) as ArrayRef),
        ("left_first", column(|each| each.left.0)),
        ("left_last", column(|each| each.left.1)),
        ("right_first", column(|each| each.right.0)),
        ("right_last", column(|each| each.right.1)),
        ("sentences", column(|each| each.sentences)),
        ("similarity", Arc::new(similarities)),
    ])
}
