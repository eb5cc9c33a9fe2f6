//! Vectors to signatures in several orders, and those to pairs that differ in few bits.

use std::sync::Arc;

use arrow_array::{ArrayRef, BinaryArray, RecordBatch, UInt32Array, UInt64Array};
use arrow_buffer::{Buffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use super::arrow::{PyBatch, build_record_batch, compute_batch, find_column, read_strings, read_u32s, read_u64s};
use super::errors::settings_error;
use super::units::{list_runs, weigh_text};
use super::vectors::{VectorColumn, build_pair_batch};
use crate::join::postings::TOTALS_KEY;
use crate::vectors::permute::{Permutations, SignaturePrefixes, push_bytes};
use crate::vectors::signatures::{Signatures, count_left_out_pairs};
use crate::vectors::signs::{MOST_BITS, MOST_SIGNED_DIMENSIONS, Signer};

/// Bits of a signature, number of orders, and how many bits of each are part of the key.
type ProjectionArguments = (usize, usize, u32);

#[derive(Default)]
struct Rows {
    keys: Vec<u64>,
    signatures: Vec<u8>,
    ends: Vec<i32>,
    units: Vec<u32>,
}

impl Rows {
    fn end_row(&mut self, key: u64, unit: u32) {
        self.keys.push(key);
        self.units.push(unit);
        self.ends.push(self.signatures.len() as i32);
    }

    fn finish(mut self) -> Result<RecordBatch, ArrowError> {
        self.ends.insert(0, 0);
        let offsets = OffsetBuffer::new(ScalarBuffer::from(self.ends));
        let signatures = BinaryArray::try_new(offsets, Buffer::from_vec(self.signatures), None)?;
        build_record_batch(vec![
            ("key", Arc::new(UInt64Array::from(self.keys)) as ArrayRef),
            ("signature", Arc::new(signatures)),
            ("unit", Arc::new(UInt32Array::from(self.units))),
        ])
    }
}

/// The signature of each unit in every order. The key is the number of the order, then the first bits of the signature.
///
/// With such a `prefix` the bits behind it stand as they did, from another byte on in each order: those of a key differ in
/// as many bits as they would in order, and in a crowd each order has other neighbours.
/// Texts that weigh less than `least` are left out; units without a vector stand under a key of their own.
#[pyfunction]
pub(super) fn project_vectors<'py>(
    py: Python<'py>,
    units: PyBatch,
    vectors: Bound<'py, PyAny>,
    scheme: ProjectionArguments,
    seed: u64,
    least: usize,
) -> PyResult<PyBatch> {
    let batch = units.0;
    let vectors = VectorColumn::from_python(&vectors)?;
    let (bits, orders, prefix) = scheme;
    let dimensions = (0..batch.num_rows()).find_map(|row| vectors.get(row)).map_or(1, <[u8]>::len);
    let Some(signer) = Signer::new(dimensions, bits, seed).filter(|_| prefix <= 32) else {
        let hint = format!(
            "at most {MOST_BITS} bits, 32 of them in a key, of vectors of at most {MOST_SIGNED_DIMENSIONS} dimensions"
        );
        return Err(settings_error(py, &format!("{bits} bits of {dimensions} dimensions"), &hint));
    };
    compute_batch(py, || {
        let permutations = Permutations::new(bits, if prefix == 0 { orders } else { 0 }, seed);
        let beginnings = SignaturePrefixes::new(bits, if prefix == 0 { 0 } else { orders }, prefix as usize, seed);
        let (numbers, texts) = (read_u32s(&batch, "unit")?, read_strings(&batch, "text")?);
        let (mut rows, mut signature, mut scratch) = (Rows::default(), Vec::new(), Vec::new());
        for (row, &unit) in numbers.iter().enumerate() {
            if least > 0 && weigh_text(texts.value(row)) < least {
                continue;
            }
            let Some(vector) = vectors.get(row) else {
                rows.end_row(TOTALS_KEY, unit);
                continue;
            };
            signature.clear();
            signer.push_signature(vector, &mut scratch, &mut signature);
            for number in 0..permutations.count() {
                push_bytes(
                    &permutations.permute(number, &signature),
                    permutations.signature_bytes(),
                    &mut rows.signatures,
                );
                rows.end_row((number as u64) << 32, unit);
            }
            beginnings.for_each_prefix(&signature, |number, first| {
                let (behind, before) = signature.split_at(number % signature.len());
                rows.signatures.extend_from_slice(before);
                rows.signatures.extend_from_slice(behind);
                rows.end_row((number as u64) << 32 | first, unit);
            });
        }
        rows.finish()
    })
}

/// The signature of each unit, once for each of so many parts, which divide the orders among them.
///
/// Texts that weigh less than `least` are left out; units without a vector have an empty signature in the first part.
#[pyfunction]
pub(super) fn sign_vectors<'py>(
    py: Python<'py>,
    units: PyBatch,
    vectors: Bound<'py, PyAny>,
    bits: usize,
    parts: u32,
    seed: u64,
    least: usize,
) -> PyResult<PyBatch> {
    let batch = units.0;
    let vectors = VectorColumn::from_python(&vectors)?;
    let dimensions = (0..batch.num_rows()).find_map(|row| vectors.get(row)).map_or(1, <[u8]>::len);
    let Some(signer) = Signer::new(dimensions, bits, seed) else {
        let hint = format!("at most {MOST_BITS} bits of vectors of at most {MOST_SIGNED_DIMENSIONS} dimensions");
        return Err(settings_error(py, &format!("{bits} bits of {dimensions} dimensions"), &hint));
    };
    compute_batch(py, || {
        let (numbers, texts) = (read_u32s(&batch, "unit")?, read_strings(&batch, "text")?);
        let (mut rows, mut signature, mut scratch) = (Rows::default(), Vec::new(), Vec::new());
        for (row, &unit) in numbers.iter().enumerate() {
            if least > 0 && weigh_text(texts.value(row)) < least {
                continue;
            }
            signature.clear();
            if let Some(vector) = vectors.get(row) {
                signer.push_signature(vector, &mut scratch, &mut signature);
            }
            for part in 0..if signature.is_empty() { 1 } else { parts } {
                rows.signatures.extend_from_slice(&signature);
                rows.end_row(part.into(), unit);
            }
        }
        rows.finish()
    })
}

/// What [`find_near_pairs`] finds of all orders that are the part's, from the signatures of all units; of a part each pair once.
///
/// Order `number` is that of part `number % parts`. Rows are sorted by part.
#[pyfunction]
pub(super) fn find_near_pairs_in_parts(
    py: Python<'_>,
    groups: PyBatch,
    scheme: ProjectionArguments,
    parts: usize,
    seed: u64,
    window: usize,
    most: u32,
) -> PyResult<PyBatch> {
    let batch = groups.0;
    let (bits, orders, prefix) = scheme;
    compute_batch(py, || {
        let beginnings = SignaturePrefixes::new(bits, orders, prefix as usize, seed);
        let mut found = NearPairs::new(&batch, window, most)?;
        let keys = read_u64s(&batch, "key")?;
        let (mut crowded, mut beyond) = (0, 0u64);
        for (first, end) in list_runs(keys) {
            let before = found.pairs.len();
            for number in (keys[first] as usize..orders).step_by(parts) {
                let (more, out) = found.compare_order(first..end, &beginnings, number);
                crowded += more;
                beyond = beyond.saturating_add(out);
            }
            found.missing += (first..end).filter(|&row| found.signature(row).is_empty()).count() as i64;
            let mut own = found.pairs.split_off(before);
            own.sort_unstable();
            own.dedup();
            found.pairs.append(&mut own);
        }
        found.finish(crowded, beyond)
    })
}

/// The pairs of each key that differ in at most `most` bits, from rows sorted by key and signature. Of a crowded key
/// only those within `window`, and how many that leaves out.
#[pyfunction]
pub(super) fn find_near_pairs(py: Python<'_>, groups: PyBatch, window: usize, most: u32) -> PyResult<PyBatch> {
    let batch = groups.0;
    compute_batch(py, || {
        let mut found = NearPairs::new(&batch, window, most)?;
        let keys = read_u64s(&batch, "key")?;
        let (mut crowded, mut beyond) = (0, 0u64);
        for (first, end) in list_runs(keys) {
            if keys[first] == TOTALS_KEY {
                found.missing += (end - first) as i64;
            } else if end - first > 1 {
                found.compare_rows(first..end, end - first);
                crowded += i64::from(end - first > window + 1);
                beyond = beyond.saturating_add(count_left_out_pairs((end - first) as u64, window as u64));
            }
        }
        found.finish(crowded, beyond)
    })
}

/// The same for ranges of all rows in order, sorted by range and place: every row with the `window` that follow it, as far
/// as they are of the same order. A range holds `size` rows, and the first of the next one.
#[pyfunction]
pub(super) fn find_near_pairs_in_ranges(
    py: Python<'_>,
    groups: PyBatch,
    size: u32,
    window: usize,
    most: u32,
) -> PyResult<PyBatch> {
    let batch = groups.0;
    compute_batch(py, || {
        let mut found = NearPairs::new(&batch, window, most)?;
        let (ranges, places, keys) =
            (read_u32s(&batch, "range")?, read_u32s(&batch, "place")?, read_u64s(&batch, "key")?);
        for (start, stop) in list_runs(ranges) {
            for (first, end) in list_runs(&keys[start..stop]).map(|(first, end)| (start + first, start + end)) {
                let own = (first..end).take_while(|&row| places[row] / size == ranges[row]).count();
                if keys[first] == TOTALS_KEY {
                    found.missing += own as i64;
                } else {
                    found.compare_rows(first..end, own);
                }
            }
        }
        found.finish(0, 0)
    })
}

struct NearPairs<'a> {
    units: &'a [u32],
    column: VectorColumn,
    signatures: Signatures,
    window: usize,
    most: u32,
    pairs: Vec<(u32, u32)>,
    missing: i64,
}

impl<'a> NearPairs<'a> {
    fn new(batch: &'a RecordBatch, window: usize, most: u32) -> Result<Self, ArrowError> {
        Ok(NearPairs {
            units: read_u32s(batch, "unit")?,
            column: VectorColumn::from_array(find_column(batch, "signature")?)?,
            signatures: Signatures::default(),
            window,
            most,
            pairs: Vec::new(),
            missing: 0,
        })
    }

    fn compare_rows(&mut self, rows: std::ops::Range<usize>, own: usize) {
        self.signatures.clear();
        for row in rows {
            self.signatures.push(self.units[row], self.column.get(row).unwrap_or_default());
        }
        let pairs = &mut self.pairs;
        self.signatures.for_each_near_pair(own, self.window, self.most, |left, right| pairs.push((left, right)));
    }

    fn signature(&self, row: usize) -> &[u8] {
        self.column.get(row).unwrap_or_default()
    }

    /// The pairs of rows that begin alike in one order, as [`find_near_pairs`] has them. How many beginnings are crowded, and how
    /// many pairs that leaves out.
    fn compare_order(
        &mut self,
        rows: std::ops::Range<usize>,
        beginnings: &SignaturePrefixes,
        number: usize,
    ) -> (i64, u64) {
        let begins = |row: usize| (beginnings.compute_prefix(number, self.signature(row)) << 32) | row as u64;
        let mut order: Vec<u64> = rows.filter(|&row| !self.signature(row).is_empty()).map(begins).collect();
        order.sort_unstable();
        let (mut crowded, mut beyond) = (0, 0u64);
        for alike in order.chunk_by_mut(|one, two| one >> 32 == two >> 32).filter(|alike| alike.len() > 1) {
            if alike.len() > self.window + 1 {
                alike.sort_by_cached_key(|&place| self.build_crowd_key(place as u32 as usize, number));
                crowded += 1;
                beyond = beyond.saturating_add(count_left_out_pairs(alike.len() as u64, self.window as u64));
            }
            self.signatures.clear();
            for &place in alike.iter() {
                let row = place as u32 as usize;
                self.signatures.push(self.units[row], self.column.get(row).unwrap_or_default());
            }
            let pairs = &mut self.pairs;
            self.signatures
                .for_each_near_pair(alike.len(), self.window, self.most, |left, right| pairs.push((left, right)));
        }
        (crowded, beyond)
    }

    /// What a crowd is sorted by: the signature from another byte on in each order, then the unit.
    fn build_crowd_key(&self, row: usize, number: usize) -> (Vec<u8>, u32) {
        let signature = self.signature(row);
        let (behind, before) = signature.split_at(number % signature.len());
        ([before, behind].concat(), self.units[row])
    }

    fn finish(self, crowded: i64, beyond: u64) -> Result<RecordBatch, ArrowError> {
        let beyond = i64::try_from(beyond).unwrap_or(i64::MAX);
        build_pair_batch(
            &self.pairs,
            &[("keys", crowded), ("pairs_left_out", beyond), ("without_vector", self.missing)],
        )
    }
}
