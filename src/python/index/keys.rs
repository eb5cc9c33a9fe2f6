//! The keys of an index: packed, looked up, merged, and new units paired by them.

use std::sync::{Arc, Mutex};

use arrow_array::cast::AsArray;
use arrow_array::types::{UInt8Type, UInt16Type, UInt32Type};
use arrow_array::{Array, ArrayRef, RecordBatch, UInt8Array, UInt16Array, UInt32Array, UInt64Array};
use arrow_pyarrow::PyArrowType;
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use super::units::{StoredUnits, UnitLetters};
use crate::index::{self, Halves, PackedColumns, PackedKeys, PackedRows, PairedKeys, SortedKeys, UpperUnits, cut_key};
use crate::python::arrow::{
    PyBatch, build_record_batch, compute_batch, find_column, read_u32s, read_u64s, wrong_column_error,
};
use crate::python::errors::arrow_error;
use crate::python::phase::lock_shared;

/// The keys of some bands of a segment, as its files have them.
#[pyclass(frozen)]
pub(in crate::python) struct StoredKeys {
    first_unit: u32,
    starts: Option<RecordBatch>,
    batches: Vec<RecordBatch>,
}

#[pymethods]
impl StoredKeys {
    /// Units are counted from `first_unit`; `starts` is what the packer gave at the end.
    #[new]
    fn new(first_unit: u32, starts: Option<PyBatch>, batches: Vec<PyBatch>) -> PyResult<Self> {
        let batches = batches.into_iter().map(|batch| batch.0).collect();
        let keys = StoredKeys { first_unit, starts: starts.map(|batch| batch.0), batches };
        keys.open().map_err(arrow_error)?;
        Ok(keys)
    }

    fn __len__(&self) -> PyResult<usize> {
        self.open().map(|keys| keys.len()).map_err(arrow_error)
    }

    /// The units that may have each of the asked keys: a row for each, with the row that asked.
    fn find_units(&self, py: Python<'_>, asked: PyBatch) -> PyResult<PyBatch> {
        compute_batch(py, || {
            let stored = self.open()?;
            let (mut rows, mut units) = (Vec::new(), Vec::new());
            for (row, &key) in read_u64s(&asked.0, "key")?.iter().enumerate() {
                stored.find_units(cut_key(key), |unit| units.push(unit));
                rows.resize(units.len(), row as u32);
            }
            build_record_batch(vec![
                ("asked", Arc::new(UInt32Array::from(rows)) as ArrayRef),
                ("unit", Arc::new(UInt32Array::from(units))),
            ])
        })
    }
}

impl StoredKeys {
    pub(super) fn open(&self) -> Result<PackedKeys<'_>, ArrowError> {
        let starts = self.starts.as_ref().map_or(Ok(&[][..]), |batch| read_u32s(batch, "start"))?;
        let parts = self.batches.iter().map(read_packed_rows).collect::<Result<Vec<_>, ArrowError>>()?;
        PackedKeys::new(self.first_unit, starts, parts).ok_or_else(|| wrong_column_error("start"))
    }
}

fn read_u16s<'a>(batch: &'a RecordBatch, name: &str) -> Result<&'a [u16], ArrowError> {
    Ok(find_column(batch, name)?.as_primitive_opt::<UInt16Type>().ok_or_else(|| wrong_column_error(name))?.values())
}

fn read_packed_rows(batch: &RecordBatch) -> Result<PackedRows<'_>, ArrowError> {
    let halves = match find_column(batch, "half")?.as_primitive_opt::<UInt32Type>() {
        Some(whole) => Halves::Whole(whole.values()),
        None => Halves::Lower(read_u16s(batch, "half")?),
    };
    let upper_units = match batch.column_by_name("upper") {
        None => UpperUnits::None,
        Some(column) => match column.as_primitive_opt::<UInt8Type>() {
            Some(bytes) => UpperUnits::Bytes(bytes.values()),
            None => UpperUnits::Words(read_u16s(batch, "upper")?),
        },
    };
    Ok(PackedRows { halves, lower_units: read_u16s(batch, "lower")?, upper_units })
}

/// Packs sorted keys for the files of a segment.
#[pyclass(frozen)]
pub(in crate::python) struct KeyPacker {
    packer: Mutex<index::KeyPacker>,
}

#[pymethods]
impl KeyPacker {
    /// For at most `keys` keys of `units` units, which are counted from `first_unit`.
    #[new]
    fn new(first_unit: u32, units: usize, keys: usize) -> Self {
        KeyPacker { packer: Mutex::new(index::KeyPacker::new(first_unit, units, keys)) }
    }

    /// The packed rows of the next batch of `key` and `unit`, in order of the keys.
    fn pack(&self, py: Python<'_>, keys: PyBatch) -> PyResult<PyBatch> {
        let mut packer = lock_shared(&self.packer)?;
        let rows = read_sorted_keys(&keys.0).map_err(arrow_error)?;
        let columns = packer.pack(rows.keys.iter().map(|&key| cut_key(key)).zip(rows.units.iter().copied()));
        let (is_parted, upper_bytes) = (packer.is_parted(), packer.upper_bytes());
        compute_batch(py, move || build_packed_batch(columns, is_parted, upper_bytes))
    }

    /// Where the keys with each of the upper 16 bits start; None where these are stored with each key.
    fn finish(&self) -> PyResult<Option<PyBatch>> {
        let mut packer = lock_shared(&self.packer)?;
        let starts = std::mem::replace(&mut *packer, index::KeyPacker::new(0, 0, 0)).finish();
        if starts.is_empty() {
            return Ok(None);
        }
        let batch = build_record_batch(vec![("start", Arc::new(UInt32Array::from(starts)) as ArrayRef)]);
        Ok(Some(PyArrowType(batch.map_err(arrow_error)?)))
    }
}

fn build_packed_batch(columns: PackedColumns, is_parted: bool, upper_bytes: usize) -> Result<RecordBatch, ArrowError> {
    let half: ArrayRef = if is_parted {
        Arc::new(UInt16Array::from(columns.lower_halves))
    } else {
        Arc::new(UInt32Array::from(columns.whole_halves))
    };
    let mut named = vec![("half", half), ("lower", Arc::new(UInt16Array::from(columns.lower_units)) as ArrayRef)];
    match upper_bytes {
        0 => {}
        1 => named.push(("upper", Arc::new(UInt8Array::from(columns.upper_bytes)))),
        _ => named.push(("upper", Arc::new(UInt16Array::from(columns.upper_words)))),
    }
    build_record_batch(named)
}

/// The keys of several segments whose upper 16 bits are from `start` to before `end`, with the new numbers of their units,
/// in order; a unit whose new number is null is left out.
#[pyfunction]
pub(in crate::python) fn merge_keys(
    py: Python<'_>,
    stored: Vec<Py<StoredKeys>>,
    numbers: PyBatch,
    start: u32,
    end: u32,
) -> PyResult<PyBatch> {
    compute_batch(py, || {
        let runs = stored.iter().map(|keys| keys.get().open()).collect::<Result<Vec<_>, ArrowError>>()?;
        let column = find_column(&numbers.0, "unit")?.as_primitive_opt::<UInt32Type>();
        let column = column.ok_or_else(|| wrong_column_error("unit"))?;
        let renumber = |unit: u32| {
            let row = unit as usize;
            (row < column.len() && column.is_valid(row)).then(|| column.value(row))
        };
        let rows = index::merge_keys(&runs, start..end.min(1 << 16), renumber);
        build_record_batch(vec![
            ("key", Arc::new(UInt64Array::from_iter_values(rows.iter().map(|row| u64::from(row.0) << 32))) as ArrayRef),
            ("unit", Arc::new(UInt32Array::from_iter_values(rows.iter().map(|row| row.1)))),
        ])
    })
}

/// The pairs `left`, `right` of new units with stored and with other new ones that may share a key; the keys that more than
/// `crowd` units have; and those of which only whole keys tell, each with a stored unit (`key`, `unit`).
///
/// Keys of `known_crowds`, which are sorted, are left out. So are pairs that the letters of `units` rule out for the edit
/// similarity `threshold`, if that is more than 0.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "what is new, what is stored, and two settings")]
pub(in crate::python) fn pair_new_keys(
    py: Python<'_>,
    new: PyBatch,
    stored: Vec<Py<StoredKeys>>,
    known_crowds: PyBatch,
    units: Vec<Py<StoredUnits>>,
    crowd: usize,
    threshold: f64,
) -> PyResult<(PyBatch, PyBatch, PyBatch)> {
    let mut paired = PairedKeys::default();
    let pairs = compute_batch(py, || {
        let runs = stored.iter().map(|keys| keys.get().open()).collect::<Result<Vec<_>, ArrowError>>()?;
        let (new, known) = (read_sorted_keys(&new.0)?, read_u64s(&known_crowds.0, "key")?);
        collect_pairs(&units, threshold, |emit| paired = index::pair_new_units(new, &runs, known, crowd, emit))
    })?;
    let (keys, owners): (Vec<u64>, Vec<u32>) = paired.doubtful.into_iter().unzip();
    let doubtful = compute_batch(py, || {
        build_record_batch(vec![
            ("key", Arc::new(UInt64Array::from(keys)) as ArrayRef),
            ("unit", Arc::new(UInt32Array::from(owners))),
        ])
    })?;
    Ok((pairs, build_key_batch(py, paired.crowded)?, doubtful))
}

/// The pairs of units with the same whole key of which one is `first_new` or later, and the keys that more than `crowd`
/// units have.
#[pyfunction]
pub(in crate::python) fn pair_whole_keys(
    py: Python<'_>,
    rows: PyBatch,
    first_new: u32,
    units: Vec<Py<StoredUnits>>,
    crowd: usize,
    threshold: f64,
) -> PyResult<(PyBatch, PyBatch)> {
    let mut crowded = Vec::new();
    let pairs = compute_batch(py, || {
        let rows = read_sorted_keys(&rows.0)?;
        collect_pairs(&units, threshold, |emit| crowded = index::pair_whole_keys(rows, first_new, crowd, emit))
    })?;
    Ok((pairs, build_key_batch(py, crowded)?))
}

fn build_key_batch(py: Python<'_>, keys: Vec<u64>) -> PyResult<PyBatch> {
    compute_batch(py, || build_record_batch(vec![("key", Arc::new(UInt64Array::from(keys)) as ArrayRef)]))
}

fn collect_pairs(
    units: &[Py<StoredUnits>],
    threshold: f64,
    find_pairs: impl FnOnce(&mut dyn FnMut(u32, u32)),
) -> Result<RecordBatch, ArrowError> {
    let letters = if threshold > 0.0 { Some(UnitLetters::read(units.iter().map(|each| each.get()))?) } else { None };
    let (mut left, mut right) = (Vec::new(), Vec::new());
    find_pairs(&mut |one, two| {
        if letters.as_ref().is_none_or(|letters| letters.may_match(one, two, 1.0 - threshold)) {
            left.push(one);
            right.push(two);
        }
    });
    build_record_batch(vec![
        ("left", Arc::new(UInt32Array::from(left)) as ArrayRef),
        ("right", Arc::new(UInt32Array::from(right))),
    ])
}

fn read_sorted_keys(batch: &RecordBatch) -> Result<SortedKeys<'_>, ArrowError> {
    Ok(SortedKeys { keys: read_u64s(batch, "key")?, units: read_u32s(batch, "unit")? })
}

/// Where each of the asked keys stands among the sorted ones: a row for each place, with the row that asked.
#[pyfunction]
pub(in crate::python) fn find_sorted_keys(py: Python<'_>, asked: PyBatch, stored: PyBatch) -> PyResult<PyBatch> {
    compute_batch(py, || {
        let (asked, keys) = (read_u64s(&asked.0, "key")?, read_u64s(&stored.0, "key")?);
        let (mut rows, mut places) = (Vec::new(), Vec::new());
        for (row, key) in asked.iter().enumerate() {
            let first = keys.partition_point(|each| each < key);
            let same = keys[first..].iter().take_while(|&each| each == key).count();
            rows.resize(rows.len() + same, row as u32);
            places.extend((first..first + same).map(|place| place as u32));
        }
        build_record_batch(vec![
            ("asked", Arc::new(UInt32Array::from(rows)) as ArrayRef),
            ("place", Arc::new(UInt32Array::from(places))),
        ])
    })
}
