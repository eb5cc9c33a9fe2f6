//! What the finding of candidates costs at the least: hashing shingles, their minima and grouping the keys, nothing else.
//!
//! `cargo run --release --example floor -- TEXTS THREADS bands ROWS BANDS`, or `draws` in place of `bands ROWS BANDS` for the
//! papers' settings. TEXTS has one text to a line, in normal form. Prints the seconds of each part as JSON, and as a measure of
//! the machine the seconds of copying the texts and of sorting the keys. Called by `benchmarks/floor.py`.

use std::hint::black_box;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};
use twicetold::grouping::Grouper;
use twicetold::minhash::{Scheme, Scratch};
use twicetold::shingles::characters;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

const SHINGLE: usize = 12;
/// Texts between two looks at the clock: their shingles stay in the second cache.
const BATCH: usize = 64;
/// Enough that nothing goes to disk.
const MEMORY_BYTES: usize = 16 << 30;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let usage = "floor TEXTS THREADS (draws | bands ROWS BANDS)";
    let [path, threads, kind, sizes @ ..] = arguments.as_slice() else { return Err(usage.into()) };
    let scheme = match (kind.as_str(), sizes) {
        ("draws", []) => Scheme::draws(20, 10, 10, 60, 1_123_456)?,
        ("bands", [rows, bands]) => Scheme::bands(rows.parse()?, bands.parse()?, 0)?,
        _ => return Err(usage.into()),
    };
    let data = std::fs::read_to_string(path)?;
    let texts: Vec<&str> = data.lines().collect();
    let threads = threads.parse::<usize>()?.max(1);

    let start = Instant::now();
    black_box(data.clone());
    let copy = start.elapsed();

    let (keys, hash, minhash) = keys(&texts, &scheme, threads)?;
    let (pairs, group) = group(&keys, scheme.keys_per_unit(), threads)?;
    let sort = sort(keys);
    println!(
        "{}",
        serde_json::json!({
            "scheme": arguments[2..].join(" "), "texts": texts.len(), "bytes": data.len(), "threads": threads,
            "hash_seconds": hash, "minhash_seconds": minhash, "group_seconds": group,
            "seconds": hash + minhash + group, "neighbours": pairs,
            "copy_seconds": copy.as_secs_f64(), "sort_seconds": sort,
        })
    );
    Ok(())
}

/// The keys of every text, in order, and the seconds by the clock for hashing and for minima.
///
/// The clock of the whole is shared out as the threads spent their time.
fn keys(texts: &[&str], scheme: &Scheme, threads: usize) -> Result<(Vec<u64>, f64, f64)> {
    let mut all = vec![0; texts.len() * scheme.keys_per_unit()];
    let size = texts.len().div_ceil(threads).max(1);
    let start = Instant::now();
    let spent: Vec<(Duration, Duration)> = thread::scope(|scope| {
        let parts = texts.chunks(size).zip(all.chunks_mut(size * scheme.keys_per_unit()));
        let running: Vec<_> = parts.map(|(texts, out)| scope.spawn(|| keys_of_part(texts, scheme, out))).collect();
        running
            .into_iter()
            .map(|part| part.join().map_err(|_| "a thread failed"))
            .collect::<std::result::Result<_, _>>()
    })?;
    let seconds = start.elapsed().as_secs_f64();
    let hash: f64 = spent.iter().map(|(hash, _)| hash.as_secs_f64()).sum();
    let minhash: f64 = spent.iter().map(|(_, minhash)| minhash.as_secs_f64()).sum();
    let share = hash / (hash + minhash).max(f64::MIN_POSITIVE);
    Ok((all, seconds * share, seconds * (1.0 - share)))
}

fn keys_of_part(texts: &[&str], scheme: &Scheme, out: &mut [u64]) -> (Duration, Duration) {
    let (mut shingles, mut ends, mut made) = (Vec::new(), Vec::new(), Vec::new());
    let mut scratch = Scratch::default();
    let (mut hash, mut minhash) = (Duration::ZERO, Duration::ZERO);
    for (texts, out) in texts.chunks(BATCH).zip(out.chunks_mut(BATCH * scheme.keys_per_unit())) {
        let start = Instant::now();
        shingles.clear();
        ends.clear();
        for text in texts {
            characters(text, SHINGLE, &mut shingles);
            ends.push(shingles.len());
        }
        let hashed = Instant::now();
        made.clear();
        let mut first = 0;
        for &end in &ends {
            scheme.keys(&shingles[first..end], &mut scratch, &mut made);
            first = end;
        }
        // An empty line gets no keys; the floor is of texts that have some.
        let count = made.len().min(out.len());
        out[..count].copy_from_slice(&made[..count]);
        hash += hashed - start;
        minhash += hashed.elapsed();
    }
    (hash, minhash)
}

/// How many rows have the key of the row before them, and the seconds by the clock.
///
/// Keys of different bands never meet, so that a thread takes the bands whose number is its own.
fn group(keys: &[u64], keys_per_unit: usize, threads: usize) -> Result<(usize, f64)> {
    let start = Instant::now();
    let counts: Vec<Result<usize>> = thread::scope(|scope| {
        let running: Vec<_> = (0..threads)
            .map(|thread| {
                scope.spawn(move || {
                    let bands: Vec<usize> = (thread..keys_per_unit).step_by(threads).collect();
                    group_bands(keys, keys_per_unit, &bands)
                })
            })
            .collect();
        running.into_iter().map(|part| part.join().unwrap_or_else(|_| Err("a thread failed".into()))).collect()
    });
    let pairs = counts.into_iter().sum::<Result<usize>>()?;
    Ok((pairs, start.elapsed().as_secs_f64()))
}

fn group_bands(keys: &[u64], keys_per_unit: usize, bands: &[usize]) -> Result<usize> {
    let mut grouper = Grouper::new(MEMORY_BYTES, Path::new("."), 8);
    let (mut batch, mut values) = (Vec::new(), Vec::new());
    for (first, units) in keys.chunks(keys_per_unit * 1024).enumerate() {
        batch.clear();
        values.clear();
        for (at, unit) in units.chunks_exact(keys_per_unit).enumerate() {
            batch.extend(bands.iter().map(|&band| unit[band]));
            values.extend(bands.iter().map(|_| (first * 1024 + at) as u32));
        }
        grouper.push(&batch, &values)?;
    }
    let mut groups = grouper.finish()?;
    let mut neighbours = 0;
    while let Some(piece) = groups.next_batch()? {
        neighbours += piece.rows.windows(2).filter(|pair| pair[0].0 == pair[1].0).count();
    }
    Ok(neighbours)
}

/// Seconds of the standard library's sort, on one thread, of the same keys.
fn sort(mut keys: Vec<u64>) -> f64 {
    let start = Instant::now();
    keys.sort_unstable();
    black_box(&keys);
    start.elapsed().as_secs_f64()
}
