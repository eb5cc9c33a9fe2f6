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

use super::arrow::{
    PyBatch, build_record_batch, compute_batch, convert_texts, read_strings, read_u32s, wrong_column_error,
};
use super::errors::{arrow_error, settings_error};
use crate::columns::Texts;
use crate::distinct::DistinctHashes;
use crate::features::{self, FEATURE_NAMES, Feature, STEMMINGS, Tokenizer, word_tables};

/// A feature as Python hands it over: its name, its numbers, and its table of words.
pub(super) type FeatureArguments = (String, Vec<u64>, PyBackedBytes);

pub(super) fn build_feature<'a>(py: Python<'_>, (name, numbers, table): &'a FeatureArguments) -> PyResult<Feature<'a>> {
    let hint = format!("Available: {}", FEATURE_NAMES.join(", "));
    Feature::from_name(name, numbers, table).map_err(|message| settings_error(py, &message, &hint))
}

/// For each text the hashes of its features, in order; one may come twice.
#[pyfunction]
pub(super) fn hash_features<'py>(
    py: Python<'py>,
    texts: Bound<'py, PyAny>,
    feature: FeatureArguments,
) -> PyResult<Bound<'py, PyAny>> {
    let array = read_string_array(&texts)?;
    let feature = build_feature(py, &feature)?;
    let lists = py.detach(|| {
        let item = Arc::new(Field::new("item", DataType::UInt64, false));
        let mut lists = ListBuilder::new(UInt64Builder::new()).with_field(item);
        let mut hashes = Vec::new();
        for row in 0..array.len() {
            hashes.clear();
            feature.push_hashes(array.value(row), &mut hashes);
            lists.values().append_slice(&hashes);
            lists.append(true);
        }
        lists.finish()
    });
    lists.to_data().to_pyarrow(py)
}

/// For each text how many distinct features it has.
#[pyfunction]
pub(super) fn count_features<'py>(
    py: Python<'py>,
    texts: Bound<'py, PyAny>,
    feature: FeatureArguments,
) -> PyResult<Bound<'py, PyAny>> {
    let array = read_string_array(&texts)?;
    let feature = build_feature(py, &feature)?;
    let sizes: UInt32Array = py.detach(|| {
        let (mut hashes, mut set) = (Vec::new(), DistinctHashes::default());
        let size = |row: usize| {
            hashes.clear();
            feature.push_hashes(array.value(row), &mut hashes);
            set.clear(hashes.len());
            hashes.iter().filter(|&&hash| set.insert(hash)).count() as u32
        };
        UInt32Array::from_iter_values((0..array.len()).map(size))
    });
    sizes.to_data().to_pyarrow(py)
}

pub(super) fn read_string_array(texts: &Bound<'_, PyAny>) -> PyResult<StringArray> {
    let array = make_array(ArrayData::from_pyarrow_bound(texts)?);
    array.as_string_opt::<i32>().cloned().ok_or_else(|| arrow_error(wrong_column_error("text")))
}

/// Each feature of a text: its hash, and the characters from and to which it stands.
#[pyfunction]
pub(super) fn locate_features(
    py: Python<'_>,
    text: &str,
    feature: FeatureArguments,
) -> PyResult<Vec<(u64, usize, usize)>> {
    let feature = build_feature(py, &feature)?;
    let found = py.detach(|| feature.locate_features(text));
    Ok(found.iter().map(|each| (each.hash, each.start, each.end)).collect())
}

/// The characters that each word of a text stands at.
#[pyfunction]
pub(super) fn locate_words(py: Python<'_>, text: &str) -> Vec<(usize, usize)> {
    py.detach(|| features::locate_words(text).iter().map(|span| (span.start, span.end)).collect())
}

// ---- weighed tokens ----

/// The stemming algorithms; the number of one is its place.
#[pyfunction]
pub(super) fn list_stemmings() -> Vec<&'static str> {
    STEMMINGS.to_vec()
}

/// For each text its distinct tokens, in the order in which they first stand there, whatever they weigh.
#[pyfunction]
pub(super) fn list_feature_tokens<'py>(
    py: Python<'py>,
    texts: Bound<'py, PyAny>,
    feature: FeatureArguments,
) -> PyResult<Bound<'py, PyAny>> {
    let array = read_string_array(&texts)?;
    let tokens = find_tokenizer(py, &feature)?;
    py.detach(|| list_distinct_tokens(&array, tokens)).to_data().to_pyarrow(py)
}

fn find_tokenizer(py: Python<'_>, feature: &FeatureArguments) -> PyResult<Tokenizer> {
    let message = || settings_error(py, &format!("`{}` has no tokens", feature.0), "Available: weighted, stems, grams");
    build_feature(py, feature)?.tokens().ok_or_else(message)
}

fn list_distinct_tokens(texts: &StringArray, tokens: Tokenizer) -> ListArray {
    let item = Arc::new(Field::new("item", DataType::Utf8, false));
    let mut lists = ListBuilder::new(StringBuilder::new()).with_field(item);
    let mut seen: HashSet<String> = HashSet::new();
    for row in 0..texts.len() {
        seen.clear();
        tokens.for_each_token(texts.value(row), |token, _| {
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
pub(super) fn count_tokens(py: Python<'_>, units: PyBatch, feature: FeatureArguments) -> PyResult<PyBatch> {
    let batch = units.0;
    let tokens = find_tokenizer(py, &feature)?;
    compute_batch(py, || {
        let texts = read_strings(&batch, "text")?;
        build_count_batch(word_tables::count_tokens((0..texts.len()).map(|row| texts.value(row)), tokens))
    })
}

/// Tokens and the level of each, as features take them.
#[pyfunction]
pub(super) fn build_level_table(
    py: Python<'_>,
    tokens: Bound<'_, PyAny>,
    levels: Bound<'_, PyAny>,
) -> PyResult<std::borrow::Cow<'static, [u8]>> {
    let tokens = read_string_array(&tokens)?;
    let levels = make_array(ArrayData::from_pyarrow_bound(&levels)?);
    let levels: &UInt8Array = levels.as_primitive_opt().ok_or_else(|| arrow_error(wrong_column_error("levels")))?;
    if levels.len() != tokens.len() {
        return Err(arrow_error(wrong_column_error("levels")));
    }
    let rows = (0..tokens.len()).map(|row| (tokens.value(row), levels.value(row)));
    Ok(py.detach(|| word_tables::build_level_table(rows)).into())
}

// ---- the words of a corpus ----

/// How many texts of the batch have each word, in order of the words.
#[pyfunction]
pub(super) fn count_words(py: Python<'_>, units: PyBatch) -> PyResult<PyBatch> {
    let batch = units.0;
    compute_batch(py, || {
        let texts = read_strings(&batch, "text")?;
        build_count_batch(word_tables::count_words((0..texts.len()).map(|row| texts.value(row))))
    })
}

/// The counts of each word summed up, from rows in order of the words; those from `least` to `most`.
#[pyfunction]
pub(super) fn sum_word_counts(py: Python<'_>, groups: PyBatch, least: u32, most: u32) -> PyResult<PyBatch> {
    let batch = groups.0;
    compute_batch(py, || {
        let (words, counts) = (read_strings(&batch, "word")?, read_u32s(&batch, "units")?);
        let mut sums: Vec<(&str, u32)> = Vec::new();
        for (row, &count) in counts.iter().enumerate() {
            match sums.last_mut() {
                Some((word, sum)) if *word == words.value(row) => *sum = sum.saturating_add(count),
                _ => sums.push((words.value(row), count)),
            }
        }
        sums.retain(|(_, sum)| (least..=most).contains(sum));
        build_count_batch(sums)
    })
}

fn build_count_batch(counts: Vec<(impl AsRef<str>, u32)>) -> Result<RecordBatch, ArrowError> {
    let mut words = Texts::with_capacity(counts.len(), 0);
    counts.iter().for_each(|(word, _)| words.push(word.as_ref()));
    let units: Vec<u32> = counts.into_iter().map(|(_, count)| count).collect();
    build_record_batch(vec![("word", convert_texts(words)), ("units", Arc::new(UInt32Array::from(units)) as ArrayRef)])
}

/// A set of words, as features take it.
#[pyfunction]
pub(super) fn build_word_table(py: Python<'_>, words: Bound<'_, PyAny>) -> PyResult<std::borrow::Cow<'static, [u8]>> {
    let words = read_string_array(&words)?;
    Ok(py.detach(|| word_tables::build_word_table((0..words.len()).map(|row| words.value(row)))).into())
}
