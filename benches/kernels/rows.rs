//! Rows of a table as bytes: sorted, kept by number, looked up.
//!
//! By the clock, because several threads work: on a machine with nothing else to do.

use std::io;
use std::time::Instant;
use twicetold::rows::{Block, Lookup, Sorter, Store};

const ROWS: u64 = 3_000_000;

/// Row `at` of a made-up table: a key of sixteen mixed bytes, and about 134 behind it.
fn push_row(block: &mut Block, at: u64) -> io::Result<()> {
    let mut row = [0x61; 182];
    row[..8].copy_from_slice(&mixed(at).to_be_bytes());
    row[8..16].copy_from_slice(&mixed(at ^ 0x5555).to_be_bytes());
    block.push(&row[..118 + (at % 65) as usize], 16)
}

fn mixed(number: u64) -> u64 {
    let mixed = (number ^ (number >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

fn blocks() -> io::Result<Vec<Block>> {
    let mut blocks = Vec::new();
    for start in (0..ROWS).step_by(1 << 16) {
        let mut block = Block::default();
        (start..ROWS.min(start + (1 << 16))).try_for_each(|at| push_row(&mut block, at))?;
        blocks.push(block);
    }
    Ok(blocks)
}

/// The most memory this process ever held.
fn most_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    line.map(|line| line.split_whitespace().skip(1).collect::<Vec<_>>().join(" ")).unwrap_or_default()
}

fn drain(sorter: Sorter, batch_bytes: usize) -> io::Result<(usize, f64)> {
    let start = Instant::now();
    let mut sorted = sorter.finish()?;
    let finished = start.elapsed().as_secs_f64();
    let mut rows = 0;
    while let Some(batch) = sorted.next_batch(batch_bytes)? {
        rows += batch.len();
    }
    Ok((rows, finished))
}

/// Seconds for three million rows.
pub fn measure() -> io::Result<()> {
    sort_in_memory()?;
    sort_with_100_mb()?;
    read_by_number()?;
    look_up()
}

fn sort_in_memory() -> io::Result<()> {
    for threads in [1, 2] {
        let folder = tempfile::tempdir()?;
        let blocks = blocks()?;
        let start = Instant::now();
        let mut sorter = Sorter::new(4 << 30, folder.path(), threads);
        blocks.into_iter().try_for_each(|block| sorter.push(block))?;
        let pushed = start.elapsed().as_secs_f64();
        let (rows, finished) = drain(sorter, 16 << 20)?;
        let all = start.elapsed().as_secs_f64();
        println!("{threads} threads: {rows} rows, push {pushed:.2} s, finish {finished:.2} s, all {all:.2} s");
    }
    Ok(())
}

fn sort_with_100_mb() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let mut sorter = Sorter::new(100 << 20, folder.path(), 2);
    let start = Instant::now();
    for from in (0..ROWS).step_by(1 << 14) {
        let mut block = Block::default();
        (from..ROWS.min(from + (1 << 14))).try_for_each(|at| push_row(&mut block, at))?;
        sorter.push(block)?;
    }
    let pushed = start.elapsed().as_secs_f64();
    let (rows, finished) = drain(sorter, 8 << 20)?;
    let all = start.elapsed().as_secs_f64();
    println!("100 MB: {rows} rows, push {pushed:.2} s, finish {finished:.2} s, all {all:.2} s, held {}", most_memory());
    Ok(())
}

fn read_by_number() -> io::Result<()> {
    for memory in [4 << 30, 100 << 20] {
        let folder = tempfile::tempdir()?;
        let mut store = Store::new(memory, folder.path());
        let blocks = blocks()?;
        let start = Instant::now();
        blocks.iter().try_for_each(|block| store.push(block))?;
        let stored = store.finish()?;
        let pushed = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let asked: Vec<u32> = (0..ROWS).map(|at| (mixed(at) % ROWS) as u32).collect();
        let mut out = Block::default();
        asked.chunks(1 << 16).try_for_each(|asked| stored.read(asked, &mut out))?;
        let read = start.elapsed().as_secs_f64();
        println!("{} MB: push {pushed:.2} s, {ROWS} rows in any order {read:.2} s", memory >> 20);
    }
    Ok(())
}

fn look_up() -> io::Result<()> {
    let keys: Vec<u64> = (0..10 * ROWS).map(mixed).collect();
    let start = Instant::now();
    let mut lookup = Lookup::new();
    lookup.push(&keys);
    let found = lookup.finish()?;
    let built = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let hits = keys.iter().rev().filter(|&&key| found.find(key).is_some()).count();
    println!("{hits} keys: built {built:.2} s, found {:.2} s", start.elapsed().as_secs_f64());
    Ok(())
}
