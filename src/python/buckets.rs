//! Rows to buckets, for an engine that sends rows with one key to one place: by a hash of the key, or by its order.

use arrow_array::{Array, UInt32Array};
use arrow_pyarrow::ToPyArrow;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use xxhash_rust::xxh3::xxh3_64;

use super::arrow::PyBatch;
use super::codec;
use super::errors::arrow_error;

/// The bucket of each row, of `count` by the hash of its columns `by`; the same on every machine.
///
/// With `bounds`, keys as `encode_row_keys` gives them in ascending order, it is how many of them are not above the row: the
/// rows of bucket 3 then come before those of bucket 4.
#[pyfunction]
#[pyo3(signature = (batch, by, count, bounds=None))]
pub(super) fn assign_buckets<'py>(
    py: Python<'py>,
    batch: PyBatch,
    by: Vec<String>,
    count: u32,
    bounds: Option<Vec<PyBackedBytes>>,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = batch.0;
    if count == 0 {
        return Err(PyValueError::new_err("there must be a bucket"));
    }
    let found = py.detach(|| {
        let mut found: Vec<u32> = Vec::with_capacity(batch.num_rows());
        match &bounds {
            None => codec::for_each_key(&batch, &by, |key| found.push((xxh3_64(key) % u64::from(count)) as u32)),
            Some(bounds) => codec::for_each_key(&batch, &by, |key| {
                found.push(bounds.partition_point(|bound| &bound[..] <= key) as u32);
            }),
        }
        .map(|()| UInt32Array::from(found))
        .map_err(arrow_error)
    })?;
    found.to_data().to_pyarrow(py)
}

/// The columns `by` of each row as bytes that sort as they do.
#[pyfunction]
pub(super) fn encode_row_keys(batch: PyBatch, by: Vec<String>) -> PyResult<Vec<Vec<u8>>> {
    let batch = batch.0;
    let mut keys = Vec::with_capacity(batch.num_rows());
    codec::for_each_key(&batch, &by, |key| keys.push(key.to_vec())).map_err(arrow_error)?;
    Ok(keys)
}
