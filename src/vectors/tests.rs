//! The plain versions, and the properties that a fast one must keep.

use proptest::prelude::*;

use super::bytes::{cosine_of, dot, scaled};
use super::scan::{Block, pairs};
use super::sums::{NumberTable, Words, build};
use crate::shingles::shingle;

fn plain_cosine(left: &[u8], right: &[u8]) -> f64 {
    let dot = |one: &[u8], two: &[u8]| -> f64 {
        one.iter().zip(two).map(|(&one, &two)| f64::from(one as i8) * f64::from(two as i8)).sum()
    };
    let whole = (dot(left, left) * dot(right, right)).sqrt();
    if whole > 0.0 { (dot(left, right) / whole).max(0.0) } else { 0.0 }
}

#[test]
fn the_largest_component_becomes_127_and_halves_go_away_from_zero() {
    let mut out = Vec::new();
    assert!(scaled(&[3, -6, 1, 0], &mut out));
    assert_eq!(out.iter().map(|&byte| byte as i8).collect::<Vec<_>>(), [64, -127, 21, 0]);
    assert!(!scaled(&[0, 0], &mut out), "zeros are no vector");
    assert!(scaled(&[i64::MIN + 1, 1], &mut out), "no sum is too large");
}

#[test]
fn a_hashed_text_is_the_sum_of_its_words_whatever_their_order() {
    let table = build([("tea", 7), ("the", 1)].into_iter());
    let words = Words::named("hashed", &[16, 3, 50], &table, &[]).unwrap_or_else(|error| panic!("{error}"));
    let sums = |text: &str| {
        let mut sums = vec![0; 16];
        words.add(text, &mut sums);
        sums
    };
    assert_eq!(sums("the tea, the pot"), sums("pot the the tea"));
    assert_eq!(sums("tea").iter().map(|sum| sum.abs()).sum::<i64>(), 7);
    assert_eq!(sums("pot").iter().map(|sum| sum.abs()).sum::<i64>(), 50, "a word that is not listed");
    assert_eq!(sums("-- !"), [0; 16]);
}

#[test]
fn rows_are_added_and_words_without_one_add_nothing() {
    let table = build([("tea", 1), ("pot", 0)].into_iter());
    let rows: Vec<u8> = [5i16, -6, 300, 7].iter().flat_map(|value| value.to_le_bytes()).collect();
    let words = Words::named("rows", &[2], &table, &rows).unwrap_or_else(|error| panic!("{error}"));
    let mut sums = vec![0; 2];
    words.add("tea pot tea unknown", &mut sums);
    assert_eq!(sums, [605, 8]);
}

#[test]
fn damaged_tables_and_unknown_names_are_refused() {
    assert!(NumberTable::read(&[0; 13]).is_none());
    assert!(NumberTable::read(&[0; 36]).is_none(), "three places");
    for numbers in [&[0, 0, 0][..], &[1 << 40, 0, 0], &[1]] {
        assert!(Words::named("hashed", numbers, &[], &[]).is_err());
    }
    assert!(Words::named("dense", &[4], &[], &[]).is_err());
}

proptest! {
    #[test]
    fn every_word_of_a_table_is_found_with_its_number_and_no_other(words in prop::collection::btree_set("[a-z]{1,4}", 0..40)) {
        let numbered: Vec<(&str, u32)> = words.iter().map(String::as_str).zip(10..).collect();
        let bytes = build(numbered.iter().copied());
        let table = NumberTable::read(&bytes).unwrap_or_default();
        for (word, number) in numbered {
            prop_assert_eq!(table.get(shingle(word.as_bytes())), Some(number));
        }
        prop_assert_eq!(table.get(shingle(b"ABSENT")), None);
    }

    #[test]
    fn the_cosine_is_the_plain_one_and_at_most_1(
        (left, right) in (1..300usize).prop_flat_map(|size| {
            (prop::collection::vec(any::<u8>(), size), prop::collection::vec(any::<u8>(), size))
        }),
    ) {
        prop_assert_eq!(cosine_of(&left, &right), plain_cosine(&left, &right));
        prop_assert_eq!(dot(&left, &right), dot(&right, &left));
        prop_assert!(cosine_of(&left, &right) <= 1.0);
        prop_assert!(left.iter().all(|&byte| byte == 0) || cosine_of(&left, &left) == 1.0);
    }

    #[test]
    fn a_scan_finds_what_comparing_every_two_finds(
        rows in prop::collection::vec(prop::collection::vec(-2..3i8, 7), 0..150),
        cut in 0..150usize,
        threshold in 0.05..1.0f64,
    ) {
        let vectors: Vec<Vec<u8>> = rows.iter().map(|row| row.iter().map(|&value| value as u8).collect()).collect();
        let cut = cut.min(vectors.len());
        let block = |from: usize, to: usize| {
            let mut block = Block::default();
            (from..to).for_each(|unit| block.push(unit as u32, &vectors[unit]));
            block
        };
        let mut found = pairs(&block(0, cut), None, threshold);
        found.extend(pairs(&block(cut, vectors.len()), None, threshold));
        found.extend(pairs(&block(cut, vectors.len()), Some(&block(0, cut)), threshold));
        found.sort_unstable();
        let every = (0..vectors.len()).flat_map(|left| (left + 1..vectors.len()).map(move |right| (left, right)));
        let plain: Vec<(u32, u32)> = every
            .filter(|&(left, right)| plain_cosine(&vectors[left], &vectors[right]) >= threshold)
            .map(|(left, right)| (left as u32, right as u32))
            .collect();
        prop_assert_eq!(found, plain);
    }
}
