//! Boxes: a stretch of words on either side, its four ends moved to where the likeness stops.
//!
//! Whether a word of one side also stands in the other side's stretch is taken as a game: it wins where it does, and loses
//! where not, and the stretch is the one that wins most. What it loses lies between how often words match inside
//! and how often they do outside, by mere topic; so a copied passage ends sharply, and a garbled one with patience.

use std::collections::HashSet;
use std::ops::Range;

use super::Settings;
use super::clusters::Cluster;
use super::seeds::Seed;
use super::units::{Vector, cosine, vector};
use super::words::Words;

/// A stretch of words on each side that says the same.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Found {
    pub left: Range<usize>,
    pub right: Range<usize>,
    pub sentences: usize,
    pub similarity: f64,
    pub features: [f64; 8],
}

pub(super) struct Boxes<'a> {
    left: &'a Words,
    right: &'a Words,
    left_units: &'a [Range<usize>],
    right_units: &'a [Range<usize>],
    weights: &'a [f64],
    marks: Vec<u32>,
    mark: u32,
    near: HashSet<(u32, u32)>,
}

const ROUNDS: usize = 6;
const NEAR: usize = 2;

impl<'a> Boxes<'a> {
    pub fn new(
        left: &'a Words,
        right: &'a Words,
        left_units: &'a [Range<usize>],
        right_units: &'a [Range<usize>],
        weights: &'a [f64],
    ) -> Self {
        Boxes { left, right, left_units, right_units, weights, marks: vec![0; weights.len()], mark: 0, near: HashSet::new() }
    }

    /// Summaries: a stretch on the left whose words lie all over the right side.
    pub fn fit_wide(&mut self, groups: Vec<Vec<Seed>>, right_vectors: &[Vector], settings: &Settings) -> Vec<Found> {
        groups.into_iter().filter_map(|group| self.wide(&group, right_vectors, settings)).collect()
    }

    fn wide(&mut self, group: &[Seed], right_vectors: &[Vector], settings: &Settings) -> Option<Found> {
        let (first, last) = (group.first()?.left, group.last()?.left);
        let low = group.iter().map(|seed| seed.right).min()?;
        let high = group.iter().map(|seed| seed.right).max()?;
        let mut left = self.left_units[first].start..self.left_units[last].end;
        let mut right = self.right_units[low].start..self.right_units[high].end;
        for _ in 0..3 {
            left = self.stretch(self.left, &left, self.right, &right, settings);
            let own = vector(&self.left.numbers[left.clone()], self.weights);
            let mut alike = (0..right_vectors.len()).filter(|&unit| cosine(&own, &right_vectors[unit]) >= settings.h);
            let (Some(low), Some(high)) = (alike.next(), alike.next_back()) else { return None };
            right = self.right_units[low].start..self.right_units[high].end;
        }
        if (right.len() as f64) < settings.w * left.len() as f64 {
            return None;
        }
        let one = vector(&self.left.numbers[left.clone()], self.weights);
        let two = vector(&self.right.numbers[right.clone()], self.weights);
        let (li, lo, lw) = self.rates(self.left, &left, self.right, &right, settings);
        let (ri, ro, rw) = self.rates(self.right, &right, self.left, &left, settings);
        // Without the place that matches best: what is said nowhere else but there is no summary.
        let width = (settings.q * left.len() as f64) as usize;
        self.mark_other(self.left, &left);
        let worth: Vec<f64> = right.clone().map(|at| self.weights[self.right.numbers[at] as usize] * self.value(self.right, at, settings.e)).collect();
        let mut sum: f64 = worth.iter().take(width).sum();
        let (mut best, mut place) = (sum, 0);
        for at in width..worth.len() {
            sum += worth[at] - worth[at - width];
            if sum > best {
                (best, place) = (sum, at + 1 - width);
            }
        }
        let hole = right.start + place..(right.start + place + width).min(right.end);
        let known: HashSet<u32> = self.right.numbers[hole.clone()].iter().copied().collect();
        self.rates_two(self.left, &left, self.right, &[right.start..hole.start, hole.end..right.end], settings);
        let reach = left.len() + 100;
        let (mut inside, mut outside) = ((0.0, 0.0), (settings.d * 0.1, settings.d));
        for at in left.start.saturating_sub(reach)..(left.end + reach).min(self.left.len()) {
            let number = self.left.numbers[at];
            if known.contains(&number) {
                continue;
            }
            let sum = if left.contains(&at) { &mut inside } else { &mut outside };
            let weight = self.weights[number as usize];
            sum.0 += weight * self.value(self.left, at, settings.e);
            sum.1 += weight;
        }
        let rest = (inside.0 / inside.1.max(1.0) - outside.0 / outside.1) * inside.1.sqrt();
        let features = [li, lo, lw, ri, ro, rest, -1.0, group.len() as f64];
        let _ = rw;
        Some(Found { left, right, sentences: group.len(), similarity: cosine(&one, &two), features })
    }

    pub fn fit(&mut self, clusters: Vec<Cluster>, settings: &Settings) -> Vec<Found> {
        clusters.into_iter().map(|cluster| self.fit_one(&cluster, settings)).collect()
    }

    fn fit_one(&mut self, cluster: &Cluster, settings: &Settings) -> Found {
        let mut left = self.left_units[*cluster.left.start()].start..self.left_units[*cluster.left.end()].end;
        let mut right = self.right_units[*cluster.right.start()].start..self.right_units[*cluster.right.end()].end;
        for _ in 0..ROUNDS {
            let new_left = self.stretch(self.left, &left, self.right, &right, settings);
            let new_right = self.stretch(self.right, &right, self.left, &new_left, settings);
            let settled = new_left == left && new_right == right;
            (left, right) = (new_left, new_right);
            if settled {
                break;
            }
        }
        let one = vector(&self.left.numbers[left.clone()], self.weights);
        let two = vector(&self.right.numbers[right.clone()], self.weights);
        let (li, lo, lw) = self.rates(self.left, &left, self.right, &right, settings);
        let (ri, ro, rw) = self.rates(self.right, &right, self.left, &left, settings);
        let features = [li, lo, lw, ri, ro, rw, cluster.similarity, cluster.seeds.len() as f64];
        Found { left, right, sentences: cluster.seeds.len(), similarity: cosine(&one, &two), features }
    }

    fn rates(&mut self, words: &Words, now: &Range<usize>, others: &Words, other: &Range<usize>, settings: &Settings) -> (f64, f64, f64) {
        self.mark_other(others, other);
        let reach = now.len() + 100;
        let window = now.start.saturating_sub(reach)..(now.end + reach).min(words.len());
        let inside = self.rate(words, &[now.clone()], 0.0, settings.e);
        let outside = self.rate(words, &[window.start..now.start, now.end..window.end], settings.d, settings.e);
        (inside, outside, now.clone().map(|at| self.weights[words.numbers[at] as usize]).sum())
    }

    fn rates_two(&mut self, words: &Words, now: &Range<usize>, others: &Words, other: &[Range<usize>], settings: &Settings) -> (f64, f64, f64) {
        self.mark += 1;
        self.near.clear();
        for part in other {
            let numbers = &others.numbers[part.clone()];
            for at in 0..numbers.len() {
                self.marks[numbers[at] as usize] = self.mark;
                for next in (at + 1)..(at + 1 + NEAR).min(numbers.len()) {
                    self.near.insert((numbers[at].min(numbers[next]), numbers[at].max(numbers[next])));
                }
            }
        }
        let reach = now.len() + 100;
        let window = now.start.saturating_sub(reach)..(now.end + reach).min(words.len());
        let inside = self.rate(words, &[now.clone()], 0.0, settings.e);
        let outside = self.rate(words, &[window.start..now.start, now.end..window.end], settings.d, settings.e);
        (inside, outside, now.clone().map(|at| self.weights[words.numbers[at] as usize]).sum())
    }

    fn mark_other(&mut self, others: &Words, other: &Range<usize>) {
        self.mark += 1;
        for &number in &others.numbers[other.clone()] {
            self.marks[number as usize] = self.mark;
        }
        self.near.clear();
        let numbers = &others.numbers[other.clone()];
        for at in 0..numbers.len() {
            for next in (at + 1)..(at + 1 + NEAR).min(numbers.len()) {
                self.near.insert((numbers[at].min(numbers[next]), numbers[at].max(numbers[next])));
            }
        }
    }

    /// The best stretch of `words` around `now`, when `other` is the stretch on the other side.
    fn stretch(
        &mut self,
        words: &Words,
        now: &Range<usize>,
        others: &Words,
        other: &Range<usize>,
        settings: &Settings,
    ) -> Range<usize> {
        self.mark_other(others, other);
        let reach = now.len() + 100;
        let window = now.start.saturating_sub(reach)..(now.end + reach).min(words.len());
        let inside = self.rate(words, &[now.clone()], 0.0, settings.e);
        let outside = self.rate(words, &[window.start..now.start, now.end..window.end], settings.d, settings.e);
        let cost = outside + settings.a * (inside - outside);
        let mean = 3.0;
        let bonus = settings.b * mean;
        // Sums of what was won up to each word.
        let mut best = (f64::MIN, now.clone());
        let mut lowest = (f64::MAX, window.start);
        let mut sum = 0.0;
        let mut sentence = words.sentence_of(window.start);
        for at in window.clone() {
            while words.sentences[sentence + 1] <= at {
                sentence += 1;
            }
            let opens = words.sentences[sentence] == at;
            let start = sum - if opens { bonus } else { 0.0 };
            if at < now.end && start < lowest.0 {
                lowest = (start, at);
            }
            let number = words.numbers[at] as usize;
            let matched = self.value(words, at, settings.e);
            sum += self.weights[number].min(settings.c) * (matched - cost);
            let closes = words.sentences[sentence + 1] == at + 1;
            let end = sum + if closes { bonus } else { 0.0 };
            if at >= now.start && end - lowest.0 > best.0 {
                best = (end - lowest.0, lowest.1..at + 1);
            }
        }
        best.1
    }

    /// The share of words, by weight, that the other side has.
    fn rate(&self, words: &Words, parts: &[Range<usize>], smooth: f64, alone: f64) -> f64 {
        let (mut all, mut matched) = (smooth, smooth * 0.1);
        for part in parts {
            for at in part.clone() {
                let weight = self.weights[words.numbers[at] as usize];
                all += weight;
                matched += weight * self.value(words, at, alone);
            }
        }
        if all > 0.0 { matched / all } else { 0.0 }
    }

    /// What the match of a word is worth: less when none of its neighbours stands near it on the other side.
    fn value(&self, words: &Words, at: usize, alone: f64) -> f64 {
        let number = words.numbers[at];
        if self.marks[number as usize] != self.mark {
            return 0.0;
        }
        let around = at.saturating_sub(NEAR)..(at + NEAR + 1).min(words.len());
        let near = around.filter(|&other| other != at).any(|other| {
            let other = words.numbers[other];
            self.near.contains(&(number.min(other), number.max(other)))
        });
        if near { 1.0 } else { alone }
    }
}
