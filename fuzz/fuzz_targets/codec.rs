//! Any bytes as rows that were put aside: an error or a batch, which is the same after it is written and read again; and
//! the order of bytes is the order of keys.
#![no_main]

use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema};
use libfuzzer_sys::fuzz_target;
use twicetold::columns::Texts;
use twicetold::rows::Block;

// The codec stands with what links Python; here it is built without.
#[allow(dead_code)]
#[path = "../../src/python/codec.rs"]
mod codec;

mod rows {
    pub use twicetold::rows::Block;
}

mod arrow {
    use arrow_array::{ArrayRef, RecordBatch};
    use arrow_schema::ArrowError;

    pub(super) fn find_column<'a>(batch: &'a RecordBatch, name: &str) -> Result<&'a ArrayRef, ArrowError> {
        batch.column_by_name(name).ok_or_else(|| wrong_column_error(name))
    }

    pub(super) fn wrong_column_error(name: &str) -> ArrowError {
        ArrowError::SchemaError(format!("the batch has no column `{name}` of the right type"))
    }
}

fuzz_target!(|data: &[u8]| {
    check_texts(data);
    let mut bytes = data.iter().copied();
    let mut fields: Vec<Field> = Vec::new();
    for number in 0..1 + usize::from(bytes.next().unwrap_or(0) % 5) {
        fields.push(choose_field(&format!("c{number}"), &mut bytes, 0));
    }
    let by: Vec<String> =
        (0..usize::from(bytes.next().unwrap_or(0)) % (fields.len() + 1)).map(|number| format!("c{number}")).collect();
    let schema = Schema::new(fields);
    // A row is a byte that says how long it is, and its bytes.
    let mut block = Block::default();
    let rest: Vec<u8> = bytes.collect();
    let mut rest = rest.as_slice();
    while let Some((&length, after)) = rest.split_first() {
        let (row, next) = after.split_at(usize::from(length).min(after.len()));
        if block.push(row, 0).is_err() {
            return;
        }
        rest = next;
    }
    let Ok(batch) = codec::decode_batch(&block, &schema, &by, None) else { return };
    assert_eq!(batch.num_rows(), block.len());
    let again = codec::encode_batch(&batch, &by).expect("a batch that was read back can be written");
    let same = codec::decode_batch(&again, &schema, &by, Some(("number", 7))).expect("what was written is read back");
    for (at, column) in batch.columns().iter().enumerate() {
        assert_eq!(column.to_data(), same.column(at + 1).to_data());
    }
    assert_eq!(codec::encode_batch(&batch, &by).expect("as before"), again);
    let mut keys = Vec::new();
    codec::for_each_key(&batch, &by, |key| keys.push(key.to_vec())).expect("its keys");
    for (row, key) in keys.iter().enumerate() {
        assert_eq!(key, again.key(row));
        // No key is the beginning of another, or the columns after it would decide the order.
        assert!(keys.iter().all(|other| other == key || !other.starts_with(key) || by.is_empty()));
    }
});

fn choose_field(name: &str, bytes: &mut impl Iterator<Item = u8>, depth: usize) -> Field {
    let chosen = bytes.next().unwrap_or(0);
    let kind = match chosen % 10 {
        0 => DataType::UInt32,
        1 => DataType::UInt64,
        2 => DataType::Int32,
        3 => DataType::Int64,
        4 => DataType::Float64,
        5 => DataType::Boolean,
        6 => DataType::Binary,
        7 if depth < 2 => DataType::List(Arc::new(choose_field("item", bytes, depth + 1))),
        8 if depth < 2 => {
            DataType::Struct((0..2).map(|number| choose_field(&format!("f{number}"), bytes, depth + 1)).collect())
        }
        _ => DataType::Utf8,
    };
    Field::new(name, kind, chosen & 0x40 != 0)
}

/// The columns of texts that `convert_texts` hands to Arrow unchecked are such that Arrow would take them.
fn check_texts(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut texts = Texts::default();
    text.split('\n').for_each(|line| texts.push(line));
    let (text, ends) = texts.into_parts();
    let offsets = arrow_buffer::OffsetBuffer::new(arrow_buffer::ScalarBuffer::from(ends));
    let bytes = arrow_buffer::Buffer::from_vec(text.into_bytes());
    assert!(arrow_array::StringArray::try_new(offsets, bytes, None).is_ok());
}
