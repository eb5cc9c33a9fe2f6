//! The distinct texts of a segment, as its file has them: found by their hashes, and taken by their numbers.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, RecordBatch, StringArray, UInt32Array};
use arrow_pyarrow::ToPyArrow;
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use crate::columns::Texts;
use crate::letters::LetterCounts;
use crate::python::arrow::{
    PyBatch, build_record_batch, compute_batch, convert_texts, read_strings, read_u32s, read_u64s, wrong_column_error,
};
use crate::python::errors::arrow_error;
use crate::python::letters::LetterColumns;
use crate::shingles::hash_window;

/// The texts of a segment in order of their hashes; numbered from `first_unit`.
#[pyclass(frozen)]
pub(in crate::python) struct StoredUnits {
    first_unit: u32,
    batches: Vec<RecordBatch>,
    /// The number behind the last of each batch.
    ends: Vec<u32>,
}

#[pymethods]
impl StoredUnits {
    #[new]
    fn new(first_unit: u32, batches: Vec<PyBatch>) -> PyResult<Self> {
        let batches: Vec<RecordBatch> =
            batches.into_iter().map(|batch| batch.0).filter(|it| it.num_rows() > 0).collect();
        let mut end = first_unit;
        let mut ends = Vec::with_capacity(batches.len());
        for batch in &batches {
            StoredRows::read(batch).map_err(arrow_error)?;
            end += batch.num_rows() as u32;
            ends.push(end);
        }
        Ok(StoredUnits { first_unit, batches, ends })
    }

    /// The texts that are the `text` of a row, whose hash begins with `high`: a row for each, with the row that asked.
    fn find_units(&self, py: Python<'_>, asked: PyBatch) -> PyResult<PyBatch> {
        compute_batch(py, || {
            let (highs, texts) = (read_u64s(&asked.0, "high")?, read_strings(&asked.0, "text")?);
            let batches = self.read_rows()?;
            let (mut rows, mut units) = (Vec::new(), Vec::new());
            for (row, &high) in highs.iter().enumerate() {
                for_each_hash(&batches, high, |first, batch, at| {
                    if batch.texts.value(at) == texts.value(row) {
                        rows.push(row as u32);
                        units.push(first + at as u32);
                    }
                });
            }
            build_record_batch(vec![
                ("asked", Arc::new(UInt32Array::from(rows)) as ArrayRef),
                ("unit", Arc::new(UInt32Array::from(units))),
            ])
        })
    }

    /// The texts of units (`unit`), by their numbers.
    fn take_texts<'py>(&self, py: Python<'py>, units: PyBatch) -> PyResult<Bound<'py, PyAny>> {
        let taken = py.detach(|| {
            let batches = self.read_rows()?;
            let mut texts = Texts::default();
            for &unit in read_u32s(&units.0, "unit")? {
                let (batch, row) = self.locate(unit).ok_or_else(|| wrong_column_error("unit"))?;
                texts.push(batches[batch].1.texts.value(row));
            }
            Ok(convert_texts(texts))
        });
        taken.map_err(arrow_error)?.to_data().to_pyarrow(py)
    }
}

/// The columns of a batch of texts.
pub(super) struct StoredRows<'a> {
    highs: &'a [u64],
    pub(super) texts: &'a StringArray,
    pub(super) letters: LetterColumns<'a>,
}

impl<'a> StoredRows<'a> {
    fn read(batch: &'a RecordBatch) -> Result<Self, ArrowError> {
        Ok(StoredRows {
            highs: read_u64s(batch, "high")?,
            texts: read_strings(batch, "text")?,
            letters: LetterColumns::read(batch)?,
        })
    }

    /// The upper half of the hash of a text, and another hash of it.
    pub(super) fn compute_hashes(&self, row: usize) -> (u64, u64) {
        (self.highs[row], hash_window(self.texts.value(row).as_bytes()))
    }
}

impl StoredUnits {
    /// The columns of each batch, with the number of its first text.
    pub(super) fn read_rows(&self) -> Result<Vec<(u32, StoredRows<'_>)>, ArrowError> {
        let firsts = std::iter::once(&self.first_unit).chain(&self.ends);
        firsts.zip(&self.batches).map(|(&first, batch)| Ok((first, StoredRows::read(batch)?))).collect()
    }

    /// The batch of a text and its row there; none if it is not of this segment.
    pub(super) fn locate(&self, unit: u32) -> Option<(usize, usize)> {
        let batch = self.ends.partition_point(|&end| end <= unit);
        let first = if batch == 0 { self.first_unit } else { self.ends[batch - 1] };
        (batch < self.ends.len() && unit >= first).then(|| (batch, (unit - first) as usize))
    }
}

/// Calls `found` with the first number, the columns and the row of each text whose hash begins so.
pub(super) fn for_each_hash<'a>(
    batches: &'a [(u32, StoredRows<'a>)],
    high: u64,
    mut found: impl FnMut(u32, &'a StoredRows<'a>, usize),
) {
    let from = batches.partition_point(|(_, batch)| batch.highs.last().is_some_and(|&last| last < high));
    for (first, batch) in &batches[from..] {
        let start = batch.highs.partition_point(|&each| each < high);
        let rows = (start..batch.highs.len()).take_while(|&row| batch.highs[row] == high);
        rows.for_each(|row| found(*first, batch, row));
        if batch.highs.last().is_some_and(|&last| last > high) {
            break;
        }
    }
}

/// The letters of the texts of all segments.
pub(super) struct UnitLetters<'a> {
    batches: Vec<(u32, LetterColumns<'a>)>,
    end: u32,
}

impl<'a> UnitLetters<'a> {
    pub(super) fn read(segments: impl Iterator<Item = &'a StoredUnits>) -> Result<Self, ArrowError> {
        let (mut batches, mut end) = (Vec::new(), 0);
        for segment in segments {
            batches.extend(segment.read_rows()?.into_iter().map(|(first, rows)| (first, rows.letters)));
            end = segment.ends.last().copied().unwrap_or(end);
        }
        Ok(UnitLetters { batches, end })
    }

    fn find(&self, unit: u32) -> Option<LetterCounts> {
        let at = self.batches.partition_point(|(first, _)| *first <= unit).checked_sub(1)?;
        let (first, letters) = &self.batches[at];
        (unit < self.end).then(|| letters.read_row(unit - first))
    }

    /// Whether two texts may differ in no more than `share` of their characters.
    pub(super) fn may_match(&self, left: u32, right: u32, share: f64) -> bool {
        match (self.find(left), self.find(right)) {
            (Some(left), Some(right)) => left.may_differ_by(right, share),
            _ => true,
        }
    }
}
