//! Behind one full stop: what the word before it means, an abbreviation, an initial, a number, a time, or a plain word.

use super::follower::{Class, Follower, read_word};
use super::letters::{char_at, char_before, is_caseless, is_east_asian, is_hangul};
use super::row::Kind;
use super::shapes::{
    contains_word, is_acronym, is_all_capitals, is_cut_short, is_roman, read_spaced_letters, read_word_before,
    skip_bullet,
};
use super::stop::Stop;

impl Stop<'_> {
    /// A blank before the stop, as in tokenized text: "Mr . Ash", "the U.S . Army".
    pub(super) fn is_abbreviation_apart(&self, follower: &Follower) -> bool {
        let before = self.text.get(self.start..self.at).unwrap_or("");
        let trimmed = before.trim_end_matches(' ');
        let word = read_word_before(trimmed, trimmed.len());
        let is_title = self.find_abbreviation(word) == Some(Kind::Title) && word.starts_with(char::is_uppercase);
        trimmed.len() + 1 == before.len() && (is_title || is_acronym(word)) && !self.follower_opens_sentence(follower)
    }

    /// "3. Mai", "1. First", "in 1843. The".
    pub(super) fn ends_after_number(&self, word: &str, follower: &Follower) -> bool {
        let is_marker =
            self.at - word.len() <= self.start + 5 && skip_bullet(self.text, self.start) == self.at - word.len();
        if is_marker && word.len() <= 3 {
            return false;
        }
        let is_date = self.rules.row.ordinals || self.rules.row.dotted_dates;
        if is_date && follower.class == Class::Digit {
            return false;
        }
        if self.rules.row.ordinals && word.len() <= 2 && self.is_month_and_year(follower) {
            return false;
        }
        if self.rules.row.dotted_dates && word.len() <= 2 {
            // "2008. 5. 3. 서울": the last part of a date.
            let before = self.text.get(..self.at - word.len()).unwrap_or("").trim_end_matches(' ');
            return !before.ends_with('.');
        }
        // In the other languages with ordinals what follows one has a small letter.
        if self.rules.row.capital_nouns && word.len() <= 2 && follower.class == Class::Upper {
            return self.follower_opens_sentence(follower) || self.is_number_of_abbreviation(word);
        }
        true
    }

    /// "7. Apríla 2020": a word and a year follow.
    fn is_month_and_year(&self, follower: &Follower) -> bool {
        let word = follower.word();
        let year = self.text.as_bytes().get(follower.at + word.len()..follower.at + word.len() + 6).unwrap_or_default();
        follower.class == Class::Upper
            && !self.follower_opens_sentence(follower)
            && matches!(year, [b' ', a, b, c, d, next] if [a, b, c, d].iter().all(|digit| digit.is_ascii_digit()) && !next.is_ascii_digit())
    }

    /// The number belongs to an abbreviation: "Nr. 5", "S. 12".
    fn is_number_of_abbreviation(&self, word: &str) -> bool {
        let before = self.text.get(self.start..self.at - word.len()).unwrap_or("").trim_end_matches([' ', '\u{a0}']);
        let Some(before) = before.strip_suffix('.') else {
            return false;
        };
        matches!(self.find_abbreviation(read_word_before(before, before.len())), Some(Kind::Number))
    }

    /// One letter: an initial, "c. 1650", or a sentence's end as in "vitamin C. The".
    pub(super) fn ends_after_letter(&self, letter: char, kind: Option<Kind>, follower: &Follower) -> bool {
        if let Some(kind) =
            read_spaced_letters(self.text, self.at).and_then(|word| self.rules.abbreviations.get_lowered(&word))
        {
            return self.ends_after_abbreviation(kind, "", follower);
        }
        if self.rules.row.syllables_are_initials && kind == Some(Kind::Word) {
            return true;
        }
        if let Some(kind) = kind.filter(|kind| *kind == Kind::Title || !letter.is_uppercase()) {
            return self.ends_after_abbreviation(
                kind,
                self.text.get(self.at - letter.len_utf8()..self.at).unwrap_or(""),
                follower,
            );
        }
        match follower.class {
            Class::Digit => false,
            Class::Upper if self.is_unit() => true,
            Class::Upper if letter.is_uppercase() => self.follower_opens_sentence(follower),
            Class::Upper => !self.rules.row.capital_nouns || self.follower_opens_sentence(follower),
            Class::Caseless if is_caseless(letter) => is_east_asian(letter) || is_hangul(letter),
            Class::Caseless => !char_at(self.text, follower.at).is_some_and(is_east_asian),
            _ => true,
        }
    }

    pub(super) fn ends_after_abbreviation(&self, kind: Kind, word: &str, follower: &Follower) -> bool {
        let has_capital = word.starts_with(char::is_uppercase);
        match kind {
            Kind::Never => false,
            // "MS. Patients": an acronym of capitals, while "MS. ADA REED" is a title.
            Kind::Title if is_all_capitals(word) && self.rules.row.capital_titles => {
                follower.word().chars().nth(1).is_some_and(char::is_lowercase)
            }
            // Ranks in small letters are words as well: "by lightship or brig. Rita".
            Kind::Title if !has_capital && word == "brig" && self.rules.row.capital_titles => true,
            Kind::Title => !has_capital && self.follower_opens_sentence(follower),
            Kind::Starter => self.follower_opens_sentence(follower),
            Kind::Capital => follower.class != Class::Digit || !self.is_after_number(word),
            Kind::Degree if self.is_after_article(word) => follower.class != Class::Digit && !follower.is_opened,
            Kind::Degree => self.follower_opens_sentence(follower),
            Kind::Word => true,
            Kind::Number => !self.is_numbered(follower, has_capital),
            Kind::Date if has_capital => self.follower_opens_sentence(follower),
            Kind::Date => follower.class != Class::Digit,
            Kind::Time if follower.class == Class::Digit => self.is_after_number(word) && !self.is_opening_time(word),
            Kind::Time => {
                self.ends_after_time(word, follower) && !contains_word(&self.rules.time_followers, follower.word())
            }
            Kind::Unit if self.is_after_number(word) => follower.class != Class::Digit,
            Kind::Unit => !has_capital && self.follower_opens_sentence(follower),
            Kind::AfterNumber => self.is_after_number(word) && self.ends_after_time(word, follower),
        }
    }

    /// Acronyms ("U.S. The", "U.S. Army"), cut words ("Bldg."), and all plain words, which end their sentence.
    pub(super) fn ends_after_unlisted_word(&self, word: &str, follower: &Follower) -> bool {
        if is_acronym(word) && word.starts_with(is_caseless) {
            return false;
        }
        if is_acronym(word) || is_cut_short(word) || self.is_whole_word(word) == Some(false) {
            return self.follower_opens_sentence(follower);
        }
        if self.rules.row.ordinals && is_roman(word) && follower.class == Class::Upper {
            return self.follower_opens_sentence(follower);
        }
        if self.rules.row.capital_nouns && word.ends_with("str") {
            return follower.class != Class::Digit;
        }
        true
    }

    /// In a language whose words end in few letters: the word is whole, or cut short.
    pub(super) fn is_whole_word(&self, word: &str) -> Option<bool> {
        let ends = self.rules.row.word_ends;
        let is_small = !ends.is_empty() && word.chars().all(|letter| letter.is_lowercase() && !letter.is_ascii());
        is_small.then(|| word.ends_with(|last| ends.contains(last)))
    }

    /// "No. 5", "Vol. II", "Eq. (3)", "Fig. A".
    fn is_numbered(&self, follower: &Follower, has_capital: bool) -> bool {
        let word = follower.word();
        let is_letter = word.len() == 1 && word != "A" && (has_capital || word != "I");
        follower.class == Class::Digit
            || (follower.class == Class::Upper && (is_letter || (word.len() > 1 && is_roman(word))))
    }

    /// Behind a time or an era. One that opens its sentence ends nothing before a name: "At 5 a.m. Hale", but
    /// "At 5 a.m. The".
    fn ends_after_time(&self, word: &str, follower: &Follower) -> bool {
        !self.is_opening_time(word) || (self.follower_opens_sentence(follower) && !self.is_i(follower))
    }

    /// The clause so far only tells a time, without anybody in it: "At 5 a.m.", "He noted: In 44 B.C."
    fn is_opening_time(&self, word: &str) -> bool {
        let clause = self.text.get(self.start..self.at).unwrap_or("");
        let clause = clause.rfind(": ").map_or(clause, |colon| &clause[colon + 2..]);
        if clause.len() > 64
            || !self.is_after_number(word)
            || !contains_word(&self.rules.time_openers, read_word(clause, 0))
        {
            return false;
        }
        let words = clause.split(['"', '“', '”']).step_by(2).flat_map(|unquoted| unquoted.split(' '));
        !words.clone().any(|word| matches!(word, "he" | "she" | "it" | "they" | "we" | "I" | "you"))
            && words.filter(|word| word.ends_with(',')).count() < 2
    }

    /// An article or its like stands before the abbreviation: "her Ph.D."
    fn is_after_article(&self, word: &str) -> bool {
        let before = self.text.get(self.start..self.at.saturating_sub(word.len())).unwrap_or("");
        let trimmed = before.trim_end_matches(' ');
        let last = read_word_before(trimmed, trimmed.len());
        trimmed.len() < before.len()
            && matches!(last, "a" | "an" | "her" | "his" | "my" | "our" | "their" | "your" | "no")
    }

    /// The letter before the stop is a unit: "240 V. Lamps", "85 °C. Agar".
    fn is_unit(&self) -> bool {
        let before = self.text.get(self.start..self.at).unwrap_or("").trim_end_matches(char::is_alphabetic);
        let number = before.trim_end_matches(' ');
        before.ends_with('°') || (number.len() < before.len() && number.ends_with(|last: char| last.is_ascii_digit()))
    }

    /// A number, or a Roman one, stands before the abbreviation.
    fn is_after_number(&self, word: &str) -> bool {
        let mut end = self.at.saturating_sub(word.len());
        for _ in 0..2 {
            match char_before(self.text, end) {
                Some(white) if white.is_whitespace() && end > self.start => end -= white.len_utf8(),
                _ => break,
            }
        }
        end > self.start
            && (char_before(self.text, end).is_some_and(char::is_numeric) || is_roman(read_word_before(self.text, end)))
    }
}
