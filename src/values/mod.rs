//! Numbers, dates and quantities in a sentence, compared as values: "7 million" is "7,000,000".
//!
//! `find_values` gives the value expressions of a text, `relate_values` how two of them stand. Neither knows what the sentence says of
//! them: whether a difference is a contradiction is for the caller.
//!
//! Reading order: `tokens` and `figures` cut the text, `lexicon`, `units` and `money` know the words, `parser` finds the values
//! (`numbers`, `amounts`, `measures`, `dates`, `periods`, `times`, `hedges`, `east`), `relate` and `calendar` compare them, exactly
//! (`exact`).

mod amounts;
mod calendar;
mod dates;
mod east;
mod exact;
mod figures;
mod hedges;
mod lexicon;
mod measures;
mod money;
mod number_words;
mod numbers;
mod parser;
mod periods;
mod relate;
mod step_count;
mod times;
mod tokens;
mod units;

#[cfg(test)]
mod tests;

use amounts::Amount;
use calendar::Date;
use hedges::Hedge;
use parser::Parser;
use times::Time;

/// A value expression: where it stands in its text, and what it is worth.
#[derive(Clone, Debug)]
pub struct Value {
    /// The first byte of the whole expression, hedge included: "about $1.5 million", "the 1990s".
    pub start: usize,
    /// The byte after it.
    pub end: usize,
    /// Its sort, for a reader. Values of different sorts can still be equal ("fifth" and "5").
    pub what: ValueSort,
    hedge: Hedge,
    content: Content,
    /// The same in another unit: the "(8 km)" of "5 miles (8 km)".
    conversion: Option<Box<Content>>,
}

/// The sort of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueSort {
    /// "7 million", "two-thirds", "-5".
    Number,
    /// "fifth", "21st".
    Ordinal,
    /// "5 %", "five percentage points".
    Percent,
    /// "$1.5 million".
    Money,
    /// "1,500 m", "5 ft 10 in", "two hours", "20 °C".
    Quantity,
    /// "12 May 2010", "1990s", "19th century", "1984".
    Date,
    /// "3 pm", "15:00".
    Time,
    /// "5 to 10 km", "1914–18", "4–1".
    Range,
    /// An ISBN, a telephone number, a version: equal or not, and nothing else.
    Code,
}

/// How two values stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// One value, spelled alike or otherwise.
    Equal,
    /// Both can hold: a rounding, a bound and a figure within it, a date and its year.
    Compatible,
    /// They cannot both hold.
    Different,
    /// Not of one sort: a date and a percentage, kilometres and kilograms.
    Incomparable,
}

/// What a value is worth.
#[derive(Clone, Debug)]
enum Content {
    Amount(Amount),
    Amounts(Amount, Amount),
    Date(Date),
    Dates(Date, Date),
    Time(Time),
    Times(Time, Time),
    /// A hash of its letters and digits.
    Code(u64),
}

/// All value expressions of a text, in order, none overlapping another; the longest reading wins.
///
/// ```
/// use twicetold::values::{Relation, find_values, relate_values};
/// let (left, right) = (find_values("It cost $1.5 million in May 2010."), find_values("In 2010 it cost US$1,500,000."));
/// assert_eq!(relate_values(&left[0], &right[1]), Relation::Equal);
/// assert_eq!(relate_values(&left[1], &right[0]), Relation::Compatible);
/// ```
pub fn find_values(text: &str) -> Vec<Value> {
    let tokens = tokens::split_tokens(text);
    Parser { text, tokens: &tokens }.parse_values()
}

impl Value {
    /// Whether it says when: a date, a time, a stretch of years.
    pub fn is_timely(&self) -> bool {
        match &self.content {
            Content::Amounts(..) => self.years().is_some(),
            Content::Dates(..) | Content::Time(_) | Content::Times(..) => true,
            _ => matches!(self.what, ValueSort::Date | ValueSort::Time),
        }
    }

    /// Whether it is a stretch of time, not a point.
    pub fn is_stretch(&self) -> bool {
        matches!(self.content, Content::Amounts(..) | Content::Dates(..) | Content::Times(..))
    }

    /// The first and the last year that it names.
    pub fn years(&self) -> Option<(i32, i32)> {
        match &self.content {
            Content::Date(date) => date.years,
            Content::Dates(from, to) => Some((from.years?.0, to.years?.1)),
            Content::Amounts(low, high) => Some((low.as_bare_year()?, high.as_bare_year()?)),
            _ => None,
        }
    }
}

/// How two values stand. The order of the two does not matter.
pub fn relate_values(left: &Value, right: &Value) -> Relation {
    relate::relate_values(left, right)
}
