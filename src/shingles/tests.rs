//! The plain versions, and the properties that a fast one must keep.

use std::collections::{BTreeSet, HashSet};

use proptest::prelude::*;

use super::*;

/// Every window from scratch.
fn plain_characters(text: &str, length: usize) -> Vec<u64> {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() < length {
        return if text.is_empty() { vec![] } else { vec![hash_window(text.as_bytes())] };
    }
    letters.windows(length).map(|window| hash_window(window.iter().collect::<String>().as_bytes())).collect()
}

fn characters_of(text: &str, length: usize) -> Vec<u64> {
    let mut out = Vec::new();
    push_character_shingles(text, length, &mut out);
    out
}

proptest! {
    #[test]
    fn characters_equal_every_window_from_scratch(text in "\\PC{0,150}", length in 1usize..40) {
        prop_assert_eq!(characters_of(&text, length), plain_characters(&text, length));
    }

    #[test]
    fn ascii_with_few_other_characters_too(text in "([ -~]{0,90}[é–茶😀\u{0}]){0,4}[ -~]{0,150}", length in 1usize..40) {
        prop_assert_eq!(characters_of(&text, length), plain_characters(&text, length));
    }

    #[test]
    fn the_wide_way_equals_the_plain_one(text in "[ -~]{0,300}", length in 1usize..70) {
        let count = (text.len() + 1).saturating_sub(length);
        let (mut wide, mut plain) = (Vec::new(), vec![0; count]);
        if count > 0 {
            push_ascii_shingles(text.as_bytes(), length, &mut wide);
        }
        hash_one_by_one(text.as_bytes(), length, 0, &mut plain);
        prop_assert_eq!(wide, plain);
    }

    #[test]
    fn jaccard_equals_that_of_tree_sets(left: Vec<u8>, right: Vec<u8>) {
        let tree = |values: &[u8]| values.iter().map(|&value| u64::from(value)).collect::<BTreeSet<_>>();
        let list = |values: &[u8]| {
            let mut list: Vec<u64> = values.iter().map(|&value| u64::from(value)).collect();
            make_distinct(&mut list);
            list
        };
        let (a, b) = (tree(&left), tree(&right));
        let expected = (a.intersection(&b).count() as u32, a.union(&b).count() as u32);
        prop_assert_eq!(count_shared_and_all(&list(&left), &list(&right)), expected);
    }
}

#[test]
fn a_short_text_gives_one_shingle_and_an_empty_one_none() {
    assert_eq!(characters_of("né", 12), [hash_window("né".as_bytes())]);
    assert!(characters_of("", 12).is_empty());
    assert_eq!(characters_of("ab", 0), characters_of("ab", 1));
}

#[test]
fn the_hashes_are_the_same_on_every_machine() {
    // Written down once: whoever changes the hash makes old keys worthless, and should know it.
    assert_eq!(hash_window(b"hello world!"), 6_897_656_633_063_572_454);
}

#[test]
fn windows_that_differ_little_do_not_meet() {
    // Every change of one or two characters of a 12-character window, by any of 32 letters: 66 * 32² windows.
    let mut seen = HashSet::new();
    let mut windows = 0;
    for first in 0..12 {
        for second in 0..first {
            for letters in 0..1024u32 {
                let mut window = *b"the quick br";
                window[first] = b'@' + (letters % 32) as u8;
                window[second] = b'@' + (letters / 32) as u8;
                seen.insert(window);
                windows += 1;
            }
        }
    }
    let hashes: HashSet<u64> = seen.iter().map(|window| hash_window(window)).collect();
    assert!(windows > 60_000 && hashes.len() == seen.len());
    // Half of the bits also tell them apart as well as chance does: no more than a few meetings in 2^32.
    for shift in [0, 16, 32] {
        let halves: HashSet<u32> = hashes.iter().map(|hash| (hash >> shift) as u32).collect();
        assert!(seen.len() - halves.len() < 8, "{} of {}", halves.len(), seen.len());
    }
}

#[test]
fn every_bit_of_a_window_moves_half_of_the_bits_of_its_hash() {
    let window = *b"the quick brown fox";
    for bit in 0..8 * window.len() {
        let mut changed = 0;
        for context in 0..64u8 {
            let mut one = window;
            one[3] ^= context;
            let mut other = one;
            other[bit / 8] ^= 1 << (bit % 8);
            changed += (hash_window(&one) ^ hash_window(&other)).count_ones();
        }
        assert!((28..=36).contains(&(changed / 64)), "bit {bit}: {}", changed / 64);
    }
}
