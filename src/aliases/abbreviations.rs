//! What an abbreviation is short for, as Schwartz and Hearst find it ("A simple algorithm for identifying abbreviation
//! definitions in biomedical text", 2003): its letters are looked for from the right, and the first must begin a word.

use super::words::{Piece, cut_words, is_linking_word, is_opening_word, slice_text};

/// Longer words are no abbreviations.
const MOST_SHORT_LETTERS: usize = 8;

/// `WWF`, `EU`, `PhD`: at least two capitals, and as many as all other letters.
pub fn is_short_form(word: &str) -> bool {
    let letters = word.chars().count();
    let capitals = word.chars().filter(|letter| letter.is_uppercase()).count();
    let digits = word.chars().any(char::is_numeric);
    capitals >= 2 && letters <= MOST_SHORT_LETTERS && 2 * capitals >= letters && !digits
}

/// The words before the piece `end` that a short form stands for.
pub fn find_long_form<'t>(text: &'t str, pieces: &[Piece<'t>], end: usize, short: &str) -> Option<&'t str> {
    let letters: Vec<char> =
        short.chars().filter(|letter| letter.is_alphabetic()).flat_map(char::to_lowercase).collect();
    if end < 2 {
        return None;
    }
    let words = (letters.len() + 5).min(2 * letters.len());
    let count = pieces[..end].iter().rev().take(words).take_while(|piece| piece.is_word()).count();
    let earliest = end - count;
    let words = &pieces[earliest..end];
    let begin = find_by_initials(words, &letters).or_else(|| find_first_word(words, &letters))? + earliest;
    let opens = is_opening_word(&pieces[begin].text.to_lowercase());
    (begin + 1 < end && !opens).then(|| slice_text(text, pieces, (begin, end)))
}

/// Whether a short form takes its letters from a name: `NAFTA` from `North American Free Trade Agreement`.
pub fn abbreviates(short: &str, name: &str) -> bool {
    let letters: Vec<char> =
        short.chars().filter(|letter| letter.is_alphabetic()).flat_map(char::to_lowercase).collect();
    is_short_form(short) && find_first_word(&cut_words(name), &letters) == Some(0)
}

/// The first of the words that the letters begin, one each; small words may be passed over: `AAA` of `the American Ant
/// Association`, where Schwartz and Hearst would be content with the last two words.
fn find_by_initials(words: &[Piece], letters: &[char]) -> Option<usize> {
    let mut left = letters.iter().rev();
    let mut wanted = left.next()?;
    for (number, word) in words.iter().enumerate().rev() {
        if word.text.chars().flat_map(char::to_lowercase).next() == Some(*wanted) {
            match left.next() {
                Some(next) => wanted = next,
                None => return Some(number),
            }
        } else if !is_linking_word(word.text) && !matches!(word.text, "and" | "to" | "in" | "on" | "a") {
            return None;
        }
    }
    None
}

/// The word in which the first letter is found, when every letter is looked for before the one that follows it. More than
/// half of the letters must begin a word: `MEMA` is not short for `Management Agency`.
fn find_first_word(words: &[Piece], letters: &[char]) -> Option<usize> {
    let mut left = letters.iter().rev().peekable();
    let mut initials = 0;
    for (number, word) in words.iter().enumerate().rev() {
        let own: Vec<char> = word.text.chars().collect();
        for (at, letter) in own.iter().enumerate().rev() {
            let wanted = **left.peek()?;
            let begins = at == 0 || own[at - 1] == '-';
            if letter.to_lowercase().next() != Some(wanted) || left.len() == 1 && !begins {
                continue;
            }
            initials += usize::from(begins);
            left.next();
            if left.len() == 0 {
                return (2 * initials > letters.len()).then_some(number);
            }
        }
    }
    None
}
