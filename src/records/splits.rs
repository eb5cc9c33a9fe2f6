//! Ranges of a JSON lines file, or of a plain `Posts.xml`, that can be read side by side.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use memchr::memchr;

use super::Fields;
use super::jsonl::has_record_per_line;
use super::object::{Names, find_fields};
use super::window::Window;
use crate::unpack::Packing;

/// How far `<posts>` is looked for.
const HEAD_BYTES: u64 = 4096;

const BUFFER_BYTES: usize = 1 << 20;

/// A line longer than this is not looked into, and no range begins behind it.
const LINE_BYTES: usize = 1 << 20;

/// A range of a file's bytes, and how many lines stand before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineRange {
    /// Its first byte, where a line begins.
    pub start: u64,
    /// The byte behind its last.
    pub end: u64,
    /// Lines of the file before `start`.
    pub lines_before: u64,
}

/// Cuts a file into ranges of `bytes_per_split` or more, each of whole lines. A file that is packed, or one array, or
/// no longer than that, is one range.
///
/// A range begins behind a line that is an object and no `index` line: what comes next needs nothing of what was before.
/// The whole file is read once, to count its lines.
pub fn split_jsonl(path: &Path, bytes_per_split: u64) -> io::Result<Vec<LineRange>> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    let whole = LineRange { start: 0, end: size, lines_before: 0 };
    let mut head = Vec::new();
    (&mut file).take(Packing::HEAD).read_to_end(&mut head)?;
    file.seek(SeekFrom::Start(0))?;
    if size <= bytes_per_split || Packing::detect(&head) != Packing::None {
        return Ok(vec![whole]);
    }
    if !has_record_per_line(&mut Window::new(Box::new(file.try_clone()?))) {
        return Ok(vec![whole]);
    }
    file.seek(SeekFrom::Start(0))?;
    cut_ranges(BufReader::with_capacity(BUFFER_BYTES, file), whole, bytes_per_split)
}

/// Cuts a plain `Posts.xml` into ranges of `bytes_per_split`; what is packed, or another table, is one range.
///
/// No place is looked up: a row belongs to the range in which its `<` stands.
pub fn split_posts(path: &Path, bytes_per_split: u64) -> io::Result<Vec<(u64, u64)>> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    let mut head = Vec::new();
    (&mut file).take(HEAD_BYTES).read_to_end(&mut head)?;
    let is_plain = Packing::detect(&head) == Packing::None && memchr::memmem::find(&head, b"<posts>").is_some();
    let step = if is_plain { bytes_per_split.max(1) } else { size.max(1) };
    let starts = (0..size.max(1)).step_by(usize::try_from(step).unwrap_or(usize::MAX));
    Ok(starts.map(|start| (start, start.saturating_add(step).min(size))).collect())
}

fn cut_ranges(mut file: impl BufRead, whole: LineRange, bytes_per_split: u64) -> io::Result<Vec<LineRange>> {
    let names = Names::new(&Fields::default());
    let mut ranges = Vec::new();
    let mut range = whole;
    let (mut position, mut lines) = (0, 0);
    let mut line = Vec::new();
    loop {
        let there = file.fill_buf()?;
        if there.is_empty() {
            break;
        }
        let end = memchr(b'\n', there);
        let length = end.map_or(there.len(), |at| at + 1);
        if line.len() <= LINE_BYTES {
            line.extend_from_slice(&there[..length]);
        }
        file.consume(length);
        position += length as u64;
        if end.is_none() {
            continue;
        }
        lines += 1;
        if position - range.start >= bytes_per_split && position < whole.end && is_whole_object(&line, &names) {
            ranges.push(LineRange { end: position, ..range });
            range = LineRange { start: position, end: whole.end, lines_before: lines };
        }
        line.clear();
    }
    ranges.push(range);
    Ok(ranges)
}

fn is_whole_object(line: &[u8], names: &Names) -> bool {
    let object = std::str::from_utf8(line).ok().filter(|text| text.len() <= LINE_BYTES);
    object.is_some_and(|object| find_fields(object, names).is_ok_and(|found| !found.is_index_line))
}
