//! Two vectors of signed bytes: dot product, norm, cosine.

use multiversion::multiversion;

/// The most dimensions: of more, a dot product might not fit into 32 bits.
pub const MOST_DIMENSIONS: usize = 1 << 16;

/// The dot product of two vectors of equal length.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
pub fn dot(left: &[u8], right: &[u8]) -> i32 {
    left.iter().zip(right).map(|(&one, &two)| i32::from(one as i8) * i32::from(two as i8)).sum()
}

/// The cosine, from a dot product and the dot products of both with themselves. Opposites have nothing in common: 0.
///
/// Up to 2^53 all three and the product are exact, so that a vector has cosine 1 with itself, and no two have more.
#[inline]
pub fn cosine(dot: i32, left: i32, right: i32) -> f64 {
    if dot <= 0 { 0.0 } else { f64::from(dot) / (f64::from(left) * f64::from(right)).sqrt() }
}

/// The cosine of two vectors; 0 where one is nothing but zeros.
pub fn cosine_of(left: &[u8], right: &[u8]) -> f64 {
    cosine(dot(left, right), dot(left, left), dot(right, right))
}

/// Appends a vector of sums with its largest component brought to 127 and all rounded; nothing if all are 0.
///
/// `[3, -6, 1]` -> `[64, -127, 21]`: halves go away from 0.
pub fn scaled(sums: &[i64], out: &mut Vec<u8>) -> bool {
    let Some(most) = sums.iter().map(|sum| sum.unsigned_abs()).max().filter(|&most| most > 0) else { return false };
    // What is too large for the product is halved until it is not; that far no text comes.
    let fewer = (most.ilog2() + 1).saturating_sub(55);
    let most = most >> fewer;
    out.extend(sums.iter().map(|&sum| {
        if sum == 0 {
            return 0;
        }
        let size = ((sum.unsigned_abs() >> fewer) * 254 + most) / (2 * most);
        (if sum < 0 { -(size as i8) } else { size as i8 }) as u8
    }));
    true
}
