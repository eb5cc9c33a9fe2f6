//! A matrix times many rows, in whole numbers.
//!
//! A row of the matrix is scaled to whole numbers up to 255, and what it is multiplied with to such up to 2,047. A sum of
//! 4,096 products then fits 32 bits, and the order of its terms does not matter. What is lost by rounding changes a cosine
//! of two texts by about 0.001.

use multiversion::multiversion;

const GREATEST_WEIGHT: f32 = 255.0;
const GREATEST_INPUT: f32 = 2047.0;
/// 255 * 2,047 * 4,096 is just below 2^31.
pub const WIDEST: usize = 4096;
/// Rows that are multiplied with a row of the matrix at once, while it is at hand.
const ROWS_AT_ONCE: usize = 4;

/// `inputs -> matrix * inputs + bias`
pub struct Linear {
    width: usize,
    weights: Vec<i16>,
    scales: Vec<f32>,
    bias: Vec<f32>,
}

impl Linear {
    /// `weights` has a row of `width` numbers for each number of `bias`.
    pub fn new(weights: &[f32], bias: Vec<f32>, width: usize) -> Self {
        let (mut rounded, mut scales) = (Vec::with_capacity(weights.len()), Vec::with_capacity(bias.len()));
        for row in weights.chunks(width.max(1)) {
            scales.push(round_row(row, GREATEST_WEIGHT, &mut rounded));
        }
        Linear { width, weights: rounded, scales, bias }
    }

    /// How many numbers it makes of a row.
    pub fn outputs(&self) -> usize {
        self.bias.len()
    }

    /// The results for rows one after another.
    pub fn apply(&self, inputs: &[f32]) -> Vec<f32> {
        let mut rounded = Vec::with_capacity(inputs.len());
        let scales: Vec<f32> =
            inputs.chunks(self.width).map(|row| round_row(row, GREATEST_INPUT, &mut rounded)).collect();
        let mut sums = vec![0i32; scales.len() * self.outputs()];
        multiply_rows(&self.weights, &rounded, self.width, self.outputs(), &mut sums);
        sums.chunks(self.outputs())
            .zip(&scales)
            .flat_map(|(row, &scale)| {
                row.iter().enumerate().map(move |(at, &sum)| sum as f32 * (scale * self.scales[at]) + self.bias[at])
            })
            .collect()
    }
}

/// Rounds a row so that its greatest number is `greatest`; gives what its numbers are to be multiplied with.
fn round_row(row: &[f32], greatest: f32, rounded: &mut Vec<i16>) -> f32 {
    let largest = row.iter().fold(0.0f32, |most, each| most.max(each.abs()));
    if largest == 0.0 || !largest.is_finite() {
        rounded.extend(row.iter().map(|_| 0));
        return 0.0;
    }
    let factor = greatest / largest;
    rounded.extend(row.iter().map(|&each| (each * factor + 0.5f32.copysign(each)) as i16));
    largest / greatest
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
fn multiply_rows(weights: &[i16], inputs: &[i16], width: usize, outputs: usize, sums: &mut [i32]) {
    for (out, weight) in weights.chunks_exact(width).enumerate() {
        let blocks = inputs.chunks_exact(width * ROWS_AT_ONCE);
        let rest = blocks.remainder();
        let mut row = 0;
        for block in blocks {
            let (one, others) = block.split_at(width);
            let (two, others) = others.split_at(width);
            let (three, four) = others.split_at(width);
            let mut found = [0i32; ROWS_AT_ONCE];
            for ((((&a, &b), &c), &d), &weight) in one.iter().zip(two).zip(three).zip(four).zip(weight) {
                let weight = i32::from(weight);
                found[0] += i32::from(a) * weight;
                found[1] += i32::from(b) * weight;
                found[2] += i32::from(c) * weight;
                found[3] += i32::from(d) * weight;
            }
            for (at, sum) in found.into_iter().enumerate() {
                sums[(row + at) * outputs + out] = sum;
            }
            row += ROWS_AT_ONCE;
        }
        for one in rest.chunks_exact(width) {
            sums[row * outputs + out] = one.iter().zip(weight).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum();
            row += 1;
        }
    }
}
