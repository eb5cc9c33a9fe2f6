//! Revisions to what is new in them, and pages to the lives of their sentences.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use arrow_array::builder::BinaryBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, BinaryArray, BooleanArray, Int32Array, RecordBatch, StringArray, UInt32Array, UInt64Array,
};
use arrow_schema::ArrowError;
use pyo3::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::arrow::{
    PyBatch, build_record_batch, compute_batch, convert_texts, find_column, read_strings, read_u32s, read_u64s,
    wrong_column_error,
};
use super::sentences::{choose_splitter, parse_namespaces};
use super::units::{is_counted_block, list_runs, weighs_enough};
use crate::blocks::{Blocks, find_source_range};
use crate::columns::{Texts, choose_block_name};
use crate::documents::{Status, shorten_name};
use crate::history::{
    Cutter, EditorNames, Markup, ParsedSentence, Part, Parts, TemplateNames, VersionRow, Versions, Walk,
    classify_editor, mask_addresses, show_editor,
};
use crate::normal::{NormalForm, hash_text, normalise};
use crate::sentences::Splitter;
use crate::wikitext::{Cleaner, Site};
use crate::{html, plain};

/// Cuts the revisions of a file into what is new in them; it remembers what it has given.
#[pyclass(frozen)]
pub(super) struct RevisionCutter {
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

/// The parts of pages, grouped by page, to pages, revisions that changed something, and the lives of sentences.
///
/// `language` "" is what the input says, else a guess; `editors` is none, names or addresses.
#[pyfunction]
pub(super) fn walk_pages(
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
struct Counted {
    blocks: Vec<String>,
    least: (usize, usize),
    how: NormalForm,
}

struct Reading<'a> {
    counted: &'a Counted,
    markup: &'a str,
    language: &'a str,
    editors: EditorNames,
}

struct PartColumns<'a> {
    document: &'a StringArray,
    part: &'a [u32],
    key: &'a [u64],
    base: &'a [u64],
    prefix: &'a [u32],
    suffix: &'a [u32],
    keys: &'a BinaryArray,
    headings: &'a StringArray,
    text: &'a StringArray,
    language: &'a StringArray,
    markup: &'a StringArray,
    site: &'a StringArray,
    timestamp: &'a StringArray,
    revision: &'a StringArray,
    namespace: &'a [i32],
    title: &'a StringArray,
    url: &'a StringArray,
    contributor: &'a StringArray,
    comment: &'a StringArray,
    source: &'a StringArray,
    place: &'a StringArray,
}

impl<'a> PartColumns<'a> {
    fn new(batch: &'a RecordBatch) -> Result<Self, ArrowError> {
        let text = |name: &str| read_strings(batch, name);
        Ok(PartColumns {
            document: text("document")?,
            part: read_u32s(batch, "part")?,
            key: read_u64s(batch, "key")?,
            base: read_u64s(batch, "base")?,
            prefix: read_u32s(batch, "prefix")?,
            suffix: read_u32s(batch, "suffix")?,
            keys: find_column(batch, "keys")?.as_binary_opt::<i32>().ok_or_else(|| wrong_column_error("keys"))?,
            headings: text("headings")?,
            text: text("text")?,
            language: text("language")?,
            markup: text("markup")?,
            site: text("site")?,
            timestamp: text("timestamp")?,
            revision: text("revision")?,
            namespace: find_column(batch, "namespace")?
                .as_primitive_opt::<Int32Type>()
                .ok_or_else(|| wrong_column_error("namespace"))?
                .values(),
            title: text("title")?,
            url: text("url")?,
            contributor: text("contributor")?,
            comment: text("comment")?,
            source: text("source")?,
            place: text("place")?,
        })
    }
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
    let (mut numbers, mut contents) = (HashMap::new(), Vec::new());
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
    let sentences = parser.sentences;
    let mut walk = Walk::new(&contents, &sentences);
    let keys: Vec<u64> = revisions.iter().map(|&row| columns.key[row]).collect();
    walk.take_revisions(&keys, &mut versions);

    out.editors = Some(reading.editors);
    out.push_page(columns, oldest, newest, revisions.len(), walk.lives.len());
    for change in &walk.changes {
        let row = revisions[change.revision as usize];
        out.begin_row(columns, REVISION_ROW, row, newest);
        out.number.push(change.revision);
        out.counts.push([0, 0, 0, change.brought, change.removed, change.returned]);
        out.flags.push([change.is_revert, false, change.revision == 0]);
        out.push_sentence("", "", "");
        out.push_end(columns, None);
    }
    for (number, life) in walk.lives.iter().enumerate() {
        out.begin_row(columns, LIFE_ROW, revisions[life.born as usize], newest);
        out.number.push(number as u32);
        out.counts.push([life.lineage, life.before, life.returns, life.brought, 0, 0]);
        out.flags.push([life.reverted, life.died.is_none(), life.born == 0]);
        let sentence = &sentences[life.sentence as usize];
        out.push_sentence(&sentence.section, sentence.block, &sentence.text);
        out.push_end(columns, life.died.map(|died| revisions[died as usize]));
    }
}

/// Paragraphs of one page to sentences; a sentence that is the same but for its form is one.
struct Parser<'a> {
    columns: &'a PartColumns<'a>,
    reading: &'a Reading<'a>,
    title: &'a str,
    splitter: Splitter,
    cleaner: Option<(&'a str, &'a str, Cleaner)>,
    blocks: Blocks,
    source: String,
    ranges: Vec<(u32, u32)>,
    numbers: HashMap<u128, u32>,
    sentences: Vec<ParsedSentence>,
}

impl<'a> Parser<'a> {
    fn new(columns: &'a PartColumns<'a>, paragraphs: &[usize], title: &'a str, reading: &'a Reading<'a>) -> Self {
        let longest = paragraphs.iter().copied().max_by_key(|&row| columns.text.value(row).len());
        let said = paragraphs.first().map_or("", |&row| columns.language.value(row));
        let code = if reading.language.is_empty() { said } else { reading.language };
        Parser {
            columns,
            reading,
            title,
            splitter: choose_splitter(code, || longest.map_or("", |row| columns.text.value(row))),
            cleaner: None,
            blocks: Blocks::default(),
            source: String::new(),
            ranges: Vec::new(),
            numbers: HashMap::new(),
            sentences: Vec::new(),
        }
    }

    /// The numbers of the sentences of a paragraph, which is parsed below its headings.
    fn parse(&mut self, row: usize) -> Vec<u32> {
        let columns = self.columns;
        self.source.clear();
        self.source.push_str(columns.headings.value(row));
        let start = self.source.len() as u32;
        self.source.push_str(columns.text.value(row));
        self.clean(row);
        let mut found = Vec::new();
        let mut normal = String::new();
        for block in &self.blocks.blocks {
            let (text, pieces) = (self.blocks.text_of(block), self.blocks.pieces_of(block));
            if text.is_empty() || find_source_range(pieces, 0, text.len() as u32).1 <= start {
                continue; // a heading above
            }
            let kind = choose_block_name(Some(block.element), block.footer);
            if !is_counted_block(kind, &self.reading.counted.blocks) {
                continue;
            }
            self.ranges.clear();
            self.splitter.split(text, &mut self.ranges);
            for &(from, to) in &self.ranges {
                let text = &text[from as usize..to as usize];
                normalise(text, self.reading.counted.how, &mut normal);
                if normal.is_empty() || !weighs_enough(&normal, kind, self.reading.counted.least) {
                    continue;
                }
                let hash = hash_text(&normal);
                let next = self.sentences.len() as u32;
                let number = *self.numbers.entry(hash).or_insert(next);
                if number == next {
                    let section = self.blocks.sections.get(block.section as usize).map_or("", |it| shorten_name(it));
                    self.sentences.push(ParsedSentence {
                        text: text.to_owned(),
                        normal: normal.clone(),
                        hash,
                        section: section.to_owned(),
                        block: kind,
                    });
                }
                found.push(number);
            }
        }
        found
    }

    fn clean(&mut self, row: usize) {
        let (language, site) = (self.columns.language.value(row), self.columns.site.value(row));
        let name = if self.reading.markup == "auto" { self.columns.markup.value(row) } else { self.reading.markup };
        self.blocks.clear();
        match Markup::from_name(name) {
            Markup::Html => html::clean_html(&self.source, name == "html", &mut self.blocks),
            Markup::Plain => plain::clean_titled_text(&self.source, self.title, &mut self.blocks),
            Markup::Wikitext => {
                if !self.cleaner.as_ref().is_some_and(|(old, names, _)| *old == language && *names == site) {
                    let new = Cleaner::new(Site::new(language).with_namespaces(&parse_namespaces(site)));
                    self.cleaner = Some((language, site, new));
                }
                if let Some((_, _, cleaner)) = &mut self.cleaner {
                    cleaner.clean(&self.source, self.title, &mut self.blocks);
                }
            }
        }
    }
}

const PAGE_ROW: u32 = 0;
const REVISION_ROW: u32 = 1;
const LIFE_ROW: u32 = 2;

/// Rows of pages, revisions and lives, as columns.
#[derive(Default)]
struct Walked {
    editors: Option<EditorNames>,
    row: Vec<u32>,
    number: Vec<u32>,
    /// lineage, before, returns, brought, removed, returned
    counts: Vec<[u32; 6]>,
    /// reverted, alive, begins
    flags: Vec<[bool; 3]>,
    namespace: Vec<i32>,
    editor_key: Vec<u64>,
    texts: [Texts; 19],
}

const TEXT_NAMES: [&str; 19] = [
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
    "end_revision",
    "end_timestamp",
    "end_editor",
    "end_editor_kind",
    "end_comment",
];

impl Walked {
    fn push_text(&mut self, name: &str, value: &str) {
        if let Some(place) = TEXT_NAMES.iter().position(|each| *each == name) {
            self.texts[place].push(value);
        }
    }

    /// Who saved a revision, and with which words, as far as it may be shown.
    fn push_editor(&mut self, columns: &PartColumns<'_>, row: Option<usize>, prefix: &str) {
        let how = self.editors.unwrap_or(EditorNames::None);
        let name = row.map_or("", |row| columns.contributor.value(row));
        let comment = match (row, how) {
            (None, _) | (_, EditorNames::None) => String::new(),
            (Some(row), EditorNames::Names) => mask_addresses(columns.comment.value(row)),
            (Some(row), EditorNames::Addresses) => columns.comment.value(row).to_owned(),
        };
        self.push_text(&format!("{prefix}editor"), show_editor(name, how));
        self.push_text(&format!("{prefix}editor_kind"), row.map_or("", |_| classify_editor(name)));
        self.push_text(&format!("{prefix}comment"), &comment);
    }

    /// `saved` is the revision whose time and editor the row has; the page's own names are those of its newest.
    fn begin_row(&mut self, columns: &PartColumns<'_>, kind: u32, saved: usize, newest: usize) {
        self.row.push(kind);
        self.namespace.push(columns.namespace[newest]);
        let key = match columns.contributor.value(saved) {
            "" => 0,
            name => xxh3_64(name.as_bytes()),
        };
        self.editor_key.push(key);
        for (name, column) in [
            ("document", columns.document),
            ("title", columns.title),
            ("url", columns.url),
            ("language", columns.language),
            ("source", columns.source),
            ("place", columns.place),
        ] {
            let is_page_column = kind == PAGE_ROW || name == "document" || name == "title";
            let value = if is_page_column { column.value(newest) } else { "" };
            let is_nameless = name == "title" && value.is_empty();
            self.push_text(name, if is_nameless { columns.document.value(newest) } else { value });
        }
        self.push_text("revision", columns.revision.value(saved));
        self.push_text("timestamp", columns.timestamp.value(saved));
        self.push_editor(columns, Some(saved), "");
    }

    fn push_sentence(&mut self, section: &str, block: &str, text: &str) {
        self.push_text("section", section);
        self.push_text("block", block);
        self.push_text("text", text);
    }

    fn push_end(&mut self, columns: &PartColumns<'_>, row: Option<usize>) {
        self.push_text("end_revision", row.map_or("", |row| columns.revision.value(row)));
        self.push_text("end_timestamp", row.map_or("", |row| columns.timestamp.value(row)));
        self.push_editor(columns, row, "end_");
    }

    /// A page with its newest revision, and as the end its oldest.
    fn push_page(&mut self, columns: &PartColumns<'_>, oldest: usize, newest: usize, revisions: usize, lives: usize) {
        self.begin_row(columns, PAGE_ROW, newest, newest);
        self.number.push(revisions as u32);
        self.counts.push([0, 0, 0, lives as u32, 0, 0]);
        self.flags.push([false, true, false]);
        self.push_sentence("", "", "");
        self.push_end(columns, Some(oldest));
    }

    fn finish(self) -> Result<RecordBatch, ArrowError> {
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
