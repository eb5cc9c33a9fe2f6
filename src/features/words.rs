//! Words, by the rules of Unicode (UAX 29), and their shingles.
//!
//! A word is what stands between two boundaries and has a letter or a digit in it: `don't`, `3.14` and `1,000` are words,
//! `e-mail` is two. Chinese, Japanese, Thai, Khmer, Lao and Burmese are cut by the dictionaries of ICU, which take the
//! longest word that fits from left to right: a change in a text moves no boundary far from it. ASCII is scanned by
//! hand, for speed; other text goes to ICU, one stretch between two blanks at a time, which changes nothing: no word
//! reaches across a blank.

use std::ops::Range;
use std::sync::LazyLock;

use icu_segmenter::options::WordBreakInvariantOptions;
use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed};
use multiversion::multiversion;

use crate::shingles::{begin, finish, shingle, take};

/// Its dictionaries are part of the binary: nothing is loaded.
static SEGMENTER: LazyLock<WordSegmenterBorrowed<'static>> =
    LazyLock::new(|| WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()));

/// Calls `give` with the bytes that each word stands at: `"It's 9."` gives 0..4 and 5..6.
pub fn each(text: &str, mut give: impl FnMut(Range<usize>)) {
    if text.is_ascii() {
        return each_ascii(text.as_bytes(), 0, &mut give);
    }
    let mut start = 0;
    for end in memchr::memchr_iter(b' ', text.as_bytes()).chain([text.len()]) {
        let piece = &text[start..end];
        if piece.is_ascii() {
            each_ascii(piece.as_bytes(), start, &mut give);
        } else {
            each_other(piece, start, &mut give);
        }
        start = end + 1;
    }
}

/// The words of any text, as ICU finds them; `base` is where it stands.
fn each_other(text: &str, base: usize, give: &mut impl FnMut(Range<usize>)) {
    let mut start = 0;
    for end in SEGMENTER.segment_str(text) {
        // Its own word for it, `is_word_like`, is lost where a combining mark stands before a blank or a stop.
        if text[start..end].contains(char::is_alphanumeric) {
            give(base + start..base + end);
        }
        start = end;
    }
}

/// What an ASCII character is to a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Letter,
    Digit,
    /// The underscore: part of a word, but nothing stands between it and a letter.
    Joiner,
    /// Part of a word between two letters,
    BetweenLetters,
    /// between two digits,
    BetweenDigits,
    /// or between either.
    BetweenBoth,
    Other,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' => Class::Letter,
            b'0'..=b'9' => Class::Digit,
            b'_' => Class::Joiner,
            b':' => Class::BetweenLetters,
            b',' | b';' => Class::BetweenDigits,
            b'.' | b'\'' => Class::BetweenBoth,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

#[inline]
fn inside(class: Class) -> bool {
    matches!(class, Class::Letter | Class::Digit | Class::Joiner)
}

/// The words of ASCII text, as ICU would find them.
#[inline]
fn each_ascii(bytes: &[u8], base: usize, give: &mut impl FnMut(Range<usize>)) {
    let class = |at: usize| bytes.get(at).map_or(Class::Other, |&byte| CLASSES[byte as usize]);
    let mut at = 0;
    while at < bytes.len() {
        if !inside(class(at)) {
            at += 1;
            continue;
        }
        let start = at;
        loop {
            at += 1;
            at += inside_run(&bytes[at..]);
            if !goes_on(class(at - 1), class(at), class(at + 1)) {
                break;
            }
        }
        if bytes[start] != b'_' || bytes[start..at].iter().any(u8::is_ascii_alphanumeric) {
            give(base + start..base + at);
        }
    }
}

/// How many bytes of ASCII text from the first on are part of words by themselves, told eight at a time.
#[inline]
fn inside_run(bytes: &[u8]) -> usize {
    let (chunks, rest) = bytes.as_chunks::<8>();
    for (at, &chunk) in chunks.iter().enumerate() {
        let outside = !inside_of_eight(u64::from_le_bytes(chunk)) & EIGHT_HIGH;
        if outside != 0 {
            return 8 * at + outside.trailing_zeros() as usize / 8;
        }
    }
    let whole = bytes.len() - rest.len();
    whole + rest.iter().position(|&byte| !inside(CLASSES[byte as usize])).unwrap_or(rest.len())
}

const EIGHT_ONES: u64 = u64::MAX / 255;
const EIGHT_HIGH: u64 = EIGHT_ONES << 7;

/// The highest bit of each of eight ASCII bytes that is a letter, a digit or the underscore.
///
/// None is above 127, so no sum carries into the next: `byte + 128 - first` has its highest bit from `first` on.
#[inline]
fn inside_of_eight(bytes: u64) -> u64 {
    let from = |bytes: u64, first: u8| bytes + EIGHT_ONES * (128 - u64::from(first));
    let lower = bytes | (EIGHT_ONES * 0x20);
    let letter = from(lower, b'a') & !from(lower, b'z' + 1);
    let digit = from(bytes, b'0') & !from(bytes, b'9' + 1);
    let joiner = !((bytes ^ (EIGHT_ONES * u64::from(b'_'))) + EIGHT_ONES * 127);
    (letter | digit | joiner) & EIGHT_HIGH
}

/// Whether a word goes on over a character that is not part of words by itself.
#[inline]
fn goes_on(before: Class, here: Class, after: Class) -> bool {
    match here {
        Class::BetweenLetters => before == Class::Letter && after == Class::Letter,
        Class::BetweenDigits => before == Class::Digit && after == Class::Digit,
        Class::BetweenBoth => before == after && matches!(before, Class::Letter | Class::Digit),
        _ => false,
    }
}

/// The hash of each word.
pub fn hashes(text: &str) -> Vec<u64> {
    let mut out = Vec::with_capacity(text.len() / 5 + 1);
    each(text, |word| out.push(word_hash(text.as_bytes(), word)));
    out
}

/// [`shingle`] of the word. Most have fewer than eight bytes: they are read with what follows them, and that is masked.
#[inline]
fn word_hash(text: &[u8], word: Range<usize>) -> u64 {
    match text[word.start..].first_chunk() {
        Some(&eight) if word.len() < 8 => {
            let own = u64::from_le_bytes(eight) & ((1 << (8 * word.len())) - 1);
            finish(take(begin(word.len()), own))
        }
        _ => shingle(&text[word]),
    }
}

/// One hash of several, in this order.
#[inline]
pub(super) fn fold(values: impl IntoIterator<Item = u64>, count: usize) -> u64 {
    finish(values.into_iter().fold(begin(count), take))
}

/// Appends a hash for every window of `length` words; fewer words give one, of all; a text without a word gives none.
///
/// What stands between words does not matter: `"one, two"` and `"one two"` give the same. A `length` of 0 counts as 1.
pub fn shingles(text: &str, length: usize, out: &mut Vec<u64>) {
    let from = out.len();
    each(text, |word| out.push(word_hash(text.as_bytes(), word)));
    let found = out.len() - from;
    let length = length.clamp(1, found.max(1));
    fold_windows(&mut out[from..], length);
    out.truncate(from + (found + 1).saturating_sub(length));
}

/// Windows folded side by side, in the lanes of registers.
const LANES: usize = 32;

/// Puts the [`fold`] of every window in the place of its first word. A window reads from its own place on, so those that
/// come later find their words untouched.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
fn fold_windows(words: &mut [u64], length: usize) {
    let windows = (words.len() + 1).saturating_sub(length);
    for first in (0..windows).step_by(LANES) {
        let count = LANES.min(windows - first);
        let mut states = [begin(length); LANES];
        for at in first..first + length {
            for (state, &word) in states[..count].iter_mut().zip(&words[at..at + count]) {
                *state = take(*state, word);
            }
        }
        for (word, &state) in words[first..first + count].iter_mut().zip(&states) {
            *word = finish(state);
        }
    }
}
