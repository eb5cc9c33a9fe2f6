//! Vectors of what texts mean.

use arrow_array::Array;
use arrow_pyarrow::ToPyArrow;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::errors::arrow_error;
use super::features::read_string_array;
use super::vectors::build_vector_array;
use crate::encoder;

/// A small BERT that is read once and used by all workers.
#[pyclass(frozen)]
pub(super) struct TextEncoder {
    model: encoder::TextEncoder,
}

#[pymethods]
impl TextEncoder {
    /// Reads the bytes of `model.safetensors` and the text of `vocab.txt`.
    #[new]
    fn new(py: Python<'_>, weights: &[u8], vocabulary: &str, heads: usize, most_pieces: usize) -> PyResult<Self> {
        let model = py.detach(|| encoder::TextEncoder::new(weights, vocabulary, heads, most_pieces));
        Ok(TextEncoder { model: model.map_err(PyValueError::new_err)? })
    }

    /// The vector of each text as signed bytes; null where it has no word.
    fn encode<'py>(&self, py: Python<'py>, texts: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let texts = read_string_array(&texts)?;
        let made = py.detach(|| {
            build_vector_array(texts.len(), self.model.dimensions(), |row, sums| {
                if let Some(vector) = texts.is_valid(row).then(|| self.model.encode(texts.value(row))).flatten() {
                    sums.copy_from_slice(&vector);
                }
            })
        });
        made.map_err(arrow_error)?.to_data().to_pyarrow(py)
    }
}
