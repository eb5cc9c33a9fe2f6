//! Measures on sets, and what a threshold says before two sets are compared.
//!
//! All bounds ask [`Measure::compute_similarity`] itself, in the very floating-point operations that judge a pair in the end: a
//! bound that was rounded differently would lose the pairs that lie on the threshold.

/// A similarity of two sets: what they share, divided by a whole that is made of four weights.
///
/// `whole = shared * a + smaller * b + larger * c + sqrt(smaller * larger) * d`. What the join does without comparing is right
/// for every such measure, because with the weights that [`Measure::from_weights`] takes
///
/// - equal sets have 1, since the weights add up to 1, and no pair has more: sizes only enlarge the whole;
/// - a pair that shares more has more, since `a` is not above 0: [`MatchRule::count_needed`] may search by halves;
/// - a larger set beside the same shared features has less, since `b`, `c` and `d` are not below 0: the best partner has
///   nothing else (`can_match`), and fewest are needed with the smallest (`count_prefix`);
/// - a set that is wholly shared has more the larger it is, since then only `c` and `d` count against it.
///
/// Rounding leaves this so. Multiples of 1/256 times sizes below 2^32 are exact, and so are their sums; the mean, what it adds
/// and the quotient are rounded, which keeps their order. Only in the last point do both sides of the quotient grow: there,
/// one feature more changes it several times as much as rounding can, as long as sizes are below 2^32 and weights are these.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    shared: f64,
    smaller: f64,
    larger: f64,
    mean: f64,
}

impl Measure {
    /// Shared by all that they have together.
    pub const JACCARD: Measure = Measure { shared: -1.0, smaller: 1.0, larger: 1.0, mean: 0.0 };
    /// Shared by the mean of the sizes.
    pub const DICE: Measure = Measure { shared: 0.0, smaller: 0.5, larger: 0.5, mean: 0.0 };
    /// Shared by the smaller size: how much of the smaller set the larger contains.
    pub const CONTAINMENT: Measure = Measure { shared: 0.0, smaller: 1.0, larger: 0.0, mean: 0.0 };
    /// Shared by the geometric mean of the sizes.
    pub const COSINE: Measure = Measure { shared: 0.0, smaller: 0.0, larger: 0.0, mean: 1.0 };

    /// The measure of four weights: of the shared features, the smaller size, the larger and their geometric mean.
    ///
    /// `None` unless all are multiples of 1/256 that add up to 1, the first from -16 to 0 and the others at least 0.
    pub fn from_weights(weights: [f64; 4]) -> Option<Self> {
        let [shared, smaller, larger, mean] = weights;
        let is_measure = weights.iter().all(|weight| (weight * 256.0).fract() == 0.0)
            && (-16.0..=0.0).contains(&shared)
            && [smaller, larger, mean].iter().all(|&weight| weight >= 0.0)
            && weights.iter().sum::<f64>() == 1.0;
        is_measure.then_some(Measure { shared, smaller, larger, mean })
    }

    /// `Measure::JACCARD.compute_similarity(2, 3, 3)` -> 0.5. Without any feature there is nothing alike: 0.
    #[inline]
    pub fn compute_similarity(self, shared: usize, left: usize, right: usize) -> f64 {
        self.divide_shared(shared, self.weigh_sizes(left, right))
    }

    /// What of the whole does not depend on what is shared.
    #[inline]
    fn weigh_sizes(self, left: usize, right: usize) -> f64 {
        let (smaller, larger) = (convert_count(left.min(right)), convert_count(left.max(right)));
        let sizes = self.smaller * smaller + self.larger * larger;
        if self.mean == 0.0 { sizes } else { sizes + self.mean * (smaller * larger).sqrt() }
    }

    #[inline]
    fn divide_shared(self, shared: usize, sizes: f64) -> f64 {
        let shared = convert_count(shared);
        let whole = self.shared * shared + sizes;
        if whole > 0.0 { shared / whole } else { 0.0 }
    }
}

/// No count needs the last bit, and without it the conversion is one instruction.
#[inline]
fn convert_count(count: usize) -> f64 {
    count as i64 as f64
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
        let sizes = self.measure.weigh_sizes(left, right);
        find_first(1, left.min(right) + 1, |shared| self.measure.divide_shared(shared, sizes) >= self.threshold)
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
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    pub(crate) const BUILT_IN: [Measure; 4] = [Measure::JACCARD, Measure::COSINE, Measure::DICE, Measure::CONTAINMENT];

    /// Any measure there can be; often one of the built-in ones.
    pub(crate) fn measures() -> impl Strategy<Value = Measure> {
        let weights = (0..=16 * 256u32, prop::array::uniform3(0..=4u32)).prop_map(|(less, parts)| {
            let total: u32 = parts.iter().sum::<u32>().max(1);
            let [smaller, larger] = [0, 1].map(|at| f64::from((256 + less) * parts[at] / total) / 256.0);
            let shared = -f64::from(less) / 256.0;
            [shared, smaller, larger, 1.0 - shared - smaller - larger]
        });
        let any = weights.prop_map(|weights| Measure::from_weights(weights).expect("weights as they must be"));
        prop_oneof![prop::sample::select(&BUILT_IN[..]), any]
    }

    #[test]
    fn the_bounds_of_jaccard_are_those_one_can_work_out() {
        let wanted = MatchRule { measure: Measure::JACCARD, threshold: 0.8 };
        assert_eq!(wanted.count_needed(100, 100), 89);
        assert_eq!(wanted.count_needed(80, 100), 80);
        assert_eq!(wanted.count_needed(79, 100), 80, "more than the smaller has");
        assert_eq!(wanted.find_smallest_size(100), 80);
        assert_eq!(wanted.count_prefix(100), 21);
        assert_eq!(wanted.count_prefix_of_smaller(100), 12);
        assert!(wanted.can_match(100, 80) && !wanted.can_match(100, 79));
    }

    #[test]
    fn weights_that_no_bound_holds_for_are_no_measure() {
        for [shared, smaller, larger, mean] in [
            [0.0, 0.5, 0.25, 0.0],
            [0.5, 0.5, 0.0, 0.0],
            [0.0, -1.0, 2.0, 0.0],
            [-17.0, 18.0, 0.0, 0.0],
            [0.0, 0.3, 0.7, 0.0],
            [0.0, f64::NAN, 1.0, 0.0],
            [0.0, f64::INFINITY, 1.0, 0.0],
        ] {
            assert_eq!(Measure::from_weights([shared, smaller, larger, mean]), None);
        }
        assert_eq!(Measure::from_weights([-1.0, 1.0, 1.0, 0.0]), Some(Measure::JACCARD));
    }

    proptest! {
        #[test]
        fn what_the_bounds_rest_on_holds_for_every_measure_and_size(
            measure in measures(), sizes in prop::array::uniform3(prop_oneof![1..99usize, 1..u32::MAX as usize]),
        ) {
            let mut sizes = sizes;
            sizes.sort_unstable();
            let [shared, smaller, larger] = sizes;
            let compute = |shared, left, right| measure.compute_similarity(shared, left, right);
            prop_assert_eq!(compute(larger, larger, larger), 1.0);
            prop_assert!((0.0..=1.0).contains(&compute(shared, smaller, larger)));
            prop_assert_eq!(compute(shared, smaller, larger), compute(shared, larger, smaller));
            prop_assert!(compute(shared, smaller, larger) >= compute(shared - 1, smaller, larger), "more is shared");
            prop_assert!(compute(shared, smaller, larger) >= compute(shared, smaller, larger + 1), "a larger set");
            prop_assert!(compute(shared, smaller, larger) >= compute(shared, smaller + 1, larger.max(smaller + 1)));
            prop_assert!(compute(smaller, smaller, larger) >= compute(smaller - 1, smaller - 1, larger), "all is shared");
        }

        #[test]
        fn the_bounds_are_those_of_trying_all(measure in measures(), size in 1..60usize, percent in 1..=100u32) {
            let wanted = MatchRule { measure, threshold: f64::from(percent) / 100.0 };
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
