//! Units to keys, and keys to candidates.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, UInt32Array, UInt64Array};
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use super::arrow::{PyBatch, build_record_batch, compute_batch, read_strings, read_u32s, read_u64s};
use super::errors::{arrow_error, settings_error};
use super::features::{FeatureArguments, build_feature};
use super::letters::LetterColumns;
use super::units::{list_runs, weighs_at_least};
use crate::features::Feature;
use crate::grouping::emit_group_pairs;
use crate::minhash::{Scheme, Scratch};

/// The keys of units; which ones get any is told by `lengths`: least and most features, and least weight of the text, where
/// a Chinese or Japanese character counts three. Of bands, `bands` are the first and the one after the last.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the settings of a finder, as Python names them")]
pub(super) fn compute_minhash_keys(
    py: Python<'_>,
    units: PyBatch,
    feature: FeatureArguments,
    lengths: (usize, usize, usize),
    method: &str,
    numbers: Vec<usize>,
    seed: i64,
    bands: Option<(usize, usize)>,
) -> PyResult<PyBatch> {
    let batch = units.0;
    let feature = build_feature(py, &feature)?;
    let lengths = Lengths::from(lengths);
    let scheme = build_scheme(method, &numbers, seed).map_err(|message| settings_error(py, &message, ""))?;
    let scheme = if let Some((first, end)) = bands { scheme.select_bands(first..end) } else { scheme };
    compute_batch(py, || {
        let (units, texts) = (read_u32s(&batch, "unit")?, read_strings(&batch, "text")?);
        let mut keys = Vec::with_capacity(units.len() * scheme.keys_per_unit());
        let mut owners = Vec::with_capacity(units.len() * scheme.keys_per_unit());
        let (mut hashes, mut scratch) = (Vec::new(), Scratch::default());
        for (row, &unit) in units.iter().enumerate() {
            if lengths.accept_text(texts.value(row), feature, &mut hashes) {
                scheme.push_keys(&hashes, &mut scratch, &mut keys);
                owners.resize(keys.len(), unit);
            }
        }
        build_record_batch(vec![
            ("key", Arc::new(UInt64Array::from(keys)) as ArrayRef),
            ("unit", Arc::new(UInt32Array::from(owners))),
        ])
    })
}

pub(super) fn build_scheme(method: &str, numbers: &[usize], seed: i64) -> Result<Scheme, String> {
    match (method, numbers) {
        ("bands", &[rows, bands]) => Scheme::from_bands(rows, bands, seed as u64),
        ("draws", &[functions, length, signatures, bits]) => {
            Scheme::from_draws(functions, length, signatures, u32::try_from(bits).unwrap_or(u32::MAX), seed)
        }
        _ => Err(format!("unknown signatures: `{method}` of {} numbers", numbers.len())),
    }
}

/// Which units are compared: least and most features, and least weight of the text.
#[derive(Clone, Copy)]
pub(super) struct Lengths {
    least: usize,
    most: usize,
    weight: usize,
}

impl From<(usize, usize, usize)> for Lengths {
    fn from((least, most, weight): (usize, usize, usize)) -> Self {
        Lengths { least, most, weight }
    }
}

impl Lengths {
    /// Whether the text is compared; then `hashes` are those of its features.
    pub(super) fn accept_text(&self, text: &str, feature: Feature<'_>, hashes: &mut Vec<u64>) -> bool {
        if !weighs_at_least(text, self.weight) {
            return false;
        }
        hashes.clear();
        feature.push_hashes(text, hashes);
        (self.least..=self.most).contains(&hashes.len())
    }
}

/// Pairs of units from rows sorted by key and unit. Where the rows have their letters, without those that cannot reach
/// the edit similarity `threshold`.
#[pyfunction]
pub(super) fn pair_units_by_key(
    py: Python<'_>,
    groups: PyBatch,
    crowd: usize,
    window: usize,
    threshold: f64,
) -> PyResult<PyBatch> {
    let batch = groups.0;
    compute_batch(py, || {
        let units = read_u32s(&batch, "unit")?;
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let mut emit = |one: u32, two: u32| {
            left.push(units[one as usize]);
            right.push(units[two as usize]);
        };
        if batch.column_by_name("letters").is_some() {
            let letters = LetterColumns::read(&batch)?;
            for_each_pair(&batch, crowd, window, |one, two| {
                if letters.may_match(one, two, 1.0 - threshold) {
                    emit(one, two);
                }
            })?;
        } else {
            for_each_pair(&batch, crowd, window, emit)?;
        }
        build_record_batch(vec![
            ("left", Arc::new(UInt32Array::from(left)) as ArrayRef),
            ("right", Arc::new(UInt32Array::from(right))),
        ])
    })
}

/// How many keys are crowded, and how many pairs `pair_units_by_key` leaves out of them.
#[pyfunction]
pub(super) fn count_crowded_keys(py: Python<'_>, groups: PyBatch, crowd: usize, window: usize) -> PyResult<(u64, u64)> {
    let batch = groups.0;
    py.detach(|| for_each_pair(&batch, crowd, window, |_, _| ())).map_err(arrow_error)
}

/// Calls `emit` with the places of the rows of each pair; gives the number of crowded keys and of pairs left out.
fn for_each_pair(
    batch: &RecordBatch,
    crowd: usize,
    window: usize,
    mut emit: impl FnMut(u32, u32),
) -> Result<(u64, u64), ArrowError> {
    let keys = read_u64s(batch, "key")?;
    let places: Vec<u32> = (0..keys.len() as u32).collect();
    let (mut crowded, mut left_out) = (0, 0u64);
    for (first, end) in list_runs(keys) {
        if end - first > 1 {
            crowded += u64::from(end - first > crowd);
            left_out = left_out.saturating_add(emit_group_pairs(&places[first..end], crowd, window, &mut emit));
        }
    }
    Ok((crowded, left_out))
}
