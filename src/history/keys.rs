//! Maps from numbers that are hashes already, in fewer steps than those of the standard library.
//!
//! Texts choose the hashes, so the map's own are seeded by chance, once in a process: nobody can write a page whose words
//! all meet in one place. The order in which such a map is walked through says nothing.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::OnceLock;

/// A map from hashes, or from small numbers.
pub type KeyMap<K, V> = HashMap<K, V, KeySeed>;

/// What the hashes of a map begin with.
#[derive(Clone, Copy, Debug)]
pub struct KeySeed(u64);

impl Default for KeySeed {
    fn default() -> Self {
        static SEED: OnceLock<u64> = OnceLock::new();
        KeySeed(*SEED.get_or_init(|| RandomState::new().hash_one(0_u8)))
    }
}

impl BuildHasher for KeySeed {
    type Hasher = KeyHasher;

    fn build_hasher(&self) -> KeyHasher {
        KeyHasher(self.0)
    }
}

/// Numbers multiplied into each other.
#[derive(Debug)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut eight = [0; 8];
            eight[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(eight));
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_u64(&mut self, key: u64) {
        let product = u128::from(self.0 ^ key) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
