//! The rows that share some bits of their key: in blocks of memory, and in extents of a file once they were spilled.

use super::scratch::{Extent, Scratch};
use std::io;

/// A row as kept and as written: eight bytes of key, four of value. (As a tuple it would take sixteen.)
pub const ROW_BYTES: usize = 12;

/// Key and value.
pub type Row = (u64, u32);

/// A row, packed.
pub fn pack_row(key: u64, value: u32) -> [u8; ROW_BYTES] {
    let mut bytes = [0; ROW_BYTES];
    bytes[..8].copy_from_slice(&key.to_le_bytes());
    bytes[8..].copy_from_slice(&value.to_le_bytes());
    bytes
}

/// The rows of a block.
pub fn unpack_rows(block: &[u8]) -> impl Iterator<Item = (u64, u32)> {
    let (rows, _) = block.as_chunks::<ROW_BYTES>();
    rows.iter().map(|&[a, b, c, d, e, f, g, h, i, j, k, l]| {
        (u64::from_le_bytes([a, b, c, d, e, f, g, h]), u32::from_le_bytes([i, j, k, l]))
    })
}

/// Which bits of a row say its partition. The order of partitions is the order of rows.
///
/// `PartitionBits { shift: 96 - 8, bits: 8 }` takes the highest eight bits of the key, `PartitionBits { shift: 24, bits: 8 }` the highest
/// eight of the value: a row counts as the 96-bit number key * 2^32 + value. No split crosses from one to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartitionBits {
    /// The lowest of the bits.
    pub shift: u32,
    /// How many.
    pub bits: u32,
}

impl PartitionBits {
    /// The highest `bits` of the key.
    pub fn highest(bits: u32) -> Self {
        PartitionBits { shift: 96 - bits, bits }
    }

    /// The next bits in which rows between `low` and `high` differ; `None` where all are equal.
    ///
    /// The bits above are the same in all of them, so every split parts at least two rows.
    pub fn between(low: (u64, u32), high: (u64, u32), bits: u32) -> Option<Self> {
        let number = |row: (u64, u32)| (u128::from(row.0) << 32) | u128::from(row.1);
        let differing = 128 - (number(low) ^ number(high)).leading_zeros();
        let available = if differing > 32 { differing - 32 } else { differing };
        let bits = bits.min(available);
        (bits > 0).then(|| PartitionBits { shift: differing - bits, bits })
    }

    /// The partition of a row.
    pub fn find_partition(self, key: u64, value: u32) -> usize {
        let bits = if self.shift >= 32 { key >> (self.shift - 32) } else { u64::from(value) >> self.shift };
        (bits & ((1 << self.bits) - 1)) as usize
    }
}

/// The rows of one partition.
#[derive(Debug, Default)]
pub struct Partition {
    /// Blocks that are full.
    pub full: Vec<Vec<u8>>,
    /// What was spilled.
    pub extents: Vec<Extent>,
}

impl Partition {
    /// The number of rows, in memory and on disk, without those of the open block.
    pub fn rows(&self) -> u64 {
        let spilled: u64 = self.extents.iter().map(|extent| extent.bytes).sum();
        let held: usize = self.full.iter().map(Vec::len).sum();
        (spilled + held as u64) / ROW_BYTES as u64
    }

    /// Writes the blocks to `scratch` and gives them back, empty. After an error the partition is as before.
    pub fn spill(&mut self, scratch: &mut Scratch) -> io::Result<Vec<Vec<u8>>> {
        self.extents.push(scratch.append(self.full.iter().map(Vec::as_slice))?);
        let mut blocks = std::mem::take(&mut self.full);
        blocks.iter_mut().for_each(Vec::clear);
        Ok(blocks)
    }

    /// Hands over block after block, from disk first, and lets each go; on disk they are read `block_bytes` at a time.
    pub fn drain(
        self,
        scratch: &mut Scratch,
        block_bytes: usize,
        mut take: impl FnMut(Vec<u8>) -> io::Result<()>,
    ) -> io::Result<()> {
        read_blocks(&self.extents, scratch, block_bytes, &mut take)?;
        self.full.into_iter().try_for_each(take)
    }

    /// The smallest and the largest row; `None` of an empty partition.
    pub fn range(&self, scratch: &mut Scratch, block_bytes: usize) -> io::Result<Option<(Row, Row)>> {
        let mut range = None;
        let mut widen = |block: &[u8]| {
            for row in unpack_rows(block) {
                let (low, high) = range.unwrap_or((row, row));
                range = Some((row.min(low), row.max(high)));
            }
        };
        self.full.iter().for_each(|block| widen(block));
        read_blocks(&self.extents, scratch, block_bytes, &mut |block| {
            widen(&block);
            Ok(())
        })?;
        Ok(range)
    }
}

/// Reads extents as blocks of at most `block_bytes`, a multiple of [`ROW_BYTES`].
fn read_blocks(
    extents: &[Extent],
    scratch: &mut Scratch,
    block_bytes: usize,
    take: &mut impl FnMut(Vec<u8>) -> io::Result<()>,
) -> io::Result<()> {
    for extent in extents {
        let mut start = extent.start;
        let end = extent.start + extent.bytes;
        while start < end {
            let mut block = vec![0; (end - start).min(block_bytes as u64) as usize];
            scratch.read(start, &mut block)?;
            start += block.len() as u64;
            take(block)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_comes_back_from_its_twelve_bytes() {
        let block = [pack_row(u64::MAX - 1, 7), pack_row(3, u32::MAX)].concat();
        assert_eq!(unpack_rows(&block).collect::<Vec<_>>(), [(u64::MAX - 1, 7), (3, u32::MAX)]);
    }

    #[test]
    fn a_split_begins_where_rows_differ_and_never_mixes_key_and_value() {
        assert_eq!(PartitionBits::between((0b1000, 9), (0b1011, 2), 8), Some(PartitionBits { shift: 32, bits: 2 }));
        assert_eq!(PartitionBits::between((5, 0x0100), (5, 0x01ff), 4), Some(PartitionBits { shift: 4, bits: 4 }));
        assert_eq!(PartitionBits { shift: 32, bits: 2 }.find_partition(0b1010, u32::MAX), 0b10);
        assert!(PartitionBits::between((5, 5), (5, 5), 8).is_none());
        assert_eq!(PartitionBits::highest(8).find_partition(u64::MAX, 0), 255);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error_and_the_rows_stay() -> io::Result<()> {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full")?;
        let mut partition = Partition { full: vec![pack_row(1, 2).to_vec()], extents: Vec::new() };
        let kind = partition.spill(&mut Scratch::over(full)).err().map(|error| error.kind());
        assert_eq!(kind, Some(io::ErrorKind::StorageFull));
        assert_eq!(partition.rows(), 1);
        Ok(())
    }
}
