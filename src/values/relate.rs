//! How two values stand: equal, compatible, different, or not of one sort.
//!
//! A figure is compared exactly, then as a rounding of the other, then as a bound or an estimate. Units are converted first.

use std::cmp::Ordering;

use super::amounts::{Amount, Unit};
use super::calendar::{self, worse};
use super::exact::Exact;
use super::hedges::Hedge;
use super::money::{self, Likeness};
use super::numbers::{Number, Sort};
use super::{Content, Relation, Value};

/// How two values stand; a conversion in brackets may speak for its value.
pub(super) fn values(left: &Value, right: &Value) -> Relation {
    let main = contents(&left.content, left.hedge, &right.content, right.hedge);
    let (left_other, right_other) = (left.conversion.as_deref(), right.conversion.as_deref());
    match (left_other, right_other) {
        (None, None) => main,
        (Some(one), Some(two)) if main == Relation::Equal => worse(main, contents(one, left.hedge, two, right.hedge)),
        _ if main == Relation::Equal => main,
        _ => {
            let crossed = [
                left_other.map(|other| contents(other, left.hedge, &right.content, right.hedge)),
                right_other.map(|other| contents(&left.content, left.hedge, other, right.hedge)),
            ];
            if crossed.contains(&Some(Relation::Equal)) { Relation::Equal } else { main }
        }
    }
}

fn contents(left: &Content, left_hedge: Hedge, right: &Content, right_hedge: Hedge) -> Relation {
    use Content::{Amount as One, Amounts, Code, Date, Dates, Time, Times};
    // Four digits are a number too, where the other is one.
    let (left_number, right_number) = (left.number_beside(right), right.number_beside(left));
    let (left, right) = (left_number.as_ref().unwrap_or(left), right_number.as_ref().unwrap_or(right));
    let hedges = (left_hedge, right_hedge);
    match (left, right) {
        (One(left), One(right)) => amounts(left, right, hedges),
        (One(value), Amounts(low, high)) => in_range(value, left_hedge, low, high),
        (Amounts(low, high), One(value)) => in_range(value, right_hedge, low, high),
        (Amounts(low, high), Amounts(other_low, other_high)) => {
            worse(amounts(low, other_low, hedges), amounts(high, other_high, hedges))
        }
        (Date(left), Date(right)) => calendar::relate(left, right, hedges),
        (Date(date), Dates(from, to)) | (Dates(from, to), Date(date)) => calendar::within(date, from, to),
        (Dates(from, to), Dates(other_from, other_to)) => {
            worse(calendar::relate(from, other_from, hedges), calendar::relate(to, other_to, hedges))
        }
        (Time(left), Time(right)) => left.relate(*right),
        (Time(time), Times(from, to)) | (Times(from, to), Time(time)) => time.within(*from, *to),
        (Times(from, to), Times(other_from, other_to)) => worse(from.relate(*other_from), to.relate(*other_to)),
        (Code(left), Code(right)) if left == right => Relation::Equal,
        (Code(_), Code(_)) => Relation::Different,
        _ => Relation::Incomparable,
    }
}

impl Content {
    /// The number that a bare year, or the two that a stretch of them, may be beside a number.
    fn number_beside(&self, other: &Content) -> Option<Content> {
        match (self, other) {
            (Content::Date(date), Content::Amount(_) | Content::Amounts(..)) if date.is_bare_year => {
                Some(Content::Amount(Amount::of_year(date.year()?)))
            }
            (Content::Dates(from, to), Content::Amount(_) | Content::Amounts(..))
                if from.is_bare_year && to.is_bare_year =>
            {
                Some(Content::Amounts(Amount::of_year(from.year()?), Amount::of_year(to.year()?)))
            }
            _ => None,
        }
    }
}

/// Two figures in one unit, with the half of their last place, and how far units had to be converted.
struct Common {
    left: Exact,
    right: Exact,
    left_half: Exact,
    right_half: Exact,
    is_converted: bool,
    /// "$" and "A$".
    is_possible: bool,
}

fn amounts(left: &Amount, right: &Amount, hedges: (Hedge, Hedge)) -> Relation {
    let common = match common(left, right) {
        Ok(common) => common,
        Err(relation) => return relation,
    };
    let relation = hedged(&common, figures(&common, left, right), hedges);
    if relation == Relation::Equal && common.is_possible { Relation::Compatible } else { relation }
}

/// Both in one unit, or why they are not to be compared.
fn common(left: &Amount, right: &Amount) -> Result<Common, Relation> {
    let plain = Common {
        left: left.exact,
        right: right.exact,
        left_half: half_place(left, right),
        right_half: half_place(right, left),
        is_converted: false,
        is_possible: false,
    };
    match (left.unit, right.unit) {
        (Unit::None, Unit::None) | (Unit::Percent, Unit::Percent) | (Unit::Points, Unit::Points) => Ok(plain),
        (Unit::Pounds, Unit::Pounds) => Ok(plain),
        (Unit::Money(one), Unit::Money(two)) => match money::likeness(one, two) {
            Likeness::Same => Ok(plain),
            Likeness::Possible => Ok(Common { is_possible: true, ..plain }),
            Likeness::Other => Err(Relation::Incomparable),
        },
        (Unit::Pounds, Unit::Money(currency)) | (Unit::Money(currency), Unit::Pounds) if currency == money::POUNDS => {
            Ok(plain)
        }
        (Unit::Measure(one), Unit::Measure(two)) if one.is_same(&two) => Ok(plain),
        (Unit::Measure(_) | Unit::Pounds, Unit::Measure(_) | Unit::Pounds) => {
            converted(left, right).ok_or(Relation::Incomparable)
        }
        (Unit::Percent, Unit::None) if right.sort == Sort::Fraction => {
            Ok(Common { left: left.exact.scaled(-2), left_half: plain.left_half.scaled(-2), ..plain })
        }
        (Unit::None, Unit::Percent) if left.sort == Sort::Fraction => {
            Ok(Common { right: right.exact.scaled(-2), right_half: plain.right_half.scaled(-2), ..plain })
        }
        // A unit on one side only: the same figure may be meant, another need not be a contradiction.
        (Unit::None, _) | (_, Unit::None) if left.exact.equals(right.exact) => Err(Relation::Compatible),
        _ => Err(Relation::Incomparable),
    }
}

/// Half of the last place of a figure beside another: what it may have been rounded by.
///
/// A fraction is rounded only beside one of the same parts: 6/10 may be 6.1/10, but a half is not two thirds.
fn half_place(amount: &Amount, other: &Amount) -> Exact {
    let half = if amount.place == Number::SHARP { Exact::whole(0) } else { Exact::decimal(5, amount.place - 1) };
    match amount.sort {
        Sort::Fraction if amount.exact.divisor != other.exact.divisor => Exact::whole(0),
        Sort::Fraction => Exact { divisor: amount.exact.divisor, ..half },
        Sort::Ordinal => Exact::whole(0),
        _ => half,
    }
}

fn converted(left: &Amount, right: &Amount) -> Option<Common> {
    let unit = |amount: &Amount| match amount.unit {
        Unit::Measure(measure) => Some(measure),
        Unit::Pounds => Some(super::units::POUND),
        _ => None,
    };
    let (one, two) = (unit(left)?, unit(right)?);
    if one.dimension != two.dimension {
        return None;
    }
    Some(Common {
        left: one.to_base(left.exact)?,
        right: two.to_base(right.exact)?,
        left_half: one.step_to_base(half_place(left, right))?,
        right_half: two.step_to_base(half_place(right, left))?,
        is_converted: true,
        is_possible: false,
    })
}

/// Two figures with what is said of them.
fn hedged(common: &Common, figures: Relation, (left_hedge, right_hedge): (Hedge, Hedge)) -> Relation {
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
fn is_near(common: &Common) -> bool {
    is_close(common, 0.1)
}

fn is_close(common: &Common, share: f64) -> bool {
    let (left, right) = (common.left.rounded(), common.right.rounded());
    (left - right).abs() <= share * left.abs().max(right.abs())
}

/// Two figures as they stand: the same, one the rounding of the other, or two.
fn figures(common: &Common, left: &Amount, right: &Amount) -> Relation {
    if common.left.equals(common.right) {
        return Relation::Equal;
    }
    if left.sort == Sort::Ordinal || right.sort == Sort::Ordinal {
        return Relation::Different;
    }
    let is_rounding = if common.is_converted {
        let both = common.left_half.plus(common.right_half);
        both.is_some_and(|both| common.left.is_within(both, common.right))
    } else {
        match common.left_half.compare(common.right_half) {
            Ordering::Less => common.left.rounds_to(common.right, common.right_half),
            Ordering::Greater => common.right.rounds_to(common.left, common.left_half),
            Ordering::Equal => false,
        }
    };
    if is_rounding || is_round(left, right, common) || is_round(right, left, common) {
        return Relation::Compatible;
    }
    Relation::Different
}

/// Whether a whole number of hundreds or more is the other one rounded: 1,648,000 and 1,648,195, but not 1900 and 1901.
///
/// The zeros do not say how far it was rounded, so the two must be near besides: 1,000 is no 1,400. Between units, tens and a
/// twentieth are enough.
fn is_round(round: &Amount, other: &Amount, common: &Common) -> bool {
    let is_year = |amount: &Amount| amount.sort == Sort::FourDigits;
    if (is_year(round) && is_year(other)) || round.place != 0 || round.exact.divisor != 1 {
        return false;
    }
    let zeros = trailing_zeros(round.exact);
    if common.is_converted {
        return zeros > 0 && is_close(common, 0.05);
    }
    let half = Exact::decimal(5, zeros - 1);
    zeros > 1
        && round.exact.rounded().abs() >= 1000.0
        && is_close(common, 0.025)
        && trailing_zeros(other.exact) < zeros
        && other.exact.rounds_to(round.exact, half)
}

fn trailing_zeros(exact: Exact) -> i32 {
    let (mut mantissa, mut zeros) = (exact.mantissa, exact.exponent);
    while mantissa != 0 && mantissa % 10 == 0 {
        mantissa /= 10;
        zeros += 1;
    }
    zeros
}

/// A figure and a range: whether it may lie in it.
fn in_range(value: &Amount, hedge: Hedge, low: &Amount, high: &Amount) -> Relation {
    let (from, to) = match (common(value, low), common(value, high)) {
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
