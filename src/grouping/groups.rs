//! Gives the rows of a [`Grouper`] back in order, piece by piece, each of at most a quarter of the memory.
//!
//! A partition that is too large is grouped again by the next bits in which its rows differ, through a file of its own:
//! first those of the key, and of one key alone larger than a piece, those of the value. A stack, no recursion.

use super::gather::sort_blocks;
use super::grouper::Grouper;
use super::partition::{Partition, PartitionBits, unpack_rows};
use std::io;

/// Some rows, sorted by key and value; all rows of a key, unless that key alone is larger than a piece.
#[derive(Debug, PartialEq, Eq)]
pub struct Piece {
    /// Key and value.
    pub rows: Vec<(u64, u32)>,
    /// The first key is the one that the piece before it ended with. Both then hold no other key.
    pub continues: bool,
}

/// The rows of a [`Grouper`] in order of key and value.
#[derive(Debug)]
pub struct Groups {
    levels: Vec<Level>,
    /// A row that is there so often that it fills pieces, and how often it is still to be given.
    repeated: Option<((u64, u32), u64)>,
    last_key: Option<u64>,
}

#[derive(Debug)]
struct Level {
    grouper: Grouper,
    next: usize,
}

impl Level {
    fn next_partition(&mut self) -> Option<Partition> {
        let partition = self.grouper.partitions.get_mut(self.next)?;
        self.next += 1;
        Some(std::mem::take(partition))
    }

    /// The blocks of a partition sorted into a piece.
    fn sort_partition(&mut self, partition: Partition, rows: u64) -> io::Result<Vec<(u64, u32)>> {
        let mut blocks = Vec::new();
        let grouper = &mut self.grouper;
        partition.drain(&mut grouper.scratch, grouper.budget.block_bytes * 16, |block| {
            blocks.push(block);
            Ok(())
        })?;
        Ok(sort_blocks(&blocks, rows as usize, grouper.split))
    }

    /// The partition grouped by further bits, or the one row that it holds again and again.
    fn split_partition(&mut self, partition: Partition) -> io::Result<Result<Level, (u64, u32)>> {
        let grouper = &mut self.grouper;
        let block_bytes = grouper.budget.block_bytes;
        let Some((low, high)) = partition.range(&mut grouper.scratch, block_bytes)? else {
            return Ok(Err((0, 0)));
        };
        let Some(split) = PartitionBits::between(low, high, grouper.budget.bits) else { return Ok(Err(low)) };
        grouper.spill_all()?;
        let mut below = Grouper::with_budget(grouper.budget, grouper.scratch.folder(), split);
        partition.drain(&mut grouper.scratch, block_bytes, |block| {
            unpack_rows(&block).try_for_each(|(key, value)| below.push_row(key, value))
        })?;
        below.close_all();
        Ok(Ok(Level { grouper: below, next: 0 }))
    }
}

impl Groups {
    pub(super) fn new(grouper: Grouper) -> Self {
        Groups { levels: vec![Level { grouper, next: 0 }], repeated: None, last_key: None }
    }

    /// The next piece, never empty; `None` at the end. Pieces follow each other in order of key.
    pub fn next_batch(&mut self) -> io::Result<Option<Piece>> {
        loop {
            let Some(level) = self.levels.last_mut() else { return Ok(None) };
            let piece_rows = level.grouper.budget.piece_rows;
            if let Some((row, times)) = self.repeated {
                let given = times.min(piece_rows as u64);
                self.repeated = (times > given).then_some((row, times - given));
                return Ok(Some(self.build_piece(vec![row; given as usize])));
            }
            let Some(partition) = level.next_partition() else {
                self.levels.pop();
                continue;
            };
            let rows = partition.rows();
            if rows == 0 {
                continue;
            }
            if rows <= piece_rows as u64 {
                let sorted = level.sort_partition(partition, rows)?;
                return Ok(Some(self.build_piece(sorted)));
            }
            match level.split_partition(partition)? {
                Ok(below) => self.levels.push(below),
                Err(row) => self.repeated = Some((row, rows)),
            }
        }
    }

    fn build_piece(&mut self, rows: Vec<(u64, u32)>) -> Piece {
        let continues = self.last_key.is_some() && rows.first().map(|row| row.0) == self.last_key;
        self.last_key = rows.last().map(|row| row.0);
        Piece { rows, continues }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn grouped(rows: &[(u64, u32)], memory: usize, bits: u32, batch: usize) -> io::Result<Vec<Piece>> {
        let folder = tempfile::tempdir()?;
        let mut grouper = Grouper::new(memory, folder.path(), bits);
        for rows in rows.chunks(batch) {
            let (keys, values): (Vec<u64>, Vec<u32>) = rows.iter().copied().unzip();
            grouper.push(&keys, &values)?;
        }
        let mut groups = grouper.finish()?;
        let mut pieces = Vec::new();
        while let Some(piece) = groups.next_batch()? {
            pieces.push(piece);
        }
        Ok(pieces)
    }

    fn checked(rows: &[(u64, u32)], memory: usize, bits: u32, batch: usize) -> Result<(), TestCaseError> {
        let pieces = grouped(rows, memory, bits, batch)?;
        let mut expected = rows.to_vec();
        expected.sort_unstable();
        let flat: Vec<(u64, u32)> = pieces.iter().flat_map(|piece| piece.rows.iter().copied()).collect();
        prop_assert_eq!(flat, expected);
        for pair in pieces.windows(2) {
            let same = pair[0].rows.last().map(|row| row.0) == pair[1].rows.first().map(|row| row.0);
            prop_assert_eq!(pair[1].continues, same);
            if same {
                prop_assert!(pair.iter().all(|piece| piece.rows.iter().all(|row| row.0 == pair[0].rows[0].0)));
            }
        }
        for piece in &pieces {
            prop_assert!(!piece.rows.is_empty() && piece.rows.len() <= (memory / 64).max(1));
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn rows_come_out_as_a_plain_sort_has_them(
            rows in prop::collection::vec((any::<u64>(), 0..50u32), 0..3000),
            memory in 0..64_000usize, bits in 0..10u32, batch in 1..700usize,
        ) {
            checked(&rows, memory, bits, batch)?;
        }

        #[test]
        fn crowded_keys_and_small_numbers_come_out_sorted_too(
            rows in prop::collection::vec((0..6u64, prop_oneof![Just(3u32), any::<u32>()]), 0..2000),
            memory in 500..9_000usize, bits in 1..9u32,
        ) {
            checked(&rows, memory, bits, 100)?;
        }
    }

    #[test]
    fn one_kilobyte_is_enough() -> Result<(), TestCaseError> {
        let mixed = |at: u64| at.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let rows: Vec<(u64, u32)> = (0..20_000).map(|at| (mixed(at % 5000), at as u32)).collect();
        checked(&rows, 1024, 8, 999)
    }

    #[test]
    fn one_row_many_times_is_given_in_pieces() -> io::Result<()> {
        let pieces = grouped(&[(7, 7); 100], 1024, 8, 10)?;
        assert_eq!(pieces.iter().map(|piece| piece.rows.len()).collect::<Vec<_>>(), [16, 16, 16, 16, 16, 16, 4]);
        assert!(pieces[1..].iter().all(|piece| piece.continues));
        Ok(())
    }
}
