//! Sentences to units: texts in normal form with their hashes, folded together where they are identical.

use std::sync::Arc;

use arrow_array::builder::{ListBuilder, UInt64Builder};
use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{Array, ArrayRef, BooleanArray, ListArray, RecordBatch, UInt32Array, UInt64Array};
use arrow_schema::{ArrowError, DataType, Field};
use pyo3::prelude::*;
use xxhash_rust::xxh3::Xxh3Default;

use super::arrow::{
    PyBatch, build_record_batch, compute_batch, convert_texts, count_text_bytes, find_column, read_strings, read_u32s,
    read_u64s, wrong_column_error,
};
use super::features::read_string_array;
use crate::columns::Texts;
use crate::normal::{NormalForm, hash_text, normalise};
use crate::shingles::hash_window;

/// The sentences of these blocks that weigh `least` or more in their normal form, each with the two halves of its 128-bit hash.
#[pyfunction]
pub(super) fn identify_sentences(
    py: Python<'_>,
    sentences: PyBatch,
    blocks: Vec<String>,
    least: (usize, usize),
    case: bool,
    punctuation: bool,
) -> PyResult<PyBatch> {
    let batch = sentences.0;
    compute_batch(py, || identify_batch(&batch, &blocks, least, NormalForm { case, punctuation }))
}

fn identify_batch(
    batch: &RecordBatch,
    blocks: &[String],
    least: (usize, usize),
    how: NormalForm,
) -> Result<RecordBatch, ArrowError> {
    let (documents, titles) = (read_strings(batch, "document")?, read_strings(batch, "title")?);
    let (kinds, positions, texts) =
        (read_strings(batch, "block")?, read_u32s(batch, "position")?, read_strings(batch, "text")?);
    let (mut high, mut low) = (Vec::with_capacity(batch.num_rows()), Vec::with_capacity(batch.num_rows()));
    let mut position = Vec::with_capacity(batch.num_rows());
    let (mut text, mut document, mut title) =
        (Texts::with_capacity(batch.num_rows(), count_text_bytes(texts)), Texts::default(), Texts::default());
    let mut normal = String::new();
    for row in (0..batch.num_rows()).filter(|&row| is_counted_block(kinds.value(row), blocks)) {
        normalise(texts.value(row), how, &mut normal);
        if normal.is_empty() || !weighs_enough(&normal, kinds.value(row), least) {
            continue;
        }
        let hash = hash_text(&normal);
        high.push((hash >> 64) as u64);
        low.push(hash as u64);
        text.push(&normal);
        document.push(documents.value(row));
        title.push(titles.value(row));
        position.push(positions[row]);
    }
    build_record_batch(vec![
        ("high", Arc::new(UInt64Array::from(high))),
        ("low", Arc::new(UInt64Array::from(low))),
        ("text", convert_texts(text)),
        ("document", convert_texts(document)),
        ("title", convert_texts(title)),
        ("position", Arc::new(UInt32Array::from(position))),
    ])
}

pub(super) fn is_counted_block(block: &str, blocks: &[String]) -> bool {
    blocks.is_empty() || blocks.iter().any(|each| each == block)
}

/// Whether a text weighs enough: the first number in prose and lists, the larger one elsewhere.
pub(super) fn weighs_enough(text: &str, block: &str, (least, aside): (usize, usize)) -> bool {
    let least = if matches!(block, "prose" | "list") { least } else { least.max(aside) };
    weighs_at_least(text, least)
}

/// For every sentence: whether it counts (its block does and its weight suffices), both halves of its hash, and a hash of
/// another kind to check them by.
#[pyfunction]
pub(super) fn hash_sentences(
    py: Python<'_>,
    sentences: PyBatch,
    blocks: Vec<String>,
    least: (usize, usize),
    case: bool,
    punctuation: bool,
) -> PyResult<PyBatch> {
    let batch = sentences.0;
    let how = NormalForm { case, punctuation };
    compute_batch(py, || {
        let (kinds, texts) = (read_strings(&batch, "block")?, read_strings(&batch, "text")?);
        let rows = batch.num_rows();
        let mut used = Vec::with_capacity(rows);
        let (mut high, mut low, mut check) =
            (Vec::with_capacity(rows), Vec::with_capacity(rows), Vec::with_capacity(rows));
        let mut normal = String::new();
        for row in 0..rows {
            normalise(texts.value(row), how, &mut normal);
            used.push(
                !normal.is_empty()
                    && weighs_enough(&normal, kinds.value(row), least)
                    && is_counted_block(kinds.value(row), &blocks),
            );
            let hash = hash_text(&normal);
            high.push((hash >> 64) as u64);
            low.push(hash as u64);
            check.push(hash_window(normal.as_bytes()));
        }
        build_record_batch(vec![
            ("used", Arc::new(BooleanArray::from(used)) as ArrayRef),
            ("high", Arc::new(UInt64Array::from(high))),
            ("low", Arc::new(UInt64Array::from(low))),
            ("check", Arc::new(UInt64Array::from(check))),
        ])
    })
}

/// The normal form of each text, "" where it weighs less than `least`, with both halves of its 128-bit hash and a hash of another
/// kind to check them by.
#[pyfunction]
pub(super) fn identify_texts<'py>(
    py: Python<'py>,
    texts: Bound<'py, PyAny>,
    least: usize,
    case: bool,
    punctuation: bool,
) -> PyResult<PyBatch> {
    let texts = read_string_array(&texts)?;
    let how = NormalForm { case, punctuation };
    compute_batch(py, || {
        let rows = texts.len();
        let (mut high, mut low, mut check) =
            (Vec::with_capacity(rows), Vec::with_capacity(rows), Vec::with_capacity(rows));
        let mut text = Texts::with_capacity(rows, count_text_bytes(&texts));
        let mut normal = String::new();
        for row in 0..rows {
            normalise(texts.value(row), how, &mut normal);
            if !weighs_at_least(&normal, least) {
                normal.clear();
            }
            let hash = hash_text(&normal);
            high.push((hash >> 64) as u64);
            low.push(hash as u64);
            check.push(hash_window(normal.as_bytes()));
            text.push(&normal);
        }
        build_record_batch(vec![
            ("high", Arc::new(UInt64Array::from(high)) as ArrayRef),
            ("low", Arc::new(UInt64Array::from(low))),
            ("check", Arc::new(UInt64Array::from(check))),
            ("text", convert_texts(text)),
        ])
    })
}

/// Units from identified sentences that are sorted by hash, text, document, title and position.
///
/// `collided` counts sentences that share the unit's hash but are another text: they were left out.
#[pyfunction]
pub(super) fn fold_sentences(py: Python<'_>, groups: PyBatch) -> PyResult<PyBatch> {
    let batch = groups.0;
    compute_batch(py, || fold_batch(&batch))
}

fn fold_batch(batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let (units, highs, lows) = (read_u32s(batch, "unit")?, read_u64s(batch, "high")?, read_u64s(batch, "low")?);
    let (texts, documents) = (read_strings(batch, "text")?, read_strings(batch, "document")?);
    let (titles, positions) = (read_strings(batch, "title")?, read_u32s(batch, "position")?);
    let (mut unit, mut high, mut low, mut check) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut copies, mut position) = (Vec::new(), Vec::new());
    let (mut text, mut document, mut title) =
        (Texts::with_capacity(batch.num_rows(), count_text_bytes(texts)), Texts::default(), Texts::default());
    let mut places = build_hash_lists();
    let mut hashes = Vec::new();
    let mut collided = Vec::new();
    for (first, same_hash) in list_runs(units) {
        let own = texts.value(first);
        let end = (first..same_hash).find(|&row| texts.value(row) != own).unwrap_or(same_hash);
        collided.push((same_hash - end) as u32);
        unit.push(units[first]);
        high.push(highs[first]);
        low.push(lows[first]);
        check.push(hash_window(own.as_bytes()));
        copies.push((end - first) as u32);
        text.push(own);
        document.push(documents.value(first));
        title.push(titles.value(first));
        position.push(positions[first]);
        hashes.clear();
        hashes.extend((first..end).map(|row| hash_document(documents.value(row), titles.value(row))));
        hashes.sort_unstable();
        places.values().append_slice(&hashes);
        places.append(true);
    }
    build_record_batch(vec![
        ("unit", Arc::new(UInt32Array::from(unit)) as ArrayRef),
        ("high", Arc::new(UInt64Array::from(high))),
        ("low", Arc::new(UInt64Array::from(low))),
        ("check", Arc::new(UInt64Array::from(check))),
        ("text", convert_texts(text)),
        ("copies", Arc::new(UInt32Array::from(copies))),
        ("collided", Arc::new(UInt32Array::from(collided))),
        ("documents", Arc::new(places.finish())),
        ("document", convert_texts(document)),
        ("title", convert_texts(title)),
        ("position", Arc::new(UInt32Array::from(position))),
    ])
}

fn build_hash_lists() -> ListBuilder<UInt64Builder> {
    ListBuilder::new(UInt64Builder::new()).with_field(Arc::new(Field::new("item", DataType::UInt64, false)))
}

/// Where each run of equal values begins and ends: `[7, 7, 9]` -> `(0, 2)`, `(2, 3)`
pub(super) fn list_runs<T: PartialEq>(values: &[T]) -> impl Iterator<Item = (usize, usize)> {
    let mut end = 0;
    values.chunk_by(T::eq).map(move |run| {
        end += run.len();
        (end - run.len(), end)
    })
}

/// Two inputs may number their documents alike; title and number together tell them apart.
pub(super) fn hash_document(document: &str, title: &str) -> u64 {
    let mut hash = Xxh3Default::new();
    hash.update(document.as_bytes());
    hash.update(&[0]);
    hash.update(title.as_bytes());
    hash.digest()
}

/// No character has more than four bytes, none counts less than one, and none more than its bytes: most texts need not
/// be looked at.
pub(super) fn weighs_at_least(text: &str, least: usize) -> bool {
    text.len() >= least && (text.len() >= least.saturating_mul(4) || weigh_text(text) >= least)
}

/// The characters of a text; one of a script that writes a word in one or two counts three.
pub(super) fn weigh_text(text: &str) -> usize {
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
pub(super) fn read_document_lists<'a>(
    batch: &'a RecordBatch,
    name: &str,
) -> Result<(&'a ListArray, &'a [u64]), ArrowError> {
    let lists = find_column(batch, name)?.as_list_opt::<i32>().ok_or_else(|| wrong_column_error(name))?;
    let values = lists.values().as_primitive_opt::<UInt64Type>().ok_or_else(|| wrong_column_error(name))?;
    Ok((lists, values.values()))
}
