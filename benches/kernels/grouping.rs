//! Rows grouped by key, and distinct pairs, by the clock of a thread.

use crate::clock::Clock;
use std::io;
use twicetold::grouping::{Grouper, PairSet};

const ROWS: u32 = 30_000_000;

/// Row `at` of a made-up table: a fifth of the keys are shared by two units.
fn key(at: u32) -> u64 {
    let number = u64::from(if at.is_multiple_of(5) { at / 2 } else { at });
    let mixed = (number ^ (number >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

fn group(memory_bytes: usize, name: &str) -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let mut grouper = Grouper::new(memory_bytes, folder.path(), 8);
    let values: Vec<u32> = (0..ROWS).collect();
    let keys: Vec<u64> = values.iter().map(|&value| key(value)).collect();
    let start = Clock::start();
    for (keys, values) in keys.chunks(1 << 16).zip(values.chunks(1 << 16)) {
        grouper.push(keys, values)?;
    }
    let pushed = start.seconds();
    let mut groups = grouper.finish()?;
    let (mut rows, mut shared) = (0, 0);
    while let Some(piece) = groups.next_batch()? {
        rows += piece.rows.len();
        shared += piece.rows.windows(2).filter(|pair| pair[0].0 == pair[1].0).count();
    }
    let seconds = start.seconds();
    println!(
        "{name}: {rows} rows, {shared} shared, push {pushed:.2} s, all {seconds:.2} s, {:.1} M rows/s",
        rows as f64 / seconds / 1e6
    );
    Ok(())
}

/// Rows by key, in memory and with 100 MB; then distinct pairs.
pub fn measure() -> io::Result<()> {
    group(4 << 30, "in memory")?;
    group(100 << 20, "100 MB")?;
    collect_distinct_pairs()
}

fn collect_distinct_pairs() -> io::Result<()> {
    for memory_bytes in [4 << 30, 100 << 20] {
        let folder = tempfile::tempdir()?;
        let mut set = PairSet::new(memory_bytes, folder.path(), 1);
        let start = Clock::start();
        for at in 0..ROWS {
            let left = (key(at / 3) >> 40) as u32;
            set.push(left, left + 1 + (key(at) >> 61) as u32)?;
        }
        let mut pairs = set.finish()?;
        let mut distinct = 0;
        while let Some(batch) = pairs.next_batch()? {
            distinct += batch.len();
        }
        let seconds = start.seconds();
        println!(
            "{} MB: {ROWS} pairs, {distinct} distinct, {:.1} M pairs/s",
            memory_bytes >> 20,
            f64::from(ROWS) / seconds / 1e6
        );
    }
    Ok(())
}
