//! Other names that only the wikitext of a page tells: redirects, links with a label, bold names, disambiguated titles.

use memchr::memmem;

use super::abbreviations::{abbreviates, is_short_form};
use super::words::{cut_words, find_name_after, resemble_each_other};
use super::{Alias, Source};
use crate::compare::fold_text;

/// So many bytes of a page are searched for its bold names.
const LEAD_BYTES: usize = 20_000;

/// Longer names that share a word with another are topics, not names of one thing.
const MOST_TOPIC_WORDS: usize = 3;

/// So many bold names of a first paragraph are taken.
const MOST_BOLD_NAMES: usize = 5;

/// The title of a redirect and the page it leads to, where both are names and not topics: `Effects of the flood`.
pub fn find_redirect_alias<'t>(title: &'t str, target: &'t str) -> Option<Alias<'t>> {
    let target = target.split('#').next().unwrap_or_default().trim();
    let base = target.split(" (").next().unwrap_or(target);
    let short = base.split(' ').count() <= MOST_TOPIC_WORDS;
    let glued = title.chars().zip(title.chars().skip(1)).any(|(one, two)| one.is_lowercase() && two.is_uppercase());
    let fits = is_plain_name(title) && (is_plain_name(base) || short) && !is_list(target) && !glued;
    Alias::new(target, title, Source::Redirect)
        .filter(|_| fits && !contains_words(title, base) && !is_topic(base, title))
}

/// `Mercury (planet)`: the name without what tells it from others.
pub fn find_title_alias(title: &str) -> Option<Alias<'_>> {
    let (name, rest) = title.split_once(" (")?;
    let inside = rest.strip_suffix(')')?;
    let fits = inside != "disambiguation"
        && !name.is_empty()
        && !inside.is_empty()
        && !inside.contains(['(', ')'])
        && !name.contains(':');
    Alias::new(title, name, Source::Title).filter(|_| fits)
}

/// The bold names of the first paragraph, and the labels of links.
pub fn find_page_aliases<'t>(title: &'t str, text: &'t str) -> Vec<Alias<'t>> {
    let mut found = Vec::new();
    find_bold_names(title, text, &mut found);
    find_link_labels(text, &mut found);
    found
}

/// `'''Equinor''' (formerly '''Statoil''') is`: names in the paragraph that begins with the first bold one.
fn find_bold_names<'t>(title: &'t str, text: &'t str, found: &mut Vec<Alias<'t>>) {
    let lead = text.get(..LEAD_BYTES).unwrap_or(text);
    let mut opening = lead.lines().take_while(|line| !line.starts_with("=="));
    let Some(line) = opening.find(|line| is_first_paragraph(line)) else { return };
    let sentence = find_first_sentence(line);
    let name = title.split(" (").next().unwrap_or(title);
    let bold = sentence.split("'''").skip(1).step_by(2).take(MOST_BOLD_NAMES);
    for other in bold.map(|part| part.trim_matches(['\'', '"', '“', '”', ' '])) {
        if is_plain_name(other) && !contains_words(other, name) {
            found.extend(Alias::new(name, other, Source::Bold));
        }
    }
}

/// A line of prose that holds a bold name: no table, template, list or heading.
fn is_first_paragraph(line: &str) -> bool {
    let line = line.trim_start();
    line.contains("'''") && !line.starts_with(['{', '|', '}', '*', '#', ':', ';', '=', '<', '!', '['])
}

/// Up to the first stop that a space follows outside of bold type.
fn find_first_sentence(line: &str) -> &str {
    let mut from = 0;
    while let Some(at) = line[from..].find(". ") {
        let stop = from + at;
        if line[..stop].matches("'''").count().is_multiple_of(2) && !is_after_initial(&line[..stop]) {
            return &line[..stop];
        }
        from = stop + 2;
    }
    line
}

/// Whether a stop belongs to an initial or to an abbreviation such as `St.`
fn is_after_initial(before: &str) -> bool {
    let word = before.rsplit(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
    (1..3).contains(&word.chars().count())
}

/// `[[Equinor|Statoil]]`: a label that is a name of its own.
fn find_link_labels<'t>(text: &'t str, found: &mut Vec<Alias<'t>>) {
    for at in memmem::find_iter(text.as_bytes(), b"[[") {
        let inside = &text[at + 2..];
        let Some(end) = inside.find([']', '[', '\n', '{', '<']).filter(|&end| inside[end..].starts_with("]]")) else {
            continue;
        };
        let Some((target, label)) = inside[..end].split_once('|') else { continue };
        let (target, label) = (target.trim(), label.trim());
        if is_link_to_name(target) && is_plain_name(label) && are_two_names(target, label) {
            found.extend(Alias::new(target.split(" (").next().unwrap_or(target), label, Source::Link));
        }
    }
}

/// Whether a link leads to an article, not to a section of it, a file, or a list.
fn is_link_to_name(target: &str) -> bool {
    let begins = |first: char| first.is_alphabetic() && !first.is_lowercase();
    !target.contains(['#', ':', '|', '/', '_']) && !is_list(target) && target.starts_with(begins)
}

fn is_list(title: &str) -> bool {
    title.starts_with("List of ") || title.starts_with("Lists of ")
}

/// Whether all of a text is one name: every word with a capital but for the small ones inside.
fn is_plain_name(text: &str) -> bool {
    let pieces = cut_words(text);
    !pieces.is_empty() && find_name_after(&pieces, 0, pieces.len()) == Some((0, pieces.len()))
}

/// Whether a label names what its link leads to, and not a part, a member or a people of it: `Germany`, `German`.
fn are_two_names(target: &str, label: &str) -> bool {
    let name = target.split(" (").next().unwrap_or(target);
    if contains_words(target, label) {
        return false;
    }
    if is_short_form(label) || !label.contains(' ') && name.contains(' ') {
        return abbreviates(label, name);
    }
    let derived = ["an", "ish", "ese", "ch", "ic", "i", "s"].iter().any(|ending| label.ends_with(ending));
    let akin = fold_text(name).chars().take(4).eq(fold_text(label).chars().take(4));
    let single = !label.contains(' ');
    !(single && (derived || akin)) && !is_topic(name, label)
}

/// Whether two long names share a word and differ in the others, as parts of one topic do: `Gulf Coast`, `Gulf of Mexico`.
fn is_topic(one: &str, two: &str) -> bool {
    let (one, two) = (fold_text(one), fold_text(two));
    let shared = one.split(' ').any(|word| word.len() > 3 && two.split(' ').any(|other| other == word));
    let long = one.split(' ').count().max(two.split(' ').count()) > MOST_TOPIC_WORDS;
    let surname = one.rsplit(' ').next() == two.rsplit(' ').next();
    shared && (long || !surname) && !resemble_each_other(&one, &two)
}

/// Whether all words of one name are in the other.
fn contains_words(one: &str, two: &str) -> bool {
    let (one, two) = (fold_text(one), fold_text(two));
    let words = |text: &str| -> Vec<String> {
        text.split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let (one, two) = (words(&one), words(&two));
    let within = |few: &[String], many: &[String]| few.iter().all(|word| many.contains(word));
    within(&one, &two) || within(&two, &one)
}
