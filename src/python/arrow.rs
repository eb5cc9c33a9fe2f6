//! Columns and batches: the few ways in which the kernels' vectors become Arrow arrays, and back.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, ListArray, RecordBatch, StringArray, StructArray};
use arrow_buffer::{Buffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, Field, Fields, Schema};

use crate::columns::Texts;
use crate::documents::Strings;

pub(super) fn list_array(ends: Vec<i32>, values: StructArray) -> Result<ListArray, ArrowError> {
    let field = Arc::new(Field::new("item", values.data_type().clone(), false));
    ListArray::try_new(field, OffsetBuffer::new(ScalarBuffer::from(ends)), Arc::new(values), None)
}

pub(super) fn struct_array(columns: Vec<(&str, ArrayRef)>) -> Result<StructArray, ArrowError> {
    let fields: Fields = columns.iter().map(|(name, values)| field(name, values)).collect();
    StructArray::try_new(fields, columns.into_iter().map(|(_, values)| values).collect(), None)
}

pub(super) fn record_batch(columns: Vec<(&str, ArrayRef)>) -> Result<RecordBatch, ArrowError> {
    let fields: Vec<Field> = columns.iter().map(|(name, values)| field(name, values)).collect();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns.into_iter().map(|(_, values)| values).collect())
}

pub(super) fn field(name: &str, values: &ArrayRef) -> Field {
    Field::new(name, values.data_type().clone(), false)
}

/// A column of texts, without a copy; fails if the bytes are not UTF-8.
pub(super) fn string_array(column: Strings) -> Result<StringArray, ArrowError> {
    let offsets = OffsetBuffer::new(ScalarBuffer::from(column.offsets));
    StringArray::try_new(offsets, Buffer::from_vec(column.bytes), None)
}

/// A column of texts, without a copy and without looking at it again.
#[allow(unsafe_code)]
pub(super) fn text_array(column: Texts) -> ArrayRef {
    let (text, ends) = column.into_parts();
    let offsets = OffsetBuffer::new(ScalarBuffer::from(ends));
    // `Texts` took the bytes as `str` and cut only between them, so what Arrow would check holds already. Measured:
    // checking every column of blocks and sentences again took 5 % of the whole front end.
    let array = unsafe { StringArray::new_unchecked(offsets, Buffer::from_vec(text.into_bytes()), None) };
    Arc::new(array)
}

pub(super) fn column<'a>(batch: &'a RecordBatch, name: &str) -> Result<&'a ArrayRef, ArrowError> {
    batch.column_by_name(name).ok_or_else(|| wrong(name))
}

pub(super) fn strings<'a>(batch: &'a RecordBatch, name: &str) -> Result<&'a StringArray, ArrowError> {
    column(batch, name)?.as_string_opt::<i32>().ok_or_else(|| wrong(name))
}

pub(super) fn wrong(name: &str) -> ArrowError {
    ArrowError::SchemaError(format!("the batch has no column `{name}` of the right type"))
}

pub(super) fn u32s<'a>(batch: &'a RecordBatch, name: &str) -> Result<&'a [u32], ArrowError> {
    Ok(column(batch, name)?.as_primitive_opt::<UInt32Type>().ok_or_else(|| wrong(name))?.values())
}

pub(super) fn u64s<'a>(batch: &'a RecordBatch, name: &str) -> Result<&'a [u64], ArrowError> {
    Ok(column(batch, name)?.as_primitive_opt::<UInt64Type>().ok_or_else(|| wrong(name))?.values())
}

pub(super) fn f64s<'a>(batch: &'a RecordBatch, name: &str) -> Result<&'a [f64], ArrowError> {
    Ok(column(batch, name)?.as_primitive_opt::<Float64Type>().ok_or_else(|| wrong(name))?.values())
}

/// The bytes of all rows of a text column, without those of the batch it was cut from.
pub(super) fn text_bytes(texts: &StringArray) -> usize {
    let offsets = texts.value_offsets();
    (offsets[texts.len()] - offsets[0]) as usize
}
