//! Where a text has each of its runs of letters, looked up for every run of many other texts: nearly all are not there.

/// Bits of the filter for each run: with so many, one run in sixteen of an unrelated text is looked up in vain.
const BITS_PER_GRAM: usize = 16;
/// The place of a run that the text has more than once.
const REPEATED: u32 = u32::MAX;
const FREE: u32 = u32::MAX - 1;

/// The places of the runs of letters that a text has once, by their hash.
#[derive(Debug)]
pub(super) struct GramPlaces {
    /// A bit for each hash that is there: it answers most questions, and stays in the cache.
    filter: Vec<u64>,
    /// Hashes with their places, each in the first free slot at or after its own.
    slots: Vec<(u64, u32)>,
    shift: u32,
}

impl GramPlaces {
    /// The places of these hashes, which come in the order of the text; `most` is how many there may be.
    pub fn new(most: usize, hashes: impl Iterator<Item = u64>) -> GramPlaces {
        let slots = (2 * most).max(2).next_power_of_two();
        let mut places = GramPlaces {
            filter: vec![0; (slots * BITS_PER_GRAM / 2).div_ceil(64)],
            slots: vec![(0, FREE); slots],
            shift: 64 - slots.ilog2(),
        };
        for (at, hash) in (0u32..).zip(hashes.take(most)) {
            let (word, bit) = places.find_bit(hash);
            places.filter[word] |= bit;
            let slot = places.find_slot(hash);
            places.slots[slot] = match places.slots[slot].1 {
                FREE => (hash, at),
                _ => (hash, REPEATED),
            };
        }
        places
    }

    /// The place of a hash that the text has once.
    pub fn find(&self, hash: u64) -> Option<u32> {
        let (word, bit) = self.find_bit(hash);
        if self.filter[word] & bit == 0 {
            return None;
        }
        Some(self.slots[self.find_slot(hash)].1).filter(|&place| place < FREE)
    }

    fn find_bit(&self, hash: u64) -> (usize, u64) {
        let bit = (mix(hash) >> 6) as usize & (self.filter.len() * 64 - 1);
        (bit / 64, 1 << (bit % 64))
    }

    /// The slot that has a hash, or the free one where it would be. At most half of them are taken.
    fn find_slot(&self, hash: u64) -> usize {
        let mut at = (mix(hash) >> self.shift) as usize;
        while self.slots[at].1 != FREE && self.slots[at].0 != hash {
            at = (at + 1) & (self.slots.len() - 1);
        }
        at
    }
}

/// Spreads a hash over all bits: the lowest of a rolling one depend on few bits of the letters.
fn mix(hash: u64) -> u64 {
    (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    proptest! {
        /// A plain map says the same.
        #[test]
        fn places_are_those_of_a_map(hashes in prop::collection::vec(0u64..40, 0..60), asked in 0u64..50) {
            let mut known: HashMap<u64, u32> = HashMap::new();
            for (at, &hash) in (0u32..).zip(&hashes) {
                known.entry(hash).and_modify(|place| *place = REPEATED).or_insert(at);
            }
            let places = GramPlaces::new(hashes.len(), hashes.iter().copied());
            let expected = known.get(&asked).copied().filter(|&place| place != REPEATED);
            prop_assert_eq!(places.find(asked), expected);
        }
    }
}
