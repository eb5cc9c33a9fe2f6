//! The parts of pages to pages, revisions that changed something, and the lives of sentences.

use arrow_array::StringArray;
use pyo3::prelude::*;

use super::columns::PartColumns;
use super::parse::Parser;
use super::rows::{LIFE_ROW, REVISION_ROW, Walked};
use crate::history::{EditorNames, KeyMap, Part, VersionRow, Versions, Walk};
use crate::normal::NormalForm;
use crate::python::arrow::{PyBatch, compute_batch};
use crate::python::units::list_runs;

/// The parts of pages, grouped by page, to pages, revisions that changed something, and the lives of sentences.
///
/// `language` "" is what the input says, else a guess; `editors` is none, names or addresses.
#[pyfunction]
pub fn walk_pages(
    py: Python<'_>,
    parts: PyBatch,
    counted: (Vec<String>, (usize, usize), bool, bool),
    markup: &str,
    language: &str,
    editors: &str,
) -> PyResult<PyBatch> {
    let batch = parts.0;
    let (blocks, least, case, punctuation) = counted;
    let counted = Counted { blocks, least, how: NormalForm { case, punctuation } };
    let editors = EditorNames::from_name(editors);
    compute_batch(py, || {
        let columns = PartColumns::new(&batch)?;
        let mut out = Walked::default();
        let documents: Vec<&str> = (0..batch.num_rows()).map(|row| columns.document.value(row)).collect();
        for (first, last) in list_runs(&documents) {
            walk_page(&columns, first, last, &Reading { counted: &counted, markup, language, editors }, &mut out);
        }
        out.finish()
    })
}

/// Which sentences count, and which are the same.
pub(super) struct Counted {
    pub(super) blocks: Vec<String>,
    pub(super) least: (usize, usize),
    pub(super) how: NormalForm,
}

/// How pages are read, and what is shown of editors.
pub(super) struct Reading<'a> {
    pub(super) counted: &'a Counted,
    pub(super) markup: &'a str,
    pub(super) language: &'a str,
    editors: EditorNames,
}

fn walk_page(columns: &PartColumns<'_>, first: usize, last: usize, reading: &Reading<'_>, out: &mut Walked) {
    let of = |part: Part| (first..last).filter(move |&row| columns.part[row] == part as u32);
    let mut revisions: Vec<usize> = of(Part::Revision).collect();
    // Files that overlap give a revision twice.
    revisions.dedup_by(|next, row| {
        let same = |column: &StringArray| column.value(*next) == column.value(*row);
        !columns.revision.value(*row).is_empty()
            && same(columns.revision)
            && same(columns.timestamp)
            && columns.key[*next] == columns.key[*row]
    });
    let Some((&oldest, &newest)) = revisions.first().zip(revisions.last()) else { return };
    let paragraphs: Vec<usize> = of(Part::Paragraph).collect();
    let mut parser = Parser::new(columns, &paragraphs, columns.title.value(newest), reading);
    let (mut numbers, mut contents) = (KeyMap::default(), Vec::new());
    for &row in &paragraphs {
        numbers.entry(columns.key[row]).or_insert_with(|| {
            contents.push(parser.parse(row));
            (contents.len() - 1) as u32
        });
    }
    let rows: Vec<VersionRow<'_>> = of(Part::Version)
        .map(|row| VersionRow {
            key: columns.key[row],
            base: columns.base[row],
            prefix: columns.prefix[row],
            suffix: columns.suffix[row],
            keys: columns.keys.value(row),
        })
        .collect();
    let mut versions = Versions::new(&rows, &numbers);
    let (sentences, notes) = parser.finish();
    let mut walk = Walk::new(&contents, &sentences, reading.counted.how);
    let keys: Vec<u64> = revisions.iter().map(|&row| columns.key[row]).collect();
    walk.take_revisions(&keys, &mut versions);
    let (lives, changes) = walk.finish();
    drop(versions);
    drop((rows, numbers, contents)); // a page can be large

    out.editors = Some(reading.editors);
    out.reserve(1 + changes.len() + lives.len(), sentences.iter().map(|sentence| sentence.text.len()).sum());
    out.push_page(columns, oldest, newest, revisions.len(), lives.len());
    for change in &changes {
        let row = revisions[change.revision as usize];
        out.begin_row(columns, REVISION_ROW, row, newest);
        out.number.push(change.revision);
        out.counts.push([0, 0, 0, change.brought, change.removed, change.returned]);
        out.flags.push([change.is_revert, false, change.revision == 0]);
        out.push_sentence("", "", "", "");
        out.push_end(columns, None);
        out.push_origin(columns, None);
    }
    for (number, life) in lives.iter().enumerate() {
        out.begin_row(columns, LIFE_ROW, revisions[life.born as usize], newest);
        out.number.push(number as u32);
        out.counts.push([life.lineage, life.before, life.returns, life.brought, 0, 0]);
        out.flags.push([life.reverted, life.died.is_none(), life.born == 0]);
        let sentence = &sentences[life.sentence as usize];
        out.push_sentence(&sentence.section, sentence.block, &sentence.text, &sentence.links);
        out.push_end(columns, life.died.map(|died| revisions[died as usize]));
        out.push_origin(columns, Some(revisions[life.origin as usize]));
    }
    for (source, target) in notes {
        // A note stands on the talk page of its target, where it does not say.
        let title = columns.title.value(newest);
        let own =
            if columns.namespace[newest] % 2 == 1 { title.split_once(':').map_or(title, |it| it.1) } else { title };
        out.push_note(columns, newest, &source, if target.is_empty() { own } else { &target });
    }
}
