//! Winnowing (Schleimer, Wilkerson and Aiken 2003): of every `window` shingles in a row, the least.
//!
//! Two texts that share `length + window - 1` words in a row share all shingles of a window, so they keep the same one of
//! it. About two shingles in `window + 1` are kept.

use super::words;
use crate::shingles;

/// Which shingles are kept.
#[derive(Clone, Copy, Debug)]
pub struct Winnow {
    /// Words (or characters) of a shingle.
    pub length: usize,
    /// Shingles of a window.
    pub window: usize,
    /// Shingles of characters, not of words.
    pub of_characters: bool,
}

impl Winnow {
    /// Appends the hashes that are kept, in order.
    pub fn push_hashes(&self, text: &str, out: &mut Vec<u64>) {
        let from = out.len();
        self.push_all_hashes(text, out);
        let kept = find_window_minima(&out[from..], self.window);
        for (to, &at) in kept.iter().enumerate() {
            out[from + to] = out[from + at];
        }
        out.truncate(from + kept.len());
    }

    /// Appends the hashes of all shingles.
    pub(super) fn push_all_hashes(&self, text: &str, out: &mut Vec<u64>) {
        if self.of_characters {
            shingles::push_character_shingles(text, self.length, out);
        } else {
            words::push_word_shingles(text, self.length, out);
        }
    }
}

/// The places of the least hash of each window, the rightmost among equals, each place once.
///
/// `find_window_minima(&[5, 3, 3, 7, 9], 3)` -> `[2]`: it is the least of all three windows. Fewer hashes are one window.
pub(super) fn find_window_minima(hashes: &[u64], window: usize) -> Vec<usize> {
    let mut kept = Vec::new();
    if hashes.is_empty() {
        return kept;
    }
    let window = window.clamp(1, hashes.len());
    let mut least = 0;
    for end in window..=hashes.len() {
        let start = end - window;
        if start == 0 || least < start {
            least = find_rightmost_least(hashes, start, end);
        } else if hashes[end - 1] <= hashes[least] {
            least = end - 1;
        }
        if kept.last() != Some(&least) {
            kept.push(least);
        }
    }
    kept
}

fn find_rightmost_least(hashes: &[u64], start: usize, end: usize) -> usize {
    (start + 1..end).fold(start, |least, at| if hashes[at] <= hashes[least] { at } else { least })
}
