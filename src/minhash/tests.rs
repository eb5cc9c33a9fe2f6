//! What MinHash promises, measured: minima agree as often as the sets do, and keys meet as often as `plan` says.
//!
//! All numbers are seeded; a bound of four sigma was met when these were written and is met for ever.

use super::random::SplitMix;
use super::*;
use crate::shingles::{count_shared_and_all, make_distinct, push_character_shingles};

const PAPERS: i64 = 1_123_456;

/// Two random sets of `union` values together, of which they share `shared`.
fn sets(random: &mut SplitMix, union: usize, shared: usize) -> (Vec<u64>, Vec<u64>) {
    let values: Vec<u64> = (0..union).map(|_| random.next()).collect();
    let middle = shared + (union - shared) / 2;
    let right = values[..shared].iter().chain(&values[middle..]).copied().collect();
    (values[..middle].to_vec(), right)
}

/// A sentence of pseudo-words, and a copy in which `edits` words are others.
fn sentences(random: &mut SplitMix, words: usize, edits: usize) -> (String, String) {
    let mut word = || {
        let syllables = ["ta", "ri", "no", "sel", "mar", "ing", "the", "o", "con", "ed", "lu", "pre"];
        let bits = random.next();
        (0..1 + bits % 4).map(|i| syllables[(bits >> (8 + 8 * i)) as usize % syllables.len()]).collect::<String>()
    };
    let left: Vec<String> = (0..words).map(|_| word()).collect();
    let mut right = left.clone();
    for edit in 0..edits {
        let place = (edit * 7 + 3) % words;
        right[place] = word();
    }
    (left.join(" "), right.join(" "))
}

fn shingles_of(text: &str) -> Vec<u64> {
    let mut out = Vec::new();
    push_character_shingles(text, 12, &mut out);
    make_distinct(&mut out);
    out
}

fn shares_a_key(scheme: &Scheme, left: &[u64], right: &[u64]) -> bool {
    let (mut one, mut other, mut scratch) = (Vec::new(), Vec::new(), Scratch::default());
    scheme.push_keys(left, &mut scratch, &mut one);
    scheme.push_keys(right, &mut scratch, &mut other);
    one.iter().zip(&other).any(|(one, other)| one == other)
}

/// The exact chance to share a key when functions are independent: inclusion and exclusion over the sets of
/// signatures, of which each is found when all functions behind it agree.
fn recall(scheme: &Scheme, similarity: f64) -> f64 {
    let signatures: Vec<u32> = scheme
        .drawn_functions()
        .iter()
        .map(|drawn| drawn.iter().fold(0, |set, function| set | 1 << function))
        .collect();
    (1u32..1 << signatures.len())
        .map(|chosen| {
            let functions = signatures
                .iter()
                .enumerate()
                .filter(|(i, _)| chosen >> i & 1 == 1)
                .fold(0, |all, (_, functions)| all | functions);
            let sign = if chosen.count_ones() % 2 == 1 { 1.0 } else { -1.0 };
            sign * similarity.powi(functions.count_ones() as i32)
        })
        .sum()
}

fn banded(similarity: f64, rows: i32, bands: i32) -> f64 {
    1.0 - (1.0 - similarity.powi(rows)).powi(bands)
}

/// Panics unless `found` of what has the chances `expected` is within four sigma; prints the deviation.
fn within_four_sigma(what: &str, found: usize, expected: &[f64]) {
    let mean: f64 = expected.iter().sum();
    let sigma = expected.iter().map(|chance| chance * (1.0 - chance)).sum::<f64>().sqrt();
    let deviation = (found as f64 - mean) / sigma;
    let count = expected.len() as f64;
    println!("{what}: {:.4} of {count}, expected {:.4}: {deviation:+.2} sigma", found as f64 / count, mean / count);
    assert!(deviation.abs() < 4.0, "{what}: found {found}, expected {mean:.1}");
}

#[test]
fn minima_of_both_families_agree_as_often_as_the_sets() {
    let mut random = SplitMix(1);
    for shared in [50, 60, 70, 80, 90, 95] {
        let (mut narrow_equal, mut wide_equal) = (0, 0);
        for trial in 0..150 {
            let (left, right) = sets(&mut random, 100, shared);
            let narrow = NarrowFamily::new(64, trial);
            let (mut folded, mut one, mut other) = (vec![], vec![], vec![]);
            narrow.compute_minima(&left, &mut folded, &mut one);
            narrow.compute_minima(&right, &mut folded, &mut other);
            narrow_equal += one.iter().zip(&other).filter(|(one, other)| one == other).count();
            let seeds: Vec<i64> = (0..64).map(|_| random.next() as i64).collect();
            let wide = WideFamily::new(&seeds, 60);
            let (mut one, mut other) = (vec![], vec![]);
            wide.compute_minima(&left, &mut one);
            wide.compute_minima(&right, &mut other);
            wide_equal += one.iter().zip(&other).filter(|(one, other)| one == other).count();
        }
        let chances = vec![shared as f64 / 100.0; 150 * 64];
        within_four_sigma(&format!("32 bits, Jaccard .{shared}"), narrow_equal, &chances);
        within_four_sigma(&format!("64 bits, Jaccard .{shared}"), wide_equal, &chances);
    }
}

#[test]
fn bands_find_what_the_formula_says() -> Result<(), String> {
    let mut random = SplitMix(2);
    for (shared, rows, bands) in [(60, 5, 12), (80, 5, 12), (90, 10, 10), (50, 2, 4), (80, 8, 14)] {
        let mut found = 0;
        for seed in 0..1_000 {
            let (left, right) = sets(&mut random, 100, shared);
            let scheme = Scheme::from_bands(rows, bands, seed)?;
            found += usize::from(shares_a_key(&scheme, &left, &right));
        }
        let chance = banded(shared as f64 / 100.0, rows as i32, bands as i32);
        within_four_sigma(&format!("{bands} bands of {rows}, Jaccard .{shared}"), found, &[chance; 1_000]);
    }
    Ok(())
}

#[test]
fn one_seed_serves_all_pairs() -> Result<(), String> {
    // A run has one scheme for all its units; its functions must not favour some sets.
    let scheme = Scheme::from_bands(5, 12, 0)?;
    let mut random = SplitMix(3);
    for shared in [60, 70, 80] {
        let found = (0..2_000).filter(|_| {
            let (left, right) = sets(&mut random, 100, shared);
            shares_a_key(&scheme, &left, &right)
        });
        let chance = banded(shared as f64 / 100.0, 5, 12);
        within_four_sigma(&format!("one seed, Jaccard .{shared}"), found.count(), &[chance; 2_000]);
    }
    Ok(())
}

#[test]
fn the_papers_draws_find_less_than_their_formula_says() -> Result<(), String> {
    let scheme = Scheme::from_draws(20, 10, 10, 60, PAPERS)?;
    let exact = recall(&scheme, 0.9);
    assert!((exact - 0.908).abs() < 0.0005, "{exact}");
    let mut random = SplitMix(4);
    for shared in [70, 80, 90] {
        let found = (0..2_000).filter(|_| {
            let (left, right) = sets(&mut random, 100, shared);
            shares_a_key(&scheme, &left, &right)
        });
        let chance = recall(&scheme, shared as f64 / 100.0);
        within_four_sigma(&format!("papers' draws, Jaccard .{shared}"), found.count(), &[chance; 2_000]);
    }
    Ok(())
}

#[test]
fn the_same_holds_for_the_windows_of_text() -> Result<(), String> {
    let (bands, draws) = (Scheme::from_bands(5, 12, 0)?, Scheme::from_draws(20, 10, 10, 60, PAPERS)?);
    let mut random = SplitMix(5);
    for edits in 1..=3 {
        let (mut by_bands, mut by_draws, mut band_chances, mut draw_chances) = (0, 0, vec![], vec![]);
        for _ in 0..1_000 {
            let (left, right) = sentences(&mut random, 24, edits);
            let (left, right) = (shingles_of(&left), shingles_of(&right));
            let (shared, union) = count_shared_and_all(&left, &right);
            let similarity = f64::from(shared) / f64::from(union);
            by_bands += usize::from(shares_a_key(&bands, &left, &right));
            by_draws += usize::from(shares_a_key(&draws, &left, &right));
            band_chances.push(banded(similarity, 5, 12));
            draw_chances.push(recall(&draws, similarity));
        }
        within_four_sigma(&format!("text, {edits} words changed, 12 bands of 5"), by_bands, &band_chances);
        within_four_sigma(&format!("text, {edits} words changed, papers' draws"), by_draws, &draw_chances);
    }
    Ok(())
}

#[test]
fn the_draws_are_those_of_the_papers() -> Result<(), String> {
    let scheme = Scheme::from_draws(20, 10, 10, 60, PAPERS)?;
    assert_eq!(scheme.drawn_functions()[0], [9, 19, 13, 0, 15, 13, 18, 13, 8, 0]);
    assert_eq!(scheme.drawn_functions()[9], [1, 7, 9, 15, 9, 16, 8, 10, 6, 8]);
    assert_eq!(scheme.keys_per_unit(), 10);
    assert_eq!(Scheme::from_bands(3, 2, 0)?.drawn_functions(), [[0, 1, 2], [3, 4, 5]]);
    Ok(())
}

#[test]
fn the_functions_are_those_of_the_papers() {
    // Their hash of "abcd", four bytes and so one number, by the first two functions of seed 1123456.
    let seeds = [-5_156_015_021_847_301_952, -7_128_110_553_177_450_064];
    let mut out = Vec::new();
    WideFamily::new(&seeds, 60).compute_minima(&[u64::from(u32::from_le_bytes(*b"abcd"))], &mut out);
    assert_eq!(out, [378_105_940_065_420_300, 517_639_856_288_474_922]);
    WideFamily::new(&seeds, 30).compute_minima(&[u64::from(u32::from_le_bytes(*b"abcd"))], &mut out);
    assert_eq!(out, [352_138_597, 482_089_683]);
}

#[test]
fn keys_of_different_bands_never_meet_and_equal_sets_share_all() -> Result<(), String> {
    for scheme in [Scheme::from_bands(1, 13, 0)?, Scheme::from_draws(1, 1, 13, 1, 0)?] {
        let mut out = Vec::new();
        scheme.push_keys(&[5, 9, 5], &mut Scratch::default(), &mut out);
        scheme.push_keys(&[9, 5], &mut Scratch::default(), &mut out);
        assert_eq!(out[..13], out[13..]);
        out.sort_unstable();
        out.dedup();
        assert_eq!(out.len(), 13);
        assert!(out.iter().all(|key| key % 16 < 13));
        scheme.push_keys(&[], &mut Scratch::default(), &mut out);
        assert_eq!(out.len(), 13, "nothing has no key");
    }
    Ok(())
}

#[test]
fn some_bands_give_the_keys_that_all_bands_give() -> Result<(), String> {
    let (mut all, mut parts, mut scratch) = (Vec::new(), Vec::new(), Scratch::default());
    let shingles: Vec<u64> = (0..90).map(|at: u64| at.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    Scheme::from_bands(5, 23, 7)?.push_keys(&shingles, &mut scratch, &mut all);
    for bands in [0..9, 9..10, 10..99, 99..100] {
        Scheme::from_bands(5, 23, 7)?.select_bands(bands).push_keys(&shingles, &mut scratch, &mut parts);
    }
    assert_eq!(parts, all);
    Ok(())
}

#[test]
fn settings_that_make_no_sense_are_refused_in_words() {
    assert!(Scheme::from_bands(0, 12, 0).is_err_and(|reason| reason.contains("not 0")));
    assert!(Scheme::from_bands(usize::MAX, 12, 0).is_err());
    assert!(Scheme::from_draws(20, 10, 10, 65, 0).is_err_and(|reason| reason.contains("not 65")));
    assert!(Scheme::from_draws(0, 10, 10, 60, 0).is_err());
}
