//! Clusters: seeds that lie close together on both sides.

use std::ops::RangeInclusive;

use super::Settings;
use super::seeds::Seed;
use super::units::Vector;

/// Two sides that look less alike as wholes are no passage.
const LEAST_COSINE: f64 = 0.25;
/// How often seeds are cut by turns on the left and on the right. Real text needs two or three.
const MOST_CUTS: usize = 16;
/// Beyond this many for each unit, the least alike are left out; only text made for it has so many.
const MOST_SEEDS_PER_UNIT: usize = 4;

/// Seeds that belong together, and the units they span.
#[derive(Clone, Debug)]
pub(super) struct Cluster {
    pub seeds: Vec<Seed>,
    pub left: RangeInclusive<usize>,
    pub right: RangeInclusive<usize>,
    pub similarity: f64,
}

impl Cluster {
    /// How many sentences of the side with fewer have a counterpart, among the seeds that are `inside`.
    pub fn count_sentences(&self, inside: impl Fn(&Seed) -> bool) -> usize {
        let distinct = |place: fn(&Seed) -> usize| {
            let mut places: Vec<usize> = self.seeds.iter().filter(|seed| inside(seed)).map(place).collect();
            places.sort_unstable();
            places.dedup();
            places.len()
        };
        distinct(|seed| seed.left).min(distinct(|seed| seed.right))
    }
}

/// Joins seeds with at most `max_gap` units between them. A cluster whose two sides do not look alike as wholes is
/// taken apart again with a smaller gap.
pub(super) fn cluster_seeds(seeds: Vec<Seed>, left: &[Vector], right: &[Vector], settings: &Settings) -> Vec<Cluster> {
    let mut open = vec![(seeds, settings.max_gap)];
    let mut found = Vec::new();
    while let Some((seeds, gap)) = open.pop() {
        for seeds in group_close(seeds, gap) {
            let cluster = measure_cluster(seeds, left, right);
            if cluster.similarity >= LEAST_COSINE {
                found.push(cluster);
            } else if gap > 0 {
                open.push((cluster.seeds, gap - 1));
            }
        }
    }
    let most = MOST_SEEDS_PER_UNIT * (left.len() + right.len());
    let place = |cluster: &Cluster| (*cluster.left.start(), *cluster.right.start());
    if found.len() > most {
        found.sort_by(|one, two| two.similarity.total_cmp(&one.similarity).then(place(one).cmp(&place(two))));
        found.truncate(most);
    }
    found.sort_by_key(place);
    found
}

/// Groups of at least two seeds that are close on the left, wherever they are on the right.
pub(super) fn group_close_on_left(seeds: &[Seed], gap: usize) -> Vec<Vec<Seed>> {
    let mut groups = cut_by_gap(seeds.to_vec(), gap, true);
    groups.retain(|group| group.len() > 1);
    groups
}

/// Groups whose neighbours are close on the left, then on the right, until neither cuts any more.
pub(super) fn group_close(seeds: Vec<Seed>, gap: usize) -> Vec<Vec<Seed>> {
    let mut open = vec![(seeds, 0, 0)];
    let mut done = Vec::new();
    while let Some((seeds, turn, uncut)) = open.pop() {
        let parts = cut_by_gap(seeds, gap, turn % 2 == 0);
        let uncut = if parts.len() == 1 { uncut + 1 } else { 0 };
        for part in parts {
            if uncut >= 2 || turn >= MOST_CUTS {
                done.push(part);
            } else {
                open.push((part, turn + 1, uncut));
            }
        }
    }
    done
}

fn cut_by_gap(mut seeds: Vec<Seed>, gap: usize, by_left: bool) -> Vec<Vec<Seed>> {
    let place = |seed: &Seed| if by_left { seed.left } else { seed.right };
    seeds.sort_by_key(|seed| (place(seed), seed.left, seed.right));
    seeds.chunk_by(|one, two| place(two) - place(one) <= gap.saturating_add(1)).map(<[Seed]>::to_vec).collect()
}

fn measure_cluster(seeds: Vec<Seed>, left: &[Vector], right: &[Vector]) -> Cluster {
    let span = |place: fn(&Seed) -> usize| {
        let places = || seeds.iter().map(place);
        places().min().unwrap_or(0)..=places().max().unwrap_or(0)
    };
    let (left_span, right_span) = (span(|seed| seed.left), span(|seed| seed.right));
    let similarity = compute_cosine(&left[left_span.clone()], &right[right_span.clone()]);
    Cluster { seeds, left: left_span, right: right_span, similarity }
}

/// The cosine of two stretches of units, each taken as one.
fn compute_cosine(left: &[Vector], right: &[Vector]) -> f64 {
    let (one, two) = (sum_vectors(left), sum_vectors(right));
    let mut others = two.iter().peekable();
    let mut product = 0.0;
    for (number, value) in &one {
        while others.next_if(|other| other.0 < *number).is_some() {}
        if let Some(other) = others.next_if(|other| other.0 == *number) {
            product += value * other.1;
        }
    }
    let length = |sum: &[(u32, f64)]| sum.iter().map(|(_, value)| value * value).sum::<f64>().sqrt();
    let length = length(&one) * length(&two);
    if length > 0.0 { product / length } else { 0.0 }
}

/// The sum of each word's weights, by number.
fn sum_vectors(vectors: &[Vector]) -> Vec<(u32, f64)> {
    let mut sum: Vec<(u32, f64)> = vectors.iter().flat_map(|vector| &vector.entries).copied().collect();
    sum.sort_by_key(|&(number, _)| number);
    sum.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        if is_same {
            kept.1 += next.1;
        }
        is_same
    });
    sum
}
