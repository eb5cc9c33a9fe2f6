//! Documents and sentences to other names; names to the numbers that they are joined by.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt32Type;
use arrow_array::{Array, ArrayRef, RecordBatch, StringArray, UInt32Array, UInt64Array};
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use super::arrow::{
    PyBatch, build_record_batch, compute_batch, convert_texts, find_column, read_strings, read_u64s, wrong_column_error,
};
use crate::aliases::{self, Alias};
use crate::columns::Texts;

/// The columns `row`, `name`, `other_name`, `how` as they grow; `row` is that of the document or sentence.
#[derive(Default)]
struct AliasColumns {
    row: Vec<u32>,
    name: Texts,
    other: Texts,
    how: Texts,
}

impl AliasColumns {
    fn push(&mut self, row: usize, alias: &Alias) {
        self.row.push(row as u32);
        self.name.push(alias.name);
        self.other.push(alias.other);
        self.how.push(alias.source.name());
    }

    fn finish(self) -> Result<RecordBatch, ArrowError> {
        build_record_batch(vec![
            ("row", Arc::new(UInt32Array::from(self.row)) as ArrayRef),
            ("name", convert_texts(self.name)),
            ("other_name", convert_texts(self.other)),
            ("how", convert_texts(self.how)),
        ])
    }
}

/// The other names that documents tell by what only their input has: redirects, links, bold names and titles.
#[pyfunction]
pub(super) fn find_page_aliases(py: Python<'_>, documents: PyBatch) -> PyResult<PyBatch> {
    let batch = documents.0;
    compute_batch(py, || {
        let column = |name: &str| read_strings(&batch, name);
        let (titles, texts, markups) = (column("title")?, column("text")?, column("markup")?);
        let (statuses, reasons) = (column("status")?, column("reason")?);
        let mut found = AliasColumns::default();
        for row in 0..batch.num_rows() {
            let (title, text) = (titles.value(row), texts.value(row));
            match (statuses.value(row), reasons.value(row)) {
                ("skipped", "redirect") => {
                    aliases::find_redirect_alias(title, text).iter().for_each(|each| found.push(row, each))
                }
                ("read", _) => {
                    aliases::find_title_alias(title).iter().for_each(|each| found.push(row, each));
                    if markups.value(row) == "wikitext" {
                        aliases::find_page_aliases(title, text).iter().for_each(|each| found.push(row, each));
                    }
                }
                _ => {}
            }
        }
        found.finish()
    })
}

/// The other names that sentences tell.
#[pyfunction]
pub(super) fn find_sentence_aliases(py: Python<'_>, sentences: PyBatch) -> PyResult<PyBatch> {
    let batch = sentences.0;
    compute_batch(py, || {
        let (texts, blocks) = (read_strings(&batch, "text")?, read_strings(&batch, "block")?);
        let mut found = AliasColumns::default();
        for row in (0..batch.num_rows()).filter(|&row| !matches!(blocks.value(row), "code" | "reference" | "footer")) {
            aliases::find_sentence_aliases(texts.value(row)).iter().for_each(|each| found.push(row, each));
        }
        found.finish()
    })
}

/// A column `thing` for aliases: a number that names written alike have in common.
#[pyfunction]
pub(super) fn hash_names(py: Python<'_>, aliases: PyBatch) -> PyResult<PyBatch> {
    let batch = aliases.0;
    compute_batch(py, || {
        let names = read_strings(&batch, "name")?;
        let things: Vec<u64> = (0..names.len()).map(|row| aliases::hash_name(names.value(row))).collect();
        build_record_batch(vec![("thing", Arc::new(UInt64Array::from(things)) as ArrayRef)])
    })
}

/// Aliases in order of `thing` to a column `pair`: a number for every two names of one thing.
#[pyfunction]
pub(super) fn pair_names_of_things(py: Python<'_>, aliases: PyBatch) -> PyResult<PyBatch> {
    let batch = aliases.0;
    compute_batch(py, || {
        let things = read_u64s(&batch, "thing")?;
        let (names, others) = (read_strings(&batch, "name")?, read_strings(&batch, "other_name")?);
        let hows = read_strings(&batch, "how")?;
        let (mut pairs, mut first) = (Vec::new(), 0);
        while first < things.len() {
            let end = first + things[first..].iter().take_while(|&&thing| thing == things[first]).count();
            let (labelled, named): (Vec<usize>, Vec<usize>) =
                (first..end).partition(|&row| matches!(hows.value(row), "link" | "bracket" | "title" | "or"));
            let list = |rows: Vec<usize>| rows.into_iter().map(|row| others.value(row));
            let mut known: Vec<&str> = std::iter::once(names.value(first)).chain(list(named)).collect();
            known.dedup();
            pairs.extend(aliases::pair_names(&known, &list(labelled).collect::<Vec<&str>>()));
            first = end;
        }
        build_record_batch(vec![("pair", Arc::new(UInt64Array::from(pairs)) as ArrayRef)])
    })
}

/// How many changes of a match are asked for, and the columns of a change: as it stands, and with the names around it.
const CHANGES_ASKED: usize = 2;

/// What may be known of the names that differ in matches with their `changes`: how many changes are `asked` for, and the
/// columns `pair_0` to `pair_3`. Where nothing is asked, a number of the text stands in: one number for all would bring most
/// rows of a table to one place when it is joined.
#[pyfunction]
pub(super) fn list_changed_names(py: Python<'_>, matches: PyBatch) -> PyResult<PyBatch> {
    let batch = matches.0;
    compute_batch(py, || {
        let (left, right) = (read_strings(&batch, "left_text")?, read_strings(&batch, "right_text")?);
        let changes = ChangeColumns::new(&batch)?;
        let mut columns = vec![Vec::new(); 2 * CHANGES_ASKED];
        let mut counts: Vec<u32> = Vec::with_capacity(batch.num_rows());
        for row in 0..batch.num_rows() {
            let (left, right) = (left.value(row), right.value(row));
            let mut asked = [0; 2 * CHANGES_ASKED];
            let mut count = 0;
            for (number, at) in changes.list_changed_names(row).take(CHANGES_ASKED).enumerate() {
                let places = changes.find_places(left, right, at);
                asked[2 * number..2 * number + 2].copy_from_slice(&aliases::list_name_questions(left, right, places));
                count += 1;
            }
            counts.push(count);
            let nothing = aliases::hash_name(left);
            let pairs = asked.map(|pair| if pair == 0 { nothing } else { pair });
            columns.iter_mut().zip(pairs).for_each(|(column, pair)| column.push(pair));
        }
        let names = ["pair_0", "pair_1", "pair_2", "pair_3"];
        let arrays = columns.into_iter().map(|column| Arc::new(UInt64Array::from(column)) as ArrayRef);
        let counts = ("asked", Arc::new(UInt32Array::from(counts)) as ArrayRef);
        build_record_batch(std::iter::once(counts).chain(names.into_iter().zip(arrays)).collect())
    })
}

/// The parts of the column `changes`.
struct ChangeColumns<'a> {
    offsets: &'a [i32],
    kind: &'a StringArray,
    disagrees: &'a arrow_array::BooleanArray,
    places: [&'a [u32]; 4],
}

impl<'a> ChangeColumns<'a> {
    fn new(batch: &'a RecordBatch) -> Result<Self, ArrowError> {
        let wrong = || wrong_column_error("changes");
        let lists = find_column(batch, "changes")?.as_list_opt::<i32>().ok_or_else(wrong)?;
        let changes = lists.values().as_struct_opt().ok_or_else(wrong)?;
        let part = |name: &str| changes.column_by_name(name).ok_or_else(wrong);
        let place = |name: &str| -> Result<&'a [u32], ArrowError> {
            Ok(part(name)?.as_primitive_opt::<UInt32Type>().ok_or_else(wrong)?.values())
        };
        Ok(ChangeColumns {
            offsets: lists.value_offsets(),
            kind: part("kind")?.as_string_opt::<i32>().ok_or_else(wrong)?,
            disagrees: part("disagrees")?.as_boolean_opt().ok_or_else(wrong)?,
            places: [place("left_start")?, place("left_end")?, place("right_start")?, place("right_end")?],
        })
    }

    /// The changes of a row that put one name in the place of another.
    fn list_changed_names(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        let named = |&at: &usize| self.disagrees.value(at) && matches!(self.kind.value(at), "name" | "place");
        (self.offsets[row] as usize..self.offsets[row + 1] as usize).filter(named)
    }

    /// The bytes of a change in both texts.
    fn find_places(&self, left: &str, right: &str, at: usize) -> [(usize, usize); 2] {
        let [one, two, three, four] = self.places.map(|places| places[at]);
        [(find_byte(left, one), find_byte(left, two)), (find_byte(right, three), find_byte(right, four))]
    }
}

fn find_byte(text: &str, character: u32) -> usize {
    text.char_indices().nth(character as usize).map_or(text.len(), |(at, _)| at)
}
