//! Times of day and running times: "3 pm", "15:00", "3:30 p.m.", "noon", "2:03:38", "1:23.45".

use super::figures::Figure;
use super::lexicon::Lexeme;
use super::parser::Parser;
use super::tokens::TokenKind;
use super::{Content, Relation};

/// A time as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Time {
    milliseconds: u32,
    /// Written to the hour 3600, to the minute 60, to the second 1, with decimals 0.
    place: u32,
    /// Neither before nor after noon is told, and the hour may be either.
    is_either_half: bool,
}

impl Parser<'_> {
    /// A time or two.
    pub(super) fn parse_time_content(&self, at: usize) -> Option<(Content, usize)> {
        let start = at + usize::from(matches!(self.find_lexeme(at), Some(Lexeme::From | Lexeme::Between)));
        let (first, next) = self.parse_time(start).or_else(|| self.parse_lone_hour(start))?;
        let second = match self.token_kind(next) {
            Some(TokenKind::Word(Lexeme::To | Lexeme::Through)) => self.parse_time(next + 1),
            Some(TokenKind::Word(Lexeme::And)) if self.find_lexeme(at) == Some(Lexeme::Between) => {
                self.parse_time(next + 1)
            }
            Some(TokenKind::Mark('-' | '–' | '—')) if self.is_glued(next) == self.is_glued(next + 1) => {
                self.parse_time(next + 1)
            }
            _ => None,
        };
        match second {
            Some((second, next)) => Some((Content::Times(first.with_half_of(second), second), next)),
            None if start == at && self.parse_time(start).is_some() => Some((Content::Time(first), next)),
            None => None,
        }
    }

    /// The "3" of "3–5 pm".
    fn parse_lone_hour(&self, at: usize) -> Option<(Time, usize)> {
        let hour = self.read_plain_number(at, 13)?;
        let is_range =
            matches!(self.read_mark(at + 1), Some('-' | '–')) || matches!(self.find_lexeme(at + 1), Some(Lexeme::To));
        let time = Time { milliseconds: hour * 3_600_000, place: 3600, is_either_half: true };
        (is_range && hour > 0 && !self.is_tail_of_name(at)).then_some((time, at + 1))
    }

    fn parse_time(&self, at: usize) -> Option<(Time, usize)> {
        if let Some(found) = self.parse_east_time(at) {
            return Some(found);
        }
        let (time, next) = match self.token_kind(at)? {
            TokenKind::Figure(Figure::Clock) => (read_clock(self.slice_tokens(at, at + 1))?, at + 1),
            TokenKind::Figure(Figure::Plain) | TokenKind::Word(Lexeme::Small(_)) => {
                let (number, next) = self.parse_number(at, false)?;
                if self.is_clock_word(next) {
                    let hour = u32::try_from(number.exact.mantissa).ok().filter(|hour| (1..=24).contains(hour))?;
                    let time = Time { milliseconds: hour * 3_600_000, place: 3600, is_either_half: hour <= 12 };
                    let behind = next + 3;
                    return Some(
                        self.parse_half_of_day(behind)
                            .map_or((time, behind), |(is_pm, next)| (time.with_half(is_pm), next)),
                    );
                }
                let (is_pm, next) = self.parse_half_of_day(next)?;
                let hour = u32::try_from(number.exact.mantissa).ok().filter(|hour| (1..=12).contains(hour))?;
                let time = Time { milliseconds: hour * 3_600_000, place: 3600, is_either_half: true };
                return Some((time.with_half(is_pm), next));
            }
            TokenKind::Word(Lexeme::Noon) => {
                return Some((Time { milliseconds: 43_200_000, place: 3600, is_either_half: false }, at + 1));
            }
            TokenKind::Word(Lexeme::Midnight) => {
                return Some((Time { milliseconds: 0, place: 3600, is_either_half: false }, at + 1));
            }
            _ => return None,
        };
        match self.parse_half_of_day(next) {
            Some((is_pm, next)) if time.is_either_half => Some((time.with_half(is_pm), next)),
            _ => (!self.is_word_glued(next)).then_some((time, next)),
        }
    }

    /// "o'clock".
    fn is_clock_word(&self, at: usize) -> bool {
        self.tokens.get(at + 2).is_some() && matches!(self.slice_tokens(at, at + 3), "o'clock" | "o’clock")
    }

    /// "pm", "p.m."; whether it is the second half of the day.
    fn parse_half_of_day(&self, at: usize) -> Option<(bool, usize)> {
        let is_pm = match self.find_lexeme(at)? {
            Lexeme::Am => return Some((false, at + 1)),
            Lexeme::Pm => return Some((true, at + 1)),
            Lexeme::A => false,
            Lexeme::P => true,
            _ => return None,
        };
        self.tokens.get(at + 2)?;
        let is_whole = matches!(self.slice_tokens(at, at + 3), "a.m" | "p.m" | "A.M" | "P.M");
        let point = usize::from(self.read_mark(at + 3) == Some('.') && self.is_glued(at + 3));
        is_whole.then_some((is_pm, at + 3 + point))
    }
}

impl Time {
    /// An hour of the day with or without minutes; `half` tells the second half of the day from the first.
    pub(super) fn from_hour(hour: u32, minute: Option<u32>, half: Option<bool>) -> Time {
        let place = if minute.is_some() { 60 } else { 3600 };
        let milliseconds = (hour * 3600 + minute.unwrap_or(0) * 60) * 1000;
        let time = Time { milliseconds, place, is_either_half: false };
        match half {
            Some(is_pm) if hour <= 12 => time.with_half(is_pm),
            _ => time,
        }
    }

    /// In the morning or behind noon; "12 am" is midnight.
    fn with_half(self, is_pm: bool) -> Time {
        let half = 12 * 3_600_000;
        let milliseconds = self.milliseconds % half + if is_pm { half } else { 0 };
        Time { milliseconds, is_either_half: false, ..self }
    }

    /// The first of two times, in the half of the second if none is told: "3–5 pm".
    fn with_half_of(self, second: Time) -> Time {
        let is_told = !self.is_either_half || second.is_either_half;
        if is_told {
            return self;
        }
        let in_same = self.with_half(second.milliseconds >= 43_200_000);
        if in_same.milliseconds <= second.milliseconds { in_same } else { self.with_half(false) }
    }

    /// How two times stand: a time told to the hour may be any of it only where the other says the hour too.
    pub(super) fn relate_times(self, other: Time) -> Relation {
        let half = 12 * 3_600_000;
        let same = self.milliseconds == other.milliseconds;
        let is_either = self.is_either_half || other.is_either_half;
        let is_open = is_either && self.milliseconds % half == other.milliseconds % half;
        if same && self.is_either_half == other.is_either_half {
            Relation::Equal
        } else if is_open || self.is_rounding_of(other) || other.is_rounding_of(self) {
            Relation::Compatible
        } else {
            Relation::Different
        }
    }

    /// A time and a stretch of the day.
    pub(super) fn relate_to_stretch(self, from: Time, to: Time) -> Relation {
        let is_end = self.relate_times(from) != Relation::Different || self.relate_times(to) != Relation::Different;
        let is_inside = (from.milliseconds..=to.milliseconds).contains(&self.milliseconds);
        let is_either = self.is_either_half || from.is_either_half || to.is_either_half;
        if is_end || is_inside || is_either { Relation::Compatible } else { Relation::Different }
    }

    /// Whether this is the other with its seconds or its decimals cut off.
    fn is_rounding_of(self, other: Time) -> bool {
        let step = self.place * 1000;
        self.place > other.place && self.place <= 60 && other.milliseconds.abs_diff(self.milliseconds) < step
    }
}

/// `15:00`, `2:03:38`, `1:23.45`. Two parts with decimals are minutes and seconds.
fn read_clock(text: &str) -> Option<Time> {
    let (whole, decimals) = text.split_once(['.', ',']).map_or((text, ""), |(whole, decimals)| (whole, decimals));
    let mut parts = whole.split(':').map(|part| part.parse::<u32>().ok());
    let (first, second, third) = (parts.next()??, parts.next()??, parts.next().flatten());
    let fraction = decimals.bytes().chain(*b"000").take(3).fold(0, |sum, byte| sum * 10 + u32::from(byte - b'0'));
    let seconds = match (third, decimals.is_empty()) {
        (Some(third), _) => first * 3600 + second * 60 + third,
        (None, true) => first * 3600 + second * 60,
        (None, false) => first * 60 + second,
    };
    let place = if !decimals.is_empty() { 0 } else { if third.is_some() { 1 } else { 60 } };
    let is_either_half = decimals.is_empty() && third.is_none() && (1..=12).contains(&first) && !text.starts_with('0');
    Some(Time { milliseconds: seconds * 1000 + fraction, place, is_either_half })
}
