//! What the engine moves rows with: sorting, random access, grouping of keys, distinct pairs, components.
//!
//! Each object is filled by `push`, closed by `finish` and then read; all of them keep to a number of bytes and go to an
//! unnamed file in `folder` for the rest.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use arrow_array::cast::AsArray;
use arrow_array::types::{UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, UInt32Array, UInt64Array, make_array};
use arrow_data::ArrayData;
use arrow_pyarrow::{FromPyArrow, ToPyArrow};
use arrow_schema::{ArrowError, Schema};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use super::arrow::{record_batch, u32s, u64s, wrong};
use super::codec;
use super::errors::{arrow_error, io_error};
use crate::clusters::UnionFind;
use crate::grouping;
use crate::rows;

/// Rows of a batch as bytes: `encode_rows(batch, ["key"])`, and back by `decode_rows`.
#[pyclass(frozen)]
pub(super) struct Rows {
    block: Mutex<rows::Block>,
    first_group: u32,
}

#[pymethods]
impl Rows {
    #[getter]
    fn bytes(&self) -> PyResult<usize> {
        Ok(held(&self.block)?.bytes.len())
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(held(&self.block)?.len())
    }
}

/// The rows of a batch, to be sorted by the columns `by` and then by the others.
#[pyfunction]
pub(super) fn encode_rows(py: Python<'_>, batch: Bound<'_, PyAny>, by: Vec<String>) -> PyResult<Rows> {
    let batch = RecordBatch::from_pyarrow_bound(&batch)?;
    let block = py.detach(|| codec::encode(&batch, &by)).map_err(arrow_error)?;
    Ok(Rows { block: Mutex::new(block), first_group: 0 })
}

/// A batch of these rows. With `number`, the number of each row's group is a column of that name before the others.
#[pyfunction]
#[pyo3(signature = (rows, schema, by, number=None))]
pub(super) fn decode_rows<'py>(
    py: Python<'py>,
    rows: &Rows,
    schema: Bound<'py, PyAny>,
    by: Vec<String>,
    number: Option<String>,
) -> PyResult<Bound<'py, PyAny>> {
    let schema = Schema::from_pyarrow_bound(&schema)?;
    let batch = py.detach(|| {
        let block = held(&rows.block)?;
        let number = number.as_deref().map(|name| (name, rows.first_group));
        codec::decode(&block, &schema, &by, number).map_err(arrow_error)
    })?;
    batch.to_pyarrow(py)
}

fn held<T>(shared: &Mutex<T>) -> PyResult<MutexGuard<'_, T>> {
    shared.lock().map_err(|_| PyRuntimeError::new_err("another thread failed while it worked on this"))
}

fn out_of_turn() -> PyErr {
    PyRuntimeError::new_err("out of turn: push, then finish, then read")
}

/// What is filled first and read afterwards.
enum Phase<F, R> {
    Filling(F),
    Reading(R),
    Between,
}

impl<F, R> Phase<F, R> {
    fn filling(&mut self) -> PyResult<&mut F> {
        if let Phase::Filling(filled) = self { Ok(filled) } else { Err(out_of_turn()) }
    }

    fn reading(&mut self) -> PyResult<&mut R> {
        if let Phase::Reading(read) = self { Ok(read) } else { Err(out_of_turn()) }
    }

    fn turn(&mut self, finish: impl FnOnce(F) -> io::Result<R>) -> PyResult<()> {
        let Phase::Filling(filled) = std::mem::replace(self, Phase::Between) else { return Err(out_of_turn()) };
        *self = Phase::Reading(finish(filled).map_err(io_error)?);
        Ok(())
    }
}

/// Rows in order of their bytes, the groups of equal keys kept whole.
#[pyclass(frozen)]
pub(super) struct Sorter {
    phase: Mutex<(Phase<rows::Sorter, rows::Sorted>, usize)>,
}

#[pymethods]
impl Sorter {
    #[new]
    fn new(memory_bytes: usize, folder: PathBuf, threads: usize) -> Self {
        let sorter = rows::Sorter::new(memory_bytes, &folder, threads);
        Sorter { phase: Mutex::new((Phase::Filling(sorter), 0)) }
    }

    /// Takes the rows over; they are empty afterwards.
    fn push(&self, py: Python<'_>, rows: &Rows) -> PyResult<()> {
        py.detach(|| {
            let block = std::mem::take(&mut *held(&rows.block)?);
            held(&self.phase)?.0.filling()?.push(block).map_err(io_error)
        })
    }

    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| held(&self.phase)?.0.turn(rows::Sorter::finish))
    }

    /// The next rows, `least_bytes` of them or more, or None.
    fn next(&self, py: Python<'_>, least_bytes: usize) -> PyResult<Option<Rows>> {
        py.detach(|| {
            let mut guard = held(&self.phase)?;
            let (phase, seen) = &mut *guard;
            let Some(block) = phase.reading()?.next_batch(least_bytes).map_err(io_error)? else { return Ok(None) };
            let first_group =
                u32::try_from(*seen).map_err(|_| PyRuntimeError::new_err("more than 4,294,967,295 distinct units"))?;
            *seen += codec::groups(&block);
            Ok(Some(Rows { block: Mutex::new(block), first_group }))
        })
    }
}

/// Rows by number, from memory or disk.
#[pyclass(frozen)]
pub(super) struct Store {
    filling: Mutex<Option<rows::Store>>,
    stored: OnceLock<rows::Stored>,
}

#[pymethods]
impl Store {
    #[new]
    fn new(memory_bytes: usize, folder: PathBuf) -> Self {
        Store { filling: Mutex::new(Some(rows::Store::new(memory_bytes, &folder))), stored: OnceLock::new() }
    }

    fn push(&self, py: Python<'_>, rows: &Rows) -> PyResult<()> {
        py.detach(|| {
            let block = held(&rows.block)?;
            held(&self.filling)?.as_mut().ok_or_else(out_of_turn)?.push(&block).map_err(io_error)
        })
    }

    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| {
            let store = held(&self.filling)?.take().ok_or_else(out_of_turn)?;
            self.stored.set(store.finish().map_err(io_error)?).map_err(|_| out_of_turn())
        })
    }

    /// The bytes of each of these rows; 0 for a null.
    fn sizes<'py>(&self, py: Python<'py>, numbers: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let numbers = array(&numbers)?;
        let numbers = numbers.as_primitive_opt::<UInt32Type>().ok_or_else(|| arrow_error(wrong("numbers")))?;
        let stored = self.stored.get().ok_or_else(out_of_turn)?;
        let sizes = numbers.iter().map(|row| row.map_or(0, |row| stored.bytes_of(row) as u64));
        UInt64Array::from_iter_values(sizes).to_data().to_pyarrow(py)
    }

    /// As `arrange_pairs`, for rows of this store.
    fn arrange<'py>(
        &self,
        py: Python<'py>,
        left: Bound<'py, PyAny>,
        right: Bound<'py, PyAny>,
        bytes: usize,
        pairs: usize,
    ) -> PyResult<(Bound<'py, PyAny>, Vec<usize>)> {
        let stored = self.stored.get().ok_or_else(out_of_turn)?;
        let sizes: Vec<u32> = (0..stored.len() as u32).map(|row| stored.bytes_of(row) as u32).collect();
        arranged(py, &left, &right, &sizes, (bytes, pairs))
    }

    /// The rows of these numbers, in this order.
    fn read(&self, py: Python<'_>, numbers: Bound<'_, PyAny>) -> PyResult<Rows> {
        let numbers = array(&numbers)?;
        let numbers = numbers.as_primitive_opt::<UInt32Type>().ok_or_else(|| arrow_error(wrong("numbers")))?;
        py.detach(|| {
            let mut block = rows::Block::default();
            let stored = self.stored.get().ok_or_else(out_of_turn)?;
            stored.read(numbers.values(), &mut block).map_err(io_error)?;
            Ok(Rows { block: Mutex::new(block), first_group: 0 })
        })
    }
}

/// An order for pairs of rows in which few rows serve many pairs, and where to cut it so that the rows of each part have
/// about `bytes` together, each counted once, and no part has more than `pairs`: the numbers of the pairs in that order, and
/// the ends of the parts.
#[pyfunction]
pub(super) fn arrange_pairs<'py>(
    py: Python<'py>,
    left: Bound<'py, PyAny>,
    right: Bound<'py, PyAny>,
    sizes: Bound<'py, PyAny>,
    bytes: usize,
    pairs: usize,
) -> PyResult<(Bound<'py, PyAny>, Vec<usize>)> {
    let sizes = numbers(&sizes)?;
    arranged(py, &left, &right, sizes.values(), (bytes, pairs))
}

fn arranged<'py>(
    py: Python<'py>,
    left: &Bound<'py, PyAny>,
    right: &Bound<'py, PyAny>,
    sizes: &[u32],
    (bytes, pairs): (usize, usize),
) -> PyResult<(Bound<'py, PyAny>, Vec<usize>)> {
    let (left, right) = (numbers(left)?, numbers(right)?);
    let (order, ends) = py.detach(|| {
        let order = rows::meeting::order(left.values(), right.values(), bytes, sizes);
        let ends = rows::meeting::ends(&order, left.values(), right.values(), (bytes, pairs), sizes);
        (order, ends)
    });
    Ok((UInt32Array::from(order).to_data().to_pyarrow(py)?, ends))
}

fn numbers(given: &Bound<'_, PyAny>) -> PyResult<UInt32Array> {
    array(given)?.as_primitive_opt::<UInt32Type>().cloned().ok_or_else(|| arrow_error(wrong("numbers")))
}

/// From keys to the numbers of their rows.
#[pyclass(frozen)]
pub(super) struct Lookup {
    filling: Mutex<Option<rows::Lookup>>,
    found: OnceLock<rows::Found>,
}

#[pymethods]
impl Lookup {
    #[new]
    fn new() -> Self {
        Lookup { filling: Mutex::new(Some(rows::Lookup::new())), found: OnceLock::new() }
    }

    /// Further keys (uint32 or uint64); their rows are numbered in order.
    fn push(&self, py: Python<'_>, keys: Bound<'_, PyAny>) -> PyResult<()> {
        let keys = wide(&array(&keys)?).map_err(arrow_error)?;
        py.detach(|| {
            held(&self.filling)?.as_mut().ok_or_else(out_of_turn)?.push(keys.values());
            Ok(())
        })
    }

    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| {
            let lookup = held(&self.filling)?.take().ok_or_else(out_of_turn)?;
            self.found.set(lookup.finish().map_err(io_error)?).map_err(|_| out_of_turn())
        })
    }

    /// The row of each key, null where there is none.
    fn find<'py>(&self, py: Python<'py>, keys: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let keys = wide(&array(&keys)?).map_err(arrow_error)?;
        let found = self.found.get().ok_or_else(out_of_turn)?;
        let rows: UInt32Array = py.detach(|| keys.values().iter().map(|&key| found.find(key)).collect());
        rows.to_data().to_pyarrow(py)
    }
}

fn array(values: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    Ok(make_array(ArrayData::from_pyarrow_bound(values)?))
}

fn wide(keys: &ArrayRef) -> Result<UInt64Array, ArrowError> {
    if let Some(keys) = keys.as_primitive_opt::<UInt64Type>() {
        return Ok(keys.clone());
    }
    let keys = keys.as_primitive_opt::<UInt32Type>().ok_or_else(|| wrong("keys"))?;
    Ok(keys.values().iter().map(|&key| u64::from(key)).collect())
}

/// Units by key: what `Sorter` does, for the one table that is many times larger than the text.
#[pyclass(frozen)]
pub(super) struct Grouper {
    phase: Mutex<Phase<grouping::Grouper, grouping::Groups>>,
    waiting: Mutex<Waiting>,
}

#[pymethods]
impl Grouper {
    #[new]
    fn new(memory_bytes: usize, folder: PathBuf) -> Self {
        let grouper = grouping::Grouper::new(memory_bytes, &folder, 8);
        Grouper { phase: Mutex::new(Phase::Filling(grouper)), waiting: Mutex::new(Waiting::default()) }
    }

    /// A batch of `key` (uint64) and `unit` (uint32).
    fn push(&self, py: Python<'_>, batch: Bound<'_, PyAny>) -> PyResult<()> {
        let batch = RecordBatch::from_pyarrow_bound(&batch)?;
        let (keys, units) = (u64s(&batch, "key").map_err(arrow_error)?, u32s(&batch, "unit").map_err(arrow_error)?);
        py.detach(|| held(&self.phase)?.filling()?.push(keys, units).map_err(io_error))
    }

    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| held(&self.phase)?.turn(grouping::Grouper::finish))
    }

    /// The next rows in order of key and unit, `least` of them or more, no key in two batches; None at the end.
    fn next<'py>(&self, py: Python<'py>, least: usize) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (keys, units) = py.detach(|| {
            let mut guard = held(&self.phase)?;
            let groups = guard.reading()?;
            held(&self.waiting)?.next(groups, least).map_err(io_error)
        })?;
        if keys.is_empty() {
            return Ok(None);
        }
        let batch = record_batch(vec![
            ("key", Arc::new(UInt64Array::from(keys)) as ArrayRef),
            ("unit", Arc::new(UInt32Array::from(units))),
        ]);
        Ok(Some(batch.map_err(arrow_error)?.to_pyarrow(py)?))
    }
}

/// A piece of groups, given out in smaller ones.
#[derive(Default)]
struct Waiting {
    rows: Vec<(u64, u32)>,
    given: usize,
}

impl Waiting {
    /// At least `least` rows where the piece has so many; empty at the end.
    fn next(&mut self, groups: &mut grouping::Groups, least: usize) -> io::Result<(Vec<u64>, Vec<u32>)> {
        let (mut keys, mut units) = (Vec::new(), Vec::new());
        loop {
            let rest = &self.rows[self.given..];
            // The last key of the piece may go on in the next one.
            let own = match keys.last() {
                Some(last) => rest.iter().take_while(|row| row.0 == *last).count(),
                None if rest.len() <= least => rest.len(),
                None => {
                    let last = rest[least.max(1) - 1].0;
                    least.max(1) + rest[least.max(1)..].iter().take_while(|row| row.0 == last).count()
                }
            };
            keys.extend(rest[..own].iter().map(|row| row.0));
            units.extend(rest[..own].iter().map(|row| row.1));
            self.given += own;
            if self.given < self.rows.len() {
                return Ok((keys, units));
            }
            self.given = 0;
            self.rows = match groups.next_batch()? {
                Some(piece) => piece.rows,
                None => Vec::new(),
            };
            if self.rows.is_empty() || (!keys.is_empty() && keys.last() != self.rows.first().map(|row| &row.0)) {
                return Ok((keys, units));
            }
        }
    }
}

/// Pairs of units, each once, in order.
#[pyclass(frozen)]
pub(super) struct PairSet {
    phase: Mutex<Phase<grouping::PairSet, grouping::Pairs>>,
}

#[pymethods]
impl PairSet {
    #[new]
    fn new(memory_bytes: usize, folder: PathBuf, threads: usize) -> Self {
        PairSet { phase: Mutex::new(Phase::Filling(grouping::PairSet::new(memory_bytes, &folder, threads))) }
    }

    /// A batch of `left` and `right` (uint32).
    fn push(&self, py: Python<'_>, batch: Bound<'_, PyAny>) -> PyResult<()> {
        let batch = RecordBatch::from_pyarrow_bound(&batch)?;
        let (left, right) = (u32s(&batch, "left").map_err(arrow_error)?, u32s(&batch, "right").map_err(arrow_error)?);
        py.detach(|| {
            let mut guard = held(&self.phase)?;
            let pairs = guard.filling()?;
            left.iter().zip(right).try_for_each(|(&left, &right)| pairs.push(left, right)).map_err(io_error)
        })
    }

    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| held(&self.phase)?.turn(grouping::PairSet::finish))
    }

    fn next<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let pairs = py.detach(|| held(&self.phase)?.reading()?.next_batch().map_err(io_error))?;
        let Some(pairs) = pairs else { return Ok(None) };
        let (left, right): (Vec<u32>, Vec<u32>) = pairs.into_iter().unzip();
        let batch = record_batch(vec![
            ("left", Arc::new(UInt32Array::from(left)) as ArrayRef),
            ("right", Arc::new(UInt32Array::from(right))),
        ]);
        Ok(Some(batch.map_err(arrow_error)?.to_pyarrow(py)?))
    }
}

/// The connected components of pairs of units: 5 bytes for each unit up to the largest.
#[pyclass(frozen)]
pub(super) struct Components {
    sets: Mutex<(UnionFind, Vec<bool>)>,
}

#[pymethods]
impl Components {
    #[new]
    fn new() -> Self {
        Components { sets: Mutex::new((UnionFind::new(0), Vec::new())) }
    }

    /// A batch of `left` and `right` (uint32).
    fn push(&self, py: Python<'_>, batch: Bound<'_, PyAny>) -> PyResult<()> {
        let batch = RecordBatch::from_pyarrow_bound(&batch)?;
        let (left, right) = (u32s(&batch, "left").map_err(arrow_error)?, u32s(&batch, "right").map_err(arrow_error)?);
        py.detach(|| {
            let mut guard = held(&self.sets)?;
            let (sets, paired) = &mut *guard;
            for (&left, &right) in left.iter().zip(right) {
                let most = left.max(right) as usize;
                if most >= paired.len() {
                    sets.grow(most + 1);
                    paired.resize(most + 1, false);
                }
                sets.union(left, right);
                paired[left as usize] = true;
                paired[right as usize] = true;
            }
            Ok(())
        })
    }

    /// Every `unit` of a pair and its `component`, the smallest unit in it.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let batch = py.detach(|| {
            let (sets, paired) = std::mem::replace(&mut *held(&self.sets)?, (UnionFind::new(0), Vec::new()));
            let roots = sets.roots();
            let units: Vec<u32> = (0..paired.len()).filter(|&unit| paired[unit]).map(|unit| unit as u32).collect();
            let components: Vec<u32> = units.iter().map(|&unit| roots[unit as usize]).collect();
            record_batch(vec![
                ("unit", Arc::new(UInt32Array::from(units)) as ArrayRef),
                ("component", Arc::new(UInt32Array::from(components))),
            ])
            .map_err(arrow_error)
        })?;
        batch.to_pyarrow(py)
    }
}
