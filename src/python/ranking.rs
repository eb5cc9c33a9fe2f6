//! The threads most like each thread: terms, how many threads have them, and the search.

use std::sync::Arc;

use arrow_array::builder::{ListBuilder, UInt8Builder, UInt64Builder};
use arrow_array::cast::AsArray;
use arrow_array::types::{UInt8Type, UInt64Type};
use arrow_array::{Array, ArrayRef, ListArray, RecordBatch, UInt32Array};
use arrow_schema::{ArrowError, DataType, Field};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::arrow::{
    PyBatch, build_record_batch, compute_batch, find_column, read_strings, read_u32s, wrong_column_error,
};
use super::errors::arrow_error;
use super::vectors::VectorColumn;
use crate::ranking::{
    Found, Frequencies, MeaningQuery, Meanings, RankingIndex, SPACES, TermCounter, ThreadTexts, ThreadVector,
    build_vector, compare_with_meanings, find_best_with_meanings,
};

/// For each thread the keys of its terms, in ascending order, and how often each is there.
#[pyfunction]
pub(super) fn count_thread_terms(py: Python<'_>, threads: PyBatch, others: Vec<String>) -> PyResult<PyBatch> {
    let batch = threads.0;
    compute_batch(py, || {
        let numbers = find_column(&batch, "number")?.clone();
        let question = read_strings(&batch, "question")?;
        let description = read_strings(&batch, "description")?;
        let tags = read_strings(&batch, "tags")?;
        let others = others.iter().map(|name| read_strings(&batch, name)).collect::<Result<Vec<_>, _>>()?;
        let mut keys = ListBuilder::new(UInt64Builder::new()).with_field(list_item(DataType::UInt64));
        let mut counts = ListBuilder::new(UInt8Builder::new()).with_field(list_item(DataType::UInt8));
        let mut counter = TermCounter::default();
        for row in 0..batch.num_rows() {
            let texts: Vec<&str> = others.iter().map(|column| column.value(row)).collect();
            let terms = counter.count_terms(ThreadTexts {
                question: question.value(row),
                description: description.value(row),
                others: &texts,
                tags: tags.value(row),
            });
            terms.iter().for_each(|term| keys.values().append_value(term.0));
            terms.iter().for_each(|term| counts.values().append_value(term.1));
            keys.append(true);
            counts.append(true);
        }
        build_record_batch(vec![
            ("number", numbers),
            ("keys", Arc::new(keys.finish()) as ArrayRef),
            ("counts", Arc::new(counts.finish())),
        ])
    })
}

fn list_item(kind: DataType) -> Arc<Field> {
    Arc::new(Field::new("item", kind, false))
}

/// How many threads of a collection have each term.
#[pyclass(frozen)]
pub(super) struct ThreadFrequencies {
    frequencies: Frequencies,
}

#[pymethods]
impl ThreadFrequencies {
    /// Counts the threads of batches of terms. Terms that fewer than `least` threads have cannot be shared.
    #[new]
    fn new(py: Python<'_>, batches: Bound<'_, PyAny>, least: u32) -> PyResult<Self> {
        let mut frequencies = Frequencies::default();
        for batch in batches.try_iter()? {
            let batch: PyBatch = batch?.extract()?;
            py.detach(|| {
                let terms = TermRows::from_batch(&batch.0)?;
                (0..batch.0.num_rows()).for_each(|row| frequencies.count_thread(terms.keys(row)));
                Ok(())
            })
            .map_err(arrow_error)?;
        }
        py.detach(|| frequencies.number_terms(least, frequencies.most_threads()));
        Ok(ThreadFrequencies { frequencies })
    }
}

/// An index of threads, to search for those most like others.
#[pyclass(frozen)]
pub(super) struct ThreadRanking {
    index: RankingIndex,
    meanings: Option<Meanings>,
    frequencies: Py<ThreadFrequencies>,
    shares: Shares,
}

/// How much each space counts, and what threads mean; 1 in all.
#[derive(Clone, Copy)]
struct Shares {
    spaces: [f64; SPACES],
    meaning: f64,
}

#[pymethods]
impl ThreadRanking {
    /// Indexes the threads of batches of terms. If meaning has a share, the batches have a column `vector`.
    #[new]
    fn new(
        py: Python<'_>,
        frequencies: Py<ThreadFrequencies>,
        batches: Bound<'_, PyAny>,
        spaces: [f64; SPACES],
        meaning: f64,
    ) -> PyResult<Self> {
        let mut index = RankingIndex::default();
        let mut meanings = (meaning > 0.0).then(Meanings::default);
        for batch in batches.try_iter()? {
            let batch: PyBatch = batch?.extract()?;
            let counted = &frequencies.get().frequencies;
            py.detach(|| push_threads(&mut index, meanings.as_mut(), &batch.0, counted, &spaces))
                .map_err(arrow_error)?;
        }
        let counted = &frequencies.get().frequencies;
        py.detach(|| index.finish(counted));
        Ok(ThreadRanking { index, meanings, frequencies, shares: Shares { spaces, meaning } })
    }

    /// For each thread of a batch of terms the `top` best: `thread`, `other`, and the parts of the score. If meaning
    /// has a share, they are among the `compared` best by terms and as many by meaning.
    fn find_best(&self, py: Python<'_>, batch: PyBatch, top: usize, same: bool, compared: usize) -> PyResult<PyBatch> {
        compute_batch(py, || {
            let mut scratch = self.index.make_scratch();
            let mut out = FoundColumns::default();
            self.for_each_query(&batch.0, |_, number, terms, vector| {
                let own = same.then_some(number);
                let found = match &self.meanings {
                    None => self.index.find_best(terms, own, top, &mut scratch),
                    Some(meanings) => {
                        let query = MeaningQuery { terms, vector, share: self.shares.meaning, compared };
                        find_best_with_meanings(&self.index, meanings, &query, own, top, &mut scratch)
                    }
                };
                found.into_iter().for_each(|each| out.push(number, each));
            })?;
            out.finish()
        })
    }

    /// For each thread of a batch of terms its score with the thread `other` beside it.
    fn compare(&self, py: Python<'_>, batch: PyBatch, others: Vec<u32>) -> PyResult<PyBatch> {
        if others.len() != batch.0.num_rows() {
            return Err(PyValueError::new_err("each thread needs one other"));
        }
        compute_batch(py, || {
            let mut out = FoundColumns::default();
            self.for_each_query(&batch.0, |row, number, terms, vector| {
                let none = Found { thread: others[row], scores: [0; SPACES], meaning: 0 };
                let found = match &self.meanings {
                    None => self.index.compare(terms, others[row]),
                    Some(meanings) => {
                        let query = MeaningQuery { terms, vector, share: self.shares.meaning, compared: 0 };
                        compare_with_meanings(&self.index, meanings, &query, others[row])
                    }
                };
                out.push(number, found.unwrap_or(none));
            })?;
            out.finish()
        })
    }
}

impl ThreadRanking {
    /// Calls `give` with the row, the number, the weighted terms and the vector of each thread.
    fn for_each_query(
        &self,
        batch: &RecordBatch,
        mut give: impl FnMut(usize, u32, &ThreadVector, Option<&[u8]>),
    ) -> Result<(), ArrowError> {
        let (numbers, terms) = (read_u32s(batch, "number")?, TermRows::from_batch(batch)?);
        let vectors = self.meanings.as_ref().map(|_| read_vectors(batch)).transpose()?;
        for (row, &number) in numbers.iter().enumerate() {
            let query = build_vector(&terms.pairs(row), &self.frequencies.get().frequencies, &self.shares.spaces);
            give(row, number, &query, vectors.as_ref().and_then(|column| column.get(row)));
        }
        Ok(())
    }
}

fn read_vectors(batch: &RecordBatch) -> Result<VectorColumn, ArrowError> {
    VectorColumn::from_array(find_column(batch, "vector")?)
}

fn push_threads(
    index: &mut RankingIndex,
    mut meanings: Option<&mut Meanings>,
    batch: &RecordBatch,
    frequencies: &Frequencies,
    spaces: &[f64; SPACES],
) -> Result<(), ArrowError> {
    let (numbers, terms) = (read_u32s(batch, "number")?, TermRows::from_batch(batch)?);
    let vectors = meanings.as_ref().map(|_| read_vectors(batch)).transpose()?;
    for (row, &number) in numbers.iter().enumerate() {
        index.push_thread(number, &build_vector(&terms.pairs(row), frequencies, spaces));
        if let Some(meanings) = &mut meanings {
            meanings.push(vectors.as_ref().and_then(|column| column.get(row)));
        }
    }
    Ok(())
}

/// The lists of a batch of terms.
struct TermRows<'a> {
    lists: &'a ListArray,
    keys: &'a [u64],
    counts: &'a [u8],
    first_count: usize,
}

impl<'a> TermRows<'a> {
    fn from_batch(batch: &'a RecordBatch) -> Result<Self, ArrowError> {
        let read = |name: &str| find_column(batch, name)?.as_list_opt::<i32>().ok_or_else(|| wrong_column_error(name));
        let (lists, counts) = (read("keys")?, read("counts")?);
        let keys = lists.values().as_primitive_opt::<UInt64Type>().ok_or_else(|| wrong_column_error("keys"))?;
        let numbers = counts.values().as_primitive_opt::<UInt8Type>().ok_or_else(|| wrong_column_error("counts"))?;
        let first_count = counts.value_offsets()[0] as usize;
        if counts.value_offsets()[counts.len()] as usize - first_count
            != (lists.value_offsets()[lists.len()] - lists.value_offsets()[0]) as usize
        {
            return Err(wrong_column_error("counts"));
        }
        Ok(TermRows { lists, keys: keys.values(), counts: numbers.values(), first_count })
    }

    fn keys(&self, row: usize) -> &'a [u64] {
        let offsets = self.lists.value_offsets();
        &self.keys[offsets[row] as usize..offsets[row + 1] as usize]
    }

    fn pairs(&self, row: usize) -> Vec<(u64, u8)> {
        let offsets = self.lists.value_offsets();
        let from = self.first_count + (offsets[row] - offsets[0]) as usize;
        self.keys(row).iter().copied().zip(self.counts[from..].iter().copied()).collect()
    }
}

#[derive(Default)]
struct FoundColumns {
    threads: Vec<u32>,
    others: Vec<u32>,
    scores: [Vec<u32>; SPACES],
    meanings: Vec<u32>,
}

impl FoundColumns {
    fn push(&mut self, thread: u32, found: Found) {
        self.threads.push(thread);
        self.others.push(found.thread);
        for (column, score) in self.scores.iter_mut().zip(found.scores) {
            column.push(score);
        }
        self.meanings.push(found.meaning);
    }

    fn finish(self) -> Result<RecordBatch, ArrowError> {
        let [whole, asked, title] = self.scores;
        let column = |values: Vec<u32>| Arc::new(UInt32Array::from(values)) as ArrayRef;
        build_record_batch(vec![
            ("thread", column(self.threads)),
            ("other", column(self.others)),
            ("whole", column(whole)),
            ("asked", column(asked)),
            ("title", column(title)),
            ("meaning", column(self.meanings)),
        ])
    }
}
