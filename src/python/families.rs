//! Passages to places, and places to families.

use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, RecordBatch, UInt32Array};
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use super::alignment::{DocumentColumns, read_positions};
use super::arrow::{
    PyBatch, build_record_batch, compute_batch, convert_texts, read_strings, read_u32s, read_u64s, wrong_column_error,
};
use super::units::{list_runs, read_document_lists};
use super::windows::Lists;
use crate::columns::Texts;
use crate::families::{DocumentSpan, Family, Occurrence, Witness, gather_families as gather, merge_spans};
use crate::passages::Sentence;

/// The parent of a member that has none.
const NO_PARENT: u32 = u32::MAX;

/// The spans of documents, whose rows stand together, with the place that each is part of: its number in the document (`local`), and
/// its `first`, `last`, `start` and `end`.
#[pyfunction]
pub(super) fn merge_passage_spans(py: Python<'_>, spans: PyBatch) -> PyResult<PyBatch> {
    compute_batch(py, || merge_batch(&spans.0))
}

fn merge_batch(batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let numbers = read_u32s(batch, "number")?;
    let (firsts, lasts) = (read_u32s(batch, "first")?, read_u32s(batch, "last")?);
    let (starts, ends) = (read_u32s(batch, "start")?, read_u32s(batch, "end")?);
    let mut columns: [Vec<u32>; 5] = Default::default();
    for (from, to) in list_runs(numbers) {
        let spans: Vec<DocumentSpan> = (from..to)
            .map(|row| DocumentSpan { first: firsts[row], last: lasts[row], start: starts[row], end: ends[row] })
            .collect();
        let (owners, places) = merge_spans(&spans);
        for owner in owners {
            let place = places[owner as usize];
            for (column, value) in columns.iter_mut().zip([owner, place.first, place.last, place.start, place.end]) {
                column.push(value);
            }
        }
    }
    let [local, first, last, start, end] = columns.map(|column| Arc::new(UInt32Array::from(column)) as ArrayRef);
    build_record_batch(vec![("local", local), ("first", first), ("last", last), ("start", start), ("end", end)])
}

/// Documents, a row each with its sentences and the lists `place`, `first`, `last`, `start` and `end`, to a row for each place with
/// the sentences there: `row` (the document's), `place`, `start`, `end`, `text`, `cuts`, `starts`, `ends`. Of a long place the
/// first sentences, about `most` characters of them.
#[pyfunction]
pub(super) fn cut_place_sentences(py: Python<'_>, documents: PyBatch, most: usize) -> PyResult<PyBatch> {
    compute_batch(py, || cut_batch(&documents.0, most))
}

fn cut_batch(batch: &RecordBatch, most: usize) -> Result<RecordBatch, ArrowError> {
    let documents = DocumentColumns::from_batch(batch, "")?;
    let lists = |name| read_document_lists(batch, name);
    let (places, firsts, lasts) = (lists("place")?, lists("first")?, lists("last")?);
    let (from, to) = (lists("start")?, lists("end")?);
    let (mut rows, mut numbers, mut bounds) = (Vec::new(), Vec::new(), (Vec::new(), Vec::new()));
    let (mut texts, mut cuts, mut starts, mut ends) =
        (Texts::default(), Lists::default(), Lists::default(), Lists::default());
    for row in 0..batch.num_rows() {
        let sentences = documents.read_sentences(row)?;
        let (own, first, last) =
            (read_positions(places, row)?, read_positions(firsts, row)?, read_positions(lasts, row)?);
        let (from, to) = (read_positions((from.0, from.1), row)?, read_positions((to.0, to.1), row)?);
        if [first.len(), last.len(), from.len(), to.len()].iter().any(|&length| length != own.len()) {
            return Err(wrong_column_error("place"));
        }
        for (at, place) in own.into_iter().enumerate() {
            let end = (last[at] as usize).saturating_add(1).min(sentences.len());
            let mut there = sentences.get(first[at] as usize..end).unwrap_or(&[]);
            let mut length = 0;
            let is_wanted = |sentence: &&Sentence<'_>| {
                let before = length;
                length += sentence.text.len();
                before < most
            };
            there = &there[..there.iter().take_while(is_wanted).count()];
            rows.push(row as u32);
            numbers.push(place);
            bounds.0.push(from[at]);
            bounds.1.push(to[at]);
            texts.push(&there.iter().map(|sentence| sentence.text).collect::<String>());
            cuts.push(there.iter().map(|sentence| sentence.text.len() as u64));
            starts.push(there.iter().map(|sentence| sentence.start));
            ends.push(there.iter().map(|sentence| sentence.end));
        }
    }
    build_record_batch(vec![
        ("row", Arc::new(UInt32Array::from(rows)) as ArrayRef),
        ("place", Arc::new(UInt32Array::from(numbers))),
        ("start", Arc::new(UInt32Array::from(bounds.0))),
        ("end", Arc::new(UInt32Array::from(bounds.1))),
        ("text", convert_texts(texts)),
        ("cuts", cuts.finish()),
        ("starts", starts.finish()),
        ("ends", ends.finish()),
    ])
}

/// Places, those of one `component` together, to the members of families: `row` (the place's), `core` (the number of the core's
/// place), `piece` (from 0: families with the same core), `size`, `member`, `start`, `end`, `similarity`, `parent` (a member's number,
/// or 2^32 - 1 for none), `confidence`; and `text`, the best text, for member 0 and empty for the others.
#[pyfunction]
pub(super) fn gather_families(py: Python<'_>, places: PyBatch, least: usize) -> PyResult<PyBatch> {
    compute_batch(py, || gather_batch(&places.0, least))
}

fn gather_batch(batch: &RecordBatch, least: usize) -> Result<RecordBatch, ArrowError> {
    let documents = DocumentColumns::from_batch(batch, "")?;
    let (components, numbers) = (read_u32s(batch, "component")?, read_u32s(batch, "place")?);
    let (weights, others) = (read_u64s(batch, "weight")?, read_document_lists(batch, "others")?);
    let (starts, ends) = (read_u32s(batch, "start")?, read_u32s(batch, "end")?);
    let dates = read_strings(batch, "date")?;
    let mut found = FamilyRows::default();
    for (from, to) in list_runs(components) {
        let mut places = Vec::with_capacity(to - from);
        for row in from..to {
            let sentences = documents.read_sentences(row)?;
            places.push(Occurrence {
                number: numbers[row],
                weight: weights[row],
                others: read_positions(others, row)?,
                date: dates.value(row).to_owned(),
                witness: Witness::from_sentences(&sentences, u64::from(starts[row]), u64::from(ends[row])),
            });
        }
        let families = gather(&places, least);
        for (at, family) in families.iter().enumerate() {
            let piece = families[..at].iter().filter(|other| other.core == family.core).count();
            found.push(family, from, numbers[from + family.core], piece as u32);
        }
    }
    found.finish()
}

#[derive(Default)]
struct FamilyRows {
    numbers: [Vec<u32>; 7],
    parents: Vec<u32>,
    shares: [Vec<f64>; 2],
    texts: Texts,
}

impl FamilyRows {
    fn push(&mut self, family: &Family, first: usize, core: u32, piece: u32) {
        for (at, member) in family.members.iter().enumerate() {
            let row = (first + member.place) as u32;
            let values = [row, core, piece, family.members.len() as u32, at as u32, member.start, member.end];
            for (column, value) in self.numbers.iter_mut().zip(values) {
                column.push(value);
            }
            self.parents.push(member.parent.from.map_or(NO_PARENT, |parent| parent as u32));
            self.shares[0].push(member.similarity);
            self.shares[1].push(member.parent.confidence);
            self.texts.push(if at == 0 { &family.text } else { "" });
        }
    }

    fn finish(self) -> Result<RecordBatch, ArrowError> {
        let [row, core, piece, size, member, start, end] =
            self.numbers.map(|column| Arc::new(UInt32Array::from(column)) as ArrayRef);
        let [similarity, confidence] = self.shares.map(|column| Arc::new(Float64Array::from(column)) as ArrayRef);
        build_record_batch(vec![
            ("row", row),
            ("core", core),
            ("piece", piece),
            ("size", size),
            ("member", member),
            ("start", start),
            ("end", end),
            ("parent", Arc::new(UInt32Array::from(self.parents))),
            ("similarity", similarity),
            ("confidence", confidence),
            ("text", convert_texts(self.texts)),
        ])
    }
}
