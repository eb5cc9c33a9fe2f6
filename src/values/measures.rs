//! What stands behind a number: per cent, a currency, a unit with its powers and its "per", and parts such as "5 ft 10 in".

use super::amounts::{Amount, Unit};
use super::exact::Exact;
use super::lexicon::Lexeme;
use super::money;
use super::numbers::{Number, Sort};
use super::parser::Parser;
use super::tokens::Kind;
use super::units::{self, Measure, UNITS};

impl Parser<'_> {
    /// A number with what it counts.
    pub(super) fn with_unit(&self, number: Number, at: usize, and: bool) -> (Amount, usize) {
        if let Some((power, next)) = self.short_scale(at, false).filter(|_| number.is_figure) {
            let (amount, behind) = self.with_unit(number.scaled(power), next, and);
            return (amount, behind);
        }
        if let Some(next) = self.percent(at) {
            let number = if self.mark(at) == Some('‰') { number.scaled(-1) } else { number };
            return match self.word(next) {
                Some(Lexeme::Point) => (Amount::of(number, Unit::Points), next + 1),
                _ => (Amount::of(number, Unit::Percent), next),
            };
        }
        if let (Some(Lexeme::Percentage), Some(Lexeme::Point)) = (self.word(at), self.word(at + 1)) {
            return (Amount::of(number, Unit::Points), at + 2);
        }
        if let Some(money) = self.money_behind(number, at) {
            return money;
        }
        let start = if self.is_hyphen(at) { at + 1 } else { at };
        // "5,360.9 people per square mile".
        let start = if self.is_people(start) { start + 1 } else { start };
        if self.word(start) == Some(Lexeme::Pound) {
            let is_money = self.word(start + 1).is_some_and(|word| word == Lexeme::Currency(money::POUNDS));
            let unit = if is_money { Unit::Money(money::POUNDS) } else { Unit::Pounds };
            return (Amount::of(number, unit), start + 1 + usize::from(is_money));
        }
        match self.measure(start, &number) {
            Some((measure, next)) => self.parts(Amount::of(number, Unit::Measure(measure)), measure, next, and),
            None => (Amount::of(number, Unit::None), at),
        }
    }

    fn is_people(&self, at: usize) -> bool {
        self.word(at + 1) == Some(Lexeme::Per)
            && self.kind(at) == Some(Kind::Other)
            && matches!(self.slice(at, at + 1), "people" | "inhabitants" | "persons" | "residents")
    }

    fn percent(&self, at: usize) -> Option<usize> {
        match (self.kind(at)?, self.word(at + 1)) {
            (Kind::Mark('%' | '％' | '‰'), _) | (Kind::Word(Lexeme::Percent), _) => Some(at + 1),
            (Kind::Word(Lexeme::Per), Some(Lexeme::Cent)) => Some(at + 2),
            (Kind::Mark('パ'), _) => self.east_unit(at).filter(|(it, _)| *it == Lexeme::Percent).map(|(_, next)| next),
            (Kind::Mark('-'), Some(Lexeme::Percent)) if self.is_hyphen(at) => Some(at + 2),
            _ => None,
        }
    }

    fn money_behind(&self, number: Number, at: usize) -> Option<(Amount, usize)> {
        let start = if self.is_hyphen(at) { at + 1 } else { at };
        let is_prefix = matches!(self.kind(start + 1), Some(Kind::Figure(_))) && self.is_glued(start + 1);
        let currency = match self.kind(start)? {
            Kind::Word(Lexeme::Currency(currency)) => currency,
            Kind::Word(Lexeme::Cents) => return Some((Amount::of(number.scaled(-2), Unit::Money(0)), start + 1)),
            Kind::Dollar(currency) if !is_prefix => currency,
            Kind::Mark(mark) if !is_prefix => match money::of_symbol(mark) {
                Some(currency) => currency,
                None => match self.east_unit(start)? {
                    (Lexeme::Currency(currency), next) => {
                        return Some((Amount::of(number, Unit::Money(currency)), next));
                    }
                    _ => return None,
                },
            },
            Kind::Word(Lexeme::Won) if number.power >= 3 || number.exact.rounded() >= 1000.0 => money::of_code("KRW")?,
            Kind::Other if self.word(start + 1) == Some(Lexeme::Currency(0)) => {
                let code = match self.slice(start, start + 1) {
                    "US" | "American" => "USD",
                    "Australian" => "AUD",
                    "Canadian" => "CAD",
                    "Singapore" => "SGD",
                    _ => return None,
                };
                return Some((Amount::of(number, Unit::Money(money::of_code(code)?)), start + 2));
            }
            _ => return None,
        };
        Some((Amount::of(number, Unit::Money(currency)), start + 1))
    }

    /// The unit at a token: "km", "square miles", "km/h", "miles per hour", "per km²", "°C".
    fn measure(&self, at: usize, number: &Number) -> Option<(Measure, usize)> {
        let (unit, next) = match self.simple_unit(at, number) {
            Some(found) => found,
            None => return self.per(Measure::NOTHING, at),
        };
        Some(self.per(unit, next).unwrap_or((unit, next)))
    }

    /// "/h", "per hour".
    fn per(&self, unit: Measure, at: usize) -> Option<(Measure, usize)> {
        match self.kind(at)? {
            Kind::Mark('/') if self.is_glued(at) && self.is_glued(at + 1) => {}
            Kind::Word(Lexeme::Per) => {}
            _ => return None,
        }
        let one = Number::cardinal(Exact::whole(1), 0, true);
        let (below, next) = match self.word(at + 1)? {
            Lexeme::Second | Lexeme::S => (units::SECOND, at + 2),
            _ => self.simple_unit(at + 1, &one)?,
        };
        Some((unit.per(below)?, next))
    }

    fn simple_unit(&self, at: usize, number: &Number) -> Option<(Measure, usize)> {
        let power = match self.kind(at)? {
            Kind::Word(Lexeme::Square) => 2,
            Kind::Word(Lexeme::Cubic) => 3,
            _ => 1,
        };
        if power > 1 {
            let word = at + 1 + usize::from(self.mark(at + 1) == Some('.'));
            let word = if self.is_hyphen(word) { word + 1 } else { word };
            let (unit, next) = self.one_unit(word, number).filter(|(unit, _)| unit.is_length())?;
            return Some((unit.raised(power)?, next));
        }
        self.one_unit(at, number)
    }

    fn one_unit(&self, at: usize, number: &Number) -> Option<(Measure, usize)> {
        let next = at + 1;
        let unit = match self.kind(at)? {
            Kind::Word(Lexeme::Unit(index)) => {
                // "5 m" but not "five m"; "g", "t", "h" and "l" likewise.
                let is_symbol = self.slice(at, at + 1).len() == 1;
                (number.is_figure || !is_symbol).then_some(UNITS[usize::from(index)].1)?
            }
            Kind::Word(Lexeme::Second) => units::SECOND,
            Kind::Word(Lexeme::S) if number.is_figure && number.sort != Sort::FourDigits && !self.is_glued(at) => {
                units::SECOND
            }
            Kind::Word(Lexeme::K) if number.is_figure && !self.is_glued(at) => units::KELVIN,
            Kind::Word(Lexeme::In) => return self.is_inch(at).then_some((units::INCH, next)),
            Kind::Word(Lexeme::Nautical) => {
                return self.two_words(at, "mile", "miles").map(|it| (units::NAUTICAL_MILE, it));
            }
            Kind::Word(Lexeme::Light) => return self.two_words(at, "year", "years").map(|it| (units::LIGHT_YEAR, it)),
            Kind::Word(Lexeme::Degree) | Kind::Mark('°' | 'º') => return Some(self.degrees(next)),
            Kind::Mark('′' | '\'') if number.is_figure && self.is_glued(at) => {
                return self.is_feet(at).then_some((units::FOOT, next));
            }
            Kind::Mark(_) => match self.east_unit(at)? {
                (Lexeme::Unit(index), next) => return Some((UNITS[usize::from(index)].1, next)),
                _ => return None,
            },
            _ => return None,
        };
        Some((unit, next))
    }

    /// "in" is an inch only where no preposition can stand: "5-in", "(5 in)", "5 in (13 cm)".
    fn is_inch(&self, at: usize) -> bool {
        let opens = |mark: Option<char>| mark == Some('(') && matches!(self.kind(at + 2), Some(Kind::Figure(_)));
        self.is_hyphen(at - 1) || matches!(self.mark(at + 1), Some(')')) || opens(self.mark(at + 1))
    }

    /// 5'10" and 5′ 10″, not the apostrophe of 5'.
    fn is_feet(&self, at: usize) -> bool {
        self.plain(at + 1, 12).is_some() && matches!(self.mark(at + 2), Some('″' | '"' | '”')) && self.is_glued(at + 2)
    }

    fn two_words(&self, at: usize, singular: &str, plural: &str) -> Option<usize> {
        let word = if self.is_hyphen(at + 1) { at + 2 } else { at + 1 };
        self.tokens.get(word)?;
        let text = self.slice(word, word + 1);
        (text == singular || text == plural).then_some(word + 1)
    }

    fn degrees(&self, at: usize) -> (Measure, usize) {
        match self.word(at) {
            Some(Lexeme::Celsius) => (units::CELSIUS, at + 1),
            Some(Lexeme::Fahrenheit) => (units::FAHRENHEIT, at + 1),
            _ => (units::DEGREE, at),
        }
    }

    /// The "10 in" of "5 ft 10 in", the "and 30 minutes" of "2 hours and 30 minutes".
    fn parts(&self, amount: Amount, unit: Measure, at: usize, and: bool) -> (Amount, usize) {
        let mut whole = (amount, at);
        let mut larger = unit;
        while let Some((exact, place, smaller, next)) = self.part(&whole.0, larger, unit, whole.1, and) {
            whole = (Amount { exact, place, ..whole.0 }, next);
            larger = smaller;
        }
        whole
    }

    /// One more part, in a smaller unit: the sum in the first unit.
    fn part(
        &self,
        so_far: &Amount,
        larger: Measure,
        unit: Measure,
        at: usize,
        and: bool,
    ) -> Option<(Exact, i32, Measure, usize)> {
        if so_far.place < 0 && so_far.place != Number::SHARP && larger.is_same(&unit) {
            return None;
        }
        let start = match self.kind(at)? {
            Kind::Word(Lexeme::And) if and => at + 1,
            Kind::Mark(',') if larger.is_time() || larger.is_same(&units::FOOT) => at + 1,
            Kind::Mark(_) if self.is_hyphen(at) => at + 1,
            _ => at,
        };
        let (number, next) = self.number(start, false).filter(|(number, _)| number.sort != Sort::Ordinal)?;
        let after = if self.is_hyphen(next) { next + 1 } else { next };
        let (smaller, next) = match self.kind(after)? {
            Kind::Word(Lexeme::In) if larger.is_same(&units::FOOT) => (units::INCH, after + 1),
            Kind::Mark('″' | '"' | '”') if larger.is_same(&units::FOOT) => (units::INCH, after + 1),
            Kind::Mark('′' | '\'' | '’') if larger.is_same(&units::DEGREE) => (units::ARC_MINUTE, after + 1),
            Kind::Mark('″' | '"' | '”') if larger.is_same(&units::ARC_MINUTE) => (units::ARC_SECOND, after + 1),
            _ => self.simple_unit(after, &number)?,
        };
        if !larger.is_larger(&smaller) {
            return None;
        }
        let sum = unit.to_base(so_far.exact)?.plus(smaller.to_base(number.exact)?)?;
        // Back in the first unit, so that its figure and its place stay what they are.
        let exact = sum.over(unit.to_base(Exact::whole(1))?)?;
        Some((exact, Number::SHARP, smaller, next))
    }
}
