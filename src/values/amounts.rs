//! Amounts: a number with its sign, currency, percent sign or unit; ranges of them; a conversion in brackets.

use super::calendar::Date;
use super::exact::ExactNumber;
use super::lexicon::Lexeme;
use super::money::{self, Currency};
use super::numbers::{Number, NumberSort};
use super::parser::Parser;
use super::tokens::TokenKind;
use super::units::UnitOfMeasure;
use super::{Content, ValueSort};

/// A figure and what it counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Amount {
    pub(super) exact: ExactNumber,
    /// See [`Number::place`].
    pub(super) place: i32,
    pub(super) power: i32,
    pub(super) unit: Unit,
    pub(super) sort: NumberSort,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Unit {
    None,
    Percent,
    /// Percentage points.
    Points,
    Money(Currency),
    /// A weight or a currency.
    Pounds,
    Measure(UnitOfMeasure),
}

impl Amount {
    pub(super) fn value_sort(&self) -> ValueSort {
        match self.unit {
            Unit::None if self.sort == NumberSort::Ordinal => ValueSort::Ordinal,
            Unit::None => ValueSort::Number,
            Unit::Percent | Unit::Points => ValueSort::Percent,
            Unit::Money(_) => ValueSort::Money,
            Unit::Pounds | Unit::Measure(_) => ValueSort::Quantity,
        }
    }

    /// What four digits are besides a year.
    pub(super) fn from_year(year: i32) -> Amount {
        let exact = ExactNumber::from_integer(i128::from(year));
        Amount { exact, place: 0, power: 0, unit: Unit::None, sort: NumberSort::FourDigits }
    }

    pub(super) fn new(number: Number, unit: Unit) -> Amount {
        Amount { exact: number.exact, place: number.place, power: number.power, unit, sort: number.sort }
    }

    fn scale_like(self, other: &Amount) -> Amount {
        if self.power != 0 || other.power == 0 || self.place < -3 || self.exact.to_float().abs() >= 1000.0 {
            return self;
        }
        let place = self.place + other.power;
        Amount { exact: self.exact.scale_by_power(other.power), place, power: other.power, ..self }
    }

    /// A whole number of at most four digits that stands alone, as a year does.
    pub(super) fn as_bare_year(&self) -> Option<i32> {
        let year = i32::try_from(self.exact.mantissa).ok().filter(|year| (1000..=2100).contains(year))?;
        (self.sort == NumberSort::FourDigits && matches!(self.unit, Unit::None)).then_some(year)
    }
}

impl Parser<'_> {
    /// A number with all that belongs to it, or two of them; four bare digits become a year.
    pub(super) fn parse_amount_content(&self, at: usize) -> Option<(Content, usize)> {
        match self.find_lexeme(at) {
            Some(Lexeme::Between) => return self.parse_between(at + 1),
            Some(Lexeme::From) => {
                let (content, next) = self.parse_amount_content_at(at + 1)?;
                return matches!(content, Content::Amounts(..) | Content::Dates(..)).then_some((content, next));
            }
            _ => {}
        }
        self.parse_amount_content_at(at)
    }

    fn parse_amount_content_at(&self, at: usize) -> Option<(Content, usize)> {
        let (first, next) = self.parse_amount(at, true)?;
        if let Some((second, behind)) = self.parse_second_end(&first, next)
            && let Some(content) = build_range(first, second, true)
        {
            return Some((content, behind));
        }
        Some((wrap_amount(first), next))
    }

    fn parse_between(&self, at: usize) -> Option<(Content, usize)> {
        let (first, next) = self.parse_amount(at, false)?;
        if self.find_lexeme(next) != Some(Lexeme::And) {
            return None;
        }
        let (second, next) = self.parse_amount(next + 1, true)?;
        Some((build_range(first, second, false)?, next))
    }

    /// What stands behind a dash or "to".
    fn parse_second_end(&self, first: &Amount, at: usize) -> Option<(Amount, usize)> {
        if first.sort == NumberSort::Ordinal {
            return None;
        }
        let start = match self.token_kind(at)? {
            TokenKind::Word(Lexeme::To | Lexeme::Through | Lexeme::Until) => at + 1,
            TokenKind::Mark('-' | '‑' | '–' | '—' | '−' | '～' | '〜' | '~' | '至' | '到')
                if self.is_glued(at) == self.is_glued(at + 1) =>
            {
                at + 1
            }
            TokenKind::Mark('/') if first.as_bare_year().is_some() && self.is_glued(at) && self.is_glued(at + 1) => {
                at + 1
            }
            _ => return None,
        };
        self.parse_amount(start, true).filter(|(second, _)| second.sort != NumberSort::Ordinal)
    }

    /// The amount at a token. With `and`, its number may hold one: "two hundred and five".
    pub(super) fn parse_amount(&self, at: usize, and: bool) -> Option<(Amount, usize)> {
        if let Some(found) = self.parse_east_amount(at) {
            return Some(found);
        }
        let (minus, unsigned) = self.parse_sign(at);
        let (currency, start) = self.parse_currency(unsigned);
        let (start, point) = self.parse_leading_point(start);
        let (mut number, next) = self.parse_number(start, and)?;
        if point {
            number = self.parse_decimals(number, start)?;
        }
        if minus {
            number.exact = number.exact.negate();
        }
        if self.is_pronoun(start, next) || (unsigned == start && number.is_figure && self.is_tail_of_name(at)) {
            return None;
        }
        let (amount, next) = if number.sort == NumberSort::Ordinal {
            (Amount::new(number, Unit::None), next)
        } else if let Some(currency) = currency {
            self.parse_money(number, currency, next)
        } else {
            self.parse_unit_after(number, next, and)
        };
        (!self.is_word_glued(next) || matches!(self.token_kind(next - 1), Some(TokenKind::Mark(_))))
            .then_some((amount, next))
    }

    /// "-5", "−5", "minus 5"; a dash behind something is none.
    fn parse_sign(&self, at: usize) -> (bool, usize) {
        let is_free = self.is_free(at);
        match self.token_kind(at) {
            Some(TokenKind::Mark('-' | '−' | '–')) if is_free && self.is_glued(at + 1) => (true, at + 1),
            Some(TokenKind::Mark('+')) if is_free && self.is_glued(at + 1) => (false, at + 1),
            Some(TokenKind::Word(Lexeme::Minus)) => (true, at + 1),
            _ => (false, at),
        }
    }

    /// A currency before its figure: "$", "US$", "USD", "Rs."; a word only where it is short and begins with a capital.
    fn parse_currency(&self, at: usize) -> (Option<Currency>, usize) {
        match self.token_kind(at) {
            Some(TokenKind::Dollar(currency)) => (Some(currency), at + 1),
            Some(TokenKind::Mark(mark)) => {
                money::find_by_symbol(mark).map_or((None, at), |currency| (Some(currency), at + 1))
            }
            Some(TokenKind::Word(Lexeme::Currency(currency)))
                if self.is_capital(at) && self.slice_tokens(at, at + 1).len() <= 3 =>
            {
                (Some(currency), at + 1 + usize::from(self.read_mark(at + 1) == Some('.')))
            }
            _ => (None, at),
        }
    }

    /// The point of ".333".
    fn parse_leading_point(&self, at: usize) -> (usize, bool) {
        let is_point = self.read_mark(at) == Some('.') && self.is_free(at) && self.is_glued(at + 1);
        let is_digits = is_point && self.read_plain_number(at + 1, u32::MAX).is_some();
        (at + usize::from(is_digits), is_digits)
    }

    fn parse_decimals(&self, number: Number, at: usize) -> Option<Number> {
        let digits = i32::try_from(self.tokens[at].end - self.tokens[at].start).ok()?;
        Some(Number {
            exact: number.exact.scale_by_power(-digits),
            place: number.place - digits,
            sort: NumberSort::Cardinal,
            ..number
        })
    }

    /// "no one", "this one", "one another", "one's": not the number.
    fn is_pronoun(&self, at: usize, next: usize) -> bool {
        if self.find_lexeme(at) != Some(Lexeme::Small(1)) || next != at + 1 {
            return false;
        }
        let before = at.checked_sub(1).and_then(|before| self.find_lexeme(before));
        matches!(before, Some(Lexeme::Pronoun | Lexeme::No | Lexeme::The))
            || self.find_lexeme(next) == Some(Lexeme::Pronoun)
            || (matches!(self.read_mark(next), Some('\'' | '’')) && self.is_glued(next))
    }

    fn parse_money(&self, number: Number, currency: Currency, at: usize) -> (Amount, usize) {
        let (number, next) = match self.parse_short_scale(at, true) {
            Some((power, next)) => (number.scale_by_power(power), next),
            None => (number, at),
        };
        let next = match self.token_kind(next) {
            Some(TokenKind::Word(Lexeme::Currency(_))) => next + 1,
            _ => next,
        };
        (Amount::new(number, Unit::Money(currency)), next)
    }

    /// "k", "m", "bn": behind money, and glued to a figure the ones that are no unit.
    pub(super) fn parse_short_scale(&self, at: usize, is_money: bool) -> Option<(i32, usize)> {
        match self.find_lexeme(at)? {
            Lexeme::Short(power) if is_money || self.is_glued(at) => Some((i32::from(power), at + 1)),
            Lexeme::Big(power) if is_money => Some((i32::from(power), at + 1)),
            Lexeme::K if is_money && self.is_glued(at) => Some((3, at + 1)),
            Lexeme::Unit(_) if is_money && matches!(self.slice_tokens(at, at + 1), "m") => Some((6, at + 1)),
            _ => None,
        }
    }

    /// The "(8 km)" of "5 miles (8 km)": the same length in another unit, more or less.
    pub(super) fn parse_conversion(&self, content: &Content, at: usize) -> Option<(Content, usize)> {
        if self.read_mark(at) != Some('(') {
            return None;
        }
        let (Content::Amount(main) | Content::Amounts(main, _)) = content else { return None };
        let Unit::Measure(unit) = main.unit else { return None };
        let start = self.parse_hedge(at + 1).1;
        let (other, next) = self.parse_amount_content_at(start)?;
        let (Content::Amount(first) | Content::Amounts(first, _)) = &other else { return None };
        let Unit::Measure(other_unit) = first.unit else { return None };
        let is_other = unit.dimension == other_unit.dimension && !unit.is_same(&other_unit);
        let (left, right) = (unit.to_base(main.exact)?.to_float(), other_unit.to_base(first.exact)?.to_float());
        let is_near = (left - right).abs() <= 0.2 * left.abs().max(right.abs());
        (self.read_mark(next) == Some(')') && is_other && is_near).then_some((other, next + 1))
    }
}

fn wrap_amount(amount: Amount) -> Content {
    match amount.as_bare_year() {
        Some(year) => Content::Date(Date::from_bare_year(year)),
        None => Content::Amount(amount),
    }
}

/// Two ends as a range, the unit and the scale of one lent to the other: "$5–10 million", "5 to 10 km", "1914–18".
fn build_range(first: Amount, second: Amount, two_digits: bool) -> Option<Content> {
    if let Some(from) = first.as_bare_year() {
        if let Some(to) = second.as_bare_year() {
            return Some(Content::Dates(Date::from_bare_year(from), Date::from_bare_year(to)));
        }
        if second.sort == NumberSort::TwoDigits && matches!(second.unit, Unit::None) && two_digits {
            let to = i32::try_from(second.exact.mantissa).ok()?;
            let century = if to > from % 100 { from / 100 } else { from / 100 + 1 };
            let follows = to > from % 100 || to == 0;
            return follows
                .then(|| Content::Dates(Date::from_bare_year(from), Date::from_bare_year(century * 100 + to)));
        }
    }
    let (mut first, mut second) = (first, second);
    match (first.unit, second.unit) {
        (Unit::None, _) => first.unit = second.unit,
        (_, Unit::None) => second.unit = first.unit,
        (Unit::Measure(left), Unit::Measure(right)) if left.dimension == right.dimension => {}
        (Unit::Money(left), Unit::Money(right)) if left == right => {}
        (Unit::Percent, Unit::Percent) | (Unit::Points, Unit::Points) | (Unit::Pounds, Unit::Pounds) => {}
        _ => return None,
    }
    Some(Content::Amounts(first.scale_like(&second), second))
}
