//! Chinese and Japanese: 三百万, 700万, 1.2亿, 百分之五, 二〇一〇年5月12日, 下午3时30分, 20世纪90年代.
//!
//! Each character is a token. One numeral alone is a number only before a counter or a unit: 三个, but not 三 in 三星.

use super::amounts::{Amount, Unit};
use super::calendar::Date;
use super::exact::ExactNumber;
use super::figures::{self, Figure};
use super::hedges::Hedge;
use super::lexicon::{self, Lexeme};
use super::numbers::{Number, NumberSort};
use super::parser::Parser;
use super::times::Time;
use super::tokens::TokenKind;

/// What one numeral may count.
const COUNTERS: &str =
    "个個名人位种種次年月日天号號届屆座条條只隻枚本部张張家所岁歲倍期项項世点點时時秒周週层層集章回度元";

/// No unit has more characters.
const LONGEST_UNIT: usize = 5;

/// The most characters a numeral has: 九千九百九十九万九千九百九十九亿...; more is no number.
const LONGEST_NUMERAL: usize = 32;

fn find_digit(mark: char) -> Option<u8> {
    Some(match mark {
        '〇' | '零' | '○' => 0,
        '一' => 1,
        '二' | '两' | '兩' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        _ => return None,
    })
}

/// The power of ten of 十 to 兆.
fn find_power(mark: char) -> Option<i32> {
    Some(match mark {
        '十' => 1,
        '百' => 2,
        '千' => 3,
        '万' | '萬' => 4,
        '亿' | '億' => 8,
        '兆' => 12,
        _ => return None,
    })
}

impl Parser<'_> {
    /// Han numerals: 十二, 三百万, 二〇一〇.
    pub(super) fn parse_east_number(&self, at: usize) -> Option<(Number, usize)> {
        let mut end = at;
        let is_numeral = |mark: char| find_digit(mark).is_some() || find_power(mark).is_some();
        while end < at + LONGEST_NUMERAL
            && self.read_mark(end).is_some_and(is_numeral)
            && (end == at || self.is_glued(end))
        {
            end += 1;
        }
        let first = self.read_mark(at)?;
        if end == at || (find_digit(first).is_none() && first != '十') {
            return None;
        }
        // 千 and 兆 before a unit are part of it: 三千米 is three kilometres, or three thousand metres; the second is meant.
        let marks = || (at..end).filter_map(|place| self.read_mark(place));
        if marks().all(|mark| find_digit(mark).is_some()) {
            let is_year = end - at == 4 && self.read_mark(end) == Some('年');
            let has_zero = end - at > 1 && marks().any(|mark| find_digit(mark) == Some(0));
            let is_counted = end - at == 1 && self.is_counter(end);
            if !(is_year || has_zero || is_counted) {
                return None;
            }
            let exact = ExactNumber::from_digits(marks().filter_map(find_digit).map(|it| it + b'0'), 0);
            let sort = if is_year { NumberSort::FourDigits } else { NumberSort::Cardinal };
            return Some((Number { sort, ..Number::from_cardinal(exact, 0, false) }, end));
        }
        if end - at == 1 && !self.is_counter(end) {
            return None;
        }
        let (exact, place) = read_numeral(marks())?;
        Some((Number { power: place, ..Number::from_cardinal(exact, place, false) }, end))
    }

    /// The 万 of 700万, the 2000万 of 1亿2000万.
    pub(super) fn parse_east_scale(&self, number: Number, at: usize) -> Option<(Number, usize)> {
        let raise = find_power(self.read_mark(at)?)
            .filter(|_| self.is_glued(at) && number.is_figure && self.parse_east_unit(at).is_none())?;
        let mut all = (number.scale_by_power(raise), at + 1);
        let mut last = raise;
        // 百万, 千亿.
        while let Some(more) = self.read_mark(all.1).and_then(find_power).filter(|&more| more >= 4 && last < 4) {
            all = (all.0.scale_by_power(more), all.1 + 1);
            last += more;
        }
        while self.is_glued(all.1)
            && let Some(TokenKind::Figure(figure @ (Figure::Plain | Figure::Grouped(0)))) = self.token_kind(all.1)
        {
            let (exact, _) = figures::read_figure(self.slice_tokens(all.1, all.1 + 1), figure);
            let more = self.read_mark(all.1 + 1).and_then(find_power).unwrap_or(0);
            let Some(sum) = all.0.exact.add(exact.scale_by_power(more)).filter(|_| more < last) else { break };
            let next = all.1 + 1 + usize::from(more > 0);
            all = (Number { exact: sum, place: more, power: more, ..all.0 }, next);
            last = more;
        }
        Some(all)
    }

    fn is_counter(&self, at: usize) -> bool {
        let Some(mark) = self.read_mark(at).filter(|_| self.is_glued(at)) else { return false };
        COUNTERS.contains(mark)
            || self.parse_east_unit(at).is_some()
            || self.token_kind(at) == Some(TokenKind::Mark('%'))
    }

    /// The unit or the currency that the characters at a token spell, the longest.
    pub(super) fn parse_east_unit(&self, at: usize) -> Option<(Lexeme, usize)> {
        let is_east = |place: usize| matches!(self.read_mark(place), Some(mark) if mark as u32 >= 0x2e80);
        let length = (at..at + LONGEST_UNIT).take_while(|&place| is_east(place)).count();
        (1..=length).rev().find_map(|length| {
            match lexicon::find_lexeme(self.slice_tokens(at, at + length).as_bytes()) {
                Some(lexeme @ (Lexeme::Unit(_) | Lexeme::Currency(_) | Lexeme::Percent)) => Some((lexeme, at + length)),
                _ => None,
            }
        })
    }

    /// 第三, 百分之五, 三分之二.
    pub(super) fn parse_east_amount(&self, at: usize) -> Option<(Amount, usize)> {
        let figure = |at: usize| match self.token_kind(at)? {
            TokenKind::Figure(figure @ (Figure::Plain | Figure::Grouped(_))) => {
                let (exact, decimals) = figures::read_figure(self.slice_tokens(at, at + 1), figure);
                Some((Number::from_cardinal(exact, -(decimals.min(1000) as i32), true), at + 1))
            }
            _ => self.parse_bare_numeral(at),
        };
        if self.read_mark(at) == Some('第') {
            let (number, next) = figure(at + 1)?;
            let number = Number { sort: NumberSort::Ordinal, place: 0, ..number };
            return Some((Amount::new(number, Unit::None), next));
        }
        let is_over = |at: usize| {
            matches!((self.read_mark(at), self.read_mark(at + 1)), (Some('分'), Some('之' | 'の'))) && self.is_glued(at)
        };
        let (parts, next) = match self.read_mark(at)? {
            '百' => (Number::from_cardinal(ExactNumber::from_integer(100), 0, false), at + 1),
            mark if find_digit(mark).is_some() || mark == '十' => self.parse_bare_numeral(at)?,
            _ => return None,
        };
        let (count, next) = figure(next + 2).filter(|_| is_over(next))?;
        if self.read_mark(at) == Some('百') {
            return Some((Amount::new(count, Unit::Percent), next));
        }
        let exact = count.exact.divide(parts.exact)?;
        let number = Number { exact, place: Number::EXACT_PLACE, sort: NumberSort::Fraction, ..count };
        Some((Amount::new(number, Unit::None), next))
    }

    /// A numeral that needs no counter, since what stands around it tells.
    fn parse_bare_numeral(&self, at: usize) -> Option<(Number, usize)> {
        let is_numeral = |place: usize| {
            self.read_mark(place).is_some_and(|mark| find_digit(mark).is_some() || find_power(mark).is_some())
        };
        let end = at + (at..at + LONGEST_NUMERAL).take_while(|&place| is_numeral(place)).count();
        let (exact, place) = read_numeral((at..end).filter_map(|place| self.read_mark(place)))?;
        Some((Number::from_cardinal(exact, place, false), end))
    }

    /// 2010年5月12日, 5月12日, 1990年代, 20世纪90年代, 十九世纪, 公元前331年.
    pub(super) fn parse_east_date(&self, at: usize) -> Option<(Date, usize)> {
        let (sign, start) = match (self.read_mark(at), self.read_mark(at + 1), self.read_mark(at + 2)) {
            (Some('公'), Some('元'), Some('前')) => (-1, at + 3),
            (Some('公' | '西'), Some('元' | '暦' | '历' | '曆'), _) => (1, at + 2),
            (Some('紀'), Some('元'), Some('前')) => (-1, at + 3),
            _ => (0, at),
        };
        let (number, next) = self.parse_small_figure(start)?;
        match (self.read_mark(next)?, self.read_mark(next + 1)) {
            _ if !self.is_glued(next) => None,
            ('世', Some('纪' | '紀')) => Some(self.parse_east_decade(sign, number, next + 2)),
            ('年', Some('代')) => {
                let first = if number < 100 { 1900 + number } else { number };
                Some((Date { years: Some((first, first + 9)), ..Date::UNKNOWN }, next + 2))
            }
            ('年', _) if sign != 0 || number >= 1000 => {
                let year = if sign < 0 { -number } else { number };
                Some(
                    self.parse_east_month(Date::from_year(year), next + 1).unwrap_or((Date::from_year(year), next + 1)),
                )
            }
            ('月', _) => self.parse_east_month(Date::UNKNOWN, start),
            ('日' | '号' | '號', _) if number <= 31 && sign == 0 => {
                Some((Date { day: number as u8, ..Date::UNKNOWN }, next + 1))
            }
            _ => None,
        }
    }

    fn parse_east_decade(&self, sign: i32, century: i32, at: usize) -> (Date, usize) {
        let (first, last) = ((century - 1) * 100 + 1, century * 100);
        let whole = Date { years: Some(if sign < 0 { (-last, -first) } else { (first, last) }), ..Date::UNKNOWN };
        match self.parse_small_figure(at) {
            Some((decade, next))
                if sign >= 0
                    && decade < 100
                    && self.read_mark(next) == Some('年')
                    && self.read_mark(next + 1) == Some('代') =>
            {
                let first = (century - 1) * 100 + decade;
                (Date { years: Some((first, first + 9)), ..Date::UNKNOWN }, next + 2)
            }
            _ => (whole, at),
        }
    }

    /// 5月12日 behind a year or alone.
    fn parse_east_month(&self, date: Date, at: usize) -> Option<(Date, usize)> {
        let (month, next) =
            self.parse_small_figure(at).filter(|(month, next)| *month <= 12 && self.read_mark(*next) == Some('月'))?;
        let date = Date { month: month as u8, ..date };
        match self.parse_small_figure(next + 1) {
            Some((day, next)) if day <= 31 && matches!(self.read_mark(next), Some('日' | '号' | '號')) => {
                Some((Date { day: day as u8, ..date }, next + 1))
            }
            _ => Some((date, next + 1)),
        }
    }

    /// 下午3时30分, 15時, 3点.
    pub(super) fn parse_east_time(&self, at: usize) -> Option<(Time, usize)> {
        let (half, start) = match (self.read_mark(at), self.read_mark(at + 1)) {
            (Some('上'), Some('午')) | (Some('午'), Some('前')) | (Some('凌'), Some('晨')) => {
                (Some(false), at + 2)
            }
            (Some('下'), Some('午')) | (Some('午'), Some('後' | '后')) | (Some('晚'), Some('上')) => {
                (Some(true), at + 2)
            }
            _ => (None, at),
        };
        let (hour, next) = self.parse_small_figure(start).filter(|(hour, _)| *hour <= 24)?;
        let is_hour = match (self.read_mark(next)?, self.read_mark(next + 1)) {
            ('时' | '時', Some('间' | '間')) => false,
            ('时' | '時', _) => true,
            ('点' | '點', _) => half.is_some() || self.parse_small_figure(next + 1).is_some(),
            _ => false,
        };
        if !is_hour || !self.is_glued(next) {
            return None;
        }
        let (minute, next) = match self.parse_small_figure(next + 1) {
            Some((minute, behind)) if minute < 60 && self.read_mark(behind) == Some('分') => {
                (Some(minute), behind + 1)
            }
            _ => (None, next + 1),
        };
        Some((Time::from_hour(hour as u32, minute.map(|it| it as u32), half), next))
    }

    /// Plain digits or a numeral, below ten thousand.
    fn parse_small_figure(&self, at: usize) -> Option<(i32, usize)> {
        let (exact, next) = match self.token_kind(at)? {
            TokenKind::Figure(figure @ (Figure::Plain | Figure::Grouped(0))) => {
                (figures::read_figure(self.slice_tokens(at, at + 1), figure).0, at + 1)
            }
            TokenKind::Mark(mark) if find_digit(mark).is_some() || mark == '十' => {
                let (number, next) = self.parse_bare_numeral(at)?;
                (number.exact, next)
            }
            _ => return None,
        };
        let number = i32::try_from(exact.mantissa).ok().filter(|number| *number < 10_000 && exact.exponent == 0)?;
        Some((number, next))
    }

    /// 约, 超过, 至少: the hedge at a character.
    pub(super) fn parse_east_hedge(&self, at: usize) -> (Hedge, usize) {
        match (self.read_mark(at), self.read_mark(at + 1)) {
            (Some('约' | '約'), _) => (Hedge::About, at + 1),
            (Some('大'), Some('约' | '約')) => (Hedge::About, at + 2),
            (Some('将' | '將'), Some('近')) => (Hedge::Nearly, at + 2),
            (Some('超'), Some('过' | '過')) => (Hedge::Over, at + 2),
            (Some('逾'), _) => (Hedge::Over, at + 1),
            (Some('至'), Some('少')) => (Hedge::AtLeast, at + 2),
            (Some('不'), Some('到' | '足')) => (Hedge::Under, at + 2),
            _ => (Hedge::None, at),
        }
    }

    /// 左右, 以上, 以下 behind a value.
    pub(super) fn parse_east_hedge_after(&self, at: usize) -> Option<(Hedge, usize)> {
        match (self.read_mark(at)?, self.read_mark(at + 1)) {
            ('左', Some('右')) => Some((Hedge::About, at + 2)),
            ('以', Some('上')) => Some((Hedge::AtLeast, at + 2)),
            ('以', Some('下')) => Some((Hedge::AtMost, at + 2)),
            _ => None,
        }
    }
}

/// The worth of a numeral, and the power of ten that its last sign stands for: 三百万 is 3,000,000 and 4.
fn read_numeral(marks: impl Iterator<Item = char>) -> Option<(ExactNumber, i32)> {
    let (mut total, mut section, mut current, mut last) = (0i128, 0i128, None::<i128>, 0);
    let mut positional = true;
    for mark in marks {
        if let Some(digit) = find_digit(mark) {
            current = Some(if positional { current.unwrap_or(0).checked_mul(10)? } else { 0 } + i128::from(digit));
            last = 0;
            continue;
        }
        positional = false;
        last = find_power(mark)?;
        let factor = 10i128.pow(last as u32);
        if last < 4 {
            section += current.take().unwrap_or(1).checked_mul(factor)?;
        } else {
            let below = section + current.take().unwrap_or(0);
            // 万亿: the scale words multiply.
            total =
                if below == 0 { total.checked_mul(factor)? } else { total.checked_add(below.checked_mul(factor)?)? };
            section = 0;
        }
    }
    let number = total.checked_add(section)?.checked_add(current.unwrap_or(0))?;
    Some((ExactNumber::from_integer(number), if last >= 4 { last } else { 0 }))
}
