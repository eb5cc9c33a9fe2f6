//! Rows of bytes sorted within a memory budget: sorted runs go to disk and are merged when read.
//!
//! By hand, because external sorts of Rust (`extsort`, `spillover`) sort values one by one, each an allocation of its own,
//! count values instead of bytes, name their files, and know nothing of groups that must stay whole.

use super::block::Block;
use super::order::{Entry, SORT_BYTES, sort_entries};
use super::run;
use super::sorted_rows::{Merge, SortedRows};
use crate::grouping::scratch::{Extent, Scratch};
use std::io;
use std::path::Path;

/// Runs are read through buffers of at least this size, where the budget allows two.
const BUFFER_BYTES: usize = 64 << 10;

/// Sorts rows by their bytes, the key first because it comes first. No key may be the beginning of another.
///
/// What comes out depends on the rows alone, not on their order, the blocks, the budget or the threads. Rows that are
/// there twice come out twice.
#[derive(Debug)]
pub struct Sorter {
    memory_bytes: usize,
    threads: usize,
    blocks: Vec<Block>,
    rows: usize,
    /// What the blocks take, and will take to be sorted.
    held_bytes: usize,
    scratch: Scratch,
    runs: Vec<Extent>,
}

impl Sorter {
    /// A sorter that keeps to `memory_bytes`, with its temporary file in `folder`; nothing is written before memory is
    /// used up. Only a block or a row that is larger than the budget exceeds it.
    pub fn new(memory_bytes: usize, folder: &Path, threads: usize) -> Self {
        let scratch = Scratch::new(folder);
        Sorter { memory_bytes, threads, blocks: Vec::new(), rows: 0, held_bytes: 0, scratch, runs: Vec::new() }
    }

    /// Takes rows, each with a key.
    pub fn push(&mut self, mut block: Block) -> io::Result<()> {
        block.check_keyed()?;
        block.shrink();
        let block_bytes = block.memory_bytes() + block.len() * SORT_BYTES;
        if self.held_bytes + block_bytes > self.held_bytes_limit() {
            self.spill()?;
        }
        if block.is_empty() {
            return Ok(());
        }
        self.rows += block.len();
        self.held_bytes += block_bytes;
        self.blocks.push(block);
        if self.held_bytes > self.held_bytes_limit() { self.spill() } else { Ok(()) }
    }

    /// What may be held so that a run can still be written.
    fn held_bytes_limit(&self) -> usize {
        self.memory_bytes.saturating_sub(self.write_bytes())
    }

    fn write_bytes(&self) -> usize {
        (self.memory_bytes / 16).clamp(64, 1 << 20)
    }

    /// The index of what is held, sorted.
    fn sort_held(&self) -> Vec<Entry> {
        let mut entries = Vec::with_capacity(self.rows);
        for (number, block) in self.blocks.iter().enumerate() {
            entries.extend((0..block.len()).map(|at| Entry::new(number, at)));
        }
        sort_entries(&self.blocks, &mut entries, self.threads);
        entries
    }

    fn spill(&mut self) -> io::Result<()> {
        if self.blocks.is_empty() {
            return Ok(());
        }
        let write_bytes = self.write_bytes();
        self.runs.push(run::write_run(&self.blocks, &self.sort_held(), &mut self.scratch, write_bytes)?);
        self.blocks = Vec::new();
        (self.rows, self.held_bytes) = (0, 0);
        Ok(())
    }

    /// The rows in order. Where runs are too many to be read at once, some are merged first.
    pub fn finish(mut self) -> io::Result<SortedRows> {
        if self.runs.is_empty() {
            let entries = self.sort_held();
            return Ok(SortedRows::from_memory(self.blocks, entries));
        }
        self.spill()?;
        let merge_bytes = self.memory_bytes / 4;
        let fan_in = (merge_bytes / BUFFER_BYTES).clamp(2, 1024);
        while self.runs.len() > fan_in {
            let first: Vec<Extent> = self.runs.drain(..fan_in).collect();
            let merge = Merge::new(&first, merge_bytes, self.threads);
            let write_bytes = self.write_bytes();
            self.runs.push(merge.write_merged(&mut self.scratch, write_bytes)?);
        }
        let merge = Merge::new(&self.runs, merge_bytes, self.threads);
        Ok(SortedRows::from_runs(self.scratch, merge))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Row = (Vec<u8>, usize);

    /// Pushes the rows in blocks and gives the batches.
    fn batches(rows: &[Row], block_rows: usize, memory: usize, threads: usize, least: usize) -> io::Result<Vec<Block>> {
        let folder = tempfile::tempdir()?;
        let mut sorter = Sorter::new(memory, folder.path(), threads);
        for rows in rows.chunks(block_rows) {
            let mut block = Block::default();
            rows.iter().try_for_each(|(row, key_bytes)| block.push(row, *key_bytes))?;
            sorter.push(block)?;
        }
        let mut sorted = sorter.finish()?;
        std::iter::from_fn(|| sorted.next_batch(least).transpose()).collect()
    }

    /// Holds the batches to a plain sort of the rows.
    fn check(rows: &[Row], block_rows: usize, memory: usize, least: usize) -> io::Result<()> {
        let batches = batches(rows, block_rows, memory, 2, least)?;
        let given: Vec<Row> = batches
            .iter()
            .flat_map(|batch| (0..batch.len()).map(|at| (batch.row(at).to_vec(), batch.key(at).len())))
            .collect();
        let mut expected = rows.to_vec();
        expected.sort();
        assert!(given == expected);
        for pair in batches.windows(2) {
            assert!(pair[0].bytes.len() >= least && !pair[0].is_empty() && !pair[1].is_empty());
            assert_ne!(pair[0].key(pair[0].len() - 1), pair[1].key(0));
        }
        batches.iter().try_for_each(Block::check_keyed)
    }

    /// A key that ends with a zero, and what comes behind.
    fn row(mut key: Vec<u8>, rest: &[u8]) -> Row {
        key.push(0);
        let key_bytes = key.len();
        key.extend_from_slice(rest);
        (key, key_bytes)
    }

    prop_compose! {
        fn any_row()(
            key in prop_oneof![prop::collection::vec(1..=255u8, 0..20), prop::collection::vec(1..3u8, 0..4)],
            rest in prop_oneof![
                4 => prop::collection::vec(any::<u8>(), 0..30),
                1 => prop::collection::vec(0..2u8, 0..3),
                1 => (any::<u8>(), 500..600usize).prop_map(|(byte, count)| vec![byte; count]),
            ],
        ) -> Row {
            row(key, &rest)
        }
    }

    proptest! {
        #[test]
        fn rows_come_sorted_and_groups_whole(
            rows in prop::collection::vec(any_row(), 0..400),
            block_rows in 1..100usize,
            memory in prop_oneof![Just(0), 0..4000usize, 0..100_000usize],
            least in prop_oneof![Just(0), 0..3000usize, Just(1 << 30)],
        ) {
            check(&rows, block_rows, memory, least)?;
        }

        #[test]
        fn rows_without_bytes_are_kept(count in 0..200usize, memory in 0..5000usize) {
            let given = batches(&vec![(Vec::new(), 0); count], 7, memory, 1, 0)?;
            prop_assert_eq!(given.iter().map(Block::len).sum::<usize>(), count);
            prop_assert!(given.len() < 2);
        }
    }

    #[test]
    fn many_runs_are_merged_in_several_passes() -> io::Result<()> {
        let number = |at: u64| at.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) % 5000;
        let rows: Vec<Row> =
            (0..20_000).map(|at| ([&number(at).to_be_bytes()[..], &[at as u8; 30]].concat(), 8)).collect();
        for memory in [2000, 50_000, 1_000_000, 100_000_000] {
            check(&rows, 100, memory, 10_000)?;
        }
        Ok(())
    }

    #[test]
    fn a_group_comes_in_parts_where_that_is_asked() -> io::Result<()> {
        for memory in [2000, 1 << 20] {
            let folder = tempfile::tempdir()?;
            let mut sorter = Sorter::new(memory, folder.path(), 1);
            let mut block = Block::default();
            (0..5000u32).try_for_each(|at| block.push(&row(b"one".to_vec(), &at.to_be_bytes()).0, 4))?;
            sorter.push(block)?;
            let mut sorted = sorter.finish()?;
            let mut rows = 0;
            while let Some(part) = sorted.next_part(100)? {
                assert!(part.bytes.len() < 200);
                rows += part.len();
            }
            assert_eq!(rows, 5000);
        }
        Ok(())
    }

    #[test]
    fn a_group_larger_than_the_budget_is_one_batch() -> io::Result<()> {
        let many =
            |key: &[u8], count: usize| (0..count).map(|at| row(key.to_vec(), &at.to_le_bytes())).collect::<Vec<_>>();
        let rows = [many(b"small", 3), many(b"large", 5000), many(b"z", 2)].concat();
        check(&rows, 64, 8 << 10, 10)?;
        let batches = batches(&rows, 64, 8 << 10, 2, 10)?;
        assert_eq!(batches.iter().map(Block::len).collect::<Vec<_>>(), [5000, 3, 2]);
        check(&many(b"one key only", 4000), 64, 8 << 10, 10)
    }

    #[test]
    fn a_row_larger_than_the_budget_passes() -> io::Result<()> {
        let large = |byte: u8| row(vec![byte], &vec![byte; 100_000]);
        check(&[large(9), large(3), row(vec![5], b"x"), large(7), large(3), row(vec![3], b"")], 1, 2000, 0)
    }

    #[test]
    fn nothing_is_written_while_rows_fit() -> io::Result<()> {
        let mut sorter = Sorter::new(1 << 20, Path::new("/no/such/folder"), 1);
        let mut block = Block::default();
        block.push(b"b", 1)?;
        block.push(b"a", 1)?;
        sorter.push(block)?;
        sorter.push(Block::default())?;
        let mut sorted = sorter.finish()?;
        assert_eq!(sorted.next_batch(0)?.map(|batch| batch.bytes), Some(b"a".to_vec()));
        assert_eq!(sorted.next_batch(0)?.map(|batch| batch.bytes), Some(b"b".to_vec()));
        assert_eq!(sorted.next_batch(0)?, None);
        Ok(())
    }

    #[test]
    fn a_folder_that_is_missing_is_named_when_memory_is_used_up() -> io::Result<()> {
        let mut block = Block::default();
        block.push(b"row", 1)?;
        let error = Sorter::new(0, Path::new("/no/such/folder"), 1).push(block).err();
        assert!(error.is_some_and(|error| error.to_string().contains("/no/such/folder")));
        Ok(())
    }

    #[test]
    fn a_block_without_keys_is_an_error() -> io::Result<()> {
        let mut block = Block::default();
        block.push_plain(b"row")?;
        let error = Sorter::new(0, Path::new("."), 1).push(block).err();
        assert_eq!(error.map(|error| error.kind()), Some(io::ErrorKind::InvalidInput));
        Ok(())
    }
}
