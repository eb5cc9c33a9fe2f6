//! From texts to keys: hashing every window, and the least values of the hash functions.

use crate::clock::{Done, Limit, limit, timed};
use crate::settings::{Result, Settings};
use std::hint::black_box;
use std::sync::Mutex;
use twicetold::features::words;
use twicetold::minhash::{Scheme, Scratch};
use twicetold::shingles::push_character_shingles;

/// Texts between two looks at the clock: their windows stay in the second cache.
const BATCH: usize = 64;

/// The limits, and the keys of all texts, in order.
pub fn limits(texts: &[&str], settings: &Settings) -> Result<(Vec<Limit>, Vec<u64>)> {
    let scheme = Scheme::from_bands(settings.rows, settings.bands, 0)?;
    let of_characters = |text: &str, out: &mut Vec<u64>| push_character_shingles(text, settings.characters, out);
    let of_words = |text: &str, out: &mut Vec<u64>| words::push_word_shingles(text, settings.words, out);
    let (counts, threads) = ([count(texts, of_characters), count(texts, of_words)], settings.threads);
    let windows = "windows";
    let mut limits = vec![
        limit("characters", windows, counts[0], threads, |at, of| Ok(hash(part(texts, at, of), of_characters)))?,
        limit("words", windows, counts[1], threads, |at, of| Ok(hash(part(texts, at, of), of_words)))?,
    ];
    let every = Mutex::new(Vec::new());
    let updates = counts[usize::from(settings.by_words)] * settings.rows * settings.bands;
    limits.push(limit("minhash", "updates", updates, threads, |at, of| {
        let (texts, functions) = (part(texts, at, of), settings.rows * settings.bands);
        let (done, keys) = match settings.by_words {
            true => minima(texts, of_words, &scheme, functions),
            false => minima(texts, of_characters, &scheme, functions),
        };
        if of == 1 {
            *every.lock().map_err(|_| "a thread failed")? = keys;
        }
        Ok(done)
    })?);
    Ok((limits, every.into_inner().map_err(|_| "a thread failed")?))
}

/// Part number `at` of `of`.
fn part<'a, 'b>(texts: &'a [&'b str], at: usize, of: usize) -> &'a [&'b str] {
    texts.chunks(texts.len().div_ceil(of).max(1)).nth(at).unwrap_or_default()
}

fn count(texts: &[&str], windows: impl Fn(&str, &mut Vec<u64>)) -> usize {
    hash(texts, windows).amount
}

fn hash(texts: &[&str], windows: impl Fn(&str, &mut Vec<u64>)) -> Done {
    let mut out = Vec::new();
    let (mut done, amount) = timed(0, || {
        let mut amount = 0;
        for texts in texts.chunks(BATCH) {
            out.clear();
            texts.iter().for_each(|text| windows(text, &mut out));
            amount += black_box(&out).len();
        }
        amount
    });
    done.amount = amount;
    done
}

/// The keys; only the minima are timed, not the hashing.
fn minima(
    texts: &[&str],
    windows: impl Fn(&str, &mut Vec<u64>),
    scheme: &Scheme,
    functions: usize,
) -> (Done, Vec<u64>) {
    let (mut hashes, mut ends, mut scratch) = (Vec::new(), Vec::new(), Scratch::default());
    let mut keys = Vec::with_capacity(texts.len() * scheme.keys_per_unit());
    let mut all = Done::default();
    for texts in texts.chunks(BATCH) {
        hashes.clear();
        ends.clear();
        for text in texts {
            windows(text, &mut hashes);
            ends.push(hashes.len());
        }
        let (done, _) = timed(hashes.len() * functions, || {
            ends.iter().fold(0, |first, &end| {
                scheme.push_keys(&hashes[first..end], &mut scratch, &mut keys);
                end
            })
        });
        all.amount += done.amount;
        all.seconds += done.seconds;
    }
    (all, keys)
}
