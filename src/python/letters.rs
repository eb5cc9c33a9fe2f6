//! The letters of units, and which pairs they rule out.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, BooleanArray, RecordBatch, UInt32Array, UInt64Array};
use arrow_pyarrow::ToPyArrow;
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use super::arrow::{PyBatch, build_record_batch, compute_batch, read_strings, read_u32s, read_u64s};
use super::features::read_string_array;
use super::similarity::read_places;
use crate::letters::LetterCounts;

/// The letters of each unit; `letters` and `others` are the two numbers of its counts.
#[pyfunction]
pub(super) fn count_letters(py: Python<'_>, units: PyBatch) -> PyResult<PyBatch> {
    let batch = units.0;
    compute_batch(py, || {
        let (units, texts) = (read_u32s(&batch, "unit")?, read_strings(&batch, "text")?);
        let counts: Vec<LetterCounts> = (0..units.len()).map(|row| LetterCounts::count(texts.value(row))).collect();
        build_record_batch(vec![
            ("unit", Arc::new(UInt32Array::from(units.to_vec())) as ArrayRef),
            ("letters", Arc::new(UInt64Array::from_iter_values(counts.iter().map(|each| each.first)))),
            ("others", Arc::new(UInt64Array::from_iter_values(counts.iter().map(|each| each.second)))),
        ])
    })
}

/// Which pairs may reach the edit similarity `threshold`, by the letters of their texts, which are known by their places.
#[pyfunction]
pub(super) fn mark_possible_pairs<'py>(
    py: Python<'py>,
    texts: Bound<'py, PyAny>,
    left: Bound<'py, PyAny>,
    right: Bound<'py, PyAny>,
    threshold: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let texts = read_string_array(&texts)?;
    let (left, right) = (read_places(&left)?, read_places(&right)?);
    let marks: BooleanArray = py.detach(|| {
        let counts: Vec<LetterCounts> = (0..texts.len()).map(|at| LetterCounts::count(texts.value(at))).collect();
        let find = |place: i32| counts.get(place as usize).copied().unwrap_or_default();
        let places = left.values().iter().zip(right.values());
        places.map(|(&left, &right)| Some(find(left).may_differ_by(find(right), 1.0 - threshold))).collect()
    });
    marks.to_data().to_pyarrow(py)
}

/// The columns of [`count_letters`].
pub(in crate::python) struct LetterColumns<'a> {
    letters: &'a [u64],
    others: &'a [u64],
}

impl<'a> LetterColumns<'a> {
    pub(in crate::python) fn read(batch: &'a RecordBatch) -> Result<Self, ArrowError> {
        Ok(LetterColumns { letters: read_u64s(batch, "letters")?, others: read_u64s(batch, "others")? })
    }

    /// Whether the units of two rows may differ in no more than `share` of their characters.
    pub(super) fn may_match(&self, left: u32, right: u32, share: f64) -> bool {
        self.read_row(left).may_differ_by(self.read_row(right), share)
    }

    /// The counts of a row.
    pub(in crate::python) fn read_row(&self, row: u32) -> LetterCounts {
        LetterCounts { first: self.letters[row as usize], second: self.others[row as usize] }
    }
}
