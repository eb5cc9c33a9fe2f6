//! Candidates to matches: how similar two units are, and whether where they stand lets them match.

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, BooleanArray, Float64Array, Int32Array, ListArray, make_array};
use arrow_data::ArrayData;
use arrow_pyarrow::{FromPyArrow, ToPyArrow};
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use super::arrow::{PyBatch, wrong_column_error};
use super::errors::{arrow_error, settings_error};
use super::features::{FeatureArguments, build_feature, read_string_array};
use super::units::read_document_lists;
use super::vectors::VectorColumn;
use crate::join::measure::{MatchRule, Measure};
use crate::sets::Sets;
use crate::vectors::bytes::{VectorMeasure, compute_cosine, compute_dot};
use crate::verify::TextComparer;

/// What two units are to be alike by: their texts, or their features.
#[derive(Clone, Copy)]
pub(super) enum UnitMeasure {
    Edit,
    Sets(Measure),
}

/// A measure as Python hands it over: of sets by its four weights, of texts by its name.
#[derive(FromPyObject)]
pub(super) enum MeasureArguments {
    Sets([f64; 4]),
    Texts(String),
}

pub(super) fn build_measure(py: Python<'_>, measure: &MeasureArguments) -> PyResult<UnitMeasure> {
    match measure {
        MeasureArguments::Sets(weights) => Measure::from_weights(*weights).map(UnitMeasure::Sets).ok_or_else(|| {
            let hint = "four multiples of 1/256 must add up to 1, the first from -16 to 0 and the others 0 or more";
            settings_error(py, &format!("a measure of sets cannot have the weights {weights:?}"), hint)
        }),
        MeasureArguments::Texts(name) if name == "edit" => Ok(UnitMeasure::Edit),
        MeasureArguments::Texts(name) => Err(unknown_measure_error(py, name, "texts")),
    }
}

/// An error where no kernel can compare by a measure.
#[pyfunction]
pub(super) fn check_measure(py: Python<'_>, measure: MeasureArguments) -> PyResult<()> {
    build_measure(py, &measure).map(|_| ())
}

pub(super) fn find_vector_measure(py: Python<'_>, name: &str) -> PyResult<VectorMeasure> {
    VectorMeasure::from_name(name).ok_or_else(|| unknown_measure_error(py, name, "vectors"))
}

fn unknown_measure_error(py: Python<'_>, name: &str, of: &str) -> PyErr {
    settings_error(py, &format!("no measure of {of} is called `{name}`"), "")
}

/// For each pair of places the similarity of the two texts; null where it is less than `least`, or where a text has no
/// features to compare.
///
/// Pairs that have their left side in common should stand together: it is prepared once for all of them.
#[pyfunction]
pub(super) fn compute_similarities<'py>(
    py: Python<'py>,
    texts: Bound<'py, PyAny>,
    left: Bound<'py, PyAny>,
    right: Bound<'py, PyAny>,
    feature: FeatureArguments,
    measure: MeasureArguments,
    least: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let texts = read_string_array(&texts)?;
    let pairs = read_pairs_of_places(&left, &right)?;
    let feature = build_feature(py, &feature)?;
    let by = build_measure(py, &measure)?;
    let found = py.detach(|| match by {
        UnitMeasure::Edit => {
            let mut judge = TextComparer::new(feature);
            let compare = |&(left, right): &(usize, usize)| {
                judge.set_left(texts.value(left));
                judge.compute_edit_similarity(texts.value(right), least)
            };
            pairs.iter().map(compare).collect()
        }
        UnitMeasure::Sets(measure) => {
            let sets = Sets::from_texts((0..texts.len()).map(|row| texts.value(row)), feature);
            sets.compute_similarities(&pairs, MatchRule { measure, threshold: least })
        }
    });
    Float64Array::from(found).to_data().to_pyarrow(py)
}

/// For each pair of places the similarity of the two vectors, at least 0; null where one is missing.
#[pyfunction]
pub(super) fn compute_vector_similarities<'py>(
    py: Python<'py>,
    vectors: Bound<'py, PyAny>,
    left: Bound<'py, PyAny>,
    right: Bound<'py, PyAny>,
    measure: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let vectors = VectorColumn::from_python(&vectors)?;
    let pairs = read_pairs_of_places(&left, &right)?;
    let measure = find_vector_measure(py, measure)?;
    let found: Result<Float64Array, ArrowError> = py.detach(|| {
        let mut last = (usize::MAX, 0);
        let compare = |&(left, right): &(usize, usize)| {
            let (Some(one), Some(two)) = (vectors.get(left), vectors.get(right)) else { return Ok(None) };
            if one.len() != two.len() {
                return Err(ArrowError::InvalidArgumentError("vectors of different lengths".to_owned()));
            }
            if last.0 != left {
                last = (left, compute_dot(one, one));
            }
            Ok(Some(measure.convert_cosine(compute_cosine(compute_dot(one, two), last.1, compute_dot(two, two)))))
        };
        pairs.iter().map(compare).collect()
    });
    found.map_err(arrow_error)?.to_data().to_pyarrow(py)
}

fn read_pairs_of_places(left: &Bound<'_, PyAny>, right: &Bound<'_, PyAny>) -> PyResult<Vec<(usize, usize)>> {
    let (left, right) = (read_places(left)?, read_places(right)?);
    Ok(left.values().iter().zip(right.values()).map(|(&one, &other)| (one as usize, other as usize)).collect())
}

/// An array of places as a dictionary has them.
pub(super) fn read_places(array: &Bound<'_, PyAny>) -> PyResult<Int32Array> {
    let array = make_array(ArrayData::from_pyarrow_bound(array)?);
    array.as_primitive_opt::<Int32Type>().cloned().ok_or_else(|| arrow_error(wrong_column_error("places")))
}

/// Which pairs may be matches: `across`, where the two stand in more than one document; `within`, where they share one.
#[pyfunction]
pub(super) fn mark_related_pairs<'py>(py: Python<'py>, pairs: PyBatch, how: &str) -> PyResult<Bound<'py, PyAny>> {
    let batch = pairs.0;
    let across = how == "across";
    let mask: BooleanArray = py
        .detach(|| {
            let (lefts, rights) =
                (read_document_lists(&batch, "left_documents")?, read_document_lists(&batch, "right_documents")?);
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
