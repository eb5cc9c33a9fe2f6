use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

/// A key with this number in the half that is stored, and another in the rest.
fn build_key(half: u64, rest: u64) -> u64 {
    half << 32 | rest
}

struct Packed {
    first_unit: u32,
    starts: Vec<u32>,
    parts: Vec<PackedColumns>,
}

/// Rows packed as if `keys` of them and `units` were to come, a few in each part.
fn pack_rows(rows: &[(u64, u32)], first_unit: u32, units: usize, keys: usize) -> Packed {
    let mut packer = KeyPacker::new(first_unit, units, keys);
    let parts = rows.chunks(3).map(|part| packer.pack(part.iter().map(|&(key, unit)| (cut_key(key), unit)))).collect();
    Packed { first_unit, starts: packer.finish(), parts }
}

impl Packed {
    fn open(&self) -> PackedKeys<'_> {
        let parts = self.parts.iter().map(|part| PackedRows {
            halves: if self.starts.is_empty() {
                Halves::Whole(&part.whole_halves)
            } else {
                Halves::Lower(&part.lower_halves)
            },
            lower_units: &part.lower_units,
            upper_units: match (part.upper_bytes.is_empty(), part.upper_words.is_empty()) {
                (true, true) => UpperUnits::None,
                (false, _) => UpperUnits::Bytes(&part.upper_bytes),
                (true, false) => UpperUnits::Words(&part.upper_words),
            },
        });
        PackedKeys::new(self.first_unit, &self.starts, parts).unwrap()
    }
}

#[test]
fn new_units_meet_stored_ones_and_each_other() {
    let stored = pack_rows(&[(build_key(5, 0), 1), (build_key(6, 0), 2)], 0, 9, 9);
    let keys = [build_key(5, 0); 2];
    let mut pairs = Vec::new();
    let new = SortedKeys { keys: &keys, units: &[8, 9] };
    let paired = pair_new_units(new, &[stored.open()], &[], 10, &mut |left, right| pairs.push((left, right)));
    assert_eq!(pairs, [(1, 8), (1, 9), (8, 9)]);
    assert_eq!(paired, PairedKeys::default());
}

#[test]
fn keys_that_may_be_crowded_are_decided_by_whole_keys() {
    let stored = pack_rows(&[(build_key(5, 1), 1), (build_key(5, 2), 2)], 0, 9, 9);
    let keys = [build_key(5, 1)];
    let new = SortedKeys { keys: &keys, units: &[8] };
    let paired = pair_new_units(new, &[stored.open()], &[], 2, &mut |_, _| panic!("no pair is sure"));
    assert_eq!(paired.doubtful, [(keys[0], 1), (keys[0], 2)]);
    let mut pairs = Vec::new();
    let whole = SortedKeys { keys: &[build_key(5, 1), build_key(5, 1), build_key(5, 2)], units: &[1, 8, 2] };
    assert!(pair_whole_keys(whole, 8, 2, &mut |left, right| pairs.push((left, right))).is_empty());
    assert_eq!(pairs, [(1, 8)]);
    assert_eq!(pair_whole_keys(whole, 8, 1, &mut |_, _| ()), [build_key(5, 1)]);
    assert!(pair_new_units(new, &[stored.open()], &keys, 9, &mut |_, _| panic!("known")).doubtful.is_empty());
}

#[test]
fn columns_that_do_not_fit_together_are_no_keys() {
    let rows = PackedRows { halves: Halves::Lower(&[1]), lower_units: &[1], upper_units: UpperUnits::None };
    assert!(PackedKeys::new(0, &[], [rows]).is_none());
    assert!(PackedKeys::new(0, &[0, 1], [rows]).is_none());
}

proptest! {
    #[test]
    fn packed_keys_are_found_and_merged(
        runs in prop::collection::vec(prop::collection::btree_set((0..40u64, 0..4u64, 0..20u32), 0..60), 1..4),
        scale in prop::sample::select(vec![1u64, 0x0101_0101]),
        keys in prop::sample::select(vec![9usize, 1 << 20]),
        units in prop::sample::select(vec![1usize << 16, 1 << 20, 1 << 28]),
    ) {
        let rows: Vec<Vec<(u64, u32)>> = runs
            .iter()
            .enumerate()
            .map(|(at, run)| run.iter().map(|&(half, rest, unit)| (build_key(half * scale, rest), unit + 1000 * at as u32)).collect())
            .collect();
        let packed: Vec<Packed> =
            rows.iter().enumerate().map(|(at, run)| pack_rows(run, 1000 * at as u32, units, keys)).collect();
        let opened: Vec<PackedKeys<'_>> = packed.iter().map(Packed::open).collect();
        for half in (0..40).map(|half| (half * scale) as u32) {
            let mut found = Vec::new();
            opened.iter().for_each(|keys| keys.find_units(half, |unit| found.push(unit)));
            let expected: Vec<u32> = rows.iter().flatten().filter(|row| cut_key(row.0) == half).map(|row| row.1).collect();
            prop_assert_eq!(found, expected);
        }
        let cuts = [0, 5, 6, 40, 0x1_0000];
        let merged: Vec<(u32, u32)> = cuts
            .windows(2)
            .flat_map(|cut| merge_keys(&opened, cut[0]..cut[1], |unit| (unit % 7 > 0).then_some(unit + 1)))
            .collect();
        let mut expected: Vec<(u32, u32)> = rows
            .iter()
            .flatten()
            .filter(|row| row.1 % 7 > 0)
            .map(|&(key, unit)| (cut_key(key), unit + 1))
            .collect();
        expected.sort_unstable();
        prop_assert_eq!(merged, expected);
    }

    /// Pairs of packed keys, of which those that share no whole key are dropped, are those of a plain search.
    #[test]
    fn the_pairs_are_those_of_a_plain_search(
        stored in prop::collection::btree_set((0..10u64, 0..3u64, 0..20u32), 0..60),
        new in prop::collection::btree_set((0..10u64, 0..3u64, 100..110u32), 0..40),
        crowd in 1..8usize,
    ) {
        let build = |rows: &BTreeSet<(u64, u64, u32)>| -> Vec<(u64, u32)> {
            rows.iter().map(|&(half, rest, unit)| (build_key(half, rest), unit)).collect()
        };
        let (stored, new) = (build(&stored), build(&new));
        let packed = pack_rows(&stored, 0, 9, 9);
        let (keys, units): (Vec<u64>, Vec<u32>) = new.iter().copied().unzip();
        let (mut pairs, mut expected) = (BTreeSet::new(), BTreeSet::new());
        let paired = pair_new_units(SortedKeys { keys: &keys, units: &units }, &[packed.open()], &[], crowd, &mut |left, right| {
            pairs.insert((left, right));
        });
        let doubted: BTreeSet<u64> = paired.doubtful.iter().map(|row| row.0).collect();
        let mut whole: Vec<(u64, u32)> =
            stored.iter().chain(&new).filter(|row| doubted.contains(&row.0)).copied().collect();
        whole.sort_unstable();
        let (keys, units): (Vec<u64>, Vec<u32>) = whole.into_iter().unzip();
        let mut crowded = pair_whole_keys(SortedKeys { keys: &keys, units: &units }, 100, crowd, &mut |left, right| {
            pairs.insert((left, right));
        });
        crowded.extend(&paired.crowded);
        crowded.sort_unstable();
        let mut expected_crowds = Vec::new();
        for key in new.iter().map(|row| row.0).collect::<BTreeSet<_>>() {
            let find = |rows: &[(u64, u32)]| rows.iter().filter(|row| row.0 == key).map(|row| row.1).collect::<Vec<u32>>();
            let (known, own) = (find(&stored), find(&new));
            if known.len() + own.len() > crowd {
                expected_crowds.push(key);
                continue;
            }
            for (at, &unit) in own.iter().enumerate() {
                expected.extend(known.iter().chain(&own[..at]).map(|&other| (other, unit)));
            }
        }
        let share = |left: u32, right: u32| {
            let keys_of = |unit: u32| stored.iter().chain(&new).filter(move |row| row.1 == unit).map(|row| row.0);
            keys_of(left).any(|key| !expected_crowds.contains(&key) && keys_of(right).any(|other| other == key))
        };
        pairs.retain(|&(left, right)| share(left, right));
        prop_assert_eq!((pairs, crowded), (expected, expected_crowds.clone()));
    }
}
