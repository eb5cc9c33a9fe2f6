//! Where each row lies in a long stretch of bytes, for about four bytes a row.

use super::block::invalid_input_error;
use std::io;

/// So many rows share a start: with their lengths they take 128 bytes, two cache lines.
const ROWS_PER_GROUP: usize = 30;

/// The start of some rows, and the length of each. (Lengths, not ends: ends could pass what four bytes hold.)
#[derive(Clone, Copy, Debug)]
struct Group {
    start: u64,
    lengths: [u32; ROWS_PER_GROUP],
}

/// Rows one after the other: where each begins, and how long it is.
#[derive(Debug, Default)]
pub struct Places {
    groups: Vec<Group>,
    rows: u32,
    end: u64,
}

impl Places {
    /// Adds a row behind the others. An error past four thousand million rows.
    pub fn push(&mut self, row_bytes: u32) -> io::Result<()> {
        let in_group = self.rows as usize % ROWS_PER_GROUP;
        if in_group == 0 {
            if self.groups.len() == self.groups.capacity() {
                // An eighth, because doubling would leave half unused.
                self.groups.reserve_exact((self.groups.len() / 8).max(4));
            }
            self.groups.push(Group { start: self.end, lengths: [0; ROWS_PER_GROUP] });
        }
        self.rows =
            self.rows.checked_add(1).ok_or_else(|| invalid_input_error("a store holds at most 4,294,967,295 rows"))?;
        if let Some(group) = self.groups.last_mut() {
            group.lengths[in_group] = row_bytes;
        }
        self.end += u64::from(row_bytes);
        Ok(())
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows as usize
    }

    /// The start and the length of a row; an error beyond the end.
    #[inline]
    pub fn find_row(&self, row: u32) -> io::Result<(u64, usize)> {
        if row >= self.rows {
            return Err(invalid_input_error(format!("row {row} of {}", self.rows)));
        }
        let group = &self.groups[row as usize / ROWS_PER_GROUP];
        let (before, rest) = group.lengths.split_at(row as usize % ROWS_PER_GROUP);
        let before: u64 = before.iter().map(|&length| u64::from(length)).sum();
        Ok((group.start + before, rest[0] as usize))
    }

    /// What this takes.
    pub fn memory_bytes(&self) -> usize {
        self.groups.capacity() * size_of::<Group>()
    }

    /// Gives unused memory back.
    pub fn shrink(&mut self) {
        self.groups.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_any_length_have_their_place() -> io::Result<()> {
        let lengths: Vec<u32> = (0..1000u32).map(|at| if at % 7 == 0 { u32::MAX } else { at % 5 }).collect();
        let mut places = Places::default();
        let mut start = 0u64;
        for (row, &length) in lengths.iter().enumerate() {
            places.push(length)?;
            assert_eq!(places.find_row(row as u32)?, (start, length as usize));
            start += u64::from(length);
        }
        assert!(places.find_row(1000).is_err());
        places.shrink();
        assert!(places.memory_bytes() < 4500);
        Ok(())
    }
}
