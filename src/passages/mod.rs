//! Passages that two documents share, located to the character on both sides.
//!
//! Two ways lead there. [`diagonals`] takes sentence matches that were verified elsewhere and joins them into runs: the
//! way of the paper. [`align`] takes the two texts and finds reuse down to single words, so that it also sees a passage
//! whose sentences were shuffled, translated or summed up:
//!
//! ```text
//! words -> units -> seeds -> clusters -> boxes -> passages
//! ```
//!
//! `words` cuts both texts into numbered words; `units` makes vectors of their sentences; `seeds` are pairs of units that
//! look a little alike; `clusters` joins seeds that lie close on both sides; `boxes` moves the four ends of each to the
//! words where the `likeness` stops; `resolve` settles which of two that overlap stays; `summaries` sees what is spread
//! over all of the right document.

mod boxes;
mod clusters;
mod diagonals;
mod likeness;
mod locate;
mod meet;
mod resolve;
mod roles;
mod runs_of_words;
mod seeds;
mod summaries;
#[cfg(test)]
mod tests;
mod units;
mod windows;
mod words;

pub use diagonals::{Diagonal, Match, Runs, diagonals};
pub use locate::{By, Crowd, How, Located, Outline, Work, locate, settle};
pub use meet::{Meeting, Place, Point};
#[cfg(feature = "python")]
pub(crate) use roles::union;
pub use roles::{Role, Seen, roles};
pub use runs_of_words::{Wanted, runs_of_words};
pub use windows::{CHUNK, Point as WindowPoint, Window, in_window, longest, windows};

use boxes::Text;
use likeness::Likeness;
use seeds::Seed;
use summaries::Summaries;
use units::Vector;
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
}

/// What [`align`] takes for reuse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How many units may stand between two that look alike, on either side.
    pub max_gap: usize,
    /// A passage that is shorter on one side is none.
    pub min_characters: u64,
    /// How sure a passage must be: what chance and a common topic seldom reach.
    pub evidence: f64,
    /// A passage must match at least this share of what the pair's best one does.
    pub consistency: f64,
    /// How sure a summary must be; 0 looks for none.
    pub summary_evidence: f64,
    /// The least share of words that must match on either side; 0 where the evidence alone decides.
    pub density: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            max_gap: 4,
            min_characters: 120,
            evidence: 5.0,
            consistency: 0.5,
            summary_evidence: 6.0,
            density: 0.0,
        }
    }
}

/// Every passage of the right document that the left one took up, in the order of the left.
///
/// The sides are alike but for summaries: the left may sum up the right. Time grows with the words of both, and with how
/// many of their sentences look alike.
pub fn align(left: &[Sentence<'_>], right: &[Sentence<'_>], settings: &Settings) -> Vec<Passage> {
    align_at(left, right, &Places { everywhere: true, ..Places::default() }, settings)
}

/// Where to look for passages.
#[derive(Clone, Copy, Default)]
struct Places<'a> {
    /// Wherever two sentences look a little alike; summaries are only found so.
    everywhere: bool,
    /// Around these sentences.
    points: &'a [Match],
    /// Sentences where no passage is looked for, by position; what stands beside the positions does not matter here.
    left_crowds: &'a [Crowd],
    /// The same on the right.
    right_crowds: &'a [Crowd],
}

fn align_at(left: &[Sentence<'_>], right: &[Sentence<'_>], places: &Places<'_>, settings: &Settings) -> Vec<Passage> {
    let mut vocabulary = Vocabulary::default();
    let (left_words, right_words) = (Words::read(left, &mut vocabulary), Words::read(right, &mut vocabulary));
    let (left_units, right_units) = (units::cut(&left_words), units::cut(&right_words));
    let (one, two) =
        (Text { words: &left_words, units: &left_units }, Text { words: &right_words, units: &right_units });
    let weights = units::weights(&[one, two], vocabulary.len());
    let (left_vectors, right_vectors) = (units::vectors(one, &weights), units::vectors(two, &weights));
    let mut seeds = match places.everywhere {
        true => seeds::seeds(&left_vectors, &right_vectors, vocabulary.len()),
        false => Vec::new(),
    };
    places.leave_out(&mut seeds, one, two);
    places.add(&mut seeds, (one, &left_vectors), (two, &right_vectors));
    let clusters = clusters::clusters(seeds.clone(), &left_vectors, &right_vectors, settings);
    let mut likeness = Likeness::new(&weights);
    let found = boxes::fit(&clusters, one, two, &mut likeness, settings);
    let found = resolve::strongest(found, settings);
    let summaries = Summaries { left: one, right: two, right_vectors: &right_vectors };
    let found = match places.everywhere {
        true => summaries.replace(found, &seeds, &mut likeness, settings),
        false => found,
    };
    resolve::passages(&found, (left, &left_words), (right, &right_words), settings)
}

impl Places<'_> {
    /// Takes out the seeds in crowds.
    fn leave_out(&self, seeds: &mut Vec<Seed>, left: Text<'_>, right: Text<'_>) {
        if self.left_crowds.is_empty() && self.right_crowds.is_empty() {
            return;
        }
        let units = |text: Text<'_>, crowds: &[Crowd]| {
            let mut units: Vec<usize> = crowds.iter().filter_map(|each| text.unit_of(each.position)).collect();
            units.dedup();
            units
        };
        let (lefts, rights) = (units(left, self.left_crowds), units(right, self.right_crowds));
        seeds.retain(|seed| lefts.binary_search(&seed.left).is_err() && rights.binary_search(&seed.right).is_err());
    }

    /// Adds the points as seeds, in order, each once.
    fn add(&self, seeds: &mut Vec<Seed>, left: (Text<'_>, &[Vector]), right: (Text<'_>, &[Vector])) {
        if self.points.is_empty() {
            return;
        }
        seeds.extend(self.points.iter().filter_map(|point| {
            let (one, two) = (left.0.unit_of(point.left)?, right.0.unit_of(point.right)?);
            Some(Seed { left: one, right: two, cosine: units::cosine(&left.1[one], &right.1[two]) })
        }));
        seeds.sort_by_key(|seed| (seed.left, seed.right));
        seeds.dedup_by_key(|seed| (seed.left, seed.right));
    }
}
