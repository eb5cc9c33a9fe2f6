//! Documents that meet, and what each of them is to the others.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BooleanArray, Float64Array, RecordBatch, UInt32Array, UInt64Array};
use arrow_pyarrow::PyArrowType;
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use super::alignment::{DocumentColumns, NumberLists, list_row};
use super::arrow::{
    PyBatch, build_record_batch, compute_batch, find_column, read_f64s, read_u32s, read_u64s, wrong_column_error,
};
use super::errors::arrow_error;
use super::units::read_document_lists;
use crate::passages::{
    PassageInDocument, PlacePairing, SentencePlace, SentencePoint, WordRunSettings, find_roles as roles_of,
    list_word_runs as runs_of,
};

/// Points (`left`, `right`, `left_position`, `right_position`, `similarity`, `length`) among the places of each row, and how many
/// rows had too many documents. The places are lists: `numbers`, `positions`, `are_against` (0 or 1), `kins`, `lengths`.
#[pyfunction]
pub(super) fn pair_places_within(
    py: Python<'_>,
    rows: PyBatch,
    similarity: f64,
    most: usize,
    against: bool,
) -> PyResult<(PyBatch, usize)> {
    let (batch, meeting) = (rows.0, PlacePairing { most, against });
    let points = py.detach(|| {
        let places = Places::from_batch(&batch, "")?;
        build_point_batch(batch.num_rows(), |row| Ok((meeting.pair_within(&places.read_places(row)?), similarity)))
    });
    points.map_err(arrow_error)
}

/// The same between the places of both sides of a row (`left_numbers`, `right_numbers` ...), with its `similarity`.
#[pyfunction]
pub(super) fn pair_places_across(
    py: Python<'_>,
    rows: PyBatch,
    most: usize,
    against: bool,
) -> PyResult<(PyBatch, usize)> {
    let (batch, meeting) = (rows.0, PlacePairing { most, against });
    let points = py.detach(|| {
        let (left, right) = (Places::from_batch(&batch, "left_")?, Places::from_batch(&batch, "right_")?);
        let similarities = read_f64s(&batch, "similarity")?;
        build_point_batch(batch.num_rows(), |row| {
            Ok((meeting.pair_across(&left.read_places(row)?, &right.read_places(row)?), similarities[row]))
        })
    });
    points.map_err(arrow_error)
}

struct Places<'a> {
    numbers: NumberLists<'a>,
    positions: NumberLists<'a>,
    are_against: NumberLists<'a>,
    kins: NumberLists<'a>,
    lengths: NumberLists<'a>,
}

impl<'a> Places<'a> {
    fn from_batch(batch: &'a RecordBatch, prefix: &str) -> Result<Self, ArrowError> {
        Ok(Places {
            numbers: read_document_lists(batch, &format!("{prefix}numbers"))?,
            positions: read_document_lists(batch, &format!("{prefix}positions"))?,
            are_against: read_document_lists(batch, &format!("{prefix}are_against"))?,
            kins: read_document_lists(batch, &format!("{prefix}kins"))?,
            lengths: read_document_lists(batch, &format!("{prefix}lengths"))?,
        })
    }

    fn read_places(&self, row: usize) -> Result<Vec<SentencePlace>, ArrowError> {
        let columns =
            [self.numbers, self.positions, self.are_against, self.kins, self.lengths].map(|each| list_row(each, row));
        if columns.iter().any(|each| each.len() != columns[0].len()) {
            return Err(wrong_column_error("numbers"));
        }
        let small = |value: u64| u32::try_from(value).map_err(|_| wrong_column_error("numbers"));
        (0..columns[0].len())
            .map(|at| {
                let [number, position, length] = [0, 1, 4].map(|column| small(columns[column][at]));
                let is_against = columns[2][at] != 0;
                Ok(SentencePlace {
                    number: number?,
                    position: position?,
                    is_against,
                    kin: columns[3][at],
                    length: length?,
                })
            })
            .collect()
    }
}

fn build_point_batch(
    rows: usize,
    pair: impl Fn(usize) -> Result<(Option<Vec<SentencePoint>>, f64), ArrowError>,
) -> Result<(PyBatch, usize), ArrowError> {
    let mut all: Vec<(SentencePoint, f64)> = Vec::new();
    let mut crowded = 0;
    for row in 0..rows {
        match pair(row)? {
            (Some(points), similarity) => all.extend(points.into_iter().map(|point| (point, similarity))),
            (None, _) => crowded += 1,
        }
    }
    let column = |of: fn(&SentencePoint) -> u32| -> ArrayRef {
        Arc::new(UInt32Array::from_iter_values(all.iter().map(|(point, _)| of(point))))
    };
    let batch = build_record_batch(vec![
        ("left", column(|point| point.documents.0)),
        ("right", column(|point| point.documents.1)),
        ("left_position", column(|point| point.positions.0)),
        ("right_position", column(|point| point.positions.1)),
        ("similarity", Arc::new(Float64Array::from_iter_values(all.iter().map(|(_, similarity)| *similarity)))),
        ("length", column(|point| point.length)),
    ])?;
    Ok((PyArrowType(batch), crowded))
}

/// The runs of words by which documents may meet: `key`, `number`, `position`, `is_against`, `kin`, `length`. `crowd_positions` are the
/// sentences of a document that are left out.
#[pyfunction]
pub(super) fn list_word_runs(py: Python<'_>, works: PyBatch, words: usize, window: usize) -> PyResult<PyBatch> {
    let batch = works.0;
    compute_batch(py, || list_batch_runs(&batch, &WordRunSettings { words, window }))
}

/// What a word of a run counts for: a little less than words have.
const BYTES_PER_WORD: u32 = 5;

fn list_batch_runs(batch: &RecordBatch, wanted: &WordRunSettings) -> Result<RecordBatch, ArrowError> {
    let works = DocumentColumns::from_batch(batch, "")?;
    let (numbers, kins) = (read_u32s(batch, "number")?, read_u64s(batch, "kin")?);
    let against = find_column(batch, "is_against")?.as_boolean_opt().ok_or_else(|| wrong_column_error("is_against"))?;
    let crowds = read_crowd_positions(batch, "crowd_positions")?;
    let mut found: Vec<(u64, u32)> = Vec::new();
    let mut owners: Vec<usize> = Vec::new();
    for row in 0..batch.num_rows() {
        found.extend(runs_of(&works.read_sentences(row)?, &crowds.read_row(row)?, wanted));
        owners.resize(found.len(), row);
    }
    build_record_batch(vec![
        ("key", Arc::new(UInt64Array::from_iter_values(found.iter().map(|(key, _)| *key))) as ArrayRef),
        ("number", Arc::new(UInt32Array::from_iter_values(owners.iter().map(|&row| numbers[row])))),
        ("position", Arc::new(UInt32Array::from_iter_values(found.iter().map(|(_, position)| *position)))),
        ("is_against", Arc::new(owners.iter().map(|&row| Some(against.value(row))).collect::<BooleanArray>())),
        ("kin", Arc::new(UInt64Array::from_iter_values(owners.iter().map(|&row| kins[row])))),
        ("length", Arc::new(UInt32Array::from_value(BYTES_PER_WORD * wanted.words as u32, found.len()))),
    ])
}

/// Lists of small numbers, null where a document has none.
pub(super) struct PositionLists<'a>(NumberLists<'a>);

pub(super) fn read_crowd_positions<'a>(batch: &'a RecordBatch, name: &str) -> Result<PositionLists<'a>, ArrowError> {
    Ok(PositionLists(read_document_lists(batch, name)?))
}

impl PositionLists<'_> {
    pub(super) fn read_row(&self, row: usize) -> Result<Vec<u32>, ArrowError> {
        if self.0.0.is_null(row) {
            return Ok(Vec::new());
        }
        list_row(self.0, row)
            .iter()
            .map(|&each| u32::try_from(each).map_err(|_| wrong_column_error("crowd_positions")))
            .collect()
    }
}

/// Which passages are more than quotations: `passage` and `role`, 1 for a collection's, 2 for a page's. The rows come sorted
/// by `number`, the document that sees them; `extent` is its length in characters.
#[pyfunction]
pub(super) fn find_passage_roles(py: Python<'_>, rows: PyBatch) -> PyResult<PyBatch> {
    let batch = rows.0;
    compute_batch(py, || find_batch_roles(&batch))
}

fn find_batch_roles(batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let column = |name| read_u32s(batch, name);
    let (numbers, extents, passages) = (column("number")?, column("extent")?, column("passage")?);
    let (others, starts, ends) = (column("other")?, column("start")?, column("end")?);
    let covers = read_f64s(batch, "other_cover")?;
    let seen = |row: usize| PassageInDocument {
        passage: passages[row],
        other: others[row],
        start: starts[row],
        end: ends[row].max(starts[row]),
        other_cover: covers[row],
    };
    let rows: Vec<usize> = (0..batch.num_rows()).collect();
    let mut found = Vec::new();
    for group in rows.chunk_by(|&one, &two| numbers[one] == numbers[two]) {
        let own: Vec<PassageInDocument> = group.iter().map(|&row| seen(row)).collect();
        found.extend(roles_of(extents[group[0]], &own));
    }
    build_record_batch(vec![
        ("passage", Arc::new(UInt32Array::from_iter_values(found.iter().map(|(passage, _)| *passage))) as ArrayRef),
        ("role", Arc::new(UInt32Array::from_iter_values(found.iter().map(|(_, role)| *role as u32)))),
    ])
}
