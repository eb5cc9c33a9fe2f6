//! The columns of parts, by name.

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{BinaryArray, RecordBatch, StringArray};
use arrow_schema::ArrowError;

use crate::python::arrow::{find_column, read_strings, read_u32s, read_u64s, wrong_column_error};

/// The columns of parts that a walk reads.
pub(super) struct PartColumns<'a> {
    pub(super) document: &'a StringArray,
    pub(super) part: &'a [u32],
    pub(super) key: &'a [u64],
    pub(super) base: &'a [u64],
    pub(super) prefix: &'a [u32],
    pub(super) suffix: &'a [u32],
    pub(super) keys: &'a BinaryArray,
    pub(super) headings: &'a StringArray,
    pub(super) text: &'a StringArray,
    pub(super) language: &'a StringArray,
    pub(super) markup: &'a StringArray,
    pub(super) site: &'a StringArray,
    pub(super) timestamp: &'a StringArray,
    pub(super) revision: &'a StringArray,
    pub(super) namespace: &'a [i32],
    pub(super) title: &'a StringArray,
    pub(super) url: &'a StringArray,
    pub(super) contributor: &'a StringArray,
    pub(super) comment: &'a StringArray,
    pub(super) source: &'a StringArray,
    pub(super) place: &'a StringArray,
}

impl<'a> PartColumns<'a> {
    pub(super) fn new(batch: &'a RecordBatch) -> Result<Self, ArrowError> {
        let text = |name: &str| read_strings(batch, name);
        Ok(PartColumns {
            document: text("document")?,
            part: read_u32s(batch, "part")?,
            key: read_u64s(batch, "key")?,
            base: read_u64s(batch, "base")?,
            prefix: read_u32s(batch, "prefix")?,
            suffix: read_u32s(batch, "suffix")?,
            keys: find_column(batch, "keys")?.as_binary_opt::<i32>().ok_or_else(|| wrong_column_error("keys"))?,
            headings: text("headings")?,
            text: text("text")?,
            language: text("language")?,
            markup: text("markup")?,
            site: text("site")?,
            timestamp: text("timestamp")?,
            revision: text("revision")?,
            namespace: find_column(batch, "namespace")?
                .as_primitive_opt::<Int32Type>()
                .ok_or_else(|| wrong_column_error("namespace"))?
                .values(),
            title: text("title")?,
            url: text("url")?,
            contributor: text("contributor")?,
            comment: text("comment")?,
            source: text("source")?,
            place: text("place")?,
        })
    }
}
