//! Sentences searched in an index, from their normal form to the places of what matches: everything but what a match is.

use arrow_array::{Array, RecordBatch};
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use super::keys::StoredKeys;
use super::units::{StoredRows, StoredUnits, for_each_hash};
use crate::features::Feature;
use crate::index::{PackedKeys, cut_key};
use crate::join::measure::MatchRule;
use crate::letters::LetterCounts;
use crate::minhash::{Scheme, Scratch};
use crate::python::arrow::{PyBatch, read_strings, read_u32s, read_u64s};
use crate::python::errors::{arrow_error, settings_error};
use crate::python::features::{FeatureArguments, build_feature};
use crate::python::keys::{Lengths, build_scheme};
use crate::python::similarity::{MeasureArguments, UnitMeasure, build_measure};
use crate::sets::Sets;
use crate::verify::TextComparer;

/// A match: the row of the sentence that was asked for, the similarity, whether the two are the same text, how many
/// sentences of the index say it, and the segments and rows of the first of them.
type FoundMatch = (usize, f64, bool, usize, Vec<(usize, u32)>);

/// A segment as Python hands it over: its texts, the keys of each part of the bands, where texts are, and the numbers of
/// the documents that were removed, in order.
type SegmentArguments = (Py<StoredUnits>, Vec<Py<StoredKeys>>, Vec<PyBatch>, PyBatch);

/// The segments of an index, and how texts are compared with them.
#[pyclass(frozen)]
pub(in crate::python) struct IndexSearcher {
    segments: Vec<SegmentArguments>,
    feature: FeatureArguments,
    lengths: Lengths,
    scheme: Scheme,
    /// The number behind the last band of each part of the keys.
    band_ends: Vec<usize>,
    measure: UnitMeasure,
    threshold: f64,
}

#[pymethods]
impl IndexSearcher {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "the settings of a finder, as Python names them")]
    fn new(
        py: Python<'_>,
        segments: Vec<SegmentArguments>,
        feature: FeatureArguments,
        lengths: (usize, usize, usize),
        scheme: (String, Vec<usize>, i64),
        band_ends: Vec<usize>,
        measure: MeasureArguments,
        threshold: f64,
    ) -> PyResult<Self> {
        build_feature(py, &feature)?;
        let measure = build_measure(py, &measure)?;
        let (method, numbers, seed) = scheme;
        let scheme = build_scheme(&method, &numbers, seed).map_err(|message| settings_error(py, &message, ""))?;
        Ok(IndexSearcher { segments, feature, lengths: lengths.into(), scheme, band_ends, measure, threshold })
    }

    /// The matches of sentences in their normal form (`text`, with the hash `high`), sentence by sentence, the most similar
    /// first: at most `limit` of each, with at most `shown` places.
    fn search(&self, py: Python<'_>, asked: PyBatch, limit: usize, shown: usize) -> PyResult<Vec<FoundMatch>> {
        let feature = build_feature(py, &self.feature)?;
        py.detach(|| self.find_matches(&asked.0, feature, limit, shown)).map_err(arrow_error)
    }
}

/// A segment while a search goes on.
struct OpenSegment<'a> {
    stored: &'a StoredUnits,
    batches: Vec<(u32, StoredRows<'a>)>,
    keys: Vec<PackedKeys<'a>>,
}

fn open_segment((units, keys, _, _): &SegmentArguments) -> Result<OpenSegment<'_>, ArrowError> {
    let keys = keys.iter().map(|part| part.get().open()).collect::<Result<Vec<_>, ArrowError>>()?;
    Ok(OpenSegment { stored: units.get(), batches: units.get().read_rows()?, keys })
}

impl IndexSearcher {
    fn find_matches(
        &self,
        asked: &RecordBatch,
        feature: Feature<'_>,
        limit: usize,
        shown: usize,
    ) -> Result<Vec<FoundMatch>, ArrowError> {
        let (texts, highs) = (read_strings(asked, "text")?, read_u64s(asked, "high")?);
        let segments = self.open_segments()?;
        let mut found = Vec::new();
        for row in 0..texts.len() {
            let matches = self.compare(texts.value(row), highs[row], &segments, feature);
            let mut given = 0;
            for each in &matches {
                if given == limit {
                    break;
                }
                let (_, batch) = &segments[each.segment].batches[each.batch];
                let (copies, places) = self.find_places(batch.compute_hashes(each.row), shown)?;
                if copies > 0 {
                    let is_same = batch.texts.value(each.row) == texts.value(row);
                    found.push((row, each.similarity, is_same, copies, places));
                    given += 1;
                }
            }
        }
        Ok(found)
    }

    fn open_segments(&self) -> Result<Vec<OpenSegment<'_>>, ArrowError> {
        self.segments.iter().map(open_segment).collect()
    }

    /// The stored texts that match one, the most similar first.
    fn compare(&self, text: &str, high: u64, segments: &[OpenSegment<'_>], feature: Feature<'_>) -> Vec<Comparison> {
        let mut candidates = self.find_candidates(text, high, segments, feature);
        let rows = |each: &Comparison| &segments[each.segment].batches[each.batch].1;
        match self.measure {
            UnitMeasure::Edit => {
                let letters = LetterCounts::count(text);
                candidates.retain(|each| {
                    letters.may_differ_by(rows(each).letters.read_row(each.row as u32), 1.0 - self.threshold)
                });
                let mut comparer = TextComparer::new(feature);
                comparer.set_left(text);
                for each in &mut candidates {
                    let other = rows(each).texts.value(each.row);
                    each.similarity = comparer.compute_edit_similarity(other, self.threshold).unwrap_or(-1.0);
                }
            }
            UnitMeasure::Sets(measure) => {
                let others = candidates.iter().map(|each| rows(each).texts.value(each.row));
                let sets = Sets::from_texts(std::iter::once(text).chain(others), feature);
                let pairs: Vec<(usize, usize)> = (1..=candidates.len()).map(|place| (0, place)).collect();
                let rule = MatchRule { measure, threshold: self.threshold };
                for (each, similarity) in candidates.iter_mut().zip(sets.compute_similarities(&pairs, rule)) {
                    each.similarity = similarity.unwrap_or(-1.0);
                }
            }
        }
        candidates.retain(|each| each.similarity >= self.threshold);
        candidates.sort_by(|one, two| two.similarity.total_cmp(&one.similarity).then(one.unit.cmp(&two.unit)));
        candidates
    }

    /// The stored texts that may share a key with a text, or are the same, once each.
    fn find_candidates(
        &self,
        text: &str,
        high: u64,
        segments: &[OpenSegment<'_>],
        feature: Feature<'_>,
    ) -> Vec<Comparison> {
        let (mut hashes, mut keys) = (Vec::new(), Vec::new());
        if self.lengths.accept_text(text, feature, &mut hashes) {
            self.scheme.push_keys(&hashes, &mut Scratch::default(), &mut keys);
        }
        let mut candidates = Vec::new();
        let mut units = Vec::new();
        for (number, segment) in segments.iter().enumerate() {
            units.clear();
            for_each_hash(&segment.batches, high, |first, batch, row| {
                if batch.texts.value(row) == text {
                    units.push(first + row as u32);
                }
            });
            let mut start = 0;
            for (part, &end) in segment.keys.iter().zip(&self.band_ends) {
                for &key in keys.get(start..end.min(keys.len())).unwrap_or_default() {
                    part.find_units(cut_key(key), |unit| units.push(unit));
                }
                start = end;
            }
            units.sort_unstable();
            units.dedup();
            candidates.extend(units.iter().filter_map(|&unit| {
                let (batch, row) = segment.stored.locate(unit)?;
                Some(Comparison { unit, segment: number, batch, row, similarity: 0.0 })
            }));
        }
        candidates
    }

    /// How many sentences say a text, by two of its hashes, and the segments and rows of the first of them.
    fn find_places(&self, (high, check): (u64, u64), shown: usize) -> Result<(usize, Vec<(usize, u32)>), ArrowError> {
        let (mut copies, mut places) = (0, Vec::new());
        for (number, (_, _, batches, removed)) in self.segments.iter().enumerate() {
            let removed = read_u32s(&removed.0, "owner")?;
            for batch in batches {
                let keys = read_u64s(&batch.0, "key")?;
                if keys.first().is_none_or(|&first| first > high) || keys.last().is_some_and(|&last| last < high) {
                    continue;
                }
                let (checks, owners) = (read_u64s(&batch.0, "check")?, read_u32s(&batch.0, "owner")?);
                let rows = read_u32s(&batch.0, "row")?;
                let first = keys.partition_point(|&key| key < high);
                for at in (first..keys.len()).take_while(|&at| keys[at] == high) {
                    if checks[at] == check && removed.binary_search(&owners[at]).is_err() {
                        copies += 1;
                        if places.len() < shown {
                            places.push((number, rows[at]));
                        }
                    }
                }
            }
        }
        Ok((copies, places))
    }
}

/// A stored text that was compared, and where it is.
struct Comparison {
    unit: u32,
    segment: usize,
    batch: usize,
    row: usize,
    similarity: f64,
}
