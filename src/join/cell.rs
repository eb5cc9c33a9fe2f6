//! All matches within one block of sets, or between two: every pair once, exactly.
//!
//! Features get numbers, the rarest of the block first; those that only one side has are not even numbered, and count as
//! C of Eq. 3 from the start. Then, as PPJoin has it (Xiao et al. 2008): sets go by size; each looks up its rarest
//! features in an index of the smaller ones' rarest; sizes (Eq. 2) and places tell most of what is met apart; the rest is
//! merged, and left as soon as too much is missing (Eq. 3).

use super::feature_numbers::{NumberedSets, number_features};
use super::measure::MatchRule;
use super::peel::{Sets, peel_unmatchable};

/// Two units that match, the smaller number first.
pub type Pair = (u32, u32);

/// What was found in a cell, and how many pairs were compared to the end, which Eq. 3 could not rule out.
#[derive(Debug, Default)]
pub struct CellMatches {
    /// The matches, in no order.
    pub pairs: Vec<Pair>,
    /// Pairs whose features were compared to the end.
    pub compared: u64,
}

/// The matches among `sets`, or between them and `others`, none of which is smaller than any of `sets`. Both must be sorted
/// by size.
pub fn join_sets(wanted: &MatchRule, mut sets: Sets, mut others: Option<Sets>) -> CellMatches {
    peel_unmatchable(wanted, &mut sets, others.as_mut());
    let mut found = CellMatches::default();
    let (small, large, features) = number_features(sets, others);
    let index = Index::new(wanted, &small, features);
    Probe::new(wanted, &small, large.as_ref(), index).run(&mut found);
    found
}

/// For each feature, which sets have it among their rarest, and at which place: in order of the sets.
struct Index {
    /// Where the list of each feature begins (moved on as lists are used up) and ends.
    starts: Vec<u32>,
    ends: Vec<u32>,
    postings: Vec<(u32, u32)>,
}

impl Index {
    fn new(wanted: &MatchRule, sets: &NumberedSets, features: usize) -> Self {
        let prefixes: Vec<&[u32]> = (0..sets.len())
            .map(|at| sets.rarest_features(at, wanted.count_prefix_of_smaller(sets.sizes[at] as usize)))
            .collect();
        let mut ends = vec![0u32; features];
        prefixes.iter().copied().flatten().for_each(|&feature| ends[feature as usize] += 1);
        let mut starts = vec![0u32; features];
        let mut total = 0;
        for (start, end) in starts.iter_mut().zip(&mut ends) {
            *start = total;
            total += *end;
            *end = *start;
        }
        let mut postings = vec![(0, 0); total as usize];
        for (at, prefix) in prefixes.iter().enumerate() {
            for (place, &feature) in prefix.iter().enumerate() {
                let end = &mut ends[feature as usize];
                postings[*end as usize] = (at as u32, place as u32);
                *end += 1;
            }
        }
        Index { starts, ends, postings }
    }
}

/// The state of going through the larger sets, one after the other.
struct Probe<'a> {
    wanted: &'a MatchRule,
    small: &'a NumberedSets,
    large: &'a NumberedSets,
    within: bool,
    index: Index,
    /// Features met so far with each smaller set; [`RULED_OUT`] where it is out.
    met: Vec<u32>,
    touched: Vec<u32>,
    /// The features needed with a smaller set, by its size from `smallest` on; of the size looked at last.
    needed: Vec<u32>,
    smallest: usize,
    size: usize,
}

const RULED_OUT: u32 = u32::MAX;

impl<'a> Probe<'a> {
    fn new(wanted: &'a MatchRule, small: &'a NumberedSets, large: Option<&'a NumberedSets>, index: Index) -> Self {
        Probe {
            wanted,
            small,
            large: large.unwrap_or(small),
            within: large.is_none(),
            index,
            met: vec![0; small.len()],
            touched: Vec::new(),
            needed: Vec::new(),
            smallest: 0,
            size: 0,
        }
    }

    fn run(mut self, found: &mut CellMatches) {
        let mut first = 0;
        for at in 0..self.large.len() {
            self.set_size(self.large.sizes[at] as usize);
            while first < self.small.len() && (self.small.sizes[first] as usize) < self.smallest {
                first += 1;
            }
            let end = if self.within { at } else { self.small.len() };
            self.count_candidates(at, first as u32, end as u32);
            self.compare_candidates(at, found);
        }
    }

    /// What is needed with sets of each size, where the size is another than before.
    fn set_size(&mut self, size: usize) {
        if self.size != size {
            self.size = size;
            self.smallest = self.wanted.find_smallest_size(size);
            self.needed.clear();
            // Filled as sizes are met: by containment there may be thousands.
            self.needed.resize(size + 1 - self.smallest, 0);
        }
    }

    #[inline]
    fn find_needed(&mut self, smaller: usize) -> u32 {
        let known = self.needed[smaller - self.smallest];
        if known != 0 {
            return known;
        }
        let needed = self.wanted.count_needed(smaller, self.size) as u32;
        self.needed[smaller - self.smallest] = needed;
        needed
    }

    /// Looks up the rarest features of a set; those met are counted while they can still be enough.
    fn count_candidates(&mut self, at: usize, first: u32, end: u32) {
        let features = self.large.set(at);
        let prefix = self.large.rarest_features(at, self.wanted.count_prefix(self.size)).len();
        for (place, &feature) in features[..prefix].iter().enumerate() {
            let rest = (features.len() - place - 1) as u32;
            let (mut start, list_end) = (self.index.starts[feature as usize], self.index.ends[feature as usize]);
            while start < list_end && self.index.postings[start as usize].0 < first {
                start += 1;
            }
            self.index.starts[feature as usize] = start;
            for posting in start..list_end {
                let (other, other_place) = self.index.postings[posting as usize];
                if other >= end {
                    break;
                }
                let met = self.met[other as usize];
                if met == RULED_OUT {
                    continue;
                }
                if met == 0 {
                    self.touched.push(other);
                }
                let other_rest = self.small.set(other as usize).len() as u32 - other_place - 1;
                let needed = self.find_needed(self.small.sizes[other as usize] as usize);
                self.met[other as usize] = if met + 1 + rest.min(other_rest) < needed { RULED_OUT } else { met + 1 };
            }
        }
    }

    /// Compares a set with what it met.
    fn compare_candidates(&mut self, at: usize, found: &mut CellMatches) {
        let mut touched = std::mem::take(&mut self.touched);
        for &other in &touched {
            if std::mem::take(&mut self.met[other as usize]) == RULED_OUT {
                continue;
            }
            let needed = self.find_needed(self.small.sizes[other as usize] as usize);
            if let Some(shared) = count_shared(self.large.set(at), self.small.set(other as usize), needed as usize) {
                found.compared += 1;
                if shared >= needed as usize {
                    let (one, two) = (self.large.units[at], self.small.units[other as usize]);
                    found.pairs.push((one.min(two), one.max(two)));
                }
            }
        }
        touched.clear();
        self.touched = touched;
    }
}

/// How many numbers two sorted lists share, or `None` as soon as it cannot be `needed` any more.
fn count_shared(left: &[u32], right: &[u32], needed: usize) -> Option<usize> {
    // Eq. 3, counted down: how many more may be missing on either side.
    let mut left_spare = left.len().checked_sub(needed)?;
    let mut right_spare = right.len().checked_sub(needed)?;
    let (mut i, mut j, mut shared) = (0, 0, 0);
    while let (Some(a), Some(b)) = (left.get(i), right.get(j)) {
        match a.cmp(b) {
            std::cmp::Ordering::Equal => {
                shared += 1;
                i += 1;
                j += 1;
            }
            std::cmp::Ordering::Less => {
                left_spare = left_spare.checked_sub(1)?;
                i += 1;
            }
            std::cmp::Ordering::Greater => {
                right_spare = right_spare.checked_sub(1)?;
                j += 1;
            }
        }
    }
    Some(shared)
}
