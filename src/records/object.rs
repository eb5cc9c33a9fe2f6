//! The wanted fields of one JSON object, found without building the rest of it.
//!
//! serde_json checks the grammar and skips what is not wanted; wanted values are kept as raw slices and unescaped here,
//! straight into their column. That keeps numbers as they are spelled and lets a lone surrogate (`\ud800`, which many
//! scrapers write) become U+FFFD, where serde_json would refuse the record.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use memchr::memchr;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::columns::{COLUMNS, Column, Fields, explain_missing_field};

/// The names to look for, as a tree: `metadata.url` is `url` below `metadata`.
#[derive(Debug, Default)]
pub(super) struct Names {
    below: HashMap<String, Names>,
    /// The columns that this field fills, and how likely each is (0 the most).
    fills: Vec<(Column, usize)>,
}

impl Names {
    pub fn new(fields: &Fields) -> Self {
        let mut names = Names::default();
        for column in COLUMNS {
            for (rank, name) in fields.candidate_names(column).into_iter().enumerate() {
                names.below.entry(name.to_string()).or_default().fills.push((column, rank));
                if name.contains('.') {
                    let parts = name.split('.');
                    let leaf = parts.fold(&mut names, |node, part| node.below.entry(part.to_string()).or_default());
                    leaf.fills.push((column, rank + 1));
                }
            }
        }
        names
    }
}

/// What was found of an object: per column the raw JSON of its best field, a string (in quotes), number or truth value.
#[derive(Debug, Default)]
pub(super) struct FoundFields<'a> {
    values: [Option<(usize, &'a str)>; COLUMNS.len()],
    /// The object has one key, `index`: the first line of a pair in a CirrusSearch dump.
    pub is_index_line: bool,
}

impl<'a> FoundFields<'a> {
    /// The raw JSON for a column.
    pub fn raw(&self, column: Column) -> Option<&'a str> {
        self.values[column as usize].map(|(_, raw)| raw)
    }

    /// The value for a column, "" where there is none.
    pub fn value(&self, column: Column) -> Cow<'a, str> {
        match self.raw(column) {
            Some(raw) => decode_value(raw),
            None => Cow::Borrowed(""),
        }
    }

    fn keep_better(&mut self, node: &Names, raw: &'a str) {
        for &(column, rank) in &node.fills {
            let slot = &mut self.values[column as usize];
            if slot.is_none_or(|(best, _)| rank <= best) {
                *slot = Some((rank, raw));
            }
        }
    }
}

/// Finds the wanted fields of `source`, or says why it is no JSON object.
///
/// `{"id": 7, "n": [1, 2], "text": "a\nb"}` -> id `7`, text `"a\nb"` (raw).
pub(super) fn find_fields<'a>(source: &'a str, names: &Names) -> Result<FoundFields<'a>, String> {
    let mut found = FoundFields::default();
    let mut nested = Vec::new();
    walk_object(source, names, &mut found, &mut nested).map_err(|error| explain_invalid(source, &error))?;
    let is_index_line = found.is_index_line;
    while let Some((node, raw)) = nested.pop() {
        // Checked already as a part of the whole, so that this cannot fail.
        let _ = walk_object(raw, node, &mut found, &mut nested);
    }
    Ok(FoundFields { is_index_line, ..found })
}

fn walk_object<'a, 'n>(
    source: &'a str,
    names: &'n Names,
    found: &mut FoundFields<'a>,
    nested: &mut Vec<(&'n Names, &'a str)>,
) -> serde_json::Result<()> {
    let mut json = serde_json::Deserializer::from_str(source);
    json.deserialize_map(Walk { names, found, nested })?;
    json.end()
}

struct Walk<'a, 'n, 'f> {
    names: &'n Names,
    found: &'f mut FoundFields<'a>,
    nested: &'f mut Vec<(&'n Names, &'a str)>,
}

impl<'a> Visitor<'a> for Walk<'a, '_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<(), A::Error> {
        let (mut keys, mut index_keys) = (0, 0);
        while let Some((is_index, node)) = map.next_key_seed(Key(self.names))? {
            keys += 1;
            index_keys += usize::from(is_index);
            let Some(node) = node else {
                map.next_value::<IgnoredAny>()?;
                continue;
            };
            let raw = map.next_value::<&'a RawValue>()?.get();
            match raw.as_bytes().first() {
                Some(b'{') if !node.below.is_empty() => self.nested.push((node, raw)),
                Some(b'[') if node.fills.iter().any(|(column, _)| matches!(column, Column::Tags | Column::Vector)) => {
                    self.found.keep_better(node, raw)
                }
                Some(b'{' | b'[' | b'n') => {}
                _ => self.found.keep_better(node, raw),
            }
        }
        self.found.is_index_line = keys == 1 && index_keys == 1;
        Ok(())
    }
}

/// Looks a key up as it is read: whether it is `index`, and its node.
struct Key<'n>(&'n Names);

impl<'a, 'n> DeserializeSeed<'a> for Key<'n> {
    type Value = (bool, Option<&'n Names>);

    fn deserialize<D: Deserializer<'a>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_bytes(self)
    }
}

impl<'n> Visitor<'_> for Key<'n> {
    type Value = (bool, Option<&'n Names>);

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a key")
    }

    fn visit_bytes<E>(self, key: &[u8]) -> Result<Self::Value, E> {
        let node = std::str::from_utf8(key).ok().and_then(|key| self.0.below.get(key));
        Ok((key == b"index", node))
    }
}

/// The text of a raw JSON value: `"a\tb"` -> a, tab, b; `1.0` -> `1.0`.
pub(super) fn decode_value(raw: &str) -> Cow<'_, str> {
    let inner = match raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"')) {
        Some(inner) if memchr(b'\\', inner.as_bytes()).is_some() => inner,
        Some(inner) => return Cow::Borrowed(inner),
        None => return Cow::Borrowed(raw),
    };
    let mut bytes = Vec::with_capacity(inner.len());
    push_unescaped(inner, &mut bytes);
    Cow::Owned(String::from_utf8(bytes).unwrap_or_default())
}

/// Writes the text of a raw JSON value to the end of a column.
pub(super) fn push_decoded_value(raw: &str, bytes: &mut Vec<u8>) {
    match raw.strip_prefix('"').and_then(|raw| raw.strip_suffix('"')) {
        Some(inner) => push_unescaped(inner, bytes),
        None => bytes.extend_from_slice(raw.as_bytes()),
    }
}

/// Writes the inside of a JSON string, unescaped; always UTF-8, and never longer than it was.
fn push_unescaped(inner: &str, bytes: &mut Vec<u8>) {
    let source = inner.as_bytes();
    let mut at = 0;
    while let Some(found) = memchr(b'\\', &source[at..]) {
        bytes.extend_from_slice(&source[at..at + found]);
        at += found;
        // A run of escapes, as in text that is all `\u4e2d\u6587`, is not searched but read on.
        while source.get(at) == Some(&b'\\') {
            let simple = match source.get(at + 1) {
                Some(b'n') => b'\n',
                Some(b't') => b'\t',
                Some(b'r') => b'\r',
                Some(b'b') => 8,
                Some(b'f') => 12,
                Some(b'u') => {
                    let (character, length) = decode_unicode_escape(&source[at..]);
                    bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                    at += length;
                    continue;
                }
                Some(&other) if other.is_ascii() => other,
                _ => b'\\',
            };
            bytes.push(simple);
            at = (at + 2).min(source.len());
        }
    }
    bytes.extend_from_slice(&source[at..]);
}

/// The character of `\u4e2d`, or of a pair of them, and how many bytes it took; U+FFFD for half a pair.
fn decode_unicode_escape(source: &[u8]) -> (char, usize) {
    let unit = |at: usize| -> Option<u32> {
        let digits = source.get(at..at + 6)?.strip_prefix(b"\\u")?;
        digits.iter().try_fold(0, |value, &digit| Some(value * 16 + char::from(digit).to_digit(16)?))
    };
    let Some(first) = unit(0) else {
        return (char::REPLACEMENT_CHARACTER, 2);
    };
    if let (0xD800..0xDC00, Some(second @ 0xDC00..0xE000)) = (first, unit(6)) {
        let pair = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
        return (char::from_u32(pair).unwrap_or(char::REPLACEMENT_CHARACTER), 12);
    }
    (char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER), 6)
}

fn explain_invalid(source: &str, error: &serde_json::Error) -> String {
    let kind = match source.trim_start().as_bytes().first() {
        Some(b'[') => "an array",
        Some(b'"') => "a string",
        Some(b'-' | b'0'..=b'9') => "a number",
        _ => "a bare value",
    };
    if !source.trim_start().starts_with('{') && serde_json::from_str::<IgnoredAny>(source).is_ok() {
        return format!("{kind} where an object is expected");
    }
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    let place = match error.line() {
        1 => format!("byte {}", error.column()),
        line => format!("line {line} of the record, byte {}", error.column()),
    };
    format!("invalid JSON at {place}: {message}")
}

/// Tags, a line each, from a raw JSON value: `["a", "b"]`, `"a, b"`, `"<a><b>"` or `"|a|b|"`.
pub(super) fn format_tags(raw: &str) -> String {
    if raw.starts_with('[') {
        let strings: Vec<&RawValue> = serde_json::from_str(raw).unwrap_or_default();
        return join_tag_lines(strings.iter().map(|each| decode_value(each.get())));
    }
    split_tags(&decode_value(raw))
}

/// Tags as they stand in one field, a line each: `<a><b>` and `|a|b|` (Stack Exchange), `a, b` -> `a\nb`.
pub(super) fn split_tags(tags: &str) -> String {
    let angled = tags.starts_with('<');
    join_tag_lines(tags.split(|c| if angled { matches!(c, '<' | '>') } else { matches!(c, '|' | ',' | ';') }))
}

fn join_tag_lines<S: AsRef<str>>(tags: impl Iterator<Item = S>) -> String {
    let mut lines = String::new();
    for tag in tags {
        let words: Vec<&str> = tag.as_ref().split_whitespace().collect();
        if !words.is_empty() {
            lines.push_str(if lines.is_empty() { "" } else { "\n" });
            lines.push_str(&words.join(" "));
        }
    }
    lines
}

/// Why an object has no text (see [`explain_missing_field`]): what its fields are, or that the one asked for holds no text.
pub(super) fn explain_missing_text(source: &str, wanted: &Fields) -> String {
    let asked = wanted.given_name(Column::Text);
    let mut object = Cow::Borrowed(source);
    let (mut holder, mut prefix) = ("the record".to_string(), String::new());
    let mut parts: Vec<&str> = asked.into_iter().flat_map(|name| name.split('.')).collect();
    parts.reverse();
    loop {
        let fields: Vec<(String, String)> = list_members(&object);
        let value = parts.pop().and_then(|part| fields.iter().rev().find(|(name, _)| name == part));
        match value {
            Some((name, raw)) if raw.starts_with('{') && !parts.is_empty() => {
                prefix = format!("{prefix}{name}.");
                holder = format!("`{}`", prefix.trim_end_matches('.'));
                object = Cow::Owned(raw.clone());
            }
            Some((name, raw)) if parts.is_empty() => {
                let kind = match raw.as_bytes().first() {
                    Some(b'{') => "an object; a dot reaches into it",
                    Some(b'[') => "an array, not text",
                    _ => "null",
                };
                return format!("field `{prefix}{name}` is {kind}");
            }
            _ => {
                let length = |raw: &str| if raw.starts_with('"') { raw.len() - 1 } else { 0 };
                let present: Vec<(String, usize)> =
                    fields.iter().map(|(name, raw)| (format!("{prefix}{name}"), length(raw))).collect();
                return explain_missing_field(wanted, Column::Text, &holder, &present);
            }
        }
    }
}

/// The names of an object's fields with their raw values, in order.
fn list_members(source: &str) -> Vec<(String, String)> {
    struct Members;
    impl<'a> Visitor<'a> for Members {
        type Value = Vec<(String, String)>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("an object")
        }

        fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut members = Vec::new();
            while let Some((key, value)) = map.next_entry::<&RawValue, &RawValue>()? {
                members.push((decode_value(key.get()).into_owned(), value.get().to_string()));
            }
            Ok(members)
        }
    }
    serde_json::Deserializer::from_str(source).deserialize_map(Members).unwrap_or_default()
}
