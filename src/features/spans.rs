//! Where each feature of a text stands.

use std::ops::Range;

use super::winnow::{Winnow, minima};
use super::{Feature, Weighted, words};
use crate::columns::CharacterIndex;

/// A feature and the characters that it was made of: for a signature of several words, from the first to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Located {
    /// As [`Feature::hashes`] gives it.
    pub hash: u64,
    /// The first character.
    pub start: usize,
    /// The character after the last.
    pub end: usize,
}

impl Feature<'_> {
    /// The features of a text in the order of [`Feature::hashes`], each with its place.
    pub fn located(&self, text: &str) -> Vec<Located> {
        let mut found = Vec::new();
        match self {
            Feature::Characters(length) => place_windows(self, *length, &letters(text), text, &mut found),
            Feature::Words(length) => place_windows(self, *length, &word_spans(text), text, &mut found),
            Feature::Winnow(winnow) => place_winnowed(winnow, text, &mut found),
            Feature::IMatch(imatch) => imatch.each(&words::hashes(text), placed(&word_spans(text), &mut found)),
            Feature::SpotSigs(spots) => spots.each(&words::hashes(text), placed(&word_spans(text), &mut found)),
            Feature::Weighted(weighted) => place_tokens(weighted, text, &mut found),
        }
        found
    }
}

/// Takes features with the parts they were made of, and notes where those stand.
fn placed(parts: &[Range<usize>], found: &mut Vec<Located>) -> impl FnMut(u64, Range<usize>) {
    |hash, own| found.push(Located { hash, start: parts[own.start].start, end: parts[own.end - 1].end })
}

/// Every window of `length` parts, or the one of all.
fn place_windows(feature: &Feature<'_>, length: usize, parts: &[Range<usize>], text: &str, found: &mut Vec<Located>) {
    let mut hashes = Vec::new();
    feature.hashes(text, &mut hashes);
    let length = length.clamp(1, parts.len().max(1));
    let mut place = placed(parts, found);
    hashes.iter().enumerate().for_each(|(at, &hash)| place(hash, at..at + length));
}

fn place_winnowed(winnow: &Winnow, text: &str, found: &mut Vec<Located>) {
    let mut hashes = Vec::new();
    winnow.all(text, &mut hashes);
    let parts = if winnow.of_characters { letters(text) } else { word_spans(text) };
    let length = winnow.length.clamp(1, parts.len().max(1));
    let mut place = placed(&parts, found);
    minima(&hashes, winnow.window).iter().for_each(|&at| place(hashes[at], at..at + length));
}

fn place_tokens(weighted: &Weighted<'_>, text: &str, found: &mut Vec<Located>) {
    let index = CharacterIndex::of(text);
    let at = |byte: usize| index.at(byte as u32) as usize;
    weighted.each(text, |hash, own| found.push(Located { hash, start: at(own.start), end: at(own.end) }));
}

/// Each character.
fn letters(text: &str) -> Vec<Range<usize>> {
    (0..text.chars().count()).map(|at| at..at + 1).collect()
}

/// The characters that each word stands at.
pub fn word_spans(text: &str) -> Vec<Range<usize>> {
    let (mut byte, mut character) = (0, 0);
    let mut characters_to = |end: usize| {
        character += text[byte..end].chars().count();
        byte = end;
        character
    };
    let mut spans = Vec::new();
    words::each(text, |word| spans.push(characters_to(word.start)..characters_to(word.end)));
    spans
}
