//! Matches to clusters, clusters to tables.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use arrow_array::{Array, ArrayRef, BooleanArray, Float64Array, RecordBatch, UInt32Array, UInt64Array};
use arrow_pyarrow::ToPyArrow;
use arrow_schema::ArrowError;
use pyo3::prelude::*;
use std::cell::RefCell;

use super::arrow::{PyBatch, build_record_batch, compute_batch, convert_texts, read_f64s, read_strings, read_u32s};
use super::errors::arrow_error;
use super::features::{FeatureArguments, build_feature};
use super::similarity::{MeasureArguments, UnitMeasure, build_measure, find_vector_measure};
use super::units::{hash_document, list_runs, read_document_lists};
use super::vectors::VectorColumn;
use crate::clusters::{find_bottleneck, split_component};
use crate::columns::Texts;
use crate::vectors::bytes::compute_vector_cosine;
use crate::verify::TextComparer;

/// The clusters of components, from their matches and texts (`left` = `right`) sorted by component: each `unit`, its cluster's `core`, and the
/// lowest `similarity` that holds that cluster together. A unit that was left alone is not among them.
#[pyfunction]
pub(super) fn break_chains(
    py: Python<'_>,
    matches: PyBatch,
    feature: FeatureArguments,
    measure: MeasureArguments,
    cohesion: f64,
) -> PyResult<PyBatch> {
    let batch = matches.0;
    let feature = build_feature(py, &feature)?;
    let by = build_measure(py, &measure)?;
    compute_batch(py, || {
        let texts = read_strings(&batch, "text")?;
        let judge = RefCell::new(TextComparer::new(feature));
        break_components(&batch, cohesion, |one, two| {
            let mut judge = judge.borrow_mut();
            judge.set_left(texts.value(one));
            match by {
                UnitMeasure::Edit => judge.compute_edit_similarity(texts.value(two), cohesion).unwrap_or(0.0),
                UnitMeasure::Sets(measure) => judge.compute_similarity(texts.value(two), measure),
            }
        })
    })
}

/// The same by `vectors` of the rows that are texts.
#[pyfunction]
pub(super) fn break_vector_chains<'py>(
    py: Python<'py>,
    matches: PyBatch,
    vectors: Bound<'py, PyAny>,
    measure: &str,
    cohesion: f64,
) -> PyResult<PyBatch> {
    let batch = matches.0;
    let vectors = VectorColumn::from_python(&vectors)?;
    let measure = find_vector_measure(py, measure)?;
    let similarity = |one: usize, two: usize| match (vectors.get(one), vectors.get(two)) {
        (Some(one), Some(two)) => measure.convert_cosine(compute_vector_cosine(one, two)),
        _ => 0.0,
    };
    compute_batch(py, || break_components(&batch, cohesion, similarity))
}

/// `compare` gives the similarity of the units of two rows.
fn break_components(
    batch: &RecordBatch,
    cohesion: f64,
    compare: impl Fn(usize, usize) -> f64,
) -> Result<RecordBatch, ArrowError> {
    let components = read_u32s(batch, "component")?;
    let (lefts, rights) = (read_u32s(batch, "left")?, read_u32s(batch, "right")?);
    let similarities = read_f64s(batch, "similarity")?;
    let (mut units, mut cores, mut weakest) = (Vec::new(), Vec::new(), Vec::new());
    for (first, end) in list_runs(components) {
        let own = (first..end).filter(|&row| lefts[row] == rights[row]);
        let places: HashMap<u32, usize> = own.map(|row| (lefts[row], row)).collect();
        let rows = (first..end).filter(|&row| lefts[row] != rights[row]);
        let members: Vec<u32> = places.keys().copied().collect();
        let similarity = |one: u32, two: u32| -> f64 {
            let (Some(&one), Some(&two)) = (places.get(&one), places.get(&two)) else { return 0.0 };
            compare(one, two)
        };
        let found: Vec<(u32, u32, f64)> = rows.map(|row| (lefts[row], rights[row], similarities[row])).collect();
        let narrow: Vec<(u32, u32, f32)> =
            found.iter().map(|&(left, right, score)| (left, right, score as f32)).collect();
        let split = split_component(&members, &narrow, similarity, cohesion).clusters;
        // Each match to the cluster that both its sides are in, so that no cluster looks at the matches of others.
        let mut number = HashMap::with_capacity(members.len());
        for (at, cluster) in split.iter().enumerate() {
            number.extend(cluster.members.iter().map(|&unit| (unit, at)));
        }
        let mut own: Vec<Vec<(u32, u32, f64)>> = vec![Vec::new(); split.len()];
        for one in found {
            if let (Some(&left), Some(&right)) = (number.get(&one.0), number.get(&one.1))
                && left == right
            {
                own[left].push(one);
            }
        }
        for (cluster, own) in split.iter().zip(&own).filter(|(cluster, _)| cluster.members.len() > 1) {
            let similarity = find_bottleneck(&cluster.members, own);
            for &unit in &cluster.members {
                units.push(unit);
                cores.push(cluster.core);
                weakest.push(similarity);
            }
        }
    }
    build_record_batch(vec![
        ("unit", Arc::new(UInt32Array::from(units)) as ArrayRef),
        ("core", Arc::new(UInt32Array::from(cores))),
        ("similarity", Arc::new(Float64Array::from(weakest))),
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

/// Matches sorted by `left` and `right`, to who is removed, with its core, and the cores themselves.
#[pyfunction]
pub(super) fn keep_first(py: Python<'_>, matches: PyBatch) -> PyResult<PyBatch> {
    let batch = matches.0;
    compute_batch(py, || list_removed_units(&batch))
}

fn list_removed_units(batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let (left, right, similarity) =
        (read_u32s(batch, "left")?, read_u32s(batch, "right")?, read_f64s(batch, "similarity")?);
    let matches =
        left.iter().zip(right).zip(similarity).map(|((&left, &right), &similarity)| (left, right, similarity));
    let removed = crate::clusters::keep_first(matches);
    let cores: BTreeSet<u32> = removed.values().map(|&(core, _)| core).collect();
    let mut rows: Vec<(u32, u32, f64)> = removed.into_iter().map(|(unit, (core, alike))| (unit, core, alike)).collect();
    rows.extend(cores.into_iter().map(|core| (core, core, 1.0)));
    rows.sort_unstable_by_key(|row| row.0);
    build_record_batch(vec![
        ("unit", Arc::new(UInt32Array::from_iter_values(rows.iter().map(|row| row.0))) as ArrayRef),
        ("core", Arc::new(UInt32Array::from_iter_values(rows.iter().map(|row| row.1)))),
        ("similarity", Arc::new(Float64Array::from_iter_values(rows.iter().map(|row| row.2)))),
    ])
}
