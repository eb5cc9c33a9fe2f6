//! Passages that two documents share, located to the character on both sides.
//!
//! Two ways lead there. [`match_runs`] takes sentence matches that were verified elsewhere and joins them into runs: the
//! way of the paper. [`align_documents`] takes the two texts and finds reuse down to single words, so that it also sees a passage
//! whose sentences were shuffled, translated or summed up:
//!
//! ```text
//! words -> units -> seeds -> clusters -> boxes -> passages
//! ```
//!
//! `words` cuts both texts into numbered words; `units` makes vectors of their sentences; `seeds` are pairs of units that
//! look a little alike; `clusters` joins seeds that lie close on both sides; `boxes` moves the four ends of each to the
//! words where the `likeness` stops; `resolve` settles which of two that overlap stays; `summaries` sees what is spread
//! over all of the right document. [`noisy`] needs no words: it finds what scanners and typists left of a copy, letter by letter.
//!
//! Of a passage that was found, `excerpts` gives the words and `forms` says what became of them.

mod boxes;
mod clusters;
mod excerpts;
mod forms;
mod likeness;
mod locate;
mod match_runs;
mod near_pairs;
mod noisy;
mod resolve;
mod roles;
mod seeds;
mod shared_places;
mod summaries;
#[cfg(test)]
mod tests;
mod units;
mod windows;
mod word_runs;
mod words;

pub use excerpts::{CONTEXT_CHARACTERS, Excerpt, LONGEST_EXCERPT_CHARACTERS, cut_excerpt};
pub use forms::{Form, find_form};
pub use locate::{
    ComparedDocument, Crowd, LocateMethod, LocateSettings, LocatedPassage, Outline, locate_passages, resolve_passages,
};
pub use match_runs::{Match, MatchRun, RunRules, find_match_runs};
pub use noisy::{MeetingGram, NoiseCounts, count_noise, form_chain, list_meeting_grams, locate_noisy};
#[cfg(feature = "python")]
pub(crate) use roles::count_union;
pub use roles::{PassageInDocument, Role, find_roles};
pub use shared_places::{PlacePairing, SentencePlace, SentencePoint};
pub use windows::{
    CHUNK_SENTENCES, DocumentSide, SharedPoint as WindowPoint, Window, WindowTexts, drop_overlapped, find_windows,
};
pub use word_runs::{WordRunSettings, list_word_runs};

use boxes::UnitText;
use likeness::Likeness;
use resolve::Document;
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

/// What [`align_documents`] takes for reuse.
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
pub fn align_documents(left: &[Sentence<'_>], right: &[Sentence<'_>], settings: &Settings) -> Vec<Passage> {
    align_at_places(left, right, &SearchPlaces { everywhere: true, ..SearchPlaces::default() }, settings)
}

/// Where to look for passages.
#[derive(Clone, Copy, Default)]
struct SearchPlaces<'a> {
    /// Wherever two sentences look a little alike; summaries are only found so.
    everywhere: bool,
    /// Around these sentences.
    points: &'a [Match],
    /// Sentences where no passage is looked for, by position; what stands beside the positions does not matter here.
    left_crowds: &'a [Crowd],
    /// The same on the right.
    right_crowds: &'a [Crowd],
}

fn align_at_places(
    left: &[Sentence<'_>],
    right: &[Sentence<'_>],
    places: &SearchPlaces<'_>,
    settings: &Settings,
) -> Vec<Passage> {
    let mut vocabulary = Vocabulary::default();
    let (left_words, right_words) =
        (Words::from_sentences(left, &mut vocabulary), Words::from_sentences(right, &mut vocabulary));
    align_words((left, &left_words), (right, &right_words), vocabulary.len(), places, settings)
}

/// The same of documents whose words are numbered from 0 to `distinct`.
fn align_words(
    (left, left_words): Document<'_>,
    (right, right_words): Document<'_>,
    distinct: usize,
    places: &SearchPlaces<'_>,
    settings: &Settings,
) -> Vec<Passage> {
    let (left_units, right_units) = (units::cut_units(left_words), units::cut_units(right_words));
    let (one, two) =
        (UnitText { words: left_words, units: &left_units }, UnitText { words: right_words, units: &right_units });
    let weights = units::weigh_words(&[one, two], distinct);
    let (left_vectors, right_vectors) = (units::build_vectors(one, &weights), units::build_vectors(two, &weights));
    let mut seeds = match places.everywhere {
        true => seeds::find_seeds(&left_vectors, &right_vectors, distinct),
        false => Vec::new(),
    };
    places.remove_crowd_seeds(&mut seeds, one, two);
    places.add_seeds(&mut seeds, (one, &left_vectors), (two, &right_vectors));
    let clusters = clusters::cluster_seeds(seeds.clone(), &left_vectors, &right_vectors, settings);
    let mut likeness = Likeness::new(&weights);
    let found = boxes::fit_boxes(&clusters, one, two, &mut likeness, settings);
    let found = resolve::keep_strongest(found, settings);
    let summaries = Summaries { left: one, right: two, right_vectors: &right_vectors };
    let found = match places.everywhere {
        true => summaries.replace_passages(found, &seeds, &mut likeness, settings),
        false => found,
    };
    resolve::convert_boxes(&found, (left, left_words), (right, right_words), settings)
}

impl SearchPlaces<'_> {
    /// Takes out the seeds in crowds.
    fn remove_crowd_seeds(&self, seeds: &mut Vec<Seed>, left: UnitText<'_>, right: UnitText<'_>) {
        if self.left_crowds.is_empty() && self.right_crowds.is_empty() {
            return;
        }
        let units = |text: UnitText<'_>, crowds: &[Crowd]| {
            let mut units: Vec<usize> = crowds.iter().filter_map(|each| text.find_unit(each.position)).collect();
            units.dedup();
            units
        };
        let (lefts, rights) = (units(left, self.left_crowds), units(right, self.right_crowds));
        seeds.retain(|seed| lefts.binary_search(&seed.left).is_err() && rights.binary_search(&seed.right).is_err());
    }

    /// Adds the points as seeds, in order, each once.
    fn add_seeds(&self, seeds: &mut Vec<Seed>, left: (UnitText<'_>, &[Vector]), right: (UnitText<'_>, &[Vector])) {
        if self.points.is_empty() {
            return;
        }
        seeds.extend(self.points.iter().filter_map(|point| {
            let (one, two) = (left.0.find_unit(point.left)?, right.0.find_unit(point.right)?);
            Some(Seed { left: one, right: two, cosine: units::compute_cosine(&left.1[one], &right.1[two]) })
        }));
        seeds.sort_by_key(|seed| (seed.left, seed.right));
        seeds.dedup_by_key(|seed| (seed.left, seed.right));
    }
}
