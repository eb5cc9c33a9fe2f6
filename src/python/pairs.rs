//! What the engine brings together in a way of its own, since there are many times more of it than of sentences: keys,
//! pairs and the components of pairs.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use arrow_array::{ArrayRef, RecordBatch, UInt32Array, UInt64Array};
use arrow_pyarrow::{FromPyArrow, ToPyArrow};
use pyo3::prelude::*;

use super::arrow::{build_record_batch, read_u32s, read_u64s};
use super::errors::{arrow_error, io_error};
use super::phase::{Phase, lock_shared};
use crate::clusters::UnionFind;
use crate::grouping;

/// Units by key: what `Sorter` does, for the one table that is many times larger than the text.
#[pyclass(frozen)]
pub(super) struct Grouper {
    phase: Mutex<Phase<grouping::Grouper, grouping::Groups>>,
    waiting: Mutex<WaitingRows>,
}

#[pymethods]
impl Grouper {
    #[new]
    fn new(memory_bytes: usize, folder: PathBuf) -> Self {
        let grouper = grouping::Grouper::new(memory_bytes, &folder, 8);
        Grouper { phase: Mutex::new(Phase::Filling(grouper)), waiting: Mutex::new(WaitingRows::default()) }
    }

    /// A batch of `key` (uint64) and `unit` (uint32).
    fn push(&self, py: Python<'_>, batch: Bound<'_, PyAny>) -> PyResult<()> {
        let batch = RecordBatch::from_pyarrow_bound(&batch)?;
        let (keys, units) =
            (read_u64s(&batch, "key").map_err(arrow_error)?, read_u32s(&batch, "unit").map_err(arrow_error)?);
        py.detach(|| lock_shared(&self.phase)?.expect_filling()?.push(keys, units).map_err(io_error))
    }

    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| lock_shared(&self.phase)?.start_reading(grouping::Grouper::finish))
    }

    /// The next rows in order of key and unit, `least` of them or more, no key in two batches; None at the end.
    fn next<'py>(&self, py: Python<'py>, least: usize) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (keys, units) = py.detach(|| {
            let mut guard = lock_shared(&self.phase)?;
            let groups = guard.expect_reading()?;
            lock_shared(&self.waiting)?.next_rows(groups, least).map_err(io_error)
        })?;
        if keys.is_empty() {
            return Ok(None);
        }
        let batch = build_record_batch(vec![
            ("key", Arc::new(UInt64Array::from(keys)) as ArrayRef),
            ("unit", Arc::new(UInt32Array::from(units))),
        ]);
        Ok(Some(batch.map_err(arrow_error)?.to_pyarrow(py)?))
    }
}

/// A piece of groups, given out in smaller ones.
#[derive(Default)]
struct WaitingRows {
    rows: Vec<(u64, u32)>,
    given: usize,
}

impl WaitingRows {
    /// At least `least` rows, fewer only at the end; none when all were given.
    ///
    /// Small pieces are put together: a thousand texts have 256 of some thirty rows, and each batch costs the engine 0.1 ms.
    fn next_rows(&mut self, groups: &mut grouping::Groups, least: usize) -> io::Result<(Vec<u64>, Vec<u32>)> {
        let least = least.max(1);
        let (mut keys, mut units) = (Vec::new(), Vec::new());
        loop {
            let rest = &self.rows[self.given..];
            let wanted = least.saturating_sub(keys.len()).min(rest.len());
            // The last key goes on after the rows that are wanted, and may go on in the next piece.
            let last = if wanted > 0 { Some(rest[wanted - 1].0) } else { keys.last().copied() };
            let own = wanted + rest[wanted..].iter().take_while(|row| Some(row.0) == last).count();
            keys.extend(rest[..own].iter().map(|row| row.0));
            units.extend(rest[..own].iter().map(|row| row.1));
            self.given += own;
            if self.given < self.rows.len() {
                return Ok((keys, units));
            }
            self.given = 0;
            self.rows = groups.next_batch()?.map(|piece| piece.rows).unwrap_or_default();
            let Some(first) = self.rows.first() else { return Ok((keys, units)) };
            if keys.len() >= least && keys.last() != Some(&first.0) {
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
        let (left, right) =
            (read_u32s(&batch, "left").map_err(arrow_error)?, read_u32s(&batch, "right").map_err(arrow_error)?);
        py.detach(|| {
            let mut guard = lock_shared(&self.phase)?;
            let pairs = guard.expect_filling()?;
            left.iter().zip(right).try_for_each(|(&left, &right)| pairs.push(left, right)).map_err(io_error)
        })
    }

    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| lock_shared(&self.phase)?.start_reading(grouping::PairSet::finish))
    }

    fn next<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let pairs = py.detach(|| lock_shared(&self.phase)?.expect_reading()?.next_batch().map_err(io_error))?;
        let Some(pairs) = pairs else { return Ok(None) };
        let (left, right): (Vec<u32>, Vec<u32>) = pairs.into_iter().unzip();
        let batch = build_record_batch(vec![
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
        let (left, right) =
            (read_u32s(&batch, "left").map_err(arrow_error)?, read_u32s(&batch, "right").map_err(arrow_error)?);
        py.detach(|| {
            let mut guard = lock_shared(&self.sets)?;
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
            let (sets, paired) = std::mem::replace(&mut *lock_shared(&self.sets)?, (UnionFind::new(0), Vec::new()));
            let roots = sets.find_roots();
            let units: Vec<u32> = (0..paired.len()).filter(|&unit| paired[unit]).map(|unit| unit as u32).collect();
            let components: Vec<u32> = units.iter().map(|&unit| roots[unit as usize]).collect();
            build_record_batch(vec![
                ("unit", Arc::new(UInt32Array::from(units)) as ArrayRef),
                ("component", Arc::new(UInt32Array::from(components))),
            ])
            .map_err(arrow_error)
        })?;
        batch.to_pyarrow(py)
    }
}
