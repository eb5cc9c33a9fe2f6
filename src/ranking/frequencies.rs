//! How many threads of a collection have each term. Terms are numbered from the rarest to the most common.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Keys are hashes already.
#[derive(Clone, Default)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn finish(&self) -> u64 {
        // The low bits say the space.
        self.0.rotate_right(2)
    }
}

type KeyMap = HashMap<u64, u32, BuildHasherDefault<KeyHasher>>;

/// The place of a term that so many threads have that it says nothing.
const TOO_COMMON: u32 = u32::MAX;

/// What is known of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermPlace {
    /// Too many threads have it: it does not count.
    Common,
    /// Too few threads have it to be shared; it still counts for the length of a vector.
    Alone,
    /// The number of the term, from the rarest on.
    Numbered(u32),
}

/// A collection's terms: `count_thread` for each thread, then `number_terms`.
#[derive(Default)]
pub struct Frequencies {
    threads: u32,
    places: KeyMap,
    counts: Vec<u32>,
}

impl Frequencies {
    /// Counts the distinct keys of one thread.
    pub fn count_thread(&mut self, keys: &[u64]) {
        self.threads += 1;
        for &key in keys {
            *self.places.entry(key).or_insert(0) += 1;
        }
    }

    /// Numbers the terms that `least` to `most` threads have.
    pub fn number_terms(&mut self, least: u32, most: u32) {
        let mut terms: Vec<(u32, u64)> =
            self.places.drain().filter(|&(_, count)| count >= least).map(|(key, count)| (count, key)).collect();
        terms.sort_unstable();
        let numbered = terms.partition_point(|&(count, _)| count <= most);
        self.counts = terms[..numbered].iter().map(|&(count, _)| count).collect();
        self.places = terms.iter().zip(0..).map(|(&(_, key), number)| (key, number)).collect();
        for (_, key) in &terms[numbered..] {
            self.places.insert(*key, TOO_COMMON);
        }
    }

    /// The most threads that may have a term which counts: `1,000` up to 10,000 threads, `10,000` of a million.
    pub fn most_threads(&self) -> u32 {
        (10 * self.threads.isqrt()).max(1000)
    }

    /// Where a term is.
    pub fn find_term(&self, key: u64) -> TermPlace {
        match self.places.get(&key) {
            None => TermPlace::Alone,
            Some(&TOO_COMMON) => TermPlace::Common,
            Some(&number) => TermPlace::Numbered(number),
        }
    }

    /// How many threads have a numbered term.
    pub fn count_threads_with(&self, number: u32) -> u32 {
        self.counts[number as usize]
    }

    /// All threads that were counted.
    pub fn threads(&self) -> u32 {
        self.threads
    }

    /// Terms that have a number.
    pub fn terms(&self) -> usize {
        self.counts.len()
    }
}
