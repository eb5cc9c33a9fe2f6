//! A text to word pieces, as BERT without upper case has them: `unplayable` -> `un ##play ##able`.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

const LONGEST_WORD: usize = 100;
const UNKNOWN: &str = "[UNK]";
const FIRST: &str = "[CLS]";
const LAST: &str = "[SEP]";

/// The pieces that a model knows, each with its number.
pub struct Vocabulary {
    numbers: HashMap<String, u32>,
    unknown: u32,
    first: u32,
    last: u32,
}

impl Vocabulary {
    /// A piece on each line of `vocab.txt`.
    pub fn from_lines(text: &str) -> Result<Self, String> {
        let numbers: HashMap<String, u32> = text.lines().map(str::to_owned).zip(0..).collect();
        let find =
            |name: &str| numbers.get(name).copied().ok_or_else(|| format!("no piece `{name}` in its vocabulary"));
        let (unknown, first, last) = (find(UNKNOWN)?, find(FIRST)?, find(LAST)?);
        Ok(Vocabulary { numbers, unknown, first, last })
    }

    /// How many pieces there are.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The pieces of a text between the two marks, at most `most` in all; only the marks where it has no word.
    pub fn cut_text(&self, text: &str, most: usize) -> Vec<u32> {
        let mut found = vec![self.first];
        for_each_word(text, |word| {
            if found.len() < most {
                self.cut_word(word, &mut found);
            }
            found.len() < most
        });
        found.truncate(most.saturating_sub(1).max(1));
        found.push(self.last);
        found
    }

    /// Takes the longest piece that the rest of a word begins with, again and again.
    fn cut_word(&self, word: &str, found: &mut Vec<u32>) {
        let before = found.len();
        let ends: Vec<usize> = word.char_indices().map(|(at, _)| at).skip(1).chain([word.len()]).collect();
        if ends.len() > LONGEST_WORD {
            return found.push(self.unknown);
        }
        let mut start = 0;
        let mut piece = String::new();
        while start < word.len() {
            let longest = ends.iter().rev().take_while(|&&end| end > start).find_map(|&end| {
                piece.clear();
                piece.push_str(if start > 0 { "##" } else { "" });
                piece.push_str(&word[start..end]);
                self.numbers.get(&piece).map(|&number| (number, end))
            });
            let Some((number, end)) = longest else {
                found.truncate(before);
                return found.push(self.unknown);
            };
            found.push(number);
            start = end;
        }
    }
}

/// Calls `give` with each word in small letters without accents until it says no; a mark or a Han character is a word.
fn for_each_word(text: &str, mut give: impl FnMut(&str) -> bool) {
    let mut word = String::new();
    for character in text.nfd().filter(|&each| !is_combining_mark(each)).flat_map(char::to_lowercase) {
        let alone = is_mark(character) || is_han(character);
        if alone || character.is_whitespace() || character.is_control() {
            if !word.is_empty() && !give(&word) {
                return;
            }
            word.clear();
        }
        if alone {
            if !give(character.encode_utf8(&mut [0; 4])) {
                return;
            }
        } else if !character.is_whitespace() && !character.is_control() && character != '\u{fffd}' {
            word.push(character);
        }
    }
    if !word.is_empty() {
        give(&word);
    }
}

fn is_mark(character: char) -> bool {
    character.is_ascii_punctuation()
        || matches!(character, '¡' | '§' | '«' | '¶' | '·' | '»' | '¿' | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}')
        || matches!(character, '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff1f}')
}

fn is_han(character: char) -> bool {
    matches!(character, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2fa1f}')
}
