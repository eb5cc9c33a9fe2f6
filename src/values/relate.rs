//! How two values stand: equal, compatible, different, or not of one sort.
//!
//! A figure is compared exactly, then as a rounding of the other, then as a bound or an estimate. Units are converted first.

use std::cmp::Ordering;

use super::amounts::{Amount, Unit};
use super::calendar::{self, choose_worse};
use super::exact::ExactNumber;
use super::hedges::Hedge;
use super::money::{self, CurrencyLikeness};
use super::numbers::{Number, NumberSort};
use super::{Content, Relation, Value};

/// How two values stand; a conversion in brackets may speak for its value.
pub(super) fn relate_values(left: &Value, right: &Value) -> Relation {
    let main = relate_contents(&left.content, left.hedge, &right.content, right.hedge);
    let (left_other, right_other) = (left.conversion.as_deref(), right.conversion.as_deref());
    match (left_other, right_other) {
        (None, None) => main,
        (Some(one), Some(two)) if main == Relation::Equal => {
            choose_worse(main, relate_contents(one, left.hedge, two, right.hedge))
        }
        _ if main == Relation::Equal => main,
        _ => {
            let crossed = [
                left_other.map(|other| relate_contents(other, left.hedge, &right.content, right.hedge)),
                right_other.map(|other| relate_contents(&left.content, left.hedge, other, right.hedge)),
            ];
            if crossed.contains(&Some(Relation::Equal)) {
                return Relation::Equal;
            }
            let is_close = main == Relation::Incomparable && crossed.contains(&Some(Relation::Compatible));
            if is_close { Relation::Compatible } else { main }
        }
    }
}

fn relate_contents(left: &Content, left_hedge: Hedge, right: &Content, right_hedge: Hedge) -> Relation {
    use Content::{Amount as One, Amounts, Code, Date, Dates, Time, Times};
    // Four digits are a number too, where the other is one.
    let (left_number, right_number) = (left.as_number_beside(right), right.as_number_beside(left));
    let (left, right) = (left_number.as_ref().unwrap_or(left), right_number.as_ref().unwrap_or(right));
    let hedges = (left_hedge, right_hedge);
    match (left, right) {
        (One(left), One(right)) => relate_amounts(left, right, hedges),
        // The same bound of both is used as the figure: "up to 14-16%", "up to 20%".
        (One(value), Amounts(low, high)) | (Amounts(low, high), One(value)) if left_hedge == right_hedge => {
            relate_to_range(value, Hedge::None, low, high)
        }
        (One(value), Amounts(low, high)) => relate_to_range(value, left_hedge, low, high),
        (Amounts(low, high), One(value)) => relate_to_range(value, right_hedge, low, high),
        (Amounts(low, high), Amounts(other_low, other_high)) => {
            choose_worse(relate_amounts(low, other_low, hedges), relate_amounts(high, other_high, hedges))
        }
        (Date(left), Date(right)) => calendar::relate_dates(left, right, hedges),
        (Date(date), Dates(from, to)) | (Dates(from, to), Date(date)) => calendar::relate_to_stretch(date, from, to),
        (Dates(from, to), Dates(other_from, other_to)) => {
            choose_worse(calendar::relate_dates(from, other_from, hedges), calendar::relate_dates(to, other_to, hedges))
        }
        (Time(left), Time(right)) => left.relate_times(*right),
        (Time(time), Times(from, to)) | (Times(from, to), Time(time)) => time.relate_to_stretch(*from, *to),
        (Times(from, to), Times(other_from, other_to)) => {
            choose_worse(from.relate_times(*other_from), to.relate_times(*other_to))
        }
        (Date(date), One(amount)) | (One(amount), Date(date)) if is_year_without_era(date, amount) => {
            Relation::Compatible
        }
        (Date(date), One(amount)) | (One(amount), Date(date)) if is_day_without_month(date, amount) => {
            Relation::Compatible
        }
        (Code(left), Code(right)) if left == right => Relation::Equal,
        (Code(_), Code(_)) => Relation::Different,
        _ => Relation::Incomparable,
    }
}

/// "the 31st" beside "31 March".
fn is_day_without_month(date: &calendar::Date, amount: &Amount) -> bool {
    amount.sort == NumberSort::Ordinal
        && matches!(amount.unit, Unit::None)
        && date.day > 0
        && amount.exact.equals(ExactNumber::from_integer(i128::from(date.day)))
}

/// "406" beside "AD 406": a number that is the year, its era left out.
fn is_year_without_era(date: &calendar::Date, amount: &Amount) -> bool {
    let year = date.known_year().filter(|_| date.month == 0 && matches!(amount.unit, Unit::None));
    year.is_some_and(|year| amount.exact.equals(ExactNumber::from_integer(i128::from(year.abs()))))
}

/// "6" beside "6 billion": the word for the magnitude was left out, or lost with its markup.
fn lacks_magnitude(small: &Amount, large: &Amount) -> bool {
    small.power == 0
        && large.power >= 6
        && small.exact.to_float().abs() < 1000.0
        && small.exact.scale_by_power(large.power).equals(large.exact)
}

impl Content {
    /// The number that a bare year, or the two that a stretch of them, may be beside a number.
    fn as_number_beside(&self, other: &Content) -> Option<Content> {
        match (self, other) {
            (Content::Date(date), Content::Amount(_) | Content::Amounts(..)) if date.is_bare_year => {
                Some(Content::Amount(Amount::from_year(date.known_year()?)))
            }
            (Content::Dates(from, to), Content::Amount(_) | Content::Amounts(..))
                if from.is_bare_year && to.is_bare_year =>
            {
                Some(Content::Amounts(Amount::from_year(from.known_year()?), Amount::from_year(to.known_year()?)))
            }
            _ => None,
        }
    }
}

/// Two figures in one unit, with the half of their last place, and how far units had to be converted.
struct CommonUnits {
    left: ExactNumber,
    right: ExactNumber,
    left_half: ExactNumber,
    right_half: ExactNumber,
    is_converted: bool,
    /// "$" and "A$".
    is_possible: bool,
}

fn relate_amounts(left: &Amount, right: &Amount, hedges: (Hedge, Hedge)) -> Relation {
    let common = match find_common_unit(left, right) {
        Ok(common) => common,
        Err(relation) => return relation,
    };
    let relation = relate_hedged(&common, relate_figures(&common, left, right), hedges);
    if relation == Relation::Equal && common.is_possible { Relation::Compatible } else { relation }
}

/// Both in one unit, or why they are not to be compared.
fn find_common_unit(left: &Amount, right: &Amount) -> Result<CommonUnits, Relation> {
    let plain = CommonUnits {
        left: left.exact,
        right: right.exact,
        left_half: compute_half_place(left, right),
        right_half: compute_half_place(right, left),
        is_converted: false,
        is_possible: false,
    };
    match (left.unit, right.unit) {
        (Unit::None, Unit::None) | (Unit::Percent, Unit::Percent) | (Unit::Points, Unit::Points) => Ok(plain),
        (Unit::Pounds, Unit::Pounds) => Ok(plain),
        (Unit::Money(one), Unit::Money(two)) => match money::compare_currencies(one, two) {
            CurrencyLikeness::Same => Ok(plain),
            CurrencyLikeness::Possible => Ok(CommonUnits { is_possible: true, ..plain }),
            CurrencyLikeness::Other => Err(Relation::Incomparable),
        },
        (Unit::Pounds, Unit::Money(currency)) | (Unit::Money(currency), Unit::Pounds)
            if currency == money::POUND_STERLING =>
        {
            Ok(plain)
        }
        (Unit::Measure(one), Unit::Measure(two)) if one.is_same(&two) => Ok(plain),
        (Unit::Measure(_) | Unit::Pounds, Unit::Measure(_) | Unit::Pounds) => {
            convert_to_common(left, right).ok_or(Relation::Incomparable)
        }
        (Unit::Percent, Unit::None) if right.sort == NumberSort::Fraction => Ok(CommonUnits {
            left: left.exact.scale_by_power(-2),
            left_half: plain.left_half.scale_by_power(-2),
            ..plain
        }),
        (Unit::None, Unit::Percent) if left.sort == NumberSort::Fraction => Ok(CommonUnits {
            right: right.exact.scale_by_power(-2),
            right_half: plain.right_half.scale_by_power(-2),
            ..plain
        }),
        // A unit on one side only: the same figure may be meant, another need not be a contradiction.
        (Unit::None, _) | (_, Unit::None)
            if left.exact.equals(right.exact) || lacks_magnitude(left, right) || lacks_magnitude(right, left) =>
        {
            Err(Relation::Compatible)
        }
        _ => Err(Relation::Incomparable),
    }
}

/// Half of the last place of a figure beside another: what it may have been rounded by.
///
/// A fraction is rounded only beside one of the same parts: 6/10 may be 6.1/10, but a half is not two thirds.
fn compute_half_place(amount: &Amount, other: &Amount) -> ExactNumber {
    let half = if amount.place == Number::EXACT_PLACE {
        ExactNumber::from_integer(0)
    } else {
        ExactNumber::from_decimal(5, amount.place - 1)
    };
    match amount.sort {
        NumberSort::Fraction if amount.exact.divisor != other.exact.divisor => ExactNumber::from_integer(0),
        NumberSort::Fraction => ExactNumber { divisor: amount.exact.divisor, ..half },
        NumberSort::Ordinal => ExactNumber::from_integer(0),
        _ => half,
    }
}

fn convert_to_common(left: &Amount, right: &Amount) -> Option<CommonUnits> {
    let unit = |amount: &Amount| match amount.unit {
        Unit::Measure(measure) => Some(measure),
        Unit::Pounds => Some(super::units::POUND),
        _ => None,
    };
    let (one, two) = (unit(left)?, unit(right)?);
    if one.dimension != two.dimension {
        return None;
    }
    Some(CommonUnits {
        left: one.to_base(left.exact)?,
        right: two.to_base(right.exact)?,
        left_half: one.step_to_base(compute_half_place(left, right))?,
        right_half: two.step_to_base(compute_half_place(right, left))?,
        is_converted: true,
        is_possible: false,
    })
}

/// Two figures with what is said of them.
fn relate_hedged(common: &CommonUnits, figures: Relation, (left_hedge, right_hedge): (Hedge, Hedge)) -> Relation {
    if left_hedge == right_hedge {
        return figures;
    }
    if figures == Relation::Equal || figures == Relation::Compatible {
        return Relation::Compatible;
    }
    let order = common.left.compare(common.right);
    let is_vague = (left_hedge.is_vague() != right_hedge.is_vague()) && is_near(common);
    let holds = match (left_hedge, right_hedge) {
        // Two bounds of one side are used as the figure.
        _ if left_hedge.is_lower_bound() && right_hedge.is_lower_bound() => false,
        _ if left_hedge.is_upper_bound() && right_hedge.is_upper_bound() => false,
        _ if left_hedge.is_lower_bound() || right_hedge.is_upper_bound() => order == Ordering::Less || is_vague,
        _ if left_hedge.is_upper_bound() || right_hedge.is_lower_bound() => order == Ordering::Greater || is_vague,
        _ => is_vague,
    };
    if holds { Relation::Compatible } else { Relation::Different }
}

/// What "about" stretches to: a tenth.
fn is_near(common: &CommonUnits) -> bool {
    is_close(common, 0.1)
}

fn is_close(common: &CommonUnits, share: f64) -> bool {
    let (left, right) = (common.left.to_float(), common.right.to_float());
    (left - right).abs() <= share * left.abs().max(right.abs())
}

/// Two figures as they stand: the same, one the rounding of the other, or two.
fn relate_figures(common: &CommonUnits, left: &Amount, right: &Amount) -> Relation {
    if common.left.equals(common.right) {
        return Relation::Equal;
    }
    if left.sort == NumberSort::Ordinal || right.sort == NumberSort::Ordinal {
        return Relation::Different;
    }
    let is_rounding = if common.is_converted {
        let both = common.left_half.add(common.right_half);
        both.is_some_and(|both| common.left.is_within(both, common.right))
    } else {
        match common.left_half.compare(common.right_half) {
            Ordering::Less => common.left.rounds_to(common.right, common.right_half),
            Ordering::Greater => common.right.rounds_to(common.left, common.left_half),
            Ordering::Equal => false,
        }
    };
    if is_rounding || is_rounding_of(left, right, common) || is_rounding_of(right, left, common) {
        return Relation::Compatible;
    }
    if lacks_magnitude(left, right) || lacks_magnitude(right, left) {
        return Relation::Compatible;
    }
    Relation::Different
}

/// Whether a whole number of hundreds or more is the other one rounded: 1,648,000 and 1,648,195, but not 1900 and 1901.
///
/// The zeros do not say how far it was rounded, so the two must be near besides: 1,000 is no 1,400. Between units, tens and a
/// twentieth are enough.
fn is_rounding_of(round: &Amount, other: &Amount, common: &CommonUnits) -> bool {
    let is_year = |amount: &Amount| amount.sort == NumberSort::FourDigits;
    if (is_year(round) && is_year(other)) || round.place != 0 || round.exact.divisor != 1 {
        return false;
    }
    let zeros = count_trailing_zeros(round.exact);
    if common.is_converted {
        return zeros > 0 && is_close(common, 0.05);
    }
    let half = ExactNumber::from_decimal(5, zeros - 1);
    zeros > 1
        && round.exact.to_float().abs() >= 1000.0
        && is_close(common, 0.025)
        && count_trailing_zeros(other.exact) < zeros
        && other.exact.rounds_to(round.exact, half)
}

fn count_trailing_zeros(exact: ExactNumber) -> i32 {
    let (mut mantissa, mut zeros) = (exact.mantissa, exact.exponent);
    while mantissa != 0 && mantissa % 10 == 0 {
        mantissa /= 10;
        zeros += 1;
    }
    zeros
}

/// A figure and a range: whether it may lie in it.
fn relate_to_range(value: &Amount, hedge: Hedge, low: &Amount, high: &Amount) -> Relation {
    let (from, to) = match (find_common_unit(value, low), find_common_unit(value, high)) {
        (Ok(from), Ok(to)) => (from, to),
        (Err(relation), _) | (_, Err(relation)) => return relation,
    };
    let above = from.left.compare(from.right).is_ge() || from.left.is_within(from.right_half, from.right);
    let below = to.left.compare(to.right).is_le() || to.left.is_within(to.right_half, to.right);
    let near = hedge.is_vague() && (is_near(&from) || is_near(&to));
    let holds = match hedge {
        _ if hedge.is_lower_bound() => to.left.compare(to.right).is_le(),
        _ if hedge.is_upper_bound() => from.left.compare(from.right).is_ge(),
        _ => (above && below) || near,
    };
    if holds { Relation::Compatible } else { Relation::Different }
}
