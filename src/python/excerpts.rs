//! Documents with the places of their passages to what these say.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, UInt32Array};
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use super::alignment::{DocumentColumns, list_row, read_positions};
use super::arrow::{
    PyBatch, build_record_batch, compute_batch, convert_texts, find_column, read_strings, wrong_column_error,
};
use super::units::read_document_lists;
use crate::columns::Texts;
use crate::passages::{cut_excerpt, find_form};

/// Documents, a row each with its sentences and the lists `passage`, `first`, `last`, `start` and `end`, to a row for each
/// passage: `row` (the document's), `passage`, `text`, `before` and `after`.
#[pyfunction]
pub(super) fn cut_passage_excerpts(py: Python<'_>, documents: PyBatch) -> PyResult<PyBatch> {
    compute_batch(py, || cut_batch(&documents.0))
}

fn cut_batch(batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let documents = DocumentColumns::from_batch(batch, "")?;
    let lists = |name| read_document_lists(batch, name);
    let (passages, firsts, lasts) = (lists("passage")?, lists("first")?, lists("last")?);
    let (starts, ends) = (lists("start")?, lists("end")?);
    let (mut rows, mut numbers, mut bytes) = (Vec::new(), Vec::new(), 0usize);
    let mut columns = [Texts::default(), Texts::default(), Texts::default()];
    for row in 0..batch.num_rows() {
        let sentences = documents.read_sentences(row)?;
        let (own, first, last) =
            (read_positions(passages, row)?, read_positions(firsts, row)?, read_positions(lasts, row)?);
        let (start, end) = (list_row(starts, row), list_row(ends, row));
        if [first.len(), last.len(), start.len(), end.len()].iter().any(|&length| length != own.len()) {
            return Err(wrong_column_error("passage"));
        }
        for (at, passage) in own.into_iter().enumerate() {
            let found = cut_excerpt(&sentences, (first[at], last[at]), (start[at], end[at]));
            bytes += found.text.len() + found.before.len() + found.after.len();
            if bytes > i32::MAX as usize {
                return Err(ArrowError::OffsetOverflowError(bytes));
            }
            rows.push(row as u32);
            numbers.push(passage);
            for (column, text) in columns.iter_mut().zip([&found.text, &found.before, &found.after]) {
                column.push(text);
            }
        }
    }
    let [text, before, after] = columns;
    build_record_batch(vec![
        ("row", Arc::new(UInt32Array::from(rows)) as ArrayRef),
        ("passage", Arc::new(UInt32Array::from(numbers))),
        ("text", convert_texts(text)),
        ("before", convert_texts(before)),
        ("after", convert_texts(after)),
    ])
}

/// The form of each passage, from its texts and places on both sides.
#[pyfunction]
pub(super) fn find_passage_forms(py: Python<'_>, passages: PyBatch) -> PyResult<PyBatch> {
    compute_batch(py, || find_batch_forms(&passages.0))
}

fn find_batch_forms(batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let (lefts, rights) = (read_strings(batch, "left_text")?, read_strings(batch, "right_text")?);
    let (left, right) = (read_lengths(batch, "left")?, read_lengths(batch, "right")?);
    let mut forms = Texts::default();
    for row in 0..batch.num_rows() {
        forms.push(find_form(lefts.value(row), rights.value(row), (left[row], right[row])).name());
    }
    build_record_batch(vec![("form", convert_texts(forms))])
}

fn read_lengths(batch: &RecordBatch, side: &str) -> Result<Vec<u32>, ArrowError> {
    let numbers = |name: &str| {
        let name = format!("{side}_{name}");
        let column = find_column(batch, &name)?.as_any().downcast_ref::<UInt32Array>();
        column.ok_or_else(|| wrong_column_error(&name))
    };
    let (starts, ends) = (numbers("start")?, numbers("end")?);
    Ok(starts.values().iter().zip(ends.values()).map(|(start, end)| end.saturating_sub(*start)).collect())
}
