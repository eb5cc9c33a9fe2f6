//! Markup cut into tags, as tolerantly as browsers do it, each byte looked at a constant number of times.
//!
//! What could make a search run to the end of the page again and again (a quote, a comment, a CDATA section that is never
//! closed) is remembered after the first failure.

use memchr::{memchr, memmem, memrchr};

use super::tags::Tag;

/// What stands at a `<`. All ends are places in the source.
#[derive(Debug)]
pub(super) enum Markup<'a> {
    /// The sign itself: `a < b`.
    Sign,
    /// Nothing to see: a comment, a doctype.
    Nothing { end: usize },
    /// `<![CDATA[...]]>`: text without markup.
    Characters { from: usize, to: usize, end: usize },
    /// `<p class="lead">`; `tag` is `None` for an element that HTML does not have.
    Open { tag: Option<Tag>, attributes: Attributes<'a>, is_empty: bool, end: usize },
    /// `</p>`.
    Close { tag: Option<Tag>, end: usize },
    /// A tag that the end of the page cuts off.
    Cut,
}

/// The attributes that matter to a reader of text, undecoded.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Attributes<'a> {
    pub class: &'a [u8],
    pub id: &'a [u8],
    pub role: &'a [u8],
    pub style: &'a [u8],
    pub is_hidden: bool,
    pub is_aria_hidden: bool,
}

/// Reads the tags of one page.
pub(super) struct TagReader<'a> {
    source: &'a [u8],
    /// No tag can end after this.
    last_close: usize,
    has_comment_end: bool,
    has_cdata_end: bool,
    has_double_quote: bool,
    has_single_quote: bool,
    /// A quote swallowed the rest of the page; from there on a tag ends at its first `>`.
    has_whole_tags: bool,
}

impl<'a> TagReader<'a> {
    pub fn new(source: &'a str) -> Self {
        let source = source.as_bytes();
        TagReader {
            source,
            last_close: memrchr(b'>', source).unwrap_or(0),
            has_comment_end: true,
            has_cdata_end: true,
            has_double_quote: true,
            has_single_quote: true,
            has_whole_tags: true,
        }
    }

    /// What the `<` at `at` begins.
    pub fn read_markup(&mut self, at: usize) -> Markup<'a> {
        let rest = &self.source[at..];
        match rest.get(1) {
            Some(byte) if byte.is_ascii_alphabetic() => self.read_opening_tag(at + 1),
            Some(b'/') if rest.get(2).is_some_and(u8::is_ascii_alphabetic) => self.read_closing_tag(at + 2),
            Some(b'!') if rest.starts_with(b"<!--") => self.read_comment(at),
            Some(b'!') if rest.starts_with(b"<![CDATA[") => self.read_cdata(at),
            Some(b'!' | b'?' | b'/') => self.read_to_bracket(at),
            _ => Markup::Sign,
        }
    }

    /// Where the content of a raw element ends (at its `</name`), from `at` on; `None` when it has no end.
    pub fn find_raw_end(&self, tag: Tag, at: usize) -> Option<usize> {
        let name = tag.name().as_bytes();
        memmem::find_iter(&self.source[at..], b"</").map(|found| at + found).find(|&end| {
            let rest = &self.source[end + 2..];
            let is_name = rest.get(..name.len()).is_some_and(|other| other.eq_ignore_ascii_case(name));
            is_name && rest.get(name.len()).is_none_or(|byte| !byte.is_ascii_alphanumeric())
        })
    }

    fn read_opening_tag(&mut self, at: usize) -> Markup<'a> {
        if at > self.last_close {
            return Markup::Cut;
        }
        let name_end = self.find_name_end(at);
        let tag = Tag::find(&self.source[at..name_end]);
        if self.has_whole_tags {
            if let Some((attributes, is_empty, end)) = self.read_attributes(name_end) {
                return Markup::Open { tag, attributes, is_empty, end };
            }
            self.has_whole_tags = false;
        }
        match memchr(b'>', &self.source[name_end..]) {
            Some(found) => {
                let end = name_end + found + 1;
                let is_empty = self.source[end - 2] == b'/';
                Markup::Open { tag, attributes: Attributes::default(), is_empty, end }
            }
            None => Markup::Cut,
        }
    }

    fn read_closing_tag(&mut self, at: usize) -> Markup<'a> {
        let name_end = self.find_name_end(at);
        let tag = Tag::find(&self.source[at..name_end]);
        match memchr(b'>', &self.source[name_end..]) {
            Some(found) => Markup::Close { tag, end: name_end + found + 1 },
            None => Markup::Cut,
        }
    }

    fn find_name_end(&self, at: usize) -> usize {
        let is_name = |byte: &u8| !matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0C | b'/' | b'>');
        at + self.source[at..].iter().take_while(|byte| is_name(byte)).count()
    }

    fn read_comment(&mut self, at: usize) -> Markup<'a> {
        if self.source[at + 4..].starts_with(b">") || self.source[at + 4..].starts_with(b"->") {
            return self.read_to_bracket(at);
        }
        if self.has_comment_end {
            if let Some(found) = memmem::find(&self.source[at + 4..], b"-->") {
                return Markup::Nothing { end: at + 4 + found + 3 };
            }
            self.has_comment_end = false;
        }
        self.read_to_bracket(at)
    }

    fn read_cdata(&mut self, at: usize) -> Markup<'a> {
        let from = at + 9;
        if self.has_cdata_end {
            if let Some(found) = memmem::find(&self.source[from..], b"]]>") {
                return Markup::Characters { from, to: from + found, end: from + found + 3 };
            }
            self.has_cdata_end = false;
        }
        self.read_to_bracket(at)
    }

    fn read_to_bracket(&self, at: usize) -> Markup<'a> {
        if at > self.last_close {
            return Markup::Cut;
        }
        match memchr(b'>', &self.source[at..]) {
            Some(found) => Markup::Nothing { end: at + found + 1 },
            None => Markup::Cut,
        }
    }

    /// The attributes from `at` (after the name) to the tag's `>`, whether it ends in `/>`, and where it ends.
    fn read_attributes(&mut self, mut at: usize) -> Option<(Attributes<'a>, bool, usize)> {
        let source = self.source;
        let mut attributes = Attributes::default();
        loop {
            match *source.get(at)? {
                b'>' => return Some((attributes, source[at - 1] == b'/', at + 1)),
                b' ' | b'\t' | b'\n' | b'\r' | 0x0C | b'/' => at += 1,
                _ => {
                    let from = at;
                    at += 1;
                    let ends = |byte: u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0C | b'/' | b'>' | b'=');
                    at += source[at..].iter().take_while(|&&byte| !ends(byte)).count();
                    let name = &source[from..at];
                    let (value, end) = self.read_value(at);
                    at = end;
                    attributes.keep(name, value);
                }
            }
        }
    }

    /// The value after a name that ends at `at`, empty when there is none, and where it ends.
    fn read_value(&mut self, at: usize) -> (&'a [u8], usize) {
        let source = self.source;
        let blanks = |at: usize| source[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let equals = at + blanks(at);
        if source.get(equals) != Some(&b'=') {
            return (b"", at);
        }
        let from = equals + 1 + blanks(equals + 1);
        let closed = match source.get(from) {
            Some(&quote @ b'"') if self.has_double_quote => {
                let close = memchr(quote, &source[from + 1..]);
                self.has_double_quote = close.is_some();
                close
            }
            Some(&quote @ b'\'') if self.has_single_quote => {
                let close = memchr(quote, &source[from + 1..]);
                self.has_single_quote = close.is_some();
                close
            }
            _ => None,
        };
        if let Some(length) = closed {
            return (&source[from + 1..from + 1 + length], from + length + 2);
        }
        let is_value = |byte: &u8| !byte.is_ascii_whitespace() && *byte != b'>';
        let length = source[from..].iter().take_while(|byte| is_value(byte)).count();
        (&source[from..from + length], from + length)
    }
}

impl<'a> Attributes<'a> {
    fn keep(&mut self, name: &[u8], value: &'a [u8]) {
        let is = |wanted: &[u8]| name.eq_ignore_ascii_case(wanted);
        match name.len() {
            2 if is(b"id") => self.id = value,
            4 if is(b"role") => self.role = value,
            5 if is(b"class") => self.class = value,
            5 if is(b"style") => self.style = value,
            6 if is(b"hidden") => self.is_hidden = !value.eq_ignore_ascii_case(b"until-found"),
            11 if is(b"aria-hidden") => self.is_aria_hidden = value.eq_ignore_ascii_case(b"true"),
            _ => {}
        }
    }
}
