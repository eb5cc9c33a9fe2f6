//! Takes rows in any order and scatters them over partitions by the high bits of their key; what does not fit goes to disk.
//!
//! A partition is a list of equal blocks from one pool, so that the memory in use is a count of blocks. When the pool is
//! used up, the partition with the most blocks is written out whole: few, long, sequential writes to one file.

use super::groups::Groups;
use super::partition::{Partition, PartitionBits, ROW_BYTES, pack_row};
use super::scratch::Scratch;
use std::io;
use std::path::Path;

/// The most rows of a block (48 KB): long enough to write, short enough that 256 half-filled ones waste little.
const BLOCK_ROWS: usize = 4096;

/// How the memory is shared out. Blocks take three eighths, a piece a quarter, the blocks it is made from less than a
/// fifth: together less than the whole.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    /// The most blocks at a time.
    pub blocks: usize,
    /// Bytes of a block, a multiple of [`ROW_BYTES`].
    pub block_bytes: usize,
    /// The most rows of a piece.
    pub piece_rows: usize,
    /// log2 of the number of partitions.
    pub bits: u32,
}

impl Budget {
    /// Fewer partitions than asked for where memory is too small to hold four blocks of each.
    pub fn new(memory_bytes: usize, partition_bits: u32) -> Self {
        let block_memory = memory_bytes / 8 * 3;
        let affordable = (block_memory / (4 * ROW_BYTES)).checked_ilog2().unwrap_or(0);
        let bits = partition_bits.min(affordable).clamp(1, 16);
        let block_rows = (block_memory / ROW_BYTES / (4 << bits)).clamp(1, BLOCK_ROWS);
        let block_bytes = block_rows * ROW_BYTES;
        Budget {
            blocks: (block_memory / block_bytes).max(2 << bits),
            block_bytes,
            piece_rows: (memory_bytes / 4 / size_of::<(u64, u32)>()).max(1),
            bits,
        }
    }
}

/// Groups rows of (key, value) by key within a memory budget. Keys must be well mixed: hashes, not counters.
///
/// What [`Groups`] gives in the end does not depend on the order of rows, on batches or on the budget.
/// ```
/// # fn main() -> std::io::Result<()> {
/// use twicetold::grouping::Grouper;
/// let mut grouper = Grouper::new(1 << 20, &std::env::temp_dir(), 8);
/// grouper.push(&[9 << 60, 5, 9 << 60], &[2, 3, 1])?;
/// let mut groups = grouper.finish()?;
/// let mut rows = Vec::new();
/// while let Some(piece) = groups.next_batch()? {
///     rows.extend(piece.rows);
/// }
/// assert_eq!(rows, [(5, 3), (9 << 60, 1), (9 << 60, 2)]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Grouper {
    pub(super) budget: Budget,
    pub(super) split: PartitionBits,
    pub(super) partitions: Vec<Partition>,
    pub(super) scratch: Scratch,
    /// The block of each partition that rows are written to.
    open: Vec<Vec<u8>>,
    free: Vec<Vec<u8>>,
    blocks_in_use: usize,
}

impl Grouper {
    /// A grouper that keeps to `memory_bytes`, in `1 << partition_bits` partitions (8 is good; more for much more data than
    /// memory), with its temporary file in `folder`. Nothing is written before memory is used up.
    pub fn new(memory_bytes: usize, folder: &Path, partition_bits: u32) -> Self {
        let budget = Budget::new(memory_bytes, partition_bits);
        Self::with_budget(budget, folder, PartitionBits::highest(budget.bits))
    }

    pub(super) fn with_budget(budget: Budget, folder: &Path, split: PartitionBits) -> Self {
        let count = 1 << split.bits;
        Grouper {
            budget,
            split,
            partitions: (0..count).map(|_| Partition::default()).collect(),
            scratch: Scratch::new(folder),
            open: vec![Vec::new(); count],
            free: Vec::new(),
            blocks_in_use: 0,
        }
    }

    /// Adds rows; `keys` and `values` go together one by one, and what the longer one has more is ignored.
    ///
    /// An error (a full disk) leaves the batch half added: start again with a new grouper.
    pub fn push(&mut self, keys: &[u64], values: &[u32]) -> io::Result<()> {
        keys.iter().zip(values).try_for_each(|(&key, &value)| self.push_row(key, value))
    }

    #[inline]
    pub(super) fn push_row(&mut self, key: u64, value: u32) -> io::Result<()> {
        let partition = self.split.find_partition(key, value);
        if self.open[partition].len() + ROW_BYTES > self.open[partition].capacity() {
            self.open_block(partition)?;
        }
        self.open[partition].extend_from_slice(&pack_row(key, value));
        Ok(())
    }

    /// Gives a partition a new open block, from the pool or by spilling the partition that holds most.
    #[cold]
    fn open_block(&mut self, partition: usize) -> io::Result<()> {
        self.close_block(partition);
        if self.free.is_empty() && self.blocks_in_use >= self.budget.blocks {
            let largest = (0..self.partitions.len()).max_by_key(|&at| self.partitions[at].full.len());
            if let Some(largest) = largest {
                self.spill_partition(largest)?;
            }
        }
        self.open[partition] = self.free.pop().unwrap_or_else(|| {
            self.blocks_in_use += 1;
            Vec::with_capacity(self.budget.block_bytes)
        });
        Ok(())
    }

    fn close_block(&mut self, partition: usize) {
        let block = std::mem::take(&mut self.open[partition]);
        if !block.is_empty() {
            self.partitions[partition].full.push(block);
        }
    }

    fn spill_partition(&mut self, partition: usize) -> io::Result<()> {
        if !self.partitions[partition].full.is_empty() {
            self.free.extend(self.partitions[partition].spill(&mut self.scratch)?);
        }
        Ok(())
    }

    /// Writes out all that is in memory, to make room for another grouper.
    pub(super) fn spill_all(&mut self) -> io::Result<()> {
        for partition in 0..self.partitions.len() {
            self.spill_partition(partition)?;
        }
        self.free = Vec::new();
        Ok(())
    }

    /// Ends the adding: no block is open any more.
    pub(super) fn close_all(&mut self) {
        for partition in 0..self.partitions.len() {
            self.close_block(partition);
        }
        self.open = Vec::new();
        self.free = Vec::new();
    }

    /// The rows that were added, in order.
    pub fn finish(mut self) -> io::Result<Groups> {
        self.close_all();
        Ok(Groups::new(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_budget_stay_within_it() {
        for (memory, bits) in [(1 << 10, 8), (100 << 20, 8), (2 << 30, 10), (0, 8), (1 << 16, 0)] {
            let budget = Budget::new(memory, bits);
            let pieces = budget.piece_rows * (16 + ROW_BYTES);
            assert!(budget.blocks * budget.block_bytes + pieces <= memory.max(96), "{memory}: {budget:?}");
            assert!(budget.blocks > 1 << budget.bits, "{memory}: {budget:?}");
        }
    }

    #[test]
    fn a_folder_that_is_missing_is_noticed_when_memory_is_used_up() {
        let mut grouper = Grouper::new(1 << 10, Path::new("/no/such/folder"), 4);
        let keys: Vec<u64> = (0..1000u64).map(|at| at.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        assert!(grouper.push(&keys, &[0; 1000]).is_err());
    }

    #[test]
    fn rows_that_fit_make_no_file() -> io::Result<()> {
        let mut grouper = Grouper::new(1 << 20, Path::new("/no/such/folder"), 4);
        grouper.push(&[1, 2], &[3, 4])?;
        assert_eq!(grouper.finish()?.next_batch()?.map(|piece| piece.rows), Some(vec![(1, 3), (2, 4)]));
        Ok(())
    }
}
