//! The threads most like each thread: exact, by a score in whole numbers, so that every machine gives the same answer.
//!
//! `terms` cuts a thread into counted terms of three spaces, `frequencies` counts how many threads have each,
//! `vectors` weighs them, and `index` holds the postings and finds the best. `meanings` adds what threads mean. The plain
//! version of all this is `tests/oracles/ranking.py`.

pub mod frequencies;
pub mod index;
pub mod meanings;
pub mod terms;
pub mod vectors;

#[cfg(test)]
mod tests;

pub use frequencies::Frequencies;
pub use index::{Found, RankingIndex};
pub use meanings::{MeaningQuery, Meanings, compare_with_meanings, find_best_with_meanings};
pub use terms::{TermCounter, ThreadTexts};
pub use vectors::{ThreadVector, build_vector};

/// The spaces of terms: stems of the whole thread, beginnings of the words of its question, grams of its title.
pub const SPACES: usize = 3;
/// Low bits of a key, which say its space.
pub const SPACE_BITS: u64 = 3;

/// The space that a key is of.
pub fn find_space(key: u64) -> usize {
    (key & SPACE_BITS) as usize
}
