//! Features of texts: their hashes, their places, and the words of a corpus that some of them must know.

use std::collections::HashSet;
use std::sync::Arc;

use arrow_array::builder::{ListBuilder, StringBuilder, UInt64Builder};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, ListArray, RecordBatch, StringArray, UInt8Array, UInt32Array, make_array};
use arrow_data::ArrayData;
use arrow_pyarrow::{FromPyArrow, ToPyArrow};
use arrow_schema::{ArrowError, DataType, Field};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use super::arrow::{record_batch, strings, text_array, u32s, wrong};
use super::errors::{arrow_error, settings_error};
use crate::columns::Texts;
use crate::distinct::Distinct;
use crate::features::{self, Feature, NAMES, STEMMINGS, Tokens, lexicon};

/// A feature as Python hands it over: its name, its numbers, and its table of words.
pub(super) type Given = (String, Vec<u64>, PyBackedBytes);

pub(super) fn feature_of<'a>(py: Python<'_>, (name, numbers, table): &'a Given) -> PyResult<Feature<'a>> {
    let hint = format!("Available: {}", NAMES.join(", "));
    Feature::named(name, numbers, table).map_err(|message| settings_error(py, &message, &hint))
}

/// For each text the hashes of its features, in order; one may come twice.
#[pyfunction]
pub(super) fn feature_hashes<'py>(
    py: Python<'py>,
    texts: Bound<'py, PyAny>,
    feature: Given,
) -> PyResult<Bound<'py, PyAny>> {
    let array = string_array(&texts)?;
    let feature = feature_of(py, &feature)?;
    let lists = py.detach(|| {
        let item = Arc::new(Field::new("item", DataType::UInt64, false));
        let mut lists = ListBuilder::new(UInt64Builder::new()).with_field(item);
        let mut hashes = Vec::new();
        for row in 0..array.len() {
            hashes.clear();
            feature.hashes(array.value(row), &mut hashes);
            lists.values().append_slice(&hashes);
            lists.append(true);
        }
        lists.finish()
    });
    lists.to_data().to_pyarrow(py)
}

/// For each text how many distinct features it has.
#[pyfunction]
pub(super) fn feature_sizes<'py>(
    py: Python<'py>,
    texts: Bound<'py, PyAny>,
    feature: Given,
) -> PyResult<Bound<'py, PyAny>> {
    let array = string_array(&texts)?;
    let feature = feature_of(py, &feature)?;
    let sizes: UInt32Array = py.detach(|| {
        let (mut hashes, mut set) = (Vec::new(), Distinct::default());
        let size = |row: usize| {
            hashes.clear();
            feature.hashes(array.value(row), &mut hashes);
            set.clear(hashes.len());
            hashes.iter().filter(|&&hash| set.insert(hash)).count() as u32
        };
        UInt32Array::from_iter_values((0..array.len()).map(size))
    });
    sizes.to_data().to_pyarrow(py)
}

pub(super) fn string_array(texts: &Bound<'_, PyAny>) -> PyResult<StringArray> {
    let array = make_array(ArrayData::from_pyarrow_bound(texts)?);
    array.as_string_opt::<i32>().cloned().ok_or_else(|| arrow_error(wrong("text")))
}

/// Each feature of a text: its hash, and the characters from and to which it stands.
#[pyfunction]
pub(super) fn locate_features(py: Python<'_>, text: &str, feature: Given) -> PyResult<Vec<(u64, usize, usize)>> {
    let feature = feature_of(py, &feature)?;
    let found = py.detach(|| feature.located(text));
    Ok(found.iter().map(|each| (each.hash, each.start, each.end)).collect())
}

/// The characters that each word of a text stands at.
#[pyfunction]
pub(super) fn word_spans(py: Python<'_>, text: &str) -> Vec<(usize, usize)> {
    py.detach(|| features::word_spans(text).iter().map(|span| (span.start, span.end)).collect())
}

// ---- weighed tokens ----

/// The stemming algorithms; the number of one is its place.
#[pyfunction]
pub(super) fn stemmings() -> Vec<&'static str> {
    STEMMINGS.to_vec()
}

/// For each text its distinct tokens, in the order in which they first stand there, whatever they weigh.
#[pyfunction]
pub(super) fn feature_tokens<'py>(
    py: Python<'py>,
    texts: Bound<'py, PyAny>,
    feature: Given,
) -> PyResult<Bound<'py, PyAny>> {
    let array = string_array(&texts)?;
    let tokens = tokens_of(py, &feature)?;
    py.detach(|| distinct_tokens(&array, tokens)).to_data().to_pyarrow(py)
}

fn tokens_of(py: Python<'_>, feature: &Given) -> PyResult<Tokens> {
    let message = || settings_error(py, &format!("`{}` has no tokens", feature.0), "Available: weighted, stems, grams");
    feature_of(py, feature)?.tokens().ok_or_else(message)
}

fn distinct_tokens(texts: &StringArray, tokens: Tokens) -> ListArray {
    let item = Arc::new(Field::new("item", DataType::Utf8, false));
    let mut lists = ListBuilder::new(StringBuilder::new()).with_field(item);
    let mut seen: HashSet<String> = HashSet::new();
    for row in 0..texts.len() {
        seen.clear();
        tokens.each(texts.value(row), |token, _| {
            if !seen.contains(token) {
                seen.insert(token.to_owned());
                lists.values().append_value(token);
            }
        });
        lists.append(true);
    }
    lists.finish()
}

/// How many texts of the batch have each token, in order of the tokens.
#[pyfunction]
pub(super) fn count_tokens<'py>(
    py: Python<'py>,
    units: Bound<'py, PyAny>,
    feature: Given,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&units)?;
    let tokens = tokens_of(py, &feature)?;
    let result = py.detach(|| {
        let texts = strings(&batch, "text")?;
        counted(lexicon::count_tokens((0..texts.len()).map(|row| texts.value(row)), tokens))
    });
    result.map_err(arrow_error)?.to_pyarrow(py)
}

/// Tokens and the level of each, as features take them.
#[pyfunction]
pub(super) fn level_table(
    py: Python<'_>,
    tokens: Bound<'_, PyAny>,
    levels: Bound<'_, PyAny>,
) -> PyResult<std::borrow::Cow<'static, [u8]>> {
    let tokens = string_array(&tokens)?;
    let levels = make_array(ArrayData::from_pyarrow_bound(&levels)?);
    let levels: &UInt8Array = levels.as_primitive_opt().ok_or_else(|| arrow_error(wrong("levels")))?;
    if levels.len() != tokens.len() {
        return Err(arrow_error(wrong("levels")));
    }
    let rows = (0..tokens.len()).map(|row| (tokens.value(row), levels.value(row)));
    Ok(py.detach(|| lexicon::build_levels(rows)).into())
}

// ---- the words of a corpus ----

/// How many texts of the batch have each word, in order of the words.
#[pyfunction]
pub(super) fn count_words<'py>(py: Python<'py>, units: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&units)?;
    let result = py.detach(|| {
        let texts = strings(&batch, "text")?;
        counted(lexicon::count_words((0..texts.len()).map(|row| texts.value(row))))
    });
    result.map_err(arrow_error)?.to_pyarrow(py)
}

/// The counts of each word summed up, from rows in order of the words; those from `least` to `most`.
#[pyfunction]
pub(super) fn sum_words<'py>(
    py: Python<'py>,
    groups: Bound<'py, PyAny>,
    least: u32,
    most: u32,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&groups)?;
    let result = py.detach(|| {
        let (words, counts) = (strings(&batch, "word")?, u32s(&batch, "units")?);
        let mut sums: Vec<(&str, u32)> = Vec::new();
        for (row, &count) in counts.iter().enumerate() {
            match sums.last_mut() {
                Some((word, sum)) if *word == words.value(row) => *sum = sum.saturating_add(count),
                _ => sums.push((words.value(row), count)),
            }
        }
        sums.retain(|(_, sum)| (least..=most).contains(sum));
        counted(sums)
    });
    result.map_err(arrow_error)?.to_pyarrow(py)
}

fn counted(counts: Vec<(impl AsRef<str>, u32)>) -> Result<RecordBatch, ArrowError> {
    let mut words = Texts::with_capacity(counts.len(), 0);
    counts.iter().for_each(|(word, _)| words.push(word.as_ref()));
    let units: Vec<u32> = counts.into_iter().map(|(_, count)| count).collect();
    record_batch(vec![("word", text_array(words)), ("units", Arc::new(UInt32Array::from(units)) as ArrayRef)])
}

/// A set of words, as features take it.
#[pyfunction]
pub(super) fn word_table(py: Python<'_>, words: Bound<'_, PyAny>) -> PyResult<std::borrow::Cow<'static, [u8]>> {
    let words = string_array(&words)?;
    Ok(py.detach(|| lexicon::build((0..words.len()).map(|row| words.value(row)))).into())
}
