//! From a key to the number of its row: nothing at all where keys count 0, 1, 2, ..., else sixteen bytes a key.
//!
//! By hand, because a `HashMap<u64, u32>` takes 17 bytes a slot and doubles: up to 39 a key, and 58 while it grows.

use super::block::invalid_input_error;
use std::io;

/// A slot without a row.
const FREE_SLOT: u32 = u32::MAX;

/// Takes the keys of rows that are numbered 0, 1, ... as they come.
#[derive(Debug, Default)]
pub struct Lookup {
    /// So many keys counted 0, 1, 2, ... from the start.
    counted: u64,
    /// All keys, once one of them did not.
    keys: Vec<u64>,
}

impl Lookup {
    /// Without keys.
    pub fn new() -> Self {
        Lookup::default()
    }

    /// Adds the keys of the next rows.
    pub fn push(&mut self, keys: &[u64]) {
        let mut rest = keys;
        if self.keys.is_empty() {
            let counting = keys.iter().zip(self.counted..).take_while(|&(&key, number)| key == number).count();
            self.counted += counting as u64;
            rest = &keys[counting..];
            if !rest.is_empty() {
                self.keys.extend(0..self.counted);
            }
        }
        self.keys.extend_from_slice(rest);
    }

    /// The table, ready to be asked. An error where there are more rows than numbers.
    pub fn finish(mut self) -> io::Result<KeyTable> {
        if self.counted.max(self.keys.len() as u64) >= u64::from(FREE_SLOT) {
            return Err(invalid_input_error("a lookup holds less than 4,294,967,295 keys"));
        }
        self.keys.shrink_to_fit();
        let mut found = KeyTable {
            counted: self.counted,
            slots: vec![FREE_SLOT; self.keys.len() * 2],
            keys: self.keys,
            duplicates: 0,
        };
        for row in 0..found.keys.len() {
            found.insert_row(row);
        }
        Ok(found)
    }
}

/// Finds rows by their key.
#[derive(Debug)]
pub struct KeyTable {
    counted: u64,
    keys: Vec<u64>,
    /// Numbers of rows, each where its key points or in the next free slot; half of the slots are free.
    slots: Vec<u32>,
    duplicates: usize,
}

impl KeyTable {
    fn insert_row(&mut self, row: usize) {
        let slot = self.find_slot(self.keys[row]);
        if self.slots[slot] == FREE_SLOT {
            self.slots[slot] = row as u32;
        } else {
            self.duplicates += 1;
        }
    }

    /// The slot that has the key, or the one where it would go.
    #[inline]
    fn find_slot(&self, key: u64) -> usize {
        let mut slot = ((u128::from(mix_key(key)) * self.slots.len() as u128) >> 64) as usize;
        while self.slots[slot] != FREE_SLOT && self.keys[self.slots[slot] as usize] != key {
            slot += 1;
            if slot == self.slots.len() {
                slot = 0;
            }
        }
        slot
    }

    /// The number of the first row that came with this key.
    #[inline]
    pub fn find(&self, key: u64) -> Option<u32> {
        if self.slots.is_empty() {
            return (key < self.counted).then_some(key as u32);
        }
        let row = self.slots[self.find_slot(key)];
        (row != FREE_SLOT).then_some(row)
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.keys.len().max(self.counted as usize)
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many rows came with a key that was there already.
    pub fn count_duplicates(&self) -> usize {
        self.duplicates
    }

    /// What the table takes.
    pub fn memory_bytes(&self) -> usize {
        self.keys.capacity() * size_of::<u64>() + self.slots.capacity() * size_of::<u32>()
    }
}

/// Spreads keys that count or share bits: the two halves of a long product, folded.
#[inline]
fn mix_key(key: u64) -> u64 {
    let product = u128::from(key ^ 0x2545_f491_4f6c_dd1d) * 0x9e37_79b9_7f4a_7c15;
    (product >> 64) as u64 ^ product as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    proptest! {
        #[test]
        fn the_first_row_of_a_key_is_found(
            start in prop_oneof![Just(0), 0..60u64],
            keys in prop::collection::vec(prop_oneof![0..50u64, any::<u64>()], 0..200),
            push in 1..50usize,
        ) {
            let keys: Vec<u64> = (0..start).chain(keys).collect();
            let mut lookup = Lookup::new();
            keys.chunks(push).for_each(|keys| lookup.push(keys));
            let found = lookup.finish()?;
            let mut expected = HashMap::new();
            for (row, &key) in keys.iter().enumerate() {
                expected.entry(key).or_insert(row as u32);
            }
            prop_assert_eq!(found.len(), keys.len());
            prop_assert_eq!(found.count_duplicates(), keys.len() - expected.len());
            for key in keys.iter().copied().chain(0..100).chain([u64::MAX, u64::MAX - 1]) {
                prop_assert_eq!(found.find(key), expected.get(&key).copied());
            }
        }
    }

    #[test]
    fn keys_that_count_take_no_memory() -> io::Result<()> {
        let mut lookup = Lookup::new();
        lookup.push(&(0..600).collect::<Vec<u64>>());
        lookup.push(&(600..1000).collect::<Vec<u64>>());
        let found = lookup.finish()?;
        assert_eq!((found.memory_bytes(), found.len(), found.count_duplicates()), (0, 1000, 0));
        assert_eq!((found.find(999), found.find(1000)), (Some(999), None));
        Ok(())
    }

    #[test]
    fn other_keys_take_sixteen_bytes_each() -> io::Result<()> {
        for step in [2, 1 << 20, 1 << 44] {
            let mut lookup = Lookup::new();
            lookup.push(&(0..10_000).map(|at| at * step).collect::<Vec<u64>>());
            let found = lookup.finish()?;
            assert_eq!(found.memory_bytes(), 160_000);
            assert_eq!((found.find(9999 * step), found.find(step + 1)), (Some(9999), None));
        }
        Ok(())
    }

    #[test]
    fn without_keys_nothing_is_found() -> io::Result<()> {
        assert_eq!(Lookup::new().finish()?.find(0), None);
        Ok(())
    }
}
