//! The text of a place in a document, letter by letter.

use crate::passages::Sentence;

/// Most characters of a place that are compared.
const MOST_CHARACTERS: usize = 20_000;

/// A text with the place of each of its characters; white space is single blanks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Witness {
    /// Its characters.
    pub letters: Vec<char>,
    /// The same in lower case: what is compared.
    pub folded: Vec<char>,
    /// Where each is in the document.
    pub places: Vec<u32>,
}

/// A stretch of a place in a document.
#[derive(Clone, Copy, Debug)]
pub struct WitnessPart<'a> {
    /// Its characters.
    pub letters: &'a [char],
    /// The same in lower case.
    pub folded: &'a [char],
    /// Where each is in the document.
    pub places: &'a [u32],
}

impl Witness {
    /// The characters `start` to `end` of a document whose sentences are given; a sentence with markup is taken whole.
    pub fn from_sentences(sentences: &[Sentence<'_>], start: u64, end: u64) -> Witness {
        let mut witness = Witness::default();
        let mut before = None;
        for sentence in sentences {
            let is_plain = sentence.text.chars().count() as u64 == sentence.end - sentence.start;
            if before.is_some_and(|last| last < sentence.start) {
                witness.push(' ', sentence.start.saturating_sub(1));
            }
            for (letter, at) in sentence.text.chars().zip(0u64..) {
                let place = sentence.start.saturating_add(at).min(sentence.end.saturating_sub(1));
                if !is_plain || (start <= place && place < end) {
                    witness.push(letter, place);
                }
            }
            before = Some(sentence.end);
            if witness.letters.len() >= MOST_CHARACTERS {
                break;
            }
        }
        if witness.letters.last() == Some(&' ') {
            witness.truncate(witness.letters.len() - 1);
        }
        witness.truncate(MOST_CHARACTERS);
        witness
    }

    /// A text that does not come from a document.
    pub fn from_text(text: &str) -> Witness {
        let mut witness = Witness::default();
        for (letter, at) in text.chars().zip(0u64..) {
            witness.push(letter, at);
        }
        witness
    }

    /// All of it.
    pub fn whole(&self) -> WitnessPart<'_> {
        self.part(0, self.letters.len())
    }

    /// The letters `from` to `to`.
    pub fn part(&self, from: usize, to: usize) -> WitnessPart<'_> {
        WitnessPart { letters: &self.letters[from..to], folded: &self.folded[from..to], places: &self.places[from..to] }
    }

    fn push(&mut self, letter: char, place: u64) {
        let letter = if letter.is_whitespace() { ' ' } else { letter };
        if letter == ' ' && matches!(self.letters.last(), None | Some(' ')) {
            return;
        }
        self.letters.push(letter);
        self.folded.push(fold(letter));
        self.places.push(u32::try_from(place).unwrap_or(u32::MAX));
    }

    fn truncate(&mut self, length: usize) {
        self.letters.truncate(length);
        self.folded.truncate(length);
        self.places.truncate(length);
    }
}

/// The form in which letters are compared.
fn fold(letter: char) -> char {
    letter.to_lowercase().next().unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_single_and_places_are_those_of_the_document() {
        let sentences = [
            Sentence { text: "The mill\n is old.", start: 10, end: 27 },
            Sentence { text: "Its well", start: 29, end: 37 },
        ];
        let found = Witness::from_sentences(&sentences, 14, 33);
        assert_eq!(found.letters.iter().collect::<String>(), "mill is old. Its");
        assert_eq!((found.places[0], found.places[5], *found.places.last().unwrap_or(&0)), (14, 20, 31));
    }
}
