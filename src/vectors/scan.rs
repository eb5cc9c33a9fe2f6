//! Every two of many vectors that are as similar as wanted: all are compared, so that nothing can be missed.
//!
//! Bytes are widened to 16 bits once for a block, since that is what the machine multiplies and adds in one go; a few rows
//! of the one side stay in the nearest memory while the other side passes by.

use multiversion::multiversion;

use super::bytes::{compute_cosine, compute_dot};

/// Rows that stay near: 64 of 256 dimensions are 32 KB.
const CACHED_ROWS: usize = 64;
/// Components are padded with zeros to a multiple of this.
const LANES: usize = 32;

/// Vectors of one length, ready to be compared.
#[derive(Debug, Default)]
pub struct VectorBlock {
    units: Vec<u32>,
    norms: Vec<i32>,
    values: Vec<i16>,
    width: usize,
}

impl VectorBlock {
    /// Appends the vector of a unit. All must be of one length, and one of zeros resembles nothing.
    pub fn push(&mut self, unit: u32, vector: &[u8]) {
        self.width = vector.len().next_multiple_of(LANES);
        self.units.push(unit);
        self.norms.push(compute_dot(vector, vector));
        self.values.extend(vector.iter().map(|&byte| i16::from(byte as i8)));
        self.values.resize(self.units.len() * self.width, 0);
    }

    fn row(&self, at: usize) -> &[i16] {
        &self.values[at * self.width..(at + 1) * self.width]
    }
}

/// The pairs (smaller unit first) with a cosine of at least `threshold`: within a block, or between two.
pub fn find_pairs(left: &VectorBlock, right: Option<&VectorBlock>, threshold: f64) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    let other = right.unwrap_or(left);
    if left.units.is_empty() || other.units.is_empty() || left.width != other.width {
        return found;
    }
    let mut dots = [0; CACHED_ROWS];
    for first in (0..left.units.len()).step_by(CACHED_ROWS) {
        let last = (first + CACHED_ROWS).min(left.units.len());
        let near = &left.values[first * left.width..last * left.width];
        let start = if right.is_some() { 0 } else { first + 1 };
        for at in start..other.units.len() {
            // Within a block a row meets those before it.
            let count = if right.is_some() { last - first } else { (last - first).min(at - first) };
            compute_dots(other.row(at), &near[..count * left.width], &mut dots[..count]);
            for (place, &dot) in dots[..count].iter().enumerate() {
                if dot > 0 && compute_cosine(dot, left.norms[first + place], other.norms[at]) >= threshold {
                    let (one, two) = (left.units[first + place], other.units[at]);
                    found.push((one.min(two), one.max(two)));
                }
            }
        }
    }
    found.sort_unstable();
    found
}

/// The dot product of one row with each of many.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
fn compute_dots(row: &[i16], many: &[i16], dots: &mut [i32]) {
    for (dot, other) in dots.iter_mut().zip(many.chunks_exact(row.len())) {
        *dot = row.iter().zip(other).map(|(&one, &two)| i32::from(one) * i32::from(two)).sum();
    }
}
