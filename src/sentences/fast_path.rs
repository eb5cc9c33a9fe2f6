//! The full stops that a few bytes decide: "rained. The", "(1843). The", "3.5", "x.org".
//!
//! It must say what `stop` would say, or nothing. It knows ASCII only.

use super::rules::Rules;
use super::words::{Key, mark_range};

/// A full stop at `at`, in a sentence that begins at `start`: does the sentence end right behind it? `None`: ask `Stop`.
///
/// `true` holds for a sentence that has a word.
#[inline]
pub(super) fn decide_quickly(bytes: &[u8], start: usize, at: usize, rules: &Rules) -> Option<bool> {
    match bytes.get(at + 1..)? {
        [b'a'..=b'z' | b'0'..=b'9' | b',' | b':', ..] => Some(false),
        [b' ', b'A'..=b'Z', ..] => is_certain_end(bytes, start, at, rules).then_some(true),
        [b' ', b'0'..=b'9', ..] if !rules.row.ordinals => is_certain_end(bytes, start, at, rules).then_some(true),
        _ => None,
    }
}

/// Before a blank and a capital, or a digit: what stands before the stop has no way to be an abbreviation.
#[inline]
fn is_certain_end(bytes: &[u8], start: usize, at: usize, rules: &Rules) -> bool {
    let Some(tail) = bytes.get(..at).and_then(|before| before.last_chunk()) else {
        return false;
    };
    match tail[7] {
        b'a'..=b'z' => is_plain_word(u64::from_le_bytes(*tail), start, at, rules),
        b'0'..=b'9' => is_plain_number(u64::from_le_bytes(*tail), start, at, rules),
        b')' | b']' | b'"' | b'%' | b'\'' => true,
        _ => false,
    }
}

/// The small letters at the end of these eight bytes, and the capital before them, are a word in no list.
#[inline]
fn is_plain_word(tail: u64, start: usize, at: usize, rules: &Rules) -> bool {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let small = mark_range(tail & !(ONES << 7), b'a', b'z') & !tail;
    let count = (!small & (ONES << 7)).leading_zeros() as usize / 8;
    if count == 8 {
        return has_vowel(tail) && at - start >= 8 && !rules.abbreviations.has_long_tails();
    }
    let is_capital = (tail << (8 * count) >> 56).wrapping_sub(u64::from(b'A')) < 26;
    let count = count + usize::from(is_capital);
    if !(2..8).contains(&count) || at - start <= count || !is_outside_word((tail << (8 * count) >> 56) as u8) {
        return false;
    }
    let key: Key = tail >> (64 - 8 * count) | u64::from(is_capital) << 5;
    has_vowel(key) && !rules.abbreviations.has_key(key) && !(rules.row.ordinals && may_be_roman(tail))
}

/// The digits at the end of these eight bytes are a number that is no date and no marker.
#[inline]
fn is_plain_number(tail: u64, start: usize, at: usize, rules: &Rules) -> bool {
    let digits = mark_range(tail & !0x8080_8080_8080_8080, b'0', b'9') & !tail;
    let count = (!digits & 0x8080_8080_8080_8080).leading_zeros() as usize / 8;
    count < 8
        && at - start > count + 5
        && is_outside_word((tail << (8 * count) >> 56) as u8)
        && !rules.row.ordinals
        && !rules.row.dotted_dates
}

/// A byte that is no part of a word, nor of a character beyond ASCII.
#[inline]
fn is_outside_word(byte: u8) -> bool {
    byte.is_ascii() && !byte.is_ascii_alphanumeric() && byte != b'.'
}

/// One of the bytes is a small vowel. All must be small letters or zero.
#[inline]
fn has_vowel(bytes: u64) -> bool {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let lacks = |bytes: u64, letter: u8| {
        let rest = bytes ^ (ONES * u64::from(letter));
        rest.wrapping_sub(ONES) & !rest
    };
    // With this bit set, `e` is `u` and `i` is `y`.
    let folded = bytes | ONES << 4;
    (lacks(bytes, b'a') | lacks(bytes, b'o') | lacks(folded, b'u') | lacks(folded, b'y')) & (ONES << 7) != 0
}

/// The last letter is one of a small Roman numeral.
#[inline]
fn may_be_roman(tail: u64) -> bool {
    matches!((tail >> 56) as u8, b'i' | b'v' | b'x')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_last_stop(text: &str) -> Option<bool> {
        let at = text.rfind('.').unwrap_or(0);
        decide_quickly(text.as_bytes(), 0, at, Rules::for_language(crate::sentences::Language::from_code("en")))
    }

    #[test]
    fn plain_words_end_and_the_rest_is_left_to_others() {
        for text in
            ["It had rained. The", "In the mill. The", "It was Monday. 5 men", "Ash (1843). He", "It was 1843. He"]
        {
            assert_eq!(at_last_stop(text), Some(true), "{text}");
        }
        for text in
            ["It was old Mr. Ash", "the old bldg. He", "the U.S. The", "mill. The", "xxxxx é. The", "It rained. the"]
        {
            assert_eq!(at_last_stop(text), None, "{text}");
        }
        assert_eq!(at_last_stop("It cost 3.5"), Some(false));
    }

    #[test]
    fn a_vowel_is_found_in_any_place() {
        for letter in b'a'..=b'z' {
            for place in 0..8 {
                let mut bytes = [b'b'; 8];
                bytes[place] = letter;
                assert_eq!(has_vowel(u64::from_le_bytes(bytes)), b"aeiouy".contains(&letter));
            }
        }
    }
}
