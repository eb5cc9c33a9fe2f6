//! Runs of words that two documents may have in common: of several in a row, the one with the least hash stands for all.
//!
//! A stretch of `words + window - 1` words that stands in two documents gives at least one common key (winnowing). A
//! Chinese or Japanese character counts as half a word.

use super::Sentence;
use super::words::{Vocabulary, Words};
use crate::shingles::{add_word, begin_hash, finish_hash};

/// What is looked up of a document.
#[derive(Clone, Copy, Debug)]
pub struct WordRunSettings {
    /// Words of a run.
    pub words: usize,
    /// Of so many runs in a row one is taken.
    pub window: usize,
}

/// The keys of a document with the sentence that each begins in. `without` (sorted) are sentences that no run may touch.
pub fn list_word_runs(sentences: &[Sentence<'_>], without: &[u32], wanted: &WordRunSettings) -> Vec<(u64, u32)> {
    let words = Words::from_sentences(sentences, &mut Vocabulary::default());
    let mut keys = Vec::new();
    let mut first = 0;
    for &end in
        without.iter().map(|each| *each as usize).filter(|&each| each < sentences.len()).collect::<Vec<_>>().iter()
    {
        push_stretch_keys(&words, first..end, wanted, &mut keys);
        first = end + 1;
    }
    push_stretch_keys(&words, first..sentences.len(), wanted, &mut keys);
    keys
}

/// The keys of some sentences in a row.
fn push_stretch_keys(
    words: &Words,
    sentences: std::ops::Range<usize>,
    wanted: &WordRunSettings,
    keys: &mut Vec<(u64, u32)>,
) {
    if sentences.is_empty() {
        return;
    }
    let range = words.sentences[sentences.start]..words.sentences[sentences.end];
    let runs = hash_runs(words, range, 2 * wanted.words.max(1));
    let window = wanted.window.clamp(1, runs.len().max(1));
    let mut taken = usize::MAX;
    for (first, hashes) in runs.windows(window).enumerate() {
        // The rightmost of the least.
        let least = hashes.iter().enumerate().rev().min_by_key(|(_, run)| run.0).map_or(0, |(at, _)| at);
        if taken != first + least {
            taken = first + least;
            keys.push((runs[taken].0, words.find_sentence(runs[taken].1) as u32));
        }
    }
}

/// The hash of each run and its first word. A run is as long as its words are worth `halves`.
fn hash_runs(words: &Words, range: std::ops::Range<usize>, halves: usize) -> Vec<(u64, usize)> {
    let worth = |at: usize| if words.halves[at] { 1 } else { 2 };
    let mut found = Vec::with_capacity(range.len());
    let (mut end, mut sum) = (range.start, 0);
    for first in range.clone() {
        while sum < halves && end < range.end {
            sum += worth(end);
            end += 1;
        }
        if sum < halves {
            break;
        }
        let hash = words.hashes[first..end].iter().fold(begin_hash(end - first), |state, &word| add_word(state, word));
        found.push((finish_hash(hash), first));
        sum -= worth(first);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str, without: &[u32]) -> Vec<u64> {
        let mut at = 0;
        let sentences: Vec<Sentence<'_>> = text
            .split_inclusive('.')
            .map(|text| {
                let start = at;
                at += text.len() as u64;
                Sentence { text, start, end: at }
            })
            .collect();
        list_word_runs(&sentences, without, &WordRunSettings { words: 3, window: 2 })
            .into_iter()
            .map(|(key, _)| key)
            .collect()
    }

    #[test]
    fn a_shared_stretch_gives_a_shared_key() {
        let (one, two) = (keys("Go on. The old red fox sleeps.", &[]), keys("See the old red fox, there.", &[]));
        assert!(one.iter().any(|key| two.contains(key)));
    }

    #[test]
    fn no_run_touches_what_is_left_out() {
        let all = keys("One two three. Four five six. Seven eight nine.", &[]);
        let some = keys("One two three. Four five six. Seven eight nine.", &[1]);
        assert_eq!(some.len(), 2);
        assert!(all.len() > 2);
        assert!(keys("One two three. Four five six.", &[0, 1, 7]).is_empty());
    }

    #[test]
    fn a_chinese_character_counts_as_half_a_word() {
        assert!(keys("中華人民共", &[]).is_empty());
        assert_eq!(keys("中華人民共和", &[]).len(), 1);
        assert!(keys("one two", &[]).is_empty());
    }
}
