//! A text to the sum of its words: each a signed weight in one place (`Hashed`), or a row of its own (`Rows`). Of the hashed
//! also grams of characters in place of words.
//!
//! Weights and rows are integers that were rounded once, when the table was made, so that a sum does not depend on the
//! order of the words.

use crate::features::{Tokenizer, words};
use crate::shingles::{hash_window, mix_bits};

/// Words with a number each, as bytes: an open table of a power of two places, little-endian. 0 is a free place's hash.
#[derive(Clone, Copy, Debug, Default)]
pub struct NumberTable<'a>(&'a [[u8; 12]]);

impl<'a> NumberTable<'a> {
    /// The table that [`encode_number_table`] made; `None` for other bytes. No bytes are no words.
    pub fn from_bytes(bytes: &'a [u8]) -> Option<Self> {
        let (places, rest) = bytes.as_chunks::<12>();
        (rest.is_empty() && (places.is_empty() || places.len().is_power_of_two())).then_some(NumberTable(places))
    }

    /// The number of the word with this hash.
    pub fn get(self, hash: u64) -> Option<u32> {
        let hash = hash.max(1);
        let mask = self.0.len().wrapping_sub(1);
        (0..self.0.len())
            .map(|step| split_entry(&self.0[(hash as usize).wrapping_add(step) & mask]))
            .take_while(|&(there, _)| there != 0)
            .find(|&(there, _)| there == hash)
            .map(|(_, number)| number)
    }
}

fn split_entry(place: &[u8; 12]) -> (u64, u32) {
    let (mut hash, mut number) = ([0; 8], [0; 4]);
    hash.copy_from_slice(&place[..8]);
    number.copy_from_slice(&place[8..]);
    (u64::from_le_bytes(hash), u32::from_le_bytes(number))
}

/// The bytes of a table of these words, at most half full; of a word that comes twice the first number counts.
pub fn encode_number_table<'a>(words: impl ExactSizeIterator<Item = (&'a str, u32)>) -> Vec<u8> {
    if words.len() == 0 {
        return Vec::new();
    }
    let mut places = vec![(0u64, 0u32); (2 * words.len()).next_power_of_two()];
    let mask = places.len() - 1;
    for (word, number) in words {
        let hash = hash_window(word.as_bytes()).max(1);
        let mut at = hash as usize & mask;
        while places[at].0 != 0 && places[at].0 != hash {
            at = (at + 1) & mask;
        }
        if places[at].0 == 0 {
            places[at] = (hash, number);
        }
    }
    places.iter().flat_map(|(hash, number)| hash.to_le_bytes().into_iter().chain(number.to_le_bytes())).collect()
}

/// Where the vectors of words come from.
#[derive(Clone, Copy, Debug)]
pub enum WordVectors<'a> {
    /// Each word adds its weight to one of `dimensions` places or takes it away, as its hash says.
    Hashed {
        /// The weights of the common words,
        weights: NumberTable<'a>,
        /// and that of all others.
        unlisted: u32,
        /// How many places there are.
        dimensions: usize,
        /// Which hash.
        seed: u64,
        /// Not words but every so many characters in a row; 0 is words.
        gram: usize,
    },
    /// Each word that has a row adds it.
    Rows {
        /// The number of each word's row.
        places: NumberTable<'a>,
        /// The rows one after another, 16-bit integers, little-endian.
        rows: &'a [[u8; 2]],
        /// How many of those make a row.
        dimensions: usize,
        /// A text is looked up as a whole, not word by word.
        whole: bool,
    },
}

impl<'a> WordVectors<'a> {
    /// As Python names them: `hashed` with dimensions, seed, weight of unlisted words and characters of a gram, or `rows`
    /// with dimensions; `texts` are rows of whole texts.
    pub fn from_name(name: &str, numbers: &[u64], table: &'a [u8], rows: &'a [u8]) -> Result<Self, String> {
        let table = NumberTable::from_bytes(table).ok_or_else(|| format!("a damaged table of words for `{name}`"))?;
        let size = |value: u64| {
            usize::try_from(value)
                .ok()
                .filter(|size| (1..=super::bytes::MOST_DIMENSIONS).contains(size))
                .ok_or_else(|| format!("{value} dimensions"))
        };
        match (name, numbers) {
            ("hashed", &[dimensions, seed, unlisted, gram]) => Ok(WordVectors::Hashed {
                weights: table,
                unlisted: u32::try_from(unlisted).unwrap_or(u32::MAX),
                dimensions: size(dimensions)?,
                seed,
                gram: usize::try_from(gram).unwrap_or(usize::MAX),
            }),
            ("rows" | "texts", &[dimensions]) => {
                let (rows, whole) = (rows.as_chunks().0, name == "texts");
                Ok(WordVectors::Rows { places: table, rows, dimensions: size(dimensions)?, whole })
            }
            _ => Err(format!("unknown vectors: `{name}` of {} numbers", numbers.len())),
        }
    }

    /// How many components a vector has.
    pub fn dimensions(&self) -> usize {
        match self {
            WordVectors::Hashed { dimensions, .. } | WordVectors::Rows { dimensions, .. } => *dimensions,
        }
    }

    /// Adds the words of a text to `sums`, or its grams, each as often as it stands there.
    pub fn add_text(&self, text: &str, sums: &mut [i64]) {
        match *self {
            WordVectors::Hashed { gram: gram @ 1.., .. } => {
                Tokenizer::Grams(gram)
                    .for_each_token(text, |token, _| self.add_word(hash_window(token.as_bytes()), sums));
            }
            WordVectors::Rows { whole: true, .. } => self.add_word(hash_window(text.as_bytes()), sums),
            _ => words::for_each_word(text, |word| self.add_word(hash_window(&text.as_bytes()[word]), sums)),
        }
    }

    fn add_word(&self, hash: u64, sums: &mut [i64]) {
        match *self {
            WordVectors::Hashed { weights, unlisted, seed, .. } => {
                let weight = i64::from(weights.get(hash).unwrap_or(unlisted));
                // The high bits say where, the lowest which way.
                let drawn = mix_bits(hash ^ mix_bits(seed));
                let place = (u128::from(drawn) * sums.len() as u128) >> 64;
                sums[place as usize] += if drawn & 1 == 0 { weight } else { -weight };
            }
            WordVectors::Rows { places, rows, .. } => {
                if let Some(row) = places.get(hash) {
                    add_row(rows, row, sums);
                }
            }
        }
    }
}

/// Adds one of the rows; one that is not there adds nothing.
pub fn add_row(rows: &[[u8; 2]], row: u32, sums: &mut [i64]) {
    let first = row as usize * sums.len();
    let Some(own) = rows.get(first..first + sums.len()) else { return };
    sums.iter_mut().zip(own).for_each(|(sum, &value)| *sum += i64::from(i16::from_le_bytes(value)));
}
