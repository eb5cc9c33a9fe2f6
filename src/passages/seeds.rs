//! Seeds: pairs of units that look alike, found by an index over words.

use super::units::Vector;

/// A pair of units that look alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Seed {
    pub left: usize,
    pub right: usize,
    pub cosine: f64,
}

/// The least cosine and dice of a seed: what text on one topic often reaches. Boxes judge the rest.
const LEAST_SEED_SIMILARITY: f64 = 0.2;
/// A word in more units of the right side than this says nothing; it also bounds the work on hostile text.
const MOST_UNITS_OF_WORD: usize = 2000;
/// Most seeds of a unit: the best of them stay.
const MOST_SEEDS_PER_UNIT: usize = 64;

/// Pairs of units with cosine and dice above the least, by left and then right.
pub(super) fn find_seeds(left: &[Vector], right: &[Vector], distinct: usize) -> Vec<Seed> {
    let postings = build_postings(right, distinct);
    let mut seeds = Vec::new();
    let mut own: Vec<Seed> = Vec::new();
    let mut sums = vec![(0.0f64, 0u32); right.len()];
    let mut touched: Vec<u32> = Vec::new();
    for (unit, vector) in left.iter().enumerate() {
        for &(number, value) in &vector.entries {
            for &(other, weight) in &postings[number as usize] {
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
            let cosine = product / (vector.length * partner.length);
            let dice = 2.0 * f64::from(shared) / (vector.entries.len() + partner.entries.len()) as f64;
            // A unit that says nothing has no length; what that gives is above no threshold.
            if cosine > LEAST_SEED_SIMILARITY && dice > LEAST_SEED_SIMILARITY {
                own.push(Seed { left: unit, right: other as usize, cosine });
            }
        }
        keep_best(&mut own);
        seeds.append(&mut own);
    }
    seeds
}

/// For each word the units that have it, with its weight there; none for a crowd.
fn build_postings(units: &[Vector], distinct: usize) -> Vec<Vec<(u32, f64)>> {
    let mut postings: Vec<Vec<(u32, f64)>> = vec![Vec::new(); distinct];
    for (unit, vector) in units.iter().enumerate() {
        for &(number, value) in &vector.entries {
            let list = &mut postings[number as usize];
            if list.len() <= MOST_UNITS_OF_WORD {
                list.push((unit as u32, value));
            }
        }
    }
    postings.iter_mut().filter(|list| list.len() > MOST_UNITS_OF_WORD).for_each(Vec::clear);
    postings
}

fn keep_best(own: &mut Vec<Seed>) {
    if own.len() > MOST_SEEDS_PER_UNIT {
        own.sort_by(|one, two| two.cosine.total_cmp(&one.cosine).then(one.right.cmp(&two.right)));
        own.truncate(MOST_SEEDS_PER_UNIT);
        own.sort_by_key(|seed| seed.right);
    }
}
