//! Two vectors of signed bytes: dot product, norm, cosine.

use multiversion::multiversion;

/// The most dimensions: of more, a dot product might not fit into 32 bits.
pub const MOST_DIMENSIONS: usize = 1 << 16;

/// The dot product of two vectors of equal length.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
pub fn compute_dot(left: &[u8], right: &[u8]) -> i32 {
    left.iter().zip(right).map(|(&one, &two)| i32::from(one as i8) * i32::from(two as i8)).sum()
}

/// The cosine, from a dot product and the dot products of both with themselves. Opposites have nothing in common: 0.
///
/// Up to 2^53 all three and the product are exact, so that a vector has cosine 1 with itself, and no two have more.
#[inline]
pub fn compute_cosine(dot: i32, left: i32, right: i32) -> f64 {
    if dot <= 0 { 0.0 } else { f64::from(dot) / (f64::from(left) * f64::from(right)).sqrt() }
}

/// The cosine of two vectors; 0 where one is nothing but zeros.
pub fn compute_vector_cosine(left: &[u8], right: &[u8]) -> f64 {
    compute_cosine(compute_dot(left, right), compute_dot(left, left), compute_dot(right, right))
}

/// A similarity of two vectors, by the angle between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VectorMeasure {
    /// The cosine itself.
    Cosine,
    /// 1 for no angle, 0 for a right one, and even steps between them.
    Angular,
}

impl VectorMeasure {
    /// The measure of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "cosine" => Some(VectorMeasure::Cosine),
            "angular" => Some(VectorMeasure::Angular),
            _ => None,
        }
    }

    /// `VectorMeasure::Angular.convert_cosine(0.7071)` -> 0.5
    pub fn convert_cosine(self, cosine: f64) -> f64 {
        match self {
            VectorMeasure::Cosine => cosine,
            VectorMeasure::Angular => 1.0 - cosine.min(1.0).acos() * std::f64::consts::FRAC_2_PI,
        }
    }
}

/// Appends a vector of sums with its largest component brought to 127 and all rounded; nothing if all are 0.
///
/// `[3, -6, 1]` -> `[64, -127, 21]`: halves go away from 0.
pub fn push_scaled(sums: &[i64], out: &mut Vec<u8>) -> bool {
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
