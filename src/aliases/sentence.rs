//! Names that a sentence puts beside each other: `World Wide Fund for Nature (WWF)`, `Burma, also known as Myanmar`.

use std::sync::LazyLock;

use memchr::memmem;

use super::abbreviations::{find_long_form, is_short_form};
use super::words::{Piece, cut_words, find_name_after, find_name_before, is_subject, resemble_each_other, slice_text};
use super::{Alias, Source};

/// A bracket with more words and marks explains more than a name.
const MOST_BRACKET_PIECES: usize = 24;

/// Longer sentences are tables and lists that ran together.
const LONGEST_SENTENCE_BYTES: usize = 20_000;

/// What introduces another name.
#[rustfmt::skip]
const MARKERS: [&[&str]; 44] = [
    &["also", "formerly", "known", "as"], &["more", "commonly", "known", "as"], &["also", "referred", "to", "as"],
    &["also", "known", "as"], &["better", "known", "as"], &["best", "known", "as"], &["commonly", "known", "as"],
    &["formerly", "known", "as"], &["previously", "known", "as"], &["originally", "known", "as"], &["now", "known", "as"],
    &["today", "known", "as"], &["sometimes", "known", "as"], &["often", "known", "as"], &["popularly", "known", "as"],
    &["locally", "known", "as"], &["generally", "known", "as"], &["widely", "known", "as"], &["usually", "known", "as"],
    &["simply", "known", "as"], &["officially", "known", "as"], &["historically", "known", "as"],
    &["commonly", "abbreviated", "as"], &["often", "abbreviated", "as"], &["also", "called"], &["also", "spelled"],
    &["also", "spelt"], &["also", "written"], &["also", "named"], &["now", "called"], &["formerly", "called"],
    &["previously", "called"], &["sometimes", "called"], &["often", "called"], &["commonly", "called"],
    &["originally", "called"], &["originally", "named"], &["formerly", "named"], &["now", "officially"],
    &["abbreviated", "as"], &["often", "abbreviated"], &["commonly", "abbreviated"], &["formerly"], &["officially"],
];

/// The same, one word each, and what is enough in a bracket.
const SHORT_MARKERS: [&[&str]; 5] = [&["abbreviated"], &["aka"], &["AKA"], &["a.k.a"], &["a.k.a", "."]];
const BRACKET_MARKERS: [&[&str]; 3] = [&["known", "as"], &["also"], &["called"]];

/// What every sentence with an alias outside of brackets has one of.
static SIGNS: LazyLock<[memmem::Finder<'static>; 11]> = LazyLock::new(|| {
    let signs = [
        "known as",
        "called",
        "ormerly",
        "fficially",
        ", or ",
        "bbreviated",
        "aka",
        "AKA",
        "a.k.a",
        "also ",
        "iginally named",
    ];
    signs.map(|sign| memmem::Finder::new(sign.as_bytes()))
});

/// The names that a sentence puts beside each other.
pub fn find_sentence_aliases(text: &str) -> Vec<Alias<'_>> {
    if text.len() > LONGEST_SENTENCE_BYTES {
        return Vec::new();
    }
    let has_marker = SIGNS.iter().any(|sign| sign.find(text.as_bytes()).is_some());
    let has_bracket = has_named_bracket(text);
    if !has_marker && !has_bracket {
        return Vec::new();
    }
    let pieces = cut_words(text);
    let mut found = Vec::new();
    for at in 0..pieces.len() {
        if has_bracket && pieces[at].text == "(" {
            read_bracket(text, &pieces, at, &mut found);
        } else if has_marker && pieces[at].is_word() {
            found.extend(read_marker(text, &pieces, at));
        }
    }
    found
}

/// Whether a bracket holds a letter that a name can begin with: most hold years.
fn has_named_bracket(text: &str) -> bool {
    memchr::memchr_iter(b'(', text.as_bytes()).any(|opening| {
        let inside = text[opening + 1..].chars().take_while(|&letter| letter != ')');
        inside.into_iter().any(|letter| letter.is_alphabetic() && !letter.is_lowercase())
    })
}

/// `Equinor (formerly Statoil)`, `Skanderbeg (Skënderbeu)`: each part between commas may be a name.
fn read_bracket<'t>(text: &'t str, pieces: &[Piece<'t>], opening: usize, found: &mut Vec<Alias<'t>>) {
    let inside = pieces[opening + 1..].iter().take(MOST_BRACKET_PIECES - 1);
    let Some(length) = inside.clone().position(|piece| matches!(piece.text, "(" | ")")) else { return };
    let closing = opening + 1 + length;
    if opening == 0 || pieces[closing].text == "(" {
        return;
    }
    let end = if pieces[opening - 1].is_quote() { opening - 1 } else { opening };
    let before = find_name_before(pieces, end);
    let mut first = opening + 1;
    for at in opening + 1..=closing {
        if at == closing || matches!(pieces[at].text, "," | ";") {
            let whole = first == opening + 1 && at == closing;
            found.extend(read_part(text, pieces, (first, at), before, end, whole));
            first = at + 1;
        }
    }
}

/// What one part of a bracket says of the name before it; `whole` where there is no other part.
fn read_part<'t>(
    text: &'t str,
    pieces: &[Piece<'t>],
    (mut first, mut stop): (usize, usize),
    before: Option<(usize, usize)>,
    end: usize,
    whole: bool,
) -> Option<Alias<'t>> {
    let marker = measure_marker(&pieces[first..stop], &BRACKET_MARKERS);
    first += marker;
    first += usize::from(first < stop && pieces[first].text == "the");
    if first + 1 < stop && pieces[first].is_quote() && pieces[stop - 1].is_quote() {
        (first, stop) = (first + 1, stop - 1);
    }
    if find_name_after(pieces, first, stop)? != (first, stop) {
        return None;
    }
    let other = slice_text(text, pieces, (first, stop));
    let own = before.map(|before| slice_text(text, pieces, before));
    if stop - first == 1 && is_short_form(other) {
        if let Some(long) = find_long_form(text, pieces, end, other) {
            return Alias::new(long, other, Source::Abbreviation);
        }
        return own.filter(|_| marker > 0).and_then(|own| Alias::new(own, other, Source::Marked));
    }
    let own = own?;
    match marker {
        0 if whole && resemble_each_other(own, other) => Alias::new(own, other, Source::Bracket),
        0 => None,
        _ => Alias::new(own, other, Source::Marked),
    }
}

/// `Burma, also known as Myanmar`, `The Oder, or Odra, is`.
fn read_marker<'t>(text: &'t str, pieces: &[Piece<'t>], at: usize) -> Option<Alias<'t>> {
    let marker = measure_marker(&pieces[at..], &[]);
    let alternative = marker == 0 && pieces[at].text == "or" && at > 1 && pieces[at - 1].text == ",";
    if marker == 0 && !alternative {
        return None;
    }
    let end = find_end_before(pieces, at, alternative)?;
    let before = find_name_before(pieces, end).filter(|before| is_subject(pieces, before.0))?;
    let text_at = |at: usize| pieces.get(at).map_or(".", |piece| piece.text);
    let mut first = at + marker.max(1);
    first += usize::from(text_at(first) == "the");
    let quoted = pieces.get(first).is_some_and(Piece::is_quote);
    first += usize::from(quoted);
    let name = find_name_after(pieces, first, pieces.len())?;
    if quoted && !pieces.get(name.1).is_some_and(Piece::is_quote) {
        return None;
    }
    let is_closed = text_at(name.1) == "," && matches!(text_at(name.1 + 1), "is" | "was" | "are" | "were");
    if alternative && !(is_closed && before.0 <= 1) {
        return None;
    }
    let (one, two) = (slice_text(text, pieces, before), slice_text(text, pieces, name));
    let official = pieces[at..at + marker].iter().any(|piece| piece.text == "officially");
    match (alternative, official) {
        (true, _) => Alias::new(one, two, Source::Or),
        (_, true) => Alias::new(two, one, Source::Marked),
        _ => Alias::new(one, two, Source::Marked),
    }
}

/// Where the name before a marker ends: before a verb, a comma and a bracket, at least one of the first two.
fn find_end_before(pieces: &[Piece], at: usize, alternative: bool) -> Option<usize> {
    let mut end = at;
    let text_before = |end: usize| end.checked_sub(1).map_or("", |before| pieces[before].text);
    if !alternative && matches!(text_before(end), "is" | "was" | "are" | "were" | "and") {
        end -= 1;
    }
    if text_before(end) == "," {
        end -= 1;
    }
    if end == at {
        return None;
    }
    if text_before(end) == ")" {
        end = pieces[..end].iter().rposition(|piece| piece.text == "(").unwrap_or(0);
    }
    Some(end)
}

/// How many pieces the longest marker takes that begins here; 0 where none does.
fn measure_marker(pieces: &[Piece], more: &[&[&str]]) -> usize {
    if !pieces.first().is_some_and(|first| begins_marker(first.text)) {
        return 0;
    }
    let fits = |marker: &&&[&str]| {
        marker.len() <= pieces.len() && marker.iter().zip(pieces).all(|(word, piece)| *word == piece.text)
    };
    let all = MARKERS.iter().chain(&SHORT_MARKERS).chain(more);
    all.filter(fits).map(|marker| marker.len()).max().unwrap_or(0)
}

/// Whether a word is the first of a marker.
#[rustfmt::skip]
fn begins_marker(word: &str) -> bool {
    matches!(
        word,
        "also" | "more" | "better" | "best" | "commonly" | "formerly" | "previously" | "originally" | "now" | "today"
            | "sometimes" | "often" | "popularly" | "locally" | "generally" | "widely" | "usually" | "simply"
            | "officially" | "historically" | "abbreviated" | "aka" | "AKA" | "a.k.a" | "known" | "called"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_marker_begins_with_a_word_that_is_known_to_begin_one() {
        let all = MARKERS.iter().chain(&SHORT_MARKERS).chain(&BRACKET_MARKERS);
        assert!(all.into_iter().all(|marker| begins_marker(marker[0])));
    }
}
