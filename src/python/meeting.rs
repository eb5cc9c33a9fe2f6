//! Documents that meet, and what each of them is to the others.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, Float64Array, RecordBatch, UInt32Array, UInt64Array};
use arrow_pyarrow::{FromPyArrow, ToPyArrow};
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use super::aligning::{Document, Numbers, list};
use super::arrow::{f64s, record_batch, u32s, u64s, wrong};
use super::errors::arrow_error;
use super::units::documents;
use crate::passages::{Meeting, Place, Point, Seen, Wanted, roles as roles_of, runs_of_words as runs_of};

/// Points (`left`, `right`, `left_position`, `right_position`, `similarity`, `length`) among the places of each row, and how many
/// rows had too many documents. The places are lists: `numbers`, `positions`, `sides`, `kins`, `lengths`.
#[pyfunction]
pub(super) fn meet_within<'py>(
    py: Python<'py>,
    rows: Bound<'py, PyAny>,
    similarity: f64,
    most: usize,
    against: bool,
) -> PyResult<(Bound<'py, PyAny>, usize)> {
    let batch = RecordBatch::from_pyarrow_bound(&rows)?;
    let meeting = Meeting { most, against };
    let (points, crowded) = py
        .detach(|| {
            let places = Places::of(&batch, "")?;
            let found = (0..batch.num_rows()).map(|row| Ok((meeting.within(&places.row(row)?), similarity)));
            points(found)
        })
        .map_err(arrow_error)?;
    Ok((points.to_pyarrow(py)?, crowded))
}

/// The same between the places of both sides of a row (`left_numbers`, `right_numbers` ...), with its `similarity`.
#[pyfunction]
pub(super) fn meet_across<'py>(
    py: Python<'py>,
    rows: Bound<'py, PyAny>,
    most: usize,
    against: bool,
) -> PyResult<(Bound<'py, PyAny>, usize)> {
    let batch = RecordBatch::from_pyarrow_bound(&rows)?;
    let meeting = Meeting { most, against };
    let (points, crowded) = py
        .detach(|| {
            let (left, right) = (Places::of(&batch, "left_")?, Places::of(&batch, "right_")?);
            let similarities = f64s(&batch, "similarity")?;
            let found = (0..batch.num_rows())
                .map(|row| Ok((meeting.across(&left.row(row)?, &right.row(row)?), similarities[row])));
            points(found)
        })
        .map_err(arrow_error)?;
    Ok((points.to_pyarrow(py)?, crowded))
}

struct Places<'a> {
    numbers: Numbers<'a>,
    positions: Numbers<'a>,
    sides: Numbers<'a>,
    kins: Numbers<'a>,
    lengths: Numbers<'a>,
}

impl<'a> Places<'a> {
    fn of(batch: &'a RecordBatch, prefix: &str) -> Result<Self, ArrowError> {
        Ok(Places {
            numbers: documents(batch, &format!("{prefix}numbers"))?,
            positions: documents(batch, &format!("{prefix}positions"))?,
            sides: documents(batch, &format!("{prefix}sides"))?,
            kins: documents(batch, &format!("{prefix}kins"))?,
            lengths: documents(batch, &format!("{prefix}lengths"))?,
        })
    }

    fn row(&self, row: usize) -> Result<Vec<Place>, ArrowError> {
        let columns = [self.numbers, self.positions, self.sides, self.kins, self.lengths].map(|each| list(each, row));
        if columns.iter().any(|each| each.len() != columns[0].len()) {
            return Err(wrong("numbers"));
        }
        let small = |value: u64| u32::try_from(value).map_err(|_| wrong("numbers"));
        (0..columns[0].len())
            .map(|at| {
                let [number, position, side, length] = [0, 1, 2, 4].map(|column| small(columns[column][at]));
                Ok(Place { number: number?, position: position?, side: side?, kin: columns[3][at], length: length? })
            })
            .collect()
    }
}

fn points(
    found: impl Iterator<Item = Result<(Option<Vec<Point>>, f64), ArrowError>>,
) -> Result<(RecordBatch, usize), ArrowError> {
    let mut all: Vec<(Point, f64)> = Vec::new();
    let mut crowded = 0;
    for each in found {
        match each? {
            (Some(points), similarity) => all.extend(points.into_iter().map(|point| (point, similarity))),
            (None, _) => crowded += 1,
        }
    }
    let column = |of: fn(&Point) -> u32| -> ArrayRef {
        Arc::new(UInt32Array::from_iter_values(all.iter().map(|(point, _)| of(point))))
    };
    let batch = record_batch(vec![
        ("left", column(|point| point.documents.0)),
        ("right", column(|point| point.documents.1)),
        ("left_position", column(|point| point.positions.0)),
        ("right_position", column(|point| point.positions.1)),
        ("similarity", Arc::new(Float64Array::from_iter_values(all.iter().map(|(_, similarity)| *similarity)))),
        ("length", column(|point| point.length)),
    ])?;
    Ok((batch, crowded))
}

/// The runs of words by which documents may meet: `key`, `number`, `position`, `side`, `kin`, `length`. `crowd_positions` are the
/// sentences of a document that are left out.
#[pyfunction]
pub(super) fn runs_of_words<'py>(
    py: Python<'py>,
    works: Bound<'py, PyAny>,
    words: usize,
    window: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&works)?;
    py.detach(|| keys(&batch, &Wanted { words, window })).map_err(arrow_error)?.to_pyarrow(py)
}

/// What a word of a run counts for: a little less than words have.
const RUN_BYTES: u32 = 5;

fn keys(batch: &RecordBatch, wanted: &Wanted) -> Result<RecordBatch, ArrowError> {
    let works = Document::columns(batch, "")?;
    let (numbers, sides, kins) = (u32s(batch, "number")?, u32s(batch, "side")?, u64s(batch, "kin")?);
    let crowds = crowd_positions(batch, "crowd_positions")?;
    let mut found: Vec<(u64, u32)> = Vec::new();
    let mut owners: Vec<usize> = Vec::new();
    for row in 0..batch.num_rows() {
        found.extend(runs_of(&works.sentences(row)?, &crowds.row(row)?, wanted));
        owners.resize(found.len(), row);
    }
    record_batch(vec![
        ("key", Arc::new(UInt64Array::from_iter_values(found.iter().map(|(key, _)| *key))) as ArrayRef),
        ("number", Arc::new(UInt32Array::from_iter_values(owners.iter().map(|&row| numbers[row])))),
        ("position", Arc::new(UInt32Array::from_iter_values(found.iter().map(|(_, position)| *position)))),
        ("side", Arc::new(UInt32Array::from_iter_values(owners.iter().map(|&row| sides[row])))),
        ("kin", Arc::new(UInt64Array::from_iter_values(owners.iter().map(|&row| kins[row])))),
        ("length", Arc::new(UInt32Array::from_value(RUN_BYTES * wanted.words as u32, found.len()))),
    ])
}

/// Lists of small numbers, null where a document has none.
pub(super) struct Marked<'a>(Numbers<'a>);

pub(super) fn crowd_positions<'a>(batch: &'a RecordBatch, name: &str) -> Result<Marked<'a>, ArrowError> {
    Ok(Marked(documents(batch, name)?))
}

impl Marked<'_> {
    pub(super) fn row(&self, row: usize) -> Result<Vec<u32>, ArrowError> {
        if self.0.0.is_null(row) {
            return Ok(Vec::new());
        }
        list(self.0, row).iter().map(|&each| u32::try_from(each).map_err(|_| wrong("crowd_positions"))).collect()
    }
}

/// Which passages are more than quotations: `passage` and `role`, 1 for a collection's, 2 for a page's. The rows come sorted
/// by `number`, the document that sees them; `extent` is its length in characters.
#[pyfunction]
pub(super) fn roles<'py>(py: Python<'py>, rows: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&rows)?;
    py.detach(|| told(&batch)).map_err(arrow_error)?.to_pyarrow(py)
}

fn told(batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let column = |name| u32s(batch, name);
    let (numbers, extents, passages) = (column("number")?, column("extent")?, column("passage")?);
    let (others, starts, ends) = (column("other")?, column("start")?, column("end")?);
    let covers = f64s(batch, "other_cover")?;
    let seen = |row: usize| Seen {
        passage: passages[row],
        other: others[row],
        start: starts[row],
        end: ends[row].max(starts[row]),
        other_cover: covers[row],
    };
    let rows: Vec<usize> = (0..batch.num_rows()).collect();
    let mut found = Vec::new();
    for group in rows.chunk_by(|&one, &two| numbers[one] == numbers[two]) {
        let own: Vec<Seen> = group.iter().map(|&row| seen(row)).collect();
        found.extend(roles_of(extents[group[0]], &own));
    }
    record_batch(vec![
        ("passage", Arc::new(UInt32Array::from_iter_values(found.iter().map(|(passage, _)| *passage))) as ArrayRef),
        ("role", Arc::new(UInt32Array::from_iter_values(found.iter().map(|(_, role)| *role as u32)))),
    ])
}
