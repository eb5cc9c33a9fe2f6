//! Vectors to signatures in several orders, and those to pairs that differ in few bits.

use std::sync::Arc;

use arrow_array::{ArrayRef, BinaryArray, RecordBatch, UInt32Array, UInt64Array};
use arrow_buffer::{Buffer, OffsetBuffer, ScalarBuffer};
use arrow_pyarrow::{FromPyArrow, ToPyArrow};
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use super::arrow::{column, record_batch, strings, u32s, u64s};
use super::dense::{Vectors, told};
use super::errors::{arrow_error, settings_error};
use super::units::{end_of, weight_of};
use crate::join::postings::TOTALS;
use crate::vectors::near::{Signatures, left_out};
use crate::vectors::permute::{Beginnings, Permutations, to_bytes};
use crate::vectors::signs::{MOST, MOST_BITS, Signer};

/// Bits of a signature, number of orders, and how many bits of each are part of the key.
type Scheme = (usize, usize, u32);

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

    fn batch(mut self) -> Result<RecordBatch, ArrowError> {
        self.ends.insert(0, 0);
        let offsets = OffsetBuffer::new(ScalarBuffer::from(self.ends));
        let signatures = BinaryArray::try_new(offsets, Buffer::from_vec(self.signatures), None)?;
        record_batch(vec![
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
pub(super) fn project<'py>(
    py: Python<'py>,
    units: Bound<'py, PyAny>,
    vectors: Bound<'py, PyAny>,
    scheme: Scheme,
    seed: u64,
    least: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&units)?;
    let vectors = Vectors::given(&vectors)?;
    let (bits, orders, prefix) = scheme;
    let dimensions = (0..batch.num_rows()).find_map(|row| vectors.get(row)).map_or(1, <[u8]>::len);
    let Some(signer) = Signer::new(dimensions, bits, seed).filter(|_| prefix <= 32) else {
        let hint = format!("at most {MOST_BITS} bits, 32 of them in a key, of vectors of at most {MOST} dimensions");
        return Err(settings_error(py, &format!("{bits} bits of {dimensions} dimensions"), &hint));
    };
    let result = py.detach(|| {
        let permutations = Permutations::new(bits, if prefix == 0 { orders } else { 0 }, seed);
        let beginnings = Beginnings::new(bits, if prefix == 0 { 0 } else { orders }, prefix as usize, seed);
        let (numbers, texts) = (u32s(&batch, "unit")?, strings(&batch, "text")?);
        let (mut rows, mut signature, mut scratch) = (Rows::default(), Vec::new(), Vec::new());
        for (row, &unit) in numbers.iter().enumerate() {
            if least > 0 && weight_of(texts.value(row)) < least {
                continue;
            }
            let Some(vector) = vectors.get(row) else {
                rows.end_row(TOTALS, unit);
                continue;
            };
            signature.clear();
            signer.sign(vector, &mut scratch, &mut signature);
            for number in 0..permutations.count() {
                to_bytes(&permutations.permuted(number, &signature), permutations.bytes(), &mut rows.signatures);
                rows.end_row((number as u64) << 32, unit);
            }
            beginnings.each(&signature, |number, first| {
                let (behind, before) = signature.split_at(number % signature.len());
                rows.signatures.extend_from_slice(before);
                rows.signatures.extend_from_slice(behind);
                rows.end_row((number as u64) << 32 | first, unit);
            });
        }
        rows.batch()
    });
    result.map_err(arrow_error)?.to_pyarrow(py)
}

/// The signature of each unit, once for each of so many parts, which divide the orders among them.
///
/// Texts that weigh less than `least` are left out; units without a vector have an empty signature in the first part.
#[pyfunction]
pub(super) fn sign<'py>(
    py: Python<'py>,
    units: Bound<'py, PyAny>,
    vectors: Bound<'py, PyAny>,
    bits: usize,
    parts: u32,
    seed: u64,
    least: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&units)?;
    let vectors = Vectors::given(&vectors)?;
    let dimensions = (0..batch.num_rows()).find_map(|row| vectors.get(row)).map_or(1, <[u8]>::len);
    let Some(signer) = Signer::new(dimensions, bits, seed) else {
        let hint = format!("at most {MOST_BITS} bits of vectors of at most {MOST} dimensions");
        return Err(settings_error(py, &format!("{bits} bits of {dimensions} dimensions"), &hint));
    };
    let result = py.detach(|| {
        let (numbers, texts) = (u32s(&batch, "unit")?, strings(&batch, "text")?);
        let (mut rows, mut signature, mut scratch) = (Rows::default(), Vec::new(), Vec::new());
        for (row, &unit) in numbers.iter().enumerate() {
            if least > 0 && weight_of(texts.value(row)) < least {
                continue;
            }
            signature.clear();
            if let Some(vector) = vectors.get(row) {
                signer.sign(vector, &mut scratch, &mut signature);
            }
            for part in 0..if signature.is_empty() { 1 } else { parts } {
                rows.signatures.extend_from_slice(&signature);
                rows.end_row(part.into(), unit);
            }
        }
        rows.batch()
    });
    result.map_err(arrow_error)?.to_pyarrow(py)
}

/// What [`near_pairs`] finds of all orders that are the part's, from the signatures of all units; of a part each pair once.
///
/// Order `number` is that of part `number % parts`. Rows are sorted by part.
#[pyfunction]
pub(super) fn near_in_parts<'py>(
    py: Python<'py>,
    groups: Bound<'py, PyAny>,
    scheme: Scheme,
    parts: usize,
    seed: u64,
    window: usize,
    most: u32,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&groups)?;
    let (bits, orders, prefix) = scheme;
    let result = py.detach(|| {
        let beginnings = Beginnings::new(bits, orders, prefix as usize, seed);
        let mut found = Found::new(&batch, window, most)?;
        let keys = u64s(&batch, "key")?;
        let (mut first, mut crowded, mut beyond) = (0, 0, 0u64);
        while first < keys.len() {
            let end = end_of(keys, first);
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
            first = end;
        }
        found.told(crowded, beyond)
    });
    result.map_err(arrow_error)?.to_pyarrow(py)
}

/// The pairs of each key that differ in at most `most` bits, from rows sorted by key and signature. Of a crowded key
/// only those within `window`, and how many that leaves out.
#[pyfunction]
pub(super) fn near_pairs<'py>(
    py: Python<'py>,
    groups: Bound<'py, PyAny>,
    window: usize,
    most: u32,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&groups)?;
    let result = py.detach(|| {
        let mut found = Found::new(&batch, window, most)?;
        let keys = u64s(&batch, "key")?;
        let (mut first, mut crowded, mut beyond) = (0, 0, 0u64);
        while first < keys.len() {
            let end = end_of(keys, first);
            if keys[first] == TOTALS {
                found.missing += (end - first) as i64;
            } else if end - first > 1 {
                found.compare(first..end, end - first);
                crowded += i64::from(end - first > window + 1);
                beyond = beyond.saturating_add(left_out((end - first) as u64, window as u64));
            }
            first = end;
        }
        found.told(crowded, beyond)
    });
    result.map_err(arrow_error)?.to_pyarrow(py)
}

/// The same for ranges of all rows in order, sorted by range and place: every row with the `window` that follow it, as far
/// as they are of the same order. A range holds `size` rows, and the first of the next one.
#[pyfunction]
pub(super) fn near_in_ranges<'py>(
    py: Python<'py>,
    groups: Bound<'py, PyAny>,
    size: u32,
    window: usize,
    most: u32,
) -> PyResult<Bound<'py, PyAny>> {
    let batch = RecordBatch::from_pyarrow_bound(&groups)?;
    let result = py.detach(|| {
        let mut found = Found::new(&batch, window, most)?;
        let (ranges, places, keys) = (u32s(&batch, "range")?, u32s(&batch, "place")?, u64s(&batch, "key")?);
        let mut first = 0;
        while first < ranges.len() {
            let end = end_of(keys, first).min(end_of(ranges, first));
            let own = (first..end).take_while(|&row| places[row] / size == ranges[row]).count();
            if keys[first] == TOTALS {
                found.missing += own as i64;
            } else {
                found.compare(first..end, own);
            }
            first = end;
        }
        found.told(0, 0)
    });
    result.map_err(arrow_error)?.to_pyarrow(py)
}

struct Found<'a> {
    units: &'a [u32],
    column: Vectors,
    signatures: Signatures,
    window: usize,
    most: u32,
    pairs: Vec<(u32, u32)>,
    missing: i64,
}

impl<'a> Found<'a> {
    fn new(batch: &'a RecordBatch, window: usize, most: u32) -> Result<Self, ArrowError> {
        Ok(Found {
            units: u32s(batch, "unit")?,
            column: Vectors::of(column(batch, "signature")?)?,
            signatures: Signatures::default(),
            window,
            most,
            pairs: Vec::new(),
            missing: 0,
        })
    }

    fn compare(&mut self, rows: std::ops::Range<usize>, own: usize) {
        self.signatures.clear();
        for row in rows {
            self.signatures.push(self.units[row], self.column.get(row).unwrap_or_default());
        }
        let pairs = &mut self.pairs;
        self.signatures.each_near(own, self.window, self.most, |left, right| pairs.push((left, right)));
    }

    fn signature(&self, row: usize) -> &[u8] {
        self.column.get(row).unwrap_or_default()
    }

    /// The pairs of rows that begin alike in one order, as [`near_pairs`] has them. How many beginnings are crowded, and how
    /// many pairs that leaves out.
    fn compare_order(&mut self, rows: std::ops::Range<usize>, beginnings: &Beginnings, number: usize) -> (i64, u64) {
        let begins = |row: usize| (beginnings.of(number, self.signature(row)) << 32) | row as u64;
        let mut order: Vec<u64> = rows.filter(|&row| !self.signature(row).is_empty()).map(begins).collect();
        order.sort_unstable();
        let (mut crowded, mut beyond) = (0, 0u64);
        for alike in order.chunk_by_mut(|one, two| one >> 32 == two >> 32).filter(|alike| alike.len() > 1) {
            if alike.len() > self.window + 1 {
                alike.sort_by_cached_key(|&place| self.turned(place as u32 as usize, number));
                crowded += 1;
                beyond = beyond.saturating_add(left_out(alike.len() as u64, self.window as u64));
            }
            self.signatures.clear();
            for &place in alike.iter() {
                let row = place as u32 as usize;
                self.signatures.push(self.units[row], self.column.get(row).unwrap_or_default());
            }
            let pairs = &mut self.pairs;
            self.signatures.each_near(alike.len(), self.window, self.most, |left, right| pairs.push((left, right)));
        }
        (crowded, beyond)
    }

    /// What a crowd is sorted by: the signature from another byte on in each order, then the unit.
    fn turned(&self, row: usize, number: usize) -> (Vec<u8>, u32) {
        let signature = self.signature(row);
        let (behind, before) = signature.split_at(number % signature.len());
        ([before, behind].concat(), self.units[row])
    }

    fn told(self, crowded: i64, beyond: u64) -> Result<RecordBatch, ArrowError> {
        let beyond = i64::try_from(beyond).unwrap_or(i64::MAX);
        told(&self.pairs, &[("keys", crowded), ("pairs_left_out", beyond), ("without_vector", self.missing)])
    }
}
