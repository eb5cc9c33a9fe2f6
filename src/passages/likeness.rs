//! Likeness: what share of the words of one side also stand in a stretch of the other.
//!
//! Words weigh what they say, and a match counts in full only where a neighbour of the word stands near it on the other
//! side as well: words of a common topic match one by one, reused text in company.

use std::ops::Range;

use super::near_pairs::NEIGHBOUR_DISTANCE;
use super::words::Words;

/// What a match is worth without company.
const LONE_MATCH_WORTH: f64 = 0.5;
/// What is supposed of the surroundings before looking: a tenth matches, as sure as this much weight would make it.
const PRIOR_MATCH_RATE: (f64, f64) = (0.1, 50.0);
/// How far around a stretch the surroundings go, beyond its own length.
const SURROUNDING_WORDS: usize = 100;

/// How much of a stretch matches, how much of its surroundings, and what the stretch weighs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Rates {
    pub inside: f64,
    pub outside: f64,
    pub weight: f64,
}

impl Rates {
    /// The share that mere topic does not explain.
    pub fn excess(&self) -> f64 {
        self.inside - self.outside
    }

    /// How surely the stretch is more than topic, in something like standard deviations: chance gives 2, reuse 5 to 20.
    pub fn evidence(&self) -> f64 {
        self.excess() * self.weight.sqrt()
    }
}

/// The stretch of the other side that is looked at, and the weights of all words.
pub(super) struct Likeness<'a> {
    weights: &'a [f64],
    /// The round in which a word was last seen in the stretch.
    seen: Vec<u32>,
    round: u32,
    stretch: Option<(&'a Words, Range<usize>)>,
}

impl<'a> Likeness<'a> {
    pub fn new(weights: &'a [f64]) -> Self {
        Likeness { weights, seen: vec![0; weights.len()], round: 0, stretch: None }
    }

    pub fn weight(&self, number: u32) -> f64 {
        self.weights[number as usize]
    }

    pub fn weights(&self) -> &'a [f64] {
        self.weights
    }

    /// Takes these words as the stretch that others are compared with.
    pub fn set_stretch(&mut self, words: &'a Words, stretch: &Range<usize>) {
        self.round += 1;
        for &number in &words.numbers[stretch.clone()] {
            self.seen[number as usize] = self.round;
        }
        self.stretch = Some((words, stretch.clone()));
    }

    /// What a word's match is worth: 0 where the stretch does not have it.
    pub fn rate_match(&self, words: &Words, at: usize) -> f64 {
        let number = words.numbers[at];
        let Some((others, stretch)) = &self.stretch else { return 0.0 };
        if self.seen[number as usize] != self.round {
            return 0.0;
        }
        let near = others.near_pairs();
        let mut around = (at.saturating_sub(NEIGHBOUR_DISTANCE)..(at + NEIGHBOUR_DISTANCE + 1).min(words.len()))
            .filter(|&other| other != at);
        let in_company = around.any(|other| {
            let other = words.numbers[other];
            self.seen[other as usize] == self.round && near.contains(&others.numbers, stretch, number, other)
        });
        if in_company { 1.0 } else { LONE_MATCH_WORTH }
    }

    /// The rates of the stretch `now`, without the words that `explained` names.
    pub fn compute_rates(&self, words: &Words, now: &Range<usize>, explained: impl Fn(u32) -> bool) -> Rates {
        let sum = |part: Range<usize>, (mut matched, mut all): (f64, f64)| {
            for at in part.filter(|&at| !explained(words.numbers[at])) {
                let weight = self.weight(words.numbers[at]);
                matched += weight * self.rate_match(words, at);
                all += weight;
            }
            (matched, all)
        };
        let around = find_surroundings(words, now);
        let (matched, weight) = sum(now.clone(), (0.0, 0.0));
        let outside = sum(around.start..now.start, (PRIOR_MATCH_RATE.0 * PRIOR_MATCH_RATE.1, PRIOR_MATCH_RATE.1));
        let outside = sum(now.end..around.end, outside);
        let inside = if weight > 0.0 { matched / weight } else { 0.0 };
        Rates { inside, outside: outside.0 / outside.1, weight }
    }
}

/// The stretch with the text around it that it is compared with, and may grow into.
pub(super) fn find_surroundings(words: &Words, now: &Range<usize>) -> Range<usize> {
    let reach = now.len() + SURROUNDING_WORDS;
    now.start.saturating_sub(reach)..(now.end + reach).min(words.len())
}
