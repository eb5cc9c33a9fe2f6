//! What Python does not see: the parts of an alignment, and text made to hurt.

use std::ops::Range;

use super::boxes::UnitText;
use super::words::{Vocabulary, Words};
use super::*;

fn sentences<'a>(texts: &[&'a str]) -> Vec<Sentence<'a>> {
    let mut start = 0;
    let place = |text: &&'a str| {
        let end = start + text.chars().count() as u64;
        let sentence = Sentence { text, start, end };
        start = end + 1;
        sentence
    };
    texts.iter().map(place).collect()
}

fn numbers(texts: &[&str]) -> Vec<u32> {
    Words::from_sentences(&sentences(texts), &mut Vocabulary::default()).numbers
}

#[test]
fn words_are_the_same_whatever_their_case_accent_and_common_ending() {
    assert_eq!(numbers(&["Cities CITY", "walked walking walks"]), [0, 0, 1, 1, 1]);
    assert_eq!(numbers(&["Été ete\u{301} ÉTÉ"]), [0, 0, 0]);
    assert_eq!(numbers(&["it's bed red is"]), [0, 1, 2, 3, 4]);
}

#[test]
fn chinese_and_japanese_characters_are_words() {
    assert_eq!(numbers(&["茶屋の茶"]), [0, 1, 2, 0]);
    assert_eq!(numbers(&["abc茶12"]), [0, 1, 2]);
}

#[test]
fn words_have_their_place_in_characters_within_their_sentence() {
    let sentence = Sentence { text: "«Été» 12 dogs", start: 100, end: 110 };
    let words = Words::from_sentences(&[sentence], &mut Vocabulary::default());
    assert_eq!(words.starts, [101, 106, 109]);
    assert_eq!(words.ends, [104, 108, 110]);
}

#[test]
fn short_sentences_join_the_next() {
    let words = Words::from_sentences(
        &sentences(&["Yes.", "The dog ran.", "...", "No!", "A cat sat there.", "So."]),
        &mut Vocabulary::default(),
    );
    assert_eq!(units::cut_units(&words), [0..4, 4..10]);
    assert_eq!(
        units::cut_units(&Words::from_sentences(&sentences(&["Yes."]), &mut Vocabulary::default())),
        vec![Range { start: 0, end: 1 }]
    );
    assert!(units::cut_units(&Words::from_sentences(&[], &mut Vocabulary::default())).is_empty());
}

#[test]
fn a_word_in_every_unit_weighs_nothing() {
    let weights = |texts: &[&str]| {
        let words = Words::from_sentences(&sentences(texts), &mut Vocabulary::default());
        let units = units::cut_units(&words);
        units::weigh_words(&[UnitText { words: &words, units: &units }], 7)
    };
    let few = weights(&["the dog ran", "the cat sat", "the cow ran"]);
    assert!(few[1] > few[2] && few[2] > few[0] && few[0] > 0.0, "of so few it weighs least");
    assert_eq!(weights(&["the dog ran", "the cat sat", "the cow ran"].repeat(20))[0], 0.0);
}

/// The same sentence thousands of times on both sides: every pair matches, and yet it ends.
#[test]
fn endless_repetition_ends() {
    let texts = vec!["All work and no play makes Jack a dull boy"; 1500];
    let both = sentences(&texts);
    let found = align_documents(&both, &both, &Settings::default());
    assert!(found.len() < texts.len());
    let other: Vec<String> =
        (0..1500).map(|at| format!("word{at} and dull{} boy{} jack{}", at % 7, at % 11, at % 13)).collect();
    let other: Vec<&str> = other.iter().map(String::as_str).collect();
    align_documents(&sentences(&other), &both, &Settings::default());
    align_documents(&sentences(&other), &sentences(&other), &Settings::default());
}

#[test]
fn offsets_at_the_end_of_all_numbers_do_not_overflow() {
    let text = "the quick brown fox jumps over the lazy dog while rain falls on seven green hills near Dublin";
    let edge = [Sentence { text, start: u64::MAX - 3, end: u64::MAX }; 3];
    align_documents(&edge, &sentences(&[text, "something else entirely stands here"]), &Settings::default());
}

fn matches(places: &[(u32, u32)]) -> Vec<Match> {
    places.iter().map(|&(left, right)| Match { left, right, similarity: 1.0 }).collect()
}

type Place = (u32, u32);

fn runs(places: &[Place], runs: &RunRules<'_>) -> Vec<(Place, Place, u32)> {
    find_match_runs(&matches(places), runs).iter().map(|each| (each.left, each.right, each.sentences)).collect()
}

#[test]
fn a_run_goes_on_over_gaps_splits_and_short_sentences() {
    let three = RunRules { min_sentences: 3, ..RunRules::default() };
    assert_eq!(runs(&[(0, 5), (1, 6), (2, 7)], &three), [((0, 2), (5, 7), 3)]);
    assert_eq!(runs(&[(0, 5), (1, 6), (3, 7)], &three), []);
    assert_eq!(runs(&[(0, 5), (1, 6), (3, 7)], &RunRules { max_gap: 1, ..three }), [((0, 3), (5, 7), 3)]);
    assert_eq!(runs(&[(0, 5), (1, 6), (3, 7)], &RunRules { left_short: &[2], ..three }), [((0, 3), (5, 7), 3)]);
    assert_eq!(runs(&[(0, 5), (1, 6), (1, 7), (2, 8)], &three), [((0, 2), (5, 8), 3)]);
}

#[test]
fn the_longest_run_takes_its_sentences() {
    let two = RunRules { min_sentences: 2, ..RunRules::default() };
    let places = [(0, 0), (1, 1), (2, 2), (1, 11), (2, 12), (3, 13), (4, 14)];
    assert_eq!(runs(&places, &two), [((1, 4), (11, 14), 4)]);
}

#[test]
fn a_full_matrix_of_matches_gives_its_diagonal() {
    let places: Vec<(u32, u32)> = (0..60).flat_map(|left| (0..60).map(move |right| (left, right))).collect();
    assert_eq!(
        runs(&places, &RunRules { min_sentences: 3, max_gap: 2, ..RunRules::default() }),
        [((0, 59), (0, 59), 60)]
    );
}
