//! A hash of each row, summed: the part of a run's digest that can be computed anywhere and in any order.
//!
//! A row is hashed as the bytes of its columns one after another: a byte for null or not, numbers with the small end
//! first, texts and lists behind their length, structs field by field. The sum is taken modulo 2^128, so rows may come in
//! any order and from any number of machines.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef};
use arrow_schema::{ArrowError, DataType};
use pyo3::prelude::*;
use xxhash_rust::xxh3::xxh3_128;

use super::arrow::PyBatch;
use super::errors::arrow_error;

/// The sum of the hashes of all rows of a batch.
#[pyfunction]
pub(super) fn sum_row_hashes(py: Python<'_>, batch: PyBatch) -> PyResult<u128> {
    let batch = batch.0;
    py.detach(|| {
        let (mut sum, mut bytes) = (0_u128, Vec::new());
        for row in 0..batch.num_rows() {
            bytes.clear();
            for column in batch.columns() {
                push_value(column, row, &mut bytes)?;
            }
            sum = sum.wrapping_add(xxh3_128(&bytes));
        }
        Ok(sum)
    })
    .map_err(arrow_error)
}

fn push_value(values: &ArrayRef, row: usize, out: &mut Vec<u8>) -> Result<(), ArrowError> {
    if values.is_null(row) {
        out.push(0);
        return Ok(());
    }
    out.push(1);
    macro_rules! push_number {
        ($kind:ty) => {
            out.extend_from_slice(&values.as_primitive::<$kind>().value(row).to_le_bytes())
        };
    }
    match values.data_type() {
        DataType::UInt8 => push_number!(UInt8Type),
        DataType::UInt16 => push_number!(UInt16Type),
        DataType::UInt32 => push_number!(UInt32Type),
        DataType::UInt64 => push_number!(UInt64Type),
        DataType::Int8 => push_number!(Int8Type),
        DataType::Int16 => push_number!(Int16Type),
        DataType::Int32 => push_number!(Int32Type),
        DataType::Int64 => push_number!(Int64Type),
        DataType::Float32 => push_number!(Float32Type),
        DataType::Float64 => push_number!(Float64Type),
        DataType::Boolean => out.push(u8::from(values.as_boolean().value(row))),
        DataType::Utf8 => push_bytes(values.as_string::<i32>().value(row).as_bytes(), out),
        DataType::LargeUtf8 => push_bytes(values.as_string::<i64>().value(row).as_bytes(), out),
        DataType::Binary => push_bytes(values.as_binary::<i32>().value(row), out),
        DataType::LargeBinary => push_bytes(values.as_binary::<i64>().value(row), out),
        DataType::List(_) => push_items(&values.as_list::<i32>().value(row), out)?,
        DataType::LargeList(_) => push_items(&values.as_list::<i64>().value(row), out)?,
        DataType::Struct(_) => {
            for field in values.as_struct().columns() {
                push_value(field, row, out)?;
            }
        }
        other => {
            return Err(ArrowError::NotYetImplemented(format!("a digest over a column of type {other}")));
        }
    }
    Ok(())
}

fn push_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
    out.extend_from_slice(bytes);
}

fn push_items(items: &ArrayRef, out: &mut Vec<u8>) -> Result<(), ArrowError> {
    out.extend_from_slice(&(items.len() as u64).to_le_bytes());
    (0..items.len()).try_for_each(|row| push_value(items, row, out))
}
