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

    /// Numbers the terms that several threads have; what a single thread has can be shared with no other.
    pub fn number_terms(&mut self, least: u32) {
        let mut terms: Vec<(u32, u64)> =
            self.places.drain().filter(|&(_, count)| count >= least).map(|(key, count)| (count, key)).collect();
        terms.sort_unstable();
        self.counts = terms.iter().map(|&(count, _)| count).collect();
        self.places = terms.iter().zip(0..).map(|(&(_, key), number)| (key, number)).collect();
    }

    /// The number of a term, or None where too few threads have it.
    pub fn find_number(&self, key: u64) -> Option<u32> {
        self.places.get(&key).copied()
    }

    /// How many threads have a term, 1 where it has no number.
    pub fn count_threads_with(&self, number: Option<u32>) -> u32 {
        number.map_or(1, |number| self.counts[number as usize])
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
