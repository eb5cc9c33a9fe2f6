//! Noisy documents: how noisy they are, and which of them have grams in common that lie as in a copy.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, BooleanArray, Float64Array, RecordBatch, UInt32Array, UInt64Array};
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use super::alignment::DocumentColumns;
use super::arrow::{
    PyBatch, build_record_batch, compute_batch, find_column, read_strings, read_u32s, read_u64s, wrong_column_error,
};
use super::errors::arrow_error;
use crate::passages::{MeetingGram, NoiseCounts, count_noise as count, form_chain, list_meeting_grams as grams_of};

/// How often common words stand in the column `text`, how many of their letters could be wrong, how many rare words are one of them
/// with a wrong letter, and the share of wrong letters that this makes likely.
#[pyfunction]
pub(super) fn count_noise(py: Python<'_>, texts: PyBatch) -> PyResult<(u64, u64, u64, f64)> {
    let batch = texts.0;
    let counts: Result<NoiseCounts, ArrowError> =
        py.detach(|| Ok(count(read_strings(&batch, "text")?.iter().flatten())));
    let found = counts.map_err(arrow_error)?;
    Ok((found.common, found.letters, found.wrong, found.estimate_share()))
}

/// The grams by which noisy documents may meet: `key`, `number`, `position` (the number of its first letter), `is_against`, `kin`, `length`.
#[pyfunction]
pub(super) fn list_meeting_grams(py: Python<'_>, works: PyBatch, sample: u64) -> PyResult<PyBatch> {
    let batch = works.0;
    compute_batch(py, || list_batch_grams(&batch, sample))
}

fn list_batch_grams(batch: &RecordBatch, sample: u64) -> Result<RecordBatch, ArrowError> {
    let works = DocumentColumns::from_batch(batch, "")?;
    let (numbers, kins) = (read_u32s(batch, "number")?, read_u64s(batch, "kin")?);
    let against = find_column(batch, "is_against")?.as_boolean_opt().ok_or_else(|| wrong_column_error("is_against"))?;
    let mut found: Vec<MeetingGram> = Vec::new();
    let mut owners: Vec<usize> = Vec::new();
    for row in 0..batch.num_rows() {
        found.extend(grams_of(&works.read_sentences(row)?, sample));
        owners.resize(found.len(), row);
    }
    build_record_batch(vec![
        ("key", Arc::new(UInt64Array::from_iter_values(found.iter().map(|gram| gram.hash))) as ArrayRef),
        ("number", Arc::new(UInt32Array::from_iter_values(owners.iter().map(|&row| numbers[row])))),
        ("position", Arc::new(UInt32Array::from_iter_values(found.iter().map(|gram| gram.first)))),
        ("is_against", Arc::new(owners.iter().map(|&row| Some(against.value(row))).collect::<BooleanArray>())),
        ("kin", Arc::new(UInt64Array::from_iter_values(owners.iter().map(|&row| kins[row])))),
        ("length", Arc::new(UInt32Array::from_iter_values(found.iter().map(|gram| gram.length)))),
    ])
}

/// Points of pairs, whose rows stand together, to one point for each pair whose grams lie as in a copy. It says only that the two
/// are to be compared: its positions are beyond any document, and its length is `length`.
#[pyfunction]
pub(super) fn mark_chained_pairs(py: Python<'_>, points: PyBatch, length: u32) -> PyResult<PyBatch> {
    let batch = points.0;
    compute_batch(py, || mark_batch_pairs(&batch, length))
}

fn mark_batch_pairs(batch: &RecordBatch, length: u32) -> Result<RecordBatch, ArrowError> {
    let (lefts, rights) = (read_u32s(batch, "left")?, read_u32s(batch, "right")?);
    let (ones, twos) = (read_u32s(batch, "left_position")?, read_u32s(batch, "right_position")?);
    let lengths = read_u32s(batch, "length")?;
    let rows: Vec<usize> = (0..batch.num_rows()).collect();
    let mut found: Vec<(u32, u32)> = Vec::new();
    for own in rows.chunk_by(|&one, &two| (lefts[one], rights[one]) == (lefts[two], rights[two])) {
        let points: Vec<(u32, u32, u32)> = own.iter().map(|&row| (ones[row], twos[row], lengths[row])).collect();
        if form_chain(&points) {
            found.push((lefts[own[0]], rights[own[0]]));
        }
    }
    let column =
        |of: fn(&(u32, u32)) -> u32| -> ArrayRef { Arc::new(UInt32Array::from_iter_values(found.iter().map(of))) };
    build_record_batch(vec![
        ("left", column(|pair| pair.0)),
        ("right", column(|pair| pair.1)),
        ("left_position", column(|_| u32::MAX)),
        ("right_position", column(|_| u32::MAX)),
        ("similarity", Arc::new(Float64Array::from_value(0.0, found.len()))),
        ("length", Arc::new(UInt32Array::from_value(length, found.len()))),
    ])
}
