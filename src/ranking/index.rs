//! Postings of a collection, and the threads of it with the highest scores, exactly.
//!
//! A query's terms are taken from the rarest to the most common, and each adds to the scores of the threads that have
//! it. What the terms that are left can add to any thread is at most the product of two lengths, space by space
//! (Cauchy and Schwarz). As soon as that is less than the score of the last of the best so far, a thread that was not
//! met cannot be among the best, and of those that were met only the few which may still rise are compared whole. So the
//! long lists of common words are rarely read.

use super::vectors::{ThreadVector, multiply};
use super::{Frequencies, SPACES};

/// Terms in fewer threads are read without asking whether the best are found: asking costs more.
const SHORT_LIST: usize = 128;
/// What it costs to compare a thread whole, in postings read.
const COMPARISON_COST: usize = 48;

/// A thread that was found: its number, and the dot product in each space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// As it was given to `push_thread`.
    pub thread: u32,
    /// Space by space.
    pub scores: [u32; SPACES],
    /// By what both mean; 0 where only terms are compared.
    pub meaning: u32,
}

impl Found {
    /// The sum of all parts.
    pub fn score(&self) -> u32 {
        self.scores.iter().sum::<u32>() + self.meaning
    }
}

/// Vectors of threads, whole and by term: `push_thread` for each, then `finish`.
#[derive(Default)]
pub struct RankingIndex {
    threads: Vec<u32>,
    ends: Vec<usize>,
    terms: Vec<u32>,
    weights: Vec<u16>,
    spaces: Vec<u8>,
    greatest: [f64; SPACES],
    list_ends: Vec<usize>,
    posted: Vec<(u32, u16)>,
}

/// What a search needs besides the index: scores so far, all 0 between two searches.
pub struct SearchScratch {
    scores: Vec<u32>,
    met: Vec<u32>,
    sample: Vec<u32>,
}

impl RankingIndex {
    /// Adds a thread under its number.
    pub fn push_thread(&mut self, thread: u32, vector: &ThreadVector) {
        self.threads.push(thread);
        self.terms.extend_from_slice(&vector.terms);
        self.weights.extend_from_slice(&vector.weights);
        self.spaces.extend_from_slice(&vector.spaces);
        self.ends.push(self.terms.len());
        let lengths = measure_spaces(vector, 0);
        for (greatest, length) in self.greatest.iter_mut().zip(lengths) {
            *greatest = greatest.max(length.sqrt());
        }
    }

    /// The bytes that it takes, also while it is finished.
    pub fn count_bytes(&self) -> usize {
        self.terms.len() * (4 + 2 + 1 + 8) + self.threads.len() * 12 + self.list_ends.len() * 8
    }

    /// Makes the postings.
    pub fn finish(&mut self, frequencies: &Frequencies) {
        let mut ends = vec![0usize; frequencies.terms() + 1];
        for &term in &self.terms {
            ends[term as usize + 1] += 1;
        }
        for at in 1..ends.len() {
            ends[at] += ends[at - 1];
        }
        let mut free = ends.clone();
        self.posted = vec![(0, 0); self.terms.len()];
        for row in 0..self.threads.len() {
            for at in self.range(row) {
                let place = &mut free[self.terms[at] as usize];
                self.posted[*place] = (row as u32, self.weights[at]);
                *place += 1;
            }
        }
        self.list_ends = ends;
    }

    /// Scratch for searches of this index.
    pub fn make_scratch(&self) -> SearchScratch {
        SearchScratch { scores: vec![0; self.threads.len()], met: Vec::new(), sample: Vec::new() }
    }

    /// The `top` threads with the highest scores above 0, the best first, and of equals the one with the lowest
    /// number. The thread `own` is left out.
    pub fn find_best(
        &self,
        query: &ThreadVector,
        own: Option<u32>,
        top: usize,
        scratch: &mut SearchScratch,
    ) -> Vec<Found> {
        let own = own.and_then(|thread| self.find_row(thread));
        let rows = self.find_best_rows(query, own, top, scratch);
        let mut found: Vec<Found> = rows.into_iter().map(|row| self.compare_row(query, row)).collect();
        found.sort_unstable_by_key(|each| (std::cmp::Reverse(each.score()), each.thread));
        found.truncate(top);
        found
    }

    /// Rows among which are the `top` best; those of no score are not.
    pub(super) fn find_best_rows(
        &self,
        query: &ThreadVector,
        own: Option<u32>,
        top: usize,
        scratch: &mut SearchScratch,
    ) -> Vec<u32> {
        self.collect_candidates(query, own.unwrap_or(u32::MAX), top, scratch)
    }

    /// The row of a thread.
    pub(super) fn find_row(&self, thread: u32) -> Option<u32> {
        self.threads.binary_search(&thread).ok().map(|row| row as u32)
    }

    /// The score of a query and one thread; None where the index does not have it.
    pub fn compare(&self, query: &ThreadVector, thread: u32) -> Option<Found> {
        Some(self.compare_row(query, self.find_row(thread)?))
    }

    pub(super) fn compare_row(&self, query: &ThreadVector, row: u32) -> Found {
        let range = self.range(row as usize);
        let whole = (&self.terms[range.clone()], &self.weights[range.clone()], &self.spaces[range]);
        Found { thread: self.threads[row as usize], scores: multiply(query, whole), meaning: 0 }
    }

    fn range(&self, row: usize) -> std::ops::Range<usize> {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        start..self.ends[row]
    }

    fn list(&self, term: u32) -> &[(u32, u16)] {
        &self.posted[self.list_ends[term as usize]..self.list_ends[term as usize + 1]]
    }

    /// Rows among which the best are; `scratch` is clean again afterwards.
    fn collect_candidates(&self, query: &ThreadVector, own: u32, top: usize, scratch: &mut SearchScratch) -> Vec<u32> {
        let mut left: usize = query.terms.iter().map(|&term| self.list(term).len()).sum();
        let mut rest = measure_spaces(query, 0);
        let mut asked = SHORT_LIST;
        // What the last of the best can have by now at most: it rises by no more than the bound falls.
        let (mut last, mut last_bound) = (0.0, f64::INFINITY);
        for (at, &term) in query.terms.iter().enumerate() {
            let list = self.list(term);
            if list.len() > asked && left > 4 * scratch.met.len() {
                let bound = self.bound_rest(&rest);
                let needed = if last + last_bound < 2.0 * bound {
                    0.0
                } else {
                    asked = list.len() + list.len() / 2;
                    (last, last_bound) = (f64::from(scratch.find_last_of_best(own, top)), bound);
                    last - bound
                };
                if needed > 0.0 {
                    let close = scratch.count_at_least(needed);
                    if close.saturating_mul(COMPARISON_COST) < left {
                        return scratch.take_at_least(needed.floor() as u32, own);
                    }
                }
            }
            let weight = u32::from(query.weights[at]);
            for &(row, other) in list {
                let score = &mut scratch.scores[row as usize];
                if *score == 0 {
                    scratch.met.push(row);
                }
                *score += weight * u32::from(other);
            }
            left -= list.len();
            let square = f64::from(query.weights[at]).powi(2);
            let space = &mut rest[query.spaces[at] as usize];
            *space = (*space - square).max(0.0);
        }
        scratch.take_best(own, top)
    }

    fn bound_rest(&self, rest: &[f64; SPACES]) -> f64 {
        rest.iter().zip(&self.greatest).map(|(square, greatest)| square.sqrt() * greatest).sum::<f64>() + 1.0
    }
}

impl SearchScratch {
    /// The score so far of the last of the `top` best; 0 where there are fewer.
    fn find_last_of_best(&mut self, own: u32, top: usize) -> u32 {
        self.sample.clear();
        self.sample.extend(self.met.iter().filter(|&&row| row != own).map(|&row| self.scores[row as usize]));
        if self.sample.len() < top || top == 0 {
            return 0;
        }
        let place = self.sample.len() - top;
        *self.sample.select_nth_unstable(place).1
    }

    fn count_at_least(&self, least: f64) -> usize {
        self.met.iter().filter(|&&row| f64::from(self.scores[row as usize]) >= least).count()
    }

    /// The rows of the best where all scores are known.
    fn take_best(&mut self, own: u32, top: usize) -> Vec<u32> {
        let rank = |row: &u32| (std::cmp::Reverse(self.scores[*row as usize]), *row);
        let mut best: Vec<u32> = self.met.iter().copied().filter(|&row| row != own).collect();
        if best.len() > top {
            best.select_nth_unstable_by_key(top, rank);
            best.truncate(top);
        }
        self.met.iter().for_each(|&row| self.scores[row as usize] = 0);
        self.met.clear();
        best
    }

    fn take_at_least(&mut self, least: u32, own: u32) -> Vec<u32> {
        let mut kept = Vec::new();
        for &row in &self.met {
            let score = std::mem::take(&mut self.scores[row as usize]);
            if score >= least && row != own {
                kept.push(row);
            }
        }
        self.met.clear();
        kept
    }
}

/// The squares of a vector's lengths from a place on, space by space.
fn measure_spaces(vector: &ThreadVector, from: usize) -> [f64; SPACES] {
    let mut squares = [0.0; SPACES];
    for (&weight, &space) in vector.weights[from..].iter().zip(&vector.spaces[from..]) {
        squares[space as usize] += f64::from(weight).powi(2);
    }
    squares
}
