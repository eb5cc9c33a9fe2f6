//! Lines for other programs.

use arrow_array::cast::AsArray;
use arrow_array::types::UInt32Type;
use arrow_array::{Array, RecordBatch};
use arrow_schema::ArrowError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::arrow::{PyBatch, read_strings, wrong_column_error};
use super::errors::arrow_error;
use crate::export::{push_json_string, push_line};

/// A batch of texts and numbers as JSON lines.
#[pyfunction]
pub(super) fn format_jsonl<'py>(py: Python<'py>, batch: PyBatch) -> PyResult<Bound<'py, PyBytes>> {
    let batch = batch.0;
    let bytes = py.detach(|| format_batch_jsonl(&batch)).map_err(arrow_error)?;
    Ok(PyBytes::new(py, &bytes))
}

pub(super) fn format_batch_jsonl(batch: &RecordBatch) -> Result<Vec<u8>, ArrowError> {
    let schema = batch.schema();
    let mut out = Vec::with_capacity(batch.get_array_memory_size());
    for row in 0..batch.num_rows() {
        for (index, (field, values)) in schema.fields().iter().zip(batch.columns()).enumerate() {
            out.push(if index == 0 { b'{' } else { b',' });
            push_json_string(field.name(), &mut out);
            out.push(b':');
            if let Some(texts) = values.as_string_opt::<i32>() {
                push_json_string(texts.value(row), &mut out);
            } else if let Some(numbers) = values.as_primitive_opt::<UInt32Type>() {
                out.extend_from_slice(numbers.value(row).to_string().as_bytes());
            } else {
                return Err(wrong_column_error(field.name()));
            }
        }
        out.extend_from_slice(b"}\n");
    }
    Ok(out)
}

/// The `text` of every row, one to a line.
#[pyfunction]
pub(super) fn format_text_lines<'py>(py: Python<'py>, batch: PyBatch) -> PyResult<Bound<'py, PyBytes>> {
    let batch = batch.0;
    let texts = read_strings(&batch, "text").map_err(arrow_error)?;
    let bytes = py.detach(|| {
        let mut out = Vec::with_capacity(texts.value_data().len() + texts.len());
        (0..texts.len()).for_each(|row| push_line(texts.value(row), &mut out));
        out
    });
    Ok(PyBytes::new(py, &bytes))
}
