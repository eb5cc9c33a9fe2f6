//! Distinct hashes, numbered in the order in which they came.
//!
//! By hand because it holds a hundred values, is cleared a million times a second, and its values are hashes already.

/// A set of hashes that is emptied by counting one up.
#[derive(Debug, Default)]
pub(crate) struct DistinctHashes {
    /// A value, the round it was put in, and its number.
    slots: Vec<(u64, u32, u32)>,
    round: u32,
    count: u32,
}

impl DistinctHashes {
    /// Empties it, with room for `most` values; where there are more, it grows.
    pub(crate) fn clear(&mut self, most: usize) {
        let room = (2 * most).next_power_of_two().max(64);
        if self.slots.len() < room || self.round == u32::MAX {
            self.slots = vec![(0, 0, 0); room.max(self.slots.len())];
            self.round = 0;
        }
        self.round += 1;
        self.count = 0;
    }

    /// How many there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.count as usize
    }

    /// The slot of the value, or the free one where it would stand; then the number, if it has one.
    #[inline]
    fn slot(&self, value: u64) -> (usize, Option<u32>) {
        let mask = self.slots.len() - 1;
        let mut at = value as usize & mask;
        loop {
            let (there, round, number) = self.slots[at];
            if round != self.round {
                return (at, None);
            }
            if there == value {
                return (at, Some(number));
            }
            at = (at + 1) & mask;
        }
    }

    /// The number of the value, which it has from now on; and whether it is new.
    #[inline]
    pub(crate) fn number(&mut self, value: u64) -> (u32, bool) {
        if 2 * self.len() >= self.slots.len() {
            self.grow();
        }
        let (at, number) = self.slot(value);
        if let Some(number) = number {
            return (number, false);
        }
        let number = self.count;
        self.slots[at] = (value, self.round, number);
        self.count += 1;
        (number, true)
    }

    #[cold]
    fn grow(&mut self) {
        let room = (2 * self.slots.len()).max(64);
        let before = std::mem::replace(&mut self.slots, vec![(0, 0, 0); room]);
        let round = std::mem::replace(&mut self.round, 1);
        for (value, _, number) in before.into_iter().filter(|slot| slot.1 == round && round > 0) {
            let (at, _) = self.slot(value);
            self.slots[at] = (value, 1, number);
        }
    }

    /// Whether the value is new.
    #[inline]
    pub(crate) fn insert(&mut self, value: u64) -> bool {
        self.number(value).1
    }

    /// Whether the value is there. Something must have been cleared or put in before.
    #[inline]
    pub(crate) fn contains(&self, value: u64) -> bool {
        self.slot(value).1.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_value_keeps_its_number_until_it_is_cleared(
            rounds in prop::collection::vec((prop::collection::vec(0..300u64, 0..400), 0..80usize), 1..5)
        ) {
            let mut distinct = DistinctHashes::default();
            for (values, room) in rounds {
                distinct.clear(room);
                let mut order = Vec::new();
                for value in values {
                    // Many meet in the same slots.
                    let value = value << 6;
                    let known = order.iter().position(|&each| each == value);
                    prop_assert_eq!(distinct.contains(value), known.is_some());
                    prop_assert_eq!(distinct.number(value), (known.unwrap_or(order.len()) as u32, known.is_none()));
                    if known.is_none() {
                        order.push(value);
                    }
                    prop_assert_eq!(distinct.len(), order.len());
                }
            }
        }
    }
}
