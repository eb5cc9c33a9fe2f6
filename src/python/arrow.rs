//! Columns and batches: the few ways in which the kernels' vectors become Arrow arrays, and back.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, ListArray, RecordBatch, StringArray, StructArray};
use arrow_buffer::{Buffer, OffsetBuffer, ScalarBuffer};
use arrow_pyarrow::PyArrowType;
use arrow_schema::{ArrowError, Field, Fields, Schema};
use pyo3::prelude::*;

use super::errors::arrow_error;
use crate::columns::Texts;
use crate::documents::Strings;

/// A batch as it crosses from and to Python.
pub(super) type PyBatch = PyArrowType<RecordBatch>;

/// The batch that `work` builds without Python's lock.
pub(super) fn compute_batch(
    py: Python<'_>,
    work: impl FnOnce() -> Result<RecordBatch, ArrowError> + Send,
) -> PyResult<PyBatch> {
    py.detach(work).map(PyArrowType).map_err(arrow_error)
}

pub(super) fn build_list_array(ends: Vec<i32>, values: StructArray) -> Result<ListArray, ArrowError> {
    let field = Arc::new(Field::new("item", values.data_type().clone(), false));
    ListArray::try_new(field, OffsetBuffer::new(ScalarBuffer::from(ends)), Arc::new(values), None)
}

pub(super) fn build_struct_array(columns: Vec<(&str, ArrayRef)>) -> Result<StructArray, ArrowError> {
    let fields: Fields = columns.iter().map(|(name, values)| build_field(name, values)).collect();
    StructArray::try_new(fields, columns.into_iter().map(|(_, values)| values).collect(), None)
}

pub(super) fn build_record_batch(columns: Vec<(&str, ArrayRef)>) -> Result<RecordBatch, ArrowError> {
    let fields: Vec<Field> = columns.iter().map(|(name, values)| build_field(name, values)).collect();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns.into_iter().map(|(_, values)| values).collect())
}

pub(super) fn build_field(name: &str, values: &ArrayRef) -> Field {
    Field::new(name, values.data_type().clone(), false)
}

/// A column of texts, without a copy; fails if the bytes are not UTF-8.
pub(super) fn convert_strings(column: Strings) -> Result<StringArray, ArrowError> {
    let offsets = OffsetBuffer::new(ScalarBuffer::from(column.offsets));
    StringArray::try_new(offsets, Buffer::from_vec(column.bytes), None)
}

/// A column of texts, without a copy and without looking at it again.
#[allow(unsafe_code)]
pub(super) fn convert_texts(column: Texts) -> ArrayRef {
    let (text, ends) = column.into_parts();
    let offsets = OffsetBuffer::new(ScalarBuffer::from(ends));
    // `Texts` took the bytes as `str` and cut only between them, so what Arrow would check holds already. Measured:
    // checking every column of blocks and sentences again took 5 % of the whole front end.
    let array = unsafe { StringArray::new_unchecked(offsets, Buffer::from_vec(text.into_bytes()), None) };
    Arc::new(array)
}

pub(super) fn find_column<'a>(batch: &'a RecordBatch, name: &str) -> Result<&'a ArrayRef, ArrowError> {
    batch.column_by_name(name).ok_or_else(|| wrong_column_error(name))
}

pub(super) fn read_strings<'a>(batch: &'a RecordBatch, name: &str) -> Result<&'a StringArray, ArrowError> {
    find_column(batch, name)?.as_string_opt::<i32>().ok_or_else(|| wrong_column_error(name))
}

pub(super) fn wrong_column_error(name: &str) -> ArrowError {
    ArrowError::SchemaError(format!("the batch has no column `{name}` of the right type"))
}

pub(super) fn read_u32s<'a>(batch: &'a RecordBatch, name: &str) -> Result<&'a [u32], ArrowError> {
    Ok(find_column(batch, name)?.as_primitive_opt::<UInt32Type>().ok_or_else(|| wrong_column_error(name))?.values())
}

pub(super) fn read_u64s<'a>(batch: &'a RecordBatch, name: &str) -> Result<&'a [u64], ArrowError> {
    Ok(find_column(batch, name)?.as_primitive_opt::<UInt64Type>().ok_or_else(|| wrong_column_error(name))?.values())
}

pub(super) fn read_f64s<'a>(batch: &'a RecordBatch, name: &str) -> Result<&'a [f64], ArrowError> {
    Ok(find_column(batch, name)?.as_primitive_opt::<Float64Type>().ok_or_else(|| wrong_column_error(name))?.values())
}

/// The bytes of all rows of a text column, without those of the batch it was cut from.
pub(super) fn count_text_bytes(texts: &StringArray) -> usize {
    let offsets = texts.value_offsets();
    (offsets[texts.len()] - offsets[0]) as usize
}
