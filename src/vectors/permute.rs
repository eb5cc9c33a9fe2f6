//! The bits of one signature in other orders. Sorted by each of them, two that differ in few bits come to stand close
//! together in one: where the bits that differ come late.

use super::signs::MOST_BITS;
use crate::shingles::mix_bits;

/// A signature: its bits from the highest on, zeros behind them.
pub type SignatureBits = [u64; MOST_BITS / 64];

/// Some orders of the bits of a signature.
#[derive(Debug)]
pub struct Permutations {
    bits: usize,
    /// For each order, for every four bits of a signature and each of their 16 values: where they go.
    tables: Vec<Vec<SignatureBits>>,
}

impl Permutations {
    /// `count` random orders of so many bits.
    pub fn new(bits: usize, count: usize, seed: u64) -> Self {
        let tables = (0..count).map(|number| build_bit_table(&shuffle_bits(bits, number, seed))).collect();
        Permutations { bits, tables }
    }

    /// How many orders there are.
    pub fn count(&self) -> usize {
        self.tables.len()
    }

    /// How many bytes a signature has.
    pub fn signature_bytes(&self) -> usize {
        self.bits.div_ceil(8)
    }

    /// A signature with its bits in one of the orders.
    pub fn permute(&self, number: usize, signature: &[u8]) -> SignatureBits {
        let mut found = [0; MOST_BITS / 64];
        for (byte, pair) in signature.iter().zip(self.tables[number].chunks_exact(32)) {
            let (high, low) = (&pair[usize::from(byte >> 4)], &pair[16 + usize::from(byte & 15)]);
            found.iter_mut().zip(high).zip(low).for_each(|((word, high), low)| *word |= high | low);
        }
        found
    }
}

/// How signatures begin in some orders. Where only that is wanted, the rest need not be put in order.
#[derive(Debug)]
pub struct SignaturePrefixes {
    /// For each order the byte and the shift of its first bits.
    places: Vec<Vec<(usize, u32)>>,
}

impl SignaturePrefixes {
    /// The first `prefix` bits in `count` random orders of so many bits, those of [`Permutations`].
    pub fn new(bits: usize, count: usize, prefix: usize, seed: u64) -> Self {
        let place = |from: usize| (from / 8, 7 - (from % 8) as u32);
        let first = |number| shuffle_bits(bits, number, seed).into_iter().take(prefix).map(place).collect();
        SignaturePrefixes { places: (0..count).map(first).collect() }
    }

    /// Calls `give` with the number of each order and how the signature begins in it, as a number.
    pub fn for_each_prefix(&self, signature: &[u8], mut give: impl FnMut(usize, u64)) {
        (0..self.places.len()).for_each(|number| give(number, self.compute_prefix(number, signature)));
    }

    /// How the signature begins in one of the orders.
    #[inline]
    pub fn compute_prefix(&self, number: usize, signature: &[u8]) -> u64 {
        let bit = |&(byte, shift): &(usize, u32)| u64::from(signature[byte] >> shift & 1);
        self.places[number].iter().fold(0, |first, place| first << 1 | bit(place))
    }
}

/// Which bit comes first, which second: a shuffle of all bits.
pub fn shuffle_bits(bits: usize, number: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..bits).collect();
    for last in (1..bits).rev() {
        let drawn = mix_bits(((number as u64) << 32 | last as u64) ^ mix_bits(seed ^ 0x7065_726d));
        order.swap(last, ((u128::from(drawn) * (last as u128 + 1)) >> 64) as usize);
    }
    order
}

fn build_bit_table(order: &[usize]) -> Vec<SignatureBits> {
    let mut table = vec![[0; MOST_BITS / 64]; order.len().div_ceil(8) * 32];
    for (to, &from) in order.iter().enumerate() {
        // The highest of four bits is worth 8.
        for value in (0..16).filter(|value| value >> (3 - from % 4) & 1 == 1) {
            table[from / 4 * 16 + value][to / 64] |= 1 << (63 - to % 64);
        }
    }
    table
}

/// The first `bytes` bytes of a signature.
pub fn push_bytes(signature: &SignatureBits, bytes: usize, out: &mut Vec<u8>) {
    out.extend(signature.iter().flat_map(|word| word.to_be_bytes()).take(bytes));
}
