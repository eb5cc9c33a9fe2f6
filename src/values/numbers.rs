//! Numbers as figures and as words: "7 million", "two hundred and five", "1½", "two-thirds", "twenty-first".

use super::exact::ExactNumber;
use super::figures::{self, Figure};
use super::lexicon::Lexeme;
use super::parser::Parser;
use super::tokens::TokenKind;

/// A number as it is written, without its unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub(super) exact: ExactNumber,
    /// The power of ten of the last digit written: -1 in "7.3", 5 in "7.3 million"; [`Number::EXACT_PLACE`] in "two-thirds".
    pub(super) place: i32,
    /// The power of ten that a scale word has put behind the figure.
    pub(super) power: i32,
    pub(super) sort: NumberSort,
    /// In figures, at least in part.
    pub(super) is_figure: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberSort {
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
    pub(super) const EXACT_PLACE: i32 = i32::MIN / 2;

    pub(super) fn from_cardinal(exact: ExactNumber, place: i32, is_figure: bool) -> Number {
        Number { exact, place, power: 0, sort: NumberSort::Cardinal, is_figure }
    }

    fn from_fraction(numerator: Number, parts: u32) -> Option<Number> {
        let exact = numerator.exact.divide(ExactNumber::from_integer(i128::from(parts)))?;
        Some(Number { exact, sort: NumberSort::Fraction, ..numerator })
    }

    /// With a scale word behind it: "7" and "million".
    pub(super) fn scale_by_power(self, power: i32) -> Number {
        let place = if self.place == Number::EXACT_PLACE { self.place } else { self.place.saturating_add(power) };
        let sort = if self.sort == NumberSort::Fraction { NumberSort::Fraction } else { NumberSort::Cardinal };
        let power_so_far = self.power.saturating_add(power);
        Number { exact: self.exact.scale_by_power(power), place, power: power_so_far, sort, ..self }
    }
}

impl Parser<'_> {
    /// The number at a token, and the token behind it. With `and`, "two hundred and five" is one number.
    pub(super) fn parse_number(&self, at: usize, and: bool) -> Option<(Number, usize)> {
        let (number, next) = match self.token_kind(at)? {
            TokenKind::Figure(figure @ (Figure::Plain | Figure::Grouped(_))) => self.parse_figure_number(at, figure)?,
            TokenKind::Mark(mark) => {
                let Some((numerator, denominator)) = find_vulgar_fraction(mark) else {
                    return self.parse_east_number(at);
                };
                let one = Number::from_cardinal(ExactNumber::from_integer(numerator), 0, true);
                (Number { place: Number::EXACT_PLACE, ..Number::from_fraction(one, denominator)? }, at + 1)
            }
            TokenKind::Word(_) => self.parse_word_number(at, and)?,
            _ => return None,
        };
        if number.sort == NumberSort::Ordinal {
            return Some((number, next));
        }
        if let Some(scaled) = self.parse_east_scale(number, next) {
            return Some(scaled);
        }
        let (number, next) = self.parse_of_a_million(number, next).unwrap_or((number, next));
        let (number, next) = self.parse_and_a_half(number, next).unwrap_or((number, next));
        Some(self.parse_scales(number, next))
    }

    fn parse_figure_number(&self, at: usize, figure: Figure) -> Option<(Number, usize)> {
        let text = self.slice_tokens(at, at + 1);
        let (exact, decimals) = figures::read_figure(text, figure);
        let mut number = Number::from_cardinal(exact, -i32::try_from(decimals).unwrap_or(i32::MAX), true);
        if figure == Figure::Plain && text.len() == 4 && !text.starts_with('0') {
            number.sort = NumberSort::FourDigits;
        } else if figure == Figure::Plain && text.len() == 2 {
            number.sort = NumberSort::TwoDigits;
        }
        let next = at + 1;
        if self.is_glued(next) && self.find_lexeme(next) == Some(Lexeme::NthSuffix) && decimals == 0 {
            return Some((Number { sort: NumberSort::Ordinal, ..number }, next + 1));
        }
        if let Some(part) = self.parse_fraction_after(next).filter(|_| decimals == 0) {
            let exact = number.exact.add(part.0.exact)?;
            return Some((Number { exact, place: Number::EXACT_PLACE, sort: NumberSort::Fraction, ..number }, part.1));
        }
        if number.sort != NumberSort::FourDigits
            && let Some((parts, next)) = self.parse_denominator(next)
        {
            return Some((Number::from_fraction(number, parts)?, next));
        }
        Some((number, next))
    }

    /// The "½" of "1½", the "1/2" of "1 1/2".
    fn parse_fraction_after(&self, at: usize) -> Option<(Number, usize)> {
        match self.token_kind(at)? {
            TokenKind::Mark(mark) if find_vulgar_fraction(mark).is_some() => self.parse_number(at, false),
            TokenKind::Figure(Figure::Plain) if !self.is_glued(at) => {
                let numerator = figures::read_small_number(self.slice_tokens(at, at + 1))?;
                let (parts, next) = self.parse_denominator(at + 1)?;
                let one = Number::from_cardinal(ExactNumber::from_integer(i128::from(numerator)), 0, true);
                (numerator < parts && parts <= 64).then_some((Number::from_fraction(one, parts)?, next))
            }
            _ => None,
        }
    }

    /// The "/10" of "7.4/10".
    fn parse_denominator(&self, at: usize) -> Option<(u32, usize)> {
        let is_slash = matches!(self.read_mark(at), Some('/' | '⁄')) && self.is_glued(at) && self.is_glued(at + 1);
        if !is_slash || self.token_kind(at + 1) != Some(TokenKind::Figure(Figure::Plain)) {
            return None;
        }
        let parts =
            figures::read_small_number(self.slice_tokens(at + 1, at + 2)).filter(|parts| (2..=1000).contains(parts))?;
        let chained = self.read_mark(at + 2) == Some('/') && self.is_glued(at + 2);
        (!chained).then_some((parts, at + 2))
    }

    /// The "of a million" of "a quarter of a million".
    fn parse_of_a_million(&self, number: Number, at: usize) -> Option<(Number, usize)> {
        let is_part = number.sort == NumberSort::Fraction
            && self.find_lexeme(at)? == Lexeme::Of
            && self.find_lexeme(at + 1)? == Lexeme::A;
        match self.find_lexeme(at + 2)? {
            Lexeme::Scale(power) if is_part => Some((number.scale_by_power(i32::from(power)), at + 3)),
            _ => None,
        }
    }

    fn parse_and_a_half(&self, number: Number, at: usize) -> Option<(Number, usize)> {
        let words = [self.find_lexeme(at)?, self.find_lexeme(at + 1)?, self.find_lexeme(at + 2)?];
        let is_half = words[0] == Lexeme::And && words[1] == Lexeme::A && words[2] == Lexeme::Half;
        let exact = number.exact.add(ExactNumber::from_decimal(5, -1))?;
        (is_half && number.power == 0)
            .then_some((Number { exact, place: number.place - 1, sort: NumberSort::Cardinal, ..number }, at + 3))
    }

    /// The "million" of "7 million", the "-million" of "7-million", the "× 10^6" of "7 × 10^6".
    fn parse_scales(&self, mut number: Number, mut at: usize) -> (Number, usize) {
        loop {
            let word = if self.is_hyphenated(at) { at + 1 } else { at };
            number = match self.find_lexeme(word) {
                Some(Lexeme::Scale(power)) => number.scale_by_power(i32::from(power)),
                Some(Lexeme::Hundred) if number.is_figure => number.scale_by_power(2),
                Some(Lexeme::Dozen) => match number.exact.multiply(ExactNumber::from_integer(12)) {
                    Some(exact) => Number { exact, sort: NumberSort::Cardinal, ..number },
                    None => return (number, at),
                },
                _ => return self.parse_power_of_ten(number, at).unwrap_or((number, at)),
            };
            at = word + 1;
        }
    }

    fn parse_power_of_ten(&self, number: Number, at: usize) -> Option<(Number, usize)> {
        let is_times = match self.token_kind(at)? {
            TokenKind::Mark(mark) => matches!(mark, '×' | '·' | '⋅'),
            TokenKind::Other => self.slice_tokens(at, at + 1) == "x",
            _ => false,
        };
        if !is_times || self.token_kind(at + 1)? != TokenKind::Figure(Figure::Plain) {
            return None;
        }
        if self.slice_tokens(at + 1, at + 2) != "10" || !self.is_glued(at + 2) {
            return None;
        }
        let mut next = at + 2 + usize::from(self.read_mark(at + 2) == Some('^'));
        let minus = matches!(self.read_mark(next), Some('-' | '−' | '–' | '⁻'));
        next += usize::from(minus);
        let (power, next) = self.parse_exponent(next).filter(|_| next > at + 2 || self.read_mark(next).is_some())?;
        Some((number.scale_by_power(if minus { -power } else { power }), next))
    }

    /// Digits, plain or raised.
    fn parse_exponent(&self, mut at: usize) -> Option<(i32, usize)> {
        if self.token_kind(at)? == TokenKind::Figure(Figure::Plain) {
            return Some((
                figures::read_small_number(self.slice_tokens(at, at + 1)).filter(|&it| it < 1000)? as i32,
                at + 1,
            ));
        }
        let (start, mut power) = (at, 0);
        while let Some(digit) = self.read_mark(at).and_then(find_raised_digit).filter(|_| at < start + 3) {
            power = power * 10 + digit;
            at += 1;
        }
        (at > start).then_some((power, at))
    }
}

/// '½' -> (1, 2).
fn find_vulgar_fraction(mark: char) -> Option<(i128, u32)> {
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

fn find_raised_digit(mark: char) -> Option<i32> {
    Some(match mark {
        '⁰' => 0,
        '¹' => 1,
        '²' => 2,
        '³' => 3,
        '⁴'..='⁹' => (mark as u32 - '⁰' as u32) as i32,
        _ => return None,
    })
}
