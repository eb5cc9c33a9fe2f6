//! How alike texts are that meet one another many times: each is hashed once, and pairs are of what was found.
//!
//! `verify` serves pairs whose texts are short or meet once. Of whole documents, hashing is what costs; here it is done for
//! each text of a batch. A pair then costs a lookup for each feature of one side, or fewer where it cannot be a match; and
//! where many texts are met by many, as in a family of templates, the counting of some bits (`families`).

mod families;

use crate::distinct::DistinctHashes;
use crate::features::Feature;
use crate::join::measure::MatchRule;
use families::Families;

/// The distinct features of some texts, one text after the other.
#[derive(Debug, Default)]
pub struct Sets {
    hashes: Vec<u64>,
    ends: Vec<usize>,
}

impl Sets {
    /// The sets of these texts, known from now on by their places.
    pub fn from_texts<'a>(texts: impl IntoIterator<Item = &'a str>, feature: Feature<'_>) -> Self {
        let (mut sets, mut seen, mut all) = (Sets::default(), DistinctHashes::default(), Vec::new());
        for text in texts {
            all.clear();
            feature.push_hashes(text, &mut all);
            seen.clear(all.len());
            sets.hashes.extend(all.iter().filter(|&&hash| seen.insert(hash)));
            sets.ends.push(sets.hashes.len());
        }
        sets
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn set(&self, place: usize) -> &[u64] {
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.hashes[start..self.ends[place]]
    }

    /// The similarity of each pair that reaches the threshold; `None` of others, and of texts without a feature. At a
    /// threshold of 0 every pair of texts that have features has one.
    ///
    /// Pairs that have their left side in common should stand together: it is prepared once for all of them.
    pub fn compute_similarities(&self, pairs: &[(usize, usize)], wanted: MatchRule) -> Vec<Option<f64>> {
        let families = Families::from_pairs(self, pairs);
        let mut prepared = PreparedSet::default();
        let alike = |&(left, right): &(usize, usize)| {
            let (one, other) = (self.set(left).len(), self.set(right).len());
            if one == 0 || other == 0 {
                return None;
            }
            let needed = if wanted.threshold > 0.0 { wanted.count_needed(one, other) } else { 0 };
            if needed > one.min(other) {
                return None;
            }
            let shared =
                families.count_shared(left, right).or_else(|| prepared.count_shared(self, left, right, needed))?;
            (shared >= needed).then(|| wanted.measure.compute_similarity(shared, one, other))
        };
        pairs.iter().map(alike).collect()
    }
}

/// The features of the left text of the last pair that was looked up.
#[derive(Debug, Default)]
struct PreparedSet {
    text: Option<usize>,
    features: DistinctHashes,
}

impl PreparedSet {
    /// How many features two texts share; `None` as soon as they are fewer than `needed`.
    fn count_shared(&mut self, sets: &Sets, left: usize, right: usize, needed: usize) -> Option<usize> {
        if self.text.replace(left) != Some(left) {
            let set = sets.set(left);
            self.features.clear(set.len());
            set.iter().for_each(|&hash| {
                self.features.insert(hash);
            });
        }
        let set = sets.set(right);
        let mut missed = 0;
        for part in set.chunks(64) {
            missed += part.iter().filter(|&&hash| !self.features.contains(hash)).count();
            if missed + needed > set.len() {
                return None;
            }
        }
        Some(set.len() - missed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::join::measure::{Measure, tests::BUILT_IN};
    use crate::verify::TextComparer;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_similarity_is_that_of_the_judge(
            texts in prop::collection::vec(prop_oneof!["[ab]( [ab]){0,12}", "[abcd]( [abcd]){0,12}"], 1..24), threshold in 0.05..1.0
        ) {
            let feature = Feature::Words(2);
            let sets = Sets::from_texts(texts.iter().map(String::as_str), feature);
            let pairs: Vec<_> = (0..texts.len()).flat_map(|one| (0..texts.len()).map(move |other| (one, other))).collect();
            for measure in BUILT_IN {
                let found = sets.compute_similarities(&pairs, MatchRule { measure, threshold });
                for (&(one, other), found) in pairs.iter().zip(found) {
                    let mut judge = TextComparer::new(feature);
                    judge.set_left(&texts[one]);
                    let alike = judge.compute_similarity(&texts[other], measure);
                    prop_assert_eq!(found, (alike >= threshold).then_some(alike));
                }
            }
        }
    }

    #[test]
    fn at_a_threshold_of_0_texts_that_share_nothing_have_a_similarity_of_0() {
        let sets = Sets::from_texts(["one two", "three four", "..."], Feature::Words(2));
        let wanted = MatchRule { measure: Measure::DICE, threshold: 0.0 };
        assert_eq!(sets.compute_similarities(&[(0, 1), (0, 2)], wanted), [Some(0.0), None]);
    }

    #[test]
    fn a_text_without_a_word_is_like_nothing() {
        let sets = Sets::from_texts(["...", "...", "one two"], Feature::Words(2));
        let wanted = MatchRule { measure: Measure::JACCARD, threshold: 0.1 };
        assert_eq!(sets.compute_similarities(&[(0, 1), (0, 2), (2, 2)], wanted), [None, None, Some(1.0)]);
    }
}
