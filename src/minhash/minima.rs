//! The least value of every function over all values of a unit: the loop in which MinHash spends its time.
//!
//! The functions lie in the lanes of a register, the value is spread over all lanes, and a block's minima stay in
//! registers until the unit is done. The compiler makes the vectors; it is asked for AVX-512, AVX2 and whatever every
//! machine has (`multiversion` picks one at run time), and all give the same numbers.

use multiversion::multiversion;

use crate::shingles::mix_bits;

/// The number of [`compute_narrow_minima`]'s functions is a multiple of this.
pub(super) const NARROW_LANES: usize = 32;
/// The number of [`compute_wide_minima`]'s functions is a multiple of this.
pub(super) const WIDE_LANES: usize = 8;

/// `out[i]` is the least of `factors[i] * value + offsets[i]` over all values, in 32 bits.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
pub(super) fn compute_narrow_minima(factors: &[u32], offsets: &[u32], values: &[u32], out: &mut [u32]) {
    compute_narrow_portably(factors, offsets, values, out);
}

/// Folds hashes to 32 bits, mixed once more, since not every feature is as well mixed as a shingle.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
pub(super) fn fold_to_32_bits(shingles: &[u64], out: &mut [u32]) {
    for (&shingle, out) in shingles.iter().zip(out) {
        *out = (mix_bits(shingle) >> 32) as u32;
    }
}

/// As [`compute_narrow_minima`], in 64 bits.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2"))]
pub(super) fn compute_wide_minima(factors: &[u64], offsets: &[u64], values: &[u64], out: &mut [u64]) {
    compute_wide_portably(factors, offsets, values, out);
}

#[inline(always)]
fn compute_narrow_portably(factors: &[u32], offsets: &[u32], values: &[u32], out: &mut [u32]) {
    let (factors, _) = factors.as_chunks::<NARROW_LANES>();
    let (offsets, _) = offsets.as_chunks::<NARROW_LANES>();
    let (out, _) = out.as_chunks_mut::<NARROW_LANES>();
    for ((factors, offsets), out) in factors.iter().zip(offsets).zip(out) {
        let mut least = [u32::MAX; NARROW_LANES];
        for &value in values {
            for i in 0..NARROW_LANES {
                least[i] = least[i].min(factors[i].wrapping_mul(value).wrapping_add(offsets[i]));
            }
        }
        *out = least;
    }
}

#[inline(always)]
fn compute_wide_portably(factors: &[u64], offsets: &[u64], values: &[u64], out: &mut [u64]) {
    let (factors, _) = factors.as_chunks::<WIDE_LANES>();
    let (offsets, _) = offsets.as_chunks::<WIDE_LANES>();
    let (out, _) = out.as_chunks_mut::<WIDE_LANES>();
    for ((factors, offsets), out) in factors.iter().zip(offsets).zip(out) {
        let mut least = [u64::MAX; WIDE_LANES];
        for &value in values {
            for i in 0..WIDE_LANES {
                least[i] = least[i].min(factors[i].wrapping_mul(value).wrapping_add(offsets[i]));
            }
        }
        *out = least;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[multiversion(targets("x86_64+avx2"))]
    fn narrow_avx2(factors: &[u32], offsets: &[u32], values: &[u32], out: &mut [u32]) {
        compute_narrow_portably(factors, offsets, values, out);
    }

    #[multiversion(targets("x86_64+avx2"))]
    fn wide_avx2(factors: &[u64], offsets: &[u64], values: &[u64], out: &mut [u64]) {
        compute_wide_portably(factors, offsets, values, out);
    }

    proptest! {
        #[test]
        fn every_path_gives_the_least_value(
            functions in prop::collection::vec((any::<u64>(), any::<u64>()), 32 * 3), values: Vec<u64>
        ) {
            let (factors, offsets): (Vec<u64>, Vec<u64>) = functions.into_iter().unzip();
            let hash = |i: usize, value| factors[i].wrapping_mul(value).wrapping_add(offsets[i]);
            let least = |i: usize| values.iter().map(|&value| hash(i, value)).min();
            let expected: Vec<u64> = (0..factors.len()).map(|i| least(i).unwrap_or(u64::MAX)).collect();
            for path in [compute_wide_minima, wide_avx2, compute_wide_portably] {
                let mut out = vec![0; factors.len()];
                path(&factors, &offsets, &values, &mut out);
                prop_assert_eq!(&out, &expected);
            }
        }

        #[test]
        fn every_narrow_path_too(
            functions in prop::collection::vec((any::<u32>(), any::<u32>()), 32 * 3), values: Vec<u32>
        ) {
            let (factors, offsets): (Vec<u32>, Vec<u32>) = functions.into_iter().unzip();
            let hash = |i: usize, value| factors[i].wrapping_mul(value).wrapping_add(offsets[i]);
            let least = |i: usize| values.iter().map(|&value| hash(i, value)).min();
            let expected: Vec<u32> = (0..factors.len()).map(|i| least(i).unwrap_or(u32::MAX)).collect();
            for path in [compute_narrow_minima, narrow_avx2, compute_narrow_portably] {
                let mut out = vec![0; factors.len()];
                path(&factors, &offsets, &values, &mut out);
                prop_assert_eq!(&out, &expected);
            }
        }
    }
}
