//! Rows one after the other in one stretch of bytes: what the sorter and the store take and give.

use std::io;

/// Rows and, where they have one, how long their keys are. A block stays below 4 GB.
///
/// Rows `ab|cd` and `x|` with their keys before the bar: bytes `abcdx`, ends `[4, 5]`, keys `[2, 1]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The rows.
    pub bytes: Vec<u8>,
    /// Where each row ends in `bytes`.
    pub ends: Vec<u32>,
    /// How many bytes at the start of each row are its key; empty where rows have no keys, as in a store.
    pub keys: Vec<u32>,
}

impl Block {
    /// The number of rows.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// One row, with its key.
    #[inline]
    pub fn row(&self, at: usize) -> &[u8] {
        let start = if at == 0 { 0 } else { self.ends[at - 1] as usize };
        &self.bytes[start..self.ends[at] as usize]
    }

    /// The key of one row; empty where the block has no keys.
    #[inline]
    pub fn key(&self, at: usize) -> &[u8] {
        &self.row(at)[..self.keys.get(at).map_or(0, |&key_bytes| key_bytes as usize)]
    }

    /// The rows in order.
    pub fn rows(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).map(|at| self.row(at))
    }

    /// Adds a row whose first `key_bytes` are its key. An error where the block would reach 4 GB.
    pub fn push(&mut self, row: &[u8], key_bytes: usize) -> io::Result<()> {
        if key_bytes > row.len() {
            return Err(invalid_input_error("a key is longer than its row"));
        }
        self.push_plain(row)?;
        self.keys.push(key_bytes as u32);
        Ok(())
    }

    /// Adds a row to a block without keys. An error where the block would reach 4 GB.
    pub fn push_plain(&mut self, row: &[u8]) -> io::Result<()> {
        self.ends.push(find_row_end(self.bytes.len(), row.len())?);
        self.bytes.extend_from_slice(row);
        Ok(())
    }

    /// Removes the rows and keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
        self.keys.clear();
    }

    /// What the block takes, memory that was set aside included.
    pub fn memory_bytes(&self) -> usize {
        size_of::<Block>() + self.bytes.capacity() + (self.ends.capacity() + self.keys.capacity()) * size_of::<u32>()
    }

    /// Gives memory back where more than a quarter is unused.
    pub(super) fn shrink(&mut self) {
        if wastes_memory(&self.bytes) {
            self.bytes.shrink_to_fit();
        }
        for numbers in [&mut self.ends, &mut self.keys] {
            if wastes_memory(numbers) {
                numbers.shrink_to_fit();
            }
        }
    }

    /// An error where the ends do not cut the bytes into rows.
    pub(super) fn check(&self) -> io::Result<()> {
        let in_order = self.ends.is_sorted() && self.ends.last().map_or(0, |&end| end as usize) == self.bytes.len();
        if in_order { Ok(()) } else { Err(invalid_input_error("the ends of a block do not cut its bytes into rows")) }
    }

    /// The same, and each row must have a key.
    pub(super) fn check_keyed(&self) -> io::Result<()> {
        self.check()?;
        if self.keys.len() != self.len() {
            return Err(invalid_input_error("a block to sort needs a key for each row"));
        }
        let mut start = 0;
        let fits = self.ends.iter().zip(&self.keys).all(|(&end, &key_bytes)| {
            let row_bytes = end - start;
            start = end;
            key_bytes <= row_bytes
        });
        if fits { Ok(()) } else { Err(invalid_input_error("a key is longer than its row")) }
    }
}

/// Where a row of `row_bytes` ends that is put behind `bytes` of others.
pub(super) fn find_row_end(bytes: usize, row_bytes: usize) -> io::Result<u32> {
    bytes
        .checked_add(row_bytes)
        .and_then(|end| u32::try_from(end).ok())
        .ok_or_else(|| invalid_input_error("rows that stay together take 4 GB or more"))
}

/// An error for what a caller gave.
pub(super) fn invalid_input_error(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message.into())
}

fn wastes_memory<T>(items: &Vec<T>) -> bool {
    items.capacity() - items.len() > items.capacity() / 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_keys_are_read_back() -> io::Result<()> {
        let mut block = Block::default();
        block.push(b"abcd", 2)?;
        block.push(b"", 0)?;
        block.push(b"x", 1)?;
        assert_eq!(block.rows().collect::<Vec<_>>(), [&b"abcd"[..], b"", b"x"]);
        assert_eq!((block.key(0), block.key(1), block.key(2)), (&b"ab"[..], &b""[..], &b"x"[..]));
        block.check_keyed()
    }

    #[test]
    fn a_block_that_does_not_fit_together_is_an_error() {
        let message = |block: Block| block.check_keyed().err().map(|error| error.to_string());
        let block = Block { bytes: b"abc".to_vec(), ends: vec![2, 3], keys: vec![1, 1] };
        assert_eq!(message(block.clone()), None);
        assert!(message(Block { ends: vec![2, 4], ..block.clone() }).is_some());
        assert!(message(Block { ends: vec![3, 2], ..block.clone() }).is_some());
        assert!(message(Block { keys: vec![1, 2], ..block.clone() }).is_some());
        assert!(message(Block { keys: vec![], ..block.clone() }).is_some());
        assert!(message(Block { ends: vec![], keys: vec![], ..block }).is_some());
    }

    #[test]
    fn unused_memory_is_given_back() -> io::Result<()> {
        let mut block = Block { bytes: Vec::with_capacity(1 << 20), ..Block::default() };
        block.push(b"abcd", 2)?;
        block.shrink();
        assert!(block.memory_bytes() < 1000);
        Ok(())
    }
}
