//! What the exact join reads from units, and what it tells of them.

use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, RecordBatch, UInt32Array};
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use super::arrow::{build_record_batch, convert_texts};
use super::features::{FeatureArguments, build_feature};
use super::similarity::{MeasureArguments, UnitMeasure, build_measure};
use super::units::weigh_text;
use crate::columns::{Texts, count_characters};
use crate::distinct::DistinctHashes;
use crate::features::Feature;
use crate::join::bucket_counts::SharedBuckets;
use crate::join::edit::EditWindows;
use crate::join::measure::MatchRule;
use crate::join::postings::Rule;

/// Feature, lengths (least and most features, least weight of the text), measure and threshold, as Python hands them over.
pub(super) type ComparisonArguments = (FeatureArguments, (usize, usize, usize), MeasureArguments, f64);

pub(super) struct Reader<'a> {
    feature: Feature<'a>,
    lengths: (usize, usize, usize),
    pub(super) rule: Rule,
    set: DistinctHashes,
    pub(super) features: Vec<u64>,
    /// How many features a set of each size may have alone.
    spares: Vec<usize>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(py: Python<'_>, compared: &'a ComparisonArguments) -> PyResult<Self> {
        let (feature, lengths, measure, threshold) = compared;
        let rule = choose_rule(py, measure, *threshold)?;
        let feature = build_feature(py, feature)?;
        Ok(Reader {
            feature,
            lengths: *lengths,
            rule,
            set: DistinctHashes::default(),
            features: Vec::new(),
            spares: Vec::new(),
        })
    }

    /// The size of a unit, its features left in `features`; `None` where it is not compared.
    pub(super) fn read_unit(&mut self, text: &str) -> Option<u32> {
        let (least, most, weight) = self.lengths;
        if weight > 0 && weigh_text(text) < weight {
            return None;
        }
        self.features.clear();
        self.feature.push_hashes(text, &mut self.features);
        if !(least.max(1)..=most).contains(&self.features.len()) {
            return None;
        }
        match self.rule {
            Rule::Sets(_) => {
                self.make_distinct();
                Some(self.features.len() as u32)
            }
            Rule::Edit(windows) => {
                let characters = count_characters(text.as_bytes());
                windows.hash_windows(text, characters as usize, &mut self.features);
                Some(characters)
            }
        }
    }

    /// The features each once, as `read_unit` leaves them; for a cell, whose rows are known to be compared.
    pub(super) fn read_distinct_features(&mut self, text: &str) -> &[u64] {
        self.features.clear();
        self.feature.push_hashes(text, &mut self.features);
        self.make_distinct();
        &self.features
    }

    fn make_distinct(&mut self) {
        self.set.clear(self.features.len());
        let set = &mut self.set;
        self.features.retain(|&feature| set.insert(feature));
    }

    /// Eq. 3 by what nobody else has: whether the unit just read can match anything. Told as soon as too much is missing.
    pub(super) fn may_match(&mut self, shared: &SharedBuckets<'_>) -> bool {
        let Rule::Sets(wanted) = self.rule else { return true };
        let size = self.features.len();
        while self.spares.len() <= size {
            self.spares.push(wanted.count_spare(self.spares.len().max(1)));
        }
        let mut spare = self.spares[size];
        self.features.iter().all(|&feature| {
            let (left, overdrawn) = spare.overflowing_sub(usize::from(!shared.may_be_shared(feature)));
            spare = left;
            !overdrawn
        })
    }
}

pub(super) fn choose_rule(py: Python<'_>, measure: &MeasureArguments, threshold: f64) -> PyResult<Rule> {
    Ok(match build_measure(py, measure)? {
        UnitMeasure::Edit => Rule::Edit(EditWindows::from_threshold(threshold)),
        UnitMeasure::Sets(measure) => Rule::Sets(MatchRule { measure, threshold }),
    })
}

/// Pairs, and counts under their names: a row is the one or the other.
#[derive(Default)]
pub(super) struct PairsAndTotals {
    lefts: Vec<u32>,
    rights: Vec<u32>,
    totals: [u64; 3],
    pub(super) compared: u64,
    pub(super) keys: u64,
    pub(super) left_out: u64,
}

impl PairsAndTotals {
    pub(super) fn push_pairs(&mut self, mut pairs: Vec<(u32, u32)>) {
        pairs.sort_unstable();
        self.lefts.extend(pairs.iter().map(|pair| pair.0));
        self.rights.extend(pairs.iter().map(|pair| pair.1));
    }

    /// A pair of a list whose order is the pairs' order: there may be millions, so they are not gathered first.
    pub(super) fn push_pair(&mut self, left: u32, right: u32) {
        self.lefts.push(left);
        self.rights.push(right);
    }

    /// A sum of the whole table: which, and the two halves of its count.
    pub(super) fn push_total(&mut self, which: u32, high: u32, low: u32) {
        if let Some(total) = self.totals.get_mut(which as usize) {
            *total += u64::from(high) << 32 | u64::from(low);
        }
    }

    pub(super) fn finish(mut self) -> Result<RecordBatch, ArrowError> {
        let count = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
        let named = [
            ("pairs", count(self.totals[0])),
            ("pruned_by_eq2", count(self.totals[1])),
            // All pairs but those compared to the end. The sum over all cells is what counts: most pairs meet in none.
            ("pruned_by_eq3", count(self.totals[2]) - count(self.compared)),
            ("keys", count(self.keys)),
            ("pairs_left_out", count(self.left_out)),
        ];
        let mut counts = vec![0i64; self.lefts.len()];
        let mut names = Texts::default();
        self.lefts.iter().for_each(|_| names.push(""));
        for (name, count) in named.into_iter().filter(|&(_, count)| count != 0) {
            self.lefts.push(0);
            self.rights.push(0);
            names.push(name);
            counts.push(count);
        }
        build_record_batch(vec![
            ("left", Arc::new(UInt32Array::from(self.lefts)) as ArrayRef),
            ("right", Arc::new(UInt32Array::from(self.rights))),
            ("name", convert_texts(names)),
            ("count", Arc::new(Int64Array::from(counts))),
        ])
    }
}
