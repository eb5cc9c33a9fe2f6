//! How noisy a text is, told by itself: rare words that are common words with one letter wrong.
//!
//! A clean text has few of them. Where one letter in twenty is wrong, every fourth word of eight letters has one
//! wrong letter. The first letter and the last three are left alone, since names and endings of words differ there in clean text.

use std::collections::{HashMap, HashSet};

use unicode_normalization::UnicodeNormalization;

use super::super::words::is_word_character;

/// Letters of a word that is looked at.
const WORD_LETTERS: std::ops::RangeInclusive<usize> = 6..=14;
/// A word that stands at least so often is taken to be right ...
const LEAST_COMMON: u32 = 4;
/// ... and one that stands at most so often may be wrong.
const MOST_RARE: u32 = 1;
/// The letters at the end that are left alone.
const ENDING: usize = 3;

/// What texts say of their noise. Counts of several parts cannot be added: the words of one explain those of another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoiseCounts {
    /// How often common words stand in the texts.
    pub common: u64,
    /// The letters of these that could have been wrong.
    pub letters: u64,
    /// Rare words that are common ones with one wrong letter.
    pub wrong: u64,
}

impl NoiseCounts {
    /// The share of wrong letters: 0.05 where one in twenty is wrong.
    ///
    /// A word of which `letters` could be wrong has one wrong letter `letters * share / (1 - share)` times as often as none.
    pub fn estimate_share(&self) -> f64 {
        if self.letters == 0 {
            return 0.0;
        }
        let ratio = self.wrong as f64 / self.letters as f64;
        ratio / (1.0 + ratio)
    }
}

/// Counts the common words of some texts, and the rare words next to them.
pub fn count_noise<'a>(texts: impl Iterator<Item = &'a str>) -> NoiseCounts {
    let mut counts: HashMap<Vec<char>, u32> = HashMap::new();
    let mut word = Vec::new();
    for text in texts {
        for letter in text.chars().chain(std::iter::once(' ')) {
            if letter.is_alphabetic() && !is_word_character(letter) {
                push_small(letter, &mut word);
                continue;
            }
            if WORD_LETTERS.contains(&word.len()) {
                match counts.get_mut(&word) {
                    Some(count) => *count += 1,
                    None => drop(counts.insert(word.clone(), 1)),
                }
            }
            word.clear();
        }
    }
    let mut found = NoiseCounts::default();
    let mut shortened: HashSet<Vec<char>> = HashSet::new();
    for (word, &count) in counts.iter().filter(|(_, count)| **count >= LEAST_COMMON) {
        found.common += u64::from(count);
        found.letters += u64::from(count) * (word.len() - 1 - ENDING) as u64;
        shortened.extend(list_shortened(word));
    }
    let is_common = |word: &Vec<char>| counts.get(word).is_some_and(|&count| count >= LEAST_COMMON);
    for (word, &count) in counts.iter().filter(|(_, count)| **count <= MOST_RARE) {
        let wrong = shortened.contains(word)
            || list_shortened(word).any(|shorter| shortened.contains(&shorter) || is_common(&shorter));
        found.wrong += u64::from(wrong) * u64::from(count);
    }
    found
}

fn push_small(letter: char, word: &mut Vec<char>) {
    if letter.is_ascii() {
        word.push(letter.to_ascii_lowercase());
    } else {
        let base = std::iter::once(letter).nfkd().next().unwrap_or(letter);
        word.extend(base.to_lowercase().next());
    }
}

/// The word without one of the letters that could be wrong.
fn list_shortened(word: &[char]) -> impl Iterator<Item = Vec<char>> {
    (1..word.len().saturating_sub(ENDING)).map(|at| [&word[..at], &word[at + 1..]].concat())
}
