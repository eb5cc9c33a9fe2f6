//! Clusters: seeds that lie close together on both sides.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::Settings;
use super::seeds::Seed;
use super::units::Vector;

/// Seeds that belong together, and the units they span.
#[derive(Clone, Debug)]
pub(super) struct Cluster {
    pub seeds: Vec<Seed>,
    pub left: RangeInclusive<usize>,
    pub right: RangeInclusive<usize>,
    pub similarity: f64,
}

/// Joins seeds with at most `max_gap` units between them. A cluster whose two sides do not look alike as wholes is
/// taken apart again with a smaller gap.
pub(super) fn clusters(seeds: Vec<Seed>, left: &[Vector], right: &[Vector], settings: &Settings) -> Vec<Cluster> {
    let mut open = vec![(seeds, settings.max_gap)];
    let mut found = Vec::new();
    while let Some((seeds, gap)) = open.pop() {
        for seeds in close(seeds, gap) {
            let cluster = measure(seeds, left, right);
            if cluster.similarity >= settings.similarity {
                found.push(cluster);
            } else if gap > 0 {
                open.push((cluster.seeds, gap - 1));
            }
        }
    }
    found.sort_by_key(|cluster| (*cluster.left.start(), *cluster.right.start()));
    found
}

/// Groups whose neighbours are close on the left, then on the right, until neither cuts any more.
fn close(seeds: Vec<Seed>, gap: usize) -> Vec<Vec<Seed>> {
    let mut open = vec![(seeds, 0)];
    let mut done = Vec::new();
    while let Some((seeds, whole)) = open.pop() {
        let by_left = whole % 2 == 0;
        let parts = cut(seeds, gap, by_left);
        let uncut = parts.len() == 1;
        for part in parts {
            if uncut && whole >= 2 {
                done.push(part);
            } else {
                open.push((part, if uncut { whole + 1 } else { usize::from(by_left) }));
            }
        }
    }
    done
}

pub(super) fn cut(mut seeds: Vec<Seed>, gap: usize, by_left: bool) -> Vec<Vec<Seed>> {
    let place = |seed: &Seed| if by_left { seed.left } else { seed.right };
    seeds.sort_by_key(|seed| (place(seed), seed.left, seed.right));
    seeds.chunk_by(|one, two| place(two) - place(one) <= gap + 1).map(<[Seed]>::to_vec).collect()
}

fn measure(seeds: Vec<Seed>, left: &[Vector], right: &[Vector]) -> Cluster {
    let span = |places: &mut dyn Iterator<Item = usize>| {
        let (mut low, mut high) = (usize::MAX, 0);
        for place in places {
            (low, high) = (low.min(place), high.max(place));
        }
        low..=high
    };
    let left_span = span(&mut seeds.iter().map(|seed| seed.left));
    let right_span = span(&mut seeds.iter().map(|seed| seed.right));
    let similarity = alike(&left[left_span.clone()], &right[right_span.clone()]);
    Cluster { seeds, left: left_span, right: right_span, similarity }
}

/// The cosine of two stretches of units, each taken as one.
fn alike(left: &[Vector], right: &[Vector]) -> f64 {
    let (one, two) = (sum(left), sum(right));
    let product: f64 = one.iter().filter_map(|(number, value)| Some(value * two.get(number)?)).sum();
    let length = |sum: &BTreeMap<u32, f64>| sum.values().map(|value| value * value).sum::<f64>().sqrt();
    let length = length(&one) * length(&two);
    if length > 0.0 { product / length } else { 0.0 }
}

fn sum(vectors: &[Vector]) -> BTreeMap<u32, f64> {
    let mut sum = BTreeMap::new();
    for &(number, value) in vectors.iter().flat_map(|vector| &vector.entries) {
        *sum.entry(number).or_insert(0.0) += value;
    }
    sum
}
