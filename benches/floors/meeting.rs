//! Keys brought together: sorted by the standard library, and grouped by parts that fit the cache.

use crate::clock::{Done, Limit, limit, timed};
use crate::settings::{Result, Settings};
use std::hint::black_box;

/// Rows of a part: they and their table stay in the second cache.
const PART_ROWS: usize = 1 << 14;
/// More parts than this are slower to scatter to.
const MOST_BITS: u32 = 11;

/// Keys of different bands never meet, so that a thread takes the bands whose number is its own.
pub fn limits(keys: &[u64], settings: &Settings) -> Result<Vec<Limit>> {
    let of_thread = |thread: usize, threads: usize| -> Vec<u64> {
        let own = |at: usize| at % settings.bands % threads == thread;
        keys.iter().enumerate().filter(|(at, _)| own(*at)).map(|(_, key)| *key).collect()
    };
    Ok(vec![
        limit("sort", "keys", keys.len(), settings.threads, |at, of| Ok(sort(of_thread(at, of))))?,
        limit("group", "keys", keys.len(), settings.threads, |at, of| Ok(group(&of_thread(at, of))))?,
    ])
}

fn sort(mut keys: Vec<u64>) -> Done {
    let (done, ()) = timed(keys.len(), || keys.sort_unstable());
    black_box(&keys);
    done
}

fn group(keys: &[u64]) -> Done {
    let (done, pairs) = timed(keys.len(), || neighbours(keys));
    black_box(pairs);
    done
}

/// How many rows have a key that a row before them had: scattered by the high bits, then a small table for each part.
fn neighbours(keys: &[u64]) -> usize {
    let bits = (keys.len() / PART_ROWS).max(1).ilog2().clamp(1, MOST_BITS);
    let (rows, ends) = scattered(keys, bits);
    let mut table = Vec::new();
    let mut found = 0;
    let mut start = 0;
    for end in ends {
        found += met(&rows[start..end], bits, &mut table);
        start = end;
    }
    found
}

/// The rows, each a key and the number of its place, part after part, and where each part ends.
fn scattered(keys: &[u64], bits: u32) -> (Vec<(u64, u32)>, Vec<usize>) {
    let mut places = vec![0; 1 << bits];
    let part = |key: u64| (key >> (64 - bits)) as usize;
    keys.iter().for_each(|&key| places[part(key)] += 1);
    let mut sum = 0;
    for place in &mut places {
        (*place, sum) = (sum, sum + *place);
    }
    let mut rows = vec![(0, 0); keys.len()];
    for (at, &key) in keys.iter().enumerate() {
        let place = &mut places[part(key)];
        rows[*place] = (key, at as u32);
        *place += 1;
    }
    (rows, places)
}

/// Rows of a part whose key is in the table already. An entry is the number of a row, from 1; 0 is free.
fn met(rows: &[(u64, u32)], bits: u32, table: &mut Vec<u32>) -> usize {
    let width = (2 * rows.len()).next_power_of_two().ilog2().max(1);
    table.clear();
    table.resize(1 << width, 0);
    let mut found = 0;
    for (at, &(key, _)) in rows.iter().enumerate() {
        let mut slot = ((key << bits) >> (64 - width)) as usize;
        while table[slot] != 0 && rows[table[slot] as usize - 1].0 != key {
            slot = (slot + 1) % table.len();
        }
        found += usize::from(table[slot] != 0);
        table[slot] = at as u32 + 1;
    }
    found
}
