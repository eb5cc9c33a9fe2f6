//! Boxes: a stretch of words on either side.

use std::ops::Range;

use super::Settings;
use super::clusters::Cluster;
use super::words::Words;

/// A stretch of words on each side that says the same.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Found {
    pub left: Range<usize>,
    pub right: Range<usize>,
    pub sentences: usize,
    pub similarity: f64,
}

pub(super) struct Boxes<'a> {
    left: &'a Words,
    right: &'a Words,
    left_units: &'a [Range<usize>],
    right_units: &'a [Range<usize>],
    weights: &'a [f64],
}

impl<'a> Boxes<'a> {
    pub fn new(
        left: &'a Words,
        right: &'a Words,
        left_units: &'a [Range<usize>],
        right_units: &'a [Range<usize>],
        weights: &'a [f64],
    ) -> Self {
        Boxes { left, right, left_units, right_units, weights }
    }

    pub fn fit(&self, clusters: Vec<Cluster>, _settings: &Settings) -> Vec<Found> {
        let _ = (self.left, self.right, self.weights);
        clusters
            .into_iter()
            .map(|cluster| Found {
                left: self.left_units[*cluster.left.start()].start..self.left_units[*cluster.left.end()].end,
                right: self.right_units[*cluster.right.start()].start..self.right_units[*cluster.right.end()].end,
                sentences: cluster.seeds.len(),
                similarity: cluster.similarity,
            })
            .collect()
    }
}
