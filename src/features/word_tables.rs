//! Words of a corpus: how many texts have each, and a set of them as bytes, or a level for each, which is looked up where it
//! lies, so that it can cross from Python and to every worker as it is.

use std::collections::HashMap;

use super::weighted_tokens::Tokenizer;
use super::words;
use crate::shingles::hash_window;

/// What a token weighs that is not in a table; and the most that any weighs.
pub const USUAL_LEVEL: u8 = 8;
/// See [`USUAL_LEVEL`].
pub const MOST_LEVEL: u8 = 2 * USUAL_LEVEL;

/// Hashes of words in an open table of a power of two places, little-endian; 0 is a free one.
#[derive(Clone, Copy, Debug, Default)]
pub struct WordTable<'a>(&'a [[u8; 8]]);

impl<'a> WordTable<'a> {
    /// The table that [`build_word_table`] made; `None` for other bytes. No bytes are no words.
    pub fn from_bytes(bytes: &'a [u8]) -> Option<Self> {
        let (places, rest) = bytes.as_chunks::<8>();
        (rest.is_empty() && (places.is_empty() || places.len().is_power_of_two())).then_some(WordTable(places))
    }

    /// Whether a word with this hash is in it.
    pub fn contains(self, hash: u64) -> bool {
        let hash = replace_free_marker(hash);
        iterate_entries(self.0, hash).any(|there| there == hash)
    }
}

/// What stands in the places from that of `hash` on, up to a free one; no further than once round, should none be free.
fn iterate_entries(places: &[[u8; 8]], hash: u64) -> impl Iterator<Item = u64> {
    let mask = places.len().wrapping_sub(1);
    (0..places.len())
        .map(move |step| u64::from_le_bytes(places[(hash as usize).wrapping_add(step) & mask]))
        .take_while(|&there| there != 0)
}

/// Puts an entry into the place from that of `hash` on that is free or holds what is `same`.
fn insert_entry(places: &mut [u64], hash: u64, entry: u64, same: impl Fn(u64) -> bool) {
    let mask = places.len() - 1;
    let mut at = hash as usize & mask;
    while places[at] != 0 && !same(places[at]) {
        at = (at + 1) & mask;
    }
    places[at] = entry;
}

/// The bytes of a table of these words, at most half full.
pub fn build_word_table<'a>(words: impl ExactSizeIterator<Item = &'a str>) -> Vec<u8> {
    if words.len() == 0 {
        return Vec::new();
    }
    let mut places = vec![0u64; (2 * words.len()).next_power_of_two()];
    for word in words {
        let hash = replace_free_marker(hash_window(word.as_bytes()));
        insert_entry(&mut places, hash, hash, |there| there == hash);
    }
    places.iter().flat_map(|place| place.to_le_bytes()).collect()
}

/// What stands for a hash in a table: itself, but never that of a free place.
fn replace_free_marker(hash: u64) -> u64 {
    hash.max(1)
}

/// Levels of tokens: an open table as [`WordTable`], after the number of its places. An entry is the upper 59 bits of a
/// hash and the level, counted from 1: of 4 million tokens, two have the same bits once in 65,000 corpora.
#[derive(Clone, Copy, Debug, Default)]
pub struct LevelTable<'a>(&'a [[u8; 8]]);

const LEVEL_BITS: u32 = 5;
const LEVEL_MASK: u64 = (1 << LEVEL_BITS) - 1;

impl<'a> LevelTable<'a> {
    /// The table that [`build_level_table`] made; `None` for other bytes. No bytes are no tokens.
    pub fn from_bytes(bytes: &'a [u8]) -> Option<Self> {
        let (places, rest) = bytes.as_chunks::<8>();
        let Some((&said, places)) = places.split_first() else {
            return rest.is_empty().then_some(LevelTable(places));
        };
        let whole = rest.is_empty() && u64::from_le_bytes(said) == places.len() as u64;
        (whole && places.len().is_power_of_two()).then_some(LevelTable(places))
    }

    /// The level of the token with this hash.
    pub fn find_level(self, hash: u64) -> u8 {
        let found = iterate_entries(self.0, hash >> LEVEL_BITS).find(|there| there & !LEVEL_MASK == hash & !LEVEL_MASK);
        found.map_or(USUAL_LEVEL, |there| ((there & LEVEL_MASK).saturating_sub(1) as u8).min(MOST_LEVEL))
    }
}

/// The bytes of a table of these tokens and their levels, at most half full. Of a token that comes twice, the last counts.
pub fn build_level_table<'a>(tokens: impl ExactSizeIterator<Item = (&'a str, u8)>) -> Vec<u8> {
    if tokens.len() == 0 {
        return Vec::new();
    }
    let mut places = vec![0u64; (2 * tokens.len()).next_power_of_two()];
    for (token, level) in tokens {
        let hash = hash_window(token.as_bytes());
        let entry = hash & !LEVEL_MASK | (u64::from(level.min(MOST_LEVEL)) + 1);
        insert_entry(&mut places, hash >> LEVEL_BITS, entry, |there| there & !LEVEL_MASK == hash & !LEVEL_MASK);
    }
    [places.len() as u64].iter().chain(&places).flat_map(|place| place.to_le_bytes()).collect()
}

/// How many texts have each word, in order of the words.
///
/// `["a b a", "b"]` -> `a` 1, `b` 2.
pub fn count_words<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<(&'a str, u32)> {
    let mut counts: HashMap<&str, (usize, u32)> = HashMap::new();
    for (number, text) in texts.enumerate() {
        words::for_each_word(text, |word| {
            let (last, count) = counts.entry(&text[word]).or_insert((usize::MAX, 0));
            *count += u32::from(*last != number);
            *last = number;
        });
    }
    let mut counted: Vec<(&str, u32)> = counts.into_iter().map(|(word, (_, count))| (word, count)).collect();
    counted.sort_unstable();
    counted
}

/// How many texts have each token, in order of the tokens; see [`count_words`].
pub fn count_tokens<'a>(texts: impl Iterator<Item = &'a str>, tokens: Tokenizer) -> Vec<(String, u32)> {
    let mut counts: HashMap<String, (usize, u32)> = HashMap::new();
    for (number, text) in texts.enumerate() {
        tokens.for_each_token(text, |token, _| match counts.get_mut(token) {
            Some((last, _)) if *last == number => {}
            Some(known) => *known = (number, known.1 + 1),
            None => drop(counts.insert(token.to_owned(), (number, 1))),
        });
    }
    let mut counted: Vec<(String, u32)> = counts.into_iter().map(|(token, (_, count))| (token, count)).collect();
    counted.sort_unstable();
    counted
}
