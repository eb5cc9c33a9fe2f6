//! Matches to clusters, clusters to tables.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use arrow_array::{Array, ArrayRef, BooleanArray, Float64Array, RecordBatch, UInt32Array, UInt64Array};
use arrow_pyarrow::{PyArrowType, ToPyArrow};
use arrow_schema::ArrowError;
use pyo3::prelude::*;
use std::cell::RefCell;

use super::arrow::{PyBatch, build_record_batch, compute_batch, convert_texts, read_f64s, read_strings, read_u32s};
use super::errors::{arrow_error, io_error};
use super::features::{FeatureArguments, build_feature};
use super::phase::lock_shared;
use super::similarity::{MeasureArguments, UnitMeasure, build_measure, find_vector_measure};
use super::units::{hash_document, list_runs, read_document_lists};
use super::vectors::VectorColumn;
use crate::clusters::{self, ComponentParts, UnitCore};
use crate::columns::Texts;
use crate::vectors::bytes::compute_vector_cosine;
use crate::verify::TextComparer;

/// The clusters of components, whose matches and texts (`left` = `right`) come sorted by component, in parts that may cut one:
/// each `unit`, its cluster's `core`, and the lowest `similarity` that holds that cluster together. A unit that was left alone
/// is not among them.
#[pyclass(frozen)]
pub(super) struct ChainBreaker {
    parts: Mutex<(u32, ComponentParts)>,
    cohesion: f64,
}

#[pymethods]
impl ChainBreaker {
    #[new]
    fn new(cohesion: f64, memory_bytes: usize, folder: PathBuf) -> Self {
        ChainBreaker { parts: Mutex::new((0, ComponentParts::new(memory_bytes, &folder))), cohesion }
    }

    /// The clusters of the components that end in this part, or without a part of the last one.
    fn push(
        &self,
        py: Python<'_>,
        part: Option<PyBatch>,
        feature: FeatureArguments,
        measure: MeasureArguments,
    ) -> PyResult<PyBatch> {
        let feature = build_feature(py, &feature)?;
        let by = build_measure(py, &measure)?;
        let found = py.detach(|| {
            let mut parts = lock_shared(&self.parts)?;
            let comparer = RefCell::new(TextComparer::new(feature));
            let compare = |one: &[u8], two: &[u8]| {
                let mut comparer = comparer.borrow_mut();
                let (Ok(one), Ok(two)) = (str::from_utf8(one), str::from_utf8(two)) else { return 0.0 };
                comparer.set_left(one);
                match by {
                    UnitMeasure::Edit => comparer.compute_edit_similarity(two, self.cohesion).unwrap_or(0.0),
                    UnitMeasure::Sets(measure) => comparer.compute_similarity(two, measure),
                }
            };
            match &part {
                None => take_parts(&mut parts, None, |_| Some(&[]), self.cohesion, compare),
                Some(part) => {
                    let texts = read_strings(&part.0, "text").map_err(arrow_error)?;
                    let text = |row: usize| Some(texts.value(row).as_bytes());
                    take_parts(&mut parts, Some(&part.0), text, self.cohesion, compare)
                }
            }
        })?;
        Ok(PyArrowType(found))
    }

    /// The same by `vectors` of the rows that are texts.
    fn push_vectors<'py>(
        &self,
        py: Python<'py>,
        part: Option<PyBatch>,
        vectors: Bound<'py, PyAny>,
        measure: &str,
    ) -> PyResult<PyBatch> {
        let vectors = VectorColumn::from_python(&vectors)?;
        let measure = find_vector_measure(py, measure)?;
        let compare = |one: &[u8], two: &[u8]| {
            let is_known = !one.is_empty() && !two.is_empty();
            if is_known { measure.convert_cosine(compute_vector_cosine(one, two)) } else { 0.0 }
        };
        let found = py.detach(|| {
            let mut parts = lock_shared(&self.parts)?;
            take_parts(&mut parts, part.as_ref().map(|part| &part.0), |row| vectors.get(row), self.cohesion, compare)
        })?;
        Ok(PyArrowType(found))
    }
}

/// Adds the rows of a part to their components, and resolves each component that ends.
fn take_parts<'a>(
    (open, parts): &mut (u32, ComponentParts),
    part: Option<&RecordBatch>,
    text: impl Fn(usize) -> Option<&'a [u8]>,
    cohesion: f64,
    compare: impl Fn(&[u8], &[u8]) -> f64,
) -> PyResult<RecordBatch> {
    let mut found: Vec<UnitCore> = Vec::new();
    if let Some(part) = part {
        let components = read_u32s(part, "component").map_err(arrow_error)?;
        let (lefts, rights) =
            (read_u32s(part, "left").map_err(arrow_error)?, read_u32s(part, "right").map_err(arrow_error)?);
        let similarities = read_f64s(part, "similarity").map_err(arrow_error)?;
        for row in 0..part.num_rows() {
            if components[row] != *open && !parts.is_empty() {
                parts.resolve(cohesion, &compare, |one| found.push(one)).map_err(io_error)?;
            }
            *open = components[row];
            if lefts[row] == rights[row] {
                parts.push_unit(lefts[row], text(row).unwrap_or_default())
            } else {
                parts.push_match(lefts[row], rights[row], similarities[row])
            }
            .map_err(io_error)?;
        }
    } else {
        parts.resolve(cohesion, &compare, |one| found.push(one)).map_err(io_error)?;
    }
    build_cores(&found).map_err(arrow_error)
}

fn build_cores(found: &[UnitCore]) -> Result<RecordBatch, ArrowError> {
    build_record_batch(vec![
        ("unit", Arc::new(UInt32Array::from_iter_values(found.iter().map(|one| one.0))) as ArrayRef),
        ("core", Arc::new(UInt32Array::from_iter_values(found.iter().map(|one| one.1)))),
        ("similarity", Arc::new(Float64Array::from_iter_values(found.iter().map(|one| one.2)))),
    ])
}

/// A row for each cluster, from its units sorted by `core` and first member. `order` is least for the largest.
#[pyfunction]
pub(super) fn summarise_clusters(py: Python<'_>, units: PyBatch) -> PyResult<PyBatch> {
    let batch = units.0;
    compute_batch(py, || summarise_batch(&batch))
}

fn summarise_batch(batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let (cores, copies, scores) =
        (read_u32s(batch, "core")?, read_u32s(batch, "copies")?, read_f64s(batch, "similarity")?);
    let (own_documents, titles, positions) =
        (read_strings(batch, "document")?, read_strings(batch, "title")?, read_u32s(batch, "position")?);
    let (lists, hashes) = read_document_lists(batch, "documents")?;
    let (mut order, mut core, mut size, mut count, mut variants) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut similarity, mut position) = (Vec::new(), Vec::new());
    let (mut document, mut title) = (Texts::default(), Texts::default());
    let mut seen = Vec::new();
    for (first, end) in list_runs(cores) {
        let members: u64 = copies[first..end].iter().map(|&each| u64::from(each)).sum();
        seen.clear();
        seen.extend_from_slice(&hashes[lists.value_offsets()[first] as usize..lists.value_offsets()[end] as usize]);
        seen.sort_unstable();
        seen.dedup();
        order.push(u64::MAX - members);
        document.push(own_documents.value(first));
        title.push(titles.value(first));
        position.push(positions[first]);
        core.push(cores[first]);
        size.push(u32::try_from(members).unwrap_or(u32::MAX));
        count.push(seen.len() as u32);
        variants.push((end - first) as u32);
        similarity.push(scores[first]);
    }
    build_record_batch(vec![
        ("order", Arc::new(UInt64Array::from(order)) as ArrayRef),
        ("document", convert_texts(document)),
        ("title", convert_texts(title)),
        ("position", Arc::new(UInt32Array::from(position))),
        ("core", Arc::new(UInt32Array::from(core))),
        ("size", Arc::new(UInt32Array::from(size))),
        ("documents", Arc::new(UInt32Array::from(count))),
        ("variants", Arc::new(UInt32Array::from(variants))),
        ("similarity", Arc::new(Float64Array::from(similarity))),
    ])
}

/// The number of each row within its run of equal `keys`: `[7, 7, 9]` -> `[0, 1, 0]`.
#[pyfunction]
pub(super) fn number_rows_within_groups<'py>(py: Python<'py>, batch: PyBatch, by: &str) -> PyResult<Bound<'py, PyAny>> {
    let batch = batch.0;
    let keys = read_u32s(&batch, by).map_err(arrow_error)?;
    let mut numbers: Vec<u32> = Vec::with_capacity(keys.len());
    for row in 0..keys.len() {
        let next = numbers.last().map_or(0, |last| last + 1);
        numbers.push(if row > 0 && keys[row] == keys[row - 1] { next } else { 0 });
    }
    UInt32Array::from(numbers).to_data().to_pyarrow(py)
}

/// Every two documents that stand in one cluster, from members sorted by cluster, document and title; `identical` is 1 where
/// they share one of its texts. Clusters in more than `most` documents make none.
#[pyfunction]
pub(super) fn pair_documents(py: Python<'_>, members: PyBatch, most: usize) -> PyResult<PyBatch> {
    let batch = members.0;
    compute_batch(py, || list_document_pairs(&batch, most))
}

fn list_document_pairs(batch: &RecordBatch, most: usize) -> Result<RecordBatch, ArrowError> {
    let (clusters, variants) = (read_u32s(batch, "cluster")?, read_u32s(batch, "variant")?);
    let (documents, titles) = (read_strings(batch, "document")?, read_strings(batch, "title")?);
    let mut columns = [Texts::default(), Texts::default(), Texts::default(), Texts::default()];
    let mut identical = Vec::new();
    let mut rows: Vec<usize> = Vec::new();
    for (first, end) in list_runs(clusters) {
        let name = |row: usize| (documents.value(row), titles.value(row));
        rows.clear();
        rows.extend((first..end).filter(|&row| row == first || name(row) != name(row - 1)));
        if rows.len() > most {
            continue;
        }
        rows.push(end);
        let said: Vec<Vec<u32>> = rows.windows(2).map(|one| sort_variants(&variants[one[0]..one[1]])).collect();
        rows.pop();
        for (at, &left) in rows.iter().enumerate() {
            for (other, &right) in rows.iter().enumerate().skip(at + 1) {
                columns[0].push(documents.value(left));
                columns[1].push(titles.value(left));
                columns[2].push(documents.value(right));
                columns[3].push(titles.value(right));
                identical.push(u32::from(said[at].iter().any(|each| said[other].binary_search(each).is_ok())));
            }
        }
    }
    let names = ["left_document", "left_title", "right_document", "right_title"];
    let mut columns: Vec<(&str, ArrayRef)> =
        names.into_iter().zip(columns).map(|(name, column)| (name, convert_texts(column))).collect();
    columns.push(("identical", Arc::new(UInt32Array::from(identical))));
    build_record_batch(columns)
}

fn sort_variants(variants: &[u32]) -> Vec<u32> {
    let mut own = variants.to_vec();
    own.sort_unstable();
    own
}

/// Which pairs have the side on the left that stands after the other: by document, title and position.
#[pyfunction]
pub(super) fn mark_reversed_pairs<'py>(py: Python<'py>, pairs: PyBatch) -> PyResult<Bound<'py, PyAny>> {
    let batch = pairs.0;
    let mask = py.detach(|| {
        let (left, right) = (read_strings(&batch, "left_document")?, read_strings(&batch, "right_document")?);
        let (left_title, right_title) = (read_strings(&batch, "left_title")?, read_strings(&batch, "right_title")?);
        let (left_at, right_at) = (read_u32s(&batch, "left_position")?, read_u32s(&batch, "right_position")?);
        let after = |row: usize| {
            (left.value(row), left_title.value(row), left_at[row])
                > (right.value(row), right_title.value(row), right_at[row])
        };
        Ok::<BooleanArray, ArrowError>((0..batch.num_rows()).map(|row| Some(after(row))).collect())
    });
    mask.map_err(arrow_error)?.to_data().to_pyarrow(py)
}

/// A hash of each document, told by its id and title.
#[pyfunction]
pub(super) fn hash_documents<'py>(
    py: Python<'py>,
    batch: PyBatch,
    document: &str,
    title: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = batch.0;
    let ids = read_strings(&batch, document).map_err(arrow_error)?;
    let titles = read_strings(&batch, title).map_err(arrow_error)?;
    let hashes = (0..batch.num_rows()).map(|row| hash_document(ids.value(row), titles.value(row)));
    UInt64Array::from_iter_values(hashes).to_data().to_pyarrow(py)
}

/// Which units repeat themselves `across` documents, or `within` one.
#[pyfunction]
pub(super) fn mark_repeated_units<'py>(py: Python<'py>, units: PyBatch, how: &str) -> PyResult<Bound<'py, PyAny>> {
    let batch = units.0;
    let (lists, hashes) = read_document_lists(&batch, "documents").map_err(arrow_error)?;
    let counts = |row: usize| {
        let own = &hashes[lists.value_offsets()[row] as usize..lists.value_offsets()[row + 1] as usize];
        let mut neighbours = own.windows(2);
        if how == "across" { neighbours.any(|two| two[0] != two[1]) } else { neighbours.any(|two| two[0] == two[1]) }
    };
    let mask: BooleanArray = (0..batch.num_rows()).map(|row| Some(counts(row))).collect();
    mask.to_data().to_pyarrow(py)
}

/// Takes matches sorted by `component`, `left` and `right`, in parts that may cut a component, and gives the removed units,
/// each with its core, and the cores.
#[pyclass(frozen)]
pub(super) struct FirstKeeper {
    parts: Mutex<Option<(u32, clusters::FirstKeeper)>>,
}

#[pymethods]
impl FirstKeeper {
    #[new]
    fn new() -> Self {
        FirstKeeper { parts: Mutex::new(None) }
    }

    /// Those of the components that end in this part, or without a part of the last one.
    fn push(&self, py: Python<'_>, part: Option<PyBatch>) -> PyResult<PyBatch> {
        let found = py.detach(|| {
            let mut parts = lock_shared(&self.parts)?;
            let mut found = Vec::new();
            match &part {
                Some(part) => keep_first_of_part(&mut parts, &part.0, &mut found).map_err(arrow_error)?,
                None => list_removed_units(parts.take(), &mut found),
            }
            build_cores(&found).map_err(arrow_error)
        })?;
        Ok(PyArrowType(found))
    }
}

fn keep_first_of_part(
    parts: &mut Option<(u32, clusters::FirstKeeper)>,
    part: &RecordBatch,
    found: &mut Vec<UnitCore>,
) -> Result<(), ArrowError> {
    let components = read_u32s(part, "component")?;
    let (left, right, similarity) =
        (read_u32s(part, "left")?, read_u32s(part, "right")?, read_f64s(part, "similarity")?);
    for row in 0..part.num_rows() {
        if parts.as_ref().is_some_and(|open| open.0 != components[row]) {
            list_removed_units(parts.take(), found);
        }
        let (_, keeper) = parts.get_or_insert_with(|| (components[row], clusters::FirstKeeper::default()));
        keeper.push(left[row], right[row], similarity[row]);
    }
    Ok(())
}

fn list_removed_units(ended: Option<(u32, clusters::FirstKeeper)>, found: &mut Vec<UnitCore>) {
    let removed = ended.map(|(_, keeper)| keeper.finish()).unwrap_or_default();
    let cores: BTreeSet<u32> = removed.values().map(|&(core, _)| core).collect();
    let first = found.len();
    found.extend(removed.into_iter().map(|(unit, (core, similarity))| (unit, core, similarity)));
    found.extend(cores.into_iter().map(|core| (core, core, 1.0)));
    found[first..].sort_unstable_by_key(|row| row.0);
}
