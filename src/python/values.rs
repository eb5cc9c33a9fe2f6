//! Numbers, dates and quantities of a text, and how two of them stand.

use pyo3::prelude::*;

use crate::values::{self, Relation, ValueSort};

/// Each value of a text: its start and end in characters, and its sort.
#[pyfunction]
pub(super) fn find_values(text: &str) -> Vec<(usize, usize, &'static str)> {
    let (mut byte, mut character) = (0, 0);
    let mut characters_to = |end: usize| {
        character += text[byte..end].chars().count();
        byte = end;
        character
    };
    values::find_values(text)
        .iter()
        .map(|value| (characters_to(value.start), characters_to(value.end), name_value_sort(value.what)))
        .collect()
}

/// How the first value of one text stands to the first of another: "equal", "compatible", "different", "incomparable"; "none"
/// where one has no value.
#[pyfunction]
pub(super) fn relate_values(left: &str, right: &str) -> &'static str {
    let (lefts, rights) = (values::find_values(left), values::find_values(right));
    let (Some(left), Some(right)) = (lefts.first(), rights.first()) else { return "none" };
    match values::relate_values(left, right) {
        Relation::Equal => "equal",
        Relation::Compatible => "compatible",
        Relation::Different => "different",
        Relation::Incomparable => "incomparable",
    }
}

fn name_value_sort(what: ValueSort) -> &'static str {
    match what {
        ValueSort::Number => "number",
        ValueSort::Ordinal => "ordinal",
        ValueSort::Percent => "percent",
        ValueSort::Money => "money",
        ValueSort::Quantity => "quantity",
        ValueSort::Date => "date",
        ValueSort::Time => "time",
        ValueSort::Range => "range",
        ValueSort::Code => "code",
    }
}
