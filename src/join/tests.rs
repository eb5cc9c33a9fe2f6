//! Both ways against all pairs.

use super::bucket_counts::{self, CountClasses, SharedBuckets};
use super::cell;
use super::measure::MatchRule;
use super::measure::tests::measures;
use super::peel::Sets;
use super::postings::{Poster, Posting, Postings, Rule, pair_posting_list};
use crate::shingles::mix_bits;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

type Units = Vec<BTreeSet<u64>>;

/// Sets of few features, many of them edited copies of others.
fn units() -> impl Strategy<Value = Units> {
    let origin = prop::collection::btree_set((0..60u64).prop_map(mix_bits), 0..20);
    let edits = prop::collection::vec((0..60u64).prop_map(mix_bits), 0..5);
    let edited = (origin, prop::collection::vec(edits, 0..5)).prop_map(|(origin, copies)| {
        let toggled = |edits: Vec<u64>| origin.symmetric_difference(&edits.into_iter().collect()).copied().collect();
        copies.into_iter().map(toggled).chain([origin.clone()]).collect::<Units>()
    });
    prop::collection::vec(edited, 0..8).prop_map(|groups| groups.into_iter().flatten().collect())
}

fn wanted() -> impl Strategy<Value = MatchRule> {
    (measures(), 1..=20u32).prop_map(|(measure, steps)| MatchRule { measure, threshold: f64::from(steps) / 20.0 })
}

fn is_match(units: &Units, wanted: &MatchRule, one: usize, two: usize) -> bool {
    let shared = units[one].intersection(&units[two]).count();
    wanted.measure.compute_similarity(shared, units[one].len(), units[two].len()) >= wanted.threshold
}

fn all_pairs(units: &Units, wanted: &MatchRule, may_meet: impl Fn(usize, usize) -> bool) -> BTreeSet<(u32, u32)> {
    let pairs = (0..units.len()).flat_map(|one| (one + 1..units.len()).map(move |two| (one, two)));
    pairs
        .filter(|&(one, two)| may_meet(one, two) && is_match(units, wanted, one, two))
        .map(|(one, two)| (one as u32, two as u32))
        .collect()
}

fn sets(units: &Units, order: &[usize]) -> Sets {
    let mut sets = Sets::default();
    for &at in order {
        sets.push(at as u32, &units[at].iter().copied().collect::<Vec<_>>());
    }
    sets
}

/// Each pair once, or the test fails.
fn distinct(pairs: Vec<(u32, u32)>) -> BTreeSet<(u32, u32)> {
    let set: BTreeSet<(u32, u32)> = pairs.iter().copied().collect();
    assert_eq!(set.len(), pairs.len(), "a pair came twice");
    set
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn blocks_give_every_pair_once(units in units(), wanted in wanted(), cut in 0..40usize) {
        let mut order: Vec<usize> = (0..units.len()).filter(|&at| !units[at].is_empty()).collect();
        order.sort_by_key(|&at| units[at].len());
        let cut = cut.min(order.len());
        let (small, large) = order.split_at(cut);
        let is_small: BTreeSet<usize> = small.iter().copied().collect();
        let within = cell::join_sets(&wanted, sets(&units, &order), None);
        let expected = all_pairs(&units, &wanted, |_, _| true);
        prop_assert!(within.compared as usize >= expected.len());
        prop_assert_eq!(distinct(within.pairs), expected);
        let between = cell::join_sets(&wanted, sets(&units, small), Some(sets(&units, large)));
        let expected = all_pairs(&units, &wanted, |one, two| is_small.contains(&one) != is_small.contains(&two));
        prop_assert_eq!(distinct(between.pairs), expected);
    }

    #[test]
    fn posting_lists_miss_no_pair_whatever_the_table_says(
        units in units(), wanted in wanted(), crowd in 1..9u64, table in prop::bool::ANY,
    ) {
        // Two buckets for sixty features, or one each.
        let buckets: Vec<u32> =
            units.iter().flatten().map(|&feature| bucket_counts::find_bucket(feature, 16) as u32).collect();
        let found = bucket_counts::list_buckets(&buckets, 16);
        let counts = bucket_counts::count_buckets(found.chunks.iter().map(|_| &found.bytes[..]));
        let classes: Vec<u8> =
            if table { counts.iter().map(|&count| bucket_counts::classify_count(count)).collect() } else { vec![] };
        let bits = bucket_counts::mark_shared_buckets(found.chunks.iter().map(|_| &found.bytes[..]));
        let shared = SharedBuckets(if table { &bits } else { &[] });
        let rule = Rule::Sets(wanted);
        let poster = Poster { rule, shared, classes: CountClasses(&classes), crowd, unsaid: 0 };
        let (mut postings, mut order) = (Postings::default(), Vec::new());
        for (unit, features) in units.iter().enumerate().filter(|(_, features)| !features.is_empty()) {
            let features: Vec<u64> = features.iter().copied().collect();
            poster.push_unit(unit as u32, features.len() as u32, &features, &mut order, &mut postings);
        }
        let mut lists: BTreeMap<u64, Vec<Posting>> = BTreeMap::new();
        for at in 0..postings.keys.len() {
            let (size, side, unit) = (postings.sizes[at], postings.sides[at], postings.units[at]);
            lists.entry(postings.keys[at]).or_default().push(Posting { size, side, unit, place: postings.places[at] });
        }
        let mut pairs = BTreeSet::new();
        let (mut made, mut capped, mut left_out) = (0u64, 0u64, 0);
        for list in lists.values_mut() {
            list.sort_by_key(|posting| (posting.size, posting.side, posting.unit));
            prop_assert_eq!(pair_posting_list(&rule, list, 0, &mut |one, two| { made += 1; pairs.insert((one, two)); }), 0);
            left_out += pair_posting_list(&rule, list, 2, &mut |_, _| capped += 1);
        }
        prop_assert!(pairs.is_superset(&all_pairs(&units, &wanted, |_, _| true)));
        prop_assert!(pairs.iter().all(|pair| pair.0 < pair.1));
        prop_assert!(capped + left_out >= made, "what a cap dropped is counted");
        prop_assert!(capped <= 2 * lists.len() as u64);
    }

    #[test]
    fn what_nobody_else_has_rules_out_nothing_that_matches(units in units(), wanted in wanted()) {
        let buckets: Vec<u32> =
            units.iter().flatten().map(|&feature| bucket_counts::find_bucket(feature, 16) as u32).collect();
        let found = bucket_counts::list_buckets(&buckets, 16);
        let bits = bucket_counts::mark_shared_buckets(found.chunks.iter().map(|_| &found.bytes[..]));
        for (one, two) in all_pairs(&units, &wanted, |_, _| true) {
            for unit in [one, two] {
                let features = &units[unit as usize];
                let most = features.iter().filter(|&&feature| SharedBuckets(&bits).may_be_shared(feature)).count();
                prop_assert!(wanted.can_match(features.len(), most));
                prop_assert!(features.len() - most <= wanted.count_spare(features.len()));
            }
        }
    }
}
