//! SpotSigs (Theobald, Siddharth and Paepcke 2008): what follows each of some common words, the antecedents.
//!
//! Running text is full of them, menus and captions are not, so that what frames an article hardly counts.

use std::ops::Range;

use super::word_tables::WordTable;
use super::words::fold_hashes;

/// Which words begin a signature, and what is in it.
#[derive(Clone, Copy, Debug)]
pub struct SpotSigs<'a> {
    /// The words that begin one. All others are content.
    pub antecedents: WordTable<'a>,
    /// Which content words are taken: with 1 the next ones, with 2 every second one.
    pub distance: usize,
    /// How many.
    pub chain: usize,
}

impl SpotSigs<'_> {
    /// Calls `give` with each signature, and the words from its antecedent to the last one taken, as numbers of words.
    ///
    /// `the old mill by the river` with `the` and `by`, chain 2: `the:old:mill`, and nothing for the others: the chain
    /// of `by` would end after the text.
    pub(super) fn for_each_signature(&self, words: &[u64], mut give: impl FnMut(u64, Range<usize>)) {
        let (distance, chain) = (self.distance.max(1), self.chain.max(1));
        let is_antecedent: Vec<bool> = words.iter().map(|&word| self.antecedents.contains(word)).collect();
        let content: Vec<usize> = (0..words.len()).filter(|&at| !is_antecedent[at]).collect();
        let mut passed = 0;
        for (at, &word) in words.iter().enumerate() {
            if !is_antecedent[at] {
                passed += 1;
                continue;
            }
            let Some(&last) = chain.checked_mul(distance).and_then(|reach| content.get(passed + reach - 1)) else {
                break; // those that follow have even less after them
            };
            let taken = content[passed..].iter().skip(distance - 1).step_by(distance).take(chain);
            give(fold_hashes([word].into_iter().chain(taken.map(|&at| words[at])), chain + 1), at..last + 1);
        }
    }
}
