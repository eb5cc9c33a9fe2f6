//! Vectors of texts, their cosines, and the scan that compares every two.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt32Type;
use arrow_array::{
    Array, ArrayRef, BinaryArray, FixedSizeBinaryArray, Int64Array, RecordBatch, UInt32Array, UInt64Array, make_array,
};
use arrow_buffer::{Buffer, NullBuffer};
use arrow_data::ArrayData;
use arrow_pyarrow::{FromPyArrow, ToPyArrow};
use arrow_schema::ArrowError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use super::arrow::{
    PyBatch, build_record_batch, compute_batch, convert_texts, find_column, read_strings, read_u32s, read_u64s,
    wrong_column_error,
};
use super::errors::{arrow_error, settings_error};
use super::features::read_string_array;
use super::units::{list_runs, weigh_text};
use crate::columns::Texts;
use crate::join::postings::TOTALS_KEY;
use crate::join::size_classes::number_cell;
use crate::shingles::mix_bits;
use crate::vectors::bytes::push_scaled;
use crate::vectors::scan::{VectorBlock, find_pairs};
use crate::vectors::sums::{WordVectors, add_row, encode_number_table};

/// Vectors of words as Python hands them over: name, numbers, table of words, rows.
type WordVectorArguments = (String, Vec<u64>, PyBackedBytes, PyBackedBytes);

/// A column of vectors, of whichever binary type.
pub(super) enum VectorColumn {
    Fixed(FixedSizeBinaryArray),
    Any(BinaryArray),
}

impl VectorColumn {
    pub(super) fn from_array(array: &dyn Array) -> Result<Self, ArrowError> {
        if let Some(fixed) = array.as_fixed_size_binary_opt() {
            return Ok(VectorColumn::Fixed(fixed.clone()));
        }
        array.as_binary_opt::<i32>().cloned().map(VectorColumn::Any).ok_or_else(|| wrong_column_error("vector"))
    }

    pub(super) fn from_python(vectors: &Bound<'_, PyAny>) -> PyResult<Self> {
        VectorColumn::from_array(&make_array(ArrayData::from_pyarrow_bound(vectors)?)).map_err(arrow_error)
    }

    pub(super) fn get(&self, row: usize) -> Option<&[u8]> {
        match self {
            VectorColumn::Fixed(array) => array.is_valid(row).then(|| array.value(row)),
            VectorColumn::Any(array) => array.is_valid(row).then(|| array.value(row)),
        }
    }
}

/// Words with a number each, as `compute_text_vectors` takes them.
#[pyfunction]
pub(super) fn build_number_table(
    py: Python<'_>,
    words: Bound<'_, PyAny>,
    numbers: Bound<'_, PyAny>,
) -> PyResult<std::borrow::Cow<'static, [u8]>> {
    let words = read_string_array(&words)?;
    let numbers = make_array(ArrayData::from_pyarrow_bound(&numbers)?);
    let numbers = numbers.as_primitive_opt::<UInt32Type>().ok_or_else(|| arrow_error(wrong_column_error("number")))?;
    let count = words.len().min(numbers.len());
    Ok(py.detach(|| encode_number_table((0..count).map(|row| (words.value(row), numbers.value(row))))).into())
}

/// The vector of each text by its words; null where no word says anything.
#[pyfunction]
pub(super) fn compute_text_vectors<'py>(
    py: Python<'py>,
    texts: Bound<'py, PyAny>,
    words: WordVectorArguments,
) -> PyResult<Bound<'py, PyAny>> {
    let texts = read_string_array(&texts)?;
    let words = WordVectors::from_name(&words.0, &words.1, &words.2, &words.3)
        .map_err(|message| settings_error(py, &message, "Available: hashed, rows, texts"))?;
    let made = py.detach(|| {
        build_vector_array(texts.len(), words.dimensions(), |row, sums| {
            if texts.is_valid(row) {
                words.add_text(texts.value(row), sums);
            }
        })
    });
    made.map_err(arrow_error)?.to_data().to_pyarrow(py)
}

/// The vector of each list of row numbers: the sum of those rows of 16-bit integers; null where that is nothing.
#[pyfunction]
pub(super) fn sum_row_vectors<'py>(
    py: Python<'py>,
    lists: Bound<'py, PyAny>,
    rows: PyBackedBytes,
    dimensions: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let lists = make_array(ArrayData::from_pyarrow_bound(&lists)?);
    let lists = lists.as_list_opt::<i32>().ok_or_else(|| arrow_error(wrong_column_error("row")))?;
    let numbers =
        lists.values().as_primitive_opt::<UInt32Type>().ok_or_else(|| arrow_error(wrong_column_error("row")))?;
    let made = py.detach(|| {
        build_vector_array(lists.len(), dimensions, |at, sums| {
            let (from, to) = (lists.value_offsets()[at] as usize, lists.value_offsets()[at + 1] as usize);
            numbers.values()[from..to].iter().for_each(|&row| add_row(rows.as_chunks().0, row, sums));
        })
    });
    made.map_err(arrow_error)?.to_data().to_pyarrow(py)
}

pub(super) fn build_vector_array(
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
        valid.push(push_scaled(&sums, &mut bytes));
        bytes.resize((row + 1) * dimensions, 0);
    }
    FixedSizeBinaryArray::try_new(size, Buffer::from_vec(bytes), Some(NullBuffer::from(valid)))
}

// ---- the scan ----

/// Units with their vectors in every cell in which their block meets another; those without a vector among the sums.
///
/// Texts that weigh less than `least` are left out.
#[pyfunction]
pub(super) fn assign_scan_cells<'py>(
    py: Python<'py>,
    units: PyBatch,
    vectors: Bound<'py, PyAny>,
    blocks: u32,
    least: usize,
) -> PyResult<PyBatch> {
    let batch = units.0;
    let vectors = VectorColumn::from_python(&vectors)?;
    compute_batch(py, || {
        let (numbers, texts) = (read_u32s(&batch, "unit")?, read_strings(&batch, "text")?);
        let (mut cells, mut sides, mut units, mut values) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (row, &unit) in numbers.iter().enumerate() {
            if least > 0 && weigh_text(texts.value(row)) < least {
                continue;
            }
            let Some(vector) = vectors.get(row) else {
                cells.push(TOTALS_KEY);
                sides.push(0);
                units.push(unit);
                values.push(&[][..]);
                continue;
            };
            let home = (mix_bits(u64::from(unit)) % u64::from(blocks.max(1))) as u32;
            for other in 0..blocks.max(1) {
                cells.push(number_cell(home, other));
                sides.push(u32::from(home > other));
                units.push(unit);
                values.push(vector);
            }
        }
        build_record_batch(vec![
            ("cell", Arc::new(UInt64Array::from(cells)) as ArrayRef),
            ("side", Arc::new(UInt32Array::from(sides))),
            ("unit", Arc::new(UInt32Array::from(units))),
            ("vector", Arc::new(BinaryArray::from_iter_values(values))),
        ])
    })
}

/// The pairs of cells with a cosine of at least `threshold`, from rows sorted by cell and side; and how many had no vector.
#[pyfunction]
pub(super) fn find_scan_pairs(py: Python<'_>, groups: PyBatch, threshold: f64) -> PyResult<PyBatch> {
    let batch = groups.0;
    compute_batch(py, || {
        let (cells, sides, units) =
            (read_u64s(&batch, "cell")?, read_u32s(&batch, "side")?, read_u32s(&batch, "unit")?);
        let vectors = VectorColumn::from_array(find_column(&batch, "vector")?)?;
        let block = |rows: std::ops::Range<usize>| {
            let mut block = VectorBlock::default();
            rows.for_each(|row| block.push(units[row], vectors.get(row).unwrap_or_default()));
            block
        };
        let (mut found, mut missing) = (Vec::new(), 0);
        for (first, end) in list_runs(cells) {
            let middle = first + sides[first..end].partition_point(|&side| side == 0);
            if cells[first] == TOTALS_KEY {
                missing += (end - first) as i64;
            } else if cells[first] >> 32 == cells[first] & 0xffff_ffff {
                found.extend(find_pairs(&block(first..end), None, threshold));
            } else {
                found.extend(find_pairs(&block(first..middle), Some(&block(middle..end)), threshold));
            }
        }
        build_pair_batch(&found, &[("without_vector", missing)])
    })
}

/// Pairs, and counts under their names where they are not 0: a row is the one or the other.
pub(super) fn build_pair_batch(pairs: &[(u32, u32)], counts: &[(&str, i64)]) -> Result<RecordBatch, ArrowError> {
    let counts: Vec<_> = counts.iter().filter(|(_, count)| *count != 0).collect();
    let zeros = || std::iter::repeat_n(0, counts.len());
    let mut names = Texts::default();
    pairs.iter().for_each(|_| names.push(""));
    counts.iter().for_each(|(name, _)| names.push(name));
    let values = std::iter::repeat_n(0, pairs.len()).chain(counts.iter().map(|(_, count)| *count));
    build_record_batch(vec![
        ("left", Arc::new(pairs.iter().map(|pair| pair.0).chain(zeros()).collect::<UInt32Array>()) as ArrayRef),
        ("right", Arc::new(pairs.iter().map(|pair| pair.1).chain(zeros()).collect::<UInt32Array>())),
        ("name", convert_texts(names)),
        ("count", Arc::new(values.collect::<Int64Array>())),
    ])
}
