//! Promises over made-up values: every spelling of one is found whole and equal to every other, no two values are equal.

use proptest::prelude::*;

use super::spellings::{Made, made};
use crate::values::{Relation, find_values, relate_values};

/// Bits of text that, repeated, hurt a parser.
const HOSTILE: &[&str] = &[
    "1",
    "12",
    "1,",
    "1,23,",
    "1,234",
    "1.",
    "1.2.",
    "1-",
    "1–",
    "1/",
    "1:23",
    "1:",
    "12:30-",
    "1 ",
    "123 ",
    "1e9",
    "one ",
    "one hundred ",
    "hundred ",
    "thousand ",
    "million ",
    "twenty-",
    "twenty-one-",
    "a ",
    "half a ",
    "and ",
    "and a half ",
    "between ",
    "between 1 and ",
    "from 1 to ",
    "5 ft ",
    "5 ft 3 in ",
    "2 hours ",
    "about ",
    "more than ",
    "at least ",
    "$",
    "US$",
    "US$5",
    "$5 m ",
    "5%",
    "per ",
    "per cent ",
    "km/",
    "km per ",
    "square ",
    "°",
    "° C",
    "May ",
    "12 May ",
    "May 12, ",
    "2010-05-12",
    "2010–",
    "1990s",
    "the ",
    "early ",
    "mid-",
    "19th ",
    "century ",
    "BC ",
    "ISBN ",
    "doi:",
    "http://",
    "第",
    "百分之",
    "三",
    "十",
    "万",
    "亿",
    "1亿",
    "年",
    "月",
    "5月",
    "下午",
    "世纪",
    "½",
    "1½",
    "×10^",
    "×10",
    "⁻",
    "(",
    "5 km (",
    "(5 mi) ",
    "-",
    "−5",
    ".5",
    "'",
    "'90s",
    "5'1\"",
    "+",
    "~",
    "\u{a0}",
    "\u{202f}",
    "１",
    "．",
    "é",
    "\0",
];

fn text() -> impl Strategy<Value = String> {
    proptest::collection::vec(
        prop_oneof![4 => proptest::sample::select(HOSTILE), 1 => Just(" "), 1 => Just(" and ")],
        0..40,
    )
    .prop_map(|bits| bits.concat())
}

fn check_spans(text: &str) {
    let mut last = 0;
    let values = find_values(text);
    for value in &values {
        assert!(value.start >= last && value.end > value.start, "{text}");
        assert!(!text[value.start..value.end].trim().is_empty());
        last = value.end;
    }
    for (left, right) in values.iter().zip(values.iter().skip(1)) {
        assert_eq!(relate_values(left, right), relate_values(right, left), "{text}");
        assert_eq!(relate_values(left, left), Relation::Equal, "{text}");
    }
}

/// A sentence around an expression; none of its own words is a value.
fn around(spelling: &str, frame: usize) -> (String, usize) {
    const FRAMES: &[(&str, &str)] = &[
        ("They say it was ", " there."),
        ("They say (", ") so."),
        ("", ", as they say."),
        ("“", "” was said."),
        ("As told, ", ""),
        ("He (born ", "; Wien) sang."),
    ];
    let (before, behind) = FRAMES[frame % FRAMES.len()];
    (format!("{before}{spelling}{behind}"), before.len())
}

#[track_caller]
fn relation(left: &str, right: &str) -> Relation {
    match (find_values(left).first(), find_values(right).first()) {
        (Some(left), Some(right)) => relate_values(left, right),
        _ => panic!("no value in {left} or {right}"),
    }
}

proptest! {
    #[test]
    fn spans_are_in_order_and_slice_the_text(text in text()) {
        check_spans(&text);
    }

    #[test]
    fn any_characters_at_all(text: String) {
        check_spans(&text);
    }

    #[test]
    fn all_spellings_of_a_value_are_equal(value in made()) {
        let spellings = value.spellings();
        for left in &spellings {
            for right in &spellings {
                prop_assert_eq!(relation(left, right), Relation::Equal, "{} / {}", left, right);
            }
        }
    }

    #[test]
    fn a_spelling_in_a_sentence_is_found_whole(value in made(), frame in 0usize..6) {
        for spelling in value.spellings() {
            let (sentence, start) = around(&spelling, frame);
            let spans: Vec<_> = find_values(&sentence).iter().map(|value| (value.start, value.end)).collect();
            prop_assert_eq!(spans, vec![(start, start + spelling.len())], "{}", sentence);
        }
    }

    #[test]
    fn two_values_are_never_equal((left, right) in (made(), made()), which in (0usize..99, 0usize..99)) {
        prop_assume!(left != right);
        let (lefts, rights) = (left.spellings(), right.spellings());
        let (first, second) = (&lefts[which.0 % lefts.len()], &rights[which.1 % rights.len()]);
        let there = relation(first, second);
        prop_assert_eq!(there, relation(second, first));
        prop_assert_ne!(there, Relation::Equal, "{} / {}", first, second);
    }

    #[test]
    fn neighbours_are_different(number in 0u64..1_000_000_000_000, decimals in 0u32..4) {
        let (one, two) = (Made::Number(number, decimals), Made::Number(number + 1, decimals));
        for (left, right) in one.spellings().iter().zip(two.spellings()) {
            prop_assert_ne!(relation(left, &right), Relation::Equal, "{} / {}", left, right);
        }
    }
}

/// Quadratic work on this much text would be some thousand steps a byte.
#[test]
#[cfg(debug_assertions)]
fn hostile_repetition_takes_work_in_proportion() {
    for bit in HOSTILE {
        for second in ["", " ", "1", "one ", "5 km "] {
            let text = format!("{bit}{second}");
            let long = text.repeat(5_000 / text.len());
            let before = crate::values::step_count::read_step_count();
            find_values(&long);
            let steps = crate::values::step_count::read_step_count() - before;
            assert!(steps < 200 * long.len(), "{text:?} repeated: {} steps a byte", steps / long.len());
        }
    }
}
