//! Postings of a collection, and the threads of it with the highest scores, exactly.
//!
//! Postings are kept by block of threads, so that the scores of a block stay in the cache of a core. All postings of a
//! query's terms are added up; the scores are then read once from end to end for those that beat the last of the best
//! so far, and set to 0 again. Nothing is decided posting by posting: a branch there costs more than the sum. Bounds on
//! what the terms that are left can add (Cauchy and Schwarz) ended none of 1,500 searches among 15,000
//! threads early, since most threads share little with any other.

use super::vectors::{ThreadVector, multiply};
use super::{Frequencies, SPACES};

/// Bits of a posting that are its weight, which is at most 2^14; the others are the row within the block.
const WEIGHT_BITS: u32 = 15;
/// Threads whose scores are summed at once, in 512 KB.
const BLOCK: usize = 1 << (u32::BITS - WEIGHT_BITS);
/// Scores that are looked at together for one that is high enough.
const LANES: usize = 32;

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
    blocks: Vec<Postings>,
}

/// The postings of a block: for each term where its own end, and row and weight of each.
struct Postings {
    ends: Vec<u32>,
    posted: Vec<u32>,
}

/// What a search needs besides the index: the scores of a block, all 0 between two searches.
pub struct SearchScratch {
    scores: Box<[u32; BLOCK]>,
}

impl RankingIndex {
    /// Adds a thread under its number.
    pub fn push_thread(&mut self, thread: u32, vector: &ThreadVector) {
        self.threads.push(thread);
        self.terms.extend_from_slice(&vector.terms);
        self.weights.extend_from_slice(&vector.weights);
        self.spaces.extend_from_slice(&vector.spaces);
        self.ends.push(self.terms.len());
    }

    /// The bytes that it takes.
    pub fn count_bytes(&self) -> usize {
        let ends: usize = self.blocks.iter().map(|block| block.ends.len() * 4).sum();
        self.terms.len() * (4 + 2 + 1 + 4) + self.threads.len() * 12 + ends
    }

    /// Makes the postings.
    pub fn finish(&mut self, frequencies: &Frequencies) {
        let rows = self.threads.len();
        self.blocks = (0..rows)
            .step_by(BLOCK)
            .map(|first| self.post_block(first..rows.min(first + BLOCK), frequencies.terms()))
            .collect();
    }

    /// The postings of some rows. `MOST_TERMS` of `ranking.py` keeps their places within 32 bits.
    fn post_block(&self, rows: std::ops::Range<usize>, terms: usize) -> Postings {
        let start = self.range(rows.start).start;
        let own = start..self.range(rows.end - 1).end;
        let mut ends = vec![0u32; terms + 1];
        for &term in &self.terms[own.clone()] {
            ends[term as usize + 1] += 1;
        }
        for at in 1..ends.len() {
            ends[at] += ends[at - 1];
        }
        let mut posted = vec![0; own.len()];
        for row in rows.clone() {
            for at in self.range(row) {
                let place = &mut ends[self.terms[at] as usize];
                posted[*place as usize] = ((row - rows.start) as u32) << WEIGHT_BITS | u32::from(self.weights[at]);
                *place += 1;
            }
        }
        Postings { ends, posted }
    }

    /// Scratch for searches of this index.
    pub fn make_scratch(&self) -> SearchScratch {
        SearchScratch { scores: Box::new([0; BLOCK]) }
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

    /// The rows of the `top` highest scores above 0; of equals the first.
    pub(super) fn find_best_rows(
        &self,
        query: &ThreadVector,
        own: Option<u32>,
        top: usize,
        scratch: &mut SearchScratch,
    ) -> Vec<u32> {
        let mut best = BestRows { top, least: 0, rows: Vec::with_capacity(top) };
        for (block, first) in self.blocks.iter().zip((0..).step_by(BLOCK)) {
            block.add_scores(query, &mut scratch.scores);
            if let Some(score) = own.and_then(|row| scratch.scores.get_mut((row as usize).wrapping_sub(first))) {
                *score = 0;
            }
            let end = (self.threads.len() - first).next_multiple_of(LANES).min(BLOCK);
            best.take_scores(&mut scratch.scores[..end], first as u32);
        }
        best.rows.into_iter().map(|(_, row)| row).collect()
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
}

impl Postings {
    /// Row and weight of each thread that has a term. While postings are put in place, each end moves from where the
    /// list of its term begins to where it ends.
    fn list(&self, term: u32) -> &[u32] {
        let start = term.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        &self.posted[start as usize..self.ends[term as usize] as usize]
    }

    /// Adds what each thread shares with a query.
    fn add_scores(&self, query: &ThreadVector, scores: &mut [u32; BLOCK]) {
        for (&term, &weight) in query.terms.iter().zip(&query.weights) {
            for &posting in self.list(term) {
                let other = posting % (1 << WEIGHT_BITS);
                scores[(posting >> WEIGHT_BITS) as usize] += u32::from(weight) * other;
            }
        }
    }
}

/// The rows of the highest scores so far, the best first, and of equals the first.
struct BestRows {
    top: usize,
    least: u32,
    rows: Vec<(u32, u32)>,
}

impl BestRows {
    /// Takes the scores of rows from `first` on, and sets them to 0.
    fn take_scores(&mut self, scores: &mut [u32], first: u32) {
        for (lanes, start) in scores.chunks_exact_mut(LANES).zip((first..).step_by(LANES)) {
            let least = self.least;
            if lanes.iter().fold(false, |found, &score| found | (score > least)) {
                for (&score, row) in lanes.iter().zip(start..) {
                    self.offer(score, row);
                }
            }
            lanes.fill(0);
        }
    }

    fn offer(&mut self, score: u32, row: u32) {
        if score <= self.least || self.top == 0 {
            return;
        }
        let place = self.rows.partition_point(|each| each.0 >= score);
        self.rows.truncate(self.top - 1);
        self.rows.insert(place, (score, row));
        if self.rows.len() == self.top {
            self.least = self.rows[self.top - 1].0;
        }
    }
}
