//! Copies of a text: the text that most of them have, where they differ, and who copied from whom.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::families::{Ballot, Witness, compare_witnesses, vote_text};
use crate::trees::{Readings, find_parents as parents_of, find_tree as tree_of};

type Rows = Vec<Vec<u32>>;

/// The best text of copies, and what each of them reads at each place, as numbers: 0 where it does not reach, 1 for the best text's
/// own reading.
#[pyfunction]
pub(super) fn compare_copies(py: Python<'_>, texts: Vec<String>) -> (String, Rows) {
    py.detach(|| {
        let witnesses: Vec<Witness> = texts.iter().map(|text| Witness::from_text(text)).collect();
        let (best, readings) = compare_witnesses(&witnesses);
        (best, (0..witnesses.len()).map(|row| readings.row(row)).collect())
    })
}

/// A text, which of its letters stand beside which of a common text, and its weight.
type BallotRow = (String, Vec<(u32, u32)>, u64);

/// The text that ballots elect over one of `length` letters. A letter that does not exist is an error.
#[pyfunction]
pub(super) fn elect_text(length: usize, ballots: Vec<BallotRow>) -> PyResult<String> {
    let witnesses: Vec<Witness> = ballots.iter().map(|(text, ..)| Witness::from_text(text)).collect();
    for (witness, (_, pairs, _)) in witnesses.iter().zip(&ballots) {
        let is_there = |pair: &(u32, u32)| (pair.0 as usize) < length && (pair.1 as usize) < witness.letters.len();
        let rises = pairs.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1);
        if !pairs.iter().all(is_there) || !rises {
            return Err(PyValueError::new_err("a ballot has letters that are not there, or in another order"));
        }
    }
    let ballots: Vec<Ballot<'_>> = (witnesses.iter().zip(&ballots))
        .map(|(witness, (_, pairs, weight))| Ballot { letters: &witness.letters, pairs, weight: *weight })
        .collect();
    Ok(vote_text(length, &ballots).into_iter().collect())
}

/// The likely parent of each witness, or none, and how certain that is; from its readings and dates.
#[pyfunction]
pub(super) fn find_parents(py: Python<'_>, rows: Rows, dates: Vec<String>) -> Vec<(Option<usize>, f64)> {
    py.detach(|| {
        let mut dates: Vec<&str> = dates.iter().map(String::as_str).collect();
        dates.resize(rows.len(), "");
        let found = parents_of(&read_rows(&rows), &dates);
        found.into_iter().map(|parent| (parent.from, parent.confidence)).collect()
    })
}

/// The tree of witnesses without dates: its edges with how certain each is, and its root or none.
#[pyfunction]
pub(super) fn find_tree(py: Python<'_>, rows: Rows) -> (Vec<(usize, usize, f64)>, Option<usize>) {
    py.detach(|| {
        let tree = tree_of(&read_rows(&rows));
        (tree.edges, tree.root)
    })
}

/// A row may be shorter than another: it does not reach the places that it lacks.
fn read_rows(rows: &[Vec<u32>]) -> Readings {
    let mut readings = Readings::new(rows.len());
    for at in 0..rows.iter().map(Vec::len).max().unwrap_or(0) {
        let column: Vec<u32> = rows.iter().map(|row| row.get(at).copied().unwrap_or(0)).collect();
        readings.push_column(&column);
    }
    readings
}
