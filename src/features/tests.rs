//! The plain versions, and the properties that a fast one must keep.

use proptest::prelude::*;

use super::winnow::find_window_minima;
use super::*;
use crate::shingles::hash_window;

fn hashes_of(feature: Feature<'_>, text: &str) -> Vec<u64> {
    let mut out = vec![7];
    feature.push_hashes(text, &mut out);
    assert_eq!(out.remove(0), 7, "what stood there stays");
    out
}

fn words_of(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    words::for_each_word(text, |word| found.push(&text[word]));
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

    /// 64 bytes are looked at together, and 1,024 with one call: words and what joins them lie across both.
    #[test]
    fn words_of_long_ascii_too(text in "([a-c]{1,3}|[0-2]{1,3}|[.,:;'_ -]){900,1200}") {
        prop_assert_eq!(words_of(&text), segmented(&text));
    }

    #[test]
    fn winnowing_keeps_the_rightmost_least_of_each_window(hashes in prop::collection::vec(0..9u64, 0..40), window in 0..9usize) {
        prop_assert_eq!(find_window_minima(&hashes, window), plain_minima(&hashes, window));
    }

    #[test]
    fn places_go_with_the_hashes_in_order(text in AWKWARD, length in 1..5u64, window in 1..5u64) {
        let common = word_tables::build_word_table(["a", "b", "0"].into_iter());
        let half = 1 << 31;
        let levels = word_tables::build_level_table([("a", 0), ("b", 3), ("0", 16), ("a ", 2)].into_iter());
        for (name, numbers) in [
            ("characters", vec![length]), ("words", vec![length]), ("winnow", vec![length, window, 0]), ("winnow", vec![length, window, 1]),
            ("imatch", vec![0, window, half, 6]), ("imatch", vec![1, 0, half, 6]), ("spotsigs", vec![length, window]),
            ("weighted", vec![]), ("stems", vec![4]), ("grams", vec![length]),
        ] {
            let weighs = choose_tokens(name, &numbers).is_some();
            let table = if weighs { &levels } else { &common };
            let feature = Feature::from_name(name, &numbers, table).map_err(TestCaseError::fail)?;
            let located = feature.locate_features(&text);
            let hashes: Vec<u64> = located.iter().map(|each| each.hash).collect();
            prop_assert_eq!(hashes, hashes_of(feature, &text), "{}", name);
            let characters = text.chars().count();
            prop_assert!(located.iter().all(|each| each.start < each.end && each.end <= characters));
        }
    }

    #[test]
    fn a_table_has_its_words_and_no_other(words in prop::collection::btree_set("[a-c]{1,3}", 0..30), other in "[a-d]{1,3}") {
        let bytes = word_tables::build_word_table(words.iter().map(String::as_str).collect::<Vec<_>>().into_iter());
        let table = WordTable::from_bytes(&bytes).unwrap_or_default();
        prop_assert!(words.iter().all(|word| table.contains(hash_window(word.as_bytes()))));
        prop_assert_eq!(table.contains(hash_window(other.as_bytes())), words.contains(&other));
    }

    #[test]
    fn a_table_of_levels_says_those_it_was_given(levels in prop::collection::btree_map("[a-c]{1,3}", 0..17u8, 0..30), other in "[a-d]{1,3}") {
        let rows: Vec<(&str, u8)> = levels.iter().map(|(token, &level)| (token.as_str(), level)).collect();
        let bytes = word_tables::build_level_table(rows.into_iter());
        let table = LevelTable::from_bytes(&bytes).unwrap_or_default();
        prop_assert!(levels.iter().all(|(token, &level)| table.find_level(hash_window(token.as_bytes())) == level));
        let said = levels.get(&other).copied().unwrap_or(word_tables::USUAL_LEVEL);
        prop_assert_eq!(table.find_level(hash_window(other.as_bytes())), said);
    }

    #[test]
    fn bytes_that_are_no_table_of_levels_are_refused_or_read_within_bounds(bytes in prop::collection::vec(any::<u8>(), 0..80), hash: u64) {
        let whole = bytes.len() % 8 == 0 && (bytes.is_empty() || bytes[..8] == (bytes.len() as u64 / 8 - 1).to_le_bytes());
        let table = LevelTable::from_bytes(&bytes);
        prop_assert!(whole || table.is_none());
        prop_assert!(table.is_none_or(|table| table.find_level(hash) <= word_tables::MOST_LEVEL));
    }

    #[test]
    fn a_table_with_damaged_entries_is_read_within_bounds(places in prop::collection::vec(any::<u64>(), 4), hash: u64) {
        let bytes: Vec<u8> = [4].iter().chain(&places).flat_map(|place| place.to_le_bytes()).collect();
        prop_assert!(LevelTable::from_bytes(&bytes).is_some_and(|table| table.find_level(hash) <= word_tables::MOST_LEVEL));
    }

    #[test]
    fn every_stemmer_takes_any_word(text in STEMMED) {
        for number in 0..STEMMINGS.len() as u64 {
            let Some(tokens) = Tokenizer::from_stemming(number) else { return Err(TestCaseError::fail("no such algorithm")) };
            tokens.for_each_token(&text, |stem, _| assert!(!stem.is_empty()));
        }
    }

    #[test]
    fn the_place_of_a_gram_holds_its_letters_and_no_others(text in AWKWARD, length in 1..5usize) {
        let letters = |text: &str| text.chars().filter(|each| each.is_alphanumeric()).flat_map(char::to_lowercase)
            .filter(|each| each.is_alphanumeric()).collect::<String>();
        let mut wrong = Vec::new();
        Tokenizer::Grams(length).for_each_token(&text, |gram, place| {
            // Of a letter that is two in small, a gram may have one.
            if !letters(&text[place]).contains(&letters(gram)) { wrong.push(gram.to_owned()) }
        });
        prop_assert!(wrong.is_empty(), "{:?}", wrong);
    }
}

/// Words of the letters and endings that the stemmers know, and any others.
const STEMMED: &str = "([a-zäöüßéèçñøåæœ']{1,12} ){0,6}|([а-яё]{1,12} ){0,5}|([α-ωάέήίόύώς]{1,12} ){0,5}|\
    ([ا-ي\u{64b}-\u{652}ٱ-ۓ]{1,10} ){0,5}|([அ-ஹ\u{bbe}-\u{bcd}]{1,10} ){0,5}|([ığşçöüa-z’]{1,14} ){0,5}|\\PC{0,40}";

fn tokens_of(tokens: Tokenizer, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    tokens.for_each_token(text, |token, _| found.push(token.to_owned()));
    found
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
    let common = word_tables::build_word_table(["the", "of"].into_iter());
    let of = |kept: u64, lexicons: u64, text: &str| {
        Feature::from_name("imatch", &[kept, lexicons, 1 << 31, 6], &common).map(|feature| hashes_of(feature, text))
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
    let common = word_tables::build_word_table(["the", "by"].into_iter());
    let of = |distance: u64, chain: u64, text: &str| -> Vec<String> {
        let feature = Feature::from_name("spotsigs", &[distance, chain], &common).ok();
        feature
            .iter()
            .flat_map(|feature| feature.locate_features(text))
            .map(|each| text[each.start..each.end].to_owned())
            .collect()
    };
    assert_eq!(of(1, 2, "the old mill by the river"), ["the old mill"]);
    assert_eq!(of(1, 1, "the old mill by the river"), ["the old", "by the river", "the river"]);
    assert_eq!(of(2, 1, "the old mill by the river"), ["the old mill"]);
    let feature = Feature::from_name("spotsigs", &[2, 2], &common);
    let (long, short) = ("by a b c d e", "by x b y d");
    assert_eq!(
        feature.map(|feature| hashes_of(feature, long) == hashes_of(feature, short)),
        Ok(true),
        "a and c are passed over"
    );
}

#[test]
fn words_and_stems_are_in_small_letters() {
    assert_eq!(tokens_of(Tokenizer::Words, "The MILLS of Ärzte ΟΔΟΣ"), ["the", "mills", "of", "ärzte", "οδος"]);
    let stems =
        |number: usize, text: &str| Tokenizer::from_stemming(number as u64).map(|tokens| tokens_of(tokens, text));
    let expected = ["run", "mill", "were", "quick", "sold", "3.14", "北京", "首都"].map(str::to_owned).to_vec();
    assert_eq!(stems(4, "Running mills were quickly sold, 3.14; 北京首都"), Some(expected));
    assert_eq!(stems(0, "Running"), Some(vec!["running".to_owned()]));
    assert_eq!(stems(14, "книгами"), Some(vec!["книг".to_owned()]));
    assert_eq!(stems(STEMMINGS.len(), "x"), None);
}

#[test]
fn the_number_of_a_stemming_is_that_of_its_name() {
    let named = |number: usize| match Tokenizer::from_stemming(number as u64) {
        Some(Tokenizer::Stems(algorithm)) => format!("{algorithm:?}").to_lowercase(),
        _ => "none".to_owned(),
    };
    assert!(STEMMINGS.iter().enumerate().all(|(number, name)| named(number) == *name));
}

#[test]
fn a_line_of_letters_is_not_stemmed() {
    let long = "ay".repeat(500_000);
    assert_eq!(Tokenizer::from_stemming(4).map(|tokens| tokens_of(tokens, &long)), Some(vec![long]));
}

#[test]
fn grams_see_where_words_begin_and_end() {
    assert_eq!(tokens_of(Tokenizer::Grams(3), "To be, B!"), [" to", "to ", "o b", " be", "be ", "e b", " b "]);
    assert_eq!(tokens_of(Tokenizer::Grams(1), "a, b"), ["a", "b"]);
    assert_eq!(tokens_of(Tokenizer::Grams(2), "北京，"), [" 北", "北京", "京 "]);
    assert_eq!(tokens_of(Tokenizer::Grams(9), "-- a!"), [" a "]);
    assert_eq!(tokens_of(Tokenizer::Grams(0), "a"), ["a"]);
    assert!(tokens_of(Tokenizer::Grams(3), "-- !").is_empty() && tokens_of(Tokenizer::Grams(1), "").is_empty());
    assert_eq!(
        tokens_of(Tokenizer::Grams(4), "e\u{301}te\u{301}"),
        [" e\u{301}t", "e\u{301}te", "\u{301}te\u{301}", "te\u{301} "]
    );
}

#[test]
fn a_token_has_as_many_hashes_as_its_level() {
    let levels = word_tables::build_level_table([("the", 0), ("mill", 3)].into_iter());
    let of = |text: &str| Feature::from_name("weighted", &[], &levels).map(|feature| hashes_of(feature, text).len());
    assert_eq!(of("the"), Ok(0));
    assert_eq!(of("The mill"), Ok(3));
    assert_eq!(of("the mill burnt"), Ok(3 + usize::from(word_tables::USUAL_LEVEL)));
}

#[test]
fn what_is_not_on_the_menu_is_said_to_be_so() {
    let error =
        |name: &str, numbers: &[u64], table: &[u8]| Feature::from_name(name, numbers, table).err().unwrap_or_default();
    assert_eq!(error("letters", &[2], &[]), "unknown feature: `letters`");
    assert_eq!(error("winnow", &[2], &[]), "1 numbers for the feature `winnow`");
    assert_eq!(error("imatch", &[0, 0, 0, 0], &[1, 2, 3]), "a damaged table of words for `imatch`");
    assert_eq!(error("grams", &[3], &[0; 24]), "a damaged table of words for `grams`");
    assert_eq!(error("stems", &[99], &[]), "1 numbers for the feature `stems`");
}
