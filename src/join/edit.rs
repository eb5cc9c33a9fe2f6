//! Edit similarity, exactly: what it leaves of shared windows, and a block compared text by text.
//!
//! One edit touches at most q of a text's windows of q characters, so texts within d edits share all but q·d of the longer
//! one's windows (repeated ones counted). At a similarity of 0.8 that is two windows of three characters in five, which
//! many pairs of English sentences come near: a posting list rules out little, so a block is gone through pair by pair, by
//! length and by a signature of bits. That is quadratic, and meant for the truth of a sample; a threshold of 0.9 is far kinder.

use super::cell::CellMatches;
use crate::shingles::{self, mix_bits};
use crate::similarity::{PreparedText, find_most_edits};

/// How long the windows are, and what a threshold leaves of them.
#[derive(Clone, Copy, Debug)]
pub struct EditWindows {
    /// Least edit similarity.
    pub threshold: f64,
    /// Characters of a window.
    pub length: usize,
}

impl EditWindows {
    /// The longest windows of which enough are shared to tell: three characters from 0.75 on, two from 0.6 on, else one.
    pub fn from_threshold(threshold: f64) -> Self {
        let length = if threshold >= 0.75 { 3 } else { 1 + usize::from(threshold >= 0.6) };
        EditWindows { threshold, length }
    }

    /// How many windows a text of so many characters has.
    pub fn count_windows(&self, characters: usize) -> usize {
        (characters + 1).saturating_sub(self.length)
    }

    /// Windows that a match shares whose longer text has so many characters; 0 or less says nothing.
    pub fn count_needed(&self, longer: usize) -> i64 {
        let edits = find_most_edits(longer, self.threshold).unwrap_or(0);
        longer as i64 + 1 - (self.length * (edits + 1)) as i64
    }

    /// Whether texts of these lengths can match.
    pub fn lengths_allow(&self, one: usize, two: usize) -> bool {
        let (shorter, longer) = (one.min(two), one.max(two));
        find_most_edits(longer, self.threshold).is_some_and(|edits| longer - shorter <= edits)
    }

    /// The longest text of which windows say nothing: all up to this length must be compared.
    pub fn longest_undecided(&self) -> usize {
        let lost = self.length as f64 * (1.0 - self.threshold);
        let surely = ((self.length + 2) as f64 / (1.0 - lost).max(0.05)) as usize + 2;
        (0..=surely).rev().find(|&longer| self.count_needed(longer) <= 0).unwrap_or(0)
    }

    /// How many of its rarest windows a text must be looked up by, whatever it is to match.
    pub fn count_prefix(&self, characters: usize) -> usize {
        let mut fewest = i64::MAX;
        let mut longer = characters;
        while self.lengths_allow(characters, longer) {
            fewest = fewest.min(self.count_needed(longer));
            longer += 1;
        }
        let count = self.count_windows(characters);
        (count + 1).saturating_sub(fewest.max(1) as usize).min(count)
    }

    /// The windows of a text as distinct hashes, a repeated one numbered.
    pub fn hash_windows(&self, text: &str, characters: usize, out: &mut Vec<u64>) {
        out.clear();
        if characters < self.length {
            return;
        }
        shingles::push_character_shingles(text, self.length, out);
        out.sort_unstable();
        let mut run = (0, 0);
        for hash in out.iter_mut() {
            run = if run.0 == *hash { (run.0, run.1 + 1) } else { (*hash, 0) };
            if run.1 > 0 {
                *hash = mix_bits(run.0 ^ mix_bits(run.1));
            }
        }
    }
}

/// A text of a block.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    /// Whose it is.
    pub unit: u32,
    /// How long.
    pub characters: u32,
    /// What it reads.
    pub text: &'a str,
}

/// Words of bits for the windows of one length.
const SIGNATURE_WORDS: usize = 16;

/// The windows that a signature is of. Of English sentences that may match by their lengths, 2 % are left by the first at
/// 0.8, and one in a thousand by both.
const SIGNATURE_WINDOWS: [usize; 2] = [2, 3];

/// The windows of a text as bits, repeated ones numbered. A bit that another text lacks is a window that it lacks.
type Signature = [[u64; SIGNATURE_WORDS]; 2];

fn build_signature(text: &Text<'_>, hashes: &mut Vec<u64>) -> Signature {
    let mut bits = [[0; SIGNATURE_WORDS]; 2];
    for (bits, length) in bits.iter_mut().zip(SIGNATURE_WINDOWS) {
        EditWindows { threshold: 1.0, length }.hash_windows(text.text, text.characters as usize, hashes);
        for &hash in hashes.iter() {
            let at = (hash >> (64 - (SIGNATURE_WORDS * 64).ilog2())) as usize;
            bits[at / 64] |= 1 << (at % 64);
        }
    }
    bits
}

/// Appends the places of those in `others` that may be within `edits` of `own`: neither lacks more windows of the other
/// than so many edits can touch.
#[multiversion::multiversion(targets("x86_64+avx512f+avx512vpopcntdq", "x86_64+popcnt"))]
fn find_near(own: &Signature, others: &[Signature], edits: u32, out: &mut Vec<u32>) {
    for (at, other) in others.iter().enumerate() {
        let is_near = (0..2).all(|which| {
            let (mut lacked, mut lacking) = (0, 0);
            for (one, two) in own[which].iter().zip(&other[which]) {
                lacked += (one & !two).count_ones();
                lacking += (two & !one).count_ones();
            }
            lacked.max(lacking) <= SIGNATURE_WINDOWS[which] as u32 * edits
        });
        if is_near {
            out.push(at as u32);
        }
    }
}

/// The matches among texts, or between them and `others`, none of which is shorter. Both must be sorted by length.
pub fn join_texts(threshold: f64, texts: &[Text<'_>], others: Option<&[Text<'_>]>) -> CellMatches {
    let mut found = CellMatches::default();
    let (mut hashes, mut left) = (Vec::new(), Vec::new());
    let signatures: Vec<Signature> = texts.iter().map(|text| build_signature(text, &mut hashes)).collect();
    let mut prepared = PreparedText::default();
    let mut first = 0;
    for (at, long) in others.unwrap_or(texts).iter().enumerate() {
        let longer = long.characters as usize;
        let Some(edits) = find_most_edits(longer, threshold) else { continue };
        while first < texts.len() && longer.saturating_sub(texts[first].characters as usize) > edits {
            first += 1;
        }
        let end = if others.is_some() { texts.len() } else { at };
        let own = if others.is_some() { build_signature(long, &mut hashes) } else { signatures[at] };
        left.clear();
        find_near(&own, &signatures[first.min(end)..end], edits as u32, &mut left);
        if !left.is_empty() {
            prepared.prepare(long.text);
        }
        for short in left.iter().map(|&short| &texts[first + short as usize]) {
            found.compared += 1;
            if prepared.compute_similarity(short.text, threshold).is_some() {
                found.pairs.push((long.unit.min(short.unit), long.unit.max(short.unit)));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similarity::compute_exact_edit_similarity;
    use proptest::prelude::*;
    use std::collections::HashSet;

    fn sorted(texts: &[String], first: u32) -> Vec<Text<'_>> {
        let mut made: Vec<Text<'_>> = (first..)
            .zip(texts)
            .map(|(unit, text)| Text { unit, characters: text.chars().count() as u32, text })
            .collect();
        made.sort_by_key(|text| text.characters);
        made
    }

    proptest! {
        #[test]
        fn a_block_gives_what_all_pairs_give(
            texts in prop::collection::vec("[ab茶]{0,12}|abcabcab[a-d]{0,9}", 0..25), cut in 0..25usize, percent in 0..=100u32,
        ) {
            let threshold = f64::from(percent) / 100.0;
            let cut = cut.min(texts.len());
            let alike = |one: usize, two: usize| compute_exact_edit_similarity(&texts[one], &texts[two]) >= threshold;
            let mut pairs = join_texts(threshold, &sorted(&texts, 0), None).pairs;
            pairs.sort_unstable();
            let expected: Vec<(u32, u32)> = (0..texts.len())
                .flat_map(|one| (one + 1..texts.len()).map(move |two| (one, two)))
                .filter(|&(one, two)| alike(one, two))
                .map(|(one, two)| (one as u32, two as u32))
                .collect();
            prop_assert_eq!(pairs, expected);
            // Between two blocks the second must hold the longer texts.
            let mut all = sorted(&texts, 0);
            let (small, large) = all.split_at_mut(cut);
            let mut between = join_texts(threshold, small, Some(large)).pairs;
            between.sort_unstable();
            let mut expected: Vec<(u32, u32)> = small
                .iter()
                .flat_map(|one| large.iter().map(move |two| (one.unit.min(two.unit), one.unit.max(two.unit))))
                .filter(|&(one, two)| alike(one as usize, two as usize))
                .collect();
            expected.sort_unstable();
            prop_assert_eq!(between, expected);
        }

        #[test]
        fn a_match_shares_as_many_windows_as_are_needed(
            one in "[abc]{0,14}", two in "[abc]{0,14}", percent in 1..=100u32,
        ) {
            let windows = EditWindows::from_threshold(f64::from(percent) / 100.0);
            let longer = one.len().max(two.len());
            if compute_exact_edit_similarity(&one, &two) >= windows.threshold {
                let set = |text: &str| {
                    let mut out = Vec::new();
                    windows.hash_windows(text, text.len(), &mut out);
                    assert_eq!(out.len(), windows.count_windows(text.len()));
                    out.into_iter().collect::<HashSet<u64>>()
                };
                let shared = set(&one).intersection(&set(&two)).count() as i64;
                prop_assert!(shared >= windows.count_needed(longer));
                prop_assert!(windows.lengths_allow(one.len(), two.len()));
                if windows.count_needed(longer) <= 0 {
                    prop_assert!(longer <= windows.longest_undecided());
                } else {
                    let rest = windows.count_windows(one.len()) as i64 - windows.count_needed(longer);
                    prop_assert!(windows.count_prefix(one.len()) as i64 > rest);
                }
            }
        }
    }

    #[test]
    fn windows_say_something_of_all_but_very_short_texts() {
        for percent in 1..=100 {
            let windows = EditWindows::from_threshold(f64::from(percent) / 100.0);
            assert!(windows.longest_undecided() <= 16, "{percent}: {}", windows.longest_undecided());
            assert!(
                (windows.longest_undecided() + 1..3000).all(|longer| windows.count_needed(longer) > 0),
                "{percent}"
            );
        }
    }
}
