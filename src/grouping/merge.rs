//! Sorted runs of pairs read as one, without those that are there twice.
//!
//! No heap: of every run a buffer is read; all pairs up to the smallest buffer end are complete, are taken from every
//! buffer, and sorted together (the sort finds the runs in them and merges). One buffer at least is used up each time.

use super::pair_set::PackedPair;
use super::scratch::{Extent, Scratch};
use std::io;

const NUMBER_BYTES: usize = size_of::<PackedPair>();
/// Pairs are given, and runs written, this many at a time.
const BATCH_PAIRS: usize = 1 << 16;

/// A sorted run of distinct pairs in a scratch file.
#[derive(Clone, Copy, Debug)]
pub struct Run(Extent);

impl Run {
    /// Writes a run.
    pub fn write(sorted: &[PackedPair], scratch: &mut Scratch) -> io::Result<Run> {
        let mut run = Run(scratch.append(std::iter::empty())?);
        run.extend(sorted, scratch)?;
        Ok(run)
    }

    /// Adds to the run that was written last.
    fn extend(&mut self, sorted: &[PackedPair], scratch: &mut Scratch) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(sorted.len().min(BATCH_PAIRS) * NUMBER_BYTES);
        for numbers in sorted.chunks(BATCH_PAIRS) {
            bytes.clear();
            numbers.iter().for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()));
            self.0.bytes += scratch.append(std::iter::once(bytes.as_slice()))?.bytes;
        }
        Ok(())
    }
}

/// A run that is being read.
#[derive(Debug)]
struct Reader {
    rest: Extent,
    buffer: Vec<PackedPair>,
    taken: usize,
}

impl Reader {
    /// Reads on where all was taken.
    fn fill(&mut self, scratch: &mut Scratch, count: usize) -> io::Result<()> {
        if self.taken < self.buffer.len() || self.rest.bytes == 0 {
            return Ok(());
        }
        let mut bytes = vec![0; self.rest.bytes.min((count * NUMBER_BYTES) as u64) as usize];
        scratch.read(self.rest.start, &mut bytes)?;
        self.rest.start += bytes.len() as u64;
        self.rest.bytes -= bytes.len() as u64;
        self.buffer.clear();
        self.buffer.extend(bytes.as_chunks().0.iter().map(|&number| u64::from_le_bytes(number)));
        self.taken = 0;
        Ok(())
    }

    /// Up to where this run is known; all the way when its end was read.
    fn last_known(&self) -> PackedPair {
        if self.rest.bytes == 0 { PackedPair::MAX } else { self.buffer.last().copied().unwrap_or(PackedPair::MAX) }
    }

    fn take_to(&mut self, bound: PackedPair) -> &[PackedPair] {
        let rest = &self.buffer[self.taken..];
        let count = rest.partition_point(|&number| number <= bound);
        self.taken += count;
        &rest[..count]
    }
}

/// Runs on their way into one order.
#[derive(Debug)]
struct Merge {
    readers: Vec<Reader>,
    buffer_pairs: usize,
}

impl Merge {
    fn new(runs: &[Run], buffer_bytes: usize) -> Self {
        let readers = runs.iter().map(|run| Reader { rest: run.0, buffer: Vec::new(), taken: 0 }).collect();
        Merge { readers, buffer_pairs: (buffer_bytes / NUMBER_BYTES / runs.len().max(1)).max(1) }
    }

    fn next_numbers(&mut self, scratch: &mut Scratch) -> io::Result<Option<Vec<PackedPair>>> {
        for reader in &mut self.readers {
            reader.fill(scratch, self.buffer_pairs)?;
        }
        self.readers.retain(|reader| reader.taken < reader.buffer.len());
        let Some(bound) = self.readers.iter().map(Reader::last_known).min() else { return Ok(None) };
        let mut batch = Vec::new();
        for reader in &mut self.readers {
            batch.extend_from_slice(reader.take_to(bound));
        }
        batch.sort();
        batch.dedup();
        Ok(Some(batch))
    }
}

/// Merges runs into one, at the end of the scratch file that they are in.
pub fn merge_runs(scratch: &mut Scratch, runs: &[Run], buffer_bytes: usize) -> io::Result<Run> {
    let mut merge = Merge::new(runs, buffer_bytes);
    let mut run = Run::write(&[], scratch)?;
    while let Some(batch) = merge.next_numbers(scratch)? {
        run.extend(&batch, scratch)?;
    }
    Ok(run)
}

/// The distinct pairs of a [`super::PairSet`], in order.
#[derive(Debug)]
pub struct Pairs {
    source: Source,
    /// What was sorted and not yet given out: all, or what the last merge came to.
    sorted: Vec<PackedPair>,
    given: usize,
}

#[derive(Debug)]
enum Source {
    Held,
    Merged { scratch: Scratch, merge: Merge },
}

impl Pairs {
    pub(super) fn from_memory(sorted: Vec<PackedPair>) -> Self {
        Pairs { source: Source::Held, sorted, given: 0 }
    }

    pub(super) fn from_runs(scratch: Scratch, runs: &[Run], buffer_bytes: usize) -> Self {
        let merge = Merge::new(runs, buffer_bytes);
        Pairs { source: Source::Merged { scratch, merge }, sorted: Vec::new(), given: 0 }
    }

    /// The next pairs, sorted by left and right, [`BATCH_PAIRS`] at most; never an empty batch; `None` at the end.
    pub fn next_batch(&mut self) -> io::Result<Option<Vec<(u32, u32)>>> {
        if self.given == self.sorted.len()
            && let Source::Merged { scratch, merge } = &mut self.source
        {
            self.sorted = merge.next_numbers(scratch)?.unwrap_or_default();
            self.given = 0;
        }
        let end = self.sorted.len().min(self.given + BATCH_PAIRS);
        let batch = unpack_pairs(&self.sorted[self.given..end]);
        self.given = end;
        Ok((!batch.is_empty()).then_some(batch))
    }
}

fn unpack_pairs(numbers: &[PackedPair]) -> Vec<(u32, u32)> {
    numbers.iter().map(|&number| ((number >> 32) as u32, number as u32)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_merged_and_what_both_hold_is_given_once() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let mut scratch = Scratch::new(folder.path());
        let runs = [Run::write(&[1, 3, 5, 7, 9], &mut scratch)?, Run::write(&[3, 4, u64::MAX], &mut scratch)?];
        let merged = merge_runs(&mut scratch, &runs, 32)?;
        let mut pairs = Pairs::from_runs(scratch, &[merged], 32);
        let mut all = Vec::new();
        while let Some(batch) = pairs.next_batch()? {
            all.extend(batch);
        }
        assert_eq!(all, [(0, 1), (0, 3), (0, 4), (0, 5), (0, 7), (0, 9), (u32::MAX, u32::MAX)]);
        Ok(())
    }
}
