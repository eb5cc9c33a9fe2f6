//! At a stop: does the sentence end here?
//!
//! Everything is read from the word before the stop, the closing marks after it and the word that follows.

use super::east;
use super::follower::{Class, Follower, read_word};
use super::letters::{char_at, char_before, find_gap_end, is_east_asian, is_question_or_call, is_thai, is_wide_stop};
use super::open::{OpenPair, Pair};
use super::row::{Colon, Kind, Row};
use super::rules::Rules;
use super::shapes::{
    contains_word, cut_at_apostrophe, is_camel_case, is_in_address, is_latin, is_roman, is_syllable, read_word_before,
};

/// A run of stops: `.`, `?!`, `. . .`, `……`, `。`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct StopRun {
    /// Where it ends.
    pub(super) end: usize,
    /// Full stops; an ellipsis counts as three.
    dots: u32,
    /// `!`, `?` and the like.
    marks: u32,
    /// It has a stop that needs no capital after it, such as `。`.
    is_wide: bool,
}

impl StopRun {
    /// Reads the run that begins at `at`. Dots may have single blanks between them: `". . . . Next"` is one run of four.
    pub(super) fn read(text: &str, at: usize, row: &Row) -> StopRun {
        let mut run = StopRun { end: at, ..StopRun::default() };
        while let Some(letter) = char_at(text, run.end) {
            match letter {
                '.' => run.dots += 1,
                '…' | '⋯' => run.dots += 3,
                ';' | '\u{37e}' if row.semicolon_asks => run.marks += 1,
                ':' if row.colon == Colon::Single => run.marks += 1,
                ':' if row.colon == Colon::Double && char_at(text, at) == Some(':') => run.is_wide = true,
                '፡' if char_at(text, at) == Some('፡') => run.is_wide = true,
                _ if is_wide_stop(letter) => {
                    run.is_wide = true;
                    run.marks += u32::from(is_question_or_call(letter));
                }
                _ if is_question_or_call(letter) => run.marks += 1,
                ' ' | '\u{a0}' if run.dots > 0 && run.marks == 0 && is_lone_dot(text, run.end + letter.len_utf8()) => {}
                _ => break,
            }
            run.end += letter.len_utf8();
        }
        run
    }
}

/// A full stop that no letter follows.
fn is_lone_dot(text: &str, at: usize) -> bool {
    char_at(text, at) == Some('.') && !char_at(text, at + 1).is_some_and(char::is_alphanumeric)
}

/// The place where a decision is asked for.
pub(super) struct Stop<'a> {
    pub(super) text: &'a str,
    pub(super) rules: &'static Rules,
    /// Where the sentence begins.
    pub(super) start: usize,
    /// Where the run of stops begins.
    pub(super) at: usize,
    pub(super) run: StopRun,
    /// The place behind the closing marks.
    pub(super) after: usize,
    /// The outermost pair that they closed.
    pub(super) closed: Option<OpenPair>,
}

impl Stop<'_> {
    /// The sentence ends at `after`.
    pub(super) fn ends_sentence(&self) -> bool {
        let follower = Follower::read(self.text, self.after);
        match follower.class {
            Class::End => return true,
            Class::Other => return false,
            _ => {}
        }
        if self.run.is_wide {
            return self.ends_after_wide_stop(&follower);
        }
        if !follower.is_spaced && self.after > self.run.end && follower.class == Class::Caseless {
            return self.ends_before_caseless(&follower);
        }
        match self.run {
            StopRun { marks: 0, dots: 1, .. } if self.is_pause(&follower) => false,
            StopRun { marks: 1.., .. } => self.ends_after_mark(&follower),
            StopRun { dots: 2.., .. } => self.ends_after_ellipsis(&follower),
            _ if !follower.is_spaced => self.ends_before_glued_word(&follower),
            _ => self.ends_after_period(&follower),
        }
    }

    /// An Armenian full stop is a pause, unless Latin letters stand on both sides of it.
    fn is_pause(&self, follower: &Follower) -> bool {
        self.rules.row.is_period_a_pause
            && !(is_latin(char_before(self.text, self.at)) && is_latin(char_at(self.text, follower.at)))
    }

    /// Behind `。` and its kin everything ends but a quotation that goes on.
    fn ends_after_wide_stop(&self, follower: &Follower) -> bool {
        match self.closed {
            _ if follower.class == Class::Dash => false,
            Some(closed) => !east::continues_sentence(self.text, self.start, self.after, closed, self.run.marks > 0),
            None => {
                let name = read_word_before(self.text, self.at);
                !(self.run.marks == 1
                    && follower.class == Class::Caseless
                    && contains_word(&self.rules.marked_names, name))
            }
        }
    }

    /// `“…”他` and `"…"라고`: a full stop or a mark of the West, a closing mark, and no blank.
    fn ends_before_caseless(&self, follower: &Follower) -> bool {
        match self.closed {
            // 「Love Live!」是: the mark is part of a name.
            _ if self.run.marks > 0 && is_latin(char_before(self.text, self.at)) => false,
            Some(closed) if char_at(self.text, follower.at).is_some_and(is_east_asian) => {
                !east::continues_sentence(self.text, self.start, self.after, closed, true)
            }
            _ => false,
        }
    }

    /// Behind `!` and `?`.
    fn ends_after_mark(&self, follower: &Follower) -> bool {
        let is_bare = self.after == self.run.end && self.run.marks == 1;
        let before = self.word_before();
        if !follower.is_spaced {
            return match follower.class {
                Class::Caseless => {
                    !is_latin(char_before(self.text, self.at)) || self.text.as_bytes().get(self.at) == Some(&b'?')
                }
                Class::Upper => self.is_glued_sentence(follower),
                _ => false,
            };
        }
        match follower.class {
            Class::Lower => is_camel_case(follower.word()),
            _ if is_bare && contains_word(&self.rules.marked_names, before) => self.follower_opens_sentence(follower),
            Class::Upper => !self.is_reported_speech(follower),
            _ => true,
        }
    }

    /// Behind `...`: with a blank before it, words may be left out in the middle of a sentence.
    fn ends_after_ellipsis(&self, follower: &Follower) -> bool {
        match follower.class {
            Class::Upper if !follower.is_spaced => false,
            Class::Upper if self.run.dots == 3 && self.after == self.run.end => {
                // "I" has its capital in the middle of a sentence too; two blanks are what typists part sentences by.
                let is_apart = char_before(self.text, self.at).is_some_and(char::is_whitespace);
                let is_told = self.follower_opens_sentence(follower) && !self.is_i(follower);
                !is_apart || is_told || self.has_two_blanks()
            }
            Class::Upper | Class::Dash => true,
            Class::Caseless => follower.is_spaced,
            Class::Digit | Class::Symbol => follower.is_spaced && self.run.dots > 3,
            _ => false,
        }
    }

    /// One full stop and a blank.
    fn ends_after_period(&self, follower: &Follower) -> bool {
        let word = self.word_before();
        let Some(last) = char_before(self.text, self.at) else {
            return false;
        };
        if is_thai(last) {
            return follower.class == Class::Upper;
        }
        if follower.class == Class::Lower {
            return self.ends_before_small_letter(word, follower);
        }
        if matches!(last, '°' | 'º') {
            return follower.class != Class::Digit;
        }
        if self.after > self.run.end && self.closed.is_some_and(|closed| closed.pair != Pair::Single) {
            return true;
        }
        if word.is_empty() {
            return !self.is_abbreviation_apart(follower);
        }
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            return self.ends_after_number(word, follower);
        }
        if self.at - word.len() == self.start && (word.len() == 1 || is_roman(word)) {
            return false;
        }
        let kind = self.rules.abbreviations.get_any(word);
        let mut letters = word.chars();
        if let (Some(letter), None) = (letters.next(), letters.next()) {
            return self.ends_after_letter(letter, kind, follower);
        }
        match kind {
            Some(kind) => self.ends_after_abbreviation(kind, word, follower),
            None if self.rules.row.syllables_are_initials && is_syllable(word) => false,
            None => self.ends_after_unlisted_word(word, follower),
        }
    }

    /// The follower is "I", whose capital says nothing.
    pub(super) fn is_i(&self, follower: &Follower) -> bool {
        self.rules.has_capital_i && cut_at_apostrophe(follower.word()) == "I"
    }

    /// Two blanks or more follow.
    fn has_two_blanks(&self) -> bool {
        self.text.as_bytes().get(self.after..self.after + 2) == Some(b"  ")
    }

    /// A small letter opens a sentence only in a name: "iPhone", "de Gaulle".
    fn ends_before_small_letter(&self, word: &str, follower: &Follower) -> bool {
        let is_plain = word.len() >= 2 && self.find_abbreviation(word).is_none() && !word.contains('.');
        if !is_plain && !word.is_empty() {
            return false;
        }
        is_camel_case(follower.word())
            || (word.chars().nth(3).is_some() && self.is_whole_word(word) == Some(true))
            || (matches!(follower.word(), "de" | "van" | "von" | "bin" | "ibn" | "al" | "da" | "di")
                && word.chars().all(char::is_lowercase)
                && follower.second_word().starts_with(char::is_uppercase))
    }

    /// The stop stands between two words: "broke.The", but "Jane.Doe@", "System.Out".
    fn ends_before_glued_word(&self, follower: &Follower) -> bool {
        let last = char_before(self.text, self.at);
        match follower.class {
            Class::Caseless => {
                char_at(self.text, follower.at).is_some_and(is_east_asian)
                    && (last.is_some_and(is_east_asian) || self.after > self.run.end)
            }
            Class::Upper => self.is_glued_sentence(follower),
            _ => false,
        }
    }

    /// What is glued to the stop is a sentence of its own and no part of a name, an address or a number.
    fn is_glued_sentence(&self, follower: &Follower) -> bool {
        let word = follower.word();
        let is_title =
            matches!(self.find_abbreviation(word), Some(Kind::Title)) && follower.letter_after_word() == Some('.');
        let is_word = word.chars().nth(1).map_or(word == "A" || word == "I", |second| {
            second.is_lowercase() || (is_roman(word) && self.word_before().chars().nth(2).is_some())
        });
        let stands_free =
            matches!(follower.letter_after_word(), None | Some(' ' | '\n' | '\r' | '\u{a0}' | ',' | '\'' | '’' | '-'));
        if !(is_title || (is_word && stands_free)) {
            return false;
        }
        if self.after > self.run.end {
            return true;
        }
        let before = self.word_before();
        // What may end a sentence does: "etc.The".
        let is_abbreviation = self.find_abbreviation(before).is_some_and(|kind| kind != Kind::Capital);
        let is_number = !before.is_empty() && before.bytes().all(|byte| byte.is_ascii_digit());
        if is_number {
            return self.at - before.len() > self.start;
        }
        if is_in_address(self.text, self.at) || before.contains('.') || is_abbreviation {
            return false;
        }
        let is_closing = before.is_empty()
            && char_before(self.text, self.at).is_some_and(|last| matches!(last, ')' | '”' | '"' | ']' | '%'));
        let is_plain = before.len() > 1 && before.chars().all(char::is_lowercase);
        is_closing || is_plain || (before.len() > 1 && (is_title || self.follower_opens_sentence(follower)))
    }

    /// The follower is a word that opens sentences and stands free: "The", but not "The-" nor the initial "A.".
    pub(super) fn follower_opens_sentence(&self, follower: &Follower) -> bool {
        match follower.class {
            Class::Upper => {
                let stands_free = match follower.letter_after_word() {
                    None | Some(' ' | '\n' | '\r' | '\u{a0}' | ',' | '\'' | '’' | '"' | '?' | '!') => true,
                    Some('.') => {
                        follower.word().chars().nth(1).is_some()
                            && self.find_abbreviation(follower.word()) == Some(Kind::Number)
                    }
                    _ => false,
                };
                stands_free
                    && (contains_word(&self.rules.starters, follower.word())
                        || contains_word(&self.rules.starters, cut_at_apostrophe(follower.word())))
            }
            Class::Caseless => true,
            Class::Dash => true,
            _ => follower.class == Class::Symbol && follower.is_opened,
        }
    }

    /// "“Stop!” Hale said.": the quotation opens the sentence and a verb of speech follows within three words.
    fn is_reported_speech(&self, follower: &Follower) -> bool {
        let is_quote =
            |closed: OpenPair| !matches!(closed.pair, Pair::Bracket | Pair::Title) && closed.at <= self.start;
        if !self.closed.is_some_and(is_quote) {
            return false;
        }
        let mut at = follower.at;
        for _ in 0..4 {
            let word = read_word(self.text, at);
            if word.is_empty() {
                return false;
            }
            if contains_word(&self.rules.reporting, word) {
                return at > follower.at;
            }
            at += word.len();
            let (next, is_end) = find_gap_end(self.text, at + usize::from(char_at(self.text, at) == Some('.')));
            if is_end {
                return false;
            }
            at = next;
        }
        false
    }

    /// The word before the stop, as far as it is in this sentence.
    fn word_before(&self) -> &str {
        let word = read_word_before(self.text, self.at);
        let over = word.len().saturating_sub(self.at - self.start);
        word.get(over..).unwrap_or("")
    }

    pub(super) fn find_abbreviation(&self, word: &str) -> Option<Kind> {
        self.rules.abbreviations.get(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_takes_dots_with_blanks_between_them() {
        assert_eq!(
            StopRun::read("a. . . . Next", 1, &Row::PLAIN),
            StopRun { end: 8, dots: 4, marks: 0, is_wide: false }
        );
        assert_eq!(StopRun::read("a?! b", 1, &Row::PLAIN), StopRun { end: 3, dots: 0, marks: 2, is_wide: false });
        assert_eq!(StopRun::read("a. .5", 1, &Row::PLAIN), StopRun { end: 2, dots: 1, marks: 0, is_wide: false });
        assert_eq!(StopRun::read("好……", 3, &Row::PLAIN), StopRun { end: 9, dots: 6, marks: 0, is_wide: false });
    }
}
