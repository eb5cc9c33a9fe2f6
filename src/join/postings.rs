//! The join by term: each unit under its rarest features, and the pairs of a feature's list.
//!
//! Any order of features is right as long as it is one for all; here it is by the class of the bucket's count, then by hash. A list
//! that may be longer than a task should pair up alone is cut into parts: a unit of part i goes under a key for each
//! {i, j}, so that every two of its units meet under exactly one.

use super::bucket_counts::{CountClasses, SharedBuckets, find_largest_count};
use super::edit::EditWindows;
use super::measure::MatchRule;
use crate::shingles::mix_bits;

/// What a pair must share: of sets by a measure, of texts by edit similarity.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// Sizes are of sets.
    Sets(MatchRule),
    /// Sizes are characters.
    Edit(EditWindows),
}

impl Rule {
    /// How many features a unit of this size has.
    pub fn count_features(&self, size: usize) -> usize {
        match self {
            Rule::Sets(_) => size,
            Rule::Edit(windows) => windows.count_windows(size),
        }
    }

    /// Eq. 2: whether units of these sizes can match.
    pub fn sizes_allow(&self, one: usize, two: usize) -> bool {
        match self {
            Rule::Sets(wanted) => wanted.sizes_allow(one, two),
            Rule::Edit(windows) => windows.lengths_allow(one, two),
        }
    }

    /// The features that a match shares, at least.
    pub fn count_needed(&self, one: usize, two: usize) -> i64 {
        match self {
            Rule::Sets(wanted) => wanted.count_needed(one, two) as i64,
            Rule::Edit(windows) => windows.count_needed(one.max(two)),
        }
    }

    fn count_prefix(&self, size: usize) -> usize {
        match self {
            Rule::Sets(wanted) => wanted.count_prefix(size),
            Rule::Edit(windows) => windows.count_prefix(size),
        }
    }
}

/// Rows of posting lists.
#[derive(Debug, Default)]
pub struct Postings {
    /// A feature, or one part of a crowded one.
    pub keys: Vec<u64>,
    /// Of the unit.
    pub sizes: Vec<u32>,
    /// 0 where all units of the key are to be paired, else on which side of it this one stands.
    pub sides: Vec<u32>,
    /// The unit.
    pub units: Vec<u32>,
    /// How many of the unit's features are rarer.
    pub places: Vec<u32>,
}

/// How units are put under keys.
#[derive(Clone, Copy, Debug)]
pub struct Poster<'a> {
    /// What a pair must share.
    pub rule: Rule,
    /// Which features more than one unit may have,
    pub shared: SharedBuckets<'a>,
    /// and how often these occur.
    pub classes: CountClasses<'a>,
    /// The longest list that one task pairs up.
    pub crowd: u64,
    /// How many units are too short for their windows to say anything.
    pub unsaid: u64,
}

/// A key that no feature has: its rows hold sums of the whole table.
pub const TOTALS_KEY: u64 = u64::MAX;

/// The key of all texts too short for their windows to say anything.
const SHORT_TEXTS_KEY: u64 = 0x5ca1_ab1e_0ddb_a115;

impl Poster<'_> {
    /// Puts a unit under its rarest features, which are distinct.
    pub fn push_unit(&self, unit: u32, size: u32, features: &[u64], order: &mut Vec<(u8, u64)>, out: &mut Postings) {
        if let Rule::Edit(windows) = self.rule
            && size as usize <= windows.longest_undecided()
        {
            self.push_posting(unit, size, 0, (SHORT_TEXTS_KEY, self.unsaid), out);
        }
        order.clear();
        order.extend(features.iter().map(|&feature| (self.find_class(feature), feature)));
        if let Rule::Sets(wanted) = self.rule {
            let alone = order.iter().filter(|each| each.0 < 2).count();
            if !wanted.can_match(size as usize, order.len() - alone) {
                return;
            }
        }
        let prefix = self.rule.count_prefix(size as usize).min(order.len());
        if prefix < order.len() {
            order.select_nth_unstable(prefix);
            order.truncate(prefix);
        }
        order.sort_unstable();
        for (place, &(class, feature)) in order.iter().enumerate().filter(|(_, each)| each.0 > 1) {
            self.push_posting(unit, size, place as u32, (feature, find_largest_count(class)), out);
        }
    }

    /// The class of a feature's count: 1 where nobody else has it, whatever else is in its bucket.
    fn find_class(&self, feature: u64) -> u8 {
        if self.shared.may_be_shared(feature) { self.classes.find_class(feature) } else { 1 }
    }

    fn push_posting(&self, unit: u32, size: u32, place: u32, (key, count): (u64, u64), out: &mut Postings) {
        let parts = count.div_ceil(self.crowd.max(1)).max(1);
        let own = mix_bits(u64::from(unit) ^ key) % parts;
        for other in 0..parts {
            let cell = own.min(other) * parts + own.max(other);
            out.keys.push(if parts == 1 { key } else { mix_bits(mix_bits(key) ^ (cell + 1)) }.min(TOTALS_KEY - 1));
            out.sizes.push(size);
            out.sides.push(match own.cmp(&other) {
                std::cmp::Ordering::Equal => 0,
                std::cmp::Ordering::Less => 1,
                std::cmp::Ordering::Greater => 2,
            });
            out.units.push(unit);
            out.places.push(place);
        }
    }
}

/// A row of one list.
#[derive(Clone, Copy, Debug)]
pub struct Posting {
    /// Of the unit.
    pub size: u32,
    /// See [`Postings::sides`].
    pub side: u32,
    /// The unit.
    pub unit: u32,
    /// How many of its features are rarer.
    pub place: u32,
}

/// Calls `emit` with the pairs of a list, sorted by size, that may match as far as sizes and places tell. At most `cap` pairs, where
/// that is not 0; gives how many of a size to match it then did not look at.
///
/// A pair comes from every key that it shares. It is let through at least at the first, before which nothing is shared.
pub fn pair_posting_list(rule: &Rule, list: &[Posting], cap: u64, emit: &mut impl FnMut(u32, u32)) -> u64 {
    let (mut made, mut left_out) = (0, 0);
    for (at, small) in list.iter().enumerate() {
        let after = &list[at + 1..];
        let end = after.partition_point(|large| rule.sizes_allow(small.size as usize, large.size as usize));
        if cap > 0 && made >= cap {
            left_out += end as u64;
            continue;
        }
        let rest = rule.count_features(small.size as usize) as i64 - i64::from(small.place);
        let mut needed = (u32::MAX, 0);
        for (seen, large) in after[..end].iter().enumerate() {
            if small.side == large.side && small.side != 0 {
                continue;
            }
            if needed.0 != large.size {
                needed = (large.size, rule.count_needed(small.size as usize, large.size as usize));
            }
            let other_rest = rule.count_features(large.size as usize) as i64 - i64::from(large.place);
            if rest.min(other_rest) < needed.1 {
                continue;
            }
            if cap > 0 && made >= cap {
                left_out += (end - seen) as u64;
                break;
            }
            made += 1;
            emit(small.unit.min(large.unit), small.unit.max(large.unit));
        }
    }
    left_out
}
