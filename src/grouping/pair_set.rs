//! Each pair once, in order, within a memory budget: sorted runs go to disk and are merged when read.

use super::merge::{Pairs, Run, merge_runs};
use super::scratch::Scratch;
use std::io;
use std::path::Path;
use std::thread;

/// A pair as one number, so that the order of numbers is the order of pairs.
pub(super) type PackedPair = u64;

/// Distinct pairs (left, right). Two keys that two units share give their pair twice; it is kept once.
#[derive(Debug)]
pub struct PairSet {
    memory_bytes: usize,
    threads: usize,
    buffer: Vec<PackedPair>,
    spare: Vec<PackedPair>,
    limit: usize,
    scratch: Scratch,
    runs: Vec<Run>,
}

impl PairSet {
    /// A set that keeps to `memory_bytes`, with its temporary file in `folder`, and is sorted by so many threads. Nothing is
    /// written before memory is used up.
    pub fn new(memory_bytes: usize, folder: &Path, threads: usize) -> Self {
        // Half for the pairs, half to sort them in.
        let limit = (memory_bytes / 2 / size_of::<PackedPair>()).max(4);
        let scratch = Scratch::new(folder);
        PairSet { memory_bytes, threads, buffer: Vec::new(), spare: Vec::new(), limit, scratch, runs: Vec::new() }
    }

    /// Adds a pair as it is; put the smaller first where (1, 2) and (2, 1) are the same to you.
    #[inline]
    pub fn push(&mut self, left: u32, right: u32) -> io::Result<()> {
        if self.buffer.len() == self.limit {
            self.make_room()?;
        }
        self.buffer.push((u64::from(left) << 32) | u64::from(right));
        Ok(())
    }

    /// Removes what is there twice; writes a run where that leaves too little room.
    #[cold]
    fn make_room(&mut self) -> io::Result<()> {
        self.sort();
        if self.buffer.len() > self.limit / 2 { self.spill() } else { Ok(()) }
    }

    fn sort(&mut self) {
        sort_numbers(&mut self.buffer, &mut self.spare, self.threads);
        self.buffer.dedup();
    }

    fn spill(&mut self) -> io::Result<()> {
        self.runs.push(Run::write(&self.buffer, &mut self.scratch)?);
        self.buffer.clear();
        Ok(())
    }

    /// The pairs in order. Where runs are too many to be read at once, some are merged first.
    pub fn finish(mut self) -> io::Result<Pairs> {
        self.sort();
        self.spare = Vec::new();
        if self.runs.is_empty() {
            return Ok(Pairs::from_memory(self.buffer));
        }
        self.spill()?;
        self.buffer = Vec::new();
        let fan_in = (self.memory_bytes / 4 / 4096).clamp(2, 1024);
        while self.runs.len() > fan_in {
            let first: Vec<Run> = self.runs.drain(..fan_in).collect();
            self.runs.push(merge_runs(&mut self.scratch, &first, self.memory_bytes / 4)?);
        }
        Ok(Pairs::from_runs(self.scratch, &self.runs, self.memory_bytes / 4))
    }
}

/// Sorts numbers by one scatter over the highest bits in which they differ, then bucket by bucket.
///
/// Ids that count from 0 fill their range evenly enough; where they do not, a bucket is a larger sort.
fn sort_numbers(numbers: &mut Vec<PackedPair>, spare: &mut Vec<PackedPair>, threads: usize) {
    let (Some(&low), Some(&high)) = (numbers.iter().min(), numbers.iter().max()) else { return };
    let bits = (numbers.len() / 32).checked_ilog2().unwrap_or(0).min(12);
    let differing = 64 - (low ^ high).leading_zeros();
    if bits < 3 || differing <= bits {
        numbers.sort_unstable();
        return;
    }
    let shift = differing - bits;
    let mask = (1usize << bits) - 1;
    let bucket = |number: PackedPair| (number >> shift) as usize & mask;
    let mut starts = vec![0usize; mask + 2];
    numbers.iter().for_each(|&number| starts[bucket(number) + 1] += 1);
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    let mut next = starts.clone();
    spare.resize(numbers.len(), 0);
    for &number in numbers.iter() {
        let at = &mut next[bucket(number)];
        spare[*at] = number;
        *at += 1;
    }
    sort_buckets(spare, &starts, threads);
    std::mem::swap(numbers, spare);
}

/// Sorts what lies between each two bounds, with threads that take about as much each.
fn sort_buckets(numbers: &mut [PackedPair], bounds: &[usize], threads: usize) {
    let share = numbers.len().div_ceil(threads.max(1)).max(LEAST_NUMBERS_PER_THREAD);
    thread::scope(|scope| {
        let (mut rest, mut bounds) = (numbers, bounds);
        while bounds.len() > 1 {
            let buckets = bounds.partition_point(|&bound| bound < bounds[0] + share).clamp(1, bounds.len() - 1);
            let (own, others) = rest.split_at_mut(bounds[buckets] - bounds[0]);
            let own_bounds = &bounds[..=buckets];
            (rest, bounds) = (others, &bounds[buckets..]);
            let mut work = move || {
                for pair in own_bounds.windows(2) {
                    own[pair[0] - own_bounds[0]..pair[1] - own_bounds[0]].sort_unstable();
                }
            };
            if bounds.len() > 1 {
                scope.spawn(work);
            } else {
                work(); // the last of them here
            }
        }
    });
}

/// Fewer are not worth a thread.
const LEAST_NUMBERS_PER_THREAD: usize = 1 << 16;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn kept(pairs: &[(u32, u32)], memory: usize) -> io::Result<Vec<(u32, u32)>> {
        let folder = tempfile::tempdir()?;
        let mut set = PairSet::new(memory, folder.path(), 2);
        for &(left, right) in pairs {
            set.push(left, right)?;
        }
        let mut pairs = set.finish()?;
        let mut kept = Vec::new();
        while let Some(batch) = pairs.next_batch()? {
            assert!(!batch.is_empty());
            kept.extend(batch);
        }
        Ok(kept)
    }

    proptest! {
        #[test]
        fn each_pair_is_kept_once_in_order(
            pairs in prop::collection::vec(
                prop_oneof![(0..60u32, 0..60u32), (0..4000u32, 0..9u32), (any::<u32>(), any::<u32>())], 0..2500),
            memory in 0..40_000usize,
        ) {
            let expected: Vec<(u32, u32)> = pairs.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
            prop_assert_eq!(kept(&pairs, memory)?, expected);
        }

        #[test]
        fn numbers_are_sorted(numbers in prop::collection::vec(prop_oneof![any::<u64>(), 0..5000u64], 0..3000)) {
            let (mut sorted, mut expected) = (numbers.clone(), numbers);
            sort_numbers(&mut sorted, &mut Vec::new(), 1);
            expected.sort_unstable();
            prop_assert_eq!(sorted, expected);
        }
    }

    #[test]
    fn threads_sort_as_one_does() {
        for threads in 1..5 {
            let mut numbers: Vec<u64> =
                (0..300_000u64).map(|at| at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (at % 40)).collect();
            let mut expected = numbers.clone();
            sort_numbers(&mut numbers, &mut Vec::new(), threads);
            expected.sort_unstable();
            assert_eq!(numbers, expected, "by {threads}");
        }
    }

    #[test]
    fn one_kilobyte_is_enough() -> io::Result<()> {
        let pairs: Vec<(u32, u32)> = (0..30_000u32).map(|at| (at.wrapping_mul(2_654_435_761) % 7000, at % 3)).collect();
        let expected: BTreeSet<(u32, u32)> = pairs.iter().copied().collect();
        assert_eq!(kept(&pairs, 1024)?, expected.into_iter().collect::<Vec<_>>());
        Ok(())
    }

    #[test]
    fn a_pair_added_a_million_times_needs_no_disk() -> io::Result<()> {
        let mut set = PairSet::new(1 << 10, Path::new("/no/such/folder"), 1);
        for _ in 0..1_000_000 {
            set.push(1, 2)?;
        }
        assert_eq!(set.finish()?.next_batch()?, Some(vec![(1, 2)]));
        Ok(())
    }
}
