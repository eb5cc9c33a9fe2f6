//! How alike two units really are: the exact Jaccard similarity of their features, and their edit similarity.
//!
//! Candidates come sorted by their left side, so it is prepared once and met by many right sides. Nothing here is an
//! estimate: a pair that shares a key is only a candidate until this file has seen both texts.

use crate::distinct::DistinctHashes;
use crate::features::Feature;
use crate::join::measure::Measure;
use crate::similarity::PreparedText;

/// The left side of candidates, ready to meet right sides.
#[derive(Debug)]
pub struct TextComparer<'a> {
    feature: Feature<'a>,
    left: String,
    edits: PreparedText,
    /// Whether `edits` and `left_set` are those of `left` yet.
    edits_ready: bool,
    set_ready: bool,
    left_set: DistinctHashes,
    right_set: DistinctHashes,
    hashes: Vec<u64>,
}

impl<'a> TextComparer<'a> {
    /// A judge of texts by this feature.
    pub fn new(feature: Feature<'a>) -> Self {
        TextComparer {
            feature,
            left: String::new(),
            edits: PreparedText::default(),
            edits_ready: false,
            set_ready: false,
            left_set: DistinctHashes::default(),
            right_set: DistinctHashes::default(),
            hashes: Vec::new(),
        }
    }

    /// Another left side; the same one again costs a comparison.
    pub fn set_left(&mut self, left: &str) {
        if self.left != left || !(self.edits_ready || self.set_ready) {
            self.left.clear();
            self.left.push_str(left);
            self.edits_ready = false;
            self.set_ready = false;
        }
    }

    /// The edit similarity to `right` where it is at least `threshold`, else `None`.
    pub fn compute_edit_similarity(&mut self, right: &str, threshold: f64) -> Option<f64> {
        if !self.edits_ready {
            self.edits.prepare(&self.left);
            self.edits_ready = true;
        }
        self.edits.compute_similarity(right, threshold)
    }

    /// The Jaccard similarity to `right`; two texts without a feature are equal if they are the same text.
    pub fn compute_jaccard(&mut self, right: &str) -> f64 {
        self.compute_similarity(right, Measure::JACCARD)
    }

    /// The same by any measure on sets.
    pub fn compute_similarity(&mut self, right: &str, measure: Measure) -> f64 {
        match self.count_shared(right) {
            (_, 0, 0) => f64::from(u8::from(self.left == right)),
            (shared, left, right) => measure.compute_similarity(shared, left, right),
        }
    }

    /// How many features both have, and how many each.
    fn count_shared(&mut self, right: &str) -> (usize, usize, usize) {
        if !self.set_ready {
            self.hashes.clear();
            self.feature.push_hashes(&self.left, &mut self.hashes);
            self.left_set.clear(self.hashes.len());
            self.hashes.iter().for_each(|&hash| {
                self.left_set.insert(hash);
            });
            self.set_ready = true;
        }
        self.hashes.clear();
        self.feature.push_hashes(right, &mut self.hashes);
        self.right_set.clear(self.hashes.len());
        let mut shared = 0;
        for &hash in &self.hashes {
            if self.right_set.insert(hash) && self.left_set.contains(hash) {
                shared += 1;
            }
        }
        (shared, self.left_set.len(), self.right_set.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similarity::compute_exact_edit_similarity;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn compute_plain_jaccard(left: &str, right: &str, length: usize) -> f64 {
        let windows = |text: &str| -> BTreeSet<String> {
            let letters: Vec<char> = text.chars().collect();
            if letters.is_empty() {
                return BTreeSet::new();
            }
            letters.windows(length.min(letters.len())).map(|window| window.iter().collect()).collect()
        };
        let (left_set, right_set) = (windows(left), windows(right));
        let union = left_set.union(&right_set).count();
        let shared = left_set.intersection(&right_set).count();
        if union == 0 { 1.0 } else { shared as f64 / union as f64 }
    }

    proptest! {
        #[test]
        fn one_judge_gives_for_many_pairs_what_the_plain_sets_give(
            pairs in prop::collection::vec(("[abé ]{0,30}", prop::collection::vec("[abé ]{0,30}", 1..4)), 1..6),
            length in 1..5usize,
        ) {
            let mut judge = TextComparer::new(Feature::Characters(length));
            for (left, rights) in &pairs {
                judge.set_left(left);
                for right in rights {
                    prop_assert_eq!(judge.compute_jaccard(right), compute_plain_jaccard(left, right, length));
                    let edit = compute_exact_edit_similarity(left, right);
                    prop_assert_eq!(judge.compute_edit_similarity(right, 0.5), Some(edit).filter(|&edit| edit >= 0.5));
                }
            }
        }
    }

    #[test]
    fn words_are_compared_by_words() {
        let mut judge = TextComparer::new(Feature::Words(2));
        judge.set_left("one two three");
        assert_eq!(judge.compute_jaccard("one, two; four"), 1.0 / 3.0);
    }
}
