//! What stands behind a number: per cent, a currency, a unit with its powers and its "per", and parts such as "5 ft 10 in".

use super::amounts::{Amount, Unit};
use super::exact::ExactNumber;
use super::lexicon::Lexeme;
use super::money;
use super::numbers::{Number, NumberSort};
use super::parser::Parser;
use super::tokens::TokenKind;
use super::units::{self, UNITS, UnitOfMeasure};

impl Parser<'_> {
    /// A number with what it counts.
    pub(super) fn parse_unit_after(&self, number: Number, at: usize, and: bool) -> (Amount, usize) {
        if let Some((power, next)) = self.parse_short_scale(at, false).filter(|_| number.is_figure) {
            let (amount, behind) = self.parse_unit_after(number.scale_by_power(power), next, and);
            return (amount, behind);
        }
        if let Some(next) = self.parse_percent(at) {
            let number = if self.read_mark(at) == Some('‰') { number.scale_by_power(-1) } else { number };
            return match self.find_lexeme(next) {
                Some(Lexeme::Point) => (Amount::new(number, Unit::Points), next + 1),
                _ => (Amount::new(number, Unit::Percent), next),
            };
        }
        if let (Some(Lexeme::Percentage), Some(Lexeme::Point)) = (self.find_lexeme(at), self.find_lexeme(at + 1)) {
            return (Amount::new(number, Unit::Points), at + 2);
        }
        if let Some(money) = self.parse_money_after(number, at) {
            return money;
        }
        let start = if self.is_hyphenated(at) { at + 1 } else { at };
        // "5,360.9 people per square mile".
        let start = if self.is_people(start) { start + 1 } else { start };
        if self.find_lexeme(start) == Some(Lexeme::Pound) {
            let is_money =
                self.find_lexeme(start + 1).is_some_and(|word| word == Lexeme::Currency(money::POUND_STERLING));
            let unit = if is_money { Unit::Money(money::POUND_STERLING) } else { Unit::Pounds };
            return (Amount::new(number, unit), start + 1 + usize::from(is_money));
        }
        match self.parse_measure(start, &number) {
            Some((measure, next)) => self.parse_parts(Amount::new(number, Unit::Measure(measure)), measure, next, and),
            None => (Amount::new(number, Unit::None), at),
        }
    }

    fn is_people(&self, at: usize) -> bool {
        self.find_lexeme(at + 1) == Some(Lexeme::Per)
            && self.token_kind(at) == Some(TokenKind::Other)
            && matches!(self.slice_tokens(at, at + 1), "people" | "inhabitants" | "persons" | "residents")
    }

    fn parse_percent(&self, at: usize) -> Option<usize> {
        match (self.token_kind(at)?, self.find_lexeme(at + 1)) {
            (TokenKind::Mark('%' | '％' | '‰'), _) | (TokenKind::Word(Lexeme::Percent), _) => Some(at + 1),
            (TokenKind::Word(Lexeme::Per), Some(Lexeme::Cent)) => Some(at + 2),
            (TokenKind::Mark('パ'), _) => {
                self.parse_east_unit(at).filter(|(it, _)| *it == Lexeme::Percent).map(|(_, next)| next)
            }
            (TokenKind::Mark('-'), Some(Lexeme::Percent)) if self.is_hyphenated(at) => Some(at + 2),
            _ => None,
        }
    }

    fn parse_money_after(&self, number: Number, at: usize) -> Option<(Amount, usize)> {
        let start = if self.is_hyphenated(at) { at + 1 } else { at };
        let is_prefix = matches!(self.token_kind(start + 1), Some(TokenKind::Figure(_))) && self.is_glued(start + 1);
        let currency = match self.token_kind(start)? {
            TokenKind::Word(Lexeme::Currency(currency)) => currency,
            TokenKind::Word(Lexeme::Cents) => {
                return Some((Amount::new(number.scale_by_power(-2), Unit::Money(0)), start + 1));
            }
            TokenKind::Dollar(currency) if !is_prefix => currency,
            TokenKind::Mark(mark) if !is_prefix => match money::find_by_symbol(mark) {
                Some(currency) => currency,
                None => match self.parse_east_unit(start)? {
                    (Lexeme::Currency(currency), next) => {
                        return Some((Amount::new(number, Unit::Money(currency)), next));
                    }
                    _ => return None,
                },
            },
            TokenKind::Word(Lexeme::Won) if number.power >= 3 || number.exact.to_float() >= 1000.0 => {
                money::find_by_code("KRW")?
            }
            TokenKind::Other if self.find_lexeme(start + 1) == Some(Lexeme::Currency(0)) => {
                let code = match self.slice_tokens(start, start + 1) {
                    "US" | "American" => "USD",
                    "Australian" => "AUD",
                    "Canadian" => "CAD",
                    "Singapore" => "SGD",
                    _ => return None,
                };
                return Some((Amount::new(number, Unit::Money(money::find_by_code(code)?)), start + 2));
            }
            _ => return None,
        };
        Some((Amount::new(number, Unit::Money(currency)), start + 1))
    }

    /// The unit at a token: "km", "square miles", "km/h", "miles per hour", "per km²", "°C".
    fn parse_measure(&self, at: usize, number: &Number) -> Option<(UnitOfMeasure, usize)> {
        let (unit, next) = match self.parse_simple_unit(at, number) {
            Some(found) => found,
            None => return self.parse_per(UnitOfMeasure::NOTHING, at),
        };
        Some(self.parse_per(unit, next).unwrap_or((unit, next)))
    }

    /// "/h", "per hour".
    fn parse_per(&self, unit: UnitOfMeasure, at: usize) -> Option<(UnitOfMeasure, usize)> {
        match self.token_kind(at)? {
            TokenKind::Mark('/') if self.is_glued(at) && self.is_glued(at + 1) => {}
            TokenKind::Word(Lexeme::Per) => {}
            _ => return None,
        }
        let one = Number::from_cardinal(ExactNumber::from_integer(1), 0, true);
        let (below, next) = match self.find_lexeme(at + 1)? {
            Lexeme::Second | Lexeme::S => (units::SECOND, at + 2),
            _ => self.parse_simple_unit(at + 1, &one)?,
        };
        Some((unit.divide(below)?, next))
    }

    fn parse_simple_unit(&self, at: usize, number: &Number) -> Option<(UnitOfMeasure, usize)> {
        let power = match self.token_kind(at)? {
            TokenKind::Word(Lexeme::Square) => 2,
            TokenKind::Word(Lexeme::Cubic) => 3,
            _ => 1,
        };
        if power > 1 {
            let word = at + 1 + usize::from(self.read_mark(at + 1) == Some('.'));
            let word = if self.is_hyphenated(word) { word + 1 } else { word };
            let (unit, next) = self.parse_one_unit(word, number).filter(|(unit, _)| unit.is_length())?;
            return Some((unit.raise_to_power(power)?, next));
        }
        self.parse_one_unit(at, number)
    }

    fn parse_one_unit(&self, at: usize, number: &Number) -> Option<(UnitOfMeasure, usize)> {
        let next = at + 1;
        let unit = match self.token_kind(at)? {
            TokenKind::Word(Lexeme::Unit(index)) => {
                // "5 m" but not "five m"; "g", "t", "h" and "l" likewise.
                let is_symbol = self.slice_tokens(at, at + 1).len() == 1;
                (number.is_figure || !is_symbol).then_some(UNITS[usize::from(index)].1)?
            }
            TokenKind::Word(Lexeme::Second) => units::SECOND,
            TokenKind::Word(Lexeme::S)
                if number.is_figure && number.sort != NumberSort::FourDigits && !self.is_glued(at) =>
            {
                units::SECOND
            }
            TokenKind::Word(Lexeme::K) if number.is_figure && !self.is_glued(at) => units::KELVIN,
            TokenKind::Word(Lexeme::In) => return self.is_inch(at).then_some((units::INCH, next)),
            TokenKind::Word(Lexeme::Nautical) => {
                return self.match_two_words(at, "mile", "miles").map(|it| (units::NAUTICAL_MILE, it));
            }
            TokenKind::Word(Lexeme::Light) => {
                return self.match_two_words(at, "year", "years").map(|it| (units::LIGHT_YEAR, it));
            }
            TokenKind::Word(Lexeme::Degree) | TokenKind::Mark('°' | 'º') => return Some(self.parse_degrees(next)),
            TokenKind::Mark('′' | '\'') if number.is_figure && self.is_glued(at) => {
                return self.is_feet(at).then_some((units::FOOT, next));
            }
            TokenKind::Mark(_) => match self.parse_east_unit(at)? {
                (Lexeme::Unit(index), next) => return Some((UNITS[usize::from(index)].1, next)),
                _ => return None,
            },
            _ => return None,
        };
        Some((unit, next))
    }

    /// "in" is an inch only where no preposition can stand: "5-in", "(5 in)", "5 in (13 cm)".
    fn is_inch(&self, at: usize) -> bool {
        let opens =
            |mark: Option<char>| mark == Some('(') && matches!(self.token_kind(at + 2), Some(TokenKind::Figure(_)));
        self.is_hyphenated(at - 1) || matches!(self.read_mark(at + 1), Some(')')) || opens(self.read_mark(at + 1))
    }

    /// 5'10" and 5′ 10″, not the apostrophe of 5'.
    fn is_feet(&self, at: usize) -> bool {
        self.read_plain_number(at + 1, 12).is_some()
            && matches!(self.read_mark(at + 2), Some('″' | '"' | '”'))
            && self.is_glued(at + 2)
    }

    fn match_two_words(&self, at: usize, singular: &str, plural: &str) -> Option<usize> {
        let word = if self.is_hyphenated(at + 1) { at + 2 } else { at + 1 };
        self.tokens.get(word)?;
        let text = self.slice_tokens(word, word + 1);
        (text == singular || text == plural).then_some(word + 1)
    }

    fn parse_degrees(&self, at: usize) -> (UnitOfMeasure, usize) {
        match self.find_lexeme(at) {
            Some(Lexeme::Celsius) => (units::CELSIUS, at + 1),
            Some(Lexeme::Fahrenheit) => (units::FAHRENHEIT, at + 1),
            _ => (units::DEGREE, at),
        }
    }

    /// The "10 in" of "5 ft 10 in", the "and 30 minutes" of "2 hours and 30 minutes".
    fn parse_parts(&self, amount: Amount, unit: UnitOfMeasure, at: usize, and: bool) -> (Amount, usize) {
        let mut whole = (amount, at);
        let mut larger = unit;
        while let Some((exact, place, smaller, next)) = self.parse_part(&whole.0, larger, unit, whole.1, and) {
            whole = (Amount { exact, place, ..whole.0 }, next);
            larger = smaller;
        }
        whole
    }

    /// One more part, in a smaller unit: the sum in the first unit.
    fn parse_part(
        &self,
        so_far: &Amount,
        larger: UnitOfMeasure,
        unit: UnitOfMeasure,
        at: usize,
        and: bool,
    ) -> Option<(ExactNumber, i32, UnitOfMeasure, usize)> {
        if so_far.place < 0 && so_far.place != Number::EXACT_PLACE && larger.is_same(&unit) {
            return None;
        }
        let start = match self.token_kind(at)? {
            TokenKind::Word(Lexeme::And) if and => at + 1,
            TokenKind::Mark(',') if larger.is_time() || larger.is_same(&units::FOOT) => at + 1,
            TokenKind::Mark(_) if self.is_hyphenated(at) => at + 1,
            _ => at,
        };
        let (number, next) =
            self.parse_number(start, false).filter(|(number, _)| number.sort != NumberSort::Ordinal)?;
        let after = if self.is_hyphenated(next) { next + 1 } else { next };
        let (smaller, next) = match self.token_kind(after)? {
            TokenKind::Word(Lexeme::In) if larger.is_same(&units::FOOT) => (units::INCH, after + 1),
            TokenKind::Mark('″' | '"' | '”') if larger.is_same(&units::FOOT) => (units::INCH, after + 1),
            TokenKind::Mark('′' | '\'' | '’') if larger.is_same(&units::DEGREE) => (units::ARC_MINUTE, after + 1),
            TokenKind::Mark('″' | '"' | '”') if larger.is_same(&units::ARC_MINUTE) => {
                (units::ARC_SECOND, after + 1)
            }
            _ => self.parse_simple_unit(after, &number)?,
        };
        if !larger.is_larger(&smaller) {
            return None;
        }
        let sum = unit.to_base(so_far.exact)?.add(smaller.to_base(number.exact)?)?;
        // Back in the first unit, so that its figure and its place stay what they are.
        let exact = sum.divide(unit.to_base(ExactNumber::from_integer(1))?)?;
        Some((exact, Number::EXACT_PLACE, smaller, next))
    }
}
