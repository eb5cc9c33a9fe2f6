//! The arithmetic of a transformer besides its matrices: attention, normal lengths, the curve of its neurons.
//!
//! Every sum has one order, and no function is used that a library of the machine computes.

use multiversion::multiversion;

/// e to the power of x, to five digits or more: 2^n times a polynomial.
pub fn exp(x: f32) -> f32 {
    let scaled = x.clamp(-87.0, 88.0) * std::f32::consts::LOG2_E;
    let whole = (scaled + 0.5f32.copysign(scaled)) as i32;
    let rest = (scaled - whole as f32) * std::f32::consts::LN_2;
    let mut value = 1.0 / 5040.0;
    for factor in [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        value = value * rest + factor;
    }
    value * f32::from_bits(((whole + 127) as u32) << 23)
}

/// `x * P(X <= x)` of a normal X; the error is below 0.000001 (Abramowitz and Stegun, 7.1.26).
fn bend(x: f32) -> f32 {
    let side = x.abs() * std::f32::consts::FRAC_1_SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * side);
    let mut value = 1.061_405_4;
    for factor in [-1.453_152, 1.421_413_7, -0.284_496_74, 0.254_829_6] {
        value = value * t + factor;
    }
    let beyond = value * t * exp(-side * side);
    0.5 * x * (1.0 + (1.0 - beyond).copysign(x))
}

/// Applies the curve of the neurons (GELU) to every number.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
pub fn bend_all(values: &mut [f32]) {
    values.iter_mut().for_each(|value| *value = bend(*value));
}

/// Shifts and scales each row to mean 0 and variance 1, then by learnt numbers.
pub struct Normaliser {
    pub scale: Vec<f32>,
    pub shift: Vec<f32>,
}

impl Normaliser {
    pub fn apply(&self, values: &mut [f32]) {
        let width = self.scale.len();
        for row in values.chunks_exact_mut(width) {
            let mean = row.iter().sum::<f32>() / width as f32;
            let spread = row.iter().map(|&each| (each - mean) * (each - mean)).sum::<f32>() / width as f32;
            let factor = 1.0 / (spread + 1e-12).sqrt();
            for ((value, scale), shift) in row.iter_mut().zip(&self.scale).zip(&self.shift) {
                *value = (*value - mean) * factor * scale + shift;
            }
        }
    }
}

/// What each row takes from all rows, head by head: the mean of `values`, weighted by how `queries` fit `keys`.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
pub fn attend(queries: &[f32], keys: &[f32], values: &[f32], width: usize, heads: usize) -> Vec<f32> {
    let (rows, size) = (queries.len() / width, width / heads);
    let factor = 1.0 / (size as f32).sqrt();
    let mut out = vec![0.0; queries.len()];
    let mut turned = vec![0.0; size * rows];
    let mut fits = vec![0.0f32; rows];
    for head in 0..heads {
        let first = head * size;
        for row in 0..rows {
            for at in 0..size {
                turned[at * rows + row] = keys[row * width + first + at];
            }
        }
        for row in 0..rows {
            fits.fill(0.0);
            for at in 0..size {
                let query = queries[row * width + first + at] * factor;
                for (fit, key) in fits.iter_mut().zip(&turned[at * rows..(at + 1) * rows]) {
                    *fit += query * key;
                }
            }
            let most = fits.iter().fold(f32::MIN, |most, &each| most.max(each));
            fits.iter_mut().for_each(|fit| *fit = exp(*fit - most));
            let whole = 1.0 / fits.iter().sum::<f32>();
            let own = &mut out[row * width + first..row * width + first + size];
            for (other, &fit) in fits.iter().enumerate() {
                let share = fit * whole;
                for (sum, value) in own.iter_mut().zip(&values[other * width + first..]) {
                    *sum += share * value;
                }
            }
        }
    }
    out
}
