//! Pairs of rows, in an order in which few rows serve many pairs.
//!
//! Rows that meet, at first or second hand, stand together; where those are more than can be held at once they are taken
//! as squares, some rows against some others. So a row is read about once where families are small, and once for each
//! square where they are large, and not once for each of its pairs.

use std::collections::HashSet;

use super::store::Stored;
use crate::clusters::components;

/// The numbers of the pairs in their new order. Panics, as a slice does, on a row that is not stored.
pub fn order(left: &[u32], right: &[u32], bytes: usize, stored: &Stored) -> Vec<u32> {
    let families = components(stored.len(), left.iter().copied().zip(right.iter().copied()));
    let side = rows_of_a_side(bytes, stored);
    let place = |pair: u32| {
        let (one, other) = (left[pair as usize], right[pair as usize]);
        (families[one as usize], one / side, other / side, one, other)
    };
    let mut order: Vec<u32> = (0..left.len() as u32).collect();
    order.sort_by_cached_key(|&pair| place(pair));
    order
}

/// How many rows one side of a square has, so that two sides have about `bytes`.
fn rows_of_a_side(bytes: usize, stored: &Stored) -> u32 {
    let mean = stored.total_bytes() / stored.len().max(1) as u64;
    u32::try_from(bytes as u64 / 2 / mean.max(1)).unwrap_or(u32::MAX).max(1)
}

/// Where to cut pairs in that order: a part ends with the pair whose rows bring it over `bytes`, or that is its last of
/// `most`.
pub fn ends(order: &[u32], left: &[u32], right: &[u32], (bytes, most): (usize, usize), stored: &Stored) -> Vec<usize> {
    let (mut ends, mut seen, mut held, mut start) = (Vec::new(), HashSet::new(), 0, 0);
    for (place, &pair) in order.iter().enumerate() {
        for row in [left[pair as usize], right[pair as usize]] {
            if seen.insert(row) {
                held += stored.bytes_of(row);
            }
        }
        if held > bytes || place + 1 - start >= most {
            start = place + 1;
            ends.push(start);
            seen.clear();
            held = 0;
        }
    }
    if ends.last().copied().unwrap_or(0) < order.len() {
        ends.push(order.len());
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{Block, Store};
    use proptest::prelude::*;

    fn stored(lengths: &[usize]) -> Stored {
        let mut store = Store::new(1 << 20, &std::env::temp_dir());
        let mut block = Block::default();
        for &length in lengths {
            block.bytes.extend(std::iter::repeat_n(7, length));
            block.ends.push(block.bytes.len() as u32);
        }
        store.push(&block).unwrap_or_else(|error| panic!("{error}"));
        store.finish().unwrap_or_else(|error| panic!("{error}"))
    }

    proptest! {
        #[test]
        fn every_pair_is_in_one_part_and_no_part_holds_more_than_asked_before_its_last_pair(
            lengths in prop::collection::vec(1usize..40, 12),
            pairs in prop::collection::vec((0u32..12, 0u32..12), 0..60),
            bytes in 1usize..200,
        ) {
            let stored = stored(&lengths);
            let (left, right): (Vec<u32>, Vec<u32>) = pairs.iter().copied().unzip();
            let order = order(&left, &right, bytes, &stored);
            let mut all = order.clone();
            all.sort_unstable();
            prop_assert_eq!(all, (0..pairs.len() as u32).collect::<Vec<_>>());
            let ends = ends(&order, &left, &right, (bytes, 20), &stored);
            prop_assert_eq!(ends.last().copied().unwrap_or(0), pairs.len());
            let mut start = 0;
            for end in ends {
                prop_assert!(start < end && end - start <= 20);
                let before = order[start..end - 1].iter().flat_map(|&pair| [left[pair as usize], right[pair as usize]]);
                let held: usize = before.collect::<HashSet<_>>().into_iter().map(|row| lengths[row as usize]).sum();
                prop_assert!(held <= bytes);
                start = end;
            }
        }
    }

    #[test]
    fn rows_that_meet_stand_together() {
        let stored = stored(&[10; 6]);
        let order = order(&[0, 3, 1, 4], &[2, 5, 2, 5], 1000, &stored);
        assert_eq!(order, [0, 2, 1, 3]);
    }
}
