//! Dates in words and figures: "Monday, 12 May 2010", "May 12, 2010", "2010-05-12", "the late 1990s", "5th century BC".

use super::Content;
use super::calendar::Date;
use super::figures::Figure;
use super::lexicon::Lexeme;
use super::numbers::NumberSort;
use super::parser::Parser;
use super::tokens::TokenKind;

impl Parser<'_> {
    /// A date or a stretch between two; a bare year is an amount until it is known to have no unit.
    pub(super) fn parse_date_content(&self, at: usize) -> Option<(Content, usize)> {
        match self.find_lexeme(at) {
            Some(Lexeme::Between) => {
                if let Some(found) = self.parse_days_of_month(at + 1, true) {
                    return Some(found);
                }
                let (first, next) = self.parse_stretch_end(at + 1)?;
                let (second, next) =
                    self.parse_stretch_end(next + 1).filter(|_| self.find_lexeme(next) == Some(Lexeme::And))?;
                return build_stretch(first, second).map(|content| (content, next));
            }
            Some(Lexeme::From) => {
                let (content, next) = self.parse_date_content_at(at + 1)?;
                return matches!(content, Content::Dates(..)).then_some((content, next));
            }
            _ => {}
        }
        self.parse_date_content_at(at)
    }

    fn parse_date_content_at(&self, at: usize) -> Option<(Content, usize)> {
        if let Some(found) = self.parse_days_of_month(at, false).or_else(|| self.parse_two_periods(at)) {
            return Some(found);
        }
        let is_year = self.parse_date(at).is_none();
        let (first, next) = self.parse_stretch_end(at)?;
        let second = match self.token_kind(next) {
            Some(TokenKind::Word(Lexeme::To | Lexeme::Through | Lexeme::Until)) => self.parse_stretch_end(next + 1),
            Some(TokenKind::Mark('-' | '–' | '—' | '−' | '至' | '到'))
                if self.is_glued(next) == self.is_glued(next + 1) =>
            {
                self.parse_stretch_end(next + 1)
            }
            _ => None,
        };
        // Two bare years are the amounts' matter.
        let both = second.filter(|(date, _)| !(is_year && date.is_bare_year));
        if let Some((content, next)) = both.and_then(|(second, next)| Some((build_stretch(first, second)?, next))) {
            return Some((content, next));
        }
        (!is_year).then_some((Content::Date(first), next))
    }

    /// A date, or a bare year where a date stands at the other end.
    fn parse_stretch_end(&self, at: usize) -> Option<(Date, usize)> {
        self.parse_date(at).or_else(|| {
            let (year, next) = self.parse_year(at)?;
            Some((Date::from_bare_year(year), next))
        })
    }

    /// "2–5 May 2010", "May 2–5, 2010", "500–450 BC".
    fn parse_days_of_month(&self, at: usize, is_between: bool) -> Option<(Content, usize)> {
        let dash = |at: usize| match self.token_kind(at) {
            Some(TokenKind::Word(Lexeme::And)) => is_between,
            Some(TokenKind::Mark('-' | '–' | '—' | '/')) => self.is_glued(at) == self.is_glued(at + 1),
            Some(TokenKind::Word(Lexeme::To | Lexeme::Through)) => true,
            _ => false,
        };
        if let Some((month, next)) = self.parse_month(at) {
            let (first, next) = self.parse_day(next).filter(|&(_, next)| dash(next))?;
            let (last, next) = self.parse_day(next + 1)?;
            let (years, next) = self.parse_year_after_day(next);
            let date = Date { years, month, ..Date::UNKNOWN };
            return Some((Content::Dates(Date { day: first, ..date }, Date { day: last, ..date }), next));
        }
        let (first, next) = self.parse_day(at).filter(|&(_, next)| dash(next))?;
        if self.is_tail_of_name(at) {
            return None;
        }
        let (last, next) = self.parse_date(next + 1).filter(|(date, _)| date.day > first && date.weekday == 0)?;
        Some((Content::Dates(Date { day: first, ..last }, last), next))
    }

    /// The date at a token. Four bare digits are none here.
    fn parse_date(&self, at: usize) -> Option<(Date, usize)> {
        if let Some(found) = self.parse_east_date(at) {
            return Some(found);
        }
        let (date, next) = match self.token_kind(at)? {
            TokenKind::Word(Lexeme::The) => {
                self.parse_part_of_period(at + 1).filter(|(date, _)| date.years.is_some())?
            }
            TokenKind::Word(Lexeme::Part(_)) => self.parse_part_of_period(at)?,
            TokenKind::Word(Lexeme::Weekday(weekday)) => self.parse_after_weekday(weekday, at)?,
            TokenKind::Word(Lexeme::Month(_) | Lexeme::ForeignMonth(_)) => self.parse_month_first(at)?,
            TokenKind::Word(Lexeme::Season(season)) => {
                let of = at + 1 + usize::from(self.find_lexeme(at + 1) == Some(Lexeme::Of));
                let (year, next) = self.parse_year(of)?;
                (Date { season, ..Date::from_year(year) }, next)
            }
            TokenKind::Word(Lexeme::Since1) => {
                let year = self.read_plain_number(at + 1, 3000)?;
                (Date::from_year(year as i32), at + 2)
            }
            TokenKind::Figure(Figure::Calendar) => (parse_numeric_date(self.slice_tokens(at, at + 1))?, at + 1),
            TokenKind::Mark('\'' | '’' | '‘') if self.is_glued(at + 1) && self.is_free(at) => {
                self.parse_short_decade(at + 1)?
            }
            TokenKind::Figure(_) | TokenKind::Word(_) | TokenKind::Other => {
                if self.is_tail_of_name(at) {
                    return None;
                }
                self.parse_day_first(at).or_else(|| self.parse_year_with_era(at)).or_else(|| self.parse_period(at))?
            }
            _ => return None,
        };
        (!self.is_word_glued(next)).then_some((date, next))
    }

    /// "early 1990s", "mid-19th-century", "late 2010", "early May 2010"; without such a word decades and centuries alone.
    fn parse_part_of_period(&self, at: usize) -> Option<(Date, usize)> {
        let Some(Lexeme::Part(part)) = self.find_lexeme(at) else {
            return self.parse_period(at).or_else(|| self.parse_short_decade(at));
        };
        let mut next = if self.is_hyphenated(at + 1) { at + 2 } else { at + 1 };
        if self.find_lexeme(next) == Some(Lexeme::The) {
            next += 1;
        }
        let (date, next) = self
            .parse_period(next)
            .or_else(|| self.parse_short_decade(next))
            .or_else(|| self.parse_month_first(next))
            .or_else(|| self.parse_year(next).map(|(year, next)| (Date::from_year(year), next)))?;
        Some((Date { part, ..date }, next))
    }

    /// "Monday, 12 May"; alone only behind "on" or "every".
    fn parse_after_weekday(&self, weekday: u8, at: usize) -> Option<(Date, usize)> {
        let start = at + 1 + usize::from(self.read_mark(at + 1) == Some(','));
        let start = start + usize::from(self.find_lexeme(start) == Some(Lexeme::The));
        if let Some((date, next)) = self.parse_month_first(start).or_else(|| self.parse_day_first(start)) {
            return Some((Date { weekday, ..date }, next));
        }
        let is_alone = at > 0 && matches!(self.slice_tokens(at - 1, at), "on" | "On" | "every" | "Every");
        is_alone.then_some((Date { weekday, ..Date::UNKNOWN }, at + 1))
    }

    /// "12 May 2010", "12th of May", "the fifth of May".
    fn parse_day_first(&self, at: usize) -> Option<(Date, usize)> {
        let (day, next) = self.parse_day(at)?;
        let next = next + usize::from(self.is_of(next) || self.read_mark(next) == Some('.'));
        let (month, behind) = self.parse_month(next)?;
        let (years, behind_year) = self.parse_year_after_day(behind);
        // "13 may 2010" but not "13 may go".
        if !self.is_capital(next) && years.is_none() && matches!(month, 3 | 5) {
            return None;
        }
        Some((Date { years, month, day, ..Date::UNKNOWN }, behind_year))
    }

    /// "May 12, 2010", "May 12", "May 2010", "in May".
    fn parse_month_first(&self, at: usize) -> Option<(Date, usize)> {
        let is_foreign = matches!(self.find_lexeme(at), Some(Lexeme::ForeignMonth(_)));
        let (month, next) = self.parse_month(at).filter(|_| self.is_capital(at) || is_foreign)?;
        let date = Date { month, ..Date::UNKNOWN };
        let is_joint = self.read_mark(next) == Some(',') || self.is_of(next);
        if let Some((year, next)) = self.parse_year(next + usize::from(is_joint)) {
            return Some((Date { years: Some((year, year)), ..date }, next));
        }
        if let Some((day, next)) = self.parse_day(next).filter(|&(_, next)| !self.is_word_glued(next)) {
            let (years, next) = self.parse_year_after_day(next);
            return Some((Date { years, day, ..date }, next));
        }
        let is_full = self.tokens[at].end - self.tokens[at].start > 3 || month == 5;
        let before = at.checked_sub(1).and_then(|before| self.find_lexeme(before));
        let fits = matches!(
            before,
            Some(
                Lexeme::In | Lexeme::When | Lexeme::From | Lexeme::Part(_) | Lexeme::Between | Lexeme::To | Lexeme::Of
            )
        );
        (is_full && fits && next == at + 1).then_some((date, next))
    }

    /// "of", and the "de" of "12 de mayo de 2010".
    fn is_of(&self, at: usize) -> bool {
        self.find_lexeme(at) == Some(Lexeme::Of) || (at < self.tokens.len() && self.slice_tokens(at, at + 1) == "de")
    }

    /// A month's name and the point of its abbreviation.
    fn parse_month(&self, at: usize) -> Option<(u8, usize)> {
        let month = match self.find_lexeme(at)? {
            Lexeme::Month(month) | Lexeme::ForeignMonth(month) => month,
            _ => return None,
        };
        let is_short = self.tokens[at].end - self.tokens[at].start <= 4;
        let has_point = is_short
            && self.read_mark(at + 1) == Some('.')
            && matches!(self.token_kind(at + 2), Some(TokenKind::Figure(_)));
        Some((month, at + 1 + usize::from(has_point)))
    }

    fn parse_day(&self, at: usize) -> Option<(u8, usize)> {
        if let Some(day) = self.read_plain_number(at, 32) {
            let suffix = self.is_glued(at + 1) && self.find_lexeme(at + 1) == Some(Lexeme::NthSuffix);
            let is_free = suffix || !self.is_word_glued(at + 1);
            return (day > 0 && is_free && self.tokens[at].end - self.tokens[at].start <= 2)
                .then_some((day as u8, at + 1 + usize::from(suffix)));
        }
        if !matches!(self.find_lexeme(at)?, Lexeme::Nth(_) | Lexeme::Second | Lexeme::Tens(_) | Lexeme::TensNth(_)) {
            return None;
        }
        let (number, next) = self.parse_number(at, false).filter(|(number, _)| number.sort == NumberSort::Ordinal)?;
        let day = u8::try_from(number.exact.mantissa).ok().filter(|day| (1..32).contains(day))?;
        Some((day, next))
    }

    /// A year of four digits, or of fewer with its era.
    fn parse_year(&self, at: usize) -> Option<(i32, usize)> {
        let year = self.read_plain_number(at, 3000)? as i32;
        if let Some((is_before, next)) = self.parse_era(at + 1) {
            return Some((if is_before { -year } else { year }, next));
        }
        let is_year = year >= 1000 && !self.is_word_glued(at + 1) && self.parse_plural(at + 1).is_none();
        is_year.then_some((year, at + 1))
    }

    /// The year behind a day, with or without a comma.
    fn parse_year_after_day(&self, at: usize) -> (Option<(i32, i32)>, usize) {
        let start = at + usize::from(self.read_mark(at) == Some(',') || self.is_of(at));
        match self.parse_year(start) {
            Some((year, next)) => (Some((year, year)), next),
            None => (None, at),
        }
    }
}

/// Two dates as a stretch; what the first leaves out it has from the second: "2 May – 5 June 2010".
fn build_stretch(first: Date, second: Date) -> Option<Content> {
    if (first.month == 0) != (second.month == 0) && first.years.is_none() {
        return None;
    }
    let years = first.years.or(second.years);
    Some(Content::Dates(Date { years, ..first }, second))
}

/// A date in figures: year first, or the year last with points or slashes.
fn parse_numeric_date(text: &str) -> Option<Date> {
    let mut parts = text.split(['-', '/', '.']).map(|part| part.parse::<u16>().ok());
    let (one, two, three) = (parts.next()??, parts.next()??, parts.next()??);
    let is_year_first = text.as_bytes().iter().take_while(|byte| byte.is_ascii_digit()).count() == 4;
    let (year, mut month, mut day) = if is_year_first { (one, two, three) } else { (three, two, one) };
    let is_slash = text.contains('/') && !is_year_first;
    if is_slash && month > 12 {
        (month, day) = (day, month);
    }
    let is_date = (1..=12).contains(&month) && (1..=31).contains(&day);
    let is_either_way = is_slash && day <= 12 && day != month;
    let date = Date { month: month as u8, day: day as u8, is_either_way, ..Date::from_year(i32::from(year)) };
    is_date.then_some(date)
}
