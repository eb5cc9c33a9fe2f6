//! Pairs of rows, in an order in which few rows serve many pairs.
//!
//! Rows that meet, at first or second hand, stand together; where those are more than can be held at once they are taken
//! as squares, some rows against some others. So a row is read about once where families are small, and once for each
//! square where they are large, and not once for each of its pairs.

use crate::clusters::find_components;

/// The numbers of the pairs in their new order; as they are where all rows that meet can be held at once. Panics, as a
/// slice does, on a row that has no size.
pub fn order_pairs(left: &[u32], right: &[u32], bytes: usize, sizes: &[u32]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..left.len() as u32).collect();
    let (ranks, rows) = rank_rows(left, right, sizes.len());
    let total: u64 =
        sizes.iter().zip(&ranks).filter(|(_, rank)| **rank != NO_RANK).map(|(&size, _)| u64::from(size)).sum();
    if total <= bytes as u64 {
        return order;
    }
    let families = find_components(sizes.len(), left.iter().copied().zip(right.iter().copied()));
    let side = count_rows_per_side(bytes as u64, total / u64::from(rows.max(1)));
    let place = |pair: u32| {
        let (one, other) = (left[pair as usize], right[pair as usize]);
        (families[one as usize], ranks[one as usize] / side, ranks[other as usize] / side, one, other)
    };
    order.sort_by_cached_key(|&pair| place(pair));
    order
}

/// Of a row that meets none.
const NO_RANK: u32 = u32::MAX;

/// The rows that meet any, counted from 0; and how many these are.
fn rank_rows(left: &[u32], right: &[u32], rows: usize) -> (Vec<u32>, u32) {
    let mut ranks = vec![NO_RANK; rows];
    left.iter().chain(right).for_each(|&row| ranks[row as usize] = 0);
    let mut count = 0;
    for rank in ranks.iter_mut().filter(|rank| **rank != NO_RANK) {
        *rank = count;
        count += 1;
    }
    (ranks, count)
}

/// How many rows one side of a square has, so that two sides have about `bytes`.
fn count_rows_per_side(bytes: u64, mean: u64) -> u32 {
    u32::try_from(bytes / 2 / mean.max(1)).unwrap_or(u32::MAX).max(1)
}

/// Where to cut pairs in that order: a part ends with the pair whose rows bring it over `bytes`, or that is its last of
/// `most`.
pub fn find_part_ends(
    order: &[u32],
    left: &[u32],
    right: &[u32],
    (bytes, most): (usize, usize),
    sizes: &[u32],
) -> Vec<usize> {
    let (mut ends, mut held, mut start) = (Vec::new(), 0, 0);
    let mut seen = vec![0; sizes.len()]; // the part that a row was last counted in, from 1
    for (place, &pair) in order.iter().enumerate() {
        let part = ends.len() + 1;
        for row in [left[pair as usize], right[pair as usize]] {
            if std::mem::replace(&mut seen[row as usize], part) != part {
                held += sizes[row as usize] as usize;
            }
        }
        if held > bytes || place + 1 - start >= most {
            start = place + 1;
            ends.push(start);
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
    use proptest::prelude::*;
    use std::collections::HashSet;

    proptest! {
        #[test]
        fn every_pair_is_in_one_part_and_no_part_holds_more_than_asked_before_its_last_pair(
            sizes in prop::collection::vec(1u32..40, 12),
            pairs in prop::collection::vec((0u32..12, 0u32..12), 0..60),
            bytes in 1usize..200,
        ) {
            let (left, right): (Vec<u32>, Vec<u32>) = pairs.iter().copied().unzip();
            let order = order_pairs(&left, &right, bytes, &sizes);
            let mut all = order.clone();
            all.sort_unstable();
            prop_assert_eq!(all, (0..pairs.len() as u32).collect::<Vec<_>>());
            let ends = find_part_ends(&order, &left, &right, (bytes, 20), &sizes);
            prop_assert_eq!(ends.last().copied().unwrap_or(0), pairs.len());
            let mut start = 0;
            for end in ends {
                prop_assert!(start < end && end - start <= 20);
                let before = order[start..end - 1].iter().flat_map(|&pair| [left[pair as usize], right[pair as usize]]);
                let held: usize = before.collect::<HashSet<_>>().into_iter().map(|row| sizes[row as usize] as usize).sum();
                prop_assert!(held <= bytes);
                start = end;
            }
        }
    }

    #[test]
    fn rows_that_meet_stand_together() {
        assert_eq!(order_pairs(&[0, 3, 1, 4], &[2, 5, 2, 5], 59, &[10; 6]), [0, 2, 1, 3]);
        assert_eq!(order_pairs(&[0, 3, 1, 4], &[2, 5, 2, 5], 60, &[10; 6]), [0, 1, 2, 3]);
    }
}
