//! Vectors of texts, their cosines, and the scan that compares every two.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt32Type;
use arrow_array::{
    Array, ArrayRef, BinaryArray, FixedSizeBinaryArray, Float64Array, Int64Array, RecordBatch, UInt32Array,
    UInt64Array, make_array,
};
use arrow_buffer::{Buffer, NullBuffer};
use arrow_data::ArrayData;
use arrow_pyarrow::{FromPyArrow, ToPyArrow};
use arrow_schema::ArrowError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use super::arrow::{column, record_batch, strings, text_array, u32s, u64s, wrong};
use super::errors::{arrow_error, settings_error};
use super::features::string_array;
use super::units::{end_of, weight_of};
use crate::columns::Texts;
use crate::join::blocks::cell;
use crate::join::postings::TOTALS;
use crate::shingles::mix;
use crate::vectors::bytes::{cosine, dot, scaled};
use crate::vectors::scan::{Block, pairs};
use crate::vectors::sums::{Words, add_row, build};

/// Vectors of words as Python hands them over: name, numbers, table of words, rows.
type Given = (String, Vec<u64>, PyBackedBytes, PyBackedBytes);

/// A column of vectors, of whichever binary type.
pub(super) enum Vectors {
    Fixed(FixedSizeBinaryArray),
    Any(BinaryArray),
}

impl Vectors {
    pub(super) fn of(array: &dyn Array) -> Result<Self, ArrowError> {
        if let Some(fixed) = array.as_fixed_size_binary_opt() {
            return Ok(Vectors::Fixed(fixed.clone()));
        }
        array.as_binary_opt::<i32>().cloned().map(Vectors::Any).ok_or_else(|| wrong("vector"))
    }

    pub(super) fn given(vectors: &Bound<'_, PyAny>) -> PyResult<Self> {
        Vectors::of(&make_array(ArrayData::from_pyarrow_bound(vectors)?)).map_err(arrow_error)
    }

    pub(super) fn get(&self, row: usize) -> Option<&[u8]> {
        match self {
            Vectors::Fixed(array) => array.is_valid(row).then(|| array.value(row)),
            Vectors::Any(array) => array.is_valid(row).then(|| array.value(row)),
        }
    }

    fn len(&self) -> usize {
        match self {
            Vectors::Fixed(array) => array.len(),
            Vectors::Any(array) => array.len(),
        }
    }
}

/// Words with a number each, as `text_vectors` takes them.
#[pyfunction]
pub(super) fn number_table(
    py: Python<'_>,
    words: Bound<'_, PyAny>,
    numbers: Bound<'_, PyAny>,
) -> PyResult<std::borrow::Cow<'static, [u8]>> {
    let words = string_array(&words)?;
    let numbers = make_array(ArrayData::from_pyarrow_bound(&numbers)?);
    let numbers = numbers.as_primitive_opt::<UInt32Type>().ok_or_else(|| arrow_error(wrong("number")))?;
    let count = words.len().min(numbers.len());
    Ok(py.detach(|| build((0..count).map(|row| (words.value(row), numbers.value(row))))).into())
}

/// The vector of each text by its words; null where no word says anything.
#[pyfunction]
pub(super) fn text_vectors<'py>(
    py: Python<'py>,
    texts: Bound<'py, PyAny>,
    words: Given,
) -> PyResult<Bound<'py, PyAny>> {
    let texts = string_array(&texts)?;
    let words = Words::named(&words.0, &words.1, &words.2, &words.3)
        .map_err(|message| settings_error(py, &message, "Available: hashed, rows, texts"))?;
    let made = py.detach(|| {
        vectors(texts.len(), words.dimensions(), |row, sums| {
            if texts.is_valid(row) {
                words.add(texts.value(row), sums);
            }
        })
    });
    made.map_err(arrow_error)?.to_data().to_pyarrow(py)
}

/// The vector of each list of row numbers: the sum of those rows of 16-bit integers; null where that is nothing.
#[pyfunction]
pub(super) fn row_vectors<'py>(
    py: Python<'py>,
    lists: Bound<'py, PyAny>,
    rows: PyBackedBytes,
    dimensions: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let lists = make_array(ArrayData::from_pyarrow_bound(&lists)?);
    let lists = lists.as_list_opt::<i32>().ok_or_else(|| arrow_error(wrong("row")))?;
    let numbers = lists.values().as_primitive_opt::<UInt32Type>().ok_or_else(|| arrow_error(wrong("row")))?;
    let made = py.detach(|| {
        vectors(lists.len(), dimensions, |at, sums| {
            let (from, to) = (lists.value_offsets()[at] as usize, lists.value_offsets()[at + 1] as usize);
            numbers.values()[from..to].iter().for_each(|&row| add_row(rows.as_chunks().0, row, sums));
        })
    });
    made.map_err(arrow_error)?.to_data().to_pyarrow(py)
}

fn vectors(
    count: usize,
    dimensions: usize,
    mut add: impl FnMut(usize, &mut [i64]),
) -> Result<FixedSizeBinaryArray, ArrowError> {
    let size = i32::try_from(dimensions).map_err(|error| ArrowError::InvalidArgumentError(error.to_string()))?;
    let mut sums = vec![0i64; dimensions];
    let (mut bytes, mut valid) = (Vec::with_capacity(count * dimensions), Vec::with_capacity(count));
    for row in 0..count {
        sums.fill(0);
        add(row, &mut sums);
        valid.push(scaled(&sums, &mut bytes));
        bytes.resize((row + 1) * dimensions, 0);
    }
    FixedSizeBinaryArray::try_new(size, Buffer::from_vec(bytes), Some(NullBuffer::from(valid)))
}

/// The cosine of each two vectors, at least 0; null where one is missing.
#[pyfunction]
pub(super) fn cosines<'py>(
    py: Python<'py>,
    left: Bound<'py, PyAny>,
    right: Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let (left, right) = (Vectors::given(&left)?, Vectors::given(&right)?);
    let uneven = || ArrowError::InvalidArgumentError("vectors of different lengths".to_owned());
    let found: Result<Float64Array, ArrowError> = py.detach(|| {
        if left.len() != right.len() {
            return Err(uneven());
        }
        let mut last: (&[u8], i32) = (&[], 0);
        (0..left.len())
            .map(|row| {
                let (Some(one), Some(two)) = (left.get(row), right.get(row)) else { return Ok(None) };
                if one.len() != two.len() {
                    return Err(uneven());
                }
                if !std::ptr::eq(last.0, one) {
                    last = (one, dot(one, one));
                }
                Ok(Some(cosine(dot(one, two), last.1, dot(two, two))))
            })
            .collect()
    });
    found.map_err(arrow_error)?.to_data().to_pyarrow(py)
}

// ---- the scan ----

/// Units with their vectors in every cell in which their block meets another; those without a vector among the sums.
///
/// Texts that weigh less than `least` are left out.
#[pyfunction]
pub(super) fn scan_cells<'py>(
    py: Python<'py>,
    units: Bound<'py, PyAny>,
    vectors: Bound<'py, PyAny>,
    blocks: u32,
    least: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&units)?;
    let vectors = Vectors::given(&vectors)?;
    let result = py.detach(|| {
        let (numbers, texts) = (u32s(&batch, "unit")?, strings(&batch, "text")?);
        let (mut cells, mut sides, mut units, mut values) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (row, &unit) in numbers.iter().enumerate() {
            if least > 0 && weight_of(texts.value(row)) < least {
                continue;
            }
            let Some(vector) = vectors.get(row) else {
                cells.push(TOTALS);
                sides.push(0);
                units.push(unit);
                values.push(&[][..]);
                continue;
            };
            let home = (mix(u64::from(unit)) % u64::from(blocks.max(1))) as u32;
            for other in 0..blocks.max(1) {
                cells.push(cell(home, other));
                sides.push(u32::from(home > other));
                units.push(unit);
                values.push(vector);
            }
        }
        record_batch(vec![
            ("cell", Arc::new(UInt64Array::from(cells)) as ArrayRef),
            ("side", Arc::new(UInt32Array::from(sides))),
            ("unit", Arc::new(UInt32Array::from(units))),
            ("vector", Arc::new(BinaryArray::from_iter_values(values))),
        ])
    });
    result.map_err(arrow_error)?.to_pyarrow(py)
}

/// The pairs of cells with a cosine of at least `threshold`, from rows sorted by cell and side; and how many had no vector.
#[pyfunction]
pub(super) fn scan_pairs<'py>(
    py: Python<'py>,
    groups: Bound<'py, PyAny>,
    threshold: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&groups)?;
    let result = py.detach(|| {
        let (cells, sides, units) = (u64s(&batch, "cell")?, u32s(&batch, "side")?, u32s(&batch, "unit")?);
        let vectors = Vectors::of(column(&batch, "vector")?)?;
        let block = |rows: std::ops::Range<usize>| {
            let mut block = Block::default();
            rows.for_each(|row| block.push(units[row], vectors.get(row).unwrap_or_default()));
            block
        };
        let (mut found, mut missing) = (Vec::new(), 0);
        let mut first = 0;
        while first < cells.len() {
            let end = end_of(cells, first);
            let middle = first + sides[first..end].partition_point(|&side| side == 0);
            if cells[first] == TOTALS {
                missing += (end - first) as i64;
            } else if cells[first] >> 32 == cells[first] & 0xffff_ffff {
                found.extend(pairs(&block(first..end), None, threshold));
            } else {
                found.extend(pairs(&block(first..middle), Some(&block(middle..end)), threshold));
            }
            first = end;
        }
        told(&found, &[("without_vector", missing)])
    });
    result.map_err(arrow_error)?.to_pyarrow(py)
}

/// Pairs, and counts under their names where they are not 0: a row is the one or the other.
pub(super) fn told(pairs: &[(u32, u32)], counts: &[(&str, i64)]) -> Result<RecordBatch, ArrowError> {
    let counts: Vec<_> = counts.iter().filter(|(_, count)| *count != 0).collect();
    let zeros = || std::iter::repeat_n(0, counts.len());
    let mut names = Texts::default();
    pairs.iter().for_each(|_| names.push(""));
    counts.iter().for_each(|(name, _)| names.push(name));
    let values = std::iter::repeat_n(0, pairs.len()).chain(counts.iter().map(|(_, count)| *count));
    record_batch(vec![
        ("left", Arc::new(pairs.iter().map(|pair| pair.0).chain(zeros()).collect::<UInt32Array>()) as ArrayRef),
        ("right", Arc::new(pairs.iter().map(|pair| pair.1).chain(zeros()).collect::<UInt32Array>())),
        ("name", text_array(names)),
        ("count", Arc::new(values.collect::<Int64Array>())),
    ])
}
