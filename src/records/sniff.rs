//! What a file is, told from its first bytes, for when its name does not say.

use memchr::memmem;

use super::delimited::guess_delimiter;
use super::posts::TABLE_NAMES;
use super::tags::find_tag_name;

/// A format that some reader takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Format {
    Jsonl,
    JsonArray,
    Delimited,
    WikiExtractor,
    MediaWiki,
    StackExchange,
    Tei,
    Alto,
    Page,
    Hocr,
    Warc,
    Html,
    Parquet,
    Text,
}

impl Format {
    /// The format's name, as a user types it.
    pub fn name(self) -> &'static str {
        match self {
            Format::Jsonl | Format::JsonArray => "jsonl",
            Format::Delimited => "csv",
            Format::WikiExtractor => "wikiextractor",
            Format::MediaWiki => "mediawiki",
            Format::StackExchange => "stackexchange",
            Format::Tei => "tei",
            Format::Alto => "alto",
            Format::Page => "page",
            Format::Hocr => "hocr",
            Format::Warc => "warc",
            Format::Html => "html",
            Format::Parquet => "parquet",
            Format::Text => "text",
        }
    }
}

/// How far the opening tag of an XML file is searched.
const SEARCHED_BYTES: usize = 4096;

/// The format of a stream that begins with `head` (a few KB, unpacked); `None` for what is empty or no text.
///
/// `{"id": 1 ...` -> `Jsonl`; `<?xml version="1.0"?><posts>` -> `StackExchange`; `Once upon a time` -> `Text`.
pub fn detect_format(head: &[u8]) -> Option<Format> {
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
    let trimmed = head.trim_ascii_start();
    if trimmed.starts_with(b"PAR1") {
        return Some(Format::Parquet);
    }
    let after = trimmed.get(1..).unwrap_or_default().trim_ascii_start();
    match trimmed.first()? {
        b'{' if opens_object(after) => return Some(Format::Jsonl),
        b'[' if opens_array(after) => return Some(Format::JsonArray),
        b'<' => {
            if let Some(format) = detect_markup(trimmed) {
                return Some(format);
            }
        }
        b'W' if trimmed.starts_with(b"WARC/1") => return Some(Format::Warc),
        _ => {}
    }
    if !is_text(head) {
        return None;
    }
    Some(if is_table(trimmed) { Format::Delimited } else { Format::Text })
}

/// Whether an object goes on after its `{`: with a name, or empty.
fn opens_object(after: &[u8]) -> bool {
    matches!(after.first(), Some(b'"' | b'}'))
}

/// Whether an array of objects goes on after its `[`. An empty one ends the line: `[] edit History` is text from a wiki.
fn opens_array(after: &[u8]) -> bool {
    match after.first() {
        Some(b'{') => opens_object(after[1..].trim_ascii_start()),
        Some(b']') => after[1..].split(|&byte| byte == b'\n').next().is_none_or(|line| line.trim_ascii().is_empty()),
        _ => false,
    }
}

fn detect_markup(head: &[u8]) -> Option<Format> {
    let lower = head[..head.len().min(SEARCHED_BYTES)].to_ascii_lowercase();
    if lower.starts_with(b"<doc id=") {
        return Some(Format::WikiExtractor);
    }
    if opens_dump(&lower) {
        return Some(Format::StackExchange);
    }
    if let Some(format) = detect_edition(&lower) {
        return Some(format);
    }
    let openings: [(&[u8], Format); 6] = [
        (b"<mediawiki", Format::MediaWiki),
        (b"<page>", Format::MediaWiki),
        (b"<!doctype html", Format::Html),
        (b"<html", Format::Html),
        (b"<head", Format::Html),
        (b"<body", Format::Html),
    ];
    let found = openings.iter().filter_map(|(tag, format)| Some((memmem::find(&lower, tag)?, *format)));
    let format = found.min_by_key(|(place, _)| *place).map(|(_, format)| format);
    let is_scan = ["ocr_page", "ocr-system"].iter().any(|mark| memmem::find(&lower, mark.as_bytes()).is_some());
    if format == Some(Format::Html) && is_scan { Some(Format::Hocr) } else { format }
}

/// The format of editions and scans that the first tag names, with or without a prefix: `<tei:TEI>`, `<alto>`.
fn detect_edition(lower: &[u8]) -> Option<Format> {
    let at = memchr::memchr_iter(b'<', lower).find(|&at| !find_tag_name(&lower[at..]).is_empty())?;
    let mut parts = lower[at + 1..].split(|&byte| byte == b'>' || byte == b'/' || byte.is_ascii_whitespace());
    match parts.next()?.rsplit(|&byte| byte == b':').next()? {
        b"tei" | b"tei.2" | b"teicorpus" | b"teicorpus.2" => Some(Format::Tei),
        b"alto" => Some(Format::Alto),
        b"pcgts" => Some(Format::Page),
        _ => None,
    }
}

/// Whether the first tag that is no declaration is a table of Stack Exchange, and empty or of rows. An archive of a site
/// begins with `<badges>`.
fn opens_dump(lower: &[u8]) -> bool {
    let mut tags = memchr::memchr_iter(b'<', lower).map(|at| &lower[at..]).filter(|tag| !find_tag_name(tag).is_empty());
    let Some(table) = tags.next().and_then(|tag| std::str::from_utf8(find_tag_name(tag)).ok()) else { return false };
    let next = tags.next().map(find_tag_name);
    TABLE_NAMES.contains(&table) && next.is_none_or(|next| next == b"row" || next == format!("/{table}").as_bytes())
}

/// No NUL, and UTF-8 but for a few bytes and the cut at the end.
fn is_text(head: &[u8]) -> bool {
    let broken: usize = head.utf8_chunks().map(|chunk| chunk.invalid().len()).sum();
    !head.contains(&0) && broken <= 3 + head.len() / 50
}

/// Whether the first lines all have the same number of delimiters: three with a tab, or five with another one.
fn is_table(head: &[u8]) -> bool {
    let mut lines = head.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let first = lines.next().unwrap_or_default();
    let delimiter = guess_delimiter(first);
    let count = |line: &[u8]| line.iter().filter(|&&byte| byte == delimiter).count();
    let wanted = if delimiter == b'\t' { 3 } else { 5 };
    let others: Vec<&[u8]> = lines.take(wanted).collect();
    // The last line of the head may be cut.
    let is_even = others.len() == wanted && others[..wanted - 1].iter().all(|line| count(line) == count(first));
    count(first) > 0 && is_even
}
