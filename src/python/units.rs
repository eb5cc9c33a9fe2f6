//! Sentences to units: texts in normal form with their hashes, folded together where they are identical.

use std::sync::Arc;

use arrow_array::builder::{ListBuilder, UInt64Builder};
use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{ArrayRef, BooleanArray, ListArray, RecordBatch, UInt32Array, UInt64Array};
use arrow_pyarrow::{FromPyArrow, ToPyArrow};
use arrow_schema::{ArrowError, DataType, Field};
use pyo3::prelude::*;
use xxhash_rust::xxh3::Xxh3Default;

use super::arrow::{column, record_batch, strings, text_array, text_bytes, u32s, u64s, wrong};
use super::errors::arrow_error;
use crate::columns::Texts;
use crate::normal::{Normal, identity, normalise};
use crate::shingles::shingle;

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

/// No character has more than four bytes, none counts less than one, and none more than its bytes: most texts need not
/// be looked at.
pub(super) fn weighs_at_least(text: &str, least: usize) -> bool {
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

/// A column of lists of documents, each as its hash, and their values.
pub(super) fn documents<'a>(batch: &'a RecordBatch, name: &str) -> Result<(&'a ListArray, &'a [u64]), ArrowError> {
    let lists = column(batch, name)?.as_list_opt::<i32>().ok_or_else(|| wrong(name))?;
    let values = lists.values().as_primitive_opt::<UInt64Type>().ok_or_else(|| wrong(name))?;
    Ok((lists, values.values()))
}
