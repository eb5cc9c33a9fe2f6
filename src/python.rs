//! The door to Python: the only file that knows pyo3 and Arrow.
//!
//! Batches cross as Arrow record batches without a copy; the work is done with Python's lock released. Errors arrive in
//! Python as the classes of `twicetold.errors`.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::UInt32Type;
use arrow_array::{
    Array, ArrayRef, BooleanArray, Int32Array, ListArray, RecordBatch, StringArray, StructArray, UInt32Array,
    make_array,
};
use arrow_buffer::{Buffer, OffsetBuffer, ScalarBuffer};
use arrow_data::ArrayData;
use arrow_pyarrow::{FromPyArrow, ToPyArrow};
use arrow_schema::{ArrowError, Field, Fields, Schema};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::blocks::Blocks;
use crate::columns::{BlockColumns, BlockRow, Owner, PieceRows, SentenceColumns, Texts};
use crate::documents::{Documents, Limits, ReadDocuments, ReadError, Status, Strings};
use crate::export::{push_json_string, push_line};
use crate::mediawiki::{self, Dump, Revisions};
use crate::records::{self, Delimited, Jsonl, WikiExtractor};
use crate::sentences::{Language, Splitter};
use crate::unpack::{self, Input};
use crate::wikitext::{Cleaner, Site};
use crate::{html, main_text, plain};

/// The compiled half of `twicetold`.
#[pymodule]
mod _kernels {
    #[pymodule_export]
    use super::{
        Batches, Unpacked, clean_html, clean_plain, clean_wikitext, mediawiki_splits, open_unpacked, read_mediawiki,
        read_records, sniff, split_documents, split_sentences, to_jsonl, to_lines,
    };
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}

// ---- reading ----

/// Batches of documents from one file, until it ends; `bytes_read` tells how far into the packed file it is.
#[pyclass(frozen)]
struct Batches {
    inner: std::sync::Mutex<Inner>,
    progress: unpack::Progress,
    constants: Constants,
}

struct Inner {
    reader: Box<dyn ReadDocuments>,
}

/// What is the same for every row of a file.
struct Constants {
    source: String,
    markup: &'static str,
    site: String,
}

#[pymethods]
impl Batches {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let batch = py.detach(|| {
            let mut inner = self.inner.lock().map_err(|_| io::Error::other("another thread failed while reading"))?;
            Ok::<_, io::Error>(inner.reader.next_batch())
        })?;
        match batch.map_err(|error| input_error(py, &self.constants.source, &error))? {
            Some(documents) => Ok(Some(documents_batch(documents, &self.constants)?.to_pyarrow(py)?)),
            None => Ok(None),
        }
    }

    #[getter]
    fn bytes_read(&self) -> u64 {
        self.progress.packed_bytes()
    }
}

type LimitsTuple = (usize, usize, u64, u64);

fn limits_of((batch_bytes, document_bytes, bomb_ratio, bomb_floor): LimitsTuple) -> Limits {
    Limits { batch_bytes, document_bytes, bomb_ratio, bomb_floor }
}

/// A dump (or a range of its bytes) as batches of documents; `pages` are the namespaces (None for all) and the revisions.
#[pyfunction]
fn read_mediawiki(
    py: Python<'_>,
    source: Bound<'_, PyAny>,
    name: String,
    range: Option<(u64, u64)>,
    pages: (Option<Vec<i32>>, String),
    threads: usize,
    limits: LimitsTuple,
) -> PyResult<Batches> {
    let (namespaces, revisions) = pages;
    let revisions = match revisions.as_str() {
        "latest" => Revisions::Latest,
        "first" => Revisions::First,
        "all" => Revisions::All,
        other => return Err(settings_error(py, &format!("unknown revisions: `{other}`"), "latest, first or all")),
    };
    let settings = mediawiki::Settings { namespaces, revisions, ..Default::default() };
    let options = unpack::Options { threads, limits: limits_of(limits) };
    let input = input_of(&source)?;
    let dump =
        py.detach(|| Dump::open(input, range, settings, options)).map_err(|error| input_error(py, &name, &error))?;
    let site = dump.site().as_ref().map(site_lines).unwrap_or_default();
    Ok(Batches {
        progress: dump.progress(),
        inner: std::sync::Mutex::new(Inner { reader: Box::new(dump) }),
        constants: Constants { source: name, markup: "wikitext", site },
    })
}

/// The names that the cleaner must know of a wiki, a line each: `6:Datei`.
fn site_lines(site: &mediawiki::SiteInfo) -> String {
    let wanted = site.namespaces.iter().filter(|(number, _)| [6, 10, 14].contains(number));
    wanted.map(|(number, name)| format!("{number}:{name}\n")).collect()
}

/// Ranges of a dump's bytes that can be read apart, each about `split_bytes` long.
#[pyfunction]
fn mediawiki_splits(py: Python<'_>, path: PathBuf, split_bytes: u64) -> PyResult<Vec<(u64, u64)>> {
    Ok(py.detach(|| mediawiki::splits(&path, split_bytes))?)
}

/// Records of a JSONL, CSV or WikiExtractor file as batches of documents; `fields` are those of id, text and title.
#[pyfunction]
fn read_records(
    py: Python<'_>,
    format: &str,
    source: Bound<'_, PyAny>,
    name: String,
    fields: (String, String, String),
    threads: usize,
    limits: LimitsTuple,
) -> PyResult<Batches> {
    let limits = limits_of(limits);
    let given = |name: String| Some(name).filter(|name| !name.is_empty());
    let settings = records::Settings {
        fields: records::Fields {
            id: given(fields.0),
            text: given(fields.1),
            title: given(fields.2),
            ..Default::default()
        },
        limits,
        place_prefix: name.clone(),
    };
    let input = input_of(&source)?;
    let stream = py.detach(|| unpack::open(input, &unpack::Options { threads, limits }))?;
    let progress = stream.progress();
    let stream = Box::new(stream);
    let reader: Box<dyn ReadDocuments> = match format {
        "jsonl" => Box::new(Jsonl::new(stream, settings)),
        "csv" => Box::new(Delimited::new(stream, settings, None)),
        "wikiextractor" => Box::new(WikiExtractor::new(stream, settings)),
        other => return Err(settings_error(py, &format!("unknown record format: `{other}`"), "")),
    };
    Ok(Batches {
        progress,
        inner: std::sync::Mutex::new(Inner { reader }),
        constants: Constants { source: name, markup: "plain", site: String::new() },
    })
}

/// A file's bytes, unpacked: `open_unpacked("a.gz", 1, 2000, 1 << 30).read(100)`.
#[pyclass(frozen)]
struct Unpacked {
    stream: std::sync::Mutex<(unpack::Unpacked, Option<io::Error>)>,
}

#[pymethods]
impl Unpacked {
    /// At most `size` bytes, fewer only at the end or before damage, which the next call raises.
    fn read<'py>(&self, py: Python<'py>, size: usize) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| {
            let mut guard = self.stream.lock().map_err(|_| io::Error::other("another thread failed while reading"))?;
            let (stream, damage) = &mut *guard;
            if let Some(damage) = damage.take() {
                return Err(damage);
            }
            let mut bytes = Vec::new();
            match stream.by_ref().take(size as u64).read_to_end(&mut bytes) {
                Err(error) if bytes.is_empty() => Err(error),
                Err(error) => {
                    *damage = Some(error);
                    Ok(bytes)
                }
                Ok(_) => Ok(bytes),
            }
        })?;
        Ok(PyBytes::new(py, &bytes))
    }
}

/// Opens a file, whatever it is packed with.
#[pyfunction]
fn open_unpacked(
    py: Python<'_>,
    source: Bound<'_, PyAny>,
    threads: usize,
    bomb_ratio: u64,
    bomb_floor: u64,
) -> PyResult<Unpacked> {
    let limits = Limits { bomb_ratio, bomb_floor, ..Limits::default() };
    let input = input_of(&source)?;
    let stream = py.detach(|| unpack::open(input, &unpack::Options { threads, limits }))?;
    Ok(Unpacked { stream: std::sync::Mutex::new((stream, None)) })
}

/// The format that a file's first (unpacked) bytes tell, or None.
#[pyfunction]
fn sniff(head: &[u8]) -> Option<&'static str> {
    records::sniff(head).map(records::Format::name)
}

/// A path, or any Python object with `read`.
fn input_of(source: &Bound<'_, PyAny>) -> PyResult<Input> {
    match source.extract::<PathBuf>() {
        Ok(path) => {
            File::open(&path)?; // fails here with Python's own OSError
            Ok(Input::Path(path))
        }
        Err(_) => Ok(Input::Stream(Box::new(PythonStream(source.clone().unbind())))),
    }
}

/// A Python file object as a stream: stdin, or what fsspec opens.
struct PythonStream(Py<PyAny>);

impl Read for PythonStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            let bytes = self.0.call_method1(py, "read", (buffer.len(),)).map_err(io::Error::other)?;
            let bytes: &[u8] =
                bytes.extract(py).map_err(|_| io::Error::other("the stream's `read` did not give bytes"))?;
            let length = bytes.len().min(buffer.len());
            buffer[..length].copy_from_slice(&bytes[..length]);
            Ok(length)
        })
    }
}

// ---- cleaning and splitting ----

/// Documents of wikitext to blocks.
#[pyfunction]
fn clean_wikitext<'py>(py: Python<'py>, documents: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&documents)?;
    let result = py.detach(|| clean(&batch, wikitext_cleaner(&batch)?));
    result.map_err(arrow_error)?.to_pyarrow(py)
}

/// Cleans row after row of wikitext; a cleaner is kept as long as the rows are of one wiki.
fn wikitext_cleaner(batch: &RecordBatch) -> Result<impl FnMut(usize, &str, &str, &mut Blocks), ArrowError> {
    let (languages, sites) = (strings(batch, "language")?, strings(batch, "site")?);
    let mut cleaner: Option<(String, String, Cleaner)> = None;
    Ok(move |row: usize, title: &str, text: &str, blocks: &mut Blocks| {
        let (language, site) = (languages.value(row), sites.value(row));
        if !cleaner.as_ref().is_some_and(|(old_language, old_site, _)| old_language == language && old_site == site) {
            let new = Cleaner::new(Site::new(language).with_namespaces(&namespaces_of(site)));
            cleaner = Some((language.to_owned(), site.to_owned(), new));
        }
        if let Some((_, _, cleaner)) = &mut cleaner {
            cleaner.clean(text, title, blocks);
        }
    })
}

/// The lines that `site_lines` wrote.
fn namespaces_of(site: &str) -> Vec<(i32, String)> {
    site.lines()
        .filter_map(|line| line.split_once(':'))
        .filter_map(|(number, name)| Some((number.parse().ok()?, name.to_owned())))
        .collect()
}

/// Documents of plain text to blocks.
#[pyfunction]
fn clean_plain<'py>(py: Python<'py>, documents: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&documents)?;
    let result = py.detach(|| clean(&batch, |_, _, text, blocks| plain::clean(text, blocks)));
    result.map_err(arrow_error)?.to_pyarrow(py)
}

/// Documents of HTML to blocks; with `main` only what stands in each document's main text (null: the scanner's own rules).
#[pyfunction]
#[pyo3(signature = (documents, main=None))]
fn clean_html<'py>(
    py: Python<'py>,
    documents: Bound<'py, PyAny>,
    main: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&documents)?;
    let main = main.map(|array| ArrayData::from_pyarrow_bound(&array)).transpose()?.map(make_array);
    let main = match &main {
        Some(array) => Some(array.as_string_opt::<i32>().ok_or_else(|| arrow_error(wrong("main")))?),
        None => None,
    };
    let result = py.detach(|| {
        clean(&batch, |row, _, text, blocks| match main {
            Some(main) if row < main.len() && main.is_valid(row) => {
                html::clean(text, false, blocks);
                main_text::keep_main(blocks, main.value(row));
            }
            Some(_) => html::clean(text, true, blocks),
            None => html::clean(text, false, blocks),
        })
    });
    result.map_err(arrow_error)?.to_pyarrow(py)
}

/// Every document of a batch that was read through a cleaner; skipped and rejected records have no blocks.
fn clean(batch: &RecordBatch, mut one: impl FnMut(usize, &str, &str, &mut Blocks)) -> Result<RecordBatch, ArrowError> {
    let (documents, titles) = (strings(batch, "document")?, strings(batch, "title")?);
    let (languages, texts) = (strings(batch, "language")?, strings(batch, "text")?);
    let statuses = strings(batch, "status")?;
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
    record_batch(vec![
        ("document", text_array(document)),
        ("title", text_array(title)),
        ("language", text_array(language)),
        ("blocks", Arc::new(blocks_array(columns)?)),
    ])
}

/// Documents of `wikitext` or `plain` text to sentences in one go: the same rows as by way of their blocks, in less time.
#[pyfunction]
fn split_documents<'py>(
    py: Python<'py>,
    documents: Bound<'py, PyAny>,
    markup: &str,
    language: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&documents)?;
    let result = py.detach(|| match markup {
        "wikitext" => clean_and_split(&batch, language, wikitext_cleaner(&batch)?),
        "plain" => clean_and_split(&batch, language, |_, _, text, blocks| plain::clean(text, blocks)),
        other => Err(wrong(other)),
    });
    result.map_err(arrow_error)?.to_pyarrow(py)
}

fn clean_and_split(
    batch: &RecordBatch,
    language: &str,
    mut one: impl FnMut(usize, &str, &str, &mut Blocks),
) -> Result<RecordBatch, ArrowError> {
    let (documents, titles) = (strings(batch, "document")?, strings(batch, "title")?);
    let (languages, texts) = (strings(batch, "language")?, strings(batch, "text")?);
    let statuses = strings(batch, "status")?;
    let mut columns = SentenceColumns::with_capacity(texts.value_data().len() / 2);
    let mut blocks = Blocks::default();
    for row in (0..batch.num_rows()).filter(|&row| statuses.value(row) == Status::Read.name()) {
        let owner = Owner { document: documents.value(row), title: titles.value(row) };
        blocks.clear();
        one(row, owner.title, texts.value(row), &mut blocks);
        let code = if language.is_empty() { languages.value(row) } else { language };
        let splitter = splitter_for(code, || longest(blocks.blocks.iter().map(|block| blocks.text_of(block))));
        columns.push_document(owner, texts.value(row), &blocks, |text, ranges| splitter.split(text, ranges));
    }
    sentences_batch(columns)
}

/// The splitter for a language code, else for what the text that `sample` gives looks like.
fn splitter_for<'a>(code: &str, sample: impl FnOnce() -> &'a str) -> Splitter {
    match Language::from_code(code) {
        Language::Unknown => Splitter::new(Language::guess(sample())),
        known => Splitter::new(known),
    }
}

/// The longest of a document's first blocks: what its language is guessed from.
fn longest<'a>(texts: impl Iterator<Item = &'a str>) -> &'a str {
    texts.take(20).max_by_key(|text| text.len()).unwrap_or("")
}

/// Blocks to sentences; `language` "" is what each document says, else a guess from its text.
#[pyfunction]
fn split_sentences<'py>(py: Python<'py>, blocks: Bound<'py, PyAny>, language: &str) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&blocks)?;
    let result = py.detach(|| split(&batch, language));
    result.map_err(arrow_error)?.to_pyarrow(py)
}

fn split(batch: &RecordBatch, language: &str) -> Result<RecordBatch, ArrowError> {
    let (documents, titles) = (strings(batch, "document")?, strings(batch, "title")?);
    let languages = strings(batch, "language")?;
    let lists = column(batch, "blocks")?.as_list_opt::<i32>().ok_or_else(|| wrong("blocks"))?;
    let block = lists.values().as_struct_opt().ok_or_else(|| wrong("blocks"))?;
    let text_of =
        |name: &str| block.column_by_name(name).and_then(|it| it.as_string_opt::<i32>()).ok_or_else(|| wrong(name));
    let (elements, sections, texts) = (text_of("element")?, text_of("section")?, text_of("text")?);
    let footers = block.column_by_name("footer").and_then(|it| it.as_boolean_opt()).ok_or_else(|| wrong("footer"))?;
    let piece_lists =
        block.column_by_name("pieces").and_then(|it| it.as_list_opt::<i32>()).ok_or_else(|| wrong("pieces"))?;
    let piece = piece_lists.values().as_struct_opt().ok_or_else(|| wrong("pieces"))?;
    let numbers = |name: &str| {
        piece.column_by_name(name).and_then(|it| it.as_primitive_opt::<UInt32Type>()).ok_or_else(|| wrong(name))
    };
    let (piece_texts, piece_sources, piece_ends) = (numbers("text")?, numbers("source")?, numbers("end")?);
    let bytes = lists.value_offsets().last().map_or(0, |&end| texts.value_offsets()[end as usize])
        - lists.value_offsets().first().map_or(0, |&start| texts.value_offsets()[start as usize]);

    let mut columns = SentenceColumns::with_capacity(bytes as usize);
    let mut ranges = Vec::new();
    for row in 0..batch.num_rows() {
        let (first, last) = (lists.value_offsets()[row] as usize, lists.value_offsets()[row + 1] as usize);
        let code = if language.is_empty() { languages.value(row) } else { language };
        let splitter = splitter_for(code, || longest((first..last).map(|index| texts.value(index))));
        let owner = Owner { document: documents.value(row), title: titles.value(row) };
        let mut position = 0;
        for index in first..last {
            ranges.clear();
            splitter.split(texts.value(index), &mut ranges);
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
    sentences_batch(columns)
}

fn sentences_batch(columns: SentenceColumns) -> Result<RecordBatch, ArrowError> {
    record_batch(vec![
        ("document", text_array(columns.document)),
        ("title", text_array(columns.title)),
        ("section", text_array(columns.section)),
        ("block", text_array(columns.block)),
        ("position", Arc::new(UInt32Array::from(columns.position))),
        ("start", Arc::new(UInt32Array::from(columns.start))),
        ("end", Arc::new(UInt32Array::from(columns.end))),
        ("text", text_array(columns.text)),
    ])
}

// ---- lines for other programs ----

/// A batch of texts and numbers as JSON lines.
#[pyfunction]
fn to_jsonl<'py>(py: Python<'py>, batch: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let batch = RecordBatch::from_pyarrow_bound(&batch)?;
    let bytes = py.detach(|| jsonl_of(&batch)).map_err(arrow_error)?;
    Ok(PyBytes::new(py, &bytes))
}

fn jsonl_of(batch: &RecordBatch) -> Result<Vec<u8>, ArrowError> {
    let schema = batch.schema();
    let mut out = Vec::with_capacity(batch.get_array_memory_size());
    for row in 0..batch.num_rows() {
        for (index, (field, values)) in schema.fields().iter().zip(batch.columns()).enumerate() {
            out.push(if index == 0 { b'{' } else { b',' });
            push_json_string(field.name(), &mut out);
            out.push(b':');
            if let Some(texts) = values.as_string_opt::<i32>() {
                push_json_string(texts.value(row), &mut out);
            } else if let Some(numbers) = values.as_primitive_opt::<UInt32Type>() {
                out.extend_from_slice(numbers.value(row).to_string().as_bytes());
            } else {
                return Err(wrong(field.name()));
            }
        }
        out.extend_from_slice(b"}\n");
    }
    Ok(out)
}

/// The `text` of every row, one to a line.
#[pyfunction]
fn to_lines<'py>(py: Python<'py>, batch: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let batch = RecordBatch::from_pyarrow_bound(&batch)?;
    let texts = strings(&batch, "text").map_err(arrow_error)?;
    let bytes = py.detach(|| {
        let mut out = Vec::with_capacity(texts.value_data().len() + texts.len());
        (0..texts.len()).for_each(|row| push_line(texts.value(row), &mut out));
        out
    });
    Ok(PyBytes::new(py, &bytes))
}

// ---- Arrow ----

fn documents_batch(documents: Documents, constants: &Constants) -> Result<RecordBatch, PyErr> {
    let rows = documents.len();
    let mut status = Strings::default();
    documents.status.iter().for_each(|each| status.push(each.name()));
    let built = (|| {
        record_batch(vec![
            ("document", Arc::new(string_array(documents.document)?)),
            ("title", Arc::new(string_array(documents.title)?)),
            ("url", Arc::new(string_array(documents.url)?)),
            ("language", Arc::new(string_array(documents.language)?)),
            ("namespace", Arc::new(Int32Array::from(documents.namespace))),
            ("revision", Arc::new(string_array(documents.revision)?)),
            ("timestamp", Arc::new(string_array(documents.timestamp)?)),
            ("contributor", Arc::new(string_array(documents.contributor)?)),
            ("source", Arc::new(string_array(repeated(&constants.source, rows))?)),
            ("place", Arc::new(string_array(documents.place)?)),
            ("markup", Arc::new(string_array(repeated(constants.markup, rows))?)),
            ("site", Arc::new(string_array(repeated(&constants.site, rows))?)),
            ("text", Arc::new(string_array(documents.text)?)),
            ("status", Arc::new(string_array(status)?)),
            ("reason", Arc::new(string_array(documents.reason)?)),
        ])
    })();
    built.map_err(arrow_error)
}

fn repeated(value: &str, rows: usize) -> Strings {
    let mut column = Strings::default();
    (0..rows).for_each(|_| column.push(value));
    column
}

fn blocks_array(columns: BlockColumns) -> Result<ListArray, ArrowError> {
    let piece = struct_array(vec![
        ("text", Arc::new(UInt32Array::from(columns.piece_text))),
        ("source", Arc::new(UInt32Array::from(columns.piece_source))),
        ("end", Arc::new(UInt32Array::from(columns.piece_end))),
    ])?;
    let block = struct_array(vec![
        ("element", text_array(columns.element)),
        ("footer", Arc::new(BooleanArray::from(columns.footer))),
        ("lossy", Arc::new(BooleanArray::from(columns.lossy))),
        ("section", text_array(columns.section)),
        ("text", text_array(columns.text)),
        ("pieces", Arc::new(list_array(columns.piece_ends, piece)?)),
    ])?;
    list_array(columns.ends, block)
}

fn list_array(ends: Vec<i32>, values: StructArray) -> Result<ListArray, ArrowError> {
    let field = Arc::new(Field::new("item", values.data_type().clone(), false));
    ListArray::try_new(field, OffsetBuffer::new(ScalarBuffer::from(ends)), Arc::new(values), None)
}

fn struct_array(columns: Vec<(&str, ArrayRef)>) -> Result<StructArray, ArrowError> {
    let fields: Fields = columns.iter().map(|(name, values)| field(name, values)).collect();
    StructArray::try_new(fields, columns.into_iter().map(|(_, values)| values).collect(), None)
}

fn record_batch(columns: Vec<(&str, ArrayRef)>) -> Result<RecordBatch, ArrowError> {
    let fields: Vec<Field> = columns.iter().map(|(name, values)| field(name, values)).collect();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns.into_iter().map(|(_, values)| values).collect())
}

fn field(name: &str, values: &ArrayRef) -> Field {
    Field::new(name, values.data_type().clone(), false)
}

/// A column of texts, without a copy; fails if the bytes are not UTF-8.
fn string_array(column: Strings) -> Result<StringArray, ArrowError> {
    let offsets = OffsetBuffer::new(ScalarBuffer::from(column.offsets));
    StringArray::try_new(offsets, Buffer::from_vec(column.bytes), None)
}

/// A column of texts, without a copy and without looking at it again.
#[allow(unsafe_code)]
fn text_array(column: Texts) -> ArrayRef {
    let (text, ends) = column.into_parts();
    let offsets = OffsetBuffer::new(ScalarBuffer::from(ends));
    // `Texts` took the bytes as `str` and cut only between them, so what Arrow would check holds already. Measured:
    // checking every column of blocks and sentences again took 5 % of the whole front end.
    let array = unsafe { StringArray::new_unchecked(offsets, Buffer::from_vec(text.into_bytes()), None) };
    Arc::new(array)
}

fn column<'a>(batch: &'a RecordBatch, name: &str) -> Result<&'a ArrayRef, ArrowError> {
    batch.column_by_name(name).ok_or_else(|| wrong(name))
}

fn strings<'a>(batch: &'a RecordBatch, name: &str) -> Result<&'a StringArray, ArrowError> {
    column(batch, name)?.as_string_opt::<i32>().ok_or_else(|| wrong(name))
}

fn wrong(name: &str) -> ArrowError {
    ArrowError::SchemaError(format!("the batch has no column `{name}` of the right type"))
}

// ---- errors ----

fn arrow_error(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn input_error(py: Python<'_>, source: &str, error: &ReadError) -> PyErr {
    let message = format!("`{source}`, {}: {}", error.place, error.reason);
    twicetold_error(py, "InputError", &message, "")
}

fn settings_error(py: Python<'_>, message: &str, hint: &str) -> PyErr {
    twicetold_error(py, "SettingsError", message, hint)
}

fn twicetold_error(py: Python<'_>, class: &str, message: &str, hint: &str) -> PyErr {
    let made = py
        .import("twicetold.errors")
        .and_then(|errors| errors.getattr(class))
        .and_then(|class| class.call1((message, hint)));
    made.map_or_else(|_| PyOSError::new_err(message.to_owned()), PyErr::from_value)
}
