//! Summaries: a stretch on the left whose words lie all over the right document.
//!
//! What tells a summary from a copy is what the best place of the right document cannot explain: the words of a copied
//! passage that are missing there are missing everywhere, those of a summary stand elsewhere.

use std::collections::HashSet;
use std::ops::Range;

use super::Settings;
use super::boxes::{PassageBox, UnitText, find_best_stretch, measure_box, ranges_overlap};
use super::clusters::group_close_on_left;
use super::likeness::Likeness;
use super::seeds::Seed;
use super::units::{Vector, build_vector, compute_cosine};

/// What is summed up must be this many times longer.
const LEAST_LENGTH_RATIO: usize = 3;
/// A unit of the right document with this cosine to the summary belongs to what is summed up.
const LEAST_UNIT_COSINE: f64 = 0.05;
/// The share of a summary's words, beyond topic, that the right document must have.
const LEAST_EXCESS: f64 = 0.45;
/// The best place is this many times as long as the summary, in halves ...
const PLACE_LENGTH_HALVES: usize = 3;
/// ... and so sure must be what it leaves unexplained.
const LEAST_REST_EVIDENCE: f64 = 3.0;
/// A passage over this share of a summary explains what it covers.
const LEAST_COVERED_SHARE: f64 = 0.7;
/// A summary may be a little less sure than the passages that it takes the place of.
const PASSAGE_EVIDENCE_SHARE: f64 = 0.75;
/// Each try looks through the whole right document; beyond this many words that would take too long.
const MOST_SEARCHED_WORDS: usize = 50_000;
const ROUNDS: usize = 3;

/// The two documents, and the vectors of the right one's units.
pub(super) struct Summaries<'a> {
    pub left: UnitText<'a>,
    pub right: UnitText<'a>,
    pub right_vectors: &'a [Vector],
}

impl<'a> Summaries<'a> {
    /// Puts summaries in the place of the passages that are only parts of them.
    pub fn replace_passages(
        &self,
        mut found: Vec<PassageBox>,
        seeds: &[Seed],
        likeness: &mut Likeness<'a>,
        settings: &Settings,
    ) -> Vec<PassageBox> {
        if settings.summary_evidence <= 0.0 || self.right.words.len() > MOST_SEARCHED_WORDS {
            return found;
        }
        let groups = group_close_on_left(seeds, settings.max_gap);
        let fit = |group: &Vec<Seed>| self.fit_summary(group, likeness, settings.summary_evidence);
        let mut wide: Vec<PassageBox> = groups.iter().filter_map(fit).collect();
        wide.sort_by(|one, two| {
            two.left_rates.evidence().total_cmp(&one.left_rates.evidence()).then(one.left.start.cmp(&two.left.start))
        });
        let mut taken: Vec<PassageBox> = Vec::new();
        for each in wide {
            let free = taken.iter().all(|other| !other.overlaps_on_left(&each));
            if free && self.explains_more(&each, &found, likeness) {
                found.retain(|other| !other.overlaps_on_left(&each));
                taken.push(each);
            }
        }
        found.extend(taken);
        found
    }

    /// The summary that a group of seeds may come from: grown on the left, on the right as wide as it has anything.
    /// `None` where the words on the left are not evidence enough.
    fn fit_summary(&self, group: &[Seed], likeness: &mut Likeness<'a>, evidence: f64) -> Option<PassageBox> {
        let (first, last) = (group.first()?.left, group.last()?.left);
        let rights = || group.iter().map(|seed| seed.right);
        let mut left = self.left.word_range(first, last);
        let mut right = self.right.word_range(rights().min()?, rights().max()?);
        for _ in 0..ROUNDS {
            likeness.set_stretch(self.right.words, &right);
            let grown = find_best_stretch(self.left.words, &left, likeness, 0.0);
            let wider = self.find_widest_range(&grown, likeness)?;
            let settled = grown == left && wider == right;
            (left, right) = (grown, wider);
            if settled {
                break;
            }
        }
        if right.len() < LEAST_LENGTH_RATIO * left.len() {
            return None;
        }
        likeness.set_stretch(self.right.words, &right);
        let rates = likeness.compute_rates(self.left.words, &left, |_| false);
        if rates.evidence() < evidence || rates.excess() < LEAST_EXCESS {
            return None; // most are, and the right side is long to measure
        }
        let inside = group.iter().filter(|seed| ranges_overlap(&self.left.units[seed.left], &left));
        let sentences = inside.collect::<Vec<_>>().chunk_by(|one, two| one.left == two.left).count().max(1);
        Some(measure_box(left, right, sentences, self.left.words, self.right.words, likeness))
    }

    /// From the first to the last unit that has something of the summary.
    fn find_widest_range(&self, left: &Range<usize>, likeness: &Likeness<'_>) -> Option<Range<usize>> {
        let own = build_vector(&self.left.words.numbers[left.clone()], likeness.weights());
        let belongs = |&unit: &usize| compute_cosine(&own, &self.right_vectors[unit]) >= LEAST_UNIT_COSINE;
        let first = (0..self.right_vectors.len()).find(belongs)?;
        let last = (first..self.right_vectors.len()).rev().find(belongs)?;
        (last > first).then(|| self.right.word_range(first, last))
    }

    /// Whether it is a summary rather than the passages found there.
    fn explains_more(&self, wide: &PassageBox, found: &[PassageBox], likeness: &mut Likeness<'a>) -> bool {
        let rivals = || found.iter().filter(|other| other.overlaps_on_left(wide));
        let theirs = rivals().map(|other| other.left_rates.evidence().powi(2)).sum::<f64>().sqrt();
        if wide.left_rates.evidence() <= PASSAGE_EVIDENCE_SHARE * theirs {
            return false;
        }
        let shared = |other: &PassageBox| other.left.end.min(wide.left.end) - other.left.start.max(wide.left.start);
        let covers = |other: &&PassageBox| shared(other) as f64 >= LEAST_COVERED_SHARE * wide.left.len() as f64;
        let mut places: Vec<Range<usize>> = rivals().filter(covers).map(|other| other.right.clone()).collect();
        places.push(self.find_best_place(wide, likeness));
        self.measure_rest(wide, &places, likeness) >= LEAST_REST_EVIDENCE
    }

    /// Where in the right document most of the summary's words stand together.
    fn find_best_place(&self, wide: &PassageBox, likeness: &mut Likeness<'a>) -> Range<usize> {
        likeness.set_stretch(self.left.words, &wide.left);
        let words = self.right.words;
        let worth = |at: usize| likeness.weight(words.numbers[at]) * likeness.rate_match(words, at);
        let worths: Vec<f64> = wide.right.clone().map(worth).collect();
        let width = (wide.left.len() * PLACE_LENGTH_HALVES / 2).clamp(1, worths.len());
        let mut sum: f64 = worths[..width].iter().sum();
        let (mut best, mut place) = (sum, 0);
        for (at, worth) in worths.iter().enumerate().skip(width) {
            sum += worth - worths[at - width];
            if sum > best {
                (best, place) = (sum, at + 1 - width);
            }
        }
        let start = wide.right.start + place;
        start..start + width
    }

    /// The evidence of the words that stand in none of the places, from the rest of the right document.
    fn measure_rest(&self, wide: &PassageBox, places: &[Range<usize>], likeness: &mut Likeness<'a>) -> f64 {
        let numbers = &self.right.words.numbers;
        let explained: HashSet<u32> = places.iter().flat_map(|place| numbers[place.clone()].iter().copied()).collect();
        likeness.set_stretch(self.right.words, &wide.right);
        likeness.compute_rates(self.left.words, &wide.left, |number| explained.contains(&number)).evidence()
    }
}
