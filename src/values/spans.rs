//! Spans of years: "the 1990s", "'90s", "19th century", "5th–4th century BC", "3rd millennium BC"; and the eras, "331 BC".

use super::Content;
use super::calendar::Date;
use super::figures::Figure;
use super::lexicon::Lexeme;
use super::numbers::Sort;
use super::parser::Parser;
use super::tokens::Kind;

impl Parser<'_> {
    /// "1990s", "19th century", "second millennium BC", "XIX century".
    pub(super) fn span(&self, at: usize) -> Option<(Date, usize)> {
        if let Some(year) = self.plain(at, 3000).filter(|year| year % 10 == 0 && *year >= 1000) {
            let next = self.plural(at + 1)?;
            let first = year as i32;
            // "1900s" may be the decade or the century.
            let last = if first % 100 == 0 { first + 99 } else { first + 9 };
            return Some((Date { years: Some((first, last)), ..Date::UNKNOWN }, next));
        }
        let (count, next) = self.ordinal(at)?;
        let (years, is_before, next) = self.centuries(next)?;
        Some((of_ordinal(count, years, is_before), next))
    }

    /// "5th–4th century BC", "the 12th and 13th centuries": the two are one stretch.
    pub(super) fn two_spans(&self, at: usize) -> Option<(Content, usize)> {
        let start = at + usize::from(self.word(at) == Some(Lexeme::The));
        let (first, next) = self.ordinal(start)?;
        match self.kind(next)? {
            Kind::Word(Lexeme::And | Lexeme::To | Lexeme::Through) => {}
            Kind::Mark('-' | '–' | '—') if self.is_glued(next) == self.is_glued(next + 1) => {}
            _ => return None,
        }
        let second = next + 1 + usize::from(self.word(next + 1) == Some(Lexeme::The));
        let (last, next) = self.ordinal(second)?;
        let (years, is_before, next) = self.centuries(next)?;
        Some((Content::Dates(of_ordinal(first, years, is_before), of_ordinal(last, years, is_before)), next))
    }

    /// "century", "-century BC", "centuries": its years and whether they count backwards.
    fn centuries(&self, at: usize) -> Option<(i32, bool, usize)> {
        let word = if self.is_hyphen(at) { at + 1 } else { at };
        let years = match self.word(word)? {
            Lexeme::Century => 100,
            Lexeme::Millennium => 1000,
            Lexeme::Unit(_) if self.slice(word, word + 1) == "centuries" => 100,
            _ => return None,
        };
        let (is_before, next) = self.era(word + 1).unwrap_or((false, word + 1));
        Some((years, is_before, next))
    }

    /// A small ordinal, in figures, words or Roman numerals.
    fn ordinal(&self, at: usize) -> Option<(i32, usize)> {
        if self.kind(at)? == Kind::Other {
            return Some((roman(self.slice(at, at + 1))?, at + 1));
        }
        let (number, next) = self.number(at, true).filter(|(number, _)| number.sort == Sort::Ordinal)?;
        let count = i32::try_from(number.exact.mantissa).ok().filter(|count| (1..100).contains(count))?;
        Some((count, next))
    }

    /// The "90s" of "the '90s".
    pub(super) fn short_decade(&self, at: usize) -> Option<(Date, usize)> {
        let start = at + usize::from(matches!(self.mark(at), Some('\'' | '’')) && self.is_glued(at + 1));
        let decade = self.plain(start, 100).filter(|decade| decade % 10 == 0 && *decade >= 20)?;
        let first = 1900 + decade as i32;
        let next = self.plural(start + 1)?;
        Some((Date { years: Some((first, first + 9)), ..Date::UNKNOWN }, next))
    }

    /// The "s" or "'s" right behind a figure.
    pub(super) fn plural(&self, at: usize) -> Option<usize> {
        let letter = at + usize::from(matches!(self.mark(at), Some('\'' | '’')) && self.is_glued(at));
        (self.word(letter) == Some(Lexeme::S) && self.is_glued(letter)).then_some(letter + 1)
    }

    /// "331 BC", "5,000 BC", "79 AD".
    pub(super) fn year_with_era(&self, at: usize) -> Option<(Date, usize)> {
        if !matches!(self.kind(at)?, Kind::Figure(Figure::Plain | Figure::Grouped(0))) {
            return None;
        }
        let (is_before, next) = self.era(at + 1)?;
        let (number, _) = self.number(at, false)?;
        let year = i32::try_from(number.exact.mantissa).ok().filter(|year| *year < 1_000_000)?;
        Some((Date::of_year(if is_before { -year } else { year }), next))
    }

    /// "BC", "B.C.", "CE"; whether it counts backwards.
    pub(super) fn era(&self, at: usize) -> Option<(bool, usize)> {
        match self.kind(at)? {
            Kind::Word(Lexeme::Before1) => Some((true, at + 1)),
            Kind::Word(Lexeme::Since1) => Some((false, at + 1)),
            Kind::Other if self.is_glued(at) => match self.slice(at, at + 1) {
                "bc" | "bce" => Some((true, at + 1)),
                "ad" | "ce" => Some((false, at + 1)),
                _ => None,
            },
            _ => {
                let end = at + 3;
                self.tokens.get(end - 1)?;
                let is_before = match self.slice(at, end) {
                    "B.C" => true,
                    "A.D" | "C.E" => false,
                    _ => return None,
                };
                let point = usize::from(self.mark(end) == Some('.') && self.is_glued(end));
                Some((is_before, end + point))
            }
        }
    }
}

/// The years of a century or a millennium.
fn of_ordinal(count: i32, years: i32, is_before: bool) -> Date {
    let (first, last) = ((count - 1) * years + 1, count * years);
    let span = if is_before { (-last, -first) } else { (first, last) };
    Date { years: Some(span), ..Date::UNKNOWN }
}

/// `"XIX"` -> 19, up to 39: centuries alone are written so.
fn roman(text: &str) -> Option<i32> {
    if text.is_empty() || text.len() > 7 {
        return None;
    }
    let worth = |byte: u8| match byte {
        b'I' => Some(1),
        b'V' => Some(5),
        b'X' => Some(10),
        _ => None,
    };
    let (mut sum, mut last) = (0, 0);
    for byte in text.bytes().rev() {
        let worth = worth(byte)?;
        sum += if worth < last { -worth } else { worth };
        last = last.max(worth);
    }
    Some(sum).filter(|sum| (1..40).contains(sum))
}
