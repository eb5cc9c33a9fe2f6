//! What stands for a text in a comparison: a set of 64-bit hashes.
//!
//! `characters` and `words` hash every window; `winnow` keeps some of them; `imatch` makes one hash of the words that tell
//! texts apart, and `spotsigs` one of what follows each common word; `weighted_tokens`, `stems` and `grams` give a token as many
//! hashes as it weighs. All but the first three know the corpus by a table of words ([`word_tables`]) that was made before.
//! A word is what [`words`] says, in every script.

mod imatch;
mod spans;
mod spotsigs;
#[cfg(test)]
mod tests;
mod weighted_tokens;
mod winnow;
pub mod word_tables;
pub mod words;

pub use imatch::IMatch;
pub use spans::{LocatedFeature, locate_words};
pub use spotsigs::SpotSigs;
pub use weighted_tokens::{STEMMINGS, Tokenizer, WeightedTokens, stem_word};
pub use winnow::Winnow;
pub use word_tables::{LevelTable, WordTable};

use crate::shingles;

/// The names of the menu.
pub const FEATURE_NAMES: [&str; 8] =
    ["characters", "words", "winnow", "imatch", "spotsigs", "weighted", "stems", "grams"];

/// What stands for a text in a Jaccard similarity.
#[derive(Clone, Copy, Debug)]
pub enum Feature<'a> {
    /// Windows of this many characters.
    Characters(usize),
    /// Windows of this many words.
    Words(usize),
    /// Some of the windows, so that no long shared run goes without one.
    Winnow(Winnow),
    /// One hash of the words within a range of frequency, or several of some of them.
    IMatch(IMatch<'a>),
    /// What follows each of some common words.
    SpotSigs(SpotSigs<'a>),
    /// Words, stems or grams, each as often as it weighs.
    Weighted(WeightedTokens<'a>),
}

impl<'a> Feature<'a> {
    /// The feature with a name of the menu, its numbers, and its table of words (empty where it has none).
    ///
    /// `from_name("winnow", &[3, 4, 0], &[])` is windows of 3 words, the least of every 4; the last number is 1 for characters.
    pub fn from_name(name: &str, numbers: &[u64], table: &'a [u8]) -> Result<Self, String> {
        let size = |value: u64| usize::try_from(value).unwrap_or(usize::MAX);
        let damaged = || format!("a damaged table of words for `{name}`");
        if let Some(tokens) = choose_tokens(name, numbers) {
            let levels = LevelTable::from_bytes(table).ok_or_else(damaged)?;
            return Ok(Feature::Weighted(WeightedTokens { tokens, levels }));
        }
        let table = WordTable::from_bytes(table).ok_or_else(damaged)?;
        Ok(match (name, numbers) {
            ("characters", &[length]) => Feature::Characters(size(length)),
            ("words", &[length]) => Feature::Words(size(length)),
            ("winnow", &[length, window, letters]) => {
                Feature::Winnow(Winnow { length: size(length), window: size(window), of_characters: letters != 0 })
            }
            ("imatch", &[kept, lexicons, share, seed]) => {
                Feature::IMatch(IMatch { words: table, listed_are_kept: kept != 0, lexicons, share, seed })
            }
            ("spotsigs", &[distance, chain]) => {
                Feature::SpotSigs(SpotSigs { antecedents: table, distance: size(distance), chain: size(chain) })
            }
            _ if FEATURE_NAMES.contains(&name) => {
                return Err(format!("{} numbers for the feature `{name}`", numbers.len()));
            }
            _ => return Err(format!("unknown feature: `{name}`")),
        })
    }

    /// What a text is cut into, of a feature that weighs tokens.
    pub fn tokens(&self) -> Option<Tokenizer> {
        if let Feature::Weighted(weighted) = self { Some(weighted.tokens) } else { None }
    }

    /// Appends the hashes of a text.
    pub fn push_hashes(&self, text: &str, out: &mut Vec<u64>) {
        match self {
            Feature::Characters(length) => shingles::push_character_shingles(text, *length, out),
            Feature::Words(length) => words::push_word_shingles(text, *length, out),
            Feature::Winnow(winnow) => winnow.push_hashes(text, out),
            Feature::IMatch(imatch) => imatch.for_each_hash(&words::hash_words(text), |hash, _| out.push(hash)),
            Feature::SpotSigs(spots) => spots.for_each_signature(&words::hash_words(text), |hash, _| out.push(hash)),
            Feature::Weighted(weighted) => weighted.for_each_hash(text, |hash, _| out.push(hash)),
        }
    }
}

/// What the features of weighed tokens cut a text into; `None` for others, and for numbers that they do not have.
fn choose_tokens(name: &str, numbers: &[u64]) -> Option<Tokenizer> {
    match (name, numbers) {
        ("weighted", &[]) => Some(Tokenizer::Words),
        ("stems", &[number]) => Tokenizer::from_stemming(number),
        ("grams", &[length]) => Some(Tokenizer::Grams(usize::try_from(length).unwrap_or(usize::MAX))),
        _ => None,
    }
}
