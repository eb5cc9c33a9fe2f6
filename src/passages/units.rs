//! Units: sentences long enough to be compared, as vectors of their words.

use std::ops::Range;

use super::boxes::UnitText;
use super::words::Words;

/// Where both documents have fewer units, words weigh as if there were so many: in two notes of three sentences each every
/// shared word stands in a third of all units, and would say next to nothing.
const LEAST_ASSUMED_UNITS: u32 = 60;
/// A shorter sentence joins the next one.
const LEAST_UNIT_WORDS: usize = 3;

/// A unit's distinct words with their weights, sorted by number.
pub(super) struct Vector {
    pub entries: Vec<(u32, f64)>,
    /// The length of the vector.
    pub length: f64,
}

/// Cuts a document into units: ranges of words that begin and end with a sentence.
pub(super) fn cut_units(words: &Words) -> Vec<Range<usize>> {
    let mut units: Vec<Range<usize>> = Vec::new();
    let mut first = 0;
    for &end in words.sentences.iter().skip(1) {
        if end - first >= LEAST_UNIT_WORDS {
            units.push(first..end);
            first = end;
        }
    }
    match units.last_mut() {
        Some(last) => last.end = words.len(),
        None if words.len() > 0 => units.push(0..words.len()),
        None => {}
    }
    units
}

/// How much each word says: the logarithm of how many units there are for each that has it.
pub(super) fn weigh_words(sides: &[UnitText<'_>], distinct: usize) -> Vec<f64> {
    let mut counts = vec![0u32; distinct];
    let mut seen = vec![u32::MAX; distinct];
    let mut unit = 0u32;
    for text in sides {
        for range in text.units {
            for &number in &text.words.numbers[range.clone()] {
                if std::mem::replace(&mut seen[number as usize], unit) != unit {
                    counts[number as usize] += 1;
                }
            }
            unit += 1;
        }
    }
    let units = unit.max(LEAST_ASSUMED_UNITS);
    counts.iter().map(|&count| (f64::from(units) / f64::from(count.max(1))).ln()).collect()
}

/// The vector of each unit: how often a word stands in it, times its weight.
pub(super) fn build_vectors(text: UnitText<'_>, weights: &[f64]) -> Vec<Vector> {
    text.units.iter().map(|range| build_vector(&text.words.numbers[range.clone()], weights)).collect()
}

pub(super) fn build_vector(numbers: &[u32], weights: &[f64]) -> Vector {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    let entries: Vec<(u32, f64)> = sorted
        .chunk_by(|one, two| one == two)
        .map(|same| (same[0], same.len() as f64 * weights[same[0] as usize]))
        .collect();
    let length = entries.iter().map(|(_, value)| value * value).sum::<f64>().sqrt();
    Vector { entries, length }
}

/// The cosine of two vectors; 0 when one says nothing.
pub(super) fn compute_cosine(left: &Vector, right: &Vector) -> f64 {
    let (mut one, mut two) = (left.entries.iter().peekable(), right.entries.iter().peekable());
    let mut product = 0.0;
    while let (Some(&&(left, value)), Some(&&(right, other))) = (one.peek(), two.peek()) {
        if left == right {
            product += value * other;
        }
        if left <= right {
            one.next();
        }
        if right <= left {
            two.next();
        }
    }
    let length = left.length * right.length;
    if length > 0.0 { product / length } else { 0.0 }
}
