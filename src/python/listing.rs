//! Texts of a Python list as a column. pyarrow does it, too, but with room for the texts that it makes as it goes: nearly twice the
//! time, and that under Python's lock.

use arrow_array::Array;
use arrow_pyarrow::ToPyArrow;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::arrow::text_array;
use super::errors::settings_error;
use super::moving::numbers;
use crate::columns::Texts;

/// The texts at these places (uint32) of a list or tuple; `None` is an empty text.
#[pyfunction]
pub(super) fn list_texts<'py>(
    py: Python<'py>,
    texts: Bound<'py, PyAny>,
    places: Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let places = numbers(&places)?;
    let items: Vec<_> = places.values().iter().map(|&place| texts.get_item(place)).collect::<PyResult<_>>()?;
    let mut found = Vec::with_capacity(items.len());
    for item in &items {
        found.push(if item.is_none() { "" } else { item.cast::<PyString>()?.to_str()? });
    }
    let bytes = found.iter().map(|text| text.len()).sum();
    if bytes > i32::MAX as usize {
        return Err(settings_error(
            py,
            &format!("{bytes} bytes of text in a batch of {}", found.len()),
            "cut long texts",
        ));
    }
    let mut column = Texts::with_capacity(found.len(), bytes);
    found.into_iter().for_each(|text| column.push(text));
    text_array(column).to_data().to_pyarrow(py)
}
