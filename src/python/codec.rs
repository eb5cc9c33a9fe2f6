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
//! | list | for each value `01` and its bytes, then `00` |
//! | struct | its fields one after the other |
//! | any that may be null | `00` and its bytes, or `01` for a null: nulls come last |
//!
//! arrow-row does the same, but pads texts to blocks of 32 bytes and gives every value a byte for null; both are measured
//! in `docs/decisions.md`.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int32Type, Int64Type, UInt32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BooleanArray, Float64Array, Int32Array, Int64Array, ListArray, RecordBatch,
    StringArray, StructArray, UInt32Array, UInt64Array,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields, Schema};
use memchr::memchr;

use super::arrow::{find_column, wrong_column_error};
use crate::rows::Block;

const TEXT_END: [u8; 2] = [0, 0];

struct Column<'a> {
    values: ColumnValues<'a>,
    is_nullable: bool,
    nulls: Option<&'a NullBuffer>,
}

enum ColumnValues<'a> {
    U32(&'a [u32]),
    U64(&'a [u64]),
    I32(&'a [i32]),
    I64(&'a [i64]),
    F64(&'a [f64]),
    Bool(&'a BooleanArray),
    Text(&'a StringArray),
    Bytes(&'a BinaryArray),
    List(&'a [i32], Box<Column<'a>>),
    Struct(Vec<Column<'a>>),
}

impl<'a> Column<'a> {
    fn from_array(field: &Field, values: &'a ArrayRef) -> Result<Self, ArrowError> {
        if !field.is_nullable() && values.null_count() > 0 {
            let message = format!("the column `{}` has nulls, and is said to have none", field.name());
            return Err(ArrowError::InvalidArgumentError(message));
        }
        Ok(Column {
            values: ColumnValues::from_array(field, values)?,
            is_nullable: field.is_nullable(),
            nulls: values.nulls(),
        })
    }

    #[inline]
    fn push_value(&self, row: usize, out: &mut Vec<u8>) {
        if self.is_nullable {
            let is_null = self.nulls.is_some_and(|nulls| nulls.is_null(row));
            out.push(u8::from(is_null));
            if is_null {
                return;
            }
        }
        self.values.push_value(row, out);
    }
}

impl<'a> ColumnValues<'a> {
    fn from_array(field: &Field, values: &'a ArrayRef) -> Result<Self, ArrowError> {
        let found = match field.data_type() {
            DataType::UInt32 => values.as_primitive_opt::<UInt32Type>().map(|it| ColumnValues::U32(it.values())),
            DataType::UInt64 => values.as_primitive_opt::<UInt64Type>().map(|it| ColumnValues::U64(it.values())),
            DataType::Int32 => values.as_primitive_opt::<Int32Type>().map(|it| ColumnValues::I32(it.values())),
            DataType::Int64 => values.as_primitive_opt::<Int64Type>().map(|it| ColumnValues::I64(it.values())),
            DataType::Float64 => values.as_primitive_opt::<Float64Type>().map(|it| ColumnValues::F64(it.values())),
            DataType::Boolean => values.as_boolean_opt().map(ColumnValues::Bool),
            DataType::Utf8 => values.as_string_opt::<i32>().map(ColumnValues::Text),
            DataType::Binary => values.as_binary_opt::<i32>().map(ColumnValues::Bytes),
            DataType::List(item) => match values.as_list_opt::<i32>() {
                Some(list) => {
                    Some(ColumnValues::List(list.value_offsets(), Box::new(Column::from_array(item, list.values())?)))
                }
                None => None,
            },
            DataType::Struct(fields) => match values.as_struct_opt() {
                Some(own) => {
                    let columns =
                        fields.iter().zip(own.columns()).map(|(field, values)| Column::from_array(field, values));
                    Some(ColumnValues::Struct(columns.collect::<Result<_, _>>()?))
                }
                None => None,
            },
            _ => None,
        };
        found.ok_or_else(|| wrong_column_error(field.name()))
    }

    /// About how many bytes its rows take.
    fn estimate_bytes(&self) -> usize {
        match self {
            ColumnValues::U32(values) => 4 * values.len(),
            ColumnValues::U64(values) => 8 * values.len(),
            ColumnValues::I32(values) => 4 * values.len(),
            ColumnValues::I64(values) => 8 * values.len(),
            ColumnValues::F64(values) => 8 * values.len(),
            ColumnValues::Bool(values) => values.len(),
            ColumnValues::Text(values) => estimate_text_bytes(values.value_offsets()),
            ColumnValues::Bytes(values) => estimate_text_bytes(values.value_offsets()),
            ColumnValues::List(offsets, item) => {
                (offsets[offsets.len() - 1] - offsets[0]) as usize + offsets.len() + item.values.estimate_bytes()
            }
            ColumnValues::Struct(columns) => columns.iter().map(|column| column.values.estimate_bytes()).sum(),
        }
    }

    #[inline]
    fn push_value(&self, row: usize, out: &mut Vec<u8>) {
        match self {
            ColumnValues::U32(values) => out.extend_from_slice(&values[row].to_be_bytes()),
            ColumnValues::U64(values) => out.extend_from_slice(&values[row].to_be_bytes()),
            ColumnValues::I32(values) => out.extend_from_slice(&(values[row] ^ i32::MIN).to_be_bytes()),
            ColumnValues::I64(values) => out.extend_from_slice(&(values[row] ^ i64::MIN).to_be_bytes()),
            ColumnValues::F64(values) => out.extend_from_slice(&encode_double(values[row]).to_be_bytes()),
            ColumnValues::Bool(values) => out.push(u8::from(values.value(row))),
            ColumnValues::Text(values) => push_text(values.value(row).as_bytes(), out),
            ColumnValues::Bytes(values) => push_text(values.value(row), out),
            ColumnValues::List(offsets, item) => {
                if let (false, ColumnValues::U64(values)) = (item.is_nullable, &item.values) {
                    push_numbers(&values[offsets[row] as usize..offsets[row + 1] as usize], out);
                    return;
                }
                for at in offsets[row] as usize..offsets[row + 1] as usize {
                    out.push(1);
                    item.push_value(at, out);
                }
                out.push(0);
            }
            ColumnValues::Struct(columns) => columns.iter().for_each(|column| column.push_value(row, out)),
        }
    }
}

fn estimate_text_bytes(offsets: &[i32]) -> usize {
    (offsets[offsets.len() - 1] - offsets[0]) as usize + 2 * offsets.len()
}

/// A list of numbers: each with a 1 before it, and a 0 at the end.
fn push_numbers(values: &[u64], out: &mut Vec<u8>) {
    out.reserve(9 * values.len() + 1);
    for value in values {
        let mut bytes = [1; 9];
        bytes[1..].copy_from_slice(&value.to_be_bytes());
        out.extend_from_slice(&bytes);
    }
    out.push(0);
}

fn take_numbers(row: &mut &[u8], values: &mut Vec<u64>) -> Result<usize, ArrowError> {
    let before = values.len();
    while let Some((&[1, number @ ..], rest)) = row.split_first_chunk::<9>() {
        values.push(u64::from_be_bytes(number));
        *row = rest;
    }
    if take_bytes::<1>(row)? == [0] { Ok(values.len() - before) } else { Err(damaged_row_error()) }
}

fn push_text(mut text: &[u8], out: &mut Vec<u8>) {
    while let Some(nul) = memchr(0, text) {
        out.extend_from_slice(&text[..=nul]);
        out.push(0xff);
        text = &text[nul + 1..];
    }
    out.extend_from_slice(text);
    out.extend_from_slice(&TEXT_END);
}

const SIGN_BIT: u64 = 1 << 63;

fn encode_double(value: f64) -> u64 {
    let bits = value.to_bits();
    if bits & SIGN_BIT == 0 { bits ^ SIGN_BIT } else { !bits }
}

fn decode_double(bits: u64) -> f64 {
    f64::from_bits(if bits & SIGN_BIT == 0 { !bits } else { bits ^ SIGN_BIT })
}

/// The rows of a batch, the columns `by` first, as their keys.
pub(super) fn encode_batch(batch: &RecordBatch, by: &[String]) -> Result<Block, ArrowError> {
    let schema = batch.schema();
    let (mut keys, mut rest) = (Vec::new(), Vec::new());
    for name in by {
        keys.push(Column::from_array(schema.field_with_name(name)?, find_column(batch, name)?)?);
    }
    for (field, values) in schema.fields().iter().zip(batch.columns()) {
        if !by.contains(field.name()) {
            rest.push(Column::from_array(field, values)?);
        }
    }
    let bytes = keys.iter().chain(&rest).map(|column| column.values.estimate_bytes()).sum();
    let mut block = Block {
        bytes: Vec::with_capacity(bytes),
        ends: Vec::with_capacity(batch.num_rows()),
        keys: Vec::with_capacity(batch.num_rows()),
    };
    for row in 0..batch.num_rows() {
        let start = block.bytes.len();
        keys.iter().for_each(|column| column.push_value(row, &mut block.bytes));
        block.keys.push((block.bytes.len() - start) as u32);
        rest.iter().for_each(|column| column.push_value(row, &mut block.bytes));
        let end = u32::try_from(block.bytes.len())
            .map_err(|_| ArrowError::InvalidArgumentError("a batch is larger than 4 GB".into()))?;
        block.ends.push(end);
    }
    Ok(block)
}

/// Hands over the key of each row, as `encode_batch` writes it: the columns `by` alone.
pub(super) fn for_each_key(batch: &RecordBatch, by: &[String], mut take: impl FnMut(&[u8])) -> Result<(), ArrowError> {
    let schema = batch.schema();
    let mut columns = Vec::with_capacity(by.len());
    for name in by {
        columns.push(Column::from_array(schema.field_with_name(name)?, find_column(batch, name)?)?);
    }
    let mut key = Vec::new();
    for row in 0..batch.num_rows() {
        key.clear();
        columns.iter().for_each(|column| column.push_value(row, &mut key));
        take(&key);
    }
    Ok(())
}

/// A column as it is read back; `valid` where it may be null.
struct ColumnBuilder {
    values: ValueBuilder,
    valid: Option<Vec<bool>>,
}

enum ValueBuilder {
    U32(Vec<u32>),
    U64(Vec<u64>),
    I32(Vec<i32>),
    I64(Vec<i64>),
    F64(Vec<f64>),
    Bool(Vec<bool>),
    Text(Vec<u8>, Vec<i32>),
    Bytes(Vec<u8>, Vec<i32>),
    List(FieldRef, Box<ColumnBuilder>, Vec<i32>),
    Struct(Fields, Vec<ColumnBuilder>, usize),
}

fn damaged_row_error() -> ArrowError {
    ArrowError::InvalidArgumentError("a row that was put aside does not read back".into())
}

fn take_bytes<const N: usize>(row: &mut &[u8]) -> Result<[u8; N], ArrowError> {
    let (first, rest) = row.split_first_chunk::<N>().ok_or_else(damaged_row_error)?;
    *row = rest;
    Ok(*first)
}

fn start_offsets(rows: usize) -> Vec<i32> {
    let mut ends = Vec::with_capacity(rows + 1);
    ends.push(0);
    ends
}

fn take_text(row: &mut &[u8], bytes: &mut Vec<u8>, ends: &mut Vec<i32>) -> Result<(), ArrowError> {
    loop {
        let nul = memchr(0, row).ok_or_else(damaged_row_error)?;
        bytes.extend_from_slice(&row[..nul]);
        let escaped = row.get(nul + 1) == Some(&0xff);
        *row = row.get(nul + 2..).ok_or_else(damaged_row_error)?;
        if !escaped {
            break;
        }
        bytes.push(0);
    }
    ends.push(i32::try_from(bytes.len()).map_err(|_| damaged_row_error())?);
    Ok(())
}

impl ColumnBuilder {
    fn new(field: &Field, rows: usize, bytes: usize) -> Result<Self, ArrowError> {
        let valid = field.is_nullable().then(|| Vec::with_capacity(rows));
        Ok(ColumnBuilder { values: ValueBuilder::new(field, rows, bytes)?, valid })
    }

    #[inline]
    fn take_value(&mut self, row: &mut &[u8]) -> Result<(), ArrowError> {
        if let Some(valid) = &mut self.valid {
            let is_valid = take_bytes::<1>(row)? == [0];
            valid.push(is_valid);
            if !is_valid {
                return self.values.push_placeholder();
            }
        }
        self.values.take_value(row)
    }

    /// A row of a struct that is null has fields as well: nobody reads them.
    fn push_placeholder(&mut self) -> Result<(), ArrowError> {
        if let Some(valid) = &mut self.valid {
            valid.push(false);
        }
        self.values.push_placeholder()
    }

    fn finish(self) -> Result<ArrayRef, ArrowError> {
        let nulls = self.valid.map(NullBuffer::from).filter(|nulls| nulls.null_count() > 0);
        self.values.finish(nulls)
    }
}

impl ValueBuilder {
    fn new(field: &Field, rows: usize, bytes: usize) -> Result<Self, ArrowError> {
        Ok(match field.data_type() {
            DataType::UInt32 => ValueBuilder::U32(Vec::with_capacity(rows)),
            DataType::UInt64 => ValueBuilder::U64(Vec::with_capacity(rows)),
            DataType::Int32 => ValueBuilder::I32(Vec::with_capacity(rows)),
            DataType::Int64 => ValueBuilder::I64(Vec::with_capacity(rows)),
            DataType::Float64 => ValueBuilder::F64(Vec::with_capacity(rows)),
            DataType::Boolean => ValueBuilder::Bool(Vec::with_capacity(rows)),
            DataType::Utf8 => ValueBuilder::Text(Vec::with_capacity(bytes), start_offsets(rows)),
            DataType::Binary => ValueBuilder::Bytes(Vec::with_capacity(bytes), start_offsets(rows)),
            DataType::List(item) => {
                ValueBuilder::List(Arc::clone(item), Box::new(ColumnBuilder::new(item, 0, 0)?), start_offsets(rows))
            }
            DataType::Struct(fields) => {
                let builders = fields.iter().map(|field| ColumnBuilder::new(field, rows, 0));
                ValueBuilder::Struct(fields.clone(), builders.collect::<Result<_, _>>()?, 0)
            }
            _ => return Err(wrong_column_error(field.name())),
        })
    }

    #[inline]
    fn take_value(&mut self, row: &mut &[u8]) -> Result<(), ArrowError> {
        match self {
            ValueBuilder::U32(values) => values.push(u32::from_be_bytes(take_bytes(row)?)),
            ValueBuilder::U64(values) => values.push(u64::from_be_bytes(take_bytes(row)?)),
            ValueBuilder::I32(values) => values.push(i32::from_be_bytes(take_bytes(row)?) ^ i32::MIN),
            ValueBuilder::I64(values) => values.push(i64::from_be_bytes(take_bytes(row)?) ^ i64::MIN),
            ValueBuilder::F64(values) => values.push(decode_double(u64::from_be_bytes(take_bytes(row)?))),
            ValueBuilder::Bool(values) => values.push(take_bytes::<1>(row)? != [0]),
            ValueBuilder::Text(bytes, ends) | ValueBuilder::Bytes(bytes, ends) => take_text(row, bytes, ends)?,
            ValueBuilder::List(_, item, ends) => {
                let mut end = ends.last().copied().unwrap_or(0);
                if let ColumnBuilder { values: ValueBuilder::U64(values), valid: None } = &mut **item {
                    let more = i32::try_from(take_numbers(row, values)?).map_err(|_| damaged_row_error())?;
                    ends.push(end.checked_add(more).ok_or_else(damaged_row_error)?);
                    return Ok(());
                }
                while take_bytes::<1>(row)? == [1] {
                    item.take_value(row)?;
                    end = end.checked_add(1).ok_or_else(damaged_row_error)?;
                }
                ends.push(end);
            }
            ValueBuilder::Struct(_, builders, rows) => {
                builders.iter_mut().try_for_each(|builder| builder.take_value(row))?;
                *rows += 1;
            }
        }
        Ok(())
    }

    /// A value in the place of a null.
    fn push_placeholder(&mut self) -> Result<(), ArrowError> {
        match self {
            ValueBuilder::U32(values) => values.push(0),
            ValueBuilder::U64(values) => values.push(0),
            ValueBuilder::I32(values) => values.push(0),
            ValueBuilder::I64(values) => values.push(0),
            ValueBuilder::F64(values) => values.push(0.0),
            ValueBuilder::Bool(values) => values.push(false),
            ValueBuilder::Text(_, ends) | ValueBuilder::Bytes(_, ends) | ValueBuilder::List(_, _, ends) => {
                ends.push(ends.last().copied().unwrap_or(0));
            }
            ValueBuilder::Struct(_, builders, rows) => {
                builders.iter_mut().try_for_each(ColumnBuilder::push_placeholder)?;
                *rows += 1;
            }
        }
        Ok(())
    }

    fn finish(self, nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
        let offsets = |ends: Vec<i32>| OffsetBuffer::new(ScalarBuffer::from(ends));
        Ok(match self {
            ValueBuilder::U32(values) => Arc::new(UInt32Array::new(values.into(), nulls)),
            ValueBuilder::U64(values) => Arc::new(UInt64Array::new(values.into(), nulls)),
            ValueBuilder::I32(values) => Arc::new(Int32Array::new(values.into(), nulls)),
            ValueBuilder::I64(values) => Arc::new(Int64Array::new(values.into(), nulls)),
            ValueBuilder::F64(values) => Arc::new(Float64Array::new(values.into(), nulls)),
            ValueBuilder::Bool(values) => Arc::new(BooleanArray::new(BooleanBuffer::from(values), nulls)),
            ValueBuilder::Text(bytes, ends) => {
                Arc::new(StringArray::try_new(offsets(ends), Buffer::from_vec(bytes), nulls)?)
            }
            ValueBuilder::Bytes(bytes, ends) => {
                Arc::new(BinaryArray::try_new(offsets(ends), Buffer::from_vec(bytes), nulls)?)
            }
            ValueBuilder::List(item, values, ends) => {
                Arc::new(ListArray::try_new(item, offsets(ends), values.finish()?, nulls)?)
            }
            ValueBuilder::Struct(fields, builders, rows) => {
                let columns = builders.into_iter().map(ColumnBuilder::finish).collect::<Result<_, _>>()?;
                Arc::new(StructArray::try_new_with_length(fields, columns, nulls, rows)?)
            }
        })
    }
}

/// The batch that `encode_batch` made the rows of. With `number`, a column of that name goes before the others: the number of
/// each row's group, counted from `first`.
pub(super) fn decode_batch(
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
        builders.push(ColumnBuilder::new(schema.field(at), block.len(), block.bytes.len() / texts)?);
    }
    for row in 0..block.len() {
        let mut bytes = block.row(row);
        builders.iter_mut().try_for_each(|builder| builder.take_value(&mut bytes))?;
        if !bytes.is_empty() {
            return Err(damaged_row_error());
        }
    }
    let mut columns: Vec<Option<ArrayRef>> = vec![None; order.len()];
    for (&at, builder) in order.iter().zip(builders) {
        columns[at] = Some(builder.finish()?);
    }
    let mut columns: Vec<ArrayRef> = columns.into_iter().flatten().collect();
    let mut fields: Vec<Arc<Field>> = schema.fields().iter().cloned().collect();
    if let Some((name, first)) = number {
        fields.insert(0, Arc::new(Field::new(name, DataType::UInt32, false)));
        columns.insert(0, Arc::new(UInt32Array::from(number_groups(block, first)?)));
    }
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
}

fn is_text(kind: &DataType) -> bool {
    matches!(kind, DataType::Utf8 | DataType::Binary)
}

/// The number of each row's group.
fn number_groups(block: &Block, first: u32) -> Result<Vec<u32>, ArrowError> {
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
pub(super) fn count_groups(block: &Block) -> usize {
    (0..block.len()).filter(|&row| row == 0 || block.key(row) != block.key(row - 1)).count()
}
