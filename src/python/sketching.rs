//! Whole documents: sketches of units, and pairs of rows that are met many times, given once and known by their places.

use std::sync::Arc;

use arrow_array::builder::{BinaryBuilder, ListBuilder, UInt64Builder};
use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, Float64Array, Int32Array, RecordBatch, UInt32Array, make_array};
use arrow_data::ArrayData;
use arrow_pyarrow::{FromPyArrow, ToPyArrow};
use arrow_schema::{ArrowError, DataType, Field};
use pyo3::prelude::*;

use super::arrow::{record_batch, strings, u32s, wrong};
use super::dense::Vectors;
use super::errors::{arrow_error, settings_error};
use super::features::{Given, feature_of, string_array};
use super::judging::{By, measure_of};
use super::keying::Lengths;
use crate::features::Feature;
use crate::join::measure::Wanted;
use crate::minhash::{Scheme, Scratch, shared_bytes};
use crate::sets::Sets;

/// For each unit its keys by bands of `rows`, and a sketch; `lengths` as for `minhash_keys`.
#[pyfunction]
pub(super) fn minhash_sketches<'py>(
    py: Python<'py>,
    units: Bound<'py, PyAny>,
    feature: Given,
    lengths: (usize, usize, usize),
    rows: usize,
    bands: usize,
    seed: i64,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&units)?;
    let feature = feature_of(py, &feature)?;
    let scheme = Scheme::bands(rows, bands, seed as u64).map_err(|message| settings_error(py, &message, ""))?;
    let result = py.detach(|| sketched(&batch, feature, Lengths::from(lengths), &scheme));
    result.map_err(arrow_error)?.to_pyarrow(py)
}

fn sketched(
    batch: &RecordBatch,
    feature: Feature<'_>,
    lengths: Lengths,
    scheme: &Scheme,
) -> Result<RecordBatch, ArrowError> {
    let (units, texts) = (u32s(batch, "unit")?, strings(batch, "text")?);
    let item = Arc::new(Field::new("item", DataType::UInt64, false));
    let mut owners = Vec::with_capacity(units.len());
    let mut lists =
        ListBuilder::new(UInt64Builder::with_capacity(units.len() * scheme.keys_per_unit())).with_field(item);
    let mut sketches = BinaryBuilder::with_capacity(units.len(), units.len() * scheme.sketch_bytes());
    let (mut hashes, mut keys, mut sketch, mut scratch) = (Vec::new(), Vec::new(), Vec::new(), Scratch::default());
    for (row, &unit) in units.iter().enumerate() {
        if !lengths.take(texts.value(row), feature, &mut hashes) {
            continue;
        }
        keys.clear();
        sketch.clear();
        scheme.keys(&hashes, &mut scratch, &mut keys);
        scheme.sketch(&scratch, &mut sketch);
        owners.push(unit);
        lists.values().append_slice(&keys);
        lists.append(true);
        sketches.append_value(&sketch);
    }
    record_batch(vec![
        ("unit", Arc::new(UInt32Array::from(owners)) as ArrayRef),
        ("keys", Arc::new(lists.finish())),
        ("sketch", Arc::new(sketches.finish())),
    ])
}

/// For each pair of places the bytes that the two sketches share.
#[pyfunction]
pub(super) fn shared_sketches<'py>(
    py: Python<'py>,
    sketches: Bound<'py, PyAny>,
    left: Bound<'py, PyAny>,
    right: Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let sketches = Vectors::given(&sketches)?;
    let (left, right) = (places(&left)?, places(&right)?);
    let sketch = |place: i32| sketches.get(place as usize).unwrap_or_default();
    let counts = py.detach(|| {
        let pairs = left.values().iter().zip(right.values());
        UInt32Array::from_iter_values(pairs.map(|(&one, &other)| shared_bytes(sketch(one), sketch(other))))
    });
    counts.to_data().to_pyarrow(py)
}

/// For each pair of places the similarity of the two texts, by a measure on sets; null where it is under the threshold, or
/// a text has nothing to compare.
#[pyfunction]
pub(super) fn set_similarities<'py>(
    py: Python<'py>,
    texts: Bound<'py, PyAny>,
    left: Bound<'py, PyAny>,
    right: Bound<'py, PyAny>,
    feature: Given,
    measure: &str,
    threshold: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let texts = string_array(&texts)?;
    let (left, right) = (places(&left)?, places(&right)?);
    let feature = feature_of(py, &feature)?;
    let By::Sets(measure) = measure_of(py, measure)? else {
        return Err(settings_error(py, "edit similarity of sets", "it is of texts: use `judge`"));
    };
    let found = py.detach(|| {
        let sets = Sets::of((0..texts.len()).map(|row| texts.value(row)), feature);
        let pairs = left.values().iter().zip(right.values());
        let pairs: Vec<_> = pairs.map(|(&one, &other)| (one as usize, other as usize)).collect();
        // All is above 0 that can be a match; `needed` could not tell otherwise.
        sets.similarities(&pairs, Wanted { measure, threshold: threshold.max(f64::MIN_POSITIVE) })
    });
    Float64Array::from(found).to_data().to_pyarrow(py)
}

fn places(array: &Bound<'_, PyAny>) -> PyResult<Int32Array> {
    let array = make_array(ArrayData::from_pyarrow_bound(array)?);
    array.as_primitive_opt::<Int32Type>().cloned().ok_or_else(|| arrow_error(wrong("places")))
}
