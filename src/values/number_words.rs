//! Numbers in words, of any size: "two hundred and five", "half a million", "a dozen", "twenty-first", "two-thirds".
//!
//! Groups below a thousand, each before its scale word, the scales falling. A word that cannot go on the number begins the
//! next one: "one hundred one hundred" is twice a hundred.

use super::exact::Exact;
use super::lexicon::Lexeme;
use super::numbers::{Number, Sort};
use super::parser::Parser;

/// A group below a thousand, or "half a".
struct Group {
    exact: Exact,
    next: usize,
    is_ordinal: bool,
}

impl Parser<'_> {
    /// The number in words at a token.
    pub(super) fn word_number(&self, at: usize, and: bool) -> Option<(Number, usize)> {
        if let Some(fraction) = self.word_fraction(at) {
            return Some(fraction);
        }
        let mut group = self.group(at, and)?;
        let (mut sum, mut last) = (Exact::whole(0), i32::MAX);
        loop {
            let (power, next, is_ordinal) = self.scale_words(group.next, last);
            let group_ends = group.is_ordinal || power == 0;
            sum = sum.plus(if group.is_ordinal { group.exact } else { group.exact.scaled(power) })?;
            if group_ends || is_ordinal {
                let next = if group.is_ordinal { group.next } else { next };
                return Some((of_words(sum, group.is_ordinal || is_ordinal, group_ends, power), next));
            }
            last = power;
            match self.next_group(next, and, last) {
                Some(more) => group = more,
                None => return Some((of_words(sum, false, false, power), next)),
            }
        }
    }

    /// The scale words behind a group, their power of ten together below `last`, and whether the last is an ordinal.
    fn scale_words(&self, mut at: usize, last: i32) -> (i32, usize, bool) {
        let mut power = 0;
        loop {
            let word = if self.is_hyphen(at) { at + 1 } else { at };
            let (more, is_ordinal) = match self.word(word) {
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
    fn next_group(&self, at: usize, and: bool, last: i32) -> Option<Group> {
        let start = match self.word(at) {
            Some(Lexeme::And) if and => at + 1,
            _ => at,
        };
        let is_number =
            matches!(self.word(start)?, Lexeme::Small(_) | Lexeme::Tens(_) | Lexeme::Nth(_) | Lexeme::TensNth(_))
                || self.word(start) == Some(Lexeme::Second) && start == at + 1;
        let group = self.group(start, and).filter(|_| is_number)?;
        let (power, _, _) = self.scale_words(group.next, i32::MAX);
        (power < last).then_some(group)
    }

    /// A number below a thousand at a token, or the "a" of "a million" and the "half a" of "half a million".
    fn group(&self, at: usize, and: bool) -> Option<Group> {
        let (hundreds, next) = match self.word(at)? {
            Lexeme::Half if self.word(at + 1) == Some(Lexeme::A) => {
                let of = matches!(self.word(at + 2)?, Lexeme::Scale(_) | Lexeme::Dozen);
                return of.then_some(Group { exact: Exact::decimal(5, -1), next: at + 2, is_ordinal: false });
            }
            Lexeme::A => match self.word(at + 1)? {
                Lexeme::Hundred => (1, at + 2),
                Lexeme::Scale(_) | Lexeme::Dozen => {
                    return Some(Group { exact: Exact::whole(1), next: at + 1, is_ordinal: false });
                }
                _ => return None,
            },
            Lexeme::ScaleNth(2) => return Some(Group { exact: Exact::whole(100), next: at + 1, is_ordinal: true }),
            _ => return self.hundreds(at, and),
        };
        Some(self.behind_hundred(hundreds, next, and))
    }

    /// "twenty-five", "two hundred and five", "fifteen hundred".
    fn hundreds(&self, at: usize, and: bool) -> Option<Group> {
        let group = self.below_hundred(at)?;
        if group.is_ordinal || group.exact.is_zero() {
            return Some(group);
        }
        let word = if self.is_hyphen(group.next) { group.next + 1 } else { group.next };
        match self.word(word) {
            Some(Lexeme::Hundred) => Some(self.behind_hundred(group.exact.mantissa, word + 1, and)),
            Some(Lexeme::ScaleNth(2)) => Some(Group { exact: group.exact.scaled(2), next: word + 1, is_ordinal: true }),
            _ => Some(group),
        }
    }

    fn behind_hundred(&self, hundreds: i128, at: usize, and: bool) -> Group {
        let plain = Group { exact: Exact::whole(hundreds * 100), next: at, is_ordinal: false };
        let start = match self.word(at) {
            Some(Lexeme::And) if and => at + 1,
            _ => at + usize::from(self.is_hyphen(at)),
        };
        let Some(rest) = self.below_hundred(start) else { return plain };
        // "one hundred and two hundred", "one hundred second graders": the rest belongs to what follows.
        let goes_on = matches!(self.word(rest.next), Some(Lexeme::Hundred | Lexeme::ScaleNth(2)));
        let is_unit = self.word(start) == Some(Lexeme::Second) && start == at;
        if goes_on || is_unit || rest.exact.is_zero() {
            return plain;
        }
        Group { exact: Exact::whole(hundreds * 100 + rest.exact.mantissa), ..rest }
    }

    /// "five", "fifteen", "twenty-five", "twenty-fifth".
    fn below_hundred(&self, at: usize) -> Option<Group> {
        let group = |number: u8, next: usize, is_ordinal: bool| {
            Some(Group { exact: Exact::whole(i128::from(number)), next, is_ordinal })
        };
        match self.word(at)? {
            Lexeme::Small(number) => group(number, at + 1, false),
            Lexeme::Nth(number) | Lexeme::TensNth(number) => group(number, at + 1, true),
            Lexeme::Second => group(2, at + 1, true),
            Lexeme::Tens(tens) => {
                let word = if self.is_hyphen(at + 1) { at + 2 } else { at + 1 };
                match self.word(word) {
                    Some(Lexeme::Small(ones @ 1..=9)) => group(tens + ones, word + 1, false),
                    Some(Lexeme::Nth(ones @ 1..=9)) => group(tens + ones, word + 1, true),
                    Some(Lexeme::Second) if word == at + 2 => group(tens + 2, word + 1, true),
                    _ => group(tens, at + 1, false),
                }
            }
            _ => None,
        }
    }

    /// "one half", "two-thirds", "three quarters", "a third of"; "second" is never a part.
    fn word_fraction(&self, at: usize) -> Option<(Number, usize)> {
        let (count, is_article) = match self.word(at)? {
            Lexeme::Small(count @ 1..) => (count, false),
            Lexeme::A => (1, true),
            _ => return None,
        };
        let word = if self.is_hyphen(at + 1) { at + 2 } else { at + 1 };
        let parts = match self.word(word)? {
            Lexeme::Half => 2,
            Lexeme::Parts(parts) => parts,
            Lexeme::Nth(parts @ 3..=10) if count == 1 => parts,
            _ => return None,
        };
        // "a half hour" and "a quarter mile" are their own words for it; a bare "a third" is an ordinal.
        if is_article && self.word(word + 1) != Some(Lexeme::Of) {
            return None;
        }
        let exact = Exact::whole(i128::from(count)).over(Exact::whole(i128::from(parts)))?;
        let number = Number { exact, place: Number::SHARP, power: 0, sort: Sort::Fraction, is_figure: false };
        Some((number, word + 1))
    }
}

/// The place of "five million" is the million; of "five million two hundred" the last unit.
fn of_words(exact: Exact, is_ordinal: bool, to_the_unit: bool, power: i32) -> Number {
    let place = if to_the_unit || is_ordinal { 0 } else { power };
    let sort = if is_ordinal { Sort::Ordinal } else { Sort::Cardinal };
    Number { exact, place, power: place, sort, is_figure: false }
}
