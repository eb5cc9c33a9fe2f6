//! Where bzip2 blocks begin: the 48-bit marks, which stand at any bit, not only at byte borders.
//!
//! A mark covers at least five whole bytes wherever it begins, so one two-byte window in every four bytes is enough:
//! a window that no mark can hold (999 of 1,000 in packed data) is passed with one look into an 8 KB table.

/// The mark at the head of every block (the digits of pi).
pub const BLOCK_MARK: u64 = 0x3141_5926_5359;
/// The mark after the last block of a stream (the digits of the square root of pi).
pub const END_MARK: u64 = 0x1772_4538_5090;
/// The length of a mark in bits.
pub const MARK_BITS: u64 = 48;

/// What a mark announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A block.
    Block,
    /// The end of a stream.
    End,
}

/// One bit for every two-byte value: whether it occurs inside a mark at some shift.
static LIKELY_VALUES: [u64; 1024] = build_likely_values();

const fn build_likely_values() -> [u64; 1024] {
    let mut table = [0u64; 1024];
    let marks = [BLOCK_MARK, END_MARK];
    let mut kind = 0;
    while kind < 2 {
        let mut shift = 0;
        while shift < 8 {
            let mut byte = 1;
            while byte < 5 {
                let value = (marks[kind] >> (MARK_BITS - 16 - (8 * byte - shift))) & 0xffff;
                table[(value >> 6) as usize] |= 1 << (value & 63);
                byte += 1;
            }
            shift += 1;
        }
        kind += 1;
    }
    table
}

/// The first mark that begins at bit `from` or later and lies wholly in `bytes`: its bit and what it is.
///
/// `[0x31, 0x41, 0x59, 0x26, 0x53, 0x59]` from 0 -> bit 0, a block; the same shifted by three bits -> bit 3.
pub fn find_mark(bytes: &[u8], from: u64) -> Option<(u64, Mark)> {
    let first = usize::try_from(from / 8).ok()?;
    let mut window = first + 1;
    while window + 1 < bytes.len() {
        let value = usize::from(bytes[window]) << 8 | usize::from(bytes[window + 1]);
        if LIKELY_VALUES[value >> 6] >> (value & 63) & 1 == 1
            && let Some(found) =
                check_each_bit(bytes, from.max(8 * (window as u64).saturating_sub(4)), 8 * window as u64)
        {
            return Some(found);
        }
        window += 4;
    }
    None
}

/// Looks at every bit in `from..to` for a mark.
fn check_each_bit(bytes: &[u8], from: u64, to: u64) -> Option<(u64, Mark)> {
    for bit in from..to.min((8 * bytes.len() as u64).saturating_sub(MARK_BITS - 1)) {
        match read_bits(bytes, bit, 48) {
            BLOCK_MARK => return Some((bit, Mark::Block)),
            END_MARK => return Some((bit, Mark::End)),
            _ => {}
        }
    }
    None
}

/// `count` (at most 56) bits of `bytes` from bit `at`, as a number; beyond the end they are zero.
///
/// `read_bits(&[0b1010_0000], 1, 3)` -> `0b010`
pub fn read_bits(bytes: &[u8], at: u64, count: u32) -> u64 {
    let byte = usize::try_from(at / 8).unwrap_or(usize::MAX);
    let mut word = [0u8; 8];
    let rest = bytes.get(byte..).unwrap_or(&[]);
    let length = rest.len().min(8);
    word[..length].copy_from_slice(&rest[..length]);
    (u64::from_be_bytes(word) << (at % 8)) >> (64 - count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn planted(noise: &[u8], at: u64, mark: u64) -> Vec<u8> {
        let mut bytes = noise.to_vec();
        for bit in 0..MARK_BITS {
            let (byte, shift) = (((at + bit) / 8) as usize, 7 - (at + bit) % 8);
            let value = (mark >> (MARK_BITS - 1 - bit) & 1) as u8;
            bytes[byte] = bytes[byte] & !(1 << shift) | value << shift;
        }
        bytes
    }

    fn find_slowly(bytes: &[u8], from: u64) -> Option<(u64, Mark)> {
        check_each_bit(bytes, from, 8 * bytes.len() as u64)
    }

    proptest! {
        #[test]
        fn a_mark_is_found_at_every_bit(noise in prop::collection::vec(any::<u8>(), 20..60), at in 0u64..100, from in 0u64..120, end in any::<bool>()) {
            let bytes = planted(&noise, at, if end { END_MARK } else { BLOCK_MARK });
            prop_assert_eq!(find_mark(&bytes, from), find_slowly(&bytes, from));
            if from <= at {
                prop_assert!(find_mark(&bytes, from).is_some());
            }
        }

        #[test]
        fn a_cut_mark_is_not_found(noise in prop::collection::vec(any::<u8>(), 20..40), at in 0u64..100, keep in 0usize..40) {
            let bytes = planted(&noise, at, BLOCK_MARK);
            let bytes = &bytes[..keep.min(bytes.len())];
            prop_assert_eq!(find_mark(bytes, 0), find_slowly(bytes, 0));
        }
    }
}
