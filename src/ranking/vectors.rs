//! A thread's terms to weights in whole numbers.
//!
//! A term weighs `(1 + ln count) * ln(1 + (n - f + 0.5) / (f + 0.5))`, where f of n threads have it. The weights of a space
//! are scaled to one length, so that the dot product of two threads is the mean of their cosines, by the share of each
//! space. Both logarithms are rounded to 1/1024 first: what follows is the same on every machine.

use super::frequencies::TermPlace;
use super::{Frequencies, SPACES, find_space};

/// The length of a whole vector: the score of a thread with itself is its square.
pub const LENGTH: f64 = 16384.0;
const STEPS: f64 = 1024.0;

/// A thread's terms, from the rarest to the most common, with their weights.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThreadVector {
    /// As `Frequencies` numbers them.
    pub terms: Vec<u32>,
    /// Of each term.
    pub weights: Vec<u16>,
    /// The space of each term.
    pub spaces: Vec<u8>,
}

/// The vector of a thread by its terms in ascending order. `shares` says how much each space counts, 1 in all.
pub fn build_vector(terms: &[(u64, u8)], frequencies: &Frequencies, shares: &[f64; SPACES]) -> ThreadVector {
    let mut raw = Vec::with_capacity(terms.len());
    let mut squares = [0u128; SPACES];
    for &(key, count) in terms {
        let (number, having) = match frequencies.find_term(key) {
            TermPlace::Common => continue,
            TermPlace::Alone => (None, 1),
            TermPlace::Numbered(number) => (Some(number), frequencies.count_threads_with(number)),
        };
        let (space, rarity) = (find_space(key), weigh_rarity(having, frequencies.threads()));
        let weight = weigh_count(count) * rarity;
        squares[space.min(SPACES - 1)] += u128::from(weight) * u128::from(weight);
        if let Some(number) = number {
            raw.push((number, weight, space.min(SPACES - 1)));
        }
    }
    raw.sort_unstable();
    let lengths = squares.map(|sum| (sum as f64).sqrt().max(1.0));
    let mut vector = ThreadVector::default();
    for (number, weight, space) in raw {
        let scaled = (weight as f64 * (shares[space].sqrt() * LENGTH) / lengths[space] + 0.5).floor() as u16;
        if scaled > 0 {
            vector.terms.push(number);
            vector.weights.push(scaled);
            vector.spaces.push(space as u8);
        }
    }
    vector
}

fn weigh_count(count: u8) -> u64 {
    ((1.0 + f64::from(count.max(1)).ln()) * STEPS + 0.5).floor() as u64
}

fn weigh_rarity(with: u32, threads: u32) -> u64 {
    let (with, threads) = (f64::from(with), f64::from(threads.max(with)));
    ((1.0 + (threads - with + 0.5) / (with + 0.5)).ln() * STEPS + 0.5).floor() as u64
}

/// The dot product of two vectors, space by space.
pub fn multiply(left: &ThreadVector, right: (&[u32], &[u16], &[u8])) -> [u32; SPACES] {
    let mut sums = [0; SPACES];
    let (mut one, mut other) = (0, 0);
    while one < left.terms.len() && other < right.0.len() {
        match left.terms[one].cmp(&right.0[other]) {
            std::cmp::Ordering::Less => one += 1,
            std::cmp::Ordering::Greater => other += 1,
            std::cmp::Ordering::Equal => {
                sums[right.2[other] as usize] += u32::from(left.weights[one]) * u32::from(right.1[other]);
                one += 1;
                other += 1;
            }
        }
    }
    sums
}
