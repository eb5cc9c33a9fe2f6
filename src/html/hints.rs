//! What an element's class, id and role say about it: that it is not shown, or not the page's own text.

use super::tags::{Role, Tag};
use super::tokens::Attributes;

/// Words in a class or id that mark what surrounds a page's own text.
#[rustfmt::skip]
static SURROUNDING_WORDS: [&[u8]; 33] = [
    b"ad", b"ads", b"advert", b"advertisement", b"adverts", b"banner", b"breadcrumb", b"breadcrumbs", b"catlinks", b"cookie",
    b"cookies", b"editsection", b"footer", b"hatnote", b"menu", b"menubar", b"nav", b"navbar", b"navbox", b"navigation",
    b"newsletter", b"noprint", b"pagination", b"popup", b"reflist", b"respond", b"share", b"sharing", b"sidebar", b"skiplink",
    b"social", b"sponsor", b"toc",
];

/// A word after one of these says what the page around has, not what the element is: `has-sidebar`, `with-banner`.
static PAGE_PREFIXES: [&[u8]; 6] = [b"has", b"no", b"with", b"without", b"hide", b"not"];

/// Not shown by a browser.
pub(super) fn is_invisible(attributes: &Attributes<'_>) -> bool {
    attributes.is_hidden || (!attributes.style.is_empty() && hides_element(attributes.style))
}

/// `display: none`, however it is spaced.
fn hides_element(style: &[u8]) -> bool {
    style.split(|&byte| byte == b';').any(|rule| {
        let mut parts = rule.splitn(2, |&byte| byte == b':').map(|part| part.trim_ascii());
        parts.next().is_some_and(|name| name.eq_ignore_ascii_case(b"display"))
            && parts.next().is_some_and(|value| value.len() >= 4 && value[..4].eq_ignore_ascii_case(b"none"))
    })
}

/// Beside the page's own text, by role, class or id: `<div class="site-nav">`, `<div role="navigation">`.
///
/// The elements that hold the whole page are never: their classes speak of what is in it.
pub(super) fn is_beside(tag: Tag, attributes: &Attributes<'_>) -> bool {
    if matches!(tag.name(), "html" | "body") || tag.role() == Role::Main {
        return false;
    }
    let roles: [&[u8]; 6] = [b"navigation", b"banner", b"contentinfo", b"complementary", b"search", b"dialog"];
    if roles.iter().any(|role| attributes.role.eq_ignore_ascii_case(role)) {
        return true;
    }
    if tag.name() == "sup" && has_word(attributes.class, b"reference") {
        return true;
    }
    [attributes.class, attributes.id].iter().any(|names| !names.is_empty() && has_surrounding_word(names))
}

/// Whether one of the names in a class or id is made of such words: `site-nav main` -> yes, `canvas` -> no.
fn has_surrounding_word(names: &[u8]) -> bool {
    names.split(u8::is_ascii_whitespace).any(|name| {
        let mut before: &[u8] = b"";
        name.split(|byte| matches!(byte, b'-' | b'_')).any(|word| {
            let is_said_of_page = is_one_of(&PAGE_PREFIXES, before);
            let is_comment_form = before.eq_ignore_ascii_case(b"comment") && word.eq_ignore_ascii_case(b"form");
            before = word;
            is_comment_form || (!is_said_of_page && is_one_of(&SURROUNDING_WORDS, word))
        })
    })
}

fn has_word(names: &[u8], wanted: &[u8]) -> bool {
    names.split(u8::is_ascii_whitespace).any(|name| name.eq_ignore_ascii_case(wanted))
}

fn is_one_of(words: &[&[u8]], word: &[u8]) -> bool {
    // A look at the first letter spares most comparisons.
    let first = word.first().map(u8::to_ascii_lowercase);
    (2..=13).contains(&word.len())
        && words.iter().any(|other| other.first().copied() == first && word.eq_ignore_ascii_case(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_count_whole_and_not_when_said_of_the_page() {
        for names in ["nav", "site-nav", "main  Sidebar_left", "mw-editsection", "navbox-inner", "comment-form", "ads"]
        {
            assert!(has_surrounding_word(names.as_bytes()), "{names}");
        }
        for names in ["canvas", "has-sidebar", "no-banner wide", "shared", "comment", "headline", "adset", ""] {
            assert!(!has_surrounding_word(names.as_bytes()), "{names}");
        }
    }

    #[test]
    fn display_none_is_seen_however_it_is_spaced() {
        assert!(hides_element(b"color:red; DISPLAY : none!important"));
        assert!(!hides_element(b"display:block"));
        assert!(!hides_element(b"x-display-none"));
    }
}
