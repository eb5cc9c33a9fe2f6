//! What the engine moves rows with: sorting and random access.
//!
//! Each object is filled by `push`, closed by `finish` and then read; all of them keep to a number of bytes and go to an
//! unnamed file in `folder` for the rest.

use std::path::PathBuf;
use std::sync::{Mutex, OnceLock};

use arrow_array::cast::AsArray;
use arrow_array::types::{UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, UInt32Array, UInt64Array, make_array};
use arrow_data::ArrayData;
use arrow_pyarrow::{FromPyArrow, ToPyArrow};
use arrow_schema::{ArrowError, Schema};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use super::arrow::{PyBatch, wrong_column_error};
use super::codec;
use super::errors::{arrow_error, io_error};
use super::phase::{Phase, lock_shared, wrong_phase_error};
use crate::rows;

/// Rows of a batch as bytes: `encode_rows(batch, ["key"])`, and back by `decode_rows`.
#[pyclass(frozen)]
pub(super) struct Rows {
    block: Mutex<rows::Block>,
    first_group: u32,
}

#[pymethods]
impl Rows {
    #[getter]
    fn bytes(&self) -> PyResult<usize> {
        Ok(lock_shared(&self.block)?.bytes.len())
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(lock_shared(&self.block)?.len())
    }
}

/// The rows of a batch, to be sorted by the columns `by` and then by the others.
#[pyfunction]
pub(super) fn encode_rows(py: Python<'_>, batch: PyBatch, by: Vec<String>) -> PyResult<Rows> {
    let batch = batch.0;
    let block = py.detach(|| codec::encode_batch(&batch, &by)).map_err(arrow_error)?;
    Ok(Rows { block: Mutex::new(block), first_group: 0 })
}

/// A batch of these rows, which are empty afterwards. With `number`, the number of each row's group is a column of that name before the others.
#[pyfunction]
#[pyo3(signature = (rows, schema, by, number=None))]
pub(super) fn decode_rows<'py>(
    py: Python<'py>,
    rows: &Rows,
    schema: Bound<'py, PyAny>,
    by: Vec<String>,
    number: Option<String>,
) -> PyResult<Bound<'py, PyAny>> {
    let schema = Schema::from_pyarrow_bound(&schema)?;
    let batch = py.detach(|| {
        let block = std::mem::take(&mut *lock_shared(&rows.block)?);
        let number = number.as_deref().map(|name| (name, rows.first_group));
        codec::decode_batch(&block, &schema, &by, number).map_err(arrow_error)
    })?;
    batch.to_pyarrow(py)
}

/// Rows in order of their bytes, the groups of equal keys kept whole.
#[pyclass(frozen)]
pub(super) struct Sorter {
    phase: Mutex<(Phase<rows::Sorter, rows::SortedRows>, usize)>,
}

#[pymethods]
impl Sorter {
    #[new]
    fn new(memory_bytes: usize, folder: PathBuf, threads: usize) -> Self {
        let sorter = rows::Sorter::new(memory_bytes, &folder, threads);
        Sorter { phase: Mutex::new((Phase::Filling(sorter), 0)) }
    }

    /// Takes the rows over; they are empty afterwards.
    fn push(&self, py: Python<'_>, rows: &Rows) -> PyResult<()> {
        py.detach(|| {
            let block = std::mem::take(&mut *lock_shared(&rows.block)?);
            lock_shared(&self.phase)?.0.expect_filling()?.push(block).map_err(io_error)
        })
    }

    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| lock_shared(&self.phase)?.0.start_reading(rows::Sorter::finish))
    }

    /// The next rows, `least_bytes` of them or more, or None. Without `whole` they may end within a group.
    #[pyo3(signature = (least_bytes, whole=true))]
    fn next(&self, py: Python<'_>, least_bytes: usize, whole: bool) -> PyResult<Option<Rows>> {
        py.detach(|| {
            let mut guard = lock_shared(&self.phase)?;
            let (phase, seen) = &mut *guard;
            let sorted = phase.expect_reading()?;
            let next = if whole { sorted.next_batch(least_bytes) } else { sorted.next_part(least_bytes) };
            let Some(block) = next.map_err(io_error)? else {
                return Ok(None);
            };
            let first_group =
                u32::try_from(*seen).map_err(|_| PyRuntimeError::new_err("more than 4,294,967,295 distinct units"))?;
            *seen += codec::count_groups(&block);
            Ok(Some(Rows { block: Mutex::new(block), first_group }))
        })
    }
}

/// Rows by number, from memory or disk.
#[pyclass(frozen)]
pub(super) struct Store {
    filling: Mutex<Option<rows::Store>>,
    stored: OnceLock<rows::StoredRows>,
}

#[pymethods]
impl Store {
    #[new]
    fn new(memory_bytes: usize, folder: PathBuf) -> Self {
        Store { filling: Mutex::new(Some(rows::Store::new(memory_bytes, &folder))), stored: OnceLock::new() }
    }

    fn push(&self, py: Python<'_>, rows: &Rows) -> PyResult<()> {
        py.detach(|| {
            let block = lock_shared(&rows.block)?;
            lock_shared(&self.filling)?.as_mut().ok_or_else(wrong_phase_error)?.push(&block).map_err(io_error)
        })
    }

    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| {
            let store = lock_shared(&self.filling)?.take().ok_or_else(wrong_phase_error)?;
            self.stored.set(store.finish().map_err(io_error)?).map_err(|_| wrong_phase_error())
        })
    }

    /// The bytes of each of these rows; 0 for a null.
    fn sizes<'py>(&self, py: Python<'py>, numbers: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let numbers = read_array(&numbers)?;
        let numbers =
            numbers.as_primitive_opt::<UInt32Type>().ok_or_else(|| arrow_error(wrong_column_error("numbers")))?;
        let stored = self.stored.get().ok_or_else(wrong_phase_error)?;
        let sizes = numbers.iter().map(|row| row.map_or(0, |row| stored.row_bytes(row) as u64));
        UInt64Array::from_iter_values(sizes).to_data().to_pyarrow(py)
    }

    /// As `arrange_pairs`, for rows of this store.
    fn arrange<'py>(
        &self,
        py: Python<'py>,
        left: Bound<'py, PyAny>,
        right: Bound<'py, PyAny>,
        bytes: usize,
        pairs: usize,
    ) -> PyResult<(Bound<'py, PyAny>, Vec<usize>)> {
        let stored = self.stored.get().ok_or_else(wrong_phase_error)?;
        let sizes: Vec<u32> = (0..stored.len() as u32).map(|row| stored.row_bytes(row) as u32).collect();
        arrange_rows(py, &left, &right, &sizes, (bytes, pairs))
    }

    /// The rows of these numbers, in this order.
    fn read(&self, py: Python<'_>, numbers: Bound<'_, PyAny>) -> PyResult<Rows> {
        let numbers = read_array(&numbers)?;
        let numbers =
            numbers.as_primitive_opt::<UInt32Type>().ok_or_else(|| arrow_error(wrong_column_error("numbers")))?;
        py.detach(|| {
            let mut block = rows::Block::default();
            let stored = self.stored.get().ok_or_else(wrong_phase_error)?;
            stored.read(numbers.values(), &mut block).map_err(io_error)?;
            Ok(Rows { block: Mutex::new(block), first_group: 0 })
        })
    }
}

/// An order for pairs of rows in which few rows serve many pairs, and where to cut it so that the rows of each part have
/// about `bytes` together, each counted once, and no part has more than `pairs`: the numbers of the pairs in that order, and
/// the ends of the parts.
#[pyfunction]
pub(super) fn arrange_pairs<'py>(
    py: Python<'py>,
    left: Bound<'py, PyAny>,
    right: Bound<'py, PyAny>,
    sizes: Bound<'py, PyAny>,
    bytes: usize,
    pairs: usize,
) -> PyResult<(Bound<'py, PyAny>, Vec<usize>)> {
    let sizes = read_numbers(&sizes)?;
    arrange_rows(py, &left, &right, sizes.values(), (bytes, pairs))
}

fn arrange_rows<'py>(
    py: Python<'py>,
    left: &Bound<'py, PyAny>,
    right: &Bound<'py, PyAny>,
    sizes: &[u32],
    (bytes, pairs): (usize, usize),
) -> PyResult<(Bound<'py, PyAny>, Vec<usize>)> {
    let (left, right) = (read_numbers(left)?, read_numbers(right)?);
    let (order, ends) = py.detach(|| {
        let order = rows::pair_order::order_pairs(left.values(), right.values(), bytes, sizes);
        let ends = rows::pair_order::find_part_ends(&order, left.values(), right.values(), (bytes, pairs), sizes);
        (order, ends)
    });
    Ok((UInt32Array::from(order).to_data().to_pyarrow(py)?, ends))
}

pub(super) fn read_numbers(given: &Bound<'_, PyAny>) -> PyResult<UInt32Array> {
    read_array(given)?
        .as_primitive_opt::<UInt32Type>()
        .cloned()
        .ok_or_else(|| arrow_error(wrong_column_error("numbers")))
}

/// From keys to the numbers of their rows.
#[pyclass(frozen)]
pub(super) struct Lookup {
    filling: Mutex<Option<rows::Lookup>>,
    found: OnceLock<rows::KeyTable>,
}

#[pymethods]
impl Lookup {
    #[new]
    fn new() -> Self {
        Lookup { filling: Mutex::new(Some(rows::Lookup::new())), found: OnceLock::new() }
    }

    /// Further keys (uint32 or uint64); their rows are numbered in order.
    fn push(&self, py: Python<'_>, keys: Bound<'_, PyAny>) -> PyResult<()> {
        let keys = widen_keys(&read_array(&keys)?).map_err(arrow_error)?;
        py.detach(|| {
            lock_shared(&self.filling)?.as_mut().ok_or_else(wrong_phase_error)?.push(keys.values());
            Ok(())
        })
    }

    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| {
            let lookup = lock_shared(&self.filling)?.take().ok_or_else(wrong_phase_error)?;
            self.found.set(lookup.finish().map_err(io_error)?).map_err(|_| wrong_phase_error())
        })
    }

    /// The row of each key, null where there is none.
    fn find<'py>(&self, py: Python<'py>, keys: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let keys = widen_keys(&read_array(&keys)?).map_err(arrow_error)?;
        let found = self.found.get().ok_or_else(wrong_phase_error)?;
        let rows: UInt32Array = py.detach(|| keys.values().iter().map(|&key| found.find(key)).collect());
        rows.to_data().to_pyarrow(py)
    }
}

fn read_array(values: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    Ok(make_array(ArrayData::from_pyarrow_bound(values)?))
}

fn widen_keys(keys: &ArrayRef) -> Result<UInt64Array, ArrowError> {
    if let Some(keys) = keys.as_primitive_opt::<UInt64Type>() {
        return Ok(keys.clone());
    }
    let keys = keys.as_primitive_opt::<UInt32Type>().ok_or_else(|| wrong_column_error("keys"))?;
    Ok(keys.values().iter().map(|&key| u64::from(key)).collect())
}
