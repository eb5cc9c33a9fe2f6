//! Revisions to what is new in them.

use std::sync::{Arc, Mutex};

use arrow_array::builder::BinaryBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, Int32Array, RecordBatch, StringArray, UInt32Array, UInt64Array};
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use crate::columns::Texts;
use crate::documents::Status;
use crate::history::{Cutter, Markup, Part, Parts, TemplateNames};
use crate::python::arrow::{
    PyBatch, build_record_batch, compute_batch, convert_texts, find_column, read_strings, wrong_column_error,
};

/// Cuts the revisions of a file into what is new in them; it remembers what it has given.
#[pyclass(frozen)]
pub struct RevisionCutter {
    cutter: Mutex<Cutter>,
}

#[pymethods]
impl RevisionCutter {
    /// `templates` are the names of those whose parameters hold prose, or `all`.
    #[new]
    fn new(templates: Vec<String>) -> Self {
        RevisionCutter { cutter: Mutex::new(Cutter::new(TemplateNames::new(&templates))) }
    }

    /// Documents, of which each is a revision, to parts; `markup` names the cleaner, "auto" for what each row says.
    fn cut(&self, py: Python<'_>, documents: PyBatch, markup: &str) -> PyResult<PyBatch> {
        let batch = documents.0;
        compute_batch(py, || {
            let failed = |_| ArrowError::ComputeError("another thread failed while it worked on this".into());
            cut_batch(&batch, markup, &mut *self.cutter.lock().map_err(failed)?)
        })
    }
}

/// What the columns of parts are filled with, by record.
const RECORD_COLUMNS: [&str; 7] = ["title", "url", "contributor", "comment", "source", "place", "reason"];

fn cut_batch(batch: &RecordBatch, markup: &str, cutter: &mut Cutter) -> Result<RecordBatch, ArrowError> {
    let text = |name: &str| read_strings(batch, name);
    let (documents, texts, statuses, reasons) = (text("document")?, text("text")?, text("status")?, text("reason")?);
    let (languages, markups, sites) = (text("language")?, text("markup")?, text("site")?);
    let (timestamps, revisions, places) = (text("timestamp")?, text("revision")?, text("place")?);
    let namespaces = find_column(batch, "namespace")?
        .as_primitive_opt::<Int32Type>()
        .ok_or_else(|| wrong_column_error("namespace"))?
        .values();
    let mut parts = Parts::default();
    for row in 0..batch.num_rows() {
        // A page that was emptied, or became a redirect, has no sentences from then on.
        let is_blank = matches!(reasons.value(row), "empty" | "redirect") && !revisions.value(row).is_empty();
        let name = if markup == "auto" { markups.value(row) } else { markup };
        match statuses.value(row) {
            "skipped" if is_blank => {
                cutter.cut_revision(documents.value(row), row as u32, "", Markup::Html, &mut parts);
            }
            status if status == Status::Read.name() => {
                let markup = Markup::from_name(name);
                cutter.cut_revision(documents.value(row), row as u32, texts.value(row), markup, &mut parts);
            }
            _ => cutter.note_other(row as u32, &mut parts),
        }
    }
    let of_rows = |column: &StringArray, wanted: &dyn Fn(u32) -> bool| {
        let mut out = Texts::default();
        for (&row, &part) in parts.row.iter().zip(&parts.part) {
            out.push(if wanted(part) { column.value(row as usize) } else { "" });
        }
        convert_texts(out)
    };
    let is_record = |part: u32| part >= Part::Revision as u32;
    let is_paragraph = |part: u32| part == Part::Paragraph as u32;
    let number = |(&row, &part): (&u32, &u32)| -> u64 {
        // Where ids are not numbers, as those of commits, records stand in the order of their file.
        let of_place = || parse_last_number(places.value(row as usize));
        if is_record(part) { revisions.value(row as usize).parse().unwrap_or_else(|_| of_place()) } else { 0 }
    };
    let mut shown = Texts::default();
    for (place, &part) in parts.part.iter().enumerate() {
        let is_other = part == Part::Other as u32;
        shown.push(if is_other { texts.value(parts.row[place] as usize) } else { &parts.text[place] });
    }
    let mut headings = Texts::default();
    parts.headings.iter().for_each(|each| headings.push(each));
    let mut keys = BinaryBuilder::new();
    parts.keys.iter().for_each(|each| keys.append_value(each));
    let namespace: Vec<i32> = parts
        .row
        .iter()
        .zip(&parts.part)
        .map(|(&row, &part)| if is_record(part) { namespaces[row as usize] } else { 0 })
        .collect();
    let mut columns: Vec<(&str, ArrayRef)> = vec![
        ("document", of_rows(documents, &|_| true)),
        ("part", Arc::new(UInt32Array::from(parts.part.clone()))),
        ("timestamp", of_rows(timestamps, &is_record)),
        ("number", Arc::new(UInt64Array::from_iter_values(parts.row.iter().zip(&parts.part).map(number)))),
        ("revision", of_rows(revisions, &is_record)),
        ("key", Arc::new(UInt64Array::from(parts.key.clone()))),
        ("base", Arc::new(UInt64Array::from(parts.base.clone()))),
        ("prefix", Arc::new(UInt32Array::from(parts.prefix.clone()))),
        ("suffix", Arc::new(UInt32Array::from(parts.suffix.clone()))),
        ("keys", Arc::new(keys.finish())),
        ("headings", convert_texts(headings)),
        ("text", convert_texts(shown)),
        ("language", of_rows(languages, &|_| true)),
        ("markup", of_rows(markups, &is_paragraph)),
        ("site", of_rows(sites, &is_paragraph)),
        ("namespace", Arc::new(Int32Array::from(namespace))),
    ];
    let empty = StringArray::from(vec![""; batch.num_rows()]);
    for name in RECORD_COLUMNS {
        let column = if name == "comment" { read_strings(batch, name).unwrap_or(&empty) } else { text(name)? };
        columns.push((name, of_rows(column, &is_record)));
    }
    columns.push(("status", of_rows(statuses, &is_record)));
    build_record_batch(columns)
}

/// `line 17` -> 17; 0 where a place ends without a number.
fn parse_last_number(place: &str) -> u64 {
    place.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}
