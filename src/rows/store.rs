//! Rows given back by their number: from memory while they fit, else from one temporary file.
//!
//! By hand, because a key-value store keeps keys, logs and indexes for rows that are written once, in order, and numbered
//! by that order; here a row costs its bytes and four more.

use super::block::{Block, find_row_end};
use super::places::Places;
use crate::grouping::scratch::Scratch;
use std::io;
use std::path::Path;

/// A gap of this size between two rows is read through rather than jumped over.
const GAP_BYTES: u64 = 16 << 10;
/// So much is read at once, in each thread.
const READ_BYTES: usize = 256 << 10;

/// Takes rows, numbered 0, 1, ... as they come.
#[derive(Debug)]
pub struct Store {
    memory_bytes: usize,
    places: Places,
    /// The bytes one after the other; all segments but the last are full. What was written is not here any more.
    segments: Vec<Vec<u8>>,
    segment_bytes: usize,
    scratch: Scratch,
}

impl Store {
    /// A store that keeps to `memory_bytes`, with its temporary file in `folder`. Where rows lie is always in memory.
    pub fn new(memory_bytes: usize, folder: &Path) -> Self {
        let segment_bytes = (memory_bytes / 64).clamp(1 << 10, 1 << 20);
        Store {
            memory_bytes,
            places: Places::default(),
            segments: Vec::new(),
            segment_bytes,
            scratch: Scratch::new(folder),
        }
    }

    /// Adds the rows of a block; its keys are of no meaning here.
    pub fn push(&mut self, block: &Block) -> io::Result<()> {
        block.check()?;
        let mut start = 0;
        for &end in &block.ends {
            self.places.push(end - start)?;
            start = end;
        }
        let mut bytes = block.bytes.as_slice();
        while !bytes.is_empty() {
            let room = self.find_room()?;
            let (first, rest) = bytes.split_at(room.min(bytes.len()));
            if let Some(segment) = self.segments.last_mut() {
                segment.extend_from_slice(first);
            }
            bytes = rest;
        }
        Ok(())
    }

    /// What the last segment still takes, after a new one was begun where it is full.
    fn find_room(&mut self) -> io::Result<usize> {
        match self.segments.last() {
            Some(last) if last.len() < self.segment_bytes => Ok(self.segment_bytes - last.len()),
            _ => {
                let held = (self.segments.len() + 1) * self.segment_bytes + self.places.memory_bytes();
                if self.scratch.end() > 0 || held > self.memory_bytes {
                    self.spill()?;
                }
                self.segments.push(Vec::with_capacity(self.segment_bytes));
                Ok(self.segment_bytes)
            }
        }
    }

    fn spill(&mut self) -> io::Result<()> {
        if !self.segments.is_empty() {
            self.scratch.append(self.segments.iter().map(Vec::as_slice))?;
            self.segments = Vec::new();
        }
        Ok(())
    }

    /// The rows, ready to be read.
    pub fn finish(mut self) -> io::Result<StoredRows> {
        if self.scratch.end() > 0 {
            self.spill()?;
        }
        self.places.shrink();
        let segment_bytes = self.segment_bytes as u64;
        Ok(StoredRows { places: self.places, segments: self.segments, segment_bytes, scratch: self.scratch })
    }
}

/// Rows to be read by their number, by several threads at once.
#[derive(Debug)]
pub struct StoredRows {
    places: Places,
    segments: Vec<Vec<u8>>,
    segment_bytes: u64,
    scratch: Scratch,
}

impl StoredRows {
    /// The number of rows.
    pub fn len(&self) -> usize {
        self.places.rows()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the rows are in a file.
    pub fn is_on_disk(&self) -> bool {
        self.scratch.end() > 0
    }

    /// What is held in memory.
    pub fn memory_bytes(&self) -> usize {
        self.places.memory_bytes() + self.segments.iter().map(Vec::capacity).sum::<usize>()
    }

    /// The bytes of a row; 0 beyond the end.
    pub fn row_bytes(&self, row: u32) -> usize {
        self.places.find_row(row).map_or(0, |(_, length)| length)
    }

    /// Puts those rows into `out`, in that order, in place of what it held; a row may be asked for twice.
    ///
    /// A number beyond the end is an error, and so are rows of 4 GB together.
    pub fn read(&self, rows: &[u32], out: &mut Block) -> io::Result<()> {
        out.clear();
        let mut end = 0;
        for &row in rows {
            end = find_row_end(end, self.places.find_row(row)?.1)? as usize;
            out.ends.push(end as u32);
        }
        if self.is_on_disk() { self.read_from_file(rows, out, end) } else { self.copy_from_memory(rows, out, end) }
    }

    fn copy_from_memory(&self, rows: &[u32], out: &mut Block, bytes: usize) -> io::Result<()> {
        out.bytes.reserve_exact(bytes);
        for &row in rows {
            let (mut start, mut left) = self.places.find_row(row)?;
            while left > 0 {
                let segment = &self.segments[(start / self.segment_bytes) as usize];
                let piece = &segment[(start % self.segment_bytes) as usize..];
                let piece = &piece[..piece.len().min(left)];
                out.bytes.extend_from_slice(piece);
                start += piece.len() as u64;
                left -= piece.len();
            }
        }
        Ok(())
    }

    /// Reads in the order of the file, neighbours at once.
    fn read_from_file(&self, rows: &[u32], out: &mut Block, bytes: usize) -> io::Result<()> {
        out.bytes.resize(bytes, 0);
        let mut order: Vec<u32> = (0..rows.len() as u32).collect();
        order.sort_by_key(|&at| rows[at as usize]);
        let mut buffer = Vec::new();
        let mut rest = order.as_slice();
        while !rest.is_empty() {
            let (count, start, end) = self.count_neighbours(rows, rest)?;
            let (near, behind) = rest.split_at(count);
            buffer.resize((end - start) as usize, 0);
            self.scratch.read(start, &mut buffer)?;
            for &at in near {
                let (place, length) = self.places.find_row(rows[at as usize])?;
                let target = out.ends[at as usize] as usize - length;
                out.bytes[target..][..length].copy_from_slice(&buffer[(place - start) as usize..][..length]);
            }
            rest = behind;
        }
        Ok(())
    }

    /// How many of the next rows lie close enough to be read at once (at least one), and from where to where.
    fn count_neighbours(&self, rows: &[u32], order: &[u32]) -> io::Result<(usize, u64, u64)> {
        let (mut count, mut first, mut last) = (0, 0, 0);
        for &at in order {
            let (start, length) = self.places.find_row(rows[at as usize])?;
            let end = start + length as u64;
            if count == 0 {
                first = start;
            } else if start > last + GAP_BYTES || end - first > READ_BYTES as u64 {
                break;
            }
            last = end;
            count += 1;
        }
        Ok((count, first, last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn store_rows(rows: &[Vec<u8>], block_rows: usize, memory: usize) -> io::Result<StoredRows> {
        let folder = tempfile::tempdir()?;
        let mut store = Store::new(memory, folder.path());
        for rows in rows.chunks(block_rows) {
            let mut block = Block::default();
            rows.iter().try_for_each(|row| block.push_plain(row))?;
            store.push(&block)?;
        }
        store.finish()
    }

    proptest! {
        #[test]
        fn rows_come_back_in_the_order_asked(
            rows in prop::collection::vec(prop_oneof![
                9 => prop::collection::vec(any::<u8>(), 0..40),
                1 => (any::<u8>(), 3000..9000usize).prop_map(|(byte, count)| (0..count).map(|at| byte ^ at as u8).collect()),
            ], 0..200),
            asked in prop::collection::vec(any::<prop::sample::Index>(), 0..100),
            block_rows in 1..50usize,
            memory in prop_oneof![Just(0), 0..100_000usize, Just(1 << 24)],
        ) {
            let stored = store_rows(&rows, block_rows, memory)?;
            prop_assert_eq!(stored.len(), rows.len());
            let asked: Vec<u32> = if rows.is_empty() { Vec::new() } else { asked.iter().map(|at| at.index(rows.len()) as u32).collect() };
            let mut out = Block::default();
            out.push(b"what was there", 2)?;
            stored.read(&asked, &mut out)?;
            let mut expected = Block::default();
            asked.iter().try_for_each(|&at| expected.push_plain(&rows[at as usize]))?;
            prop_assert_eq!(out, expected);
        }
    }

    #[test]
    fn rows_far_apart_and_rows_larger_than_the_buffer_are_read() -> io::Result<()> {
        let rows: Vec<Vec<u8>> = (0..400u32).map(|at| vec![at as u8; if at == 99 { 600_000 } else { 5000 }]).collect();
        let stored = store_rows(&rows, 10, 50_000)?;
        assert!(stored.is_on_disk() && stored.memory_bytes() < 10_000);
        let asked = [399, 0, 99, 3, 98, 100, 99, 200, 201, 399];
        let mut out = Block::default();
        stored.read(&asked, &mut out)?;
        assert!(out.rows().eq(asked.iter().map(|&at| rows[at as usize].as_slice())));
        Ok(())
    }

    #[test]
    fn several_threads_read_at_once() -> io::Result<()> {
        let rows: Vec<Vec<u8>> = (0..5000u32).map(|at| at.to_le_bytes().repeat(at as usize % 30)).collect();
        let stored = store_rows(&rows, 100, 10_000)?;
        std::thread::scope(|scope| {
            let readers: Vec<_> = (0..4u32)
                .map(|thread| {
                    let (stored, rows) = (&stored, &rows);
                    scope.spawn(move || {
                        let asked: Vec<u32> = (0..2000).map(|at| (at * 7919 + thread * 13) % 5000).collect();
                        let mut out = Block::default();
                        stored.read(&asked, &mut out).is_ok()
                            && out.rows().eq(asked.iter().map(|&at| rows[at as usize].as_slice()))
                    })
                })
                .collect();
            assert!(readers.into_iter().all(|reader| reader.join().unwrap_or(false)));
        });
        Ok(())
    }

    #[test]
    fn a_row_beyond_the_end_is_an_error() -> io::Result<()> {
        for memory in [0, 1 << 20] {
            let stored = store_rows(&[b"one".to_vec(), b"two".to_vec()], 1, memory)?;
            let error = stored.read(&[0, 2], &mut Block::default()).err();
            assert_eq!(error.map(|error| error.kind()), Some(io::ErrorKind::InvalidInput));
        }
        Ok(())
    }
}
