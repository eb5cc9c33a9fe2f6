//! Spans of years: "the 1990s", "'90s", "19th century", "5th–4th century BC", "3rd millennium BC"; and the eras, "331 BC".

use super::Content;
use super::calendar::Date;
use super::figures::Figure;
use super::lexicon::Lexeme;
use super::numbers::NumberSort;
use super::parser::Parser;
use super::tokens::TokenKind;

impl Parser<'_> {
    /// "1990s", "19th century", "second millennium BC", "XIX century".
    pub(super) fn parse_period(&self, at: usize) -> Option<(Date, usize)> {
        if let Some(year) = self.read_plain_number(at, 3000).filter(|year| year % 10 == 0 && *year >= 1000) {
            let next = self.parse_plural(at + 1)?;
            let first = year as i32;
            // "1900s" may be the decade or the century.
            let last = if first % 100 == 0 { first + 99 } else { first + 9 };
            return Some((Date { years: Some((first, last)), ..Date::UNKNOWN }, next));
        }
        let (count, next) = self.parse_ordinal(at)?;
        let (years, is_before, next) = self.parse_centuries(next)?;
        Some((build_period(count, years, is_before), next))
    }

    /// "5th–4th century BC", "the 12th and 13th centuries": the two are one stretch.
    pub(super) fn parse_two_periods(&self, at: usize) -> Option<(Content, usize)> {
        let start = at + usize::from(self.find_lexeme(at) == Some(Lexeme::The));
        let (first, next) = self.parse_ordinal(start)?;
        match self.token_kind(next)? {
            TokenKind::Word(Lexeme::And | Lexeme::To | Lexeme::Through) => {}
            TokenKind::Mark('-' | '–' | '—') if self.is_glued(next) == self.is_glued(next + 1) => {}
            _ => return None,
        }
        let second = next + 1 + usize::from(self.find_lexeme(next + 1) == Some(Lexeme::The));
        let (last, next) = self.parse_ordinal(second)?;
        let (years, is_before, next) = self.parse_centuries(next)?;
        Some((Content::Dates(build_period(first, years, is_before), build_period(last, years, is_before)), next))
    }

    /// "century", "-century BC", "centuries": its years and whether they count backwards.
    fn parse_centuries(&self, at: usize) -> Option<(i32, bool, usize)> {
        let word = if self.is_hyphenated(at) { at + 1 } else { at };
        let years = match self.find_lexeme(word)? {
            Lexeme::Century => 100,
            Lexeme::Millennium => 1000,
            Lexeme::Unit(_) if self.slice_tokens(word, word + 1) == "centuries" => 100,
            _ => return None,
        };
        let (is_before, next) = self.parse_era(word + 1).unwrap_or((false, word + 1));
        Some((years, is_before, next))
    }

    /// A small ordinal, in figures, words or Roman numerals.
    fn parse_ordinal(&self, at: usize) -> Option<(i32, usize)> {
        if self.token_kind(at)? == TokenKind::Other {
            return Some((read_roman_numeral(self.slice_tokens(at, at + 1))?, at + 1));
        }
        let (number, next) = self.parse_number(at, true).filter(|(number, _)| number.sort == NumberSort::Ordinal)?;
        let count = i32::try_from(number.exact.mantissa).ok().filter(|count| (1..100).contains(count))?;
        Some((count, next))
    }

    /// The "90s" of "the '90s".
    pub(super) fn parse_short_decade(&self, at: usize) -> Option<(Date, usize)> {
        let start = at + usize::from(matches!(self.read_mark(at), Some('\'' | '’')) && self.is_glued(at + 1));
        let decade = self.read_plain_number(start, 100).filter(|decade| decade % 10 == 0 && *decade >= 20)?;
        let first = 1900 + decade as i32;
        let next = self.parse_plural(start + 1)?;
        Some((Date { years: Some((first, first + 9)), ..Date::UNKNOWN }, next))
    }

    /// The "s" or "'s" right behind a figure.
    pub(super) fn parse_plural(&self, at: usize) -> Option<usize> {
        let letter = at + usize::from(matches!(self.read_mark(at), Some('\'' | '’')) && self.is_glued(at));
        (self.find_lexeme(letter) == Some(Lexeme::S) && self.is_glued(letter)).then_some(letter + 1)
    }

    /// "331 BC", "5,000 BC", "79 AD".
    pub(super) fn parse_year_with_era(&self, at: usize) -> Option<(Date, usize)> {
        if !matches!(self.token_kind(at)?, TokenKind::Figure(Figure::Plain | Figure::Grouped(0))) {
            return None;
        }
        let (is_before, next) = self.parse_era(at + 1)?;
        let (number, _) = self.parse_number(at, false)?;
        let year = i32::try_from(number.exact.mantissa).ok().filter(|year| *year < 1_000_000)?;
        Some((Date::from_year(if is_before { -year } else { year }), next))
    }

    /// "BC", "B.C.", "CE"; whether it counts backwards.
    pub(super) fn parse_era(&self, at: usize) -> Option<(bool, usize)> {
        match self.token_kind(at)? {
            TokenKind::Word(Lexeme::Before1) => Some((true, at + 1)),
            TokenKind::Word(Lexeme::Since1) => Some((false, at + 1)),
            TokenKind::Other if self.is_glued(at) => match self.slice_tokens(at, at + 1) {
                "bc" | "bce" => Some((true, at + 1)),
                "ad" | "ce" => Some((false, at + 1)),
                _ => None,
            },
            _ => {
                let end = at + 3;
                self.tokens.get(end - 1)?;
                let is_before = match self.slice_tokens(at, end) {
                    "B.C" => true,
                    "A.D" | "C.E" => false,
                    _ => return None,
                };
                let point = usize::from(self.read_mark(end) == Some('.') && self.is_glued(end));
                Some((is_before, end + point))
            }
        }
    }
}

impl Parser<'_> {
    /// The years that "5,000 years ago" is, about: within a fiftieth, and never nearer than fifty years.
    pub(super) fn parse_years_ago(&self, content: &Content, at: usize) -> Option<(Content, usize)> {
        let Content::Amount(amount) = content else { return None };
        if self.token_kind(at)? != TokenKind::Other || self.slice_tokens(at, at + 1) != "ago" {
            return None;
        }
        let count = amount.exact.to_float();
        if !matches!(self.slice_tokens(at - 1, at), "years" | "year") || !(0.0..1e9).contains(&count) {
            return None;
        }
        let (year, slack) = (PRESENT_YEAR - count as i32, (count / 50.0).max(50.0) as i32);
        Some((Content::Date(Date { years: Some((year - slack, year + slack)), ..Date::UNKNOWN }), at + 1))
    }
}

/// From where "years ago" are counted; a few decades do not matter beside its slack.
const PRESENT_YEAR: i32 = 2000;

/// The years of a century or a millennium.
fn build_period(count: i32, years: i32, is_before: bool) -> Date {
    let (first, last) = ((count - 1) * years + 1, count * years);
    let span = if is_before { (-last, -first) } else { (first, last) };
    Date { years: Some(span), ..Date::UNKNOWN }
}

/// `"XIX"` -> 19, up to 39: centuries alone are written so.
fn read_roman_numeral(text: &str) -> Option<i32> {
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
