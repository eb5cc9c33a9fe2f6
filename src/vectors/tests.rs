//! The plain versions, and the properties that a fast one must keep.

use proptest::prelude::*;

use super::bytes::{compute_dot, compute_vector_cosine, push_scaled};
use super::permute::{Permutations, SignaturePrefixes, push_bytes, shuffle_bits};
use super::scan::{VectorBlock, find_pairs};
use super::signatures::{Signatures, count_left_out_pairs};
use super::signs::Signer;
use super::sums::{NumberTable, WordVectors, encode_number_table};
use crate::shingles::hash_window;

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
    assert!(push_scaled(&[3, -6, 1, 0], &mut out));
    assert_eq!(out.iter().map(|&byte| byte as i8).collect::<Vec<_>>(), [64, -127, 21, 0]);
    assert!(!push_scaled(&[0, 0], &mut out), "zeros are no vector");
    out.clear();
    assert!(push_scaled(&[i64::MIN + 1, i64::MAX / 2, 1, i64::MIN], &mut out), "no sum is too large");
    assert_eq!(out.iter().map(|&byte| byte as i8).collect::<Vec<_>>(), [-127, 63, 0, -127], "just under a half");
}

#[test]
fn a_hashed_text_is_the_sum_of_its_words_whatever_their_order() {
    let table = encode_number_table([("tea", 7), ("the", 1)].into_iter());
    let words =
        WordVectors::from_name("hashed", &[16, 3, 50, 0], &table, &[]).unwrap_or_else(|error| panic!("{error}"));
    let sums = |text: &str| {
        let mut sums = vec![0; 16];
        words.add_text(text, &mut sums);
        sums
    };
    assert_eq!(sums("the tea, the pot"), sums("pot the the tea"));
    assert_eq!(sums("tea").iter().map(|sum| sum.abs()).sum::<i64>(), 7);
    assert_eq!(sums("pot").iter().map(|sum| sum.abs()).sum::<i64>(), 50, "a word that is not listed");
    assert_eq!(sums("-- !"), [0; 16]);
}

#[test]
fn a_text_of_hashed_grams_is_the_sum_of_its_characters_in_a_row() {
    let table = encode_number_table([(" te", 7), ("tea", 1)].into_iter());
    let words =
        WordVectors::from_name("hashed", &[16, 3, 50, 3], &table, &[]).unwrap_or_else(|error| panic!("{error}"));
    let sums = |text: &str| {
        let mut sums = vec![0; 16];
        words.add_text(text, &mut sums);
        sums
    };
    // ` te`, `tea` and `ea `, which is not listed; none of them falls on another here.
    assert_eq!(sums("Tea!").iter().map(|sum| sum.abs()).sum::<i64>(), 58);
    assert_eq!(sums("tea tea"), sums("tea, tea"), "what stands between words is one space");
    assert_eq!(sums("-- !"), [0; 16]);
}

#[test]
fn rows_are_added_and_words_without_one_add_nothing() {
    let table = encode_number_table([("tea", 1), ("pot", 0)].into_iter());
    let rows: Vec<u8> = [5i16, -6, 300, 7].iter().flat_map(|value| value.to_le_bytes()).collect();
    let words = WordVectors::from_name("rows", &[2], &table, &rows).unwrap_or_else(|error| panic!("{error}"));
    let mut sums = vec![0; 2];
    words.add_text("tea pot tea unknown", &mut sums);
    assert_eq!(sums, [605, 8]);
    let texts = encode_number_table([("tea pot", 1), ("tea", 0)].into_iter());
    let whole = WordVectors::from_name("texts", &[2], &texts, &rows).unwrap_or_else(|error| panic!("{error}"));
    whole.add_text("tea pot", &mut sums);
    whole.add_text("pot tea", &mut sums);
    assert_eq!(sums, [905, 15], "a text that is looked up as a whole");
}

#[test]
fn damaged_tables_and_unknown_names_are_refused() {
    assert!(NumberTable::from_bytes(&[0; 13]).is_none());
    assert!(NumberTable::from_bytes(&[0; 36]).is_none(), "three places");
    for numbers in [&[0, 0, 0, 0][..], &[1 << 40, 0, 0, 0], &[1]] {
        assert!(WordVectors::from_name("hashed", numbers, &[], &[]).is_err());
    }
    assert!(WordVectors::from_name("dense", &[4], &[], &[]).is_err());
}

fn distance(left: &[u8], right: &[u8]) -> u32 {
    left.iter().zip(right).map(|(one, two)| (one ^ two).count_ones()).sum()
}

fn bit(signature: &[u8], at: usize) -> u8 {
    signature[at / 8] >> (7 - at % 8) & 1
}

#[test]
fn signatures_of_too_many_bits_or_dimensions_are_refused() {
    assert!(
        Signer::new(256, 257, 1).is_none() && Signer::new(4097, 64, 1).is_none() && Signer::new(0, 64, 1).is_none()
    );
    assert!(Signer::new(4096, 256, 1).is_some());
}

#[test]
fn the_largest_sums_do_not_overflow() {
    let signer = Signer::new(4096, 256, 1).unwrap_or_else(|| panic!("allowed"));
    let mut out = Vec::new();
    signer.push_signature(&[129; 4096], &mut Vec::new(), &mut out);
    signer.push_signature(&[127; 4096], &mut Vec::new(), &mut out);
    assert_eq!(out.len(), 64);
    assert!(distance(&out[..32], &out[32..]) > 250, "opposites differ in all bits but where a sum is 0");
}

#[test]
fn pairs_beyond_a_window_are_counted() {
    assert_eq!(
        [
            count_left_out_pairs(5, 10),
            count_left_out_pairs(11, 10),
            count_left_out_pairs(12, 10),
            count_left_out_pairs(14, 10)
        ],
        [0, 0, 1, 6]
    );
}

proptest! {
    #[test]
    fn bits_differ_as_often_as_the_angle_says(
        (left, other) in (20..80usize).prop_flat_map(|size| {
            (prop::collection::vec(-127..128i16, size), prop::collection::vec(-127..128i16, size))
        }),
        share in 0.0..1.0f64,
        seed in any::<u64>(),
    ) {
        let mixed = |(&one, &two): (&i16, &i16)| (f64::from(one) * share + f64::from(two) * (1.0 - share)) as i8 as u8;
        let right: Vec<u8> = left.iter().zip(&other).map(mixed).collect();
        let left: Vec<u8> = left.iter().map(|&value| value as i8 as u8).collect();
        prop_assume!(compute_dot(&left, &left) > 0 && compute_dot(&right, &right) > 0);
        let whole = (f64::from(compute_dot(&left, &left)) * f64::from(compute_dot(&right, &right))).sqrt();
        let chance = (f64::from(compute_dot(&left, &right)) / whole).clamp(-1.0, 1.0).acos() / std::f64::consts::PI;
        let (mut differ, rounds) = (0, 8);
        for round in 0..rounds {
            let signer = Signer::new(left.len(), 256, seed.wrapping_add(round)).unwrap_or_else(|| panic!("allowed"));
            let (mut one, mut two) = (Vec::new(), Vec::new());
            signer.push_signature(&left, &mut Vec::new(), &mut one);
            signer.push_signature(&right, &mut Vec::new(), &mut two);
            differ += distance(&one, &two);
        }
        let bits = 256.0 * rounds as f64;
        let error = (chance * (1.0 - chance) / bits).sqrt();
        let found = f64::from(differ) / bits;
        prop_assert!((found - chance).abs() <= 5.0 * error + 0.002, "{found} of the bits, {chance} of the angle");
    }

    #[test]
    fn a_permutation_is_of_bits(bits in 1..257usize, number in 0..4usize, bytes in prop::collection::vec(any::<u8>(), 32), seed in any::<u64>()) {
        let order = shuffle_bits(bits, number, seed);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        prop_assert_eq!(sorted, (0..bits).collect::<Vec<_>>());
        let mut signature = bytes[..bits.div_ceil(8)].to_vec();
        (bits..signature.len() * 8).for_each(|at| signature[at / 8] &= !(128 >> (at % 8)));
        let permutations = Permutations::new(bits, 4, seed);
        let mut permuted = Vec::new();
        push_bytes(&permutations.permute(number, &signature), permutations.signature_bytes(), &mut permuted);
        for (to, &from) in order.iter().enumerate() {
            prop_assert_eq!(bit(&permuted, to), bit(&signature, from));
        }
        prop_assert_eq!(distance(&permuted, &vec![0; permuted.len()]), distance(&signature, &vec![0; signature.len()]));
        let prefix = bits.min(20);
        SignaturePrefixes::new(bits, 4, prefix, seed).for_each_prefix(&signature, |at, first| {
            let begins = permutations.permute(at, &signature)[0] >> (64 - prefix);
            assert_eq!(first, begins, "order {at} of {bits} bits");
        });
    }

    #[test]
    fn near_signatures_are_those_of_comparing_every_two_in_a_window(
        rows in prop::collection::vec(prop::collection::vec(0..4u8, 32), 0..100),
        length in 1..33usize,
        (own, window, most) in (0..100usize, 0..100usize, 0..40u32),
    ) {
        let mut signatures = Signatures::default();
        rows.iter().enumerate().for_each(|(at, row)| signatures.push(at as u32, &row[..length]));
        let mut found = Vec::new();
        signatures.for_each_near_pair(own, window, most, |left, right| found.push((left as usize, right as usize)));
        let every = (0..rows.len()).flat_map(|left| (left + 1..rows.len()).map(move |right| (left, right)));
        let plain: Vec<(usize, usize)> = every
            .filter(|&(left, right)| left < own && right - left <= window)
            .filter(|&(left, right)| distance(&rows[left][..length], &rows[right][..length]) <= most)
            .collect();
        prop_assert_eq!(found, plain);
    }

    #[test]
    fn every_word_of_a_table_is_found_with_its_number_and_no_other(words in prop::collection::btree_set("[a-z]{1,4}", 0..40)) {
        let numbered: Vec<(&str, u32)> = words.iter().map(String::as_str).zip(10..).collect();
        let bytes = encode_number_table(numbered.iter().copied());
        let table = NumberTable::from_bytes(&bytes).unwrap_or_default();
        for (word, number) in numbered {
            prop_assert_eq!(table.get(hash_window(word.as_bytes())), Some(number));
        }
        prop_assert_eq!(table.get(hash_window(b"ABSENT")), None);
    }

    #[test]
    fn the_cosine_is_the_plain_one_and_at_most_1(
        (left, right) in (1..300usize).prop_flat_map(|size| {
            (prop::collection::vec(any::<u8>(), size), prop::collection::vec(any::<u8>(), size))
        }),
    ) {
        prop_assert_eq!(compute_vector_cosine(&left, &right), plain_cosine(&left, &right));
        prop_assert_eq!(compute_dot(&left, &right), compute_dot(&right, &left));
        prop_assert!(compute_vector_cosine(&left, &right) <= 1.0);
        prop_assert!(left.iter().all(|&byte| byte == 0) || compute_vector_cosine(&left, &left) == 1.0);
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
            let mut block = VectorBlock::default();
            (from..to).for_each(|unit| block.push(unit as u32, &vectors[unit]));
            block
        };
        let mut found = find_pairs(&block(0, cut), None, threshold);
        found.extend(find_pairs(&block(cut, vectors.len()), None, threshold));
        found.extend(find_pairs(&block(cut, vectors.len()), Some(&block(0, cut)), threshold));
        found.sort_unstable();
        let every = (0..vectors.len()).flat_map(|left| (left + 1..vectors.len()).map(move |right| (left, right)));
        let plain: Vec<(u32, u32)> = every
            .filter(|&(left, right)| plain_cosine(&vectors[left], &vectors[right]) >= threshold)
            .map(|(left, right)| (left as u32, right as u32))
            .collect();
        prop_assert_eq!(found, plain);
    }
}
