//! What an abbreviation is short for, as Schwartz and Hearst find it ("A simple algorithm for identifying abbreviation
//! definitions in biomedical text", 2003): its letters are looked for from the right, and the first must begin a word.

use super::words::{Piece, is_opening_word, slice_text};

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
    let begin = find_first_word(&pieces[earliest..end], &letters)? + earliest;
    if begin + 1 >= end || is_opening_word(&pieces[begin].text.to_lowercase()) {
        return None;
    }
    let initial = |letter: &&char| {
        pieces[begin..end].iter().any(|piece| piece.text.chars().flat_map(char::to_lowercase).next() == Some(**letter))
    };
    (letters.iter().filter(initial).count() * 2 >= letters.len()).then(|| slice_text(text, pieces, (begin, end)))
}

/// The word in which the first letter is found, when every letter is looked for before the one that follows it.
fn find_first_word(words: &[Piece], letters: &[char]) -> Option<usize> {
    let mut left = letters.iter().rev().peekable();
    for (number, word) in words.iter().enumerate().rev() {
        let own: Vec<char> = word.text.chars().collect();
        for (at, letter) in own.iter().enumerate().rev() {
            let wanted = **left.peek()?;
            if letter.to_lowercase().next() != Some(wanted) {
                continue;
            }
            if left.len() > 1 {
                left.next();
            } else if at == 0 || own[at - 1] == '-' {
                return Some(number);
            }
        }
    }
    None
}
