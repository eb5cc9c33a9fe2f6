//! Texts of a Python list as a column. pyarrow does it, too, but with room for the texts that it makes as it goes: nearly twice the
//! time, and that under Python's lock.

use arrow_array::Array;
use arrow_pyarrow::ToPyArrow;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::arrow::convert_texts;
use super::errors::twicetold_error;
use super::rows::read_numbers;
use crate::columns::Texts;

/// The texts at these places (uint32) of a list or tuple; `None` is an empty text.
#[pyfunction]
pub(super) fn list_texts<'py>(
    py: Python<'py>,
    texts: Bound<'py, PyAny>,
    places: Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let places = read_numbers(&places)?;
    let items: Vec<_> = places.values().iter().map(|&place| texts.get_item(place)).collect::<PyResult<_>>()?;
    let mut found = Vec::with_capacity(items.len());
    for (item, place) in items.iter().zip(places.values()) {
        found.push(if item.is_none() { "" } else { read_text(py, item, *place)? });
    }
    let bytes = found.iter().map(|text| text.len()).sum();
    if bytes > i32::MAX as usize {
        let what = format!("{} texts that are compared at once have {bytes} bytes", found.len());
        return Err(text_error(py, &what, "cut the longest of them"));
    }
    let mut column = Texts::with_capacity(found.len(), bytes);
    found.into_iter().for_each(|text| column.push(text));
    convert_texts(column).to_data().to_pyarrow(py)
}

fn read_text<'a>(py: Python<'_>, item: &'a Bound<'_, PyAny>, place: u32) -> PyResult<&'a str> {
    let Ok(text) = item.cast::<PyString>() else {
        let what = format!("text {place} is of type `{}`, not a string", item.get_type().name()?);
        return Err(text_error(py, &what, "give strings, or None where there is no text"));
    };
    text.to_str().map_err(|error| {
        text_error(py, &format!("text {place}: {error}"), "a lone surrogate is not a character: decode the text again")
    })
}

fn text_error(py: Python<'_>, message: &str, hint: &str) -> PyErr {
    twicetold_error(py, "InputError", message, hint)
}
