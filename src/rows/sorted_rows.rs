//! Sorted rows given in batches, from memory or from runs that are merged on the way.
//!
//! No heap: of every run a buffer is read; all rows up to the smallest buffer end are complete, and are sorted together
//! as rows in memory are. One buffer at least is used up each time. Rows are copied once, from there into the batch.

use super::block::{Block, find_row_end};
use super::order::{Entry, Rows, sort_entries};
use super::run::{Reader, write_run};
use crate::grouping::scratch::{Extent, Scratch};
use std::io;

/// A smaller buffer could not hold the lengths of a row.
const LEAST_BUFFER_BYTES: usize = 64;
/// A larger one reads no faster.
const MOST_BUFFER_BYTES: usize = 64 << 20;

/// The rows of a [`super::Sorter`], in order.
#[derive(Debug)]
pub struct SortedRows(Source);

#[derive(Debug)]
enum Source {
    Held { blocks: Vec<Block>, entries: Vec<Entry>, given: usize },
    Merged { scratch: Scratch, merge: Merge },
}

impl SortedRows {
    pub(super) fn from_memory(blocks: Vec<Block>, entries: Vec<Entry>) -> Self {
        SortedRows(Source::Held { blocks, entries, given: 0 })
    }

    pub(super) fn from_runs(scratch: Scratch, merge: Merge) -> Self {
        SortedRows(Source::Merged { scratch, merge })
    }

    /// The next rows in order: at least `least_bytes` of them, at the end what is left; never an empty batch.
    ///
    /// A batch does not end between two rows with an equal key, however many there are; an error where they reach 4 GB.
    /// The memory of the batch is the caller's, beside the budget of the sorter.
    pub fn next_batch(&mut self, least_bytes: usize) -> io::Result<Option<Block>> {
        self.next_rows(least_bytes, true)
    }

    /// The same, but a batch may end between two rows with an equal key: for groups that are larger than memory.
    pub fn next_part(&mut self, least_bytes: usize) -> io::Result<Option<Block>> {
        self.next_rows(least_bytes, false)
    }

    fn next_rows(&mut self, least_bytes: usize, is_whole: bool) -> io::Result<Option<Block>> {
        let mut batch = Block::default();
        match &mut self.0 {
            Source::Held { blocks, entries, given } => {
                *given += add_rows(&mut batch, blocks, &entries[*given..], least_bytes, is_whole)?;
            }
            Source::Merged { scratch, merge } => {
                while merge.has_rows(scratch)? {
                    let entries = &merge.entries[merge.given..];
                    let count = add_rows(&mut batch, &merge.readers, entries, least_bytes, is_whole)?;
                    merge.given += count;
                    if merge.given < merge.entries.len() {
                        break;
                    }
                }
            }
        }
        Ok((!batch.is_empty()).then_some(batch))
    }
}

/// Copies rows into the batch until it has `least_bytes`, and if groups are to be whole until another key follows. Gives how
/// many were copied.
fn add_rows<R: Rows>(
    batch: &mut Block,
    rows: &R,
    entries: &[Entry],
    least_bytes: usize,
    is_whole: bool,
) -> io::Result<usize> {
    let before = batch.len();
    let mut end = batch.bytes.len();
    for entry in entries {
        if end >= least_bytes && !batch.is_empty() {
            let key = rows.key(entry.place);
            let at = batch.len() - before;
            let last = if at > 0 { rows.key(entries[at - 1].place) } else { batch.key(before - 1) };
            if !is_whole || key != last {
                break;
            }
        }
        let next = find_row_end(end, rows.row(entry.place).len())?;
        batch.ends.push(next);
        batch.keys.push(rows.key_bytes(entry.place) as u32);
        end = next as usize;
    }
    let count = batch.len() - before;
    batch.bytes.reserve_exact(end - batch.bytes.len());
    for entry in &entries[..count] {
        batch.bytes.extend_from_slice(rows.row(entry.place));
    }
    Ok(count)
}

/// Runs on their way into one order.
#[derive(Debug)]
pub struct Merge {
    readers: Vec<Reader>,
    buffer_bytes: usize,
    threads: usize,
    /// The rows that are complete, in order.
    entries: Vec<Entry>,
    given: usize,
}

impl Merge {
    /// Reads the runs through buffers that take `buffer_bytes` together; sorting takes at most two and a half as much.
    pub fn new(runs: &[Extent], buffer_bytes: usize, threads: usize) -> Self {
        let readers = runs.iter().map(|&run| Reader::new(run)).collect();
        let buffer_bytes = (buffer_bytes / runs.len().max(1)).clamp(LEAST_BUFFER_BYTES, MOST_BUFFER_BYTES);
        Merge { readers, buffer_bytes, threads, entries: Vec::new(), given: 0 }
    }

    /// Whether there are rows to give, after reading on where all were given.
    fn has_rows(&mut self, scratch: &Scratch) -> io::Result<bool> {
        if self.given == self.entries.len() {
            self.read_more(scratch)?;
        }
        Ok(self.given < self.entries.len())
    }

    fn read_more(&mut self, scratch: &Scratch) -> io::Result<()> {
        self.entries.clear();
        self.given = 0;
        self.readers.retain(|reader| !reader.is_done());
        let mut count = 0;
        for reader in &mut self.readers {
            count += reader.fill(scratch, self.buffer_bytes)?;
        }
        self.entries.reserve_exact(count);
        let bound = self.readers.iter().filter_map(Reader::last_known).min().map(<[u8]>::to_vec);
        for (number, reader) in self.readers.iter_mut().enumerate() {
            reader.take_to(bound.as_deref(), |at| self.entries.push(Entry::new(number, at)));
        }
        sort_entries(&self.readers, &mut self.entries, self.threads);
        Ok(())
    }

    /// Merges the runs into one, at the end of the file that they are in.
    pub fn write_merged(mut self, scratch: &mut Scratch, write_bytes: usize) -> io::Result<Extent> {
        let mut run = Extent { start: scratch.end(), bytes: 0 };
        while self.has_rows(scratch)? {
            run.bytes += write_run(&self.readers, &self.entries, scratch, write_bytes)?.bytes;
            self.given = self.entries.len();
        }
        Ok(run)
    }
}
