//! Passages that two documents share, located to the character on both sides.
//!
//! Two ways lead there. [`diagonals`] takes sentence matches that were verified elsewhere and joins them into runs: the
//! way of the paper. [`align`] takes the two texts and finds reuse down to single words, so that it also sees a passage
//! whose sentences were shuffled, translated or summed up:
//!
//! words -> units -> seeds -> clusters -> boxes -> passages
//!
//! `words` cuts both texts into numbered words; `units` makes vectors of their sentences; `seeds` are pairs of units that
//! look alike; `clusters` joins seeds that lie close on both sides; `boxes` moves the four ends of each to the words where
//! the likeness stops; `resolve` settles which of two that overlap stays.

mod boxes;
mod clusters;
mod diagonals;
mod resolve;
mod seeds;
mod units;
mod words;

pub use diagonals::{Diagonals, diagonals};

use boxes::Boxes;
use words::{Vocabulary, Words};

/// A sentence and where it stands in its document, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sentence<'a> {
    /// What is compared; may lack markup that stands in the document.
    pub text: &'a str,
    /// Its first character in the document as read.
    pub start: u64,
    /// The character after its last.
    pub end: u64,
}

/// One side of a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Side {
    /// The first sentence's position in its document.
    pub first: u32,
    /// The last sentence's.
    pub last: u32,
    /// The first character.
    pub start: u64,
    /// The character after the last.
    pub end: u64,
}

/// A stretch of two documents that says the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passage {
    /// Where it is in the left document.
    pub left: Side,
    /// Where it is in the right one.
    pub right: Side,
    /// How many sentences of the side with fewer have a counterpart.
    pub sentences: u32,
    /// The cosine of its two sides: 1 for the same words.
    pub similarity: f64,
    /// lab
    pub features: [f64; 8],
}

/// The thresholds of [`align`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Settings {
    pub cosine: f64,
    pub dice: f64,
    pub max_gap: usize,
    pub similarity: f64,
    pub min_characters: u64,
    pub a: f64,
    pub b: f64,
    pub c: f64,
    pub d: f64,
    pub e: f64,
    pub f: f64,
    pub z: f64,
    pub r: f64,
    pub g: f64,
    pub q: f64,
    pub x: f64,
    pub z2: f64,
    pub h: f64,
    pub w: f64,
    pub y: f64,
}

/// Every passage that the two documents share, in the order of the left one.
pub fn align(left: &[Sentence<'_>], right: &[Sentence<'_>], settings: &Settings) -> Vec<Passage> {
    let mut vocabulary = Vocabulary::default();
    let (left_words, right_words) = (Words::read(left, &mut vocabulary), Words::read(right, &mut vocabulary));
    let (left_units, right_units) = (units::cut(&left_words), units::cut(&right_words));
    let weights = units::weights(&[(&left_words, &left_units), (&right_words, &right_units)], vocabulary.len());
    let left_vectors = units::vectors(&left_words, &left_units, &weights);
    let right_vectors = units::vectors(&right_words, &right_units, &weights);
    let seeds = seeds::seeds(&left_vectors, &right_vectors, vocabulary.len(), settings);
    let groups = clusters::cut(seeds.clone(), settings.max_gap, true);
    let found = clusters::clusters(seeds, &left_vectors, &right_vectors, settings);
    let mut boxes = Boxes::new(&left_words, &right_words, &left_units, &right_units, &weights);
    let mut found = boxes.fit(found, settings);
    if settings.w > 0.0 {
        found.extend(boxes.fit_wide(groups, &right_vectors, settings));
    }
    resolve::resolve(found, (left, &left_words), (right, &right_words), settings)
}
