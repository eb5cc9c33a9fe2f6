//! Where each feature of a text stands.

use std::ops::Range;

use super::winnow::{Winnow, find_window_minima};
use super::{Feature, WeightedTokens, words};
use crate::columns::CharacterIndex;

/// A feature and the characters that it was made of: for a signature of several words, from the first to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocatedFeature {
    /// As [`Feature::push_hashes`] gives it.
    pub hash: u64,
    /// The first character.
    pub start: usize,
    /// The character after the last.
    pub end: usize,
}

impl Feature<'_> {
    /// The features of a text in the order of [`Feature::push_hashes`], each with its place.
    pub fn locate_features(&self, text: &str) -> Vec<LocatedFeature> {
        let mut found = Vec::new();
        match self {
            Feature::Characters(length) => place_windows(self, *length, &list_characters(text), text, &mut found),
            Feature::Words(length) => place_windows(self, *length, &locate_words(text), text, &mut found),
            Feature::Winnow(winnow) => place_winnowed(winnow, text, &mut found),
            Feature::IMatch(imatch) => {
                imatch.for_each_hash(&words::hash_words(text), build_place_recorder(&locate_words(text), &mut found))
            }
            Feature::SpotSigs(spots) => spots
                .for_each_signature(&words::hash_words(text), build_place_recorder(&locate_words(text), &mut found)),
            Feature::Weighted(weighted) => place_tokens(weighted, text, &mut found),
        }
        found
    }
}

/// Takes features with the parts they were made of, and notes where those stand.
fn build_place_recorder(parts: &[Range<usize>], found: &mut Vec<LocatedFeature>) -> impl FnMut(u64, Range<usize>) {
    |hash, own| found.push(LocatedFeature { hash, start: parts[own.start].start, end: parts[own.end - 1].end })
}

/// Every window of `length` parts, or the one of all.
fn place_windows(
    feature: &Feature<'_>,
    length: usize,
    parts: &[Range<usize>],
    text: &str,
    found: &mut Vec<LocatedFeature>,
) {
    let mut hashes = Vec::new();
    feature.push_hashes(text, &mut hashes);
    let length = length.clamp(1, parts.len().max(1));
    let mut place = build_place_recorder(parts, found);
    hashes.iter().enumerate().for_each(|(at, &hash)| place(hash, at..at + length));
}

fn place_winnowed(winnow: &Winnow, text: &str, found: &mut Vec<LocatedFeature>) {
    let mut hashes = Vec::new();
    winnow.push_all_hashes(text, &mut hashes);
    let parts = if winnow.of_characters { list_characters(text) } else { locate_words(text) };
    let length = winnow.length.clamp(1, parts.len().max(1));
    let mut place = build_place_recorder(&parts, found);
    find_window_minima(&hashes, winnow.window).iter().for_each(|&at| place(hashes[at], at..at + length));
}

fn place_tokens(weighted: &WeightedTokens<'_>, text: &str, found: &mut Vec<LocatedFeature>) {
    let index = CharacterIndex::new(text);
    let at = |byte: usize| index.count_before(byte as u32) as usize;
    weighted
        .for_each_hash(text, |hash, own| found.push(LocatedFeature { hash, start: at(own.start), end: at(own.end) }));
}

/// Each character.
fn list_characters(text: &str) -> Vec<Range<usize>> {
    (0..text.chars().count()).map(|at| at..at + 1).collect()
}

/// The characters that each word stands at.
pub fn locate_words(text: &str) -> Vec<Range<usize>> {
    let (mut byte, mut character) = (0, 0);
    let mut characters_to = |end: usize| {
        character += text[byte..end].chars().count();
        byte = end;
        character
    };
    let mut spans = Vec::new();
    words::for_each_word(text, |word| spans.push(characters_to(word.start)..characters_to(word.end)));
    spans
}
