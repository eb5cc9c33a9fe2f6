//! Copies the text of a revision out of the window, without its entities, chunk by chunk and in one pass.

use std::io;

use memchr::memchr2;

use super::entities;
use super::window::{ReadOutcome, Window};

/// How a text ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextEnd {
    /// With `</text>`, which is consumed.
    Closed,
    /// With another tag that cannot stand in a text; it stays at the head of the window.
    Cut,
    /// It is larger than the limit; the rest of it is still to come.
    TooLarge,
    /// With a gap.
    Gap,
    /// With the end of the dump.
    End,
}

/// Appends the text at the head of the window to `text`, at most `limit` bytes.
pub fn copy_text(window: &mut Window, text: &mut Vec<u8>, limit: usize) -> io::Result<TextEnd> {
    let longest = text.len().saturating_add(limit);
    loop {
        let (used, stop) = copy_text_part(window.bytes(), text);
        window.consume(used);
        if text.len() > longest {
            return Ok(TextEnd::TooLarge);
        }
        match stop {
            Stop::Closed => return Ok(TextEnd::Closed),
            Stop::Cut => return Ok(TextEnd::Cut),
            Stop::Short => {}
        }
        let end = match window.read_more()? {
            ReadOutcome::Bytes | ReadOutcome::Full => continue,
            ReadOutcome::Gap => TextEnd::Gap,
            ReadOutcome::End => TextEnd::End,
        };
        text.extend_from_slice(window.bytes());
        window.consume_all();
        return Ok(end);
    }
}

enum Stop {
    Closed,
    Cut,
    /// More bytes are needed to tell.
    Short,
}

/// Copies what can be judged from these bytes alone: how many were used, and why it stopped.
fn copy_text_part(bytes: &[u8], text: &mut Vec<u8>) -> (usize, Stop) {
    let mut at = 0;
    while let Some(step) = memchr2(b'<', b'&', &bytes[at..]) {
        text.extend_from_slice(&bytes[at..at + step]);
        at += step;
        let rest = &bytes[at..];
        if rest[0] == b'&' {
            match entities::decode_reference(rest) {
                Some((character, length)) if character.is_ascii() => {
                    text.push(character as u8);
                    at += length;
                }
                Some((character, length)) => {
                    text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                    at += length;
                }
                None if rest.len() < entities::LONGEST_REFERENCE_BYTES => return (at, Stop::Short),
                None => {
                    text.push(b'&');
                    at += 1;
                }
            }
            continue;
        }
        match classify_tag(rest) {
            Some(Stop::Closed) => return (at + b"</text>".len(), Stop::Closed),
            Some(stop) => return (at, stop),
            None => {
                text.push(b'<');
                at += 1;
            }
        }
    }
    text.extend_from_slice(&bytes[at..]);
    (bytes.len(), Stop::Short)
}

/// What a `<` in a text means; `None` for nothing (a `<` that somebody forgot to escape).
fn classify_tag(rest: &[u8]) -> Option<Stop> {
    const END_TAGS: [(&[u8], bool); 6] = [
        (b"</text>", true),
        (b"<page>", false),
        (b"</page>", false),
        (b"<revision>", false),
        (b"</revision>", false),
        (b"</mediawiki>", false),
    ];
    for (end, closes) in END_TAGS {
        if rest.starts_with(end) {
            return Some(if closes { Stop::Closed } else { Stop::Cut });
        }
        if end.starts_with(rest) {
            return Some(Stop::Short);
        }
    }
    None
}
