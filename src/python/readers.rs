//! Files to batches of documents.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::{ArrayRef, Int32Array, RecordBatch};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::arrow::{build_record_batch, convert_strings};
use super::errors::{arrow_error, input_error, settings_error};
use crate::documents::{Documents, Limits, ReadDocuments, Strings};
use crate::mediawiki::{self, Dump, Revisions};
use crate::records::{self, Delimited, Jsonl, Posts, WikiExtractor};
use crate::unpack::{self, Input};
use arrow_pyarrow::ToPyArrow;

/// Batches of documents from one file, until it ends; `bytes_read` tells how far into the packed file it is.
#[pyclass(frozen)]
pub(super) struct Batches {
    inner: std::sync::Mutex<BatchSource>,
    progress: unpack::Progress,
    constants: Constants,
}

pub(super) struct BatchSource {
    reader: Box<dyn ReadDocuments>,
}

/// What is the same for every row of a file.
pub(super) struct Constants {
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
            Some(documents) => Ok(Some(build_document_batch(documents, &self.constants)?.to_pyarrow(py)?)),
            None => Ok(None),
        }
    }

    #[getter]
    fn bytes_read(&self) -> u64 {
        self.progress.packed_bytes()
    }
}

pub(super) type LimitsTuple = (usize, usize, u64, u64, u64);

pub(super) fn build_limits(limits: LimitsTuple) -> Limits {
    let (batch_bytes, document_bytes, bomb_ratio, bomb_floor, record_bytes) = limits;
    Limits { batch_bytes, document_bytes, bomb_ratio, bomb_floor, record_bytes }
}

/// A dump (or a range of its bytes) as batches of documents; `pages` are the namespaces (None for all) and the revisions:
/// latest, first, all, or `history`, which is all of them with a column `comment`.
#[pyfunction]
pub(super) fn read_mediawiki(
    py: Python<'_>,
    source: Bound<'_, PyAny>,
    name: String,
    range: Option<(u64, u64)>,
    pages: (Option<Vec<i32>>, String),
    threads: usize,
    limits: LimitsTuple,
) -> PyResult<Batches> {
    let (namespaces, revisions) = pages;
    let comments = revisions == "history";
    let revisions = match revisions.as_str() {
        "latest" => Revisions::Latest,
        "first" => Revisions::First,
        "all" | "history" => Revisions::All,
        other => return Err(settings_error(py, &format!("unknown revisions: `{other}`"), "latest, first or all")),
    };
    let settings = mediawiki::Settings { namespaces, revisions, comments, ..Default::default() };
    let options = unpack::Options { threads, limits: build_limits(limits) };
    let input = open_input(&source)?;
    let dump =
        py.detach(|| Dump::open(input, range, settings, options)).map_err(|error| input_error(py, &name, &error))?;
    let site = dump.site().as_ref().map(format_site).unwrap_or_default();
    Ok(Batches {
        progress: dump.progress(),
        inner: std::sync::Mutex::new(BatchSource { reader: Box::new(dump) }),
        constants: Constants { source: name, markup: "wikitext", site },
    })
}

/// The names that the cleaner must know of a wiki, a line each: `6:Datei`.
pub(super) fn format_site(site: &mediawiki::SiteInfo) -> String {
    let wanted = site.namespaces.iter().filter(|(number, _)| [6, 10, 14].contains(number));
    wanted.map(|(number, name)| format!("{number}:{name}\n")).collect()
}

/// Ranges of a dump's bytes that can be read apart, each about `split_bytes` long.
#[pyfunction]
pub(super) fn split_mediawiki(py: Python<'_>, path: PathBuf, split_bytes: u64) -> PyResult<Vec<(u64, u64)>> {
    Ok(py.detach(|| mediawiki::split_dump(&path, split_bytes))?)
}

/// Ranges of a JSONL file that can be read apart: `start`, `end`, and the lines before it.
#[pyfunction]
pub(super) fn split_jsonl(py: Python<'_>, path: PathBuf, split_bytes: u64) -> PyResult<Vec<(u64, u64, u64)>> {
    let ranges = py.detach(|| records::split_jsonl(&path, split_bytes))?;
    Ok(ranges.iter().map(|range| (range.start, range.end, range.lines_before)).collect())
}

/// Records of a JSONL, CSV or WikiExtractor file as batches of documents; `fields` are those of id, text and title.
///
/// `names` are the file as it was named, and what the ids of records without one begin with: `posts.jsonl:17`.
#[pyfunction]
pub(super) fn read_records(
    py: Python<'_>,
    format: &str,
    source: Bound<'_, PyAny>,
    names: (String, String),
    fields: Vec<String>,
    threads: usize,
    limits: LimitsTuple,
) -> PyResult<Batches> {
    let (name, id) = names;
    let settings = build_record_settings(&id, &fields, limits, 0);
    let input = open_input(&source)?;
    let stream = py.detach(|| unpack::open_file(input, &unpack::Options { threads, limits: settings.limits }))?;
    let progress = stream.progress();
    let stream = Box::new(stream);
    let reader: Box<dyn ReadDocuments> = match format {
        "jsonl" => Box::new(Jsonl::new(stream, settings)),
        "csv" => Box::new(Delimited::new(stream, settings, None)),
        "wikiextractor" => Box::new(WikiExtractor::new(stream, settings)),
        other => return Err(settings_error(py, &format!("unknown record format: `{other}`"), "")),
    };
    Ok(build_batches(reader, progress, name))
}

/// Records of a range of a plain JSONL file, one that `split_jsonl` gave.
#[pyfunction]
pub(super) fn read_jsonl_range(
    path: PathBuf,
    names: (String, String),
    range: (u64, u64, u64),
    fields: Vec<String>,
    limits: LimitsTuple,
) -> PyResult<Batches> {
    let ((name, id), (start, end, lines_before)) = (names, range);
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(start))?;
    let stream = Box::new(file.take(end.saturating_sub(start)));
    let reader = Jsonl::new(stream, build_record_settings(&id, &fields, limits, lines_before));
    Ok(build_batches(Box::new(reader), unpack::Progress::default(), name))
}

/// The rows of a Stack Exchange dump, or of a range of a plain one. `origin` is the table (posts or postlinks), the site's
/// name and what its addresses begin with; the batches have columns for it besides those of documents.
#[pyfunction]
pub(super) fn read_posts(
    py: Python<'_>,
    source: Bound<'_, PyAny>,
    name: String,
    range: Option<(u64, u64)>,
    origin: (String, String, String),
    threads: usize,
    limits: LimitsTuple,
) -> PyResult<Batches> {
    let (table, site, address) = origin;
    let table = if table == "posts" { records::Table::Posts } else { records::Table::Links };
    let settings = build_record_settings(&name, &[], limits, 0);
    let options = unpack::Options { threads, limits: settings.limits };
    let input = open_input(&source)?;
    let stream = py.detach(|| unpack::open_range(input, range, &options))?;
    let (progress, is_archive) = (stream.progress(), stream.packing() == unpack::Packing::SevenZip);
    let origin = records::Origin { site, address, range, is_archive };
    let reader = Box::new(Posts::new(Box::new(stream), settings, table, origin));
    let constants = Constants { source: name, markup: "fragment", site: String::new() };
    Ok(Batches { progress, inner: std::sync::Mutex::new(BatchSource { reader }), constants })
}

/// Ranges of a plain `Posts.xml` that can be read apart, each about `split_bytes` long.
#[pyfunction]
pub(super) fn split_posts(py: Python<'_>, path: PathBuf, split_bytes: u64) -> PyResult<Vec<(u64, u64)>> {
    Ok(py.detach(|| records::split_posts(&path, split_bytes))?)
}

/// `fields` name those of id, text, title, series and date, "" where it is guessed; with one more, of a vector; with two,
/// of description and answer: then records are threads and their text is the question; with three, records are revisions.
fn build_record_settings(
    file_id: &str,
    fields: &[String],
    limits: LimitsTuple,
    lines_before: u64,
) -> records::Settings {
    let given = |index: usize| fields.get(index).filter(|name| !name.is_empty()).cloned();
    let fields = records::Fields {
        id: given(0),
        text: given(1),
        title: given(2),
        series: given(3),
        timestamp: given(4),
        vector: given(5).filter(|_| fields.len() == 6),
        description: given(5).filter(|_| fields.len() == 7),
        answer: given(6).filter(|_| fields.len() == 7),
        threads: fields.len() == 7,
        revisions: fields.len() == 8,
        ..Default::default()
    };
    records::Settings { fields, limits: build_limits(limits), place_prefix: file_id.into(), lines_before }
}

fn build_batches(reader: Box<dyn ReadDocuments>, progress: unpack::Progress, name: String) -> Batches {
    Batches {
        progress,
        inner: std::sync::Mutex::new(BatchSource { reader }),
        constants: Constants { source: name, markup: "plain", site: String::new() },
    }
}

/// A file's bytes, unpacked: `open_unpacked("a.gz", 1, 2000, 1 << 30).read(100)`.
#[pyclass(frozen)]
pub(super) struct UnpackedBytes {
    stream: std::sync::Mutex<(unpack::UnpackedFile, Option<io::Error>)>,
}

#[pymethods]
impl UnpackedBytes {
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
pub(super) fn open_unpacked(
    py: Python<'_>,
    source: Bound<'_, PyAny>,
    threads: usize,
    bomb_ratio: u64,
    bomb_floor: u64,
) -> PyResult<UnpackedBytes> {
    let limits = Limits { bomb_ratio, bomb_floor, ..Limits::default() };
    let input = open_input(&source)?;
    let stream = py.detach(|| unpack::open_file(input, &unpack::Options { threads, limits }))?;
    Ok(UnpackedBytes { stream: std::sync::Mutex::new((stream, None)) })
}

/// The format that a file's first (unpacked) bytes tell, or None.
#[pyfunction]
pub(super) fn detect_format(head: &[u8]) -> Option<&'static str> {
    records::detect_format(head).map(records::Format::name)
}

/// A path, or any Python object with `read`.
pub(super) fn open_input(source: &Bound<'_, PyAny>) -> PyResult<Input> {
    match source.extract::<PathBuf>() {
        Ok(path) => {
            File::open(&path)?; // fails here with Python's own OSError
            Ok(Input::Path(path))
        }
        Err(_) => Ok(Input::Stream(Box::new(PythonStream(source.clone().unbind())))),
    }
}

/// A Python file object as a stream: stdin, or what fsspec opens.
pub(super) struct PythonStream(Py<PyAny>);

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

pub(super) fn build_document_batch(documents: Documents, constants: &Constants) -> Result<RecordBatch, PyErr> {
    let rows = documents.len();
    let mut status = Strings::default();
    documents.status.iter().for_each(|each| status.push(each.name()));
    let built = (|| {
        let mut columns: Vec<(&str, ArrayRef)> = vec![
            ("document", Arc::new(convert_strings(documents.document)?)),
            ("title", Arc::new(convert_strings(documents.title)?)),
            ("url", Arc::new(convert_strings(documents.url)?)),
            ("language", Arc::new(convert_strings(documents.language)?)),
            ("namespace", Arc::new(Int32Array::from(documents.namespace))),
            ("revision", Arc::new(convert_strings(documents.revision)?)),
            ("timestamp", Arc::new(convert_strings(documents.timestamp)?)),
            ("contributor", Arc::new(convert_strings(documents.contributor)?)),
            ("series", Arc::new(convert_strings(documents.series)?)),
            ("source", Arc::new(convert_strings(repeat_text(&constants.source, rows))?)),
            ("place", Arc::new(convert_strings(documents.place)?)),
            ("markup", Arc::new(convert_strings(repeat_text(constants.markup, rows))?)),
            ("site", Arc::new(convert_strings(repeat_text(&constants.site, rows))?)),
            ("text", Arc::new(convert_strings(documents.text)?)),
            ("status", Arc::new(convert_strings(status)?)),
            ("reason", Arc::new(convert_strings(documents.reason)?)),
        ];
        for (name, column) in documents.extra {
            columns.push((name, Arc::new(convert_strings(column)?)));
        }
        build_record_batch(columns)
    })();
    built.map_err(arrow_error)
}

pub(super) fn repeat_text(value: &str, rows: usize) -> Strings {
    let mut column = Strings::default();
    (0..rows).for_each(|_| column.push(value));
    column
}
