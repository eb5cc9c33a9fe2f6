//! Rows of a batch as byte strings that sort as the rows do, and back: what `rows` moves for the engine's verbs.
//!
//! The columns that a table is grouped by come first, so that the order of bytes is the order of keys; the others follow,
//! so that rows with one key have an order, too, and no answer depends on who came first.
//!
//! | column | bytes |
//! | --- | --- |
//! | uint32, uint64 | big end first |
//! | int32, int64 | big end first, the sign turned over |
//! | double | its bits, big end first, negative ones turned over |
//! | bool | 0 or 1 |
//! | string, binary | its bytes, NUL as `00 ff`, then `00 00` |
//! | list of uint64 | for each value `01` and its bytes, then `00` |

use std::sync::Arc;

use arrow_array::builder::{ListBuilder, UInt64Builder};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int32Type, Int64Type, UInt32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BooleanArray, Float64Array, Int32Array, Int64Array, ListArray, RecordBatch,
    StringArray, UInt32Array, UInt64Array,
};
use arrow_buffer::{Buffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use memchr::memchr;

use super::arrow::{column, wrong};
use crate::rows::Block;

const END: [u8; 2] = [0, 0];

enum Column<'a> {
    U32(&'a [u32]),
    U64(&'a [u64]),
    I32(&'a [i32]),
    I64(&'a [i64]),
    F64(&'a [f64]),
    Bool(&'a BooleanArray),
    Text(&'a StringArray),
    Bytes(&'a BinaryArray),
    Numbers(&'a ListArray, &'a [u64]),
}

impl<'a> Column<'a> {
    fn of(name: &str, values: &'a ArrayRef) -> Result<Self, ArrowError> {
        if values.null_count() > 0 {
            return Err(ArrowError::InvalidArgumentError(format!(
                "the column `{name}` has nulls and cannot be grouped"
            )));
        }
        let numbers = |list: &'a ListArray| list.values().as_primitive_opt::<UInt64Type>().map(|it| &it.values()[..]);
        let column = match values.data_type() {
            DataType::UInt32 => values.as_primitive_opt::<UInt32Type>().map(|it| Column::U32(it.values())),
            DataType::UInt64 => values.as_primitive_opt::<UInt64Type>().map(|it| Column::U64(it.values())),
            DataType::Int32 => values.as_primitive_opt::<Int32Type>().map(|it| Column::I32(it.values())),
            DataType::Int64 => values.as_primitive_opt::<Int64Type>().map(|it| Column::I64(it.values())),
            DataType::Float64 => values.as_primitive_opt::<Float64Type>().map(|it| Column::F64(it.values())),
            DataType::Boolean => values.as_boolean_opt().map(Column::Bool),
            DataType::Utf8 => values.as_string_opt::<i32>().map(Column::Text),
            DataType::Binary => values.as_binary_opt::<i32>().map(Column::Bytes),
            DataType::List(_) => {
                values.as_list_opt::<i32>().and_then(|list| Some(Column::Numbers(list, numbers(list)?)))
            }
            _ => None,
        };
        column.ok_or_else(|| wrong(name))
    }

    /// About how many bytes its rows take.
    fn bytes(&self) -> usize {
        match self {
            Column::U32(values) => 4 * values.len(),
            Column::U64(values) => 8 * values.len(),
            Column::I32(values) => 4 * values.len(),
            Column::I64(values) => 8 * values.len(),
            Column::F64(values) => 8 * values.len(),
            Column::Bool(values) => values.len(),
            Column::Text(values) => text_room(values.value_offsets()),
            Column::Bytes(values) => text_room(values.value_offsets()),
            Column::Numbers(list, _) => {
                let offsets = list.value_offsets();
                9 * (offsets[list.len()] - offsets[0]) as usize + list.len()
            }
        }
    }

    fn push(&self, row: usize, out: &mut Vec<u8>) {
        match self {
            Column::U32(values) => out.extend_from_slice(&values[row].to_be_bytes()),
            Column::U64(values) => out.extend_from_slice(&values[row].to_be_bytes()),
            Column::I32(values) => out.extend_from_slice(&(values[row] ^ i32::MIN).to_be_bytes()),
            Column::I64(values) => out.extend_from_slice(&(values[row] ^ i64::MIN).to_be_bytes()),
            Column::F64(values) => out.extend_from_slice(&ordered(values[row]).to_be_bytes()),
            Column::Bool(values) => out.push(u8::from(values.value(row))),
            Column::Text(values) => push_text(values.value(row).as_bytes(), out),
            Column::Bytes(values) => push_text(values.value(row), out),
            Column::Numbers(list, values) => {
                let offsets = list.value_offsets();
                for value in &values[offsets[row] as usize..offsets[row + 1] as usize] {
                    out.push(1);
                    out.extend_from_slice(&value.to_be_bytes());
                }
                out.push(0);
            }
        }
    }
}

fn text_room(offsets: &[i32]) -> usize {
    (offsets[offsets.len() - 1] - offsets[0]) as usize + 2 * offsets.len()
}

fn push_text(mut text: &[u8], out: &mut Vec<u8>) {
    while let Some(nul) = memchr(0, text) {
        out.extend_from_slice(&text[..=nul]);
        out.push(0xff);
        text = &text[nul + 1..];
    }
    out.extend_from_slice(text);
    out.extend_from_slice(&END);
}

const SIGN: u64 = 1 << 63;

fn ordered(value: f64) -> u64 {
    let bits = value.to_bits();
    if bits & SIGN == 0 { bits ^ SIGN } else { !bits }
}

fn unordered(bits: u64) -> f64 {
    f64::from_bits(if bits & SIGN == 0 { !bits } else { bits ^ SIGN })
}

/// The rows of a batch, the columns `by` first, as their keys.
pub(super) fn encode(batch: &RecordBatch, by: &[String]) -> Result<Block, ArrowError> {
    let schema = batch.schema();
    let (mut keys, mut rest) = (Vec::new(), Vec::new());
    for name in by {
        keys.push(Column::of(name, column(batch, name)?)?);
    }
    for (field, values) in schema.fields().iter().zip(batch.columns()) {
        if !by.contains(field.name()) {
            rest.push(Column::of(field.name(), values)?);
        }
    }
    let bytes = keys.iter().chain(&rest).map(Column::bytes).sum();
    let mut block = Block {
        bytes: Vec::with_capacity(bytes),
        ends: Vec::with_capacity(batch.num_rows()),
        keys: Vec::with_capacity(batch.num_rows()),
    };
    for row in 0..batch.num_rows() {
        let start = block.bytes.len();
        keys.iter().for_each(|column| column.push(row, &mut block.bytes));
        block.keys.push((block.bytes.len() - start) as u32);
        rest.iter().for_each(|column| column.push(row, &mut block.bytes));
        let end = u32::try_from(block.bytes.len())
            .map_err(|_| ArrowError::InvalidArgumentError("a batch is larger than 4 GB".into()))?;
        block.ends.push(end);
    }
    Ok(block)
}

/// Hands over the key of each row, as `encode` writes it: the columns `by` alone.
pub(super) fn each_key(batch: &RecordBatch, by: &[String], mut take: impl FnMut(&[u8])) -> Result<(), ArrowError> {
    let mut columns = Vec::with_capacity(by.len());
    for name in by {
        columns.push(Column::of(name, column(batch, name)?)?);
    }
    let mut key = Vec::new();
    for row in 0..batch.num_rows() {
        key.clear();
        columns.iter().for_each(|column| column.push(row, &mut key));
        take(&key);
    }
    Ok(())
}

enum Builder {
    U32(Vec<u32>),
    U64(Vec<u64>),
    I32(Vec<i32>),
    I64(Vec<i64>),
    F64(Vec<f64>),
    Bool(Vec<bool>),
    Text(Vec<u8>, Vec<i32>),
    Bytes(Vec<u8>, Vec<i32>),
    Numbers(ListBuilder<UInt64Builder>),
}

fn damaged() -> ArrowError {
    ArrowError::InvalidArgumentError("a row that was put aside does not read back".into())
}

fn taken<const N: usize>(row: &mut &[u8]) -> Result<[u8; N], ArrowError> {
    let (first, rest) = row.split_first_chunk::<N>().ok_or_else(damaged)?;
    *row = rest;
    Ok(*first)
}

fn ends_of(rows: usize) -> Vec<i32> {
    let mut ends = Vec::with_capacity(rows + 1);
    ends.push(0);
    ends
}

fn take_text(row: &mut &[u8], bytes: &mut Vec<u8>, ends: &mut Vec<i32>) -> Result<(), ArrowError> {
    loop {
        let nul = memchr(0, row).ok_or_else(damaged)?;
        bytes.extend_from_slice(&row[..nul]);
        let escaped = row.get(nul + 1) == Some(&0xff);
        *row = row.get(nul + 2..).ok_or_else(damaged)?;
        if !escaped {
            break;
        }
        bytes.push(0);
    }
    ends.push(i32::try_from(bytes.len()).map_err(|_| damaged())?);
    Ok(())
}

impl Builder {
    fn of(field: &Field, rows: usize, bytes: usize) -> Result<Self, ArrowError> {
        Ok(match field.data_type() {
            DataType::UInt32 => Builder::U32(Vec::with_capacity(rows)),
            DataType::UInt64 => Builder::U64(Vec::with_capacity(rows)),
            DataType::Int32 => Builder::I32(Vec::with_capacity(rows)),
            DataType::Int64 => Builder::I64(Vec::with_capacity(rows)),
            DataType::Float64 => Builder::F64(Vec::with_capacity(rows)),
            DataType::Boolean => Builder::Bool(Vec::with_capacity(rows)),
            DataType::Utf8 => Builder::Text(Vec::with_capacity(bytes), ends_of(rows)),
            DataType::Binary => Builder::Bytes(Vec::with_capacity(bytes), ends_of(rows)),
            DataType::List(item) => {
                Builder::Numbers(ListBuilder::new(UInt64Builder::new()).with_field(Arc::clone(item)))
            }
            _ => return Err(wrong(field.name())),
        })
    }

    fn take(&mut self, row: &mut &[u8]) -> Result<(), ArrowError> {
        match self {
            Builder::U32(values) => values.push(u32::from_be_bytes(taken(row)?)),
            Builder::U64(values) => values.push(u64::from_be_bytes(taken(row)?)),
            Builder::I32(values) => values.push(i32::from_be_bytes(taken(row)?) ^ i32::MIN),
            Builder::I64(values) => values.push(i64::from_be_bytes(taken(row)?) ^ i64::MIN),
            Builder::F64(values) => values.push(unordered(u64::from_be_bytes(taken(row)?))),
            Builder::Bool(values) => values.push(taken::<1>(row)? != [0]),
            Builder::Text(bytes, ends) | Builder::Bytes(bytes, ends) => take_text(row, bytes, ends)?,
            Builder::Numbers(list) => {
                while taken::<1>(row)? == [1] {
                    list.values().append_value(u64::from_be_bytes(taken(row)?));
                }
                list.append(true);
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<ArrayRef, ArrowError> {
        Ok(match self {
            Builder::U32(values) => Arc::new(UInt32Array::from(values)),
            Builder::U64(values) => Arc::new(UInt64Array::from(values)),
            Builder::I32(values) => Arc::new(Int32Array::from(values)),
            Builder::I64(values) => Arc::new(Int64Array::from(values)),
            Builder::F64(values) => Arc::new(Float64Array::from(values)),
            Builder::Bool(values) => Arc::new(BooleanArray::from(values)),
            Builder::Text(bytes, ends) => {
                let offsets = OffsetBuffer::new(ScalarBuffer::from(ends));
                Arc::new(StringArray::try_new(offsets, Buffer::from_vec(bytes), None)?)
            }
            Builder::Bytes(bytes, ends) => {
                let offsets = OffsetBuffer::new(ScalarBuffer::from(ends));
                Arc::new(BinaryArray::try_new(offsets, Buffer::from_vec(bytes), None)?)
            }
            Builder::Numbers(mut list) => Arc::new(list.finish()),
        })
    }
}

/// The batch that `encode` made the rows of. With `number`, a column of that name goes before the others: the number of
/// each row's group, counted from `first`.
pub(super) fn decode(
    block: &Block,
    schema: &Schema,
    by: &[String],
    number: Option<(&str, u32)>,
) -> Result<RecordBatch, ArrowError> {
    let mut order: Vec<usize> = Vec::with_capacity(schema.fields().len());
    for name in by {
        order.push(schema.index_of(name)?);
    }
    order.extend((0..schema.fields().len()).filter(|&at| !by.contains(schema.field(at).name())));
    let texts = schema.fields().iter().filter(|field| is_text(field.data_type())).count().max(1);
    let mut builders = Vec::with_capacity(order.len());
    for &at in &order {
        builders.push(Builder::of(schema.field(at), block.len(), block.bytes.len() / texts)?);
    }
    for row in 0..block.len() {
        let mut bytes = block.row(row);
        builders.iter_mut().try_for_each(|builder| builder.take(&mut bytes))?;
    }
    let mut columns: Vec<Option<ArrayRef>> = vec![None; order.len()];
    for (&at, builder) in order.iter().zip(builders) {
        columns[at] = Some(builder.finish()?);
    }
    let mut columns: Vec<ArrayRef> = columns.into_iter().flatten().collect();
    let mut fields: Vec<Arc<Field>> = schema.fields().iter().cloned().collect();
    if let Some((name, first)) = number {
        fields.insert(0, Arc::new(Field::new(name, DataType::UInt32, false)));
        columns.insert(0, Arc::new(UInt32Array::from(numbered(block, first)?)));
    }
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
}

fn is_text(kind: &DataType) -> bool {
    matches!(kind, DataType::Utf8 | DataType::Binary)
}

/// The number of each row's group.
fn numbered(block: &Block, first: u32) -> Result<Vec<u32>, ArrowError> {
    let mut number = first;
    let mut numbers = Vec::with_capacity(block.len());
    for row in 0..block.len() {
        if row > 0 && block.key(row) != block.key(row - 1) {
            number = number
                .checked_add(1)
                .ok_or_else(|| ArrowError::InvalidArgumentError("more than 4,294,967,295 distinct units".into()))?;
        }
        numbers.push(number);
    }
    Ok(numbers)
}

/// How many groups a block of sorted rows holds.
pub(super) fn groups(block: &Block) -> usize {
    (0..block.len()).filter(|&row| row == 0 || block.key(row) != block.key(row - 1)).count()
}
