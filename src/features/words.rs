//! Words, by the rules of Unicode (UAX 29), and their shingles.
//!
//! A word is what stands between two boundaries and has a letter or a digit in it: `don't`, `3.14` and `1,000` are words,
//! `e-mail` is two. Chinese, Japanese, Thai, Khmer, Lao and Burmese are cut by the dictionaries of ICU, which take the
//! longest word that fits from left to right: a change in a text moves no boundary far from it. ASCII is scanned by
//! hand, for speed (`ascii`); other text goes to ICU, one stretch between two blanks at a time, which changes nothing: no
//! word reaches across a blank.

mod ascii;

use std::ops::Range;
use std::sync::LazyLock;

use icu_segmenter::options::WordBreakInvariantOptions;
use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed};
use multiversion::multiversion;

use crate::shingles::{add_word, begin_hash, count_ascii_prefix, finish_hash, hash_unsealed, seal_hash};

/// Its dictionaries are part of the binary: nothing is loaded.
static SEGMENTER: LazyLock<WordSegmenterBorrowed<'static>> =
    LazyLock::new(|| WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()));

/// Calls `give` with the bytes that each word stands at: `"It's 9."` gives 0..4 and 5..6.
pub fn for_each_word(text: &str, mut give: impl FnMut(Range<usize>)) {
    let bytes = text.as_bytes();
    let mut start = 0;
    while start < bytes.len() {
        // ASCII up to the blank before the next other character; then ICU up to the blank after it.
        let other = start + count_ascii_prefix(&bytes[start..]);
        let before = || memchr::memrchr(b' ', &bytes[start..other]).map_or(start, |at| start + at + 1);
        let plain = if other == bytes.len() { other } else { before() };
        let end = memchr::memchr(b' ', &bytes[other..]).map_or(bytes.len(), |at| other + at);
        ascii::for_each_word(&bytes[start..plain], start, &mut give);
        for_each_icu_word(&text[plain..end], plain, &mut give);
        start = end;
    }
}

/// The words of any text, as ICU finds them; `base` is where it stands.
fn for_each_icu_word(text: &str, base: usize, give: &mut impl FnMut(Range<usize>)) {
    let mut start = 0;
    for end in SEGMENTER.segment_str(text) {
        // Its own word for it, `is_word_like`, is lost where a combining mark stands before a blank or a stop.
        if text[start..end].contains(char::is_alphanumeric) {
            give(base + start..base + end);
        }
        start = end;
    }
}

/// The hash of each word.
pub fn hash_words(text: &str) -> Vec<u64> {
    let mut out = Vec::with_capacity(text.len() / 5 + 1);
    push_hashes(text, &mut out);
    out
}

/// Appends [`hash_window`](crate::shingles::hash_window) of each word. Its last step, the only one for most words, is left to a
/// loop of its own, which goes in the lanes of registers.
fn push_hashes(text: &str, out: &mut Vec<u64>) {
    let from = out.len();
    for_each_word(text, |word| out.push(hash_word_unsealed(text.as_bytes(), word)));
    seal_all(&mut out[from..]);
}

/// [`hash_unsealed`] of the word. Most have fewer than eight bytes: they are read with what follows them, and that is masked.
#[inline]
fn hash_word_unsealed(text: &[u8], word: Range<usize>) -> u64 {
    match text[word.start..].first_chunk() {
        Some(&eight) if word.len() < 8 => {
            begin_hash(word.len()) ^ (u64::from_le_bytes(eight) & ((1 << (8 * word.len())) - 1))
        }
        _ => hash_unsealed(&text[word]),
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn seal_all(words: &mut [u64]) {
    for word in words {
        *word = seal_hash(*word);
    }
}

/// One hash of several, in this order.
#[inline]
pub(super) fn fold_hashes(values: impl IntoIterator<Item = u64>, count: usize) -> u64 {
    finish_hash(values.into_iter().fold(begin_hash(count), add_word))
}

/// Appends a hash for every window of `length` words; fewer words give one, of all; a text without a word gives none.
///
/// What stands between words does not matter: `"one, two"` and `"one two"` give the same. A `length` of 0 counts as 1.
pub fn push_word_shingles(text: &str, length: usize, out: &mut Vec<u64>) {
    let from = out.len();
    push_hashes(text, out);
    let found = out.len() - from;
    let length = length.clamp(1, found.max(1));
    fold_windows(&mut out[from..], length);
    out.truncate(from + (found + 1).saturating_sub(length));
}

/// Windows folded side by side, in the lanes of registers.
const LANES: usize = 32;

/// Puts the [`fold_hashes`] of every window in the place of its first word. A window reads from its own place on, so those that
/// come later find their words untouched.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn fold_windows(words: &mut [u64], length: usize) {
    let windows = (words.len() + 1).saturating_sub(length);
    for first in (0..windows).step_by(LANES) {
        let count = LANES.min(windows - first);
        let mut states = [begin_hash(length); LANES];
        for at in first..first + length {
            for (state, &word) in states[..count].iter_mut().zip(&words[at..at + count]) {
                *state = add_word(*state, word);
            }
        }
        for (word, &state) in words[first..first + count].iter_mut().zip(&states) {
            *word = finish_hash(state);
        }
    }
}
