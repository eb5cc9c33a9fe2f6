//! Candidates to matches: how alike two units are, and whether where they stand lets them match.

use arrow_array::{Array, BooleanArray, Float64Array, ListArray, RecordBatch};
use arrow_pyarrow::{FromPyArrow, ToPyArrow};
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use super::arrow::strings;
use super::errors::{arrow_error, settings_error};
use super::features::{Given, feature_of};
use super::units::documents;
use crate::features::Feature;
use crate::join::measure::Measure;
use crate::verify::Judge;

/// What two units are to be alike by: their texts, or their features.
#[derive(Clone, Copy)]
pub(super) enum By {
    Edit,
    Sets(Measure),
}

pub(super) fn measure_of(py: Python<'_>, name: &str) -> PyResult<By> {
    if name == "edit" {
        return Ok(By::Edit);
    }
    let hint = "Available: edit, jaccard, cosine, dice, overlap, containment";
    Measure::named(name).map(By::Sets).ok_or_else(|| settings_error(py, &format!("unknown measure: `{name}`"), hint))
}

/// For pairs with their texts: the Jaccard similarity of features and the edit similarity; NaN where it was not needed.
///
/// By `edit`: edit similarity down to `floor`, Jaccard where it reaches the threshold. By `jaccard`: the other way round,
/// each exact. By another measure: both where that reaches the threshold.
#[pyfunction]
pub(super) fn judge<'py>(
    py: Python<'py>,
    pairs: Bound<'py, PyAny>,
    feature: Given,
    measure: &str,
    threshold: f64,
    floor: f64,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let batch = RecordBatch::from_pyarrow_bound(&pairs)?;
    let feature = feature_of(py, &feature)?;
    let by = measure_of(py, measure)?;
    let (jaccards, edits) = py.detach(|| judged(&batch, feature, by, threshold, floor)).map_err(arrow_error)?;
    let out = |values: Vec<f64>| Float64Array::from(values).to_data().to_pyarrow(py);
    Ok((out(jaccards)?, out(edits)?))
}

fn judged(
    batch: &RecordBatch,
    feature: Feature<'_>,
    by: By,
    threshold: f64,
    floor: f64,
) -> Result<(Vec<f64>, Vec<f64>), ArrowError> {
    let (lefts, rights) = (strings(batch, "left_text")?, strings(batch, "right_text")?);
    let mut judge = Judge::new(feature);
    let (mut jaccards, mut edits) = (Vec::with_capacity(lefts.len()), Vec::with_capacity(lefts.len()));
    for row in 0..lefts.len() {
        judge.turn(lefts.value(row));
        let (jaccard, edit) = judged_pair(&mut judge, rights.value(row), by, threshold, floor);
        jaccards.push(jaccard.unwrap_or(f64::NAN));
        edits.push(edit.unwrap_or(f64::NAN));
    }
    Ok((jaccards, edits))
}

fn judged_pair(judge: &mut Judge<'_>, right: &str, by: By, threshold: f64, floor: f64) -> (Option<f64>, Option<f64>) {
    match by {
        By::Edit => {
            let edit = judge.edit_similarity(right, floor);
            (edit.filter(|&edit| edit >= threshold).map(|_| judge.jaccard(right)), edit)
        }
        By::Sets(Measure::Jaccard) => {
            let jaccard = judge.jaccard(right);
            (Some(jaccard), if jaccard >= threshold { judge.edit_similarity(right, 0.0) } else { None })
        }
        By::Sets(measure) if judge.similarity(right, measure) >= threshold => {
            (Some(judge.jaccard(right)), judge.edit_similarity(right, 0.0))
        }
        By::Sets(_) => (None, None),
    }
}

/// Which pairs may be matches: `across`, where the two stand in more than one document; `within`, where they share one.
#[pyfunction]
pub(super) fn related<'py>(py: Python<'py>, pairs: Bound<'py, PyAny>, how: &str) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&pairs)?;
    let across = how == "across";
    let mask: BooleanArray = py
        .detach(|| {
            let (lefts, rights) = (documents(&batch, "left_documents")?, documents(&batch, "right_documents")?);
            let list = |(lists, values): (&ListArray, &'_ [u64]), row: usize| -> Vec<u64> {
                values[lists.value_offsets()[row] as usize..lists.value_offsets()[row + 1] as usize].to_vec()
            };
            let allowed = |row: usize| {
                let (left, right) = (list(lefts, row), list(rights, row));
                if across {
                    left.iter().chain(&right).any(|each| Some(each) != left.first())
                } else {
                    left.iter().any(|each| right.binary_search(each).is_ok())
                }
            };
            Ok::<_, ArrowError>((0..batch.num_rows()).map(|row| Some(allowed(row))).collect())
        })
        .map_err(arrow_error)?;
    mask.to_data().to_pyarrow(py)
}
