//! The functions: multiply-shift, `(a * x + b) >> (64 - bits)` with `a` odd, in 64 bits and in 32.
//!
//! Multiply-shift is not min-wise independent, and needs not be: the values `x` are hashes, as good as random, so that
//! every shingle of a set is as likely as any other to hold the least value, and functions with other `a` order them
//! anew. The tests hold both families to that, with random sets and with the overlapping windows of text.

use super::minima;
use super::random::{JavaRandom, SplitMix};
use std::ops::Range;

/// Functions in 64 bits, seeded as the papers seed theirs, and equal to theirs for a single number `x`.
#[derive(Clone, Debug)]
pub struct WideFamily {
    functions: usize,
    bits: u32,
    factors: Vec<u64>,
    offsets: Vec<u64>,
}

impl WideFamily {
    /// One function for each seed: `java.util.Random(seed)` gives `a`, made odd, and `b`.
    pub fn new(seeds: &[i64], bits: u32) -> Self {
        let (mut factors, mut offsets): (Vec<u64>, Vec<u64>) = seeds
            .iter()
            .map(|&seed| {
                let mut random = JavaRandom::new(seed);
                (random.next_long().cast_unsigned() | 1, random.next_long().cast_unsigned())
            })
            .unzip();
        let lanes = seeds.len().next_multiple_of(minima::WIDE_LANES);
        factors.resize(lanes, 1);
        offsets.resize(lanes, 0);
        WideFamily { functions: seeds.len(), bits: bits.clamp(1, 64), factors, offsets }
    }

    /// Writes the least value of each function over the shingles to `out`, in place of what it held.
    pub fn compute_minima(&self, shingles: &[u64], out: &mut Vec<u64>) {
        out.resize(self.factors.len(), 0);
        minima::compute_wide_minima(&self.factors, &self.offsets, shingles, out);
        out.truncate(self.functions);
        // Shifting keeps the order, so the least is shifted once instead of every value.
        for value in out {
            *value >>= 64 - self.bits;
        }
    }
}

/// Functions in 32 bits, twice as many to a register and three times as fast: `a * x + b` with all bits kept.
///
/// A shingle is first folded to 32 bits. That is sound: of a unit's n shingles about n²/2^33 pairs fold to the same
/// value (for a sentence none, for a megabyte of text one shingle in 10,000), which moves the similarity of two folded
/// sets by less than chance does; and by chance two minima are equal once in 2^32 / n. Either can only make a
/// candidate more, or move the recall by a share that does not show, and candidates are verified.
#[derive(Clone, Debug)]
pub struct NarrowFamily {
    functions: usize,
    factors: Vec<u32>,
    offsets: Vec<u32>,
}

impl NarrowFamily {
    /// Functions seeded by SplitMix64.
    pub fn new(functions: usize, seed: u64) -> Self {
        let mut random = SplitMix(seed);
        let (mut factors, mut offsets): (Vec<u32>, Vec<u32>) =
            (0..functions).map(|_| random.next()).map(|bits| ((bits >> 32) as u32 | 1, bits as u32)).unzip();
        let lanes = functions.next_multiple_of(minima::NARROW_LANES);
        factors.resize(lanes, 1);
        offsets.resize(lanes, 0);
        NarrowFamily { functions, factors, offsets }
    }

    /// Some of the functions.
    pub(super) fn select(&self, functions: Range<usize>) -> Self {
        let count = functions.len();
        let (mut factors, mut offsets) = (self.factors[functions.clone()].to_vec(), self.offsets[functions].to_vec());
        let lanes = count.next_multiple_of(minima::NARROW_LANES);
        factors.resize(lanes, 1);
        offsets.resize(lanes, 0);
        NarrowFamily { functions: count, factors, offsets }
    }

    /// How many functions there are.
    pub(super) fn len(&self) -> usize {
        self.functions
    }

    /// Writes the least value of each function over the shingles to `out`; `folded` is room to work in.
    pub fn compute_minima(&self, shingles: &[u64], folded: &mut Vec<u32>, out: &mut Vec<u32>) {
        folded.resize(shingles.len(), 0);
        minima::fold_to_32_bits(shingles, folded);
        out.resize(self.factors.len(), 0);
        minima::compute_narrow_minima(&self.factors, &self.offsets, folded, out);
        out.truncate(self.functions);
    }
}
