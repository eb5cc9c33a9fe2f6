//! Numbers, dates and quantities of a text, and how two of them stand.

use pyo3::prelude::*;

use crate::values::{self, Relation, What};

/// Each value of a text: its start and end in characters, and its sort.
#[pyfunction]
pub(super) fn find_values(text: &str) -> Vec<(usize, usize, &'static str)> {
    let (mut byte, mut character) = (0, 0);
    let mut characters_to = |end: usize| {
        character += text[byte..end].chars().count();
        byte = end;
        character
    };
    values::find(text)
        .iter()
        .map(|value| (characters_to(value.start), characters_to(value.end), name_of(value.what)))
        .collect()
}

/// How the first value of one text stands to the first of another: "equal", "compatible", "different", "incomparable"; "none"
/// where one has no value.
#[pyfunction]
pub(super) fn relate_values(left: &str, right: &str) -> &'static str {
    let (lefts, rights) = (values::find(left), values::find(right));
    let (Some(left), Some(right)) = (lefts.first(), rights.first()) else { return "none" };
    match values::relate(left, right) {
        Relation::Equal => "equal",
        Relation::Compatible => "compatible",
        Relation::Different => "different",
        Relation::Incomparable => "incomparable",
    }
}

fn name_of(what: What) -> &'static str {
    match what {
        What::Number => "number",
        What::Ordinal => "ordinal",
        What::Percent => "percent",
        What::Money => "money",
        What::Quantity => "quantity",
        What::Date => "date",
        What::Time => "time",
        What::Range => "range",
        What::Code => "code",
    }
}
