//! Numbers in words, of any size: "two hundred and five", "half a million", "a dozen", "twenty-first", "two-thirds".
//!
//! Groups below a thousand, each before its scale word, the scales falling. A word that cannot go on the number begins the
//! next one: "one hundred one hundred" is twice a hundred.

use super::exact::ExactNumber;
use super::lexicon::Lexeme;
use super::numbers::{Number, NumberSort};
use super::parser::Parser;

/// A group below a thousand, or "half a".
struct NumberGroup {
    exact: ExactNumber,
    next: usize,
    is_ordinal: bool,
}

impl Parser<'_> {
    /// The number in words at a token.
    pub(super) fn parse_word_number(&self, at: usize, and: bool) -> Option<(Number, usize)> {
        if let Some(fraction) = self.parse_word_fraction(at) {
            return Some(fraction);
        }
        let mut group = self.parse_group(at, and)?;
        let (mut sum, mut last) = (ExactNumber::from_integer(0), i32::MAX);
        loop {
            let (power, next, is_ordinal) = self.parse_scale_words(group.next, last);
            let group_ends = group.is_ordinal || power == 0;
            sum = sum.add(if group.is_ordinal { group.exact } else { group.exact.scale_by_power(power) })?;
            if group_ends || is_ordinal {
                let next = if group.is_ordinal { group.next } else { next };
                return Some((build_word_number(sum, group.is_ordinal || is_ordinal, group_ends, power), next));
            }
            last = power;
            match self.parse_next_group(next, and, last) {
                Some(more) => group = more,
                None => return Some((build_word_number(sum, false, false, power), next)),
            }
        }
    }

    /// The scale words behind a group, their power of ten together below `last`, and whether the last is an ordinal.
    fn parse_scale_words(&self, mut at: usize, last: i32) -> (i32, usize, bool) {
        let mut power = 0;
        loop {
            let word = if self.is_hyphenated(at) { at + 1 } else { at };
            let (more, is_ordinal) = match self.find_lexeme(word) {
                Some(Lexeme::Scale(more)) => (i32::from(more), false),
                Some(Lexeme::ScaleNth(more)) if more > 2 => (i32::from(more), true),
                _ => return (power, at, false),
            };
            if power + more >= last || power > 60 {
                return (power, at, false);
            }
            (power, at) = (power + more, word + 1);
            if is_ordinal {
                return (power, at, true);
            }
        }
    }

    /// What goes on a number behind a scale word: "and five" of "two thousand and five".
    fn parse_next_group(&self, at: usize, and: bool, last: i32) -> Option<NumberGroup> {
        let start = match self.find_lexeme(at) {
            Some(Lexeme::And) if and => at + 1,
            _ => at,
        };
        let is_number = matches!(
            self.find_lexeme(start)?,
            Lexeme::Small(_) | Lexeme::Tens(_) | Lexeme::Nth(_) | Lexeme::TensNth(_)
        ) || self.find_lexeme(start) == Some(Lexeme::Second) && start == at + 1;
        let group = self.parse_group(start, and).filter(|_| is_number)?;
        let (power, _, _) = self.parse_scale_words(group.next, i32::MAX);
        (power < last).then_some(group)
    }

    /// A number below a thousand at a token, or the "a" of "a million" and the "half a" of "half a million".
    fn parse_group(&self, at: usize, and: bool) -> Option<NumberGroup> {
        let (hundreds, next) = match self.find_lexeme(at)? {
            Lexeme::Half if self.find_lexeme(at + 1) == Some(Lexeme::A) => {
                let of = matches!(self.find_lexeme(at + 2)?, Lexeme::Scale(_) | Lexeme::Dozen);
                return of.then_some(NumberGroup {
                    exact: ExactNumber::from_decimal(5, -1),
                    next: at + 2,
                    is_ordinal: false,
                });
            }
            Lexeme::A => match self.find_lexeme(at + 1)? {
                Lexeme::Hundred => (1, at + 2),
                Lexeme::Scale(_) | Lexeme::Dozen => {
                    return Some(NumberGroup { exact: ExactNumber::from_integer(1), next: at + 1, is_ordinal: false });
                }
                _ => return None,
            },
            Lexeme::ScaleNth(2) => {
                return Some(NumberGroup { exact: ExactNumber::from_integer(100), next: at + 1, is_ordinal: true });
            }
            _ => return self.parse_hundreds(at, and),
        };
        Some(self.parse_after_hundred(hundreds, next, and))
    }

    /// "twenty-five", "two hundred and five", "fifteen hundred".
    fn parse_hundreds(&self, at: usize, and: bool) -> Option<NumberGroup> {
        let group = self.parse_below_hundred(at)?;
        if group.is_ordinal || group.exact.is_zero() {
            return Some(group);
        }
        let word = if self.is_hyphenated(group.next) { group.next + 1 } else { group.next };
        match self.find_lexeme(word) {
            Some(Lexeme::Hundred) => Some(self.parse_after_hundred(group.exact.mantissa, word + 1, and)),
            Some(Lexeme::ScaleNth(2)) => {
                Some(NumberGroup { exact: group.exact.scale_by_power(2), next: word + 1, is_ordinal: true })
            }
            _ => Some(group),
        }
    }

    fn parse_after_hundred(&self, hundreds: i128, at: usize, and: bool) -> NumberGroup {
        let plain = NumberGroup { exact: ExactNumber::from_integer(hundreds * 100), next: at, is_ordinal: false };
        let start = match self.find_lexeme(at) {
            Some(Lexeme::And) if and => at + 1,
            _ => at + usize::from(self.is_hyphenated(at)),
        };
        let Some(rest) = self.parse_below_hundred(start) else { return plain };
        // "one hundred and two hundred", "one hundred second graders": the rest belongs to what follows.
        let goes_on = matches!(self.find_lexeme(rest.next), Some(Lexeme::Hundred | Lexeme::ScaleNth(2)));
        let is_unit = self.find_lexeme(start) == Some(Lexeme::Second) && start == at;
        if goes_on || is_unit || rest.exact.is_zero() {
            return plain;
        }
        NumberGroup { exact: ExactNumber::from_integer(hundreds * 100 + rest.exact.mantissa), ..rest }
    }

    /// "five", "fifteen", "twenty-five", "twenty-fifth".
    fn parse_below_hundred(&self, at: usize) -> Option<NumberGroup> {
        let group = |number: u8, next: usize, is_ordinal: bool| {
            Some(NumberGroup { exact: ExactNumber::from_integer(i128::from(number)), next, is_ordinal })
        };
        match self.find_lexeme(at)? {
            Lexeme::Small(number) => group(number, at + 1, false),
            Lexeme::Nth(number) | Lexeme::TensNth(number) => group(number, at + 1, true),
            Lexeme::Second => group(2, at + 1, true),
            Lexeme::Tens(tens) => {
                let word = if self.is_hyphenated(at + 1) { at + 2 } else { at + 1 };
                match self.find_lexeme(word) {
                    Some(Lexeme::Small(ones @ 1..=9)) => group(tens + ones, word + 1, false),
                    Some(Lexeme::Nth(ones @ 1..=9)) => group(tens + ones, word + 1, true),
                    Some(Lexeme::Second) if word == at + 2 => group(tens + 2, word + 1, true),
                    _ => group(tens, at + 1, false),
                }
            }
            _ => None,
        }
    }

    /// "one half", "two-thirds", "three quarters", "a third of", "an estimated quarter of"; "second" is never a part.
    fn parse_word_fraction(&self, at: usize) -> Option<(Number, usize)> {
        let (count, is_article, word) = match self.find_lexeme(at)? {
            Lexeme::Small(count @ 1..) => (count, false, self.skip_hyphen(at + 1)),
            Lexeme::A => (1, true, self.skip_hyphen(at + 1)),
            _ if self.follows_article_and_hedge(at) => (1, true, at),
            _ => return None,
        };
        let parts = match self.find_lexeme(word)? {
            Lexeme::Half => 2,
            Lexeme::Parts(parts) => parts,
            Lexeme::Nth(parts @ 3..=10) if count == 1 => parts,
            _ => return None,
        };
        // "a half hour" and "a quarter mile" are their own words for it; a bare "a third" is an ordinal.
        if is_article && self.find_lexeme(word + 1) != Some(Lexeme::Of) && !self.follows_measure_word(at) {
            return None;
        }
        let exact =
            ExactNumber::from_integer(i128::from(count)).divide(ExactNumber::from_integer(i128::from(parts)))?;
        let number =
            Number { exact, place: Number::EXACT_PLACE, power: 0, sort: NumberSort::Fraction, is_figure: false };
        Some((number, word + 1))
    }
}

impl Parser<'_> {
    fn skip_hyphen(&self, at: usize) -> usize {
        if self.is_hyphenated(at) { at + 1 } else { at }
    }

    /// Whether "an estimated", "an approximate" stands before a token.
    fn follows_article_and_hedge(&self, at: usize) -> bool {
        at >= 2
            && self.find_lexeme(at - 1) == Some(Lexeme::About)
            && matches!(self.find_lexeme(at - 2), Some(Lexeme::A | Lexeme::The))
    }

    /// Whether a word before says that an amount follows: "fell by a quarter", "more than a third".
    fn follows_measure_word(&self, at: usize) -> bool {
        at > 0
            && matches!(
                self.slice_tokens(at - 1, at),
                "by" | "than" | "about" | "around" | "nearly" | "almost" | "over" | "approximately" | "roughly"
            )
    }
}

/// The place of "five million" is the million; of "five million two hundred" the last unit.
fn build_word_number(exact: ExactNumber, is_ordinal: bool, to_the_unit: bool, power: i32) -> Number {
    let place = if to_the_unit || is_ordinal { 0 } else { power };
    let sort = if is_ordinal { NumberSort::Ordinal } else { NumberSort::Cardinal };
    Number { exact, place, power: place, sort, is_figure: false }
}
