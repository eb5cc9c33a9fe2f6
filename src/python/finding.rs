//! Sentences to units, units to keys, keys to candidates, candidates to similarities.

use std::sync::Arc;

use arrow_array::builder::{ListBuilder, UInt64Builder};
use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{Array, ArrayRef, BooleanArray, Float64Array, ListArray, RecordBatch, UInt32Array, UInt64Array};
use arrow_pyarrow::{FromPyArrow, ToPyArrow};
use arrow_schema::{ArrowError, DataType, Field};
use pyo3::prelude::*;
use xxhash_rust::xxh3::Xxh3Default;

use super::arrow::{column, record_batch, strings, text_array, text_bytes, u32s, u64s, wrong};
use super::errors::{arrow_error, settings_error};
use super::features::{Given, feature_of};
use crate::columns::Texts;
use crate::features::Feature;
use crate::grouping::pairs_of_group;
use crate::join::measure::Measure;
use crate::minhash::{Scheme, Scratch};
use crate::normal::{Normal, identity, normalise};
use crate::shingles::shingle;
use crate::verify::Judge;

// ---- units ----

/// The sentences of these blocks that weigh `least` or more in their normal form, each with the two halves of its 128-bit hash.
#[pyfunction]
pub(super) fn identify<'py>(
    py: Python<'py>,
    sentences: Bound<'py, PyAny>,
    blocks: Vec<String>,
    least: (usize, usize),
    case: bool,
    punctuation: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&sentences)?;
    let result = py.detach(|| identified(&batch, &blocks, least, Normal { case, punctuation }));
    result.map_err(arrow_error)?.to_pyarrow(py)
}

fn identified(
    batch: &RecordBatch,
    blocks: &[String],
    least: (usize, usize),
    how: Normal,
) -> Result<RecordBatch, ArrowError> {
    let (documents, titles) = (strings(batch, "document")?, strings(batch, "title")?);
    let (kinds, positions, texts) = (strings(batch, "block")?, u32s(batch, "position")?, strings(batch, "text")?);
    let (mut high, mut low) = (Vec::with_capacity(batch.num_rows()), Vec::with_capacity(batch.num_rows()));
    let mut position = Vec::with_capacity(batch.num_rows());
    let (mut text, mut document, mut title) =
        (Texts::with_capacity(batch.num_rows(), text_bytes(texts)), Texts::default(), Texts::default());
    let mut normal = String::new();
    for row in (0..batch.num_rows()).filter(|&row| counts(kinds.value(row), blocks)) {
        normalise(texts.value(row), how, &mut normal);
        if normal.is_empty() || !weighs(&normal, kinds.value(row), least) {
            continue;
        }
        let hash = identity(&normal);
        high.push((hash >> 64) as u64);
        low.push(hash as u64);
        text.push(&normal);
        document.push(documents.value(row));
        title.push(titles.value(row));
        position.push(positions[row]);
    }
    record_batch(vec![
        ("high", Arc::new(UInt64Array::from(high))),
        ("low", Arc::new(UInt64Array::from(low))),
        ("text", text_array(text)),
        ("document", text_array(document)),
        ("title", text_array(title)),
        ("position", Arc::new(UInt32Array::from(position))),
    ])
}

fn counts(block: &str, blocks: &[String]) -> bool {
    blocks.is_empty() || blocks.iter().any(|each| each == block)
}

/// Whether a text weighs enough: the first number in prose and lists, the larger one elsewhere.
fn weighs(text: &str, block: &str, (least, aside): (usize, usize)) -> bool {
    let least = if matches!(block, "prose" | "list") { least } else { least.max(aside) };
    weighs_at_least(text, least)
}

/// For every sentence: whether it counts (its block does and its weight suffices), both halves of its hash, and a hash of
/// another kind to check them by.
#[pyfunction]
pub(super) fn identities<'py>(
    py: Python<'py>,
    sentences: Bound<'py, PyAny>,
    blocks: Vec<String>,
    least: (usize, usize),
    case: bool,
    punctuation: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&sentences)?;
    let how = Normal { case, punctuation };
    let result = py.detach(|| {
        let (kinds, texts) = (strings(&batch, "block")?, strings(&batch, "text")?);
        let rows = batch.num_rows();
        let mut used = Vec::with_capacity(rows);
        let (mut high, mut low, mut check) =
            (Vec::with_capacity(rows), Vec::with_capacity(rows), Vec::with_capacity(rows));
        let mut normal = String::new();
        for row in 0..rows {
            normalise(texts.value(row), how, &mut normal);
            used.push(
                !normal.is_empty() && weighs(&normal, kinds.value(row), least) && counts(kinds.value(row), &blocks),
            );
            let hash = identity(&normal);
            high.push((hash >> 64) as u64);
            low.push(hash as u64);
            check.push(shingle(normal.as_bytes()));
        }
        record_batch(vec![
            ("used", Arc::new(BooleanArray::from(used)) as ArrayRef),
            ("high", Arc::new(UInt64Array::from(high))),
            ("low", Arc::new(UInt64Array::from(low))),
            ("check", Arc::new(UInt64Array::from(check))),
        ])
    });
    result.map_err(arrow_error)?.to_pyarrow(py)
}

/// Units from identified sentences that are sorted by hash, text, document, title and position.
///
/// `collided` counts sentences that share the unit's hash but are another text: they were left out.
#[pyfunction]
pub(super) fn fold<'py>(py: Python<'py>, groups: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&groups)?;
    py.detach(|| folded(&batch)).map_err(arrow_error)?.to_pyarrow(py)
}

fn folded(batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let (units, highs, lows) = (u32s(batch, "unit")?, u64s(batch, "high")?, u64s(batch, "low")?);
    let (texts, documents) = (strings(batch, "text")?, strings(batch, "document")?);
    let (titles, positions) = (strings(batch, "title")?, u32s(batch, "position")?);
    let (mut unit, mut high, mut low, mut check) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut copies, mut position) = (Vec::new(), Vec::new());
    let (mut text, mut document, mut title) =
        (Texts::with_capacity(batch.num_rows(), text_bytes(texts)), Texts::default(), Texts::default());
    let mut places = numbers_builder();
    let mut hashes = Vec::new();
    let mut collided = Vec::new();
    let mut first = 0;
    while first < batch.num_rows() {
        let same_hash = end_of(units, first);
        let own = texts.value(first);
        let end = (first..same_hash).find(|&row| texts.value(row) != own).unwrap_or(same_hash);
        collided.push((same_hash - end) as u32);
        unit.push(units[first]);
        high.push(highs[first]);
        low.push(lows[first]);
        check.push(shingle(own.as_bytes()));
        copies.push((end - first) as u32);
        text.push(own);
        document.push(documents.value(first));
        title.push(titles.value(first));
        position.push(positions[first]);
        hashes.clear();
        hashes.extend((first..end).map(|row| document_hash(documents.value(row), titles.value(row))));
        hashes.sort_unstable();
        places.values().append_slice(&hashes);
        places.append(true);
        first = same_hash;
    }
    record_batch(vec![
        ("unit", Arc::new(UInt32Array::from(unit)) as ArrayRef),
        ("high", Arc::new(UInt64Array::from(high))),
        ("low", Arc::new(UInt64Array::from(low))),
        ("check", Arc::new(UInt64Array::from(check))),
        ("text", text_array(text)),
        ("copies", Arc::new(UInt32Array::from(copies))),
        ("collided", Arc::new(UInt32Array::from(collided))),
        ("documents", Arc::new(places.finish())),
        ("document", text_array(document)),
        ("title", text_array(title)),
        ("position", Arc::new(UInt32Array::from(position))),
    ])
}

fn numbers_builder() -> ListBuilder<UInt64Builder> {
    ListBuilder::new(UInt64Builder::new()).with_field(Arc::new(Field::new("item", DataType::UInt64, false)))
}

/// Where the run of equal values that begins at `first` ends.
pub(super) fn end_of<T: PartialEq>(values: &[T], first: usize) -> usize {
    first + values[first..].iter().take_while(|&value| *value == values[first]).count()
}

/// Two inputs may number their documents alike; title and number together tell them apart.
pub(super) fn document_hash(document: &str, title: &str) -> u64 {
    let mut hash = Xxh3Default::new();
    hash.update(document.as_bytes());
    hash.update(&[0]);
    hash.update(title.as_bytes());
    hash.digest()
}

// ---- candidates ----

/// The keys of units; which ones get any is told by `lengths`: least and most features, and least weight of the text, where
/// a Chinese or Japanese character counts three.
#[pyfunction]
pub(super) fn minhash_keys<'py>(
    py: Python<'py>,
    units: Bound<'py, PyAny>,
    feature: Given,
    lengths: (usize, usize, usize),
    method: &str,
    numbers: Vec<usize>,
    seed: i64,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&units)?;
    let feature = feature_of(py, &feature)?;
    let scheme = scheme_of(method, &numbers, seed).map_err(|message| settings_error(py, &message, ""))?;
    let result = py.detach(|| keyed(&batch, feature, lengths.into(), &scheme));
    result.map_err(arrow_error)?.to_pyarrow(py)
}

fn scheme_of(method: &str, numbers: &[usize], seed: i64) -> Result<Scheme, String> {
    match (method, numbers) {
        ("bands", &[rows, bands]) => Scheme::bands(rows, bands, seed as u64),
        ("draws", &[functions, length, signatures, bits]) => {
            Scheme::draws(functions, length, signatures, u32::try_from(bits).unwrap_or(u32::MAX), seed)
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
    pub(super) fn take(&self, text: &str, feature: Feature<'_>, hashes: &mut Vec<u64>) -> bool {
        if !weighs_at_least(text, self.weight) {
            return false;
        }
        hashes.clear();
        feature.hashes(text, hashes);
        (self.least..=self.most).contains(&hashes.len())
    }
}

fn keyed(
    batch: &RecordBatch,
    feature: Feature<'_>,
    lengths: Lengths,
    scheme: &Scheme,
) -> Result<RecordBatch, ArrowError> {
    let (units, texts) = (u32s(batch, "unit")?, strings(batch, "text")?);
    let mut keys = Vec::with_capacity(units.len() * scheme.keys_per_unit());
    let mut owners = Vec::with_capacity(units.len() * scheme.keys_per_unit());
    let (mut hashes, mut scratch) = (Vec::new(), Scratch::default());
    for (row, &unit) in units.iter().enumerate() {
        if lengths.take(texts.value(row), feature, &mut hashes) {
            scheme.keys(&hashes, &mut scratch, &mut keys);
            owners.resize(keys.len(), unit);
        }
    }
    record_batch(vec![
        ("key", Arc::new(UInt64Array::from(keys)) as ArrayRef),
        ("unit", Arc::new(UInt32Array::from(owners))),
    ])
}

/// No character has more than four bytes, none counts less than one, and none more than its bytes: most texts need not
/// be looked at.
fn weighs_at_least(text: &str, least: usize) -> bool {
    text.len() >= least && (text.len() >= least.saturating_mul(4) || weight_of(text) >= least)
}

/// The characters of a text; one of a script that writes a word in one or two counts three.
pub(super) fn weight_of(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.chars()
        .map(|letter| {
            if matches!(letter, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}') {
                3
            } else {
                1
            }
        })
        .sum()
}

/// Pairs of units from rows sorted by key and unit.
#[pyfunction]
pub(super) fn pair_up<'py>(
    py: Python<'py>,
    groups: Bound<'py, PyAny>,
    crowd: usize,
    window: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&groups)?;
    let result = py.detach(|| {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let emit = |one, two| {
            left.push(one);
            right.push(two);
        };
        each_pair(&batch, crowd, window, emit)?;
        record_batch(vec![
            ("left", Arc::new(UInt32Array::from(left)) as ArrayRef),
            ("right", Arc::new(UInt32Array::from(right))),
        ])
    });
    result.map_err(arrow_error)?.to_pyarrow(py)
}

/// How many keys are crowded, and how many pairs `pair_up` leaves out of them.
#[pyfunction]
pub(super) fn crowds(py: Python<'_>, groups: Bound<'_, PyAny>, crowd: usize, window: usize) -> PyResult<(u64, u64)> {
    let batch = RecordBatch::from_pyarrow_bound(&groups)?;
    py.detach(|| each_pair(&batch, crowd, window, |_, _| ())).map_err(arrow_error)
}

/// Calls `emit` with the pairs; gives the number of crowded keys and of pairs left out.
fn each_pair(
    batch: &RecordBatch,
    crowd: usize,
    window: usize,
    mut emit: impl FnMut(u32, u32),
) -> Result<(u64, u64), ArrowError> {
    let (keys, units) = (u64s(batch, "key")?, u32s(batch, "unit")?);
    let (mut crowded, mut left_out) = (0, 0u64);
    let mut first = 0;
    while first < keys.len() {
        let end = end_of(keys, first);
        if end - first > 1 {
            crowded += u64::from(end - first > crowd);
            left_out = left_out.saturating_add(pairs_of_group(&units[first..end], crowd, window, &mut emit));
        }
        first = end;
    }
    Ok((crowded, left_out))
}

// ---- matches ----

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

pub(super) fn documents<'a>(batch: &'a RecordBatch, name: &str) -> Result<(&'a ListArray, &'a [u64]), ArrowError> {
    let lists = column(batch, name)?.as_list_opt::<i32>().ok_or_else(|| wrong(name))?;
    let values = lists.values().as_primitive_opt::<UInt64Type>().ok_or_else(|| wrong(name))?;
    Ok((lists, values.values()))
}
