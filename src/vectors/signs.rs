//! A vector to a signature: on which side of some random planes it lies, a bit each.
//!
//! Of two vectors with an angle between them, a bit differs with a chance of angle/π. The planes are never held: random
//! signs and a Hadamard transform, three times over (Ailon and Chazelle; Andoni and others 2015), turn a vector as a random
//! rotation would, at the cost of a few additions for each bit, and in integers.

use multiversion::multiversion;

use crate::shingles::mix_bits;

/// A vector of fewer dimensions is turned in this many: in few there are not enough signs to draw.
const LEAST_DIMENSIONS: usize = 64;
/// With more dimensions a sum might not fit into 32 bits: three transforms of n bytes give at most 127 n².
pub const MOST_SIGNED_DIMENSIONS: usize = 4096;
/// Bits of the longest signature.
pub const MOST_BITS: usize = 256;

/// The signs of some planes.
#[derive(Debug)]
pub struct Signer {
    bits: usize,
    dimensions: usize,
    /// For each turn of the vector three times as many signs as it has dimensions.
    turns: Vec<Vec<i32>>,
}

impl Signer {
    /// Planes for vectors of `dimensions`; `None` where there are too many of them or of the bits, or none.
    pub fn new(dimensions: usize, bits: usize, seed: u64) -> Option<Self> {
        if !(1..=MOST_SIGNED_DIMENSIONS).contains(&dimensions) || !(1..=MOST_BITS).contains(&bits) {
            return None;
        }
        let size = dimensions.next_power_of_two().max(LEAST_DIMENSIONS);
        let turns = (0..bits.div_ceil(size) as u64)
            .map(|turn| (0..3 * size as u64).map(|at| draw_sign(seed, turn << 32 | at)).collect())
            .collect();
        Some(Signer { bits, dimensions, turns })
    }

    /// Appends the signature of a vector, the first bit highest; the last byte is filled up with zeros.
    pub fn push_signature(&self, vector: &[u8], scratch: &mut Vec<i32>, out: &mut Vec<u8>) {
        let first = out.len();
        out.resize(first + self.bits.div_ceil(8), 0);
        for (turn, signs) in self.turns.iter().enumerate() {
            let size = signs.len() / 3;
            scratch.clear();
            scratch.extend(vector.iter().take(self.dimensions).map(|&byte| i32::from(byte as i8)));
            scratch.resize(size, 0);
            signs.chunks_exact(size).for_each(|signs| apply_transform(scratch, signs));
            let bits = turn * size..((turn + 1) * size).min(self.bits);
            for (bit, &value) in bits.zip(scratch.iter()) {
                out[first + bit / 8] |= u8::from(value >= 0) << (7 - bit % 8);
            }
        }
    }
}

fn draw_sign(seed: u64, at: u64) -> i32 {
    if mix_bits(at ^ mix_bits(seed)) >> 63 == 0 { 1 } else { -1 }
}

/// Signs, then the Hadamard transform.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
fn apply_transform(values: &mut [i32], signs: &[i32]) {
    values.iter_mut().zip(signs).for_each(|(value, &sign)| *value *= sign);
    let mut half = 1;
    while half < values.len() {
        for both in values.chunks_exact_mut(2 * half) {
            let (low, high) = both.split_at_mut(half);
            for (one, two) in low.iter_mut().zip(high) {
                (*one, *two) = (*one + *two, *one - *two);
            }
        }
        half *= 2;
    }
}
