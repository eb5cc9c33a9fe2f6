//! Shapes of words around a stop: acronyms, Roman numerals, cut words, addresses.

use super::letters::{char_at, char_before, is_word_part};
use super::words::{LoweredWord, Words};

pub(super) fn is_latin(letter: Option<char>) -> bool {
    letter.is_some_and(|letter| letter.is_ascii_alphanumeric())
}

pub(super) fn contains_word(words: &Words<()>, word: &str) -> bool {
    words.get(word).is_some()
}

/// What stands before an apostrophe: "l'autre" -> "l".
pub(super) fn cut_at_apostrophe(word: &str) -> &str {
    word.split(['\'', '’']).next().unwrap_or("")
}

/// The word that ends at `at`, dots inside it included: `"of the U.S"` -> `"U.S"`. At most some 32 bytes.
pub(super) fn read_word_before(text: &str, at: usize) -> &str {
    let mut start = at;
    while let Some(letter) = char_before(text, start) {
        if !(is_word_part(letter) || letter == '.') || at - start > 30 {
            break;
        }
        start -= letter.len_utf8();
    }
    text.get(start..at).unwrap_or("").trim_start_matches('.')
}

/// Letters with stops and blanks between them, as one abbreviation: the "z. B" before `at` is `z.b`. Two or three letters.
pub(super) fn read_spaced_letters(text: &str, at: usize) -> Option<LoweredWord> {
    let mut start = at;
    let mut parts = ['\0'; 3];
    let mut count = 0;
    while let Some(letter) = char_before(text, start).filter(|letter| letter.is_alphabetic() && count < 3) {
        let begin = start - letter.len_utf8();
        if char_before(text, begin).is_some_and(char::is_alphanumeric) {
            break;
        }
        parts[count] = letter;
        count += 1;
        let before = text
            .get(begin.saturating_sub(3)..begin)
            .unwrap_or_else(|| text.get(begin.saturating_sub(2)..begin).unwrap_or(""));
        let blank = match before.strip_suffix(' ').or_else(|| before.strip_suffix('\u{a0}')) {
            Some(rest) if rest.ends_with('.') => before.len() - rest.len(),
            _ => break,
        };
        start = begin - blank - 1;
    }
    let mut room = [0u8; 16];
    let mut length = 0;
    for (place, letter) in parts.get(..count).filter(|parts| parts.len() > 1)?.iter().rev().enumerate() {
        if place > 0 {
            room[length] = b'.';
            length += 1;
        }
        length += letter.encode_utf8(room.get_mut(length..)?).len();
    }
    LoweredWord::from_word(std::str::from_utf8(room.get(..length)?).ok()?)
}

/// Letters parted by dots: "U.S", "a.k.a", "J.R.R".
pub(super) fn is_acronym(word: &str) -> bool {
    word.len() >= 3 && word.split('.').all(|part| part.chars().count() == 1) && word.contains('.')
}

/// The last part of a word of India is one open syllable: a vowel, or consonants and a vowel. "കെ.പി" and "പ്രൊ" end in
/// one, "മോഹനൻ" does not.
pub(super) fn is_syllable(word: &str) -> bool {
    let last = word.rsplit('.').next().unwrap_or("");
    let is_halved = |letter: char| is_indic(letter) && matches!(letter as u32 % 0x80, 0x4d);
    let mut vowels = 0;
    let mut letters = last.chars().peekable();
    while let Some(letter) = letters.next() {
        // The blocks of these scripts are laid out alike.
        match letter as u32 % 0x80 {
            _ if !is_indic(letter) => return false,
            0x05..=0x14 => vowels += 1,
            0x15..=0x39 => vowels += u32::from(!letters.peek().copied().is_some_and(is_halved)),
            0x7a..=0x7f => return false,
            _ => {}
        }
    }
    vowels == 1 && !last.ends_with(is_halved)
}

/// A letter of a script of India, from Devanagari to Malayalam.
fn is_indic(letter: char) -> bool {
    matches!(letter, '\u{900}'..='\u{d7f}')
}

/// A word without vowels is cut short: "Bldg", "mfg"; but not "NHL" nor "rhythm".
pub(super) fn is_cut_short(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(|letter| letter.is_ascii_alphabetic())
        && word.len() > 1
        && letters.all(|letter| letter.is_ascii_lowercase())
        && !word.bytes().any(|byte| matches!(byte | 0x20, b'a' | b'e' | b'i' | b'o' | b'u' | b'y'))
}

/// All capitals, and more than one.
pub(super) fn is_all_capitals(word: &str) -> bool {
    word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// "II", "xiv": at most six letters.
pub(super) fn is_roman(word: &str) -> bool {
    !word.is_empty()
        && word.len() <= 6
        && (word.bytes().all(|byte| matches!(byte, b'I' | b'V' | b'X' | b'L' | b'C' | b'D' | b'M'))
            || word.bytes().all(|byte| matches!(byte, b'i' | b'v' | b'x')))
}

/// A small letter first and a capital later: "iPhone", "eBay", "macOS".
pub(super) fn is_camel_case(word: &str) -> bool {
    word.starts_with(char::is_lowercase) && word.chars().any(char::is_uppercase) && !word.contains(['\'', '’'])
}

/// The stop is inside a web or mail address or a path: its last 100 bytes up to a blank hold `/`, `@` or `www.`.
pub(super) fn is_in_address(text: &str, at: usize) -> bool {
    let token = &text.as_bytes()[at.saturating_sub(100)..at];
    let begin = token.iter().rposition(u8::is_ascii_whitespace).map_or(0, |blank| blank + 1);
    token[begin..].iter().any(|byte| matches!(byte, b'/' | b'@' | b'\\')) || token[begin..].starts_with(b"www.")
}

/// The place behind a bullet, a bracket and blanks at `at`.
pub(super) fn skip_bullet(text: &str, at: usize) -> usize {
    match char_at(text, at) {
        Some(bullet) if matches!(bullet, '•' | '⁃' | '‣' | '*' | '-' | '–' | '(' | '[') => {
            let next = at + bullet.len_utf8();
            if char_at(text, next) == Some(' ') { next + 1 } else { next }
        }
        _ => at,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_before_a_stop_keep_their_dots() {
        assert_eq!(read_word_before("of the U.S", 10), "U.S");
        assert_eq!(read_word_before("(etc", 4), "etc");
        assert_eq!(read_word_before("...x", 4), "x");
        assert_eq!(read_word_before("", 0), "");
    }

    #[test]
    fn shapes_of_words() {
        assert!(is_acronym("U.S") && is_acronym("a.k.a") && !is_acronym("Ph.D") && !is_acronym("x.org"));
        assert!(is_cut_short("Bldg") && !is_cut_short("NHL") && !is_cut_short("rhythm") && !is_cut_short("no"));
        assert!(
            is_camel_case("iPhone") && is_camel_case("macOS") && !is_camel_case("phone") && !is_camel_case("Phone")
        );
        assert!(is_syllable("കെ") && is_syllable("പ്രൊ") && is_syllable("കെ.പി") && !is_syllable("മോഹനൻ"));
        assert!(!is_syllable("ആണ്") && !is_syllable("x"));
        assert!(is_roman("XIV") && is_roman("iv") && !is_roman("Mix"));
    }
}
