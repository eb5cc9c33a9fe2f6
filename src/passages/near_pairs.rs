//! Which two words of a document stand near each other, and where: looked up for any stretch of it.

use std::ops::Range;

/// How far apart two words are still neighbours.
pub(super) const NEIGHBOUR_DISTANCE: usize = 2;

/// The places of all pairs of neighbours, by a hash of the pair. It is made once for a document, since the stretches
/// that are looked at overlap: a set for each of them took a sixth of the time of an alignment.
#[derive(Debug, Default)]
pub(super) struct NearPairs {
    /// Where the places of each hash begin, and the end of the last.
    starts: Vec<u32>,
    /// The place of the first word, times the distance, plus how much further than 1 the second is; in order for each hash.
    places: Vec<u32>,
    shift: u32,
}

impl NearPairs {
    pub fn new(numbers: &[u32]) -> Self {
        let bits = (numbers.len() * NEIGHBOUR_DISTANCE).max(2).next_power_of_two().ilog2();
        let mut pairs = NearPairs { starts: vec![0; (1 << bits) + 1], places: Vec::new(), shift: 64 - bits };
        let mut hashes = Vec::with_capacity(numbers.len() * NEIGHBOUR_DISTANCE);
        for at in 0..numbers.len() {
            for further in 0..NEIGHBOUR_DISTANCE {
                if let Some(&other) = numbers.get(at + 1 + further) {
                    let hash = pairs.hash(numbers[at], other);
                    pairs.starts[hash] += 1;
                    hashes.push((hash as u32, (at * NEIGHBOUR_DISTANCE + further) as u32));
                }
            }
        }
        // Each start is moved to the end of its hash, and back to its beginning as the places are filled in.
        let mut end = 0;
        for start in &mut pairs.starts {
            end += *start;
            *start = end;
        }
        pairs.places = vec![0; hashes.len()];
        for &(hash, place) in hashes.iter().rev() {
            let at = &mut pairs.starts[hash as usize];
            *at -= 1;
            pairs.places[*at as usize] = place;
        }
        pairs
    }

    /// Whether two words are neighbours somewhere in the stretch; `numbers` are those of the whole document.
    pub fn contains(&self, numbers: &[u32], stretch: &Range<usize>, one: u32, two: u32) -> bool {
        let hash = self.hash(one, two);
        let places = &self.places[self.starts[hash] as usize..self.starts[hash + 1] as usize];
        let first = places.partition_point(|&place| (place as usize) < stretch.start * NEIGHBOUR_DISTANCE);
        for &place in &places[first..] {
            let at = place as usize / NEIGHBOUR_DISTANCE;
            let other = at + 1 + place as usize % NEIGHBOUR_DISTANCE;
            if at >= stretch.end {
                return false;
            }
            let found = (numbers[at], numbers[other]);
            if other < stretch.end && (found == (one, two) || found == (two, one)) {
                return true;
            }
        }
        false
    }

    fn hash(&self, one: u32, two: u32) -> usize {
        let pair = u64::from(one.min(two)) << 32 | u64::from(one.max(two));
        let mixed = (pair ^ (pair >> 29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed ^ (mixed >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    proptest! {
        /// A set of the pairs of a stretch says the same.
        #[test]
        fn pairs_of_a_stretch_are_found(numbers in prop::collection::vec(0u32..9, 0..60), from in 0usize..60, length in 0usize..60) {
            let stretch = from.min(numbers.len())..(from + length).min(numbers.len());
            let own = &numbers[stretch.clone()];
            let mut near = HashSet::new();
            for (at, &one) in own.iter().enumerate() {
                near.extend(own[at + 1..].iter().take(NEIGHBOUR_DISTANCE).map(|&two| (one.min(two), one.max(two))));
            }
            let pairs = NearPairs::new(&numbers);
            for one in 0..9 {
                for two in 0..9 {
                    let expected = near.contains(&(one.min(two), one.max(two)));
                    prop_assert_eq!(pairs.contains(&numbers, &stretch, one, two), expected);
                }
            }
        }
    }
}
