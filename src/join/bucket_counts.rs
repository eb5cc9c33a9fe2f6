//! About how often each feature occurs, in a table of buckets whose size does not grow with the text.
//!
//! A feature's bucket is told by the highest bits of its hash. Buckets are counted chunk by chunk (a chunk is 65,536 of
//! them), so that engines can spread the sums: a batch gives for each chunk the list of what it saw there. A bucket's count
//! is never less than that of any feature in it; that is all that the join relies on.

/// Buckets of a chunk, as a power of two.
pub const CHUNK_BITS: u32 = 16;

const CHUNK_BUCKETS: usize = 1 << CHUNK_BITS;

/// The bucket of a feature among `1 << bits`.
#[inline]
pub fn find_bucket(feature: u64, bits: u32) -> usize {
    (feature >> (64 - bits)) as usize
}

/// What a batch saw in each chunk: its bucket numbers within the chunk, two bytes each.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct BucketLists {
    /// The chunks with anything in them, in order.
    pub chunks: Vec<u32>,
    /// Where the list of each ends in `bytes`.
    pub ends: Vec<i32>,
    /// All lists.
    pub bytes: Vec<u8>,
}

/// Sorts the buckets of a batch into chunks. `bits` is from 16 to 32.
pub fn list_buckets(buckets: &[u32], bits: u32) -> BucketLists {
    let mut ends = vec![0u32; 1 << (bits - CHUNK_BITS)];
    buckets.iter().for_each(|&bucket| ends[bucket as usize / CHUNK_BUCKETS] += 1);
    let mut total = 0;
    for end in &mut ends {
        total += std::mem::replace(end, total);
    }
    let mut lists = vec![[0; 2]; buckets.len()];
    for &bucket in buckets {
        let at = &mut ends[bucket as usize / CHUNK_BUCKETS];
        lists[*at as usize] = (bucket as u16).to_le_bytes();
        *at += 1;
    }
    let mut found = BucketLists { bytes: lists.into_flattened(), ..BucketLists::default() };
    let mut before = 0;
    for (chunk, &end) in ends.iter().enumerate() {
        if end > before {
            found.chunks.push(chunk as u32);
            found.ends.push(2 * end as i32);
            before = end;
        }
    }
    found
}

/// How often each bucket of a chunk was seen, by the lists of all batches.
pub fn count_buckets<'a>(lists: impl Iterator<Item = &'a [u8]>) -> Vec<u32> {
    let mut counts = vec![0u32; CHUNK_BUCKETS];
    for list in lists {
        let (buckets, _) = list.as_chunks::<2>();
        for &bucket in buckets {
            let count = &mut counts[u16::from_le_bytes(bucket) as usize];
            *count = count.saturating_add(1);
        }
    }
    counts
}

/// A bit for each bucket of a chunk that was seen twice or more, by the lists of all batches.
pub fn mark_shared_buckets<'a>(lists: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
    let (mut once, mut twice) = (vec![0u8; CHUNK_BUCKETS / 8], vec![0u8; CHUNK_BUCKETS / 8]);
    for list in lists {
        let (buckets, _) = list.as_chunks::<2>();
        for &[low, high] in buckets {
            // The number's lowest three bits tell the bit, the others the byte.
            let at = (usize::from(high) << 8 | usize::from(low)) >> 3;
            let bit = 1 << (low & 7);
            twice[at] |= once[at] & bit;
            once[at] |= bit;
        }
    }
    twice
}

/// A table of such bits; an empty one says "shared" of everything.
#[derive(Clone, Copy, Debug)]
pub struct SharedBuckets<'a>(pub &'a [u8]);

impl SharedBuckets<'_> {
    /// Whether a feature may be in more than one unit.
    #[inline]
    pub fn may_be_shared(&self, feature: u64) -> bool {
        if self.0.is_empty() {
            return true;
        }
        let at = find_bucket(feature, self.0.len().ilog2() + 3);
        self.0[at / 8] >> (at % 8) & 1 != 0
    }
}

/// A count in one byte: exact up to 15, then to an eighth.
pub fn classify_count(count: u32) -> u8 {
    let Some(power) = count.checked_ilog2().filter(|&power| power >= 4) else { return count as u8 };
    (16 + ((power - 4) << 3) + (count >> (power - 3) & 7)) as u8
}

/// The largest count of a class: never less than what was counted.
pub fn find_largest_count(class: u8) -> u64 {
    let class = u64::from(class);
    if class < 16 {
        return class;
    }
    let (power, eighths) = (((class - 16) >> 3) + 4, (class - 16) & 7);
    ((9 + eighths) << (power - 3)) - 1
}

/// A table of classes, one byte for each bucket; an empty one says 2 of everything: it may be shared.
#[derive(Clone, Copy, Debug)]
pub struct CountClasses<'a>(pub &'a [u8]);

impl CountClasses<'_> {
    /// The class of a feature's count.
    #[inline]
    pub fn find_class(&self, feature: u64) -> u8 {
        if self.0.is_empty() { 2 } else { self.0[find_bucket(feature, self.0.len().ilog2())] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    #[test]
    fn a_class_holds_no_count_larger_than_it_says_and_keeps_their_order() {
        for count in (0..5000).chain((0..27).map(|power| 37 << power)).chain([u32::MAX]) {
            assert!(find_largest_count(classify_count(count)) >= u64::from(count), "{count}");
            assert!(find_largest_count(classify_count(count)) <= u64::from(count) * 9 / 8 + 1, "{count}");
            assert!(count == 0 || classify_count(count - 1) <= classify_count(count), "{count}");
        }
    }

    proptest! {
        #[test]
        fn the_counts_of_batches_are_those_of_all_features(
            batches in prop::collection::vec(prop::collection::vec((0..4u64, 0..9u64), 0..50), 0..4), bits in 16..20u32,
        ) {
            let hash = |&(high, low): &(u64, u64)| high << 62 | low << 46;
            let mut lists: HashMap<u32, Vec<Vec<u8>>> = HashMap::new();
            let mut expected: HashMap<usize, u32> = HashMap::new();
            for batch in &batches {
                let buckets: Vec<u32> = batch.iter().map(|each| find_bucket(hash(each), bits) as u32).collect();
                buckets.iter().for_each(|&each| *expected.entry(each as usize).or_default() += 1);
                let found = list_buckets(&buckets, bits);
                let mut start = 0;
                for (&chunk, &end) in found.chunks.iter().zip(&found.ends) {
                    prop_assert!(end as usize > start);
                    lists.entry(chunk).or_default().push(found.bytes[start..end as usize].to_vec());
                    start = end as usize;
                }
                prop_assert_eq!(start, found.bytes.len());
            }
            let (mut bits_table, mut class_table) = (Vec::new(), Vec::new());
            for chunk in 0..1 << (bits - CHUNK_BITS) {
                let own = || lists.get(&chunk).into_iter().flatten().map(Vec::as_slice);
                let counted = count_buckets(own());
                bits_table.extend(mark_shared_buckets(own()));
                class_table.extend(counted.iter().map(|&count| classify_count(count)));
            }
            for each in batches.iter().flatten() {
                let count = expected[&find_bucket(hash(each), bits)];
                prop_assert_eq!(SharedBuckets(&bits_table).may_be_shared(hash(each)), count > 1);
                prop_assert_eq!(CountClasses(&class_table).find_class(hash(each)), classify_count(count));
            }
        }
    }
}
