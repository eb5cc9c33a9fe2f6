//! Seeds: pairs of units that look alike, found by an index over words.

use super::Settings;
use super::units::Vector;

/// A pair of units that look alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Seed {
    pub left: usize,
    pub right: usize,
    pub cosine: f64,
}

/// A word in more units of the right side than this says nothing; it also bounds the work on hostile text.
const CROWD: usize = 2000;

/// Every pair of units with cosine and dice above the thresholds, by left and then right.
pub(super) fn seeds(left: &[Vector], right: &[Vector], distinct: usize, settings: &Settings) -> Vec<Seed> {
    let mut postings: Vec<Vec<(u32, f64)>> = vec![Vec::new(); distinct];
    for (unit, vector) in right.iter().enumerate() {
        for &(number, value) in &vector.entries {
            postings[number as usize].push((unit as u32, value));
        }
    }
    let mut seeds = Vec::new();
    let mut sums = vec![(0.0f64, 0u32); right.len()];
    let mut touched: Vec<u32> = Vec::new();
    for (unit, vector) in left.iter().enumerate() {
        for &(number, value) in &vector.entries {
            let list = &postings[number as usize];
            if list.len() > CROWD {
                continue;
            }
            for &(other, weight) in list {
                let sum = &mut sums[other as usize];
                if sum.1 == 0 {
                    touched.push(other);
                }
                sum.0 += value * weight;
                sum.1 += 1;
            }
        }
        touched.sort_unstable();
        for other in touched.drain(..) {
            let (product, shared) = std::mem::take(&mut sums[other as usize]);
            let partner = &right[other as usize];
            let length = vector.length * partner.length;
            let cosine = if length > 0.0 { product / length } else { 0.0 };
            let dice = 2.0 * f64::from(shared) / (vector.entries.len() + partner.entries.len()) as f64;
            if cosine > settings.cosine && dice > settings.dice {
                seeds.push(Seed { left: unit, right: other as usize, cosine });
            }
        }
    }
    seeds
}
