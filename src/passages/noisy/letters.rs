//! The letters of a document, without all that noise touches first: blanks, marks, case, accents.

use unicode_normalization::UnicodeNormalization;

use super::super::Sentence;
use super::super::words::is_word_character;

/// A character that is a word or half of one counts for so many letters.
const WORD_CHARACTER_WORTH: u32 = 3;

/// A document as its letters and digits; `codes` and `places` run side by side.
#[derive(Debug, Default)]
pub(super) struct Letters {
    /// What each is, small and without accents.
    pub codes: Vec<u32>,
    /// Where each stands, in characters of the document.
    pub places: Vec<u64>,
    /// The first letter of each sentence, and the end of the last.
    pub sentences: Vec<usize>,
}

impl Letters {
    pub fn from_sentences(sentences: &[Sentence<'_>]) -> Letters {
        let bytes = sentences.iter().map(|each| each.text.len()).sum();
        let mut letters = Letters {
            codes: Vec::with_capacity(bytes),
            places: Vec::with_capacity(bytes),
            sentences: Vec::with_capacity(sentences.len() + 1),
        };
        letters.sentences.push(0);
        for sentence in sentences {
            for (letter, at) in sentence.text.chars().zip(0u64..) {
                if let Some(code) = fold_letter(letter) {
                    letters.codes.push(code);
                    letters.places.push(sentence.start.saturating_add(at).min(sentence.end.saturating_sub(1)));
                }
            }
            letters.sentences.push(letters.codes.len());
        }
        letters
    }

    /// The sentence that a letter stands in.
    pub fn find_sentence(&self, letter: usize) -> usize {
        self.sentences.partition_point(|&first| first <= letter).saturating_sub(1)
    }
}

/// What a letter counts for: one, or three where it is a word or half of one.
pub(super) fn weigh_code(code: u32) -> u32 {
    match char::from_u32(code) {
        Some(letter) if !letter.is_ascii() && is_word_character(letter) => WORD_CHARACTER_WORTH,
        _ => 1,
    }
}

/// The form under which a letter is compared; nothing for what is no letter. Digits that scanners put for letters become these.
fn fold_letter(letter: char) -> Option<u32> {
    let small = match letter {
        '0' => 'o',
        '1' => 'l',
        '5' => 's',
        'a'..='z' | '2'..='9' => letter,
        'A'..='Z' => letter.to_ascii_lowercase(),
        _ if letter.is_ascii() => return None,
        _ if letter.is_alphanumeric() => {
            let base = std::iter::once(letter).nfkd().next().unwrap_or(letter);
            base.to_lowercase().next().unwrap_or(base)
        }
        _ => return None,
    };
    Some(u32::from(small))
}
