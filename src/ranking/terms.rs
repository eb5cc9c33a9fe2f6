//! A thread to terms: stems of all that it says, beginnings of the words that it asks, and grams of its title.
//!
//! A title counts three times, since it says most about a question, and so does a tag, which is a term of its own: the
//! tag `chain` is not the word. The first five letters of a word join forms that stems keep apart (`explain` and
//! `explanation`) and many typos, at the cost of one term for each word.

use std::collections::HashMap;

use rust_stemmers::{Algorithm, Stemmer};

use super::SPACE_BITS;
use crate::features::{Tokenizer, stem_word};
use crate::shingles::{hash_window, mix_bits};

const TITLE_TIMES: u32 = 3;
const TAG_TIMES: u32 = 3;
const GRAM_LENGTH: usize = 4;
const BEGINNING_LENGTH: usize = 5;
/// A term that a thread repeats more often counts so often.
const MOST_COUNTED: u32 = 255;
/// Words whose stems are kept, in at most 6 MB; longer words are rare.
const MOST_KEPT: usize = 1 << 16;
const LONGEST_KEPT_BYTES: usize = 32;
const TAG_SALT: u64 = 0x7461_6773;

/// What is read of a thread. `others` are the texts that only the whole thread has: answers, code.
#[derive(Clone, Copy, Debug)]
pub struct ThreadTexts<'a> {
    /// Its title.
    pub question: &'a str,
    /// What explains it.
    pub description: &'a str,
    /// Answers and code.
    pub others: &'a [&'a str],
    /// A line each.
    pub tags: &'a str,
}

/// Counts the terms of threads. It keeps the hash of each word's stem, since most words come again and stemming costs
/// more than looking up.
pub struct TermCounter {
    stemmer: Stemmer,
    stems: HashMap<String, u64>,
}

impl Default for TermCounter {
    fn default() -> Self {
        TermCounter { stemmer: Stemmer::create(Algorithm::English), stems: HashMap::new() }
    }
}

impl TermCounter {
    /// The keys of a thread's terms in ascending order, each with how often it is there.
    pub fn count_terms(&mut self, thread: ThreadTexts<'_>) -> Vec<(u64, u8)> {
        let mut found: Vec<(u64, u32)> = Vec::new();
        for (text, times) in [(thread.question, TITLE_TIMES), (thread.description, 1)] {
            Tokenizer::Words.for_each_token(text, |word, _| {
                found.push((self.find_stem(word), times));
                found.push((place_in_space(hash_window(take_beginning(word).as_bytes()), 1), times));
            });
        }
        for tag in thread.tags.lines().map(str::trim).filter(|tag| !tag.is_empty()) {
            let hash = mix_bits(hash_window(tag.to_lowercase().as_bytes()) ^ TAG_SALT);
            found.push((place_in_space(hash, 0), TAG_TIMES));
        }
        for text in thread.others {
            Tokenizer::Words.for_each_token(text, |word, _| found.push((self.find_stem(word), 1)));
        }
        Tokenizer::Grams(GRAM_LENGTH).for_each_token(thread.question, |gram, _| {
            found.push((place_in_space(hash_window(gram.as_bytes()), 2), 1));
        });
        sum_counts(found)
    }

    /// The key of a word's stem.
    fn find_stem(&mut self, word: &str) -> u64 {
        if let Some(&key) = self.stems.get(word) {
            return key;
        }
        let key = place_in_space(hash_window(stem_word(&self.stemmer, word).as_bytes()), 0);
        if word.len() <= LONGEST_KEPT_BYTES {
            if self.stems.len() == MOST_KEPT {
                self.stems.clear();
            }
            self.stems.insert(word.to_owned(), key);
        }
        key
    }
}

/// `explanation` -> `expla`
fn take_beginning(word: &str) -> &str {
    word.char_indices().nth(BEGINNING_LENGTH).map_or(word, |(end, _)| &word[..end])
}

fn place_in_space(hash: u64, space: u64) -> u64 {
    (hash & !SPACE_BITS) | space
}

fn sum_counts(mut found: Vec<(u64, u32)>) -> Vec<(u64, u8)> {
    found.sort_unstable();
    found
        .chunk_by(|one, other| one.0 == other.0)
        .map(|run| (run[0].0, run.iter().map(|term| term.1).sum::<u32>().min(MOST_COUNTED) as u8))
        .collect()
}
