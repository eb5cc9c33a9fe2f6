//! What may be shown of those who saved a revision: names and addresses are personal data.

use std::borrow::Cow;
use std::net::IpAddr;

use memchr::memchr2;

/// What is shown of editors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditorNames {
    /// Nothing, nor what they wrote in summaries of edits.
    None,
    /// Names; whoever is not registered has none.
    Names,
    /// Names and addresses.
    Addresses,
}

impl EditorNames {
    /// `none`, `names` or `addresses`.
    pub fn from_name(name: &str) -> EditorNames {
        match name {
            "none" => EditorNames::None,
            "addresses" => EditorNames::Addresses,
            _ => EditorNames::Names,
        }
    }
}

/// `registered`, `bot`, `unregistered` (an address, or a temporary account), or `hidden` where the input does not say.
pub fn classify_editor(name: &str) -> &'static str {
    if name.is_empty() {
        "hidden"
    } else if is_address(name)
        || (name.starts_with('~') && name[1..].starts_with(|letter: char| letter.is_ascii_digit()))
    {
        "unregistered"
    } else if is_bot(name) {
        "bot"
    } else {
        "registered"
    }
}

/// `213.253.39.xxx` is how old dumps hide a part of an address.
fn is_address(name: &str) -> bool {
    name.parse::<IpAddr>().is_ok()
        || (name.split('.').count() == 4
            && name.split('.').all(|part| {
                part == "xxx" || (!part.is_empty() && part.len() <= 3 && part.bytes().all(|byte| byte.is_ascii_digit()))
            }))
}

/// `ClueBot NG`, `SmackBot`, `bot-x`; not `Abbot` or `Talbot`, which are names.
fn is_bot(name: &str) -> bool {
    name.split(|letter: char| !letter.is_alphanumeric()).any(|word| {
        word.eq_ignore_ascii_case("bot")
            || word.strip_suffix("Bot").is_some_and(|rest| !rest.is_empty())
            || word.strip_suffix("BOT").is_some_and(|rest| !rest.is_empty())
    }) || name.eq_ignore_ascii_case("Conversion script")
}

/// The name as it may be shown.
pub fn show_editor(name: &str, how: EditorNames) -> &str {
    match how {
        EditorNames::None => "",
        EditorNames::Names if classify_editor(name) == "unregistered" => "",
        _ => name,
    }
}

/// A summary of an edit with addresses replaced: `rv 10.0.0.1` -> `rv (address)`.
pub fn mask_addresses(comment: &str) -> Cow<'_, str> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '.' || letter == ':';
    if memchr2(b'.', b':', comment.as_bytes()).is_none() {
        return comment.into(); // no address is without one
    }
    let mut out = String::with_capacity(comment.len());
    let mut rest = comment;
    while !rest.is_empty() {
        let length = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
        let word = &rest[..length];
        let bare = word.trim_end_matches(['.', ':']);
        match bare.rfind(':').map(|colon| &bare[colon + 1..]) {
            _ if is_address(bare) => {
                out.push_str("(address)");
                out.push_str(&word[bare.len()..]);
            }
            // `User:10.0.0.1`
            Some(tail) if is_address(tail) => {
                out.push_str(&bare[..bare.len() - tail.len()]);
                out.push_str("(address)");
                out.push_str(&word[bare.len()..]);
            }
            _ => out.push_str(word),
        }
        let next = rest[length..].chars().next().map_or(0, char::len_utf8);
        out.push_str(&rest[length..length + next]);
        rest = &rest[length + next..];
    }
    out.into()
}
