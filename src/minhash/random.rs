//! Two generators of seeds: Java's, so that the papers' draws can be had again, and SplitMix64.

use crate::shingles::FIRST_FACTOR;

/// `java.util.Random`: 48 bits of state, of which the upper ones are given.
///
/// `JavaRandom::new(1123456).next_long()` is -5156015021847301952.
pub(super) struct JavaRandom(u64);

const MASK: u64 = (1 << 48) - 1;
const FACTOR: u64 = 0x5_deec_e66d;

impl JavaRandom {
    pub(super) fn new(seed: i64) -> Self {
        JavaRandom((seed.cast_unsigned() ^ FACTOR) & MASK)
    }

    fn next_bits(&mut self, bits: u32) -> i32 {
        self.0 = self.0.wrapping_mul(FACTOR).wrapping_add(0xb) & MASK;
        (self.0 >> (48 - bits)) as i32
    }

    pub(super) fn next_long(&mut self) -> i64 {
        (i64::from(self.next_bits(32)) << 32).wrapping_add(i64::from(self.next_bits(32)))
    }

    /// A number below `bound`, which is at least 1.
    pub(super) fn next_int(&mut self, bound: i32) -> i32 {
        if bound & (bound - 1) == 0 {
            return ((i64::from(bound) * i64::from(self.next_bits(31))) >> 31) as i32;
        }
        loop {
            let bits = self.next_bits(31);
            let value = bits % bound;
            // The last, incomplete stretch of `bound` numbers would favour the small ones.
            if bits.wrapping_sub(value).wrapping_add(bound - 1) >= 0 {
                return value;
            }
        }
    }
}

/// SplitMix64 of Steele, Lea and Flood: `SplitMix(0)` begins with `0xe220a8397b1dcdaf`.
pub(super) struct SplitMix(pub(super) u64);

impl SplitMix {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(FIRST_FACTOR);
        let value = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        value ^ (value >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_numbers_are_the_published_ones() {
        assert_eq!(JavaRandom::new(1_123_456).next_long(), -5_156_015_021_847_301_952);
        assert_eq!(SplitMix(0).next(), 0xe220_a839_7b1d_cdaf);
        let mut java = JavaRandom::new(42);
        // `new Random(42)`: nextInt(10) gives 0, 3, 8, 4, 0; nextInt(16) of another gives 11.
        assert_eq!([(); 5].map(|()| java.next_int(10)), [0, 3, 8, 4, 0]);
        assert_eq!(JavaRandom::new(42).next_int(16), 11);
    }
}
