//! Which removed sentence a new one was made of: the one with most words in common, if that is half of their words, or one
//! that has nearly all of the new one's, which was cut in two.

use std::rc::Rc;

use xxhash_rust::xxh3::xxh3_64;

use super::keys::KeyMap;

/// A word in more of the removed sentences than this says nothing of which it was.
const COMMON_WORD: usize = 64;

/// Twice the words in common, by the words of both: less is another sentence.
pub const LEAST_SHARED: f64 = 0.5;

/// The share of a new sentence's words that one removed sentence has if it was cut out of it.
const LEAST_CUT: f64 = 0.75;
/// Fewer words than this can be anywhere.
const LEAST_CUT_WORDS: usize = 4;

/// The words of a sentence, as hashes.
#[derive(Debug)]
pub struct SentenceWords {
    /// As they stand there.
    pub words: Vec<u64>,
    /// In order of their hashes, each once.
    sorted: Vec<u64>,
}

impl SentenceWords {
    /// The words of a text in its normal form.
    pub fn new(text: &str) -> SentenceWords {
        let words: Vec<u64> = if text.is_ascii() {
            hash_words(text.as_bytes().split(|letter| !letter.is_ascii_alphanumeric()))
        } else {
            hash_words(text.split(|letter: char| !letter.is_alphanumeric()).map(str::as_bytes))
        };
        let mut sorted = words.clone();
        sorted.sort_unstable();
        sorted.dedup();
        SentenceWords { words, sorted }
    }
}

fn hash_words<'a>(words: impl Iterator<Item = &'a [u8]>) -> Vec<u64> {
    words.filter(|word| !word.is_empty()).map(xxh3_64).collect()
}

/// The words of new sentences, each with the removed sentences that have it.
///
/// Most removed sentences have nothing to do with the new ones: a bit for each word, by its lowest bits, says so of nearly
/// all of their words.
pub struct WordPlaces {
    places: KeyMap<u64, Vec<u32>>,
    bits: [u64; 64],
}

impl WordPlaces {
    /// Which of the removed sentences have the words of new ones.
    pub fn new(new: &[Rc<SentenceWords>], removed: &[Rc<SentenceWords>]) -> WordPlaces {
        let mut found = WordPlaces { places: KeyMap::default(), bits: [0; 64] };
        for &word in new.iter().flat_map(|each| &each.sorted) {
            found.places.entry(word).or_default();
            let (cell, bit) = place_bit(word);
            found.bits[cell] |= bit;
        }
        for (place, each) in removed.iter().enumerate() {
            for &word in &each.sorted {
                if found.may_have(word)
                    && let Some(places) = found.places.get_mut(&word)
                {
                    places.push(place as u32);
                }
            }
        }
        found
    }

    fn may_have(&self, word: u64) -> bool {
        let (cell, bit) = place_bit(word);
        self.bits[cell] & bit != 0
    }

    /// Whether a new sentence has this word.
    pub fn has_word(&self, word: u64) -> bool {
        self.may_have(word) && self.places.contains_key(&word)
    }
}

/// Which of the 64 numbers of bits, and the bit in it.
fn place_bit(word: u64) -> (usize, u64) {
    ((word >> 6) as usize % 64, 1 << (word % 64))
}

/// Pairs new sentences with removed ones, both as their words; of each new one the place of its match.
///
/// The best pairs come first, and a removed sentence is edited into one new one; others can be cut out of it.
pub fn pair_edited(
    new: &[Rc<SentenceWords>],
    removed: &[Rc<SentenceWords>],
    places: &WordPlaces,
) -> Vec<Option<usize>> {
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    let mut cuts: Vec<Option<(f64, usize)>> = vec![None; new.len()];
    let mut shared: KeyMap<u32, usize> = KeyMap::default();
    for (number, each) in new.iter().enumerate() {
        let words = &each.sorted;
        shared.clear();
        let known = words.iter().filter_map(|word| places.places.get(word)).filter(|found| found.len() <= COMMON_WORD);
        known.flatten().for_each(|place| *shared.entry(*place).or_default() += 1);
        // The three that share most are compared by all their words.
        let mut likely: Vec<(usize, u32)> = shared.iter().map(|(place, count)| (*count, *place)).collect();
        likely.sort_unstable_by(|left, right| right.0.cmp(&left.0).then(left.1.cmp(&right.1)));
        for &(_, place) in likely.iter().take(3) {
            let other = &removed[place as usize].sorted;
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
