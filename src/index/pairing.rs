//! New units paired with stored ones: by sorted keys, each looked up in what is stored.

use super::packed::{PackedKeys, cut_key};

/// Keys with their units, sorted by key and then by unit.
#[derive(Clone, Copy, Debug, Default)]
pub struct SortedKeys<'a> {
    /// The keys, the lowest first; a key that several units have is there several times.
    pub keys: &'a [u64],
    /// The unit of each key.
    pub units: &'a [u32],
}

/// What comes of keys, besides pairs.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PairedKeys {
    /// Keys that more units have than are all compared.
    pub crowded: Vec<u64>,
    /// Keys that may be crowded, with the stored units that may have them: only whole keys tell.
    pub doubtful: Vec<(u64, u32)>,
}

/// Emits every pair of a new unit with a stored or another new one that may have the same key; the stored one comes
/// first, of two new ones the lower.
///
/// A key that more than `crowd` units have makes no pairs, nor does one of `known_crowds`, which are sorted.
/// New `[(5, 8), (5, 9)]`, stored `[(5, 1), (6, 2)]` -> `(1, 8) (1, 9) (8, 9)`
pub fn pair_new_units(
    new: SortedKeys<'_>,
    stored: &[PackedKeys<'_>],
    known_crowds: &[u64],
    crowd: usize,
    emit: &mut (impl FnMut(u32, u32) + ?Sized),
) -> PairedKeys {
    let mut paired = PairedKeys::default();
    let mut known: Vec<u32> = Vec::new();
    let mut start = 0;
    for run in new.keys.chunk_by(u64::eq) {
        let (key, units) = (run[0], &new.units[start..start + run.len()]);
        start += run.len();
        if known_crowds.binary_search(&key).is_ok() {
            continue;
        }
        known.clear();
        stored.iter().for_each(|keys| keys.find_units(cut_key(key), |unit| known.push(unit)));
        if units.len() > crowd {
            paired.crowded.push(key);
        } else if known.len() + units.len() > crowd {
            paired.doubtful.extend(known.iter().map(|&unit| (key, unit)));
        } else {
            for (at, &unit) in units.iter().enumerate() {
                known.iter().chain(&units[..at]).for_each(|&other| emit(other, unit));
            }
        }
    }
    paired
}

/// Emits every pair of units that have the same key, of which one is `first_new` or later; returns the crowded keys.
pub fn pair_whole_keys(
    rows: SortedKeys<'_>,
    first_new: u32,
    crowd: usize,
    emit: &mut (impl FnMut(u32, u32) + ?Sized),
) -> Vec<u64> {
    let mut crowded = Vec::new();
    let mut start = 0;
    for run in rows.keys.chunk_by(u64::eq) {
        let units = &rows.units[start..start + run.len()];
        start += run.len();
        if units.len() > crowd {
            crowded.push(run[0]);
            continue;
        }
        for (at, &unit) in units.iter().enumerate().filter(|(_, unit)| **unit >= first_new) {
            units[..at].iter().for_each(|&other| emit(other, unit));
        }
    }
    crowded
}
