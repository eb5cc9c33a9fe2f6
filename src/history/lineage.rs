//! Which removed sentence a new one was made of: the one with most words in common, if that is half of their words, or one
//! that has nearly all of the new one's, which was cut in two.

use std::collections::HashMap;

use xxhash_rust::xxh3::xxh3_64;

/// A word in more of the removed sentences than this says nothing of which it was.
const COMMON_WORD: usize = 64;

/// Twice the words in common, by the words of both: less is another sentence.
pub const LEAST_SHARED: f64 = 0.5;

/// The share of a new sentence's words that one removed sentence has if it was cut out of it.
const LEAST_CUT: f64 = 0.75;
/// Fewer words than this can be anywhere.
const LEAST_CUT_WORDS: usize = 4;

/// The words of a text in its normal form, as hashes.
pub fn split_words(text: &str) -> Vec<u64> {
    let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(|word| xxh3_64(word.as_bytes())).collect()
}

/// Words in order and once.
fn sort_words(words: &[u64]) -> Vec<u64> {
    let mut sorted = words.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}

/// Pairs new sentences with removed ones, both as their words; of each new one the place of its match.
///
/// The best pairs come first, and a removed sentence is edited into one new one; others can be cut out of it.
pub fn pair_edited(new: &[Vec<u64>], removed: &[Vec<u64>]) -> Vec<Option<usize>> {
    let new: Vec<Vec<u64>> = new.iter().map(|words| sort_words(words)).collect();
    let removed: Vec<Vec<u64>> = removed.iter().map(|words| sort_words(words)).collect();
    let mut places: HashMap<u64, Vec<u32>> = HashMap::new();
    for (place, words) in removed.iter().enumerate() {
        for word in words {
            places.entry(*word).or_default().push(place as u32);
        }
    }
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    let mut cuts: Vec<Option<(f64, usize)>> = vec![None; new.len()];
    let mut shared: HashMap<u32, usize> = HashMap::new();
    for (number, words) in new.iter().enumerate() {
        shared.clear();
        let known = words.iter().filter_map(|word| places.get(word)).filter(|found| found.len() <= COMMON_WORD);
        known.flatten().for_each(|place| *shared.entry(*place).or_default() += 1);
        // The three that share most are compared by all their words.
        let mut likely: Vec<(usize, u32)> = shared.iter().map(|(place, count)| (*count, *place)).collect();
        likely.sort_unstable_by(|left, right| right.0.cmp(&left.0).then(left.1.cmp(&right.1)));
        for &(_, place) in likely.iter().take(3) {
            let other = &removed[place as usize];
            let all = count_shared(words, other);
            let share = 2.0 * all as f64 / (words.len() + other.len()).max(1) as f64;
            if share >= LEAST_SHARED {
                pairs.push((share, number, place as usize));
            }
            let cut = all as f64 / words.len().max(1) as f64;
            if cut >= LEAST_CUT && all >= LEAST_CUT_WORDS && cuts[number].is_none_or(|(best, _)| cut > best) {
                cuts[number] = Some((cut, place as usize));
            }
        }
    }
    pairs.sort_by(|left, right| {
        let near = |pair: &(f64, usize, usize)| pair.1.abs_diff(pair.2);
        right
            .0
            .total_cmp(&left.0)
            .then(near(left).cmp(&near(right)))
            .then(left.1.cmp(&right.1))
            .then(left.2.cmp(&right.2))
    });
    let (mut found, mut taken) = (vec![None; new.len()], vec![false; removed.len()]);
    for (_, number, place) in pairs {
        if found[number].is_none() && !taken[place] {
            found[number] = Some(place);
            taken[place] = true;
        }
    }
    found.iter().zip(cuts).map(|(pair, cut)| pair.or(cut.map(|(_, place)| place))).collect()
}

fn count_shared(left: &[u64], right: &[u64]) -> usize {
    let (mut at, mut other, mut count) = (0, 0, 0);
    while at < left.len() && other < right.len() {
        match left[at].cmp(&right[other]) {
            std::cmp::Ordering::Less => at += 1,
            std::cmp::Ordering::Greater => other += 1,
            std::cmp::Ordering::Equal => {
                count += 1;
                at += 1;
                other += 1;
            }
        }
    }
    count
}
