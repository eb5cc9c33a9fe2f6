//! Where sentences go: trimmed, never empty, and cut when they are longer than anyone's sentence.

use super::letters::skip_white;

/// Sentences longer than this many characters are cut at their last `;` or newline before it, else at a blank, else there.
pub const LONGEST_SENTENCE_CHARACTERS: usize = 2000;

/// The sentences found so far, and where the one at hand begins.
pub(super) struct Sink<'a> {
    text: &'a str,
    out: &'a mut Vec<(u32, u32)>,
    start: usize,
    /// The sentence at hand has a letter or a digit before this place, or none at all before it.
    seen: usize,
    has_word: bool,
}

impl<'a> Sink<'a> {
    pub(super) fn new(text: &'a str, out: &'a mut Vec<(u32, u32)>) -> Sink<'a> {
        let start = skip_white(text, 0);
        Sink { text, out, start, seen: start, has_word: false }
    }

    /// Where the sentence at hand begins; never white space.
    #[inline]
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// The sentence at hand has a letter or a digit before `at`. Each character is looked at once.
    #[inline]
    pub(super) fn has_word(&mut self, at: usize) -> bool {
        if !self.has_word && self.seen < at {
            if self.text.as_bytes()[self.seen].is_ascii_alphanumeric() {
                self.has_word = true;
                return true;
            }
            let fresh = self.text.get(self.seen..at).unwrap_or("");
            self.has_word = fresh.chars().any(char::is_alphanumeric);
            self.seen = at;
        }
        self.has_word
    }

    /// Ends the sentence at hand at byte `end`, and begins the next one at the first letter after it.
    pub(super) fn end_sentence(&mut self, end: usize) {
        if end <= self.start {
            return;
        }
        // A sentence mostly ends in a stop, with nothing to trim, and is not long.
        if end - self.start <= LONGEST_SENTENCE_CHARACTERS && self.text.as_bytes()[end - 1].is_ascii_graphic() {
            self.out.push((self.start as u32, end as u32));
        } else {
            let sentence = self.text.get(self.start..end).unwrap_or("").trim_end();
            self.push_sentence(sentence);
        }
        self.start = skip_white(self.text, end);
        self.seen = self.start;
        self.has_word = false;
    }

    fn push_sentence(&mut self, mut sentence: &str) {
        let mut start = self.start;
        while sentence.len() > LONGEST_SENTENCE_CHARACTERS {
            let Some((limit, _)) = sentence.char_indices().nth(LONGEST_SENTENCE_CHARACTERS) else {
                break;
            };
            let head = &sentence[..limit];
            let cut = memchr::memrchr2(b';', b'\n', head.as_bytes()).map(|at| at + 1);
            let cut = cut.or_else(|| head.rfind(char::is_whitespace)).filter(|cut| *cut > 0).unwrap_or(limit);
            let piece = sentence[..cut].trim_end();
            self.out.push((start as u32, (start + piece.len()) as u32));
            let rest = sentence[cut..].trim_start();
            start += sentence.len() - rest.len();
            sentence = rest;
        }
        if !sentence.is_empty() {
            self.out.push((start as u32, (start + sentence.len()) as u32));
        }
    }
}
