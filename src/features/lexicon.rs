//! Words of a corpus: how many texts have each, and a set of them as bytes, which is looked up where it lies, so that it
//! can cross from Python and to every worker as it is.

use std::collections::HashMap;

use super::words;
use crate::shingles::shingle;

/// Hashes of words in an open table of a power of two places, little-endian; 0 is a free one.
#[derive(Clone, Copy, Debug, Default)]
pub struct WordTable<'a>(&'a [[u8; 8]]);

impl<'a> WordTable<'a> {
    /// The table that [`build`] made; `None` for other bytes. No bytes are no words.
    pub fn read(bytes: &'a [u8]) -> Option<Self> {
        let (places, rest) = bytes.as_chunks::<8>();
        (rest.is_empty() && (places.is_empty() || places.len().is_power_of_two())).then_some(WordTable(places))
    }

    /// Whether a word with this hash is in it.
    pub fn has(self, hash: u64) -> bool {
        let hash = entry(hash);
        let mask = self.0.len().wrapping_sub(1);
        // No further than once round, should all places be taken.
        (0..self.0.len())
            .map(|step| u64::from_le_bytes(self.0[(hash as usize).wrapping_add(step) & mask]))
            .take_while(|&there| there != 0)
            .any(|there| there == hash)
    }
}

/// The bytes of a table of these words, at most half full.
pub fn build<'a>(words: impl ExactSizeIterator<Item = &'a str>) -> Vec<u8> {
    if words.len() == 0 {
        return Vec::new();
    }
    let mut places = vec![0u64; (2 * words.len()).next_power_of_two()];
    let mask = places.len() - 1;
    for word in words {
        let hash = entry(shingle(word.as_bytes()));
        let mut at = hash as usize & mask;
        while places[at] != 0 && places[at] != hash {
            at = (at + 1) & mask;
        }
        places[at] = hash;
    }
    places.iter().flat_map(|place| place.to_le_bytes()).collect()
}

/// What stands for a hash in a table: itself, but never that of a free place.
fn entry(hash: u64) -> u64 {
    hash.max(1)
}

/// How many texts have each word, in order of the words.
///
/// `["a b a", "b"]` -> `a` 1, `b` 2.
pub fn count_words<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<(&'a str, u32)> {
    let mut counts: HashMap<&str, (usize, u32)> = HashMap::new();
    for (number, text) in texts.enumerate() {
        words::each(text, |word| {
            let (last, count) = counts.entry(&text[word]).or_insert((usize::MAX, 0));
            *count += u32::from(*last != number);
            *last = number;
        });
    }
    let mut counted: Vec<(&str, u32)> = counts.into_iter().map(|(word, (_, count))| (word, count)).collect();
    counted.sort_unstable();
    counted
}
