//! Dates as far as they are told: a day, a month, a year, a decade, a century. What one leaves open, the other may fill.

use super::Relation;
use super::hedges::Hedge;

/// A date; a field of 0 is not told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Date {
    /// The years it may be in, the first and the last; years BC are negative.
    pub(super) years: Option<(i32, i32)>,
    pub(super) month: u8,
    pub(super) day: u8,
    /// Monday is 1.
    pub(super) weekday: u8,
    /// Spring is 1.
    pub(super) season: u8,
    /// Early 1, middle 2, late 3.
    pub(super) part: u8,
    /// "05/12/2010": day and month may be the other way round.
    pub(super) is_either_way: bool,
    /// Four digits and nothing else, which may be no date at all.
    pub(super) is_bare_year: bool,
}

impl Date {
    pub(super) const UNKNOWN: Date = Date {
        years: None,
        month: 0,
        day: 0,
        weekday: 0,
        season: 0,
        part: 0,
        is_either_way: false,
        is_bare_year: false,
    };

    pub(super) fn from_bare_year(year: i32) -> Date {
        Date { is_bare_year: true, ..Date::from_year(year) }
    }

    pub(super) fn from_year(year: i32) -> Date {
        Date { years: Some((year, year)), ..Date::UNKNOWN }
    }

    /// The year, where it is one.
    pub(super) fn known_year(&self) -> Option<i32> {
        self.years.filter(|(first, last)| first == last).map(|(first, _)| first)
    }

    /// The first and the last day it may be, in days of months of 31; without a year within any.
    fn day_range(&self) -> (i64, i64) {
        let (first, last) = self.years.unwrap_or((0, 0));
        let of = |year: i32, month: u8, day: u8| i64::from(year) * 372 + i64::from(month) * 31 + i64::from(day);
        let (months, days) = (find_field_range(self.month, 12), find_field_range(self.day, 31));
        (of(first, months.0, days.0), of(last, months.1, days.1))
    }

    /// Whether no order can be told between the two: only one has a year.
    fn is_unordered(&self, other: &Date) -> bool {
        self.years.is_some() != other.years.is_some() || (self.years.is_none() && (self.month == 0 || other.month == 0))
    }
}

/// The lowest and the highest that a field can be.
fn find_field_range(field: u8, last: u8) -> (u8, u8) {
    if field == 0 { (1, last) } else { (field, field) }
}

/// How two dates stand, field by field.
pub(super) fn relate_dates(first: &Date, second: &Date, (left_hedge, right_hedge): (Hedge, Hedge)) -> Relation {
    let plain = relate_by_fields(first, second);
    match (left_hedge, right_hedge) {
        _ if left_hedge == right_hedge => plain,
        _ if plain == Relation::Equal || plain == Relation::Compatible => Relation::Compatible,
        (Hedge::Before | Hedge::After, _) => relate_to_bound(first, left_hedge, second, right_hedge),
        (_, Hedge::Before | Hedge::After) => relate_to_bound(second, right_hedge, first, left_hedge),
        _ => relate_approximate(first, second),
    }
}

/// A bound and a date that are not the same.
fn relate_to_bound(bound: &Date, hedge: Hedge, other: &Date, other_hedge: Hedge) -> Relation {
    if bound.is_unordered(other) {
        return Relation::Compatible;
    }
    let holds = match (hedge, other_hedge) {
        (Hedge::Before, _) => other.day_range().0 < bound.day_range().1,
        _ => other.day_range().1 > bound.day_range().0,
    };
    if holds { Relation::Compatible } else { Relation::Different }
}

/// "c. 1880" may be 1881, and "c. 1500" also 1494.
fn relate_approximate(left: &Date, right: &Date) -> Relation {
    let (Some((first, last)), Some((other_first, other_last))) = (left.years, right.years) else {
        return Relation::Different;
    };
    let slack = if first % 10 == 0 || other_first % 10 == 0 { 10 } else { 3 };
    let is_near = first - slack <= other_last && other_first - slack <= last;
    let is_year = left.month == 0 || right.month == 0;
    if is_near && is_year { Relation::Compatible } else { Relation::Different }
}

fn relate_by_fields(left: &Date, right: &Date) -> Relation {
    if left.is_either_way != right.is_either_way || (left.is_either_way && left != right) {
        return relate_either_reading(left, right);
    }
    let mut all = Relation::Equal;
    let years = match (left.years, right.years) {
        (Some(years), Some(other)) if years == other => Relation::Equal,
        (Some(years), Some(other)) if years.0 <= other.1 && other.0 <= years.1 => Relation::Compatible,
        // "7th millennium" beside "7th millennium BC": the era was left out.
        (Some(years), Some(other)) if years == (-other.1, -other.0) && years.0 != years.1 => Relation::Compatible,
        (Some(_), Some(_)) => Relation::Different,
        (None, None) => Relation::Equal,
        _ => Relation::Compatible,
    };
    let fields =
        [(left.month, right.month), (left.day, right.day), (left.season, right.season), (left.part, right.part)];
    for relation in fields.into_iter().map(relate_fields).chain([years]) {
        all = choose_worse(all, relation);
    }
    // Two weekdays of one told day are a slip of the calendar; of no told day they are all there is.
    let weekdays = relate_fields((left.weekday, right.weekday));
    let is_told = left.day != 0 && right.day != 0;
    match weekdays {
        Relation::Different if is_told => choose_worse(all, Relation::Compatible),
        Relation::Compatible if is_told => all,
        _ => choose_worse(all, weekdays),
    }
}

/// The better of the two readings of a date in figures.
fn relate_either_reading(left: &Date, right: &Date) -> Relation {
    let plain = |date: &Date| Date { is_either_way: false, ..*date };
    let turned = |date: &Date| Date { day: date.month, month: date.day, ..plain(date) };
    let (one, two) = (relate_by_fields(&plain(left), &plain(right)), relate_by_fields(&turned(left), &plain(right)));
    if one == Relation::Different && two == Relation::Different { Relation::Different } else { Relation::Compatible }
}

fn relate_fields((left, right): (u8, u8)) -> Relation {
    match (left, right) {
        _ if left == right => Relation::Equal,
        (0, _) | (_, 0) => Relation::Compatible,
        _ => Relation::Different,
    }
}

/// The relation of a whole with two such parts.
pub(super) fn choose_worse(left: Relation, right: Relation) -> Relation {
    let rank = |relation: Relation| match relation {
        Relation::Equal => 0,
        Relation::Compatible => 1,
        Relation::Different => 2,
        Relation::Incomparable => 3,
    };
    if rank(left) >= rank(right) { left } else { right }
}

/// A date and a stretch of time.
pub(super) fn relate_to_stretch(date: &Date, from: &Date, to: &Date) -> Relation {
    if date.is_unordered(from) || date.is_unordered(to) {
        return Relation::Compatible;
    }
    let (first, last) = date.day_range();
    if from.day_range().0 <= last && first <= to.day_range().1 { Relation::Compatible } else { Relation::Different }
}
