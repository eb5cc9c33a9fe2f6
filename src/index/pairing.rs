//! New units paired with stored ones: by sorted keys, each looked up from where the last one was found.

/// Keys with their units, sorted by key and then by unit.
#[derive(Clone, Copy, Debug, Default)]
pub struct SortedKeys<'a> {
    /// The keys, the lowest first; a key that several units have is there several times.
    pub keys: &'a [u64],
    /// The unit of each key.
    pub units: &'a [u32],
}

impl<'a> SortedKeys<'a> {
    /// The units of a key, and where its rows end; `from` is a row that is not behind the first of them.
    fn find_units(&self, key: u64, from: usize) -> (&'a [u32], usize) {
        let start = from + skip_lower(&self.keys[from..], key);
        let count = self.keys[start..].iter().take_while(|&&each| each == key).count();
        (&self.units[start..start + count], start + count)
    }
}

/// How many of the sorted `keys` are lower than `key`, by steps that double: the cost grows with the logarithm of the result.
fn skip_lower(keys: &[u64], key: u64) -> usize {
    let mut step = 1;
    while step < keys.len() && keys[step] < key {
        step *= 2;
    }
    let first = step / 2;
    let last = keys.len().min(step + 1);
    first + keys[first..last].partition_point(|&each| each < key)
}

/// Emits every pair of a new unit with a stored or another new one that has the same key; the stored one comes first, of
/// two new ones the lower.
///
/// A key that more than `crowd` units have makes no pairs: it is given to `crowded`.
/// New `[(5, 8), (5, 9)]`, stored `[(5, 1), (6, 2)]` -> `(1, 8) (1, 9) (8, 9)`
pub fn pair_new_units(
    new: SortedKeys<'_>,
    stored: &[SortedKeys<'_>],
    crowd: usize,
    emit: &mut impl FnMut(u32, u32),
    crowded: &mut impl FnMut(u64),
) {
    let mut places = vec![0; stored.len()];
    let mut known: Vec<u32> = Vec::new();
    let mut start = 0;
    for run in new.keys.chunk_by(u64::eq) {
        let units = &new.units[start..start + run.len()];
        start += run.len();
        known.clear();
        for (keys, place) in stored.iter().zip(&mut places) {
            let (found, end) = keys.find_units(run[0], *place);
            known.extend_from_slice(found);
            *place = end;
        }
        if known.len() + units.len() > crowd {
            crowded(run[0]);
            continue;
        }
        for (at, &unit) in units.iter().enumerate() {
            known.iter().chain(&units[..at]).for_each(|&other| emit(other, unit));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn find_pairs(new: &[(u64, u32)], stored: &[Vec<(u64, u32)>], crowd: usize) -> (BTreeSet<(u32, u32)>, Vec<u64>) {
        let split = |rows: &[(u64, u32)]| -> (Vec<u64>, Vec<u32>) { rows.iter().copied().unzip() };
        let held: Vec<(Vec<u64>, Vec<u32>)> = stored.iter().map(|rows| split(rows)).collect();
        let sorted: Vec<SortedKeys<'_>> = held.iter().map(|(keys, units)| SortedKeys { keys, units }).collect();
        let (keys, units) = split(new);
        let (mut pairs, mut crowds) = (BTreeSet::new(), Vec::new());
        pair_new_units(
            SortedKeys { keys: &keys, units: &units },
            &sorted,
            crowd,
            &mut |left, right| {
                pairs.insert((left, right));
            },
            &mut |key| crowds.push(key),
        );
        (pairs, crowds)
    }

    #[test]
    fn new_units_meet_stored_ones_and_each_other() {
        let (pairs, crowds) = find_pairs(&[(5, 8), (5, 9)], &[vec![(5, 1), (6, 2)]], 10);
        assert_eq!(pairs, BTreeSet::from([(1, 8), (1, 9), (8, 9)]));
        assert!(crowds.is_empty());
    }

    #[test]
    fn a_crowded_key_is_named_and_makes_no_pairs() {
        let (pairs, crowds) = find_pairs(&[(5, 8), (6, 8)], &[vec![(5, 1), (5, 2), (6, 2)]], 2);
        assert_eq!(pairs, BTreeSet::from([(2, 8)]));
        assert_eq!(crowds, [5]);
    }

    proptest! {
        #[test]
        fn the_pairs_are_those_of_a_plain_search(
            stored in prop::collection::vec(prop::collection::btree_set((0..40u64, 0..20u32), 0..60), 0..4),
            new in prop::collection::btree_set((0..40u64, 100..110u32), 0..40),
            crowd in 0..8usize,
        ) {
            let stored: Vec<Vec<(u64, u32)>> =
                stored.iter().enumerate().map(|(at, rows)| rows.iter().map(|&(key, unit)| (key, unit + 20 * at as u32)).collect()).collect();
            let new: Vec<(u64, u32)> = new.into_iter().collect();
            let (mut pairs, mut crowds) = (BTreeSet::new(), Vec::new());
            for key in 0..40 {
                let known: Vec<u32> = stored.iter().flatten().filter(|row| row.0 == key).map(|row| row.1).collect();
                let own: Vec<u32> = new.iter().filter(|row| row.0 == key).map(|row| row.1).collect();
                if own.is_empty() {
                    continue;
                }
                if known.len() + own.len() > crowd {
                    crowds.push(key);
                    continue;
                }
                for (at, &unit) in own.iter().enumerate() {
                    pairs.extend(known.iter().chain(&own[..at]).map(|&other| (other, unit)));
                }
            }
            prop_assert_eq!(find_pairs(&new, &stored, crowd), (pairs, crowds));
        }
    }
}
