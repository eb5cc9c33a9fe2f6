//! Measures on sets, and what a threshold says before two sets are compared.
//!
//! All bounds ask [`Measure::compute_similarity`] itself, in the very floating-point operations that judge a pair in the end: a
//! bound that was rounded differently would lose the pairs that lie on the threshold.

/// A similarity of two sets, by how many features they share and how many each has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Shared by all that they have together.
    Jaccard,
    /// Shared by the geometric mean of the sizes.
    Cosine,
    /// Shared by the mean of the sizes.
    Dice,
    /// Shared by the smaller size: how much of the smaller set the larger contains.
    Containment,
}

impl Measure {
    /// The measure of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "jaccard" => Some(Measure::Jaccard),
            "cosine" => Some(Measure::Cosine),
            "dice" => Some(Measure::Dice),
            "containment" => Some(Measure::Containment),
            _ => None,
        }
    }

    /// `Measure::Jaccard.compute_similarity(2, 3, 3)` -> 0.5. Without any feature there is nothing alike: 0.
    #[inline]
    pub fn compute_similarity(self, shared: usize, left: usize, right: usize) -> f64 {
        let whole = match self {
            Measure::Jaccard => (left + right - shared) as f64,
            Measure::Cosine => (left as f64 * right as f64).sqrt(),
            Measure::Dice => (left + right) as f64 / 2.0,
            Measure::Containment => left.min(right) as f64,
        };
        if whole > 0.0 { shared as f64 / whole } else { 0.0 }
    }
}

/// A measure and the least similarity of a match.
#[derive(Clone, Copy, Debug)]
pub struct MatchRule {
    /// Of what.
    pub measure: Measure,
    /// More than 0.
    pub threshold: f64,
}

impl MatchRule {
    /// The fewest shared features of a match of two sets; more than the smaller one has where sizes forbid it (Eq. 2).
    ///
    /// For Jaccard 0.8: `count_needed(100, 100)` -> 89, `count_needed(79, 100)` -> 80
    pub fn count_needed(&self, left: usize, right: usize) -> usize {
        let least = left.min(right);
        find_first(1, least + 1, |shared| self.measure.compute_similarity(shared, left, right) >= self.threshold)
    }

    /// Eq. 2: whether sets of these sizes can match at all.
    pub fn sizes_allow(&self, left: usize, right: usize) -> bool {
        left.min(right) > 0 && self.measure.compute_similarity(left.min(right), left, right) >= self.threshold
    }

    /// Eq. 3 for all partners at once: whether a set can match anything when only `most` of its features are found
    /// elsewhere. The best partner has those and no others.
    pub fn can_match(&self, size: usize, most: usize) -> bool {
        most > 0 && self.measure.compute_similarity(most, size, most) >= self.threshold
    }

    /// How many of its features may be found nowhere else before a set reaches nothing.
    pub fn count_spare(&self, size: usize) -> usize {
        size - find_first(1, size, |most| self.can_match(size, most))
    }

    /// The smallest set that one of `size` can match.
    pub fn find_smallest_size(&self, size: usize) -> usize {
        find_first(1, size.max(1), |other| self.sizes_allow(other, size))
    }

    /// How many of a set's rarest features must be looked up so that no match as large or smaller is missed.
    ///
    /// A match shares `needed` features. What it does not share is at most the rest, so among one more than the rest there is
    /// a shared one. Fewest are needed with the smallest partner.
    pub fn count_prefix(&self, size: usize) -> usize {
        (size + 1).saturating_sub(self.count_needed(self.find_smallest_size(size), size))
    }

    /// The same of a set that only meets sets as large or larger: fewest are needed with one as large.
    pub fn count_prefix_of_smaller(&self, size: usize) -> usize {
        (size + 1).saturating_sub(self.count_needed(size, size))
    }
}

/// The first number from `low` to `high` for which `holds`, which then holds for all after it; `high` where there is none.
fn find_first(mut low: usize, mut high: usize, holds: impl Fn(usize) -> bool) -> usize {
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    pub(crate) const ALL_MEASURES: [Measure; 4] =
        [Measure::Jaccard, Measure::Cosine, Measure::Dice, Measure::Containment];

    #[test]
    fn the_bounds_of_jaccard_are_those_one_can_work_out() {
        let wanted = MatchRule { measure: Measure::Jaccard, threshold: 0.8 };
        assert_eq!(wanted.count_needed(100, 100), 89);
        assert_eq!(wanted.count_needed(80, 100), 80);
        assert_eq!(wanted.count_needed(79, 100), 80, "more than the smaller has");
        assert_eq!(wanted.find_smallest_size(100), 80);
        assert_eq!(wanted.count_prefix(100), 21);
        assert_eq!(wanted.count_prefix_of_smaller(100), 12);
        assert!(wanted.can_match(100, 80) && !wanted.can_match(100, 79));
    }

    proptest! {
        #[test]
        fn the_bounds_are_those_of_trying_all(size in 1..60usize, percent in 1..=100u32, which in 0..4usize) {
            let wanted = MatchRule { measure: ALL_MEASURES[which], threshold: f64::from(percent) / 100.0 };
            let matches = |shared: usize, other: usize| wanted.measure.compute_similarity(shared, size, other) >= wanted.threshold;
            for other in 1..=size {
                let fewest = (1..=other).find(|&shared| matches(shared, other)).unwrap_or(other + 1);
                prop_assert_eq!(wanted.count_needed(size, other), fewest);
                prop_assert_eq!(wanted.count_needed(other, size), fewest);
                prop_assert_eq!(wanted.sizes_allow(other, size), matches(other, other));
                if matches(other, other) {
                    prop_assert!(other >= wanted.find_smallest_size(size));
                    prop_assert!(wanted.count_prefix(size) > size - fewest);
                    prop_assert!(wanted.count_prefix_of_smaller(other) > other - fewest);
                }
            }
            for most in 0..=size {
                let any = (1..200).any(|other| (1..=most.min(other)).any(|shared| matches(shared, other)));
                prop_assert_eq!(wanted.can_match(size, most), any);
                prop_assert_eq!(size - most <= wanted.count_spare(size), any);
            }
        }
    }
}
