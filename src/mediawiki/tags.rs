//! Tags of a dump. A `<` inside a text is always escaped, so every `<` begins a tag: finding them by bytes is exact, and
//! unlike an XML parser it does not stop where the file is broken.

use std::io;

use memchr::{memchr, memchr2};

use super::entities::unescape;
use super::window::{ReadOutcome, Window};

/// A longer tag is taken for a stray `<`.
const LONGEST_TAG: usize = 64 << 10;
/// A longer field (a title, a name) is cut.
const LONGEST_FIELD: usize = 64 << 10;

/// The elements that matter, and for the rest one name.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    MediaWiki,
    Page,
    Title,
    Ns,
    Id,
    Redirect,
    Revision,
    Timestamp,
    Contributor,
    Comment,
    Username,
    Ip,
    Model,
    Text,
    Content,
    Upload,
    Other,
}

impl Name {
    fn from_bytes(name: &[u8]) -> Name {
        match name {
            b"page" => Name::Page,
            b"title" => Name::Title,
            b"ns" => Name::Ns,
            b"id" => Name::Id,
            b"redirect" => Name::Redirect,
            b"revision" => Name::Revision,
            b"timestamp" => Name::Timestamp,
            b"contributor" => Name::Contributor,
            b"comment" => Name::Comment,
            b"username" => Name::Username,
            b"ip" => Name::Ip,
            b"model" => Name::Model,
            b"text" => Name::Text,
            b"content" => Name::Content,
            b"upload" => Name::Upload,
            b"mediawiki" => Name::MediaWiki,
            _ => Name::Other,
        }
    }
}

/// A tag at the head of the window.
#[derive(Clone, Copy, Debug)]
pub struct Tag {
    /// Its name.
    pub name: Name,
    /// `</name>`
    pub closing: bool,
    /// `<name />`
    pub empty: bool,
    /// Its length, from `<` to `>`.
    pub length: usize,
}

/// What comes next.
#[derive(Clone, Copy, Debug)]
pub enum NextTag {
    /// A tag; it stands at the head of the window and is not consumed yet.
    Tag(Tag),
    /// A gap.
    Gap,
    /// The end.
    End,
}

/// Goes to the next tag.
pub fn next_tag(window: &mut Window) -> io::Result<NextTag> {
    let mut searched = 1;
    loop {
        let bytes = window.bytes();
        if bytes.first() != Some(&b'<') {
            match memchr(b'<', bytes) {
                Some(at) => window.consume(at),
                None => {
                    window.consume_all();
                    match window.read_more()? {
                        ReadOutcome::Gap => return Ok(NextTag::Gap),
                        ReadOutcome::End => return Ok(NextTag::End),
                        ReadOutcome::Bytes | ReadOutcome::Full => {}
                    }
                }
            }
            searched = 1;
            continue;
        }
        match memchr2(b'>', b'<', bytes.get(searched..).unwrap_or(&[])) {
            Some(at) if bytes[searched + at] == b'>' => return Ok(NextTag::Tag(parse_tag(&bytes[..=searched + at]))),
            // A tag that was cut: the next one begins inside it.
            Some(at) => window.consume(searched + at),
            None if bytes.len() > LONGEST_TAG => window.consume(1),
            None => {
                let unfinished = bytes.len();
                match window.read_more()? {
                    ReadOutcome::Bytes | ReadOutcome::Full => {
                        searched = unfinished;
                        continue;
                    }
                    ReadOutcome::Gap => return Ok(NextTag::Gap),
                    ReadOutcome::End => return Ok(NextTag::End),
                }
            }
        }
        searched = 1;
    }
}

/// `<text bytes="5" />` -> `Text`, empty, 18 long
fn parse_tag(tag: &[u8]) -> Tag {
    let inner = &tag[1..tag.len() - 1];
    let closing = inner.first() == Some(&b'/');
    let inner = inner.strip_prefix(b"/").unwrap_or(inner);
    let end = inner.iter().position(|&byte| byte == b'/' || byte.is_ascii_whitespace()).unwrap_or(inner.len());
    Tag { name: Name::from_bytes(&inner[..end]), closing, empty: inner.ends_with(b"/"), length: tag.len() }
}

/// The value of an attribute, wherever it stands in the tag: `<text bytes="5">`, `bytes` -> `5`
pub fn read_attribute(tag: &[u8], name: &str) -> Option<String> {
    let mut rest = tag;
    while let Some(at) = memchr(b'=', rest) {
        let key = rest[..at].trim_ascii_end();
        let key = &key[key.iter().rposition(u8::is_ascii_whitespace).map_or(0, |blank| blank + 1)..];
        let after = rest[at + 1..].trim_ascii_start();
        let quote = *after.first().filter(|quote| matches!(quote, b'"' | b'\''))?;
        let end = memchr(quote, &after[1..])? + 1;
        if key == name.as_bytes() {
            return Some(unescape(&after[1..end]));
        }
        rest = &after[end + 1..];
    }
    None
}

/// Reads a short field at the head of the window, up to the next tag (which stays).
pub fn read_field(window: &mut Window, value: &mut Vec<u8>) -> io::Result<()> {
    value.clear();
    loop {
        let bytes = window.bytes();
        let end = memchr(b'<', bytes);
        let length = end.unwrap_or(bytes.len());
        let room = LONGEST_FIELD - value.len();
        value.extend_from_slice(&bytes[..length.min(room)]);
        window.consume(length);
        if end.is_some() || !matches!(window.read_more()?, ReadOutcome::Bytes) {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_come_in_any_order() {
        let tag = br#"<text bytes = "5" xml:space='preserve' sha1="a=b" deleted="deleted" />"#;
        assert_eq!(read_attribute(tag, "deleted").as_deref(), Some("deleted"));
        assert_eq!(read_attribute(tag, "bytes").as_deref(), Some("5"));
        assert_eq!(read_attribute(tag, "xml:space").as_deref(), Some("preserve"));
        assert_eq!(read_attribute(tag, "space"), None);
        assert_eq!(read_attribute(br#"<redirect title="A &quot;b&quot;" />"#, "title").as_deref(), Some("A \"b\""));
        assert_eq!(read_attribute(b"<redirect title=", "title"), None);
    }

    #[test]
    fn a_tag_is_told_by_its_name() {
        let tag = parse_tag(b"<text bytes=\"0\" />");
        assert_eq!((tag.name, tag.closing, tag.empty), (Name::Text, false, true));
        let tag = parse_tag(b"</page>");
        assert_eq!((tag.name, tag.closing, tag.empty), (Name::Page, true, false));
        assert_eq!(parse_tag(b"<pages>").name, Name::Other);
        assert_eq!(parse_tag(b"<>").name, Name::Other);
    }
}
