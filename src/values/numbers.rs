//! Numbers as figures and as words: "7 million", "two hundred and five", "1½", "two-thirds", "twenty-first".

use super::exact::Exact;
use super::figures::{self, Figure};
use super::lexicon::Lexeme;
use super::parser::Parser;
use super::tokens::Kind;

/// A number as it is written, without its unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub(super) exact: Exact,
    /// The power of ten of the last digit written: -1 in "7.3", 5 in "7.3 million"; [`Number::SHARP`] in "two-thirds".
    pub(super) place: i32,
    /// The power of ten that a scale word has put behind the figure.
    pub(super) power: i32,
    pub(super) sort: Sort,
    /// In figures, at least in part.
    pub(super) is_figure: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Cardinal,
    Ordinal,
    Fraction,
    /// Four digits and nothing else: possibly a year.
    FourDigits,
    /// Two digits and nothing else: possibly the end of a year.
    TwoDigits,
}

impl Number {
    /// The place of a number that nothing was rounded off.
    pub(super) const SHARP: i32 = i32::MIN / 2;

    pub(super) fn cardinal(exact: Exact, place: i32, is_figure: bool) -> Number {
        Number { exact, place, power: 0, sort: Sort::Cardinal, is_figure }
    }

    fn fraction(numerator: Number, parts: u32) -> Option<Number> {
        let exact = numerator.exact.over(Exact::whole(i128::from(parts)))?;
        Some(Number { exact, sort: Sort::Fraction, ..numerator })
    }

    /// With a scale word behind it: "7" and "million".
    pub(super) fn scaled(self, power: i32) -> Number {
        let place = if self.place == Number::SHARP { self.place } else { self.place.saturating_add(power) };
        let sort = if self.sort == Sort::Fraction { Sort::Fraction } else { Sort::Cardinal };
        let power_so_far = self.power.saturating_add(power);
        Number { exact: self.exact.scaled(power), place, power: power_so_far, sort, ..self }
    }
}

impl Parser<'_> {
    /// The number at a token, and the token behind it. With `and`, "two hundred and five" is one number.
    pub(super) fn number(&self, at: usize, and: bool) -> Option<(Number, usize)> {
        let (number, next) = match self.kind(at)? {
            Kind::Figure(figure @ (Figure::Plain | Figure::Grouped(_))) => self.figure_number(at, figure)?,
            Kind::Mark(mark) => {
                let Some((numerator, denominator)) = vulgar(mark) else { return self.east_number(at) };
                let one = Number::cardinal(Exact::whole(numerator), 0, true);
                (Number { place: Number::SHARP, ..Number::fraction(one, denominator)? }, at + 1)
            }
            Kind::Word(_) => self.word_number(at, and)?,
            _ => return None,
        };
        if number.sort == Sort::Ordinal {
            return Some((number, next));
        }
        if let Some(scaled) = self.east_scale(number, next) {
            return Some(scaled);
        }
        let (number, next) = self.of_a_million(number, next).unwrap_or((number, next));
        let (number, next) = self.and_a_half(number, next).unwrap_or((number, next));
        Some(self.scales(number, next))
    }

    fn figure_number(&self, at: usize, figure: Figure) -> Option<(Number, usize)> {
        let text = self.slice(at, at + 1);
        let (exact, decimals) = figures::read(text, figure);
        let mut number = Number::cardinal(exact, -i32::try_from(decimals).unwrap_or(i32::MAX), true);
        if figure == Figure::Plain && text.len() == 4 && !text.starts_with('0') {
            number.sort = Sort::FourDigits;
        } else if figure == Figure::Plain && text.len() == 2 {
            number.sort = Sort::TwoDigits;
        }
        let next = at + 1;
        if self.is_glued(next) && self.word(next) == Some(Lexeme::NthSuffix) && decimals == 0 {
            return Some((Number { sort: Sort::Ordinal, ..number }, next + 1));
        }
        if let Some(part) = self.fraction_behind(next).filter(|_| decimals == 0) {
            let exact = number.exact.plus(part.0.exact)?;
            return Some((Number { exact, place: Number::SHARP, sort: Sort::Fraction, ..number }, part.1));
        }
        if number.sort != Sort::FourDigits
            && let Some((parts, next)) = self.denominator(next)
        {
            return Some((Number::fraction(number, parts)?, next));
        }
        Some((number, next))
    }

    /// The "½" of "1½", the "1/2" of "1 1/2".
    fn fraction_behind(&self, at: usize) -> Option<(Number, usize)> {
        match self.kind(at)? {
            Kind::Mark(mark) if vulgar(mark).is_some() => self.number(at, false),
            Kind::Figure(Figure::Plain) if !self.is_glued(at) => {
                let numerator = figures::small(self.slice(at, at + 1))?;
                let (parts, next) = self.denominator(at + 1)?;
                let one = Number::cardinal(Exact::whole(i128::from(numerator)), 0, true);
                (numerator < parts && parts <= 64).then_some((Number::fraction(one, parts)?, next))
            }
            _ => None,
        }
    }

    /// The "/10" of "7.4/10".
    fn denominator(&self, at: usize) -> Option<(u32, usize)> {
        let is_slash = matches!(self.mark(at), Some('/' | '⁄')) && self.is_glued(at) && self.is_glued(at + 1);
        if !is_slash || self.kind(at + 1) != Some(Kind::Figure(Figure::Plain)) {
            return None;
        }
        let parts = figures::small(self.slice(at + 1, at + 2)).filter(|parts| (2..=1000).contains(parts))?;
        let chained = self.mark(at + 2) == Some('/') && self.is_glued(at + 2);
        (!chained).then_some((parts, at + 2))
    }

    /// The "of a million" of "a quarter of a million".
    fn of_a_million(&self, number: Number, at: usize) -> Option<(Number, usize)> {
        let is_part = number.sort == Sort::Fraction && self.word(at)? == Lexeme::Of && self.word(at + 1)? == Lexeme::A;
        match self.word(at + 2)? {
            Lexeme::Scale(power) if is_part => Some((number.scaled(i32::from(power)), at + 3)),
            _ => None,
        }
    }

    fn and_a_half(&self, number: Number, at: usize) -> Option<(Number, usize)> {
        let words = [self.word(at)?, self.word(at + 1)?, self.word(at + 2)?];
        let is_half = words[0] == Lexeme::And && words[1] == Lexeme::A && words[2] == Lexeme::Half;
        let exact = number.exact.plus(Exact::decimal(5, -1))?;
        (is_half && number.power == 0)
            .then_some((Number { exact, place: number.place - 1, sort: Sort::Cardinal, ..number }, at + 3))
    }

    /// The "million" of "7 million", the "-million" of "7-million", the "× 10^6" of "7 × 10^6".
    fn scales(&self, mut number: Number, mut at: usize) -> (Number, usize) {
        loop {
            let word = if self.is_hyphen(at) { at + 1 } else { at };
            number = match self.word(word) {
                Some(Lexeme::Scale(power)) => number.scaled(i32::from(power)),
                Some(Lexeme::Hundred) if number.is_figure => number.scaled(2),
                Some(Lexeme::Dozen) => match number.exact.times(Exact::whole(12)) {
                    Some(exact) => Number { exact, sort: Sort::Cardinal, ..number },
                    None => return (number, at),
                },
                _ => return self.power_of_ten(number, at).unwrap_or((number, at)),
            };
            at = word + 1;
        }
    }

    fn power_of_ten(&self, number: Number, at: usize) -> Option<(Number, usize)> {
        let is_times = match self.kind(at)? {
            Kind::Mark(mark) => matches!(mark, '×' | '·' | '⋅'),
            Kind::Other => self.slice(at, at + 1) == "x",
            _ => false,
        };
        if !is_times || self.kind(at + 1)? != Kind::Figure(Figure::Plain) {
            return None;
        }
        if self.slice(at + 1, at + 2) != "10" || !self.is_glued(at + 2) {
            return None;
        }
        let mut next = at + 2 + usize::from(self.mark(at + 2) == Some('^'));
        let minus = matches!(self.mark(next), Some('-' | '−' | '–' | '⁻'));
        next += usize::from(minus);
        let (power, next) = self.exponent(next).filter(|_| next > at + 2 || self.mark(next).is_some())?;
        Some((number.scaled(if minus { -power } else { power }), next))
    }

    /// Digits, plain or raised.
    fn exponent(&self, mut at: usize) -> Option<(i32, usize)> {
        if self.kind(at)? == Kind::Figure(Figure::Plain) {
            return Some((figures::small(self.slice(at, at + 1)).filter(|&it| it < 1000)? as i32, at + 1));
        }
        let (start, mut power) = (at, 0);
        while let Some(digit) = self.mark(at).and_then(raised).filter(|_| at < start + 3) {
            power = power * 10 + digit;
            at += 1;
        }
        (at > start).then_some((power, at))
    }
}

/// '½' -> (1, 2).
fn vulgar(mark: char) -> Option<(i128, u32)> {
    Some(match mark {
        '½' => (1, 2),
        '¼' => (1, 4),
        '¾' => (3, 4),
        '⅓' => (1, 3),
        '⅔' => (2, 3),
        '⅕' => (1, 5),
        '⅖' => (2, 5),
        '⅗' => (3, 5),
        '⅘' => (4, 5),
        '⅙' => (1, 6),
        '⅚' => (5, 6),
        '⅐' => (1, 7),
        '⅛' => (1, 8),
        '⅜' => (3, 8),
        '⅝' => (5, 8),
        '⅞' => (7, 8),
        '⅑' => (1, 9),
        '⅒' => (1, 10),
        _ => return None,
    })
}

fn raised(mark: char) -> Option<i32> {
    Some(match mark {
        '⁰' => 0,
        '¹' => 1,
        '²' => 2,
        '³' => 3,
        '⁴'..='⁹' => (mark as u32 - '⁰' as u32) as i32,
        _ => return None,
    })
}
