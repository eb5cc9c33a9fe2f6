//! The dumps of Stack Exchange as text: one tag after the other, and the attributes of a tag.
//!
//! A row is one tag with everything in its attributes, where `<` is never written out. So a tag ends before the next
//! `<` at the latest, and a row that is not closed costs only itself.

use memchr::memchr;

use super::lines::{CutStep, HEAD_BYTES, skip_byte_order_mark};
use super::window::Window;

/// The tags of a stream: each with what stands behind it, up to the next.
pub(super) struct Tags {
    window: Window,
    /// Bytes of the stream that are consumed.
    consumed: u64,
    limit: usize,
    head: Vec<u8>,
    is_broken: bool,
}

impl Tags {
    /// The tags of a stream that begins at byte `offset` of a file.
    pub fn new(mut window: Window, limit: usize, offset: u64) -> Self {
        let marked = offset == 0 && skip_byte_order_mark(&mut window);
        let consumed = offset + if marked { 3 } else { 0 };
        Tags { window, consumed, limit, head: Vec::new(), is_broken: false }
    }

    /// The next tag, from its `<` on, and at which byte that is.
    pub fn next(&mut self) -> (u64, CutStep<'_>) {
        if std::mem::take(&mut self.is_broken) && !self.window.resume() {
            return (self.consumed, CutStep::End);
        }
        self.skip_to_tag();
        (self.consumed, self.read_tag())
    }

    fn read_tag(&mut self) -> CutStep<'_> {
        let mut searched = 1;
        loop {
            let there = self.window.bytes();
            if let Some(found) = there.get(searched..).and_then(|rest| memchr(b'<', rest)) {
                return self.give_tag(searched + found);
            }
            searched = there.len().max(1);
            if searched > self.limit {
                return self.skip_tag();
            }
            if !self.window.fill() {
                break;
            }
        }
        let rest = self.window.bytes().len();
        match self.window.take_error() {
            Some(error) => {
                self.is_broken = true;
                self.consumed += rest as u64;
                CutStep::Broken { bytes: self.window.take(rest), error }
            }
            None if rest == 0 => CutStep::End,
            None => self.give_tag(rest),
        }
    }

    fn take(&mut self, length: usize) -> &[u8] {
        self.consumed += length as u64;
        self.window.take(length)
    }

    fn give_tag(&mut self, length: usize) -> CutStep<'_> {
        let limit = self.limit;
        let tag = self.take(length);
        match length > limit {
            true => CutStep::TooLong { head: &tag[..HEAD_BYTES.min(length)], bytes: length as u64 },
            false => CutStep::Whole(tag),
        }
    }

    /// Drops what stands before the first tag, at the beginning or behind a gap.
    fn skip_to_tag(&mut self) {
        loop {
            let there = self.window.bytes();
            let found = memchr(b'<', there);
            let length = found.unwrap_or(there.len());
            self.take(length);
            if found.is_some() || !self.window.fill() {
                return;
            }
        }
    }

    /// Drops a tag above the limit piece by piece.
    fn skip_tag(&mut self) -> CutStep<'_> {
        let mut bytes = 0;
        self.head.clear();
        let mut from = 1;
        loop {
            let there = self.window.bytes();
            let end = there.get(from..).and_then(|rest| memchr(b'<', rest)).map(|end| from + end);
            let length = end.unwrap_or(there.len());
            let wanted = HEAD_BYTES.saturating_sub(self.head.len()).min(length);
            self.head.extend_from_slice(&there[..wanted]);
            self.take(length);
            bytes += length as u64;
            from = 0;
            if end.is_some() || !self.window.fill() {
                return CutStep::TooLong { head: &self.head, bytes };
            }
        }
    }
}

/// The name of a tag: `<row Id=...` -> `row`, `</posts>` -> `/posts`.
pub(super) fn find_tag_name(tag: &[u8]) -> &[u8] {
    let inner = tag.strip_prefix(b"<").unwrap_or(tag);
    let from = usize::from(inner.first() == Some(&b'/'));
    let length = inner[from..].iter().position(|byte| !byte.is_ascii_alphanumeric());
    &inner[..length.map_or(inner.len(), |length| from + length)]
}

/// The attributes of a tag, as they are written: `<row Id="1" Title="a &amp; b" />` -> `Id`, `1` and so on.
///
/// What is left out of order is an error that says what: a value without its end, a tag without its `>`.
pub(super) struct Attributes<'a> {
    rest: &'a str,
}

impl<'a> Attributes<'a> {
    /// Those of a tag whose name is `name` long.
    pub fn new(tag: &'a str, name: usize) -> Self {
        Attributes { rest: tag.get(1 + name..).unwrap_or_default() }
    }
}

impl<'a> Iterator for Attributes<'a> {
    type Item = Result<(&'a str, &'a str), &'static str>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.rest.trim_ascii_start();
        if rest.starts_with('>') || rest.starts_with("/>") {
            return None;
        }
        let mut read = || {
            let (name, rest) = rest.split_once('=').ok_or("the row is not closed")?;
            let name = name.trim_ascii_end();
            if name.is_empty() || name.contains(|c: char| c.is_ascii_whitespace() || matches!(c, '"' | '\'' | '>')) {
                return Err("an attribute of the row has no value, or is not in quotes");
            }
            let rest = rest.trim_ascii_start();
            let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''));
            let quote = quote.ok_or("an attribute of the row is not in quotes")?;
            let (value, rest) = rest[1..].split_once(quote).ok_or("an attribute of the row is not closed")?;
            self.rest = rest;
            Ok((name, value))
        };
        let attribute = read();
        if attribute.is_err() {
            self.rest = ">";
        }
        Some(attribute)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attributes(tag: &str) -> Result<Vec<(&str, &str)>, &'static str> {
        Attributes::new(tag, 3).collect()
    }

    #[test]
    fn attributes_are_given_as_they_are_written() {
        let found = attributes("<row Id=\"1\" Body='a \"b\" > c'\n  Title = \"\"/> tail");
        assert_eq!(found, Ok(vec![("Id", "1"), ("Body", "a \"b\" > c"), ("Title", "")]));
        assert_eq!(attributes("<row>"), Ok(vec![]));
    }

    #[test]
    fn a_tag_that_is_out_of_order_says_how() {
        assert_eq!(attributes("<row Id=\"1"), Err("an attribute of the row is not closed"));
        assert_eq!(attributes("<row Id=\"1\""), Err("the row is not closed"));
        assert_eq!(attributes("<row Id=1 />"), Err("an attribute of the row is not in quotes"));
        assert_eq!(
            attributes("<row Id Name=\"1\" />"),
            Err("an attribute of the row has no value, or is not in quotes")
        );
    }

    #[test]
    fn names_end_where_they_end() {
        assert_eq!(find_tag_name(b"<row Id"), b"row");
        assert_eq!(find_tag_name(b"</posts>"), b"/posts");
        assert_eq!(find_tag_name(b"<?xml"), b"");
        assert_eq!(find_tag_name(b""), b"");
    }
}
