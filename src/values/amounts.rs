//! Amounts: a number with its sign, currency, percent sign or unit; ranges of them; a conversion in brackets.

use super::calendar::Date;
use super::exact::Exact;
use super::lexicon::Lexeme;
use super::money::{self, Currency};
use super::numbers::{Number, Sort};
use super::parser::Parser;
use super::tokens::Kind;
use super::units::Measure;
use super::{Content, What};

/// A figure and what it counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Amount {
    pub(super) exact: Exact,
    /// See [`Number::place`].
    pub(super) place: i32,
    pub(super) power: i32,
    pub(super) unit: Unit,
    pub(super) sort: Sort,
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
    Measure(Measure),
}

impl Amount {
    pub(super) fn what(&self) -> What {
        match self.unit {
            Unit::None if self.sort == Sort::Ordinal => What::Ordinal,
            Unit::None => What::Number,
            Unit::Percent | Unit::Points => What::Percent,
            Unit::Money(_) => What::Money,
            Unit::Pounds | Unit::Measure(_) => What::Quantity,
        }
    }

    /// What four digits are besides a year.
    pub(super) fn of_year(year: i32) -> Amount {
        let exact = Exact::whole(i128::from(year));
        Amount { exact, place: 0, power: 0, unit: Unit::None, sort: Sort::FourDigits }
    }

    pub(super) fn of(number: Number, unit: Unit) -> Amount {
        Amount { exact: number.exact, place: number.place, power: number.power, unit, sort: number.sort }
    }

    fn scaled_like(self, other: &Amount) -> Amount {
        if self.power != 0 || other.power == 0 || self.place < -3 || self.exact.rounded().abs() >= 1000.0 {
            return self;
        }
        let place = self.place + other.power;
        Amount { exact: self.exact.scaled(other.power), place, power: other.power, ..self }
    }

    /// A whole number of at most four digits that stands alone, as a year does.
    fn bare_year(&self) -> Option<i32> {
        let year = i32::try_from(self.exact.mantissa).ok().filter(|year| (1000..=2100).contains(year))?;
        (self.sort == Sort::FourDigits && matches!(self.unit, Unit::None)).then_some(year)
    }
}

impl Parser<'_> {
    /// A number with all that belongs to it, or two of them; four bare digits become a year.
    pub(super) fn amount_content(&self, at: usize) -> Option<(Content, usize)> {
        match self.word(at) {
            Some(Lexeme::Between) => return self.between(at + 1),
            Some(Lexeme::From) => {
                let (content, next) = self.amount_content_at(at + 1)?;
                return matches!(content, Content::Amounts(..) | Content::Dates(..)).then_some((content, next));
            }
            _ => {}
        }
        self.amount_content_at(at)
    }

    fn amount_content_at(&self, at: usize) -> Option<(Content, usize)> {
        let (first, next) = self.amount(at, true)?;
        if let Some((second, behind)) = self.second_end(&first, next)
            && let Some(content) = range_of(first, second, true)
        {
            return Some((content, behind));
        }
        Some((single(first), next))
    }

    fn between(&self, at: usize) -> Option<(Content, usize)> {
        let (first, next) = self.amount(at, false)?;
        if self.word(next) != Some(Lexeme::And) {
            return None;
        }
        let (second, next) = self.amount(next + 1, true)?;
        Some((range_of(first, second, false)?, next))
    }

    /// What stands behind a dash or "to".
    fn second_end(&self, first: &Amount, at: usize) -> Option<(Amount, usize)> {
        if first.sort == Sort::Ordinal {
            return None;
        }
        let start = match self.kind(at)? {
            Kind::Word(Lexeme::To | Lexeme::Through | Lexeme::Until) => at + 1,
            Kind::Mark('-' | '‑' | '–' | '—' | '−' | '～' | '〜' | '~' | '至' | '到')
                if self.is_glued(at) == self.is_glued(at + 1) =>
            {
                at + 1
            }
            Kind::Mark('/') if first.bare_year().is_some() && self.is_glued(at) && self.is_glued(at + 1) => at + 1,
            _ => return None,
        };
        self.amount(start, true).filter(|(second, _)| second.sort != Sort::Ordinal)
    }

    /// The amount at a token. With `and`, its number may hold one: "two hundred and five".
    pub(super) fn amount(&self, at: usize, and: bool) -> Option<(Amount, usize)> {
        if let Some(found) = self.east_amount(at) {
            return Some(found);
        }
        let (minus, unsigned) = self.sign(at);
        let (currency, start) = self.currency(unsigned);
        let (start, point) = self.leading_point(start);
        let (mut number, next) = self.number(start, and)?;
        if point {
            number = self.behind_point(number, start)?;
        }
        if minus {
            number.exact = number.exact.negative();
        }
        if self.is_pronoun(start, next) || (unsigned == start && number.is_figure && self.is_tail_of_name(at)) {
            return None;
        }
        let (amount, next) = if number.sort == Sort::Ordinal {
            (Amount::of(number, Unit::None), next)
        } else if let Some(currency) = currency {
            self.money(number, currency, next)
        } else {
            self.with_unit(number, next, and)
        };
        (!self.is_word_glued(next) || matches!(self.kind(next - 1), Some(Kind::Mark(_)))).then_some((amount, next))
    }

    /// "-5", "−5", "minus 5"; a dash behind something is none.
    fn sign(&self, at: usize) -> (bool, usize) {
        let is_free = self.is_free(at);
        match self.kind(at) {
            Some(Kind::Mark('-' | '−' | '–')) if is_free && self.is_glued(at + 1) => (true, at + 1),
            Some(Kind::Mark('+')) if is_free && self.is_glued(at + 1) => (false, at + 1),
            Some(Kind::Word(Lexeme::Minus)) => (true, at + 1),
            _ => (false, at),
        }
    }

    /// A currency before its figure: "$", "US$", "USD", "Rs."; a word only where it is short and begins with a capital.
    fn currency(&self, at: usize) -> (Option<Currency>, usize) {
        match self.kind(at) {
            Some(Kind::Dollar(currency)) => (Some(currency), at + 1),
            Some(Kind::Mark(mark)) => money::of_symbol(mark).map_or((None, at), |currency| (Some(currency), at + 1)),
            Some(Kind::Word(Lexeme::Currency(currency)))
                if self.is_capital(at) && self.slice(at, at + 1).len() <= 3 =>
            {
                (Some(currency), at + 1 + usize::from(self.mark(at + 1) == Some('.')))
            }
            _ => (None, at),
        }
    }

    /// The point of ".333".
    fn leading_point(&self, at: usize) -> (usize, bool) {
        let is_point = self.mark(at) == Some('.') && self.is_free(at) && self.is_glued(at + 1);
        let is_digits = is_point && self.plain(at + 1, u32::MAX).is_some();
        (at + usize::from(is_digits), is_digits)
    }

    fn behind_point(&self, number: Number, at: usize) -> Option<Number> {
        let digits = i32::try_from(self.tokens[at].end - self.tokens[at].start).ok()?;
        Some(Number {
            exact: number.exact.scaled(-digits),
            place: number.place - digits,
            sort: Sort::Cardinal,
            ..number
        })
    }

    /// "no one", "this one", "one another", "one's": not the number.
    fn is_pronoun(&self, at: usize, next: usize) -> bool {
        if self.word(at) != Some(Lexeme::Small(1)) || next != at + 1 {
            return false;
        }
        let before = at.checked_sub(1).and_then(|before| self.word(before));
        matches!(before, Some(Lexeme::Pronoun | Lexeme::No | Lexeme::The))
            || self.word(next) == Some(Lexeme::Pronoun)
            || (matches!(self.mark(next), Some('\'' | '’')) && self.is_glued(next))
    }

    fn money(&self, number: Number, currency: Currency, at: usize) -> (Amount, usize) {
        let (number, next) = match self.short_scale(at, true) {
            Some((power, next)) => (number.scaled(power), next),
            None => (number, at),
        };
        let next = match self.kind(next) {
            Some(Kind::Word(Lexeme::Currency(_))) => next + 1,
            _ => next,
        };
        (Amount::of(number, Unit::Money(currency)), next)
    }

    /// "k", "m", "bn": behind money, and glued to a figure the ones that are no unit.
    pub(super) fn short_scale(&self, at: usize, is_money: bool) -> Option<(i32, usize)> {
        match self.word(at)? {
            Lexeme::Short(power) if is_money || self.is_glued(at) => Some((i32::from(power), at + 1)),
            Lexeme::Big(power) if is_money => Some((i32::from(power), at + 1)),
            Lexeme::K if is_money && self.is_glued(at) => Some((3, at + 1)),
            Lexeme::Unit(_) if is_money && matches!(self.slice(at, at + 1), "m") => Some((6, at + 1)),
            _ => None,
        }
    }

    /// The "(8 km)" of "5 miles (8 km)": the same length in another unit, more or less.
    pub(super) fn conversion(&self, content: &Content, at: usize) -> Option<(Content, usize)> {
        if self.mark(at) != Some('(') {
            return None;
        }
        let (Content::Amount(main) | Content::Amounts(main, _)) = content else { return None };
        let Unit::Measure(unit) = main.unit else { return None };
        let start = self.hedge(at + 1).1;
        let (other, next) = self.amount_content_at(start)?;
        let (Content::Amount(first) | Content::Amounts(first, _)) = &other else { return None };
        let Unit::Measure(other_unit) = first.unit else { return None };
        let is_other = unit.dimension == other_unit.dimension && !unit.is_same(&other_unit);
        let (left, right) = (unit.to_base(main.exact)?.rounded(), other_unit.to_base(first.exact)?.rounded());
        let is_near = (left - right).abs() <= 0.2 * left.abs().max(right.abs());
        (self.mark(next) == Some(')') && is_other && is_near).then_some((other, next + 1))
    }
}

fn single(amount: Amount) -> Content {
    match amount.bare_year() {
        Some(year) => Content::Date(Date::bare_year(year)),
        None => Content::Amount(amount),
    }
}

/// Two ends as a range, the unit and the scale of one lent to the other: "$5–10 million", "5 to 10 km", "1914–18".
fn range_of(first: Amount, second: Amount, two_digits: bool) -> Option<Content> {
    if let Some(from) = first.bare_year() {
        if let Some(to) = second.bare_year() {
            return Some(Content::Dates(Date::bare_year(from), Date::bare_year(to)));
        }
        if second.sort == Sort::TwoDigits && matches!(second.unit, Unit::None) && two_digits {
            let to = i32::try_from(second.exact.mantissa).ok()?;
            let century = if to > from % 100 { from / 100 } else { from / 100 + 1 };
            let follows = to > from % 100 || to == 0;
            return follows.then(|| Content::Dates(Date::bare_year(from), Date::bare_year(century * 100 + to)));
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
    Some(Content::Amounts(first.scaled_like(&second), second))
}
