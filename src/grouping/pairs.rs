//! From groups to candidate pairs: all of a small group, a star and a window of a crowd.
//!
//! All pairs of n values are n²/2. A key that thousands share is boilerplate; its pairs are thinned here, and what was left
//! out is counted, never silent.

use super::groups::Groups;
use super::pair_set::PairSet;
use std::collections::VecDeque;
use std::io;

/// Emits the pairs of a group, the smaller value first; gives how many of its n(n-1)/2 pairs were left out.
///
/// Up to `crowd` values: all pairs. Of more: each value with the first, and with the next `window`. `values` must be sorted
/// and distinct.
/// `[1, 2, 3]` with `crowd` 3 -> `(1, 2) (1, 3) (2, 3)`, 0 left out;
/// `[1, 2, 3, 4, 5]` with `crowd` 3, `window` 1 -> `(1, 2) (1, 3) (1, 4) (1, 5) (2, 3) (3, 4) (4, 5)`, 3 left out.
pub fn emit_group_pairs(values: &[u32], crowd: usize, window: usize, emit: &mut impl FnMut(u32, u32)) -> u64 {
    let Some((&first, rest)) = values.split_first() else { return 0 };
    rest.iter().for_each(|&value| emit(first, value));
    let window = if values.len() > crowd { window } else { values.len() };
    let mut emitted = rest.len() as u64;
    for (at, &left) in rest.iter().enumerate() {
        let after = &rest[at + 1..];
        let after = &after[..window.min(after.len())];
        after.iter().for_each(|&right| emit(left, right));
        emitted += after.len() as u64;
    }
    count_all_pairs(values.len() as u64) - emitted
}

fn count_all_pairs(count: u64) -> u64 {
    (u128::from(count) * u128::from(count.saturating_sub(1)) / 2).min(u128::from(u64::MAX)) as u64
}

/// Adds the pairs of all groups to `pairs`, as [`emit_group_pairs`] has them; gives how many were left out.
///
/// A value that a group holds twice counts once. A group that comes in several pieces is the same group, and is never
/// held whole.
pub fn collect_group_pairs(groups: &mut Groups, crowd: usize, window: usize, pairs: &mut PairSet) -> io::Result<u64> {
    let mut left_out = 0u64;
    let mut failure = Ok(());
    let mut emit = |left, right| {
        if failure.is_ok() {
            failure = pairs.push(left, right);
        }
    };
    let mut values = Vec::new();
    // The last group of a piece may go on in the next one.
    let mut open: Option<(u64, GrowingGroup)> = None;
    while let Some(piece) = groups.next_batch()? {
        let last_key = piece.rows.last().map(|row| row.0);
        for group in piece.rows.chunk_by(|left, right| left.0 == right.0) {
            let key = group[0].0;
            if let Some((_, whole)) = open.take_if(|(open_key, _)| *open_key != key) {
                left_out = left_out.saturating_add(whole.finish(&mut emit));
            }
            if Some(key) == last_key {
                let (_, growing) = open.get_or_insert_with(|| (key, GrowingGroup::new(crowd, window)));
                group.iter().for_each(|row| growing.push(row.1, &mut emit));
                continue;
            }
            if group.len() < 2 {
                continue;
            }
            values.clear();
            values.extend(group.iter().map(|row| row.1));
            values.dedup();
            left_out = left_out.saturating_add(emit_group_pairs(&values, crowd, window, &mut emit));
        }
    }
    if let Some((_, whole)) = open {
        left_out = left_out.saturating_add(whole.finish(&mut emit));
    }
    failure.map(|()| left_out)
}

/// A group whose size is not known yet: its values until it is a crowd, then the first and the last few.
struct GrowingGroup {
    crowd: usize,
    window: usize,
    count: u64,
    emitted: u64,
    first: u32,
    last: Option<u32>,
    /// All values, or of a crowd the last `window` without the first.
    recent: VecDeque<u32>,
}

impl GrowingGroup {
    fn new(crowd: usize, window: usize) -> Self {
        GrowingGroup { crowd, window, count: 0, emitted: 0, first: 0, last: None, recent: VecDeque::new() }
    }

    fn push(&mut self, value: u32, emit: &mut impl FnMut(u32, u32)) {
        if self.last.replace(value) == Some(value) {
            return;
        }
        if self.count == 0 {
            self.first = value;
        }
        if self.count > self.crowd as u64 {
            self.emitted += 1 + self.recent.len() as u64;
            emit(self.first, value);
            self.recent.iter().for_each(|&left| emit(left, value));
        }
        self.count += 1;
        self.recent.push_back(value);
        if self.count == self.crowd as u64 + 1 {
            self.emit_recent(emit);
            self.recent.pop_front();
        }
        if self.count > self.crowd as u64 {
            let surplus = self.recent.len().saturating_sub(self.window);
            self.recent.drain(..surplus);
        }
    }

    fn emit_recent(&mut self, emit: &mut impl FnMut(u32, u32)) {
        let values = self.recent.make_contiguous();
        let left_out = emit_group_pairs(values, self.crowd, self.window, emit);
        self.emitted += count_all_pairs(values.len() as u64) - left_out;
    }

    fn finish(mut self, emit: &mut impl FnMut(u32, u32)) -> u64 {
        if self.count <= self.crowd as u64 {
            self.emit_recent(emit);
        }
        count_all_pairs(self.count) - self.emitted
    }
}

#[cfg(test)]
mod tests {
    use super::super::Grouper;
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn collected(values: &[u32], crowd: usize, window: usize) -> (Vec<(u32, u32)>, u64) {
        let mut pairs = Vec::new();
        let left_out = emit_group_pairs(values, crowd, window, &mut |left, right| pairs.push((left, right)));
        (pairs, left_out)
    }

    #[test]
    fn a_crowd_becomes_a_star_and_a_window() {
        let (pairs, left_out) = collected(&[1, 2, 3, 4, 5], 3, 1);
        assert_eq!(pairs, [(1, 2), (1, 3), (1, 4), (1, 5), (2, 3), (3, 4), (4, 5)]);
        assert_eq!(left_out, 3);
    }

    #[test]
    fn a_group_of_none_or_one_has_no_pair() {
        assert_eq!(collected(&[], 3, 1), (vec![], 0));
        assert_eq!(collected(&[4], 0, 1), (vec![], 0));
    }

    #[test]
    fn forty_thousand_values_are_cheap() {
        let values: Vec<u32> = (0..40_000).collect();
        let (pairs, left_out) = collected(&values, 100, 2);
        assert_eq!(pairs.len() as u64 + left_out, 40_000 * 39_999 / 2);
        assert!(pairs.len() < 120_000);
    }

    #[test]
    fn a_value_that_comes_again_counts_once_even_where_none_is_remembered() {
        let mut growing = GrowingGroup::new(0, 0);
        [5, 5, 8, 8].into_iter().for_each(|value| growing.push(value, &mut |_, _| {}));
        assert_eq!(growing.finish(&mut |_, _| {}), 0);
    }

    proptest! {
        #[test]
        fn what_is_emitted_and_what_is_left_out_make_all_pairs(
            values in prop::collection::btree_set(0..500u32, 0..40), crowd in 0..50usize, window in 0..50usize,
        ) {
            let values: Vec<u32> = values.into_iter().collect();
            let (pairs, left_out) = collected(&values, crowd, window);
            let distinct: BTreeSet<(u32, u32)> = pairs.iter().copied().collect();
            prop_assert_eq!(distinct.len(), pairs.len());
            prop_assert!(pairs.iter().all(|pair| pair.0 < pair.1));
            prop_assert_eq!(pairs.len() + left_out as usize, values.len() * values.len().saturating_sub(1) / 2);
            if values.len() <= crowd {
                prop_assert_eq!(left_out, 0);
            }
        }

        #[test]
        fn groups_cut_into_pieces_have_the_same_pairs(
            rows in prop::collection::vec((0..5u64, 0..60u32), 0..300),
            crowd in 0..40usize, window in 0..40usize, memory in 0..3_000usize,
        ) {
            let folder = tempfile::tempdir()?;
            let mut grouper = Grouper::new(memory, folder.path(), 4);
            let (keys, values): (Vec<u64>, Vec<u32>) = rows.iter().copied().unzip();
            grouper.push(&keys, &values)?;
            let mut set = PairSet::new(1 << 20, folder.path(), 1);
            let left_out = collect_group_pairs(&mut grouper.finish()?, crowd, window, &mut set)?;
            let mut found = Vec::new();
            let mut pairs = set.finish()?;
            while let Some(batch) = pairs.next_batch()? {
                found.extend(batch);
            }
            let (mut expected, mut expected_left_out) = (BTreeSet::new(), 0);
            for key in 0..5 {
                let group: BTreeSet<u32> = rows.iter().filter(|row| row.0 == key).map(|row| row.1).collect();
                let group: Vec<u32> = group.into_iter().collect();
                let (pairs, left_out) = collected(&group, crowd, window);
                expected.extend(pairs);
                expected_left_out += left_out;
            }
            prop_assert_eq!(found, expected.into_iter().collect::<Vec<_>>());
            prop_assert_eq!(left_out, expected_left_out);
        }
    }
}
