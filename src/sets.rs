//! How alike texts are that meet one another many times: each is hashed once, and pairs are of what was found.
//!
//! `verify` serves pairs whose texts are short or meet once. Of whole documents, hashing is what costs; here it is done for
//! each text of a batch. A pair then costs a lookup for each feature of one side, or fewer where it cannot be a match; and
//! where many texts are met by many, as in a family of templates, the counting of some bits.

use multiversion::multiversion;

use crate::features::Feature;
use crate::join::measure::Wanted;
use crate::verify::HashSet64;

/// The distinct features of some texts, one text after the other.
#[derive(Debug, Default)]
pub struct Sets {
    hashes: Vec<u64>,
    ends: Vec<usize>,
}

impl Sets {
    /// The sets of these texts, known from now on by their places.
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a str>, feature: Feature<'_>) -> Self {
        let (mut sets, mut seen, mut all) = (Sets::default(), HashSet64::default(), Vec::new());
        for text in texts {
            all.clear();
            feature.hashes(text, &mut all);
            seen.clear(all.len());
            sets.hashes.extend(all.iter().filter(|&&hash| seen.insert(hash)));
            sets.ends.push(sets.hashes.len());
        }
        sets
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn set(&self, place: usize) -> &[u64] {
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.hashes[start..self.ends[place]]
    }

    /// The similarity of each pair that reaches the threshold; `None` of others, and of texts without a feature.
    ///
    /// Pairs that have their left side in common should stand together: it is prepared once for all of them.
    pub fn similarities(&self, pairs: &[(usize, usize)], wanted: Wanted) -> Vec<Option<f64>> {
        let mut views = Views::new(self, pairs);
        let alike = |&(left, right): &(usize, usize)| {
            let (one, other) = (self.set(left).len(), self.set(right).len());
            if one == 0 || other == 0 {
                return None;
            }
            let needed = wanted.needed(one, other);
            let shared = if needed > one.min(other) { None } else { views.shared(left, right, needed) };
            shared.map(|shared| wanted.measure.similarity(shared, one, other))
        };
        pairs.iter().map(alike).collect()
    }
}

/// A text as seen from another, which it is like: which features of that one it has, and which it has besides.
///
/// Two texts seen from the same one are compared in a tenth of the time: a bit for each feature, and few others.
#[derive(Debug, Default)]
struct View {
    from: usize,
    bits: Vec<u64>,
    others: Vec<u64>,
}

/// A view is worth its making from so many pairs on.
const OFTEN: u32 = 8;

/// Texts of which many are met by many, each with a view once it is needed.
struct Views<'a> {
    sets: &'a Sets,
    /// How often each text is met.
    met: Vec<u32>,
    views: Vec<Option<View>>,
    /// The text that `places` are of.
    prepared: Option<usize>,
    places: Places,
}

impl<'a> Views<'a> {
    fn new(sets: &'a Sets, pairs: &[(usize, usize)]) -> Self {
        let mut met = vec![0; sets.len()];
        for &(left, right) in pairs {
            met[left] += 1;
            met[right] += 1;
        }
        let views = (0..sets.len()).map(|_| None).collect();
        Views { sets, met, views, prepared: None, places: Places::default() }
    }

    /// How many features two texts share, where that is at least `needed`.
    fn shared(&mut self, left: usize, right: usize, needed: usize) -> Option<usize> {
        let shared = match (&self.views[left], &self.views[right]) {
            (Some(one), Some(other)) if one.from == other.from => one.shared(other),
            _ => self.looked_up(left, right, needed)?,
        };
        (shared >= needed).then_some(shared)
    }

    /// The same, by a lookup for each feature of the right one; a text that is met often is seen from the left one
    /// from now on, and so is the left one from itself.
    fn looked_up(&mut self, left: usize, right: usize, needed: usize) -> Option<usize> {
        let set = self.sets.set(right);
        if self.prepared != Some(left) {
            self.prepared = Some(left);
            self.places.put(self.sets.set(left));
        }
        if self.views[right].is_some() || self.met[left] < OFTEN || self.met[right] < OFTEN {
            let spare = set.len() - needed;
            return missing(&self.places, set, spare).map(|missed| set.len() - missed);
        }
        if self.views[left].is_none() {
            self.views[left] = Some(self.places.view(left, self.sets.set(left)));
        }
        let view = self.places.view(left, set);
        let shared = set.len() - view.others.len();
        self.views[right] = Some(view);
        Some(shared)
    }
}

impl View {
    /// How many features both have: of those of the one that they are seen from, and of the others, which are in order.
    fn shared(&self, other: &View) -> usize {
        shared_bits(&self.bits, &other.bits) + shared_values(&self.others, &other.others)
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512vpopcntdq", "x86_64+avx2+popcnt"))]
fn shared_bits(left: &[u64], right: &[u64]) -> usize {
    left.iter().zip(right).map(|(one, other)| (one & other).count_ones() as usize).sum()
}

/// Of two lists in order.
fn shared_values(left: &[u64], right: &[u64]) -> usize {
    let (mut one, mut other, mut shared) = (0, 0, 0);
    while one < left.len() && other < right.len() {
        let (a, b) = (left[one], right[other]);
        shared += usize::from(a == b);
        one += usize::from(a <= b);
        other += usize::from(b <= a);
    }
    shared
}

/// From the features of one text to their places. Emptied by counting one up, as [`crate::verify::HashSet64`] is.
#[derive(Debug, Default)]
struct Places {
    /// A hash, the round it was put in, and its place.
    slots: Vec<(u64, u32, u32)>,
    round: u32,
    count: usize,
}

impl Places {
    fn put(&mut self, hashes: &[u64]) {
        let room = (2 * hashes.len()).next_power_of_two().max(64);
        if self.slots.len() < room || self.round == u32::MAX {
            self.slots = vec![(0, 0, 0); room.max(self.slots.len())];
            self.round = 0;
        }
        self.round += 1;
        self.count = hashes.len();
        for (place, &hash) in (0..).zip(hashes) {
            let mask = self.slots.len() - 1;
            let mut at = hash as usize & mask;
            while self.slots[at].1 == self.round {
                at = (at + 1) & mask;
            }
            self.slots[at] = (hash, self.round, place);
        }
    }

    #[inline]
    fn place(&self, hash: u64) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let (there, round, place) = self.slots[at];
            if round != self.round {
                return None;
            }
            if there == hash {
                return Some(place);
            }
            at = (at + 1) & mask;
        }
    }

    fn view(&self, from: usize, hashes: &[u64]) -> View {
        let (mut bits, mut others) = (vec![0; self.count.div_ceil(64)], Vec::new());
        for &hash in hashes {
            match self.place(hash) {
                Some(place) => bits[place as usize / 64] |= 1 << (place % 64),
                None => others.push(hash),
            }
        }
        others.sort_unstable();
        View { from, bits, others }
    }
}

/// How many hashes have no place; `None` as soon as they are more than `spare`.
fn missing(places: &Places, hashes: &[u64], spare: usize) -> Option<usize> {
    let mut missed = 0;
    for part in hashes.chunks(64) {
        missed += part.iter().filter(|&&hash| places.place(hash).is_none()).count();
        if missed > spare {
            return None;
        }
    }
    Some(missed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::join::measure::Measure;
    use crate::verify::Judge;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_similarity_is_that_of_the_judge(
            texts in prop::collection::vec("[ab]( [ab]){0,12}", 1..24), threshold in 0.05..1.0
        ) {
            let feature = Feature::Words(2);
            let sets = Sets::of(texts.iter().map(String::as_str), feature);
            let pairs: Vec<_> = (0..texts.len()).flat_map(|one| (0..texts.len()).map(move |other| (one, other))).collect();
            for measure in [Measure::Jaccard, Measure::Cosine, Measure::Dice, Measure::Overlap] {
                let found = sets.similarities(&pairs, Wanted { measure, threshold });
                for (&(one, other), found) in pairs.iter().zip(found) {
                    let mut judge = Judge::new(feature);
                    judge.turn(&texts[one]);
                    let alike = judge.similarity(&texts[other], measure);
                    prop_assert_eq!(found, (alike >= threshold).then_some(alike));
                }
            }
        }
    }

    #[test]
    fn a_text_without_a_word_is_like_nothing() {
        let sets = Sets::of(["...", "...", "one two"], Feature::Words(2));
        let wanted = Wanted { measure: Measure::Jaccard, threshold: 0.1 };
        assert_eq!(sets.similarities(&[(0, 1), (0, 2), (2, 2)], wanted), [None, None, Some(1.0)]);
    }
}
