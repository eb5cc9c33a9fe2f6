//! Sorted rows in a temporary file: written as a run, read through a buffer.
//!
//! A row is written as the length of its key, its own length (four bytes each), and its bytes.

use super::order::{Entry, RowPlace, Rows};
use crate::grouping::scratch::{Extent, Scratch};
use std::io;

/// The two lengths before a row.
const HEADER_BYTES: usize = 8;

/// Writes rows at the end of `scratch`, in the order of `entries`, in pieces of about `buffer_bytes`.
pub fn write_run<R: Rows>(
    rows: &R,
    entries: &[Entry],
    scratch: &mut Scratch,
    buffer_bytes: usize,
) -> io::Result<Extent> {
    let mut extent = Extent { start: scratch.end(), bytes: 0 };
    let mut buffer = Vec::with_capacity(buffer_bytes);
    for entry in entries {
        let row = rows.row(entry.place);
        if !buffer.is_empty() && buffer.len() + HEADER_BYTES + row.len() > buffer_bytes {
            extent.bytes += scratch.append(std::iter::once(buffer.as_slice()))?.bytes;
            buffer.clear();
        }
        buffer.extend_from_slice(&(rows.key_bytes(entry.place) as u32).to_le_bytes());
        buffer.extend_from_slice(&(row.len() as u32).to_le_bytes());
        if row.len() < buffer_bytes {
            buffer.extend_from_slice(row);
        } else {
            extent.bytes += scratch.append([buffer.as_slice(), row].into_iter())?.bytes;
            buffer.clear();
        }
    }
    extent.bytes += scratch.append(std::iter::once(buffer.as_slice()))?.bytes;
    Ok(extent)
}

/// A run that is being read.
#[derive(Debug)]
pub struct Reader {
    rest: Extent,
    buffer: Vec<u8>,
    /// Where the first row begins that was not taken.
    taken: usize,
    /// Where the last whole row begins, and where it ends.
    last: usize,
    whole: usize,
}

impl Reader {
    /// A reader at the start of a run.
    pub fn new(run: Extent) -> Self {
        Reader { rest: run, buffer: Vec::new(), taken: 0, last: 0, whole: 0 }
    }

    /// Forgets what was taken and reads on, up to `buffer_bytes`, more only for one row that is longer. Gives the number
    /// of whole rows that are there; none only at the end.
    pub fn fill(&mut self, scratch: &Scratch, buffer_bytes: usize) -> io::Result<usize> {
        self.buffer.drain(..self.taken);
        self.taken = 0;
        self.read_to(scratch, buffer_bytes)?;
        if let Some(end) = self.find_row_end(0).filter(|&end| end > self.buffer.len()) {
            self.read_to(scratch, end)?;
        }
        (self.last, self.whole) = (0, 0);
        let mut count = 0;
        while let Some(end) = self.find_row_end(self.whole).filter(|&end| end <= self.buffer.len()) {
            (self.last, self.whole) = (self.whole, end);
            count += 1;
        }
        Ok(count)
    }

    /// Makes the buffer hold `bytes`, or what is left.
    fn read_to(&mut self, scratch: &Scratch, bytes: usize) -> io::Result<()> {
        let held = self.buffer.len();
        let more = (bytes.saturating_sub(held) as u64).min(self.rest.bytes);
        self.buffer.shrink_to(bytes);
        self.buffer.reserve_exact(more as usize);
        self.buffer.resize(held + more as usize, 0);
        scratch.read(self.rest.start, &mut self.buffer[held..])?;
        self.rest.start += more;
        self.rest.bytes -= more;
        Ok(())
    }

    /// Up to which row this run is known; `None` when its end was read.
    pub fn last_known(&self) -> Option<&[u8]> {
        (self.rest.bytes > 0).then(|| self.row_at(self.last))
    }

    /// Takes the rows up to `bound`, or all: where each of them begins.
    pub fn take_to(&mut self, bound: Option<&[u8]>, mut take: impl FnMut(usize)) {
        while self.taken < self.whole {
            let row = self.row_at(self.taken);
            if bound.is_some_and(|bound| row > bound) {
                break;
            }
            let end = self.taken + HEADER_BYTES + row.len();
            take(self.taken);
            self.taken = end;
        }
    }

    /// Whether every row was taken.
    pub fn is_done(&self) -> bool {
        self.rest.bytes == 0 && self.taken == self.buffer.len()
    }

    #[inline]
    fn row_at(&self, at: usize) -> &[u8] {
        &self.buffer[at + HEADER_BYTES..][..self.number(at + 4) as usize]
    }

    fn number(&self, at: usize) -> u32 {
        self.buffer[at..].first_chunk().map_or(0, |&bytes| u32::from_le_bytes(bytes))
    }

    /// Where the row ends that begins at `at`, whether or not it is all there; `None` where not even its lengths are.
    fn find_row_end(&self, at: usize) -> Option<usize> {
        (self.buffer.len() >= at + HEADER_BYTES).then(|| at + HEADER_BYTES + self.number(at + 4) as usize)
    }
}

impl Rows for Vec<Reader> {
    #[inline]
    fn row(&self, place: RowPlace) -> &[u8] {
        self[place.block as usize].row_at(place.at as usize)
    }

    #[inline]
    fn key_bytes(&self, place: RowPlace) -> usize {
        self[place.block as usize].number(place.at as usize) as usize
    }
}
