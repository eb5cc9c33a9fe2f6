//! Tokens by weight: a token of level 3 is three hashes, so that the Jaccard similarity of two sets of hashes is the weighted
//! Jaccard similarity of their tokens, the sum of the lesser levels by the sum of the greater. Whatever compares sets
//! thereby compares weights.
//!
//! Tokens are words, stems of words, or grams of characters, all in small letters. [`LevelTable`] says what each weighs.

use std::borrow::Cow;
use std::ops::Range;

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::char::is_combining_mark;

use super::lexicon::LevelTable;
use super::words::{self, fold};
use crate::shingles::shingle;

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
const UNSTEMMED: char = '\u{2e80}';
/// Bytes of a word that is stemmed: a stemmer copies a word for each change, so a line of letters must not be one.
const LONGEST: usize = 128;

/// What a text is cut into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tokens {
    /// Words.
    Words,
    /// Words without their endings.
    Stems(Algorithm),
    /// So many characters in a row.
    Grams(usize),
}

impl Tokens {
    /// Stems by a number of [`STEMMINGS`].
    pub(super) fn stems(number: u64) -> Option<Tokens> {
        match usize::try_from(number).ok()? {
            0 => Some(Tokens::Words),
            number => ALGORITHMS.get(number - 1).copied().map(Tokens::Stems),
        }
    }

    /// Calls `give` with each token, as often as it stands there, and the bytes of the text that it was made of.
    pub fn each(self, text: &str, mut give: impl FnMut(&str, Range<usize>)) {
        match self {
            Tokens::Words => each_word(text, give),
            Tokens::Stems(algorithm) => {
                let stemmer = Stemmer::create(algorithm);
                each_word(text, |word, place| give(&stem(&stemmer, word), place));
            }
            Tokens::Grams(length) => Spaced::of(text).each_gram(length, give),
        }
    }
}

/// Words in small letters. Those that are so already are not copied.
fn each_word(text: &str, mut give: impl FnMut(&str, Range<usize>)) {
    let mut small = String::new();
    words::each(text, |place| {
        let word = &text[place.clone()];
        if is_small(word) {
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

fn is_small(word: &str) -> bool {
    if word.is_ascii() {
        return !word.bytes().any(|byte| byte.is_ascii_uppercase());
    }
    word.chars().all(|character| character.to_lowercase().eq([character]))
}

/// `mills` -> `mill`. A word that no algorithm knows the letters of stays, and so does one of which nothing would be left.
fn stem<'a>(stemmer: &Stemmer, word: &'a str) -> Cow<'a, str> {
    if word.len() > LONGEST || (!word.is_ascii() && word.chars().any(|character| character >= UNSTEMMED)) {
        return Cow::Borrowed(word);
    }
    let stem = stemmer.stem(word);
    if stem.is_empty() { Cow::Borrowed(word) } else { stem }
}

/// A text for grams: in small letters, each run of what is no letter and no digit as one space, and a space at both ends.
///
/// A mark that stands on a letter is part of it. `"The end."` -> `" the end "`
struct Spaced {
    text: String,
    /// For each character where it begins, and the bytes that it stands for; the spaces at the ends may stand for none.
    places: Vec<(usize, Range<usize>)>,
}

impl Spaced {
    fn of(text: &str) -> Spaced {
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
        Spaced { text: spaced, places }
    }

    /// Every `length` characters in a row, or all, where there are fewer. A space alone is no gram.
    fn each_gram(&self, length: usize, mut give: impl FnMut(&str, Range<usize>)) {
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
pub struct Weighted<'a> {
    /// What a text is cut into.
    pub tokens: Tokens,
    /// How many hashes each has.
    pub levels: LevelTable<'a>,
}

impl Weighted<'_> {
    /// Calls `give` with the hashes of each token, and the bytes that it was made of.
    pub(super) fn each(&self, text: &str, mut give: impl FnMut(u64, Range<usize>)) {
        self.tokens.each(text, |token, place| {
            let hash = shingle(token.as_bytes());
            for level in 0..self.levels.of(hash) {
                give(fold([hash, level.into()], 2), place.clone());
            }
        });
    }
}
