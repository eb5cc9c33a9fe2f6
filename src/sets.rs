//! How alike texts are that meet one another many times: each is hashed once, and pairs are of what was found.
//!
//! `verify` serves pairs whose texts are short or meet once. Of whole documents, hashing is what costs; here it is done for
//! each text of a batch, and a pair costs a lookup for each feature of one side, or fewer where it cannot be a match.

use crate::features::Feature;
use crate::join::measure::Wanted;
use crate::verify::HashSet64;

/// The distinct features of some texts, one text after the other.
#[derive(Debug, Default)]
pub struct Sets {
    hashes: Vec<u64>,
    ends: Vec<usize>,
}

impl Sets {
    /// The sets of these texts, known from now on by their places.
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a str>, feature: Feature<'_>) -> Self {
        let (mut sets, mut seen, mut all) = (Sets::default(), HashSet64::default(), Vec::new());
        for text in texts {
            all.clear();
            feature.hashes(text, &mut all);
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

    /// The similarity of each pair that reaches the threshold; `None` of others, and of texts without a feature.
    ///
    /// Pairs that have their left side in common should stand together: it is prepared once for all of them.
    pub fn similarities(&self, pairs: impl IntoIterator<Item = (usize, usize)>, wanted: Wanted) -> Vec<Option<f64>> {
        let (mut prepared, mut left_set) = (None, HashSet64::default());
        let alike = |(left, right): (usize, usize)| {
            let (one, other) = (self.set(left), self.set(right));
            if one.is_empty() || other.is_empty() {
                return None;
            }
            let spare = other.len().checked_sub(wanted.needed(one.len(), other.len()))?;
            if prepared != Some(left) {
                prepared = Some(left);
                left_set.clear(one.len());
                one.iter().for_each(|&hash| {
                    left_set.insert(hash);
                });
            }
            let shared = other.len() - missing(&left_set, other, spare)?;
            Some(wanted.measure.similarity(shared, one.len(), other.len()))
        };
        pairs.into_iter().map(alike).collect()
    }
}

/// How many hashes are not in the set; `None` as soon as they are more than `spare`.
fn missing(set: &HashSet64, hashes: &[u64], spare: usize) -> Option<usize> {
    let mut missed = 0;
    for part in hashes.chunks(64) {
        missed += part.iter().filter(|&&hash| !set.contains(hash)).count();
        if missed > spare {
            return None;
        }
    }
    Some(missed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::join::measure::Measure;
    use crate::verify::Judge;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_similarity_is_that_of_the_judge(
            texts in prop::collection::vec("[ab]( [ab]){0,12}", 1..8), threshold in 0.05..1.0
        ) {
            let feature = Feature::Words(2);
            let sets = Sets::of(texts.iter().map(String::as_str), feature);
            let pairs: Vec<_> = (0..texts.len()).flat_map(|one| (0..texts.len()).map(move |other| (one, other))).collect();
            for measure in [Measure::Jaccard, Measure::Cosine, Measure::Dice, Measure::Overlap] {
                let found = sets.similarities(pairs.iter().copied(), Wanted { measure, threshold });
                for (&(one, other), found) in pairs.iter().zip(found) {
                    let mut judge = Judge::new(feature);
                    judge.turn(&texts[one]);
                    let alike = judge.similarity(&texts[other], measure);
                    prop_assert_eq!(found, (alike >= threshold).then_some(alike));
                }
            }
        }
    }

    #[test]
    fn a_text_without_a_word_is_like_nothing() {
        let sets = Sets::of(["...", "...", "one two"], Feature::Words(2));
        let wanted = Wanted { measure: Measure::Jaccard, threshold: 0.1 };
        assert_eq!(sets.similarities([(0, 1), (0, 2), (2, 2)], wanted), [None, None, Some(1.0)]);
    }
}
