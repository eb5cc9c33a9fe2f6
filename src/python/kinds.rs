//! Matches to kinds: the changes between two sentences, and what they mean.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, Int64Array, ListArray, RecordBatch, StringArray, UInt32Array,
};
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use super::arrow::{
    PyBatch, build_list_array, build_record_batch, build_struct_array, compute_batch, convert_texts, find_column,
    read_strings, wrong_column_error,
};
use super::errors::settings_error;
use crate::columns::Texts;
use crate::compare::{self, Stretch};
use crate::kinds::{Classifier, Context, Decision, Evidence, Model, Pair, Places, Side};

/// The kind of each match: `kind`, `drift`, `confidence`, `why` and `changes`; by the table of weights that ships, or by
/// another.
#[pyfunction]
#[pyo3(signature = (matches, model = None))]
pub(super) fn classify_matches(py: Python<'_>, matches: PyBatch, model: Option<&str>) -> PyResult<PyBatch> {
    let batch = matches.0;
    let own = model.map(Model::read).transpose().map_err(|message| settings_error(py, &message, ""))?;
    let model = own.as_ref().unwrap_or(Model::shipped());
    compute_batch(py, || classify_batch(&batch, model))
}

/// The evidence of each match, a column for each piece of it: what the model was trained on.
#[pyfunction]
pub(super) fn collect_evidence(py: Python<'_>, matches: PyBatch) -> PyResult<PyBatch> {
    let batch = matches.0;
    compute_batch(py, || collect_batch_evidence(&batch))
}

/// Two texts as stretches: `=` in both, `-` in the left alone, `+` in the right alone.
#[pyfunction]
pub(super) fn compare_texts(py: Python<'_>, left: String, right: String) -> Vec<(&'static str, String)> {
    py.detach(|| {
        let name = |stretch| match stretch {
            Stretch::Both(text) => ("=", text.to_owned()),
            Stretch::Left(text) => ("-", text.to_owned()),
            Stretch::Right(text) => ("+", text.to_owned()),
        };
        compare::compare_texts(&left, &right).into_iter().map(name).collect()
    })
}

fn classify_batch(batch: &RecordBatch, model: &Model) -> Result<RecordBatch, ArrowError> {
    let matches = MatchColumns::new(batch)?;
    let names: Vec<Vec<(&str, &str)>> = (0..batch.num_rows()).map(|row| matches.read_same_names(row)).collect();
    let mut classifier = Classifier::new(model);
    let mut out = Columns::default();
    for (row, same_names) in names.iter().enumerate() {
        out.push(&classifier.classify(&Pair { same_names, ..matches.read_pair(row) }));
    }
    out.finish()
}

fn collect_batch_evidence(batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let matches = MatchColumns::new(batch)?;
    let names: Vec<&str> = Evidence::from_pair(&Pair::default()).names().collect();
    let mut columns = vec![Vec::with_capacity(batch.num_rows()); names.len()];
    for row in 0..batch.num_rows() {
        let names = matches.read_same_names(row);
        let found = Evidence::from_pair(&Pair { same_names: &names, ..matches.read_pair(row) });
        for (column, number) in columns.iter_mut().zip(found.numbers()) {
            column.push(number);
        }
    }
    let arrays = columns.into_iter().map(|column| Arc::new(Float64Array::from(column)) as ArrayRef);
    build_record_batch(names.into_iter().zip(arrays).collect())
}

/// The columns of matches. `same_names`, a list of pairs `left`, `right`, may be missing: then no other names are known.
struct MatchColumns<'a> {
    sides: [[&'a StringArray; 5]; 2],
    counts: [&'a Int64Array; 3],
    names: Option<(&'a ListArray, [&'a StringArray; 2])>,
    places: [&'a Int64Array; 4],
}

impl<'a> MatchColumns<'a> {
    fn new(batch: &'a RecordBatch) -> Result<Self, ArrowError> {
        let side = |name: &str| -> Result<[&'a StringArray; 5], ArrowError> {
            let text = |what: &str| read_strings(batch, &format!("{name}_{what}"));
            Ok([text("text")?, text("title")?, text("section")?, text("block")?, text("document")?])
        };
        let count = |name: &str| {
            find_column(batch, name)?.as_primitive_opt::<Int64Type>().ok_or_else(|| wrong_column_error(name))
        };
        let counts = [count("identical_shared")?, count("near_shared")?, count("cluster_pairs")?];
        let places = [count("neighbours_identical")?, count("neighbours_near")?, count("distance")?, count("repeats")?];
        let names = batch.column_by_name("same_names").map(read_name_pairs).transpose()?;
        Ok(MatchColumns { sides: [side("left")?, side("right")?], counts, names, places })
    }

    fn read_same_names(&self, row: usize) -> Vec<(&'a str, &'a str)> {
        let Some((lists, [left, right])) = self.names else { return Vec::new() };
        let offsets = lists.value_offsets();
        (offsets[row] as usize..offsets[row + 1] as usize).map(|at| (left.value(at), right.value(at))).collect()
    }

    fn read_pair(&self, row: usize) -> Pair<'a> {
        let side = |columns: [&'a StringArray; 5]| {
            let [text, title, section, block, document] = columns.map(|column| column.value(row));
            Side { text, title, section, block, document }
        };
        let known = self.counts.iter().all(|column| column.is_valid(row));
        let [identical, near, cluster] = self.counts.map(|column| if known { column.value(row) } else { 0 });
        let placed = self.places.iter().all(|column| column.is_valid(row));
        let [neighbours_identical, neighbours_near, distance, repeats] =
            self.places.map(|column| if placed { column.value(row) } else { 0 });
        let places = Places { neighbours_identical, neighbours_near, distance, repeats };
        Pair {
            left: side(self.sides[0]),
            right: side(self.sides[1]),
            context: known.then_some(Context { identical, near, cluster, places: placed.then_some(places) }),
            same_names: &[],
        }
    }
}

/// The lists of pairs of names, and the names of both sides.
fn read_name_pairs(column: &ArrayRef) -> Result<(&ListArray, [&StringArray; 2]), ArrowError> {
    let wrong = || wrong_column_error("same_names");
    let lists = column.as_list_opt::<i32>().ok_or_else(wrong)?;
    let pairs = lists.values().as_struct_opt().ok_or_else(wrong)?;
    let side = |name: &str| pairs.column_by_name(name).and_then(|side| side.as_string_opt::<i32>()).ok_or_else(wrong);
    Ok((lists, [side("left")?, side("right")?]))
}

/// The columns of kinds as they grow.
#[derive(Default)]
struct Columns {
    kind: Texts,
    drift: Texts,
    confidence: Vec<f64>,
    why: Texts,
    ends: Vec<i32>,
    change: Texts,
    texts: [Texts; 2],
    places: [Vec<u32>; 4],
    disagrees: Vec<bool>,
}

impl Columns {
    fn push(&mut self, decision: &Decision) {
        self.kind.push(decision.kind);
        self.drift.push(decision.drift);
        self.confidence.push(decision.confidence);
        self.why.push(&decision.why);
        let comparison = &decision.comparison;
        let texts = [comparison.left.text, comparison.right.text];
        let mut counters = texts.map(CharacterCounter::new);
        for change in &comparison.changes {
            self.change.push(change.kind.name());
            self.disagrees.push(change.disagrees);
            for (side, (start, end)) in [change.left, change.right].into_iter().enumerate() {
                self.texts[side].push(&texts[side][start..end]);
                self.places[2 * side].push(counters[side].count_up_to(start));
                self.places[2 * side + 1].push(counters[side].count_up_to(end));
            }
        }
        self.ends.push(i32::try_from(self.disagrees.len()).unwrap_or(i32::MAX));
    }

    fn finish(self) -> Result<RecordBatch, ArrowError> {
        let [left, right] = self.texts;
        let [left_start, left_end, right_start, right_end] =
            self.places.map(|places| Arc::new(UInt32Array::from(places)) as ArrayRef);
        let changes = build_struct_array(vec![
            ("kind", convert_texts(self.change)),
            ("left", convert_texts(left)),
            ("right", convert_texts(right)),
            ("left_start", left_start),
            ("left_end", left_end),
            ("right_start", right_start),
            ("right_end", right_end),
            ("disagrees", Arc::new(BooleanArray::from(self.disagrees))),
        ])?;
        let ends = std::iter::once(0).chain(self.ends).collect();
        build_record_batch(vec![
            ("kind", convert_texts(self.kind)),
            ("drift", convert_texts(self.drift)),
            ("confidence", Arc::new(Float64Array::from(self.confidence))),
            ("why", convert_texts(self.why)),
            ("changes", Arc::new(build_list_array(ends, changes)?)),
        ])
    }
}

/// Byte places of a text as character places; asked in almost rising order, so that a text is counted about once.
struct CharacterCounter<'t> {
    text: &'t str,
    byte: usize,
    character: u32,
}

impl<'t> CharacterCounter<'t> {
    fn new(text: &'t str) -> Self {
        CharacterCounter { text, byte: 0, character: 0 }
    }

    fn count_up_to(&mut self, byte: usize) -> u32 {
        if byte < self.byte {
            self.character -= count_characters(&self.text[byte..self.byte]);
        } else {
            self.character += count_characters(&self.text[self.byte..byte]);
        }
        self.byte = byte;
        self.character
    }
}

fn count_characters(text: &str) -> u32 {
    u32::try_from(text.chars().count()).unwrap_or(u32::MAX)
}
