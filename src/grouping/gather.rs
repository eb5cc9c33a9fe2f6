//! Rows of one partition, sorted: one pass that scatters them by their next bits, then small sorts within the cache.
//!
//! The keys are hashes, so their next bits part them evenly; where they do not (one key many times), the small sort is a
//! larger one and still `n log n`.

use super::partition::{PartitionBits, unpack_rows};

/// A bucket of about this many rows is sorted by comparison.
const BUCKET_ROWS: usize = 24;
/// More buckets than this would not stay in the cache while rows are scattered over them.
const MOST_BUCKET_BITS: u32 = 13;

/// The rows of `blocks`, which share all bits above `split.shift`, in order of key and value.
pub fn sort_blocks(blocks: &[Vec<u8>], rows: usize, split: PartitionBits) -> Vec<(u64, u32)> {
    let bits = (rows / BUCKET_ROWS).checked_ilog2().unwrap_or(0).min(MOST_BUCKET_BITS);
    if bits == 0 || split.shift < 32 + bits {
        let mut sorted: Vec<(u64, u32)> = blocks.iter().flat_map(|block| unpack_rows(block)).collect();
        sorted.sort_unstable();
        return sorted;
    }
    let below = PartitionBits { shift: split.shift - bits, bits };
    let mut starts = vec![0usize; (1 << bits) + 1];
    for (key, value) in blocks.iter().flat_map(|block| unpack_rows(block)) {
        starts[below.find_partition(key, value) + 1] += 1;
    }
    for bucket in 1..starts.len() {
        starts[bucket] += starts[bucket - 1];
    }
    let mut next = starts.clone();
    let mut sorted = vec![(0, 0); starts[1 << bits]];
    for block in blocks {
        for (key, value) in unpack_rows(block) {
            let at = &mut next[below.find_partition(key, value)];
            sorted[*at] = (key, value);
            *at += 1;
        }
    }
    for bounds in starts.windows(2) {
        sorted[bounds[0]..bounds[1]].sort_unstable();
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::super::partition::pack_row;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_come_out_sorted(rows in prop::collection::vec((0..u64::MAX, 0..9u32), 0..600), hot in 0..3usize) {
            // The partition of rows whose highest four bits are 0; some share one key.
            let rows: Vec<(u64, u32)> =
                rows.into_iter().enumerate().map(|(at, (key, value))| (if at % 3 < hot { 77 } else { key >> 4 }, value)).collect();
            let blocks: Vec<Vec<u8>> =
                rows.chunks(7).map(|chunk| chunk.iter().flat_map(|&(key, value)| pack_row(key, value)).collect()).collect();
            let mut expected = rows.clone();
            expected.sort_unstable();
            prop_assert_eq!(sort_blocks(&blocks, rows.len(), PartitionBits::highest(4)), expected);
        }
    }
}
