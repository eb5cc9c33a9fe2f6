//! What threads mean, as vectors of signed bytes, beside the terms that they share.
//!
//! Vectors have no rare terms to begin with, so every one is compared, and the best by meaning join the best by terms:
//! both lists are then compared whole.

use super::index::{Found, RankingIndex, SearchScratch};
use super::vectors::{LENGTH, ThreadVector};
use crate::vectors::bytes::{compute_cosine, compute_dot};

/// The vectors of an index's threads, in its order.
#[derive(Default)]
pub struct Meanings {
    dimensions: usize,
    bytes: Vec<u8>,
    squares: Vec<i32>,
}

impl Meanings {
    /// Adds the vector of the next thread; none where it has no words.
    pub fn push(&mut self, vector: Option<&[u8]>) {
        let vector = vector.unwrap_or_default();
        if self.dimensions == 0 {
            self.dimensions = vector.len();
            self.bytes = vec![0; self.squares.len() * self.dimensions];
        }
        self.bytes.extend_from_slice(&vector[..vector.len().min(self.dimensions)]);
        self.bytes.resize((self.squares.len() + 1) * self.dimensions, 0);
        self.squares.push(compute_dot(vector, vector));
    }

    /// The bytes that it takes.
    pub fn count_bytes(&self) -> usize {
        self.bytes.len() + 4 * self.squares.len()
    }

    /// The cosine of a vector and that of a row, in whole numbers up to `share` of the highest score.
    fn compare(&self, query: &[u8], square: i32, row: usize, share: f64) -> u32 {
        let own = &self.bytes[row * self.dimensions..(row + 1) * self.dimensions];
        if square == 0 || self.squares[row] == 0 || own.len() != query.len() {
            return 0;
        }
        (compute_cosine(compute_dot(query, own), square, self.squares[row]) * (share * LENGTH * LENGTH)) as u32
    }

    /// The rows most like a vector, of equals the first.
    fn find_best(&self, query: &[u8], square: i32, share: f64, own: Option<u32>, top: usize) -> Vec<u32> {
        let mut rows: Vec<(u32, u32)> = (0..self.squares.len())
            .filter(|&row| Some(row as u32) != own)
            .map(|row| (self.compare(query, square, row, share), row as u32))
            .filter(|&(score, _)| score > 0)
            .collect();
        let rank = |each: &(u32, u32)| (std::cmp::Reverse(each.0), each.1);
        if rows.len() > top {
            rows.select_nth_unstable_by_key(top, rank);
            rows.truncate(top);
        }
        rows.into_iter().map(|(_, row)| row).collect()
    }
}

/// What a thread is looked up by: its terms, its vector, and how much the vector counts.
pub struct MeaningQuery<'a> {
    /// Weighted so that all spaces together have the rest of the score.
    pub terms: &'a ThreadVector,
    /// None where the thread has no words.
    pub vector: Option<&'a [u8]>,
    /// The part of the score that meaning has.
    pub share: f64,
    /// How many of the best by terms, and of the best by meaning, are compared whole.
    pub compared: usize,
}

/// The `top` threads with the highest scores among the `compared` best by terms and as many by meaning.
pub fn find_best_with_meanings(
    index: &RankingIndex,
    meanings: &Meanings,
    query: &MeaningQuery<'_>,
    own: Option<u32>,
    top: usize,
    scratch: &mut SearchScratch,
) -> Vec<Found> {
    let most = query.compared;
    let (vector, own_row) = (query.vector.unwrap_or_default(), own.and_then(|thread| index.find_row(thread)));
    let square = compute_dot(vector, vector);
    let mut rows = index.find_best_rows(query.terms, own_row, most, scratch);
    rows.extend(meanings.find_best(vector, square, query.share, own_row, most));
    rows.sort_unstable();
    rows.dedup();
    let mut found: Vec<Found> = rows
        .into_iter()
        .map(|row| {
            let meaning = meanings.compare(vector, square, row as usize, query.share);
            Found { meaning, ..index.compare_row(query.terms, row) }
        })
        .filter(|each| each.score() > 0)
        .collect();
    found.sort_unstable_by_key(|each| (std::cmp::Reverse(each.score()), each.thread));
    found.truncate(top);
    found
}

/// The score of a query and one thread; None where the index does not have it.
pub fn compare_with_meanings(
    index: &RankingIndex,
    meanings: &Meanings,
    query: &MeaningQuery<'_>,
    thread: u32,
) -> Option<Found> {
    let row = index.find_row(thread)?;
    let vector = query.vector.unwrap_or_default();
    let meaning = meanings.compare(vector, compute_dot(vector, vector), row as usize, query.share);
    Some(Found { meaning, ..index.compare_row(query.terms, row) })
}
