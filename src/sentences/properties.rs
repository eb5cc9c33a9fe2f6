//! Promises that hold for every text: whole cover, order, stability, linear time.

use proptest::prelude::*;

use super::{Language, Splitter};
use crate::blocks::Blocks;
use crate::plain;

/// Bits of text that, repeated, hurt splitters.
const HOSTILE_PIECES: &[&str] = &[
    ".",
    "!",
    "?",
    "\"",
    "'",
    "“",
    "”",
    "(",
    ")",
    "[",
    "«",
    "»",
    "「",
    "。",
    "…",
    ". ",
    " .",
    "a.",
    "A. ",
    "1. ",
    "a) ",
    "\n",
    "\n\n",
    "\r",
    "\u{c}",
    " ",
    "\u{3000}",
    "x. (",
    "\"A. ",
    "(a. \"b. ",
    "[1]",
    ".[1]",
    "e.g. ",
    "U.S. ",
    "。”",
    "“。",
    "「A。",
    ";",
    "\u{feff}",
    "\0",
    "•",
    "• ",
    "http://a.B",
    "a.B",
    "Yahoo! ",
    "... ",
    "no. 1. ",
    "¹.",
    "’. ",
    "é",
    "ก.",
];

/// Long runs of what hurts splitters: a quadratic one would not come back from these.
#[test]
fn hostile_texts_take_no_longer_than_others() {
    for seed in HOSTILE_PIECES {
        let text = seed.repeat(200_000 / seed.len());
        for text in [text.clone(), format!("Start here {text}"), format!("1. “({text}")] {
            let mut ranges = Vec::new();
            Splitter::new(Language::from_code("en")).split(&text, &mut ranges);
            check_ranges(&text, &ranges);
        }
        let mut blocks = Blocks::default();
        plain::clean_plain_text(&text, &mut blocks);
    }
}

/// Ranges are in order, apart, trimmed, not empty, and hold every character that is not white.
fn check_ranges(text: &str, ranges: &[(u32, u32)]) {
    let mut last = 0;
    for (start, end) in ranges {
        let (start, end) = (*start as usize, *end as usize);
        assert!(last <= start && start < end, "{start}..{end} after {last}");
        assert!(text[last..start].chars().all(char::is_whitespace), "left out before {start}");
        assert_eq!(text[start..end].trim(), &text[start..end]);
        last = end;
    }
    assert!(text[last..].chars().all(char::is_whitespace), "left out at the end");
}

/// Seconds per seed, for a look at what is slowest.
#[test]
#[ignore = "for reading"]
fn the_time_of_hostile_texts_is_printed() {
    for seed in HOSTILE_PIECES {
        for text in [seed.repeat(4_000_000 / seed.len()), format!("1. “({}", seed.repeat(4_000_000 / seed.len()))] {
            let mut ranges = Vec::new();
            let mut blocks = Blocks::default();
            let clock = std::time::Instant::now();
            Splitter::new(Language::from_code("en")).split(&text, &mut ranges);
            let split = clock.elapsed().as_secs_f64();
            plain::clean_plain_text(&text, &mut blocks);
            println!("{split:.3} {:.3} {seed:?} {}", clock.elapsed().as_secs_f64() - split, ranges.len());
        }
    }
}

const TOKENS: &[&str] = &[
    "The", "mill", "it", "Dr", "e.g", "U.S", "p.m", "5", "1843", "A", "b", "I", "iPhone", "said", "No", "Inc", "III",
    ".", ".", ".", "!", "?", "...", "…", " ", " ", " ", " ", "\n", "\n\n", "\r\n", "\r", "\u{c}", "\u{a0}", "\u{2029}",
    "\"", "'", "“", "”", "‘", "’", "«", "»", "„", "(", ")", "[", "]", "[3]", "，", "。", "！", "？", "「", "」", "『",
    "』", "《", "》", "（", "）", "好", "说", "と", "라", "г", "т", "Он", "z", "B", "1.", "2.", "a)", "b)", "•", ";",
    ":", ",", "-", "—", "°", "Yahoo", "ß", "é", "ก", "।", "؟", "\0", "\u{feff}", "\u{301}", "𝒜",
];

fn generate_text() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(TOKENS), 0..60).prop_map(|tokens| tokens.concat())
}

fn generate_language() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["en", "de", "fr", "ru", "zh", "ja", "ko", "el", "th", ""])
}

fn split_text(language: &str, text: &str) -> Vec<(u32, u32)> {
    let mut ranges = Vec::new();
    Splitter::new(Language::from_code(language)).split(text, &mut ranges);
    ranges
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_character_that_is_not_white_is_in_one_sentence(text in generate_text(), language in generate_language()) {
        check_ranges(&text, &split_text(language, &text));
    }

    #[test]
    fn two_paragraphs_split_as_each_alone(left in generate_text(), right in generate_text(), language in generate_language()) {
        let both = format!("{left}\n\n{right}");
        let shift = (left.len() + 2) as u32;
        let mut expected = split_text(language, &left);
        expected.extend(split_text(language, &right).iter().map(|(start, end)| (start + shift, end + shift)));
        prop_assert_eq!(split_text(language, &both), expected);
    }

    #[test]
    fn any_text_is_split_whole(text in any::<String>()) {
        check_ranges(&text, &split_text("en", &text));
    }

    #[test]
    fn blocks_are_stretches_of_the_source(text in generate_text()) {
        let mut blocks = Blocks::default();
        plain::clean_plain_text(&text, &mut blocks);
        let mut last = 0;
        for block in &blocks.blocks {
            let start = blocks.pieces_of(block)[0].source as usize;
            let end = start + blocks.text_of(block).len();
            prop_assert!(last <= start && start < end);
            prop_assert_eq!(&text[start..end], blocks.text_of(block));
            prop_assert!((block.section as usize) < blocks.sections.len());
            last = end;
        }
    }
}
