//! Tokens by weight: a token of level 3 is three hashes, so that the Jaccard similarity of two sets of hashes is the weighted
//! Jaccard similarity of their tokens, the sum of the lesser levels by the sum of the greater. Whatever compares sets
//! thereby compares weights.
//!
//! Tokens are words, stems of words, or grams of characters, all in small letters. [`LevelTable`] says what each weighs.

use std::borrow::Cow;
use std::ops::Range;

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::char::is_combining_mark;

use super::word_tables::LevelTable;
use super::words::{self, fold_hashes};
use crate::shingles::hash_window;

/// The names of the algorithms of Snowball; the number of one is its place here. `none` leaves words as they are.
pub const STEMMINGS: [&str; 19] = [
    "none",
    "arabic",
    "danish",
    "dutch",
    "english",
    "finnish",
    "french",
    "german",
    "greek",
    "hungarian",
    "italian",
    "norwegian",
    "portuguese",
    "romanian",
    "russian",
    "spanish",
    "swedish",
    "tamil",
    "turkish",
];
const ALGORITHMS: [Algorithm; 18] = [
    Algorithm::Arabic,
    Algorithm::Danish,
    Algorithm::Dutch,
    Algorithm::English,
    Algorithm::Finnish,
    Algorithm::French,
    Algorithm::German,
    Algorithm::Greek,
    Algorithm::Hungarian,
    Algorithm::Italian,
    Algorithm::Norwegian,
    Algorithm::Portuguese,
    Algorithm::Romanian,
    Algorithm::Russian,
    Algorithm::Spanish,
    Algorithm::Swedish,
    Algorithm::Tamil,
    Algorithm::Turkish,
];

/// No algorithm knows letters from here on: Chinese, Japanese, Korean and what follows.
const FIRST_UNSTEMMED_LETTER: char = '\u{2e80}';
/// Bytes of a word that is stemmed: a stemmer copies a word for each change, so a line of letters must not be one.
const LONGEST_STEMMED_BYTES: usize = 128;

/// What a text is cut into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tokenizer {
    /// Words.
    Words,
    /// Words without their endings.
    Stems(Algorithm),
    /// So many characters in a row.
    Grams(usize),
}

impl Tokenizer {
    /// Stems by a number of [`STEMMINGS`].
    pub(super) fn from_stemming(number: u64) -> Option<Tokenizer> {
        match usize::try_from(number).ok()? {
            0 => Some(Tokenizer::Words),
            number => ALGORITHMS.get(number - 1).copied().map(Tokenizer::Stems),
        }
    }

    /// Calls `give` with each token, as often as it stands there, and the bytes of the text that it was made of.
    pub fn for_each_token(self, text: &str, mut give: impl FnMut(&str, Range<usize>)) {
        match self {
            Tokenizer::Words => for_each_lowered_word(text, give),
            Tokenizer::Stems(algorithm) => {
                let stemmer = Stemmer::create(algorithm);
                for_each_lowered_word(text, |word, place| give(&stem_word(&stemmer, word), place));
            }
            Tokenizer::Grams(length) => SpacedText::new(text).for_each_gram(length, give),
        }
    }
}

/// Words in small letters. Those that are so already are not copied.
fn for_each_lowered_word(text: &str, mut give: impl FnMut(&str, Range<usize>)) {
    let mut small = String::new();
    words::for_each_word(text, |place| {
        let word = &text[place.clone()];
        if is_lower_case(word) {
            return give(word, place);
        }
        if word.is_ascii() {
            small.clear();
            small.push_str(word);
            small.make_ascii_lowercase();
        } else {
            small = word.to_lowercase();
        }
        give(&small, place);
    });
}

fn is_lower_case(word: &str) -> bool {
    if word.is_ascii() {
        return !word.bytes().any(|byte| byte.is_ascii_uppercase());
    }
    word.chars().all(|character| character.to_lowercase().eq([character]))
}

/// `mills` -> `mill`. A word that no algorithm knows the letters of stays, and so does one of which nothing would be left.
pub fn stem_word<'a>(stemmer: &Stemmer, word: &'a str) -> Cow<'a, str> {
    if word.len() > LONGEST_STEMMED_BYTES
        || (!word.is_ascii() && word.chars().any(|character| character >= FIRST_UNSTEMMED_LETTER))
    {
        return Cow::Borrowed(word);
    }
    let stem = stemmer.stem(word);
    if stem.is_empty() { Cow::Borrowed(word) } else { stem }
}

/// A text for grams: in small letters, each run of what is no letter and no digit as one space, and a space at both ends.
///
/// A mark that stands on a letter is part of it. `"The end."` -> `" the end "`
struct SpacedText {
    text: String,
    /// For each character where it begins, and the bytes that it stands for; the spaces at the ends may stand for none.
    places: Vec<(usize, Range<usize>)>,
}

impl SpacedText {
    fn new(text: &str) -> SpacedText {
        let (mut spaced, mut places) = (String::with_capacity(text.len() + 2), Vec::with_capacity(text.len() + 2));
        places.push((0, 0..0));
        spaced.push(' ');
        for (start, character) in text.char_indices() {
            let end = start + character.len_utf8();
            let after_space = spaced.ends_with(' ');
            if character.is_alphanumeric() || (!after_space && is_combining_mark(character)) {
                for small in character.to_lowercase() {
                    places.push((spaced.len(), start..end));
                    spaced.push(small);
                }
            } else if !after_space {
                places.push((spaced.len(), start..end));
                spaced.push(' ');
            } else if let Some((_, run)) = places.last_mut() {
                run.end = end;
            }
        }
        if !spaced.ends_with(' ') {
            places.push((spaced.len(), text.len()..text.len()));
            spaced.push(' ');
        }
        SpacedText { text: spaced, places }
    }

    /// Every `length` characters in a row, or all, where there are fewer. A space alone is no gram.
    fn for_each_gram(&self, length: usize, mut give: impl FnMut(&str, Range<usize>)) {
        let length = length.clamp(1, self.places.len());
        for (at, window) in self.places.windows(length).enumerate() {
            let end = self.places.get(at + length).map_or(self.text.len(), |next| next.0);
            let gram = &self.text[window[0].0..end];
            if gram != " " {
                give(gram, window[0].1.start..window[length - 1].1.end);
            }
        }
    }
}

/// Tokens and what they weigh.
#[derive(Clone, Copy, Debug)]
pub struct WeightedTokens<'a> {
    /// What a text is cut into.
    pub tokens: Tokenizer,
    /// How many hashes each has.
    pub levels: LevelTable<'a>,
}

impl WeightedTokens<'_> {
    /// Calls `give` with the hashes of each token, and the bytes that it was made of.
    pub(super) fn for_each_hash(&self, text: &str, mut give: impl FnMut(u64, Range<usize>)) {
        self.tokens.for_each_token(text, |token, place| {
            let hash = hash_window(token.as_bytes());
            for level in 0..self.levels.find_level(hash) {
                give(fold_hashes([hash, level.into()], 2), place.clone());
            }
        });
    }
}
