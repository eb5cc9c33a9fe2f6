//! Whole documents: sketches of units, and pairs of rows that are met many times, given once and known by their places.

use std::sync::Arc;

use arrow_array::builder::{BinaryBuilder, ListBuilder, UInt64Builder};
use arrow_array::{Array, ArrayRef, UInt32Array};
use arrow_pyarrow::ToPyArrow;
use arrow_schema::{DataType, Field};
use pyo3::prelude::*;

use super::arrow::{PyBatch, build_record_batch, compute_batch, read_strings, read_u32s};
use super::errors::settings_error;
use super::features::{FeatureArguments, build_feature};
use super::keys::Lengths;
use super::similarity::read_places;
use super::vectors::VectorColumn;
use crate::minhash::{Scheme, Scratch, count_shared_bytes};

/// For each unit its keys by bands of `rows`, and a sketch; `lengths` as for `compute_minhash_keys`.
#[pyfunction]
pub(super) fn compute_minhash_sketches(
    py: Python<'_>,
    units: PyBatch,
    feature: FeatureArguments,
    lengths: (usize, usize, usize),
    rows: usize,
    bands: usize,
    seed: i64,
) -> PyResult<PyBatch> {
    let batch = units.0;
    let feature = build_feature(py, &feature)?;
    let lengths = Lengths::from(lengths);
    let scheme = Scheme::from_bands(rows, bands, seed as u64).map_err(|message| settings_error(py, &message, ""))?;
    compute_batch(py, || {
        let (units, texts) = (read_u32s(&batch, "unit")?, read_strings(&batch, "text")?);
        let item = Arc::new(Field::new("item", DataType::UInt64, false));
        let mut owners = Vec::with_capacity(units.len());
        let mut lists =
            ListBuilder::new(UInt64Builder::with_capacity(units.len() * scheme.keys_per_unit())).with_field(item);
        let mut sketches = BinaryBuilder::with_capacity(units.len(), units.len() * scheme.sketch_bytes());
        let (mut hashes, mut keys, mut sketch, mut scratch) = (Vec::new(), Vec::new(), Vec::new(), Scratch::default());
        for (row, &unit) in units.iter().enumerate() {
            if !lengths.accept_text(texts.value(row), feature, &mut hashes) {
                continue;
            }
            keys.clear();
            sketch.clear();
            scheme.push_keys(&hashes, &mut scratch, &mut keys);
            scheme.push_sketch(&scratch, &mut sketch);
            owners.push(unit);
            lists.values().append_slice(&keys);
            lists.append(true);
            sketches.append_value(&sketch);
        }
        build_record_batch(vec![
            ("unit", Arc::new(UInt32Array::from(owners)) as ArrayRef),
            ("keys", Arc::new(lists.finish())),
            ("sketch", Arc::new(sketches.finish())),
        ])
    })
}

/// For each pair of places the bytes that the two sketches share.
#[pyfunction]
pub(super) fn count_shared_sketch_bytes<'py>(
    py: Python<'py>,
    sketches: Bound<'py, PyAny>,
    left: Bound<'py, PyAny>,
    right: Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let sketches = VectorColumn::from_python(&sketches)?;
    let (left, right) = (read_places(&left)?, read_places(&right)?);
    let sketch = |place: i32| sketches.get(place as usize).unwrap_or_default();
    let counts = py.detach(|| {
        let pairs = left.values().iter().zip(right.values());
        UInt32Array::from_iter_values(pairs.map(|(&one, &other)| count_shared_bytes(sketch(one), sketch(other))))
    });
    counts.to_data().to_pyarrow(py)
}
