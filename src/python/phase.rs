//! Objects that are filled first and read afterwards, by any number of threads.

use std::io;
use std::sync::{Mutex, MutexGuard};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use super::errors::io_error;

pub(super) fn lock_shared<T>(shared: &Mutex<T>) -> PyResult<MutexGuard<'_, T>> {
    shared.lock().map_err(|_| PyRuntimeError::new_err("another thread failed while it worked on this"))
}

pub(super) fn wrong_phase_error() -> PyErr {
    PyRuntimeError::new_err("out of turn: push, then finish, then read")
}

/// What is filled first and read afterwards.
pub(super) enum Phase<F, R> {
    Filling(F),
    Reading(R),
    Between,
}

impl<F, R> Phase<F, R> {
    pub(super) fn expect_filling(&mut self) -> PyResult<&mut F> {
        if let Phase::Filling(filled) = self { Ok(filled) } else { Err(wrong_phase_error()) }
    }

    pub(super) fn expect_reading(&mut self) -> PyResult<&mut R> {
        if let Phase::Reading(read) = self { Ok(read) } else { Err(wrong_phase_error()) }
    }

    pub(super) fn start_reading(&mut self, finish: impl FnOnce(F) -> io::Result<R>) -> PyResult<()> {
        let Phase::Filling(filled) = std::mem::replace(self, Phase::Between) else { return Err(wrong_phase_error()) };
        *self = Phase::Reading(finish(filled).map_err(io_error)?);
        Ok(())
    }
}
