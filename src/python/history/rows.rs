//! What a walk over pages gives, column by column.

use std::borrow::Cow;
use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Int32Array, RecordBatch, UInt32Array, UInt64Array};
use arrow_schema::ArrowError;
use xxhash_rust::xxh3::xxh3_64;

use super::columns::PartColumns;
use crate::columns::Texts;
use crate::history::{EditorNames, classify_editor, mask_addresses, show_editor};
use crate::python::arrow::{build_record_batch, convert_texts};

const PAGE_ROW: u32 = 0;
pub(super) const REVISION_ROW: u32 = 1;
pub(super) const LIFE_ROW: u32 = 2;
const NOTE_ROW: u32 = 3;

/// Bytes of sentences from which room is made for a page.
const LARGE_PAGE: usize = 1 << 20;

/// Rows of pages, revisions and lives, as columns.
#[derive(Default)]
pub(super) struct Walked {
    pub(super) editors: Option<EditorNames>,
    row: Vec<u32>,
    pub(super) number: Vec<u32>,
    /// lineage, before, returns, brought, removed, returned
    pub(super) counts: Vec<[u32; 6]>,
    /// reverted, alive, begins
    pub(super) flags: Vec<[bool; 3]>,
    namespace: Vec<i32>,
    editor_key: Vec<u64>,
    texts: [Texts; 22],
}

const TEXT_NAMES: [&str; 22] = [
    "document",
    "title",
    "url",
    "language",
    "source",
    "place",
    "revision",
    "timestamp",
    "editor",
    "editor_kind",
    "comment",
    "section",
    "block",
    "text",
    "links",
    "end_revision",
    "end_timestamp",
    "end_editor",
    "end_editor_kind",
    "end_comment",
    "origin_revision",
    "origin_timestamp",
];

// The columns that are filled together begin here.
const DOCUMENT: usize = 0;
const URL: usize = 2;
const REVISION: usize = 6;
const EDITOR: usize = 8;
const SECTION: usize = 11;
const END_REVISION: usize = 15;
const END_EDITOR: usize = 17;
const ORIGIN_REVISION: usize = 20;

impl Walked {
    /// Makes room for a large page: a column that grows by doubling would hold twice what it needs.
    pub(super) fn reserve(&mut self, rows: usize, text_bytes: usize) {
        if text_bytes > LARGE_PAGE {
            for (name, texts) in TEXT_NAMES.iter().zip(&mut self.texts) {
                texts.reserve_exact(rows, if *name == "text" { text_bytes } else { 0 });
            }
        }
    }

    /// Fills columns that stand side by side.
    fn push_texts<const COUNT: usize>(&mut self, first: usize, values: [&str; COUNT]) {
        for (column, value) in self.texts[first..first + COUNT].iter_mut().zip(values) {
            column.push(value);
        }
    }

    /// Who saved a revision, and with which words, as far as it may be shown.
    fn push_editor(&mut self, columns: &PartColumns<'_>, row: Option<usize>, first: usize) {
        let how = self.editors.unwrap_or(EditorNames::None);
        let name = row.map_or("", |row| columns.contributor.value(row));
        let comment = match (row, how) {
            (None, _) | (_, EditorNames::None) => Cow::Borrowed(""),
            (Some(row), EditorNames::Names) => mask_addresses(columns.comment.value(row)),
            (Some(row), EditorNames::Addresses) => columns.comment.value(row).into(),
        };
        let kind = row.map_or("", |_| classify_editor(name));
        self.push_texts(first, [show_editor(name, how), kind, &comment]);
    }

    /// `saved` is the revision whose time and editor the row has; the page's own names are those of its newest.
    pub(super) fn begin_row(&mut self, columns: &PartColumns<'_>, kind: u32, saved: usize, newest: usize) {
        self.row.push(kind);
        self.namespace.push(columns.namespace[newest]);
        let key = match columns.contributor.value(saved) {
            "" => 0,
            name => xxh3_64(name.as_bytes()),
        };
        self.editor_key.push(key);
        let title = match columns.title.value(newest) {
            "" => columns.document.value(newest),
            title => title,
        };
        self.push_texts(DOCUMENT, [columns.document.value(newest), title]);
        let of_page = [columns.url, columns.language, columns.source, columns.place];
        self.push_texts(URL, of_page.map(|column| if kind == PAGE_ROW { column.value(newest) } else { "" }));
        self.push_texts(REVISION, [columns.revision.value(saved), columns.timestamp.value(saved)]);
        self.push_editor(columns, Some(saved), EDITOR);
    }

    pub(super) fn push_sentence(&mut self, section: &str, block: &str, text: &str, links: &str) {
        self.push_texts(SECTION, [section, block, text, links]);
    }

    pub(super) fn push_end(&mut self, columns: &PartColumns<'_>, row: Option<usize>) {
        self.push_saved(columns, row, END_REVISION);
        self.push_editor(columns, row, END_EDITOR);
    }

    /// Adds the revision that wrote most of a sentence's words; empty where there is not a sentence.
    pub(super) fn push_origin(&mut self, columns: &PartColumns<'_>, row: Option<usize>) {
        self.push_saved(columns, row, ORIGIN_REVISION);
    }

    fn push_saved(&mut self, columns: &PartColumns<'_>, row: Option<usize>, first: usize) {
        match row {
            Some(row) => self.push_texts(first, [columns.revision.value(row), columns.timestamp.value(row)]),
            None => self.push_texts(first, ["", ""]),
        }
    }

    /// A page with its newest revision, and as the end its oldest.
    pub(super) fn push_page(
        &mut self,
        columns: &PartColumns<'_>,
        oldest: usize,
        newest: usize,
        revisions: usize,
        lives: usize,
    ) {
        self.begin_row(columns, PAGE_ROW, newest, newest);
        self.number.push(revisions as u32);
        self.counts.push([0, 0, 0, lives as u32, 0, 0]);
        self.flags.push([false, true, false]);
        self.push_sentence("", "", "", "");
        self.push_end(columns, Some(oldest));
        self.push_origin(columns, None);
    }

    /// A note that text was copied: `section` has the title of the target, and `text` that of the source.
    pub(super) fn push_note(&mut self, columns: &PartColumns<'_>, newest: usize, source: &str, target: &str) {
        self.begin_row(columns, NOTE_ROW, newest, newest);
        self.number.push(0);
        self.counts.push([0; 6]);
        self.flags.push([false; 3]);
        self.push_sentence(target, "", source, "");
        self.push_end(columns, None);
        self.push_origin(columns, None);
    }

    pub(super) fn finish(self) -> Result<RecordBatch, ArrowError> {
        let count = |place: usize| -> ArrayRef {
            Arc::new(UInt32Array::from_iter_values(self.counts.iter().map(|counts| counts[place])))
        };
        let flag = |place: usize| -> ArrayRef {
            Arc::new(BooleanArray::from(self.flags.iter().map(|flags| flags[place]).collect::<Vec<bool>>()))
        };
        let mut columns: Vec<(&str, ArrayRef)> = vec![
            ("row", Arc::new(UInt32Array::from(self.row))),
            ("number", Arc::new(UInt32Array::from(self.number))),
            ("namespace", Arc::new(Int32Array::from(self.namespace))),
            ("editor_key", Arc::new(UInt64Array::from(self.editor_key))),
        ];
        columns.extend(
            ["lineage", "before", "returns", "brought", "removed", "returned"]
                .into_iter()
                .enumerate()
                .map(|(place, name)| (name, count(place))),
        );
        columns
            .extend(["reverted", "alive", "begins"].into_iter().enumerate().map(|(place, name)| (name, flag(place))));
        columns.extend(TEXT_NAMES.into_iter().zip(self.texts).map(|(name, texts)| (name, convert_texts(texts))));
        build_record_batch(columns)
    }
}
