//! Errors, as the classes of `twicetold.errors`.

use std::io;

use arrow_schema::ArrowError;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::documents::ReadError;

pub(super) fn arrow_error(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

pub(super) fn input_error(py: Python<'_>, source: &str, error: &ReadError) -> PyErr {
    let message = format!("`{source}`, {}: {}", error.place, error.reason);
    twicetold_error(py, "InputError", &message, "")
}

pub(super) fn settings_error(py: Python<'_>, message: &str, hint: &str) -> PyErr {
    twicetold_error(py, "SettingsError", message, hint)
}

pub(super) fn twicetold_error(py: Python<'_>, class: &str, message: &str, hint: &str) -> PyErr {
    let made = py
        .import("twicetold.errors")
        .and_then(|errors| errors.getattr(class))
        .and_then(|class| class.call1((message, hint)));
    made.map_or_else(|_| PyOSError::new_err(message.to_owned()), PyErr::from_value)
}

/// An `OSError` that keeps its number where the disk is full, so that the command line can say what to do.
pub(super) fn io_error(error: io::Error) -> PyErr {
    if error.kind() == io::ErrorKind::StorageFull {
        const NO_SPACE: i32 = 28;
        return PyOSError::new_err((NO_SPACE, error.to_string()));
    }
    PyErr::from(error)
}
