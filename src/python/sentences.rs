//! Documents to blocks, blocks to sentences.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt32Type;
use arrow_array::{Array, BooleanArray, ListArray, RecordBatch, UInt32Array, make_array};
use arrow_data::ArrayData;
use arrow_pyarrow::{FromPyArrow, ToPyArrow};
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use super::arrow::{
    PyBatch, build_list_array, build_record_batch, build_struct_array, compute_batch, convert_texts, find_column,
    read_strings, wrong_column_error,
};
use super::errors::arrow_error;
use crate::blocks::{Blocks, Element};
use crate::columns::{BlockColumns, BlockRow, Owner, PieceRows, SentenceColumns, Texts};
use crate::documents::Status;
use crate::sentences::{Language, Splitter, TextUnit};
use crate::wikitext::{Cleaner, Site};
use crate::{html, main_text, plain};

/// Documents of wikitext to blocks.
#[pyfunction]
pub(super) fn clean_wikitext(py: Python<'_>, documents: PyBatch) -> PyResult<PyBatch> {
    let batch = documents.0;
    compute_batch(py, || clean_batch(&batch, build_wikitext_cleaner(&batch)?))
}

/// Cleans row after row of wikitext; a cleaner is kept as long as the rows are of one wiki.
pub(super) fn build_wikitext_cleaner(
    batch: &RecordBatch,
) -> Result<impl FnMut(usize, &str, &str, &mut Blocks), ArrowError> {
    let (languages, sites) = (read_strings(batch, "language")?, read_strings(batch, "site")?);
    let mut cleaner: Option<(String, String, Cleaner)> = None;
    Ok(move |row: usize, title: &str, text: &str, blocks: &mut Blocks| {
        let (language, site) = (languages.value(row), sites.value(row));
        if !cleaner.as_ref().is_some_and(|(old_language, old_site, _)| old_language == language && old_site == site) {
            let new = Cleaner::new(Site::new(language).with_namespaces(&parse_namespaces(site)));
            cleaner = Some((language.to_owned(), site.to_owned(), new));
        }
        if let Some((_, _, cleaner)) = &mut cleaner {
            cleaner.clean(text, title, blocks);
        }
    })
}

/// The lines that `format_site` wrote.
pub(super) fn parse_namespaces(site: &str) -> Vec<(i32, String)> {
    site.lines()
        .filter_map(|line| line.split_once(':'))
        .filter_map(|(number, name)| Some((number.parse().ok()?, name.to_owned())))
        .collect()
}

/// Documents of plain text to blocks.
#[pyfunction]
pub(super) fn clean_plain(py: Python<'_>, documents: PyBatch) -> PyResult<PyBatch> {
    let batch = documents.0;
    compute_batch(py, || clean_batch(&batch, |_, title, text, blocks| plain::clean_titled_text(text, title, blocks)))
}

/// Documents of HTML to blocks; with `main` only what stands in each document's main text (null: the scanner's own rules).
#[pyfunction]
#[pyo3(signature = (documents, main=None))]
pub(super) fn clean_html<'py>(
    py: Python<'py>,
    documents: PyBatch,
    main: Option<Bound<'py, PyAny>>,
) -> PyResult<PyBatch> {
    let batch = documents.0;
    let main = main.map(|array| ArrayData::from_pyarrow_bound(&array)).transpose()?.map(make_array);
    let main = match &main {
        Some(array) => Some(array.as_string_opt::<i32>().ok_or_else(|| arrow_error(wrong_column_error("main")))?),
        None => None,
    };
    compute_batch(py, || {
        clean_batch(&batch, |row, _, text, blocks| match main {
            Some(main) if row < main.len() && main.is_valid(row) => {
                html::clean_html(text, false, blocks);
                main_text::keep_main_blocks(blocks, main.value(row));
            }
            Some(_) => html::clean_html(text, true, blocks),
            None => html::clean_html(text, false, blocks),
        })
    })
}

/// The texts of fragments of HTML, a line to a block, and the listings in them apart: the columns `text` and `code`.
#[pyfunction]
pub(super) fn separate_code<'py>(py: Python<'py>, fragments: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let fragments = make_array(ArrayData::from_pyarrow_bound(&fragments)?);
    let fragments = fragments.as_string_opt::<i32>().ok_or_else(|| arrow_error(wrong_column_error("text")))?;
    let (text, code) = py.detach(|| {
        let (mut blocks, mut columns) = (Blocks::default(), (Texts::default(), Texts::default()));
        for fragment in fragments.iter() {
            html::clean_html(fragment.unwrap_or_default(), false, &mut blocks);
            let of = |is_code: bool| {
                let wanted = blocks.blocks.iter().filter(|block| (block.element == Element::Code) == is_code);
                let texts: Vec<&str> = wanted.map(|block| blocks.text_of(block)).collect();
                texts.join("\n")
            };
            columns.0.push(&of(false));
            columns.1.push(&of(true));
        }
        columns
    });
    let batch = build_record_batch(vec![("text", convert_texts(text)), ("code", convert_texts(code))]);
    batch.map_err(arrow_error)?.to_pyarrow(py)
}

/// Every document of a batch that was read through a cleaner; skipped and rejected records have no blocks.
pub(super) fn clean_batch(
    batch: &RecordBatch,
    mut one: impl FnMut(usize, &str, &str, &mut Blocks),
) -> Result<RecordBatch, ArrowError> {
    let (documents, titles) = (read_strings(batch, "document")?, read_strings(batch, "title")?);
    let (languages, texts) = (read_strings(batch, "language")?, read_strings(batch, "text")?);
    let statuses = read_strings(batch, "status")?;
    let (mut document, mut title, mut language) = (Texts::default(), Texts::default(), Texts::default());
    let mut blocks = Blocks::default();
    let mut columns = BlockColumns::default();
    for row in (0..batch.num_rows()).filter(|&row| statuses.value(row) == Status::Read.name()) {
        blocks.clear();
        one(row, titles.value(row), texts.value(row), &mut blocks);
        columns.push(texts.value(row), &blocks);
        document.push(documents.value(row));
        title.push(titles.value(row));
        language.push(languages.value(row));
    }
    build_record_batch(vec![
        ("document", convert_texts(document)),
        ("title", convert_texts(title)),
        ("language", convert_texts(language)),
        ("blocks", Arc::new(build_block_array(columns)?)),
    ])
}

/// Documents of `wikitext` or `plain` text to sentences in one go: the same rows as by way of their blocks, in less time. `unit` may
/// also be `line` or `paragraph`; those of plain text are the lines and paragraphs of the file.
#[pyfunction]
#[pyo3(signature = (documents, markup, language, unit="sentence"))]
pub(super) fn split_documents(
    py: Python<'_>,
    documents: PyBatch,
    markup: &str,
    language: &str,
    unit: &str,
) -> PyResult<PyBatch> {
    let batch = documents.0;
    compute_batch(py, || match (markup, find_unit(unit)?) {
        ("wikitext", unit) => clean_and_split(&batch, language, unit, build_wikitext_cleaner(&batch)?),
        ("plain", TextUnit::Sentence) => {
            clean_and_split(&batch, language, TextUnit::Sentence, |_, title, text, blocks| {
                plain::clean_titled_text(text, title, blocks)
            })
        }
        ("plain", unit) => {
            clean_and_split(&batch, language, unit, |_, _, text, blocks| plain::keep_whole_text(text, blocks))
        }
        (other, _) => Err(wrong_column_error(other)),
    })
}

fn find_unit(name: &str) -> Result<TextUnit, ArrowError> {
    TextUnit::from_name(name).ok_or_else(|| ArrowError::InvalidArgumentError(format!("unknown unit: `{name}`")))
}

pub(super) fn clean_and_split(
    batch: &RecordBatch,
    language: &str,
    unit: TextUnit,
    mut one: impl FnMut(usize, &str, &str, &mut Blocks),
) -> Result<RecordBatch, ArrowError> {
    let (documents, titles) = (read_strings(batch, "document")?, read_strings(batch, "title")?);
    let (languages, texts) = (read_strings(batch, "language")?, read_strings(batch, "text")?);
    let statuses = read_strings(batch, "status")?;
    let mut columns = SentenceColumns::with_capacity(texts.value_data().len() / 2);
    let mut blocks = Blocks::default();
    for row in (0..batch.num_rows()).filter(|&row| statuses.value(row) == Status::Read.name()) {
        let owner = Owner { document: documents.value(row), title: titles.value(row) };
        blocks.clear();
        one(row, owner.title, texts.value(row), &mut blocks);
        let code = if language.is_empty() { languages.value(row) } else { language };
        let splitter = choose_splitter(code, || find_longest(blocks.blocks.iter().map(|block| blocks.text_of(block))));
        columns.push_document(owner, texts.value(row), &blocks, |text, ranges| unit.split(text, &splitter, ranges));
    }
    build_sentence_batch(columns)
}

/// The splitter for a language code, else for what the text that `sample` gives looks like.
pub(super) fn choose_splitter<'a>(code: &str, sample: impl FnOnce() -> &'a str) -> Splitter {
    match Language::from_code(code) {
        Language::UNKNOWN => Splitter::new(Language::guess(sample())),
        known => Splitter::new(known),
    }
}

/// The longest of a document's first blocks: what its language is guessed from.
pub(super) fn find_longest<'a>(texts: impl Iterator<Item = &'a str>) -> &'a str {
    texts.take(20).max_by_key(|text| text.len()).unwrap_or("")
}

/// Blocks to sentences, or to the `line`s or `paragraph`s in them; `language` "" is what each document says, else a guess from its
/// text.
#[pyfunction]
#[pyo3(signature = (blocks, language, unit="sentence"))]
pub(super) fn split_sentences(py: Python<'_>, blocks: PyBatch, language: &str, unit: &str) -> PyResult<PyBatch> {
    let batch = blocks.0;
    compute_batch(py, || split_batch(&batch, language, find_unit(unit)?))
}

fn split_batch(batch: &RecordBatch, language: &str, unit: TextUnit) -> Result<RecordBatch, ArrowError> {
    let (documents, titles) = (read_strings(batch, "document")?, read_strings(batch, "title")?);
    let languages = read_strings(batch, "language")?;
    let lists = find_column(batch, "blocks")?.as_list_opt::<i32>().ok_or_else(|| wrong_column_error("blocks"))?;
    let block = lists.values().as_struct_opt().ok_or_else(|| wrong_column_error("blocks"))?;
    let text_of = |name: &str| {
        block.column_by_name(name).and_then(|it| it.as_string_opt::<i32>()).ok_or_else(|| wrong_column_error(name))
    };
    let (elements, sections, texts) = (text_of("element")?, text_of("section")?, text_of("text")?);
    let footers = block
        .column_by_name("footer")
        .and_then(|it| it.as_boolean_opt())
        .ok_or_else(|| wrong_column_error("footer"))?;
    let piece_lists = block
        .column_by_name("pieces")
        .and_then(|it| it.as_list_opt::<i32>())
        .ok_or_else(|| wrong_column_error("pieces"))?;
    let piece = piece_lists.values().as_struct_opt().ok_or_else(|| wrong_column_error("pieces"))?;
    let numbers = |name: &str| {
        piece
            .column_by_name(name)
            .and_then(|it| it.as_primitive_opt::<UInt32Type>())
            .ok_or_else(|| wrong_column_error(name))
    };
    let (piece_texts, piece_sources, piece_ends) = (numbers("text")?, numbers("source")?, numbers("end")?);
    let bytes = lists.value_offsets().last().map_or(0, |&end| texts.value_offsets()[end as usize])
        - lists.value_offsets().first().map_or(0, |&start| texts.value_offsets()[start as usize]);

    let mut columns = SentenceColumns::with_capacity(bytes as usize);
    let mut ranges = Vec::new();
    for row in 0..batch.num_rows() {
        let (first, last) = (lists.value_offsets()[row] as usize, lists.value_offsets()[row + 1] as usize);
        let code = if language.is_empty() { languages.value(row) } else { language };
        let splitter = choose_splitter(code, || find_longest((first..last).map(|index| texts.value(index))));
        let owner = Owner { document: documents.value(row), title: titles.value(row) };
        let mut position = 0;
        for index in first..last {
            ranges.clear();
            unit.split(texts.value(index), &splitter, &mut ranges);
            let of_block = piece_lists.value_offsets()[index] as usize..piece_lists.value_offsets()[index + 1] as usize;
            let row_of_block = BlockRow {
                element: elements.value(index),
                footer: footers.value(index),
                section: sections.value(index),
                text: texts.value(index),
                pieces: PieceRows {
                    text: &piece_texts.values()[of_block.clone()],
                    source: &piece_sources.values()[of_block.clone()],
                    end: &piece_ends.values()[of_block],
                },
            };
            position = columns.push(owner, &row_of_block, &ranges, position);
        }
    }
    build_sentence_batch(columns)
}

pub(super) fn build_sentence_batch(columns: SentenceColumns) -> Result<RecordBatch, ArrowError> {
    build_record_batch(vec![
        ("document", convert_texts(columns.document)),
        ("title", convert_texts(columns.title)),
        ("section", convert_texts(columns.section)),
        ("block", convert_texts(columns.block)),
        ("position", Arc::new(UInt32Array::from(columns.position))),
        ("start", Arc::new(UInt32Array::from(columns.start))),
        ("end", Arc::new(UInt32Array::from(columns.end))),
        ("text", convert_texts(columns.text)),
    ])
}

pub(super) fn build_block_array(columns: BlockColumns) -> Result<ListArray, ArrowError> {
    let piece = build_struct_array(vec![
        ("text", Arc::new(UInt32Array::from(columns.piece_text))),
        ("source", Arc::new(UInt32Array::from(columns.piece_source))),
        ("end", Arc::new(UInt32Array::from(columns.piece_end))),
    ])?;
    let block = build_struct_array(vec![
        ("element", convert_texts(columns.element)),
        ("footer", Arc::new(BooleanArray::from(columns.footer))),
        ("lossy", Arc::new(BooleanArray::from(columns.lossy))),
        ("section", convert_texts(columns.section)),
        ("text", convert_texts(columns.text)),
        ("pieces", Arc::new(build_list_array(columns.piece_ends, piece)?)),
    ])?;
    build_list_array(columns.ends, block)
}
