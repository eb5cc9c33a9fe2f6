//! The exact join: units to counts of their features, to cells or posting lists, and those to pairs.

use std::collections::BTreeMap;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, BinaryArray, RecordBatch, UInt32Array, UInt64Array};
use arrow_buffer::{Buffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::ArrowError;
use pyo3::prelude::*;

use super::arrow::{
    PyBatch, build_record_batch, compute_batch, convert_texts, find_column, read_strings, read_u32s, read_u64s,
    wrong_column_error,
};
use super::join_units::{ComparisonArguments, PairsAndTotals, Reader, choose_rule};
use super::similarity::MeasureArguments;
use super::units::list_runs;
use crate::columns::Texts;
use crate::join::bucket_counts::{self, BucketLists, CountClasses, SharedBuckets};
use crate::join::cell::CellMatches;
use crate::join::edit::{self, Text};
use crate::join::peel::Sets;
use crate::join::postings::{Poster, Posting, Postings, Rule, TOTALS_KEY, pair_posting_list};
use crate::join::size_classes::{SizeClasses, number_cell};

/// The chunk that stands for the sizes of units: pairs of a size and how many have it, four and eight bytes.
const SIZES_CHUNK: u32 = u32::MAX;

// ---- counting ----

/// What a batch has of features that `shared` has (empty for all), by chunk, and of sizes; of units that may match by it. With
/// `bits` 0 only sizes.
#[pyfunction]
pub(super) fn list_join_buckets(
    py: Python<'_>,
    units: PyBatch,
    compared: ComparisonArguments,
    shared: &[u8],
    bits: u32,
) -> PyResult<PyBatch> {
    let batch = units.0;
    let mut reader = Reader::new(py, &compared)?;
    compute_batch(py, || {
        let texts = read_strings(&batch, "text")?;
        let (mut buckets, mut sizes) = (Vec::new(), BTreeMap::new());
        for row in 0..batch.num_rows() {
            let Some(size) = reader.read_unit(texts.value(row)) else { continue };
            if !reader.may_match(&SharedBuckets(shared)) {
                continue;
            }
            *sizes.entry(size).or_default() += 1;
            if bits > 0 {
                let counted = reader.features.iter().filter(|&&feature| SharedBuckets(shared).may_be_shared(feature));
                buckets.extend(counted.map(|&feature| bucket_counts::find_bucket(feature, bits) as u32));
            }
        }
        let mut seen = if bits > 0 { bucket_counts::list_buckets(&buckets, bits) } else { BucketLists::default() };
        push_sizes(&sizes, &mut seen);
        build_bucket_batch(seen)
    })
}

fn push_sizes(sizes: &BTreeMap<u32, u64>, seen: &mut BucketLists) {
    if sizes.is_empty() {
        return;
    }
    for (size, count) in sizes {
        seen.bytes.extend_from_slice(&size.to_le_bytes());
        seen.bytes.extend_from_slice(&count.to_le_bytes());
    }
    seen.chunks.push(SIZES_CHUNK);
    seen.ends.push(seen.bytes.len() as i32);
}

fn build_bucket_batch(seen: BucketLists) -> Result<RecordBatch, ArrowError> {
    let mut ends = seen.ends;
    ends.insert(0, 0);
    let offsets = OffsetBuffer::new(ScalarBuffer::from(ends));
    let bytes = BinaryArray::try_new(offsets, Buffer::from_vec(seen.bytes), None)?;
    build_record_batch(vec![("chunk", Arc::new(UInt32Array::from(seen.chunks)) as ArrayRef), ("seen", Arc::new(bytes))])
}

/// For each chunk its table: a byte for each bucket with the class of its count, or with `bits` a bit where it is more than one.
#[pyfunction]
pub(super) fn count_join_buckets(py: Python<'_>, groups: PyBatch, bits: bool) -> PyResult<PyBatch> {
    let batch = groups.0;
    compute_batch(py, || {
        let chunks = read_u32s(&batch, "chunk")?;
        let lists = find_column(&batch, "seen")?.as_binary_opt::<i32>().ok_or_else(|| wrong_column_error("seen"))?;
        let mut tables = BucketLists::default();
        for (first, end) in list_runs(chunks) {
            let own = (first..end).map(|row| lists.value(row));
            if chunks[first] == SIZES_CHUNK {
                push_sizes(&sum_sizes(own), &mut tables);
                continue;
            }
            if bits {
                tables.bytes.extend(bucket_counts::mark_shared_buckets(own));
            } else {
                tables.bytes.extend(
                    bucket_counts::count_buckets(own).iter().map(|&count| bucket_counts::classify_count(count)),
                );
            }
            tables.chunks.push(chunks[first]);
            tables.ends.push(tables.bytes.len() as i32);
        }
        build_bucket_batch(tables)
    })
}

fn sum_sizes<'a>(lists: impl Iterator<Item = &'a [u8]>) -> BTreeMap<u32, u64> {
    let mut sizes = BTreeMap::new();
    for list in lists {
        for entry in list.as_chunks::<12>().0 {
            if let (Some(size), Some(count)) = (entry.first_chunk(), entry.last_chunk()) {
                *sizes.entry(u32::from_le_bytes(*size)).or_default() += u64::from_le_bytes(*count);
            }
        }
    }
    sizes
}

// ---- by document ----

/// Units in every cell in which their block meets another. `ranges` are smallest and largest size and number of blocks.
#[pyfunction]
pub(super) fn assign_join_cells(
    py: Python<'_>,
    units: PyBatch,
    compared: ComparisonArguments,
    shared: &[u8],
    ranges: Vec<(u32, u32, u32)>,
) -> PyResult<PyBatch> {
    let batch = units.0;
    let mut reader = Reader::new(py, &compared)?;
    compute_batch(py, || {
        let rule = reader.rule;
        let blocks = SizeClasses::new(&ranges, |small, large| rule.sizes_allow(small, large));
        let (numbers, texts) = (read_u32s(&batch, "unit")?, read_strings(&batch, "text")?);
        let (mut cells, mut sides, mut sizes, mut units) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut text = Texts::default();
        for (row, &unit) in numbers.iter().enumerate() {
            let own = texts.value(row);
            let Some(size) = reader.read_unit(own) else { continue };
            let Some(home) = blocks.find_class(size, unit) else { continue };
            if !reader.may_match(&SharedBuckets(shared)) {
                continue;
            }
            for &other in blocks.partners(home) {
                cells.push(number_cell(home, other));
                sides.push(u32::from(home > other));
                sizes.push(size);
                units.push(unit);
                text.push(own);
            }
        }
        build_record_batch(vec![
            ("cell", Arc::new(UInt64Array::from(cells)) as ArrayRef),
            ("side", Arc::new(UInt32Array::from(sides))),
            ("size", Arc::new(UInt32Array::from(sizes))),
            ("unit", Arc::new(UInt32Array::from(units))),
            ("text", convert_texts(text)),
        ])
    })
}

/// The matches of cells, from rows sorted by cell, side and size; and what each cell has to tell.
#[pyfunction]
pub(super) fn find_join_matches(py: Python<'_>, groups: PyBatch, compared: ComparisonArguments) -> PyResult<PyBatch> {
    let batch = groups.0;
    let mut reader = Reader::new(py, &compared)?;
    compute_batch(py, || {
        let (cells, sides) = (read_u64s(&batch, "cell")?, read_u32s(&batch, "side")?);
        let (sizes, units) = (read_u32s(&batch, "size")?, read_u32s(&batch, "unit")?);
        let mut told = PairsAndTotals::default();
        for (first, end) in list_runs(cells) {
            if cells[first] == TOTALS_KEY {
                (first..end).for_each(|row| told.push_total(sides[row], sizes[row], units[row]));
            } else {
                let middle = first + sides[first..end].partition_point(|&side| side == 0);
                let within = cells[first] >> 32 == cells[first] & 0xffff_ffff;
                let found = match_cell(&batch, &mut reader, (first, middle, end), within)?;
                told.compared += found.compared;
                told.push_pairs(found.pairs);
            }
        }
        told.finish()
    })
}

/// What is found in the rows from `first` to `middle`, or between those and the rest up to `end`.
fn match_cell(
    batch: &RecordBatch,
    reader: &mut Reader<'_>,
    (first, middle, end): (usize, usize, usize),
    within: bool,
) -> Result<CellMatches, ArrowError> {
    let (sizes, units, texts) = (read_u32s(batch, "size")?, read_u32s(batch, "unit")?, read_strings(batch, "text")?);
    Ok(match reader.rule {
        Rule::Sets(wanted) => {
            let mut sets = |rows: std::ops::Range<usize>| {
                let features = sizes[rows.clone()].iter().map(|&size| size as usize).sum();
                let mut sets = Sets::with_capacity(rows.len(), features);
                rows.for_each(|row| sets.push(units[row], reader.read_distinct_features(texts.value(row))));
                sets
            };
            let others = (!within).then(|| sets(middle..end));
            crate::join::cell::join_sets(&wanted, sets(first..middle), others)
        }
        Rule::Edit(windows) => {
            let list = |rows: std::ops::Range<usize>| -> Vec<Text<'_>> {
                rows.map(|row| Text { unit: units[row], characters: sizes[row], text: texts.value(row) }).collect()
            };
            let others = list(middle..end);
            edit::join_texts(windows.threshold, &list(first..middle), (!within).then_some(&others[..]))
        }
    })
}

// ---- by term ----

/// Units under the keys of their rarest features.
#[pyfunction]
pub(super) fn list_join_postings(
    py: Python<'_>,
    units: PyBatch,
    compared: ComparisonArguments,
    shared: &[u8],
    classes: &[u8],
    crowd: (u64, u64),
) -> PyResult<PyBatch> {
    let batch = units.0;
    let mut reader = Reader::new(py, &compared)?;
    compute_batch(py, || {
        let (numbers, texts) = (read_u32s(&batch, "unit")?, read_strings(&batch, "text")?);
        let (shared, classes) = (SharedBuckets(shared), CountClasses(classes));
        let poster = Poster { rule: reader.rule, shared, classes, crowd: crowd.0, unsaid: crowd.1 };
        let (mut order, mut postings) = (Vec::new(), Postings::default());
        for (row, &unit) in numbers.iter().enumerate() {
            let Some(size) = reader.read_unit(texts.value(row)) else { continue };
            if reader.may_match(&shared) {
                poster.push_unit(unit, size, &reader.features, &mut order, &mut postings);
            }
        }
        build_record_batch(vec![
            ("key", Arc::new(UInt64Array::from(postings.keys)) as ArrayRef),
            ("size", Arc::new(UInt32Array::from(postings.sizes))),
            ("side", Arc::new(UInt32Array::from(postings.sides))),
            ("unit", Arc::new(UInt32Array::from(postings.units))),
            ("place", Arc::new(UInt32Array::from(postings.places))),
        ])
    })
}

/// The pairs of posting lists that may match, from rows sorted by key and size; at most `cap` of each list, where that is not 0.
#[pyfunction]
pub(super) fn pair_join_postings(
    py: Python<'_>,
    groups: PyBatch,
    measure: MeasureArguments,
    threshold: f64,
    cap: u64,
) -> PyResult<PyBatch> {
    let batch = groups.0;
    let rule = choose_rule(py, &measure, threshold)?;
    compute_batch(py, || {
        let (keys, sizes, sides) = (read_u64s(&batch, "key")?, read_u32s(&batch, "size")?, read_u32s(&batch, "side")?);
        let (units, places) = (read_u32s(&batch, "unit")?, read_u32s(&batch, "place")?);
        let row = |row: usize| Posting { size: sizes[row], side: sides[row], unit: units[row], place: places[row] };
        let (mut told, mut list) = (PairsAndTotals::default(), Vec::new());
        for (first, end) in list_runs(keys) {
            if keys[first] == TOTALS_KEY {
                (first..end).for_each(|row| told.push_total(sides[row], sizes[row], units[row]));
            } else if end - first > 1 {
                list.clear();
                list.extend((first..end).map(row));
                let left_out = pair_posting_list(&rule, &list, cap, &mut |left, right| told.push_pair(left, right));
                told.keys += u64::from(left_out > 0);
                told.left_out += left_out;
            }
        }
        told.finish()
    })
}
