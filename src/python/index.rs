//! An index: keys looked up, and new units paired with stored ones.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, UInt32Array, UInt64Array};
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use super::arrow::{PyBatch, build_record_batch, compute_batch, read_u32s, read_u64s};
use super::letters::LetterColumns;
use crate::index::{SortedKeys, pair_new_units};

/// The pairs `left`, `right` of new units with stored and with other new ones that share a key, and the keys that more than `crowd` units have.
///
/// `letters` are the letters of all units in order, batch by batch, each with the number of its first unit; pairs that they
/// rule out for the edit similarity `threshold` are left out. Without `letters` no pair is.
#[pyfunction]
pub(super) fn pair_new_keys(
    py: Python<'_>,
    new: PyBatch,
    stored: Vec<PyBatch>,
    letters: Vec<(u32, PyBatch)>,
    crowd: usize,
    threshold: f64,
) -> PyResult<(PyBatch, PyBatch)> {
    let mut crowds = Vec::new();
    let pairs = compute_batch(py, || {
        let runs = stored.iter().map(|batch| read_keys(&batch.0)).collect::<Result<Vec<_>, ArrowError>>()?;
        let known = letters
            .iter()
            .map(|(first, batch)| Ok((*first, LetterColumns::read(&batch.0)?)))
            .collect::<Result<Vec<_>, ArrowError>>()?;
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let mut emit = |one: u32, two: u32| {
            if may_match(&known, one, two, 1.0 - threshold) {
                left.push(one);
                right.push(two);
            }
        };
        pair_new_units(read_keys(&new.0)?, &runs, crowd, &mut emit, &mut |key| crowds.push(key));
        build_record_batch(vec![
            ("left", Arc::new(UInt32Array::from(left)) as ArrayRef),
            ("right", Arc::new(UInt32Array::from(right))),
        ])
    })?;
    let crowds =
        compute_batch(py, || build_record_batch(vec![("key", Arc::new(UInt64Array::from(crowds)) as ArrayRef)]))?;
    Ok((pairs, crowds))
}

fn read_keys(batch: &RecordBatch) -> Result<SortedKeys<'_>, ArrowError> {
    Ok(SortedKeys { keys: read_u64s(batch, "key")?, units: read_u32s(batch, "unit")? })
}

fn may_match(letters: &[(u32, LetterColumns<'_>)], left: u32, right: u32, share: f64) -> bool {
    let find = |unit: u32| {
        let place = letters.partition_point(|(first, _)| *first <= unit).checked_sub(1)?;
        let (first, columns) = &letters[place];
        Some((columns, unit - first))
    };
    match (find(left), find(right)) {
        (Some((left_columns, left)), Some((right_columns, right))) => {
            left_columns.read_row(left).may_differ_by(right_columns.read_row(right), share)
        }
        _ => true,
    }
}

/// Where each of the asked keys stands among the sorted ones: a row for each place, with the row that asked.
#[pyfunction]
pub(super) fn find_sorted_keys(py: Python<'_>, asked: PyBatch, stored: PyBatch) -> PyResult<PyBatch> {
    compute_batch(py, || {
        let (asked, keys) = (read_u64s(&asked.0, "key")?, read_u64s(&stored.0, "key")?);
        let (mut rows, mut places) = (Vec::new(), Vec::new());
        for (row, key) in asked.iter().enumerate() {
            let first = keys.partition_point(|each| each < key);
            let same = keys[first..].iter().take_while(|&each| each == key).count();
            rows.resize(rows.len() + same, row as u32);
            places.extend((first..first + same).map(|place| place as u32));
        }
        build_record_batch(vec![
            ("asked", Arc::new(UInt32Array::from(rows)) as ArrayRef),
            ("place", Arc::new(UInt32Array::from(places))),
        ])
    })
}
