//! Of each word of an edited sentence the revision that wrote it: words keep their revision when a sentence is edited, cut
//! in two, or put together from several.

use std::rc::Rc;

use super::cutter::count_common_ends;
use super::keys::KeyMap;
use super::lineage::{SentenceWords, WordPlaces};

/// Words in a row that come from another removed sentence than the one that was edited; fewer are chance.
const LEAST_RUN: usize = 3;

/// Pairs of words that are aligned at most: two sentences of 200 words. Of longer ones only the ends are.
const MOST_PAIRS: usize = 40_000;

/// The places of the words that two sentences have in common, in order, most of them first.
///
/// `[1, 2, 3, 4]`, `[1, 3, 4]` -> `[(0, 0), (2, 1), (3, 2)]`
pub fn align_words(old: &[u64], new: &[u64]) -> Vec<(usize, usize)> {
    let (prefix, suffix) = count_common_ends(old, new);
    let mut pairs: Vec<(usize, usize)> = (0..prefix).map(|place| (place, place)).collect();
    let (left, right) = (&old[prefix..old.len() - suffix], &new[prefix..new.len() - suffix]);
    if !left.is_empty() && !right.is_empty() && left.len() * right.len() <= MOST_PAIRS {
        pairs.extend(align_middles(left, right).into_iter().map(|(one, other)| (one + prefix, other + prefix)));
    }
    pairs.extend((1..=suffix).rev().map(|back| (old.len() - back, new.len() - back)));
    pairs
}

/// The longest common subsequence, by its table of lengths.
fn align_middles(left: &[u64], right: &[u64]) -> Vec<(usize, usize)> {
    let width = right.len() + 1;
    let mut lengths = vec![0_u32; (left.len() + 1) * width];
    for one in (0..left.len()).rev() {
        for other in (0..right.len()).rev() {
            lengths[one * width + other] = if left[one] == right[other] {
                lengths[(one + 1) * width + other + 1] + 1
            } else {
                lengths[(one + 1) * width + other].max(lengths[one * width + other + 1])
            };
        }
    }
    let (mut one, mut other, mut pairs) = (0, 0, Vec::new());
    while one < left.len() && other < right.len() {
        if left[one] == right[other] {
            pairs.push((one, other));
            (one, other) = (one + 1, other + 1);
        } else if lengths[(one + 1) * width + other] >= lengths[one * width + other + 1] {
            one += 1;
        } else {
            other += 1;
        }
    }
    pairs
}

/// The words of removed sentences by three in a row, to find those that were put into another sentence.
#[derive(Default)]
pub struct RunIndex {
    places: KeyMap<[u64; LEAST_RUN], (u32, u32)>,
}

impl RunIndex {
    /// Of what several sentences have, the first is kept; words that are not `wanted` are left out.
    pub fn new(sentences: &[Rc<SentenceWords>], wanted: &WordPlaces) -> RunIndex {
        let mut places = KeyMap::default();
        for (number, sentence) in sentences.iter().enumerate() {
            let mut row = 0; // wanted words in a row
            for (end, word) in sentence.words.iter().enumerate() {
                row = if wanted.has_word(*word) { row + 1 } else { 0 };
                if row >= LEAST_RUN
                    && let Some(run) = sentence.words[..=end].last_chunk::<LEAST_RUN>()
                {
                    places.entry(*run).or_insert((number as u32, (end + 1 - LEAST_RUN) as u32));
                }
            }
        }
        RunIndex { places }
    }

    /// Of the words in a row from `start` where they were removed: the sentence, the place in it, and how many.
    pub fn find_run(
        &self,
        words: &[u64],
        start: usize,
        sentences: &[Rc<SentenceWords>],
    ) -> Option<(usize, usize, usize)> {
        let run: &[u64; LEAST_RUN] = words.get(start..start + LEAST_RUN)?.try_into().ok()?;
        let &(sentence, place) = self.places.get(run)?;
        let rest = sentences.get(sentence as usize)?.words.get(place as usize..)?;
        let length = rest.iter().zip(&words[start..]).take_while(|(one, other)| one == other).count();
        Some((sentence as usize, place as usize, length))
    }
}

/// The revision that most words come from; of equals the oldest. `[3, 3, 1]` -> `Some(3)`
pub fn choose_origin(origins: &[u32]) -> Option<u32> {
    let mut sorted = origins.to_vec();
    sorted.sort_unstable();
    let runs = sorted.chunk_by(|left, right| left == right);
    runs.map(|run| (run.len(), std::cmp::Reverse(run[0]))).max().map(|(_, origin)| origin.0)
}
