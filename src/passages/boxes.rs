//! Boxes: a stretch of words on either side, its four ends moved to where the likeness stops.
//!
//! It is a game: a word wins where the other side's stretch has it, and loses where not, and the stretch is the one that
//! wins most. What a word loses lies half-way between how often words match inside and how often they do outside, by
//! mere topic; so a copied passage ends sharply, and a garbled one with patience.

use std::ops::Range;

use super::Settings;
use super::clusters::Cluster;
use super::likeness::{Likeness, Rates, find_surroundings};
use super::seeds::Seed;
use super::units::{build_vector, compute_cosine};
use super::words::Words;

/// What it is worth to begin or end with a sentence: about two telling words.
const SENTENCE_END_BONUS: f64 = 6.0;
/// It counts less where nearly every word matches, so that a copy that ends in mid-sentence is cut there: in full below
/// three words in four ...
const BONUS_DECAY: f64 = 4.0;
/// ... and this share of it where all do.
const LEAST_BONUS_SHARE: f64 = 0.3;
/// The sides are fitted to each other in turns; most settle after three.
const FITTING_ROUNDS: usize = 6;

/// A document as its words and its units.
#[derive(Clone, Copy)]
pub(super) struct UnitText<'a> {
    pub words: &'a Words,
    pub units: &'a [Range<usize>],
}

impl UnitText<'_> {
    /// The words from one unit to another.
    pub fn word_range(&self, first: usize, last: usize) -> Range<usize> {
        self.units[first].start..self.units[last].end
    }

    /// The unit that a sentence begins in.
    pub fn find_unit(&self, sentence: u32) -> Option<usize> {
        let word = *self.words.sentences.get(sentence as usize)?;
        let unit = self.units.partition_point(|unit| unit.end <= word);
        (unit < self.units.len()).then_some(unit)
    }
}

/// A stretch of words on each side that says the same.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PassageBox {
    pub left: Range<usize>,
    pub right: Range<usize>,
    pub left_rates: Rates,
    pub right_rates: Rates,
    pub sentences: usize,
    pub similarity: f64,
}

impl PassageBox {
    /// That of both sides, on average.
    pub fn mean_evidence(&self) -> f64 {
        f64::midpoint(self.left_rates.evidence(), self.right_rates.evidence())
    }

    /// That of the side which says it better.
    pub fn best_excess(&self) -> f64 {
        self.left_rates.excess().max(self.right_rates.excess())
    }

    /// Whether two share words of the left document.
    pub fn overlaps_on_left(&self, other: &PassageBox) -> bool {
        self.left.start < other.left.end && other.left.start < self.left.end
    }
}

/// Fits a box around each cluster; leaves out what the evidence does not carry.
pub(super) fn fit_boxes<'a>(
    clusters: &[Cluster],
    left: UnitText<'a>,
    right: UnitText<'a>,
    likeness: &mut Likeness<'a>,
    settings: &Settings,
) -> Vec<PassageBox> {
    let boxes = clusters.iter().map(|cluster| fit_box(cluster, left, right, likeness, settings.density));
    let dense = |rates: &Rates| rates.inside >= settings.density;
    boxes
        .filter(|found| {
            found.mean_evidence() >= settings.evidence && dense(&found.left_rates) && dense(&found.right_rates)
        })
        .collect()
}

/// `density` is the least share of words that must match where a box grows.
pub(super) fn fit_box<'a>(
    cluster: &Cluster,
    left: UnitText<'a>,
    right: UnitText<'a>,
    likeness: &mut Likeness<'a>,
    density: f64,
) -> PassageBox {
    let mut one = left.word_range(*cluster.left.start(), *cluster.left.end());
    let mut two = right.word_range(*cluster.right.start(), *cluster.right.end());
    for _ in 0..FITTING_ROUNDS {
        likeness.set_stretch(right.words, &two);
        let new_one = find_best_stretch(left.words, &one, likeness, density);
        likeness.set_stretch(left.words, &new_one);
        let new_two = find_best_stretch(right.words, &two, likeness, density);
        let settled = new_one == one && new_two == two;
        (one, two) = (new_one, new_two);
        if settled {
            break;
        }
    }
    if density > 0.0 {
        extend_word_for_word(&mut one, &mut two, &left.words.numbers, &right.words.numbers);
    }
    let inside =
        |seed: &Seed| ranges_overlap(&left.units[seed.left], &one) && ranges_overlap(&right.units[seed.right], &two);
    let sentences = cluster.count_sentences(inside).max(1);
    measure_box(one, two, sentences, left.words, right.words, likeness)
}

/// Takes in what goes on word for word on both sides. A side grows only over what the other one has already, so that
/// neither can begin where nothing brought them together, as in half of a sentence that was split.
fn extend_word_for_word(one: &mut Range<usize>, two: &mut Range<usize>, left: &[u32], right: &[u32]) {
    while one.end < left.len() && two.end < right.len() && left[one.end] == right[two.end] {
        (one.end, two.end) = (one.end + 1, two.end + 1);
    }
    while one.start > 0 && two.start > 0 && left[one.start - 1] == right[two.start - 1] {
        (one.start, two.start) = (one.start - 1, two.start - 1);
    }
}

pub(super) fn ranges_overlap(one: &Range<usize>, two: &Range<usize>) -> bool {
    one.start < two.end && two.start < one.end
}

/// A box with its rates.
pub(super) fn measure_box<'a>(
    left: Range<usize>,
    right: Range<usize>,
    sentences: usize,
    left_words: &'a Words,
    right_words: &'a Words,
    likeness: &mut Likeness<'a>,
) -> PassageBox {
    likeness.set_stretch(right_words, &right);
    let left_rates = likeness.compute_rates(left_words, &left, |_| false);
    likeness.set_stretch(left_words, &left);
    let right_rates = likeness.compute_rates(right_words, &right, |_| false);
    let one = build_vector(&left_words.numbers[left.clone()], likeness.weights());
    let two = build_vector(&right_words.numbers[right.clone()], likeness.weights());
    PassageBox { left, right, left_rates, right_rates, sentences, similarity: compute_cosine(&one, &two).min(1.0) }
}

/// The stretch around `now` that wins most against what `likeness` looks at. It keeps at least a word of `now`.
pub(super) fn find_best_stretch(
    words: &Words,
    now: &Range<usize>,
    likeness: &Likeness<'_>,
    density: f64,
) -> Range<usize> {
    let rates = likeness.compute_rates(words, now, |_| false);
    let loss = f64::midpoint(rates.outside, rates.inside).max(density);
    let whole = SENTENCE_END_BONUS * (BONUS_DECAY * (1.0 - rates.inside)).clamp(LEAST_BONUS_SHARE, 1.0);
    let window = find_surroundings(words, now);
    let mut sentence = words.find_sentence(window.start);
    // What was won up to here; the lowest sum at which a stretch may begin, and where; the best stretch so far.
    let (mut sum, mut lowest, mut best) = (0.0, (f64::MAX, window.start), (f64::MIN, now.clone()));
    for at in window {
        while words.sentences[sentence + 1] <= at {
            sentence += 1;
        }
        let opens = if words.sentences[sentence] == at { whole } else { 0.0 };
        if at < now.end && sum - opens < lowest.0 {
            lowest = (sum - opens, at);
        }
        sum += likeness.weight(words.numbers[at]) * (likeness.rate_match(words, at) - loss);
        let closes = if words.sentences[sentence + 1] == at + 1 { whole } else { 0.0 };
        if at >= now.start && sum + closes - lowest.0 > best.0 {
            best = (sum + closes - lowest.0, lowest.1..at + 1);
        }
    }
    best.1
}
