//! What is found on small texts; `tests/properties/test_exact_repeats.py` compares whole runs with a slow version.

use super::tokens::list_tokens;
use super::*;

const RULES: WindowRules = WindowRules { least: 12, by_words: false };

fn cut_tokens(text: &str) -> Vec<&str> {
    list_tokens(text).map(|token| &text[token.from..token.to]).collect()
}

#[test]
fn a_word_and_its_accents_are_one_token() {
    assert_eq!(cut_tokens("ab,  c9 --- d"), ["ab", ",", "  ", "c9", " ", "---", " ", "d"]);
    assert_eq!(cut_tokens("湖水e\u{301}te 👩\u{200d}🚀!"), ["湖", "水", "e\u{301}te", " ", "👩\u{200d}🚀!"]);
    assert_eq!(cut_tokens("ตา\u{e48} ก"), ["ต", "า\u{e48}", " ", "ก"]);
    assert!(cut_tokens("").is_empty());
}

#[test]
fn the_letter_before_a_place_cuts_what_follows_as_the_whole_text_does() {
    for text in [
        "e\u{301}湖mill",
        "湖\u{301}mill",
        "mi\u{301}ll",
        " \u{301}mill",
        "a-\u{301}-b",
        "\u{301}\u{302}a",
        "ตา\u{e48}กa",
    ] {
        let whole: Vec<(u32, u32)> = list_tokens(text).map(|token| (token.start, token.end)).collect();
        for (start, (from, _)) in text.char_indices().enumerate().skip(1) {
            let cut: String = find_letter_before(&text[..from]).into_iter().chain(text[from..].chars()).collect();
            let place = |place: u32| place + start as u32 - 1;
            let ends: Vec<u32> =
                list_tokens(&cut).map(|token| place(token.end)).filter(|&end| end > start as u32).collect();
            let wanted: Vec<u32> = whole.iter().map(|&(_, end)| end).filter(|&end| end > start as u32).collect();
            assert_eq!(ends, wanted, "{text} from {start}");
        }
    }
}

#[test]
fn a_window_ends_with_a_whole_word() {
    let (windows, length) = list_windows("The mill is old now.", &RULES);
    let spans: Vec<(u32, u32)> = windows.iter().map(|window| (window.start, window.end)).collect();
    assert_eq!((spans, length), (vec![(0, 15), (4, 19)], 20));
    let words = WindowRules { least: 3, by_words: true };
    let spans: Vec<(u32, u32)> =
        list_windows("(The mill) is old.", &words).0.iter().map(|w| (w.start, w.end)).collect();
    assert_eq!(spans, [(1, 13), (5, 17)]);
}

#[test]
fn equal_windows_have_equal_keys_wherever_they_are() {
    let (one, two) = ("So: the mill is old.", "And yet the mill is old, they say.");
    let key = |text: &str, start| list_windows(text, &RULES).0.iter().find(|w| w.start == start).map(|w| w.key);
    assert_eq!(key(one, 4), key(two, 8));
    assert!(key(one, 4).is_some() && key(one, 4) != key(one, 0));
}

#[test]
fn a_text_that_repeats_itself_without_a_pause_has_the_windows_of_one_period() {
    assert_eq!(list_windows(&"ab ".repeat(1000), &RULES).0.len(), 1);
    assert_eq!(list_windows(&"湖".repeat(1000), &RULES).0.len(), 1);
}

fn at(number: u32, start: u32, kin: u64, is_against: bool) -> Place {
    Place { number, start, ordinal: start, reach: start + 20, is_against, kin }
}

#[test]
fn a_place_is_linked_to_the_first_of_another_series() {
    let places = [at(0, 5, 7, false), at(1, 0, 7, false), at(2, 3, 8, false), at(3, 3, 7, false), at(4, 1, 0, false)];
    let mut found = Vec::new();
    link_places(&places, false, &mut found);
    let pairs: Vec<(u32, u32)> = found.iter().map(|link| (link.copy.number, link.source.number)).collect();
    assert_eq!(pairs, [(2, 0), (3, 2), (4, 0)]);
}

#[test]
fn with_against_a_source_is_of_the_other_side() {
    let places = [at(0, 5, 0, false), at(1, 0, 0, true), at(2, 3, 0, true), at(3, 3, 0, false)];
    let mut found = Vec::new();
    link_places(&places, true, &mut found);
    let pairs: Vec<(u32, u32)> = found.iter().map(|link| (link.copy.number, link.source.number)).collect();
    assert_eq!(pairs, [(0, 1), (3, 1)]);
}

#[test]
fn windows_between_that_have_an_earlier_source_do_not_end_a_repeat() {
    let link = |start, source, to| Link { copy: at(9, start, 0, false), source: at(source, to, 0, false) };
    let links = [link(0, 5, 100), link(1, 5, 101), link(2, 1, 1), link(3, 5, 103), link(5, 5, 105)];
    let found = chain_links(&links);
    assert_eq!(found.len(), 3);
    assert_eq!((found[0].source, found[0].source_start, found[0].length), (5, 100, 23));
    assert_eq!(found[0].offsets, [0, 1, 3]); // where the first window ends is not known, so the second has an offset
    assert_eq!((found[1].source, found[1].source_start, found[1].copy_start, found[1].length), (1, 0, 1, 22));
    assert_eq!((&found[1].offsets[..], found[2].copy_start), (&[1][..], 5));
}

#[test]
fn a_window_after_a_gap_begins_a_row() {
    let link = |ordinal, start, reach| Link {
        copy: Place { ordinal, reach, ..at(9, start, 0, false) },
        source: Place { ordinal, ..at(5, start, 0, false) },
    };
    let found = chain_links(&[link(0, 0, 13), link(1, 5, 20), link(2, 13, 30), link(3, 21, 30)]);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].offsets, [0, 5, 21]);
}

#[test]
fn what_is_equal_ends_with_a_whole_word_on_both_sides() {
    let limits = StretchLimits { most: 100, longest: u32::MAX };
    let find = |one: (&str, u32), two: (&str, u32), offsets: &[u64]| {
        let [one, two] = [one, two].map(|(text, before)| ComparedText { text, before });
        find_equal_stretches((one, two), offsets, limits, &RULES).iter().map(|s| (s.start, s.end)).collect::<Vec<_>>()
    };
    assert_eq!(find(("the mill is old now", 0), ("the mill is older", 0), &[0]), []);
    assert_eq!(find(("the mill is so old now", 0), ("the mill is so older", 0), &[0]), [(0, 14)]);
    let (one, two) = ("the mill is old, xx, and the well is dry", "the mill is old, yy, and the well is dry");
    assert_eq!(find((one, 0), (two, 0), &[0, 25]), [(0, 16), (21, 40)]);
    assert_eq!(find((one, 0), (one, 0), &[0, 25]), [(0, 40)]);
    assert_eq!(find((one, 0), (one, 0), &[12]), [(0, 40)]);
    assert_eq!(find((" the mill is old", 1), (" the mill is old", 1), &[4]), [(0, 15)]);
    assert_eq!(find((" the mill is old", 1), ("athe mill is old", 1), &[4]), []);
    assert_eq!(find((" the mill is so old", 1), ("athe mill is so old", 1), &[4]), [(4, 18)]);
    let short = StretchLimits { most: 100, longest: 13 };
    let own = ComparedText { text: one, before: 0 };
    assert_eq!(find_equal_stretches((own, own), &[0], short, &RULES), []);
}
