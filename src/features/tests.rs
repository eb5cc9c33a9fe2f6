//! The plain versions, and the properties that a fast one must keep.

use proptest::prelude::*;

use super::winnow::minima;
use super::*;
use crate::shingles::shingle;

fn hashes_of(feature: Feature<'_>, text: &str) -> Vec<u64> {
    let mut out = vec![7];
    feature.hashes(text, &mut out);
    assert_eq!(out.remove(0), 7, "what stood there stays");
    out
}

fn words_of(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    words::each(text, |word| found.push(&text[word]));
    found
}

/// What ICU says of the whole text at once; the blank that a stray combining mark leans on is no part of a word.
fn segmented(text: &str) -> Vec<&str> {
    let segmenter = icu_segmenter::WordSegmenter::new_dictionary(Default::default());
    let (mut found, mut start) = (Vec::new(), 0);
    for end in segmenter.segment_str(text) {
        if text[start..end].contains(char::is_alphanumeric) {
            found.push(text[start..end].trim_start_matches(' '));
        }
        start = end;
    }
    found
}

fn plain_minima(hashes: &[u64], window: usize) -> Vec<usize> {
    let window = window.clamp(1, hashes.len().max(1));
    let least = |start: usize| (start..start + window).min_by_key(|&at| (hashes[at], usize::MAX - at));
    let mut kept: Vec<usize> = (0..(hashes.len() + 1).saturating_sub(window)).filter_map(least).collect();
    kept.dedup();
    kept
}

const AWKWARD: &str =
    "([a-c0-2]{1,3}[ ,.:;'_\"-]{0,2}){0,20}|([ -~]{0,6}[ é–茶屋アあ한ก\u{301}\u{200d}’]{0,3}){0,12}|\\PC{0,60}";

proptest! {
    #[test]
    fn words_are_those_of_icu_on_the_whole_text(text in AWKWARD) {
        prop_assert_eq!(words_of(&text), segmented(&text));
    }

    #[test]
    fn words_of_ascii_are_those_of_icu(text in "[ -~\t\n]{0,120}") {
        prop_assert_eq!(words_of(&text), segmented(&text));
    }

    #[test]
    fn winnowing_keeps_the_rightmost_least_of_each_window(hashes in prop::collection::vec(0..9u64, 0..40), window in 0..9usize) {
        prop_assert_eq!(minima(&hashes, window), plain_minima(&hashes, window));
    }

    #[test]
    fn places_go_with_the_hashes_in_order(text in AWKWARD, length in 1..5u64, window in 1..5u64) {
        let common = lexicon::build(["a", "b", "0"].into_iter());
        let half = 1 << 31;
        for (name, numbers) in [
            ("characters", vec![length]), ("words", vec![length]), ("winnow", vec![length, window, 0]), ("winnow", vec![length, window, 1]),
            ("imatch", vec![0, window, half, 6]), ("imatch", vec![1, 0, half, 6]), ("spotsigs", vec![length, window]),
        ] {
            let feature = Feature::named(name, &numbers, &common).map_err(TestCaseError::fail)?;
            let located = feature.located(&text);
            let hashes: Vec<u64> = located.iter().map(|each| each.hash).collect();
            prop_assert_eq!(hashes, hashes_of(feature, &text), "{}", name);
            let characters = text.chars().count();
            prop_assert!(located.iter().all(|each| each.start < each.end && each.end <= characters));
        }
    }

    #[test]
    fn a_table_has_its_words_and_no_other(words in prop::collection::btree_set("[a-c]{1,3}", 0..30), other in "[a-d]{1,3}") {
        let bytes = lexicon::build(words.iter().map(String::as_str).collect::<Vec<_>>().into_iter());
        let table = WordTable::read(&bytes).unwrap_or_default();
        prop_assert!(words.iter().all(|word| table.has(shingle(word.as_bytes()))));
        prop_assert_eq!(table.has(shingle(other.as_bytes())), words.contains(&other));
    }
}

#[test]
fn words_go_by_the_rules_of_unicode() {
    assert_eq!(
        words_of("Don't e-mail 3.14 of 1,000; a.b 5:00"),
        ["Don't", "e", "mail", "3.14", "of", "1,000", "a.b", "5", "00"]
    );
    assert_eq!(words_of("l’été à Köln"), ["l’été", "à", "Köln"]);
    assert_eq!(words_of("हिन्दी भाषा।"), ["हिन्दी", "भाषा"]);
    assert_eq!(words_of("-- ! __ _a"), ["_a"]);
}

#[test]
fn chinese_and_japanese_are_cut_by_a_dictionary() {
    assert_eq!(words_of("圖書館在山上。"), ["圖書館", "在", "山上"]);
    assert_eq!(words_of("北京是中国的首都。"), ["北京", "是", "中国", "的", "首都"]);
    assert_eq!(words_of("日本語の文章を単語に分割する"), ["日本語", "の", "文章", "を", "単語", "に", "分割", "する"]);
}

#[test]
fn a_long_run_of_chinese_takes_no_longer_than_many_short_ones() {
    let long = "這究竟是妄想還是現實".repeat(20_000);
    assert_eq!(words_of(&long).len(), 20_000 * words_of("這究竟是妄想還是現實").len());
}

#[test]
fn a_short_text_gives_one_shingle_of_words_and_one_without_words_none() {
    assert_eq!(hashes_of(Feature::Words(5), "one").len(), 1);
    assert_eq!(hashes_of(Feature::Words(2), "one, two"), hashes_of(Feature::Words(2), "one two"));
    assert!(hashes_of(Feature::Words(1), "-- !").is_empty());
    assert_eq!(hashes_of(Feature::Words(0), "a b"), hashes_of(Feature::Words(1), "a b"));
}

#[test]
fn imatch_sees_only_the_words_that_count_and_not_their_order() {
    let common = lexicon::build(["the", "of"].into_iter());
    let of = |kept: u64, lexicons: u64, text: &str| {
        Feature::named("imatch", &[kept, lexicons, 1 << 31, 6], &common).map(|feature| hashes_of(feature, text))
    };
    assert_eq!(of(0, 0, "the mill of York"), of(0, 0, "York mill, mill"));
    assert_ne!(of(0, 0, "the mill of York"), of(0, 0, "the mill of Leeds"));
    assert_eq!(of(1, 0, "the mill of York"), of(1, 0, "of the"));
    assert_eq!(of(0, 5, "the of"), Ok(vec![]), "what keeps no word has no feature");
    let distinct: std::collections::HashSet<u64> =
        of(0, 8, "one two three four five six seven").into_iter().flatten().collect();
    assert!(distinct.len() > 6, "each lexicon has its own hash");
}

#[test]
fn a_spot_signature_is_an_antecedent_and_the_content_words_after_it() {
    let common = lexicon::build(["the", "by"].into_iter());
    let of = |distance: u64, chain: u64, text: &str| -> Vec<String> {
        let feature = Feature::named("spotsigs", &[distance, chain], &common).ok();
        feature
            .iter()
            .flat_map(|feature| feature.located(text))
            .map(|each| text[each.start..each.end].to_owned())
            .collect()
    };
    assert_eq!(of(1, 2, "the old mill by the river"), ["the old mill"]);
    assert_eq!(of(1, 1, "the old mill by the river"), ["the old", "by the river", "the river"]);
    assert_eq!(of(2, 1, "the old mill by the river"), ["the old mill"]);
    let feature = Feature::named("spotsigs", &[2, 2], &common);
    let (long, short) = ("by a b c d e", "by x b y d");
    assert_eq!(
        feature.map(|feature| hashes_of(feature, long) == hashes_of(feature, short)),
        Ok(true),
        "a and c are passed over"
    );
}

#[test]
fn what_is_not_on_the_menu_is_said_to_be_so() {
    let error =
        |name: &str, numbers: &[u64], table: &[u8]| Feature::named(name, numbers, table).err().unwrap_or_default();
    assert_eq!(error("letters", &[2], &[]), "unknown feature: `letters`");
    assert_eq!(error("winnow", &[2], &[]), "1 numbers for the feature `winnow`");
    assert_eq!(error("imatch", &[0, 0, 0, 0], &[1, 2, 3]), "a damaged table of words for `imatch`");
}
