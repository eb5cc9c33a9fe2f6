//! I-Match (Chowdhury and others 2002): one hash of the words of a text that tell it from others; equal hashes are duplicates.
//!
//! One word more or less makes another hash. Kołcz, Chowdhury and Alspector (2004) add hashes over random parts of the lexicon:
//! a part that knows none of the changed words gives the same hash for both texts.

use super::word_tables::WordTable;
use super::words::fold_hashes;
use crate::shingles::mix_bits;

/// Which words count.
#[derive(Clone, Copy, Debug)]
pub struct IMatch<'a> {
    /// The words that were looked at:
    pub words: WordTable<'a>,
    /// either those that count, or those that do not. A list of the common words to drop is short; one of all others is not.
    pub listed_are_kept: bool,
    /// How many random parts of the lexicon there are besides the whole.
    pub lexicons: u64,
    /// How many of 2^32 words are in such a part.
    pub share: u64,
    /// Which parts they are.
    pub seed: u64,
}

impl IMatch<'_> {
    /// Calls `give` with the hash of each lexicon, and which words it was made of, as numbers of words.
    ///
    /// A lexicon that knows no word of the text gives none.
    pub(super) fn for_each_hash(&self, words: &[u64], mut give: impl FnMut(u64, std::ops::Range<usize>)) {
        let counts = |&word: &u64| self.words.contains(word) == self.listed_are_kept;
        let (Some(first), Some(last)) = (words.iter().position(counts), words.iter().rposition(counts)) else { return };
        let mut kept: Vec<u64> = words[first..=last].iter().copied().filter(counts).collect();
        kept.sort_unstable();
        kept.dedup();
        for lexicon in 0..=self.lexicons {
            let own = || kept.iter().copied().filter(|&word| self.is_in(word, lexicon));
            let count = own().count();
            if count > 0 {
                give(fold_hashes([lexicon].into_iter().chain(own()), count), first..last + 1);
            }
        }
    }

    /// Whether a word is in this part of the lexicon; the first is the whole.
    fn is_in(&self, word: u64, lexicon: u64) -> bool {
        lexicon == 0 || mix_bits(word ^ mix_bits(self.seed.wrapping_add(lexicon))) >> 32 < self.share
    }
}
